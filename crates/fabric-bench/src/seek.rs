//! Measures two wall times for moves of the cursor in a simulated run: to an event anywhere in the run, and
//! back by one event. Start with [`run`].

use std::sync::Arc;

use fabric_sim::engine::EventFilter;
use fabric_sim::seekable::{Budget, SeekTarget, SeekableRun};
use fabric_sim::spec::Spec;
use web_time::Instant;

use crate::workload::WorkloadFigures;

/// Memory limits of the seekable run, equal to those in the web application: 64 MiB for checkpoints, and no
/// limit for the state of the run.
pub const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 64 << 20 };

/// Number of events to which the measurement moves the cursor.
const TARGETS: u64 = 100;

/// Wall times that the moves of the cursor took, in the order of the moves.
#[derive(Clone, Debug)]
pub struct SeekTimes {
    /// Number of checkpoints of the run, and their total size in bytes.
    pub checkpoints: (usize, usize),
    /// Wall time in seconds of each move to an event. The move starts at the event before the previous
    /// target.
    pub anywhere: Vec<f64>,
    /// Wall time in seconds of each move from an event back to the previous event.
    pub back: Vec<f64>,
}

impl SeekTimes {
    /// Returns `self` with the shorter of the two wall times for each move of the cursor. `self` and `other`
    /// must be measurements of the same run. The checkpoints are those of `self`.
    #[must_use]
    pub fn min(mut self, other: &Self) -> Self {
        for (mine, theirs) in [(&mut self.anywhere, &other.anywhere), (&mut self.back, &other.back)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = mine.min(*theirs));
        }
        self
    }
}

/// Simulates `spec` to its horizon, then moves the cursor to events all over the run. Returns the figures of
/// the simulation, and the wall times that the moves took. The wall time in the figures includes the
/// checkpoints.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (WorkloadFigures, SeekTimes) {
    let mut seekable = SeekableRun::new(Arc::clone(spec), (), BUDGET);
    let run_s = go(&mut seekable, SeekTarget::Time(spec.horizon));
    let (figures, events) = (WorkloadFigures::of(seekable.world(), run_s), seekable.number());
    let (mut anywhere, mut back) = (Vec::new(), Vec::new());
    for n in 0..TARGETS {
        // The stride 61 has no common divisor with `TARGETS`: each target comes once, and successive
        // targets are far apart.
        let target = SeekTarget::Event(events / TARGETS * (n * 61 % TARGETS));
        anywhere.push(go(&mut seekable, target));
        let before = seekable.before();
        back.push(go(&mut seekable, before));
    }
    (figures, SeekTimes { checkpoints: seekable.checkpoints(), anywhere, back })
}

/// Moves the cursor to `target`. Returns the wall time in seconds.
fn go(seekable: &mut SeekableRun<()>, target: SeekTarget) -> f64 {
    let start = Instant::now();
    seekable.approach(target);
    while !seekable.travel(target, EventFilter::default(), &mut |_| (), &mut || false) {}
    start.elapsed().as_secs_f64()
}
