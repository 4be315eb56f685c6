//! How long the cursor takes to go anywhere in a run that was seen, and back by
//! one event.

use std::sync::Arc;

use fabric_sim::engine::Interest;
use fabric_sim::spec::Spec;
use fabric_sim::tape::{Goal, Reel};
use web_time::Instant;

/// Bytes of the checkpoints, as the page has them.
pub const BUDGET: usize = 64 << 20;

/// How often the cursor goes somewhere.
const TIMES: u64 = 100;

/// Wall times in seconds, shortest first.
#[derive(Clone, Debug)]
pub struct Sought {
    /// Events of the run.
    pub events: u64,
    /// Its checkpoints, and the bytes that they take.
    pub checkpoints: (usize, usize),
    /// To an event anywhere in the run.
    pub anywhere: Vec<f64>,
    /// From there to the event before.
    pub back: Vec<f64>,
}

/// Goes through the run of `spec` to its horizon, then to events all over it.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> Sought {
    let mut reel = Reel::new(Arc::clone(spec), (), BUDGET);
    go(&mut reel, Goal::Time(spec.horizon));
    let events = reel.number();
    let (mut anywhere, mut back) = (Vec::new(), Vec::new());
    for n in 0..TIMES {
        // A stride without a common divisor: every place comes once, in no order.
        let goal = Goal::Event(events / TIMES * (n * 61 % TIMES));
        anywhere.push(go(&mut reel, goal));
        let before = reel.before();
        back.push(go(&mut reel, before));
    }
    for times in [&mut anywhere, &mut back] {
        times.sort_by(f64::total_cmp);
    }
    Sought { events, checkpoints: reel.checkpoints(), anywhere, back }
}

fn go(reel: &mut Reel<()>, goal: Goal) -> f64 {
    let start = Instant::now();
    reel.approach(goal);
    while !reel.travel(goal, Interest::default(), &mut |_| (), &mut || false) {}
    start.elapsed().as_secs_f64()
}
