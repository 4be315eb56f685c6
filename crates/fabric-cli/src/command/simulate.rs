use std::io::IsTerminal;
use std::time::Duration;

use fabric_sim::document::link::{Check, Cursor, Link};
use fabric_sim::engine::{Recorder, Stop, World};
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Events from one look at the clock to the next: some tens of milliseconds.
const SLICE: u64 = 1 << 20;

/// A run whose progress is shown once it takes long, if there is a terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Of a run up to `end`.
    pub fn new(end: Time) -> Self {
        let shown = std::io::stderr().is_terminal();
        let target =
            if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(end.ps()), target);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {msg} (about {eta} left)") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Runs up to and including `until`, and tells `recorder` what happens.
    pub fn run<R: Recorder>(&self, world: &mut World, until: Time, recorder: &mut R) {
        while world.run_until(until, SLICE, recorder) == Stop::Budget {
            if self.bar.elapsed() > Duration::from_millis(500) {
                self.bar.set_position(world.now().ps());
                self.bar.set_message(format!("{} events", world.counters().events));
            }
        }
    }

    /// Runs to a moment: just after so many events of its time, or after all of
    /// them if it names none or there are fewer.
    pub fn run_to<R: Recorder>(&self, world: &mut World, moment: Cursor, recorder: &mut R) {
        let Cursor { time, nth } = moment;
        if nth == 0 {
            return self.run(world, time, recorder);
        }
        if let Some(before) = time.ps().checked_sub(1) {
            self.run(world, Time(before), recorder);
        }
        while world.now() < time || world.ran_now() < u64::from(nth) {
            if world.next_at() > time {
                world.run_until(time, 0, recorder);
                break;
            }
            world.run_until(time, 1, recorder);
        }
    }
}

/// Says so if `world`, which was run to the moment of `link`, is not as it was
/// where the link was made.
pub fn compare(link: &Link, world: &World) {
    let here = Check::of_state(world.hash());
    if let (Some(cursor), Some(there)) = (link.cursor, link.check)
        && there != here
    {
        eprintln!(
            "fabric: this link was made by another version of the simulator: its state at {cursor} is {there}, \
             here it is {here}"
        );
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
