use std::io::IsTerminal;
use std::time::Duration;

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
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
