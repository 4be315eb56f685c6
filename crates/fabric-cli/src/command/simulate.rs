use std::io::IsTerminal;
use std::time::Duration;

use clap::Args;
use fabric_sim::document::link::{Check, Cursor, ShareLink};
use fabric_sim::engine::{Recorder, Stop, World};
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::print_message;

/// Work ([`World::work`]) between two readings of the clock: some milliseconds.
const SLICE: u64 = 1 << 16;

/// Limit of the work to reach the moment of a link, as on the page.
const OF_LINK: u64 = 20_000_000;

/// Limit of a run.
#[derive(Args)]
pub struct Limit {
    /// Stop after this many events; a search for deadlocks counts as the events that take as long
    /// [default: 20 million if a link or file gives the end, else no limit]
    #[arg(long, value_name = "N")]
    events: Option<u64>,
}

impl Limit {
    /// Largest number of events; `is_of_link` is whether a link or file gives the end of the run.
    pub fn most(&self, is_of_link: bool) -> u64 {
        self.events.unwrap_or(if is_of_link { OF_LINK } else { u64::MAX })
    }
}

/// Progress of a run, displayed if the run takes long and there is a terminal.
pub struct Progress {
    bar: ProgressBar,
    most: u64,
}

impl Progress {
    /// Progress of a run up to `end`.
    pub fn new(end: Time) -> Self {
        let shown = std::io::stderr().is_terminal();
        let target =
            if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(end.ps()), target);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {msg} (about {eta} left)") {
            bar.set_style(style);
        }
        Self { bar, most: u64::MAX }
    }

    /// Limits the run to `most` events.
    pub fn at_most(mut self, most: u64) -> Self {
        self.most = most;
        self
    }

    /// Runs up to and including `until`, and passes every event to `recorder`.
    ///
    /// # Errors
    /// If there are too many events until then.
    pub fn run<R: Recorder>(&self, world: &mut World, until: Time, recorder: &mut R) -> Result<(), String> {
        self.run_while(world, until, recorder, || true)
    }

    /// Runs like [`Progress::run`] while `goes_on` returns true; it is called every few
    /// milliseconds.
    ///
    /// # Errors
    /// As [`Progress::run`].
    pub fn run_while<R: Recorder>(
        &self,
        world: &mut World,
        until: Time,
        recorder: &mut R,
        goes_on: impl Fn() -> bool,
    ) -> Result<(), String> {
        while goes_on() {
            let left = self.most.saturating_sub(world.work());
            if world.run_until(until, left.min(SLICE), recorder) == Stop::Reached {
                return Ok(());
            }
            if left <= SLICE {
                let (events, now) = (world.counters().events, world.now());
                let searches = match world.work() - events {
                    0 => String::new(),
                    work => {
                        format!(" and searches for deadlocks and routes that took as long as {work} more")
                    }
                };
                return Err(format!(
                    "{until} is too far: after {events} events{searches} the run had come to {now}; --events N lets it go on"
                ));
            }
            if self.bar.elapsed() > Duration::from_millis(500) {
                self.bar.set_position(world.now().ps());
                self.bar.set_message(format!("{} events", world.counters().events));
            }
        }
        Ok(())
    }

    /// Runs to a moment: just after the given event of its time, or after all events of that time.
    ///
    /// # Errors
    /// As [`Progress::run`].
    pub fn run_to<R: Recorder>(
        &self,
        world: &mut World,
        moment: Cursor,
        recorder: &mut R,
    ) -> Result<(), String> {
        let Cursor { time, nth } = moment;
        if nth == 0 {
            // A run begins before the events of its first instant.
            return if time == Time::ZERO { Ok(()) } else { self.run(world, time, recorder) };
        }
        if let Some(before) = time.ps().checked_sub(1) {
            self.run(world, Time(before), recorder)?;
        }
        while world.now() < time || world.ran_now() < u64::from(nth) {
            if world.next_at() > time {
                world.run_until(time, 0, recorder);
                break;
            }
            world.run_until(time, 1, recorder);
        }
        Ok(())
    }
}

/// Prints a warning if the moment `cursor` names more events than its time has; `world` was run to it.
pub fn count(cursor: Cursor, world: &World) {
    let there = world.ran_now();
    if there < u64::from(cursor.nth) {
        print_message(format_args!("{} has {there} events: this is behind the last", cursor.time));
    }
}

/// Prints a warning if the state of `world`, which was run to the moment of `link`, differs from the
/// state where the link was made.
pub fn compare(link: &ShareLink, world: &World) {
    if let Some(cursor) = link.cursor {
        count(cursor, world);
    }
    let here = Check::of_state(world.hash());
    if let (Some(cursor), Some(there)) = (link.cursor, link.check)
        && there != here
    {
        let why = ShareLink::why_other(link.integrity);
        print_message(format_args!("{why}: its state at {cursor} is {there}, here it is {here}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
