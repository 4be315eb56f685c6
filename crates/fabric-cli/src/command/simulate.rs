//! Runs with a progress bar and a limit on the number of events, for all commands. Start with
//! [`Progress::run`].
//!
//! The bar appears only on a terminal, and only after half a second. A run that reaches its limit before its
//! end is an error. An early stop by the caller is not an error.

use std::io::IsTerminal;
use std::time::Duration;

use clap::Args;
use fabric_sim::document::link::{Check, Cursor, ShareLink};
use fabric_sim::engine::{Recorder, RunEnd, World};
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::print_message;

/// Work of the event loop between two readings of the clock, in the unit of [`World::work`]. This work
/// takes some milliseconds.
const WORK_PER_CHECK: u64 = 1 << 16;

/// Largest number of events in a run to the time of a link, as on the page.
const MAX_EVENTS_OF_LINK: u64 = 20_000_000;

/// Option that limits the length of a run.
#[derive(Args)]
pub struct Limit {
    /// Stop after this many events. A search for deadlocks counts as the number of events that take as long
    /// [default: 20 million if a link or file gives the end, otherwise no limit]
    #[arg(long, value_name = "N")]
    events: Option<u64>,
}

impl Limit {
    /// Largest number of events of a run: the value of `--events`, or else a default. `is_of_link`: a share
    /// link or file gives the end of the run. Then the default is [`MAX_EVENTS_OF_LINK`]; otherwise the
    /// default is no limit.
    pub fn most(&self, is_of_link: bool) -> u64 {
        self.events.unwrap_or(if is_of_link { MAX_EVENTS_OF_LINK } else { u64::MAX })
    }
}

/// Runner with a progress bar. The bar appears if the run takes longer than half a second and standard error
/// is a terminal.
pub struct Progress {
    bar: ProgressBar,
    most: u64,
}

impl Progress {
    /// Creates a runner. Its progress bar is full at the simulated time `end`. The run has no limit of
    /// events.
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

    /// Limits the work of the world since its start to `most` events ([`World::work`]). A search for
    /// deadlocks or routes counts as the number of events that take as long.
    pub fn at_most(mut self, most: u64) -> Self {
        self.most = most;
        self
    }

    /// Runs `world` up to and including `until`, and passes every event to `recorder`.
    ///
    /// # Errors
    /// If the limit of events is reached before `until`. The events up to the limit have run, and the message
    /// gives their number and the time.
    pub fn run<R: Recorder>(&self, world: &mut World, until: Time, recorder: &mut R) -> Result<(), String> {
        self.run_while(world, until, recorder, || true)
    }

    /// Runs like [`Progress::run`], but stops early if `continues` returns `false`. `continues` is called
    /// before the first event, then every few milliseconds. An early stop returns `Ok`, so the caller must
    /// check whether the run stopped early.
    ///
    /// # Errors
    /// If the limit of events is reached before `until`, as in [`Progress::run`].
    pub fn run_while<R: Recorder>(
        &self,
        world: &mut World,
        until: Time,
        recorder: &mut R,
        continues: impl Fn() -> bool,
    ) -> Result<(), String> {
        while continues() {
            let left = self.most.saturating_sub(world.work());
            if world.run_until(until, left.min(WORK_PER_CHECK), recorder) == RunEnd::Reached {
                return Ok(());
            }
            if left <= WORK_PER_CHECK {
                let (events, now) = (world.counters().events, world.now());
                let searches = match world.work() - events {
                    0 => String::new(),
                    work => {
                        format!(" and searches for deadlocks and routes that took as long as {work} more")
                    }
                };
                return Err(format!(
                    "{until} is too far: after {events} events{searches} the run had come to {now}; raise --events, or end the run earlier"
                ));
            }
            if self.bar.elapsed() > Duration::from_millis(500) {
                self.bar.set_position(world.now().ps());
                self.bar.set_message(format!("{} events", world.counters().events));
            }
        }
        Ok(())
    }

    /// Runs up to and including event number `nth`, from 1, at the time of `moment`. If `nth` is 0, all
    /// events of this time run, or no event if the time is 0. If fewer than `nth` events occur at this time,
    /// all of them run. If `nth` is above 0, the limit does not include the events of this time.
    ///
    /// # Errors
    /// If the limit of events is reached before the time of `moment`, as in [`Progress::run`].
    pub fn run_to<R: Recorder>(
        &self,
        world: &mut World,
        moment: Cursor,
        recorder: &mut R,
    ) -> Result<(), String> {
        let Cursor { time, nth } = moment;
        if nth == 0 {
            // A run to time 0 ends before the events of time 0.
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

/// Prints a warning if `cursor` names an event that does not exist, because fewer events happen at the time
/// of `cursor`. `world` must have run to `cursor`.
pub fn warn_if_past_last_event(cursor: Cursor, world: &World) {
    let there = world.ran_now();
    if there < u64::from(cursor.nth) {
        print_message(format_args!("{} has {there} events: this is behind the last", cursor.time));
    }
}

/// Prints a warning if the hash of `world` differs from the hash in the share link `link`. Also warns as
/// [`warn_if_past_last_event`] does. `world` must have run to the cursor of `link`. Does nothing if `link`
/// has no cursor.
pub fn warn_of_hash_mismatch(link: &ShareLink, world: &World) {
    if let Some(cursor) = link.cursor {
        warn_if_past_last_event(cursor, world);
    }
    let here = Check::of_state(world.hash());
    if let (Some(cursor), Some(there)) = (link.cursor, link.check)
        && there != here
    {
        let why = ShareLink::mismatch_warning(link.integrity);
        print_message(format_args!("{why}: its state at {cursor} is {there}, here it is {here}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
