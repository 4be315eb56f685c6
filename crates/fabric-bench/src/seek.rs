//! Time that the cursor takes to any event of a run that has been simulated, and back by one event.

use std::sync::Arc;

use fabric_sim::engine::EventFilter;
use fabric_sim::spec::Spec;
use fabric_sim::tape::{Budget, Goal, SeekableRun};
use web_time::Instant;

use crate::workload::Figures;

/// Bytes of the checkpoints, as the page has them.
pub const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 64 << 20 };

/// Number of destinations.
const TIMES: u64 = 100;

/// Wall times in seconds, in the order of the destinations.
#[derive(Clone, Debug)]
pub struct SeekTimes {
    /// Number of checkpoints of the run, and their bytes.
    pub checkpoints: (usize, usize),
    /// Wall times of moves to an event anywhere in the run, one for each event.
    pub anywhere: Vec<f64>,
    /// Wall times of moves from that event to the one before, one for each event.
    pub back: Vec<f64>,
}

impl SeekTimes {
    /// Shorter times of two measurements.
    #[must_use]
    pub fn min(mut self, other: &Self) -> Self {
        for (mine, theirs) in [(&mut self.anywhere, &other.anywhere), (&mut self.back, &other.back)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.min(*theirs));
        }
        self
    }
}

/// Simulates `spec` to its horizon, then seeks events all over the run. The figures are of the
/// first part, with the time of its checkpoints.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (Figures, SeekTimes) {
    let mut reel = SeekableRun::new(Arc::clone(spec), (), BUDGET);
    let run_s = go(&mut reel, Goal::Time(spec.horizon));
    let (figures, events) = (Figures::of(reel.world(), run_s), reel.number());
    let (mut anywhere, mut back) = (Vec::new(), Vec::new());
    for n in 0..TIMES {
        // A stride without a common divisor: every place comes once, in no order.
        let goal = Goal::Event(events / TIMES * (n * 61 % TIMES));
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
