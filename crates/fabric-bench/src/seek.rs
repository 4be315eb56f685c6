//! Measures the time that the cursor needs to reach any event of a run that has been simulated, and to go
//! back by one event. Start with [`run`].

use std::sync::Arc;

use fabric_sim::engine::EventFilter;
use fabric_sim::spec::Spec;
use fabric_sim::tape::{Budget, Goal, SeekableRun};
use web_time::Instant;

use crate::workload::Figures;

/// Memory limits of the checkpoints, as on the page: 64 MiB of checkpoints.
pub const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 64 << 20 };

/// Number of events that are sought.
const TARGETS: u64 = 100;

/// Measured times that the cursor needed, in the order in which the events were sought.
#[derive(Clone, Debug)]
pub struct SeekTimes {
    /// Number of checkpoints of the run, and their total size in bytes.
    pub checkpoints: (usize, usize),
    /// Wall time in seconds to reach each sought event.
    pub anywhere: Vec<f64>,
    /// Wall time in seconds to go back from each sought event to the previous event.
    pub back: Vec<f64>,
}

impl SeekTimes {
    /// For each sought event, the shorter times of two measurements.
    #[must_use]
    pub fn min(mut self, other: &Self) -> Self {
        for (mine, theirs) in [(&mut self.anywhere, &other.anywhere), (&mut self.back, &other.back)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.min(*theirs));
        }
        self
    }
}

/// Simulates `spec` to its end, then seeks events all over the run. Returns the figures of the
/// simulation, whose wall time includes its checkpoints, and the times of the cursor.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (Figures, SeekTimes) {
    let mut reel = SeekableRun::new(Arc::clone(spec), (), BUDGET);
    let run_s = go(&mut reel, Goal::Time(spec.horizon));
    let (figures, events) = (Figures::of(reel.world(), run_s), reel.number());
    let (mut anywhere, mut back) = (Vec::new(), Vec::new());
    for n in 0..TARGETS {
        // A stride without a common divisor: every place comes once, in no order.
        let goal = Goal::Event(events / TARGETS * (n * 61 % TARGETS));
        anywhere.push(go(&mut reel, goal));
        let before = reel.before();
        back.push(go(&mut reel, before));
    }
    (figures, SeekTimes { checkpoints: reel.checkpoints(), anywhere, back })
}

fn go(reel: &mut SeekableRun<()>, goal: Goal) -> f64 {
    let start = Instant::now();
    reel.approach(goal);
    while !reel.travel(goal, EventFilter::default(), &mut |_| (), &mut || false) {}
    start.elapsed().as_secs_f64()
}
