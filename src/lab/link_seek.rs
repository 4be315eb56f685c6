//! Opens a share link that names a moment of a run. Start with [`Lab::arrive`]. The present run stays on
//! screen until the cursor of the new run has reached the moment. A moment that needs too much work is
//! refused.
//!
//! If the state at the moment differs from the check in the share link, the page shows the state and a
//! warning. A command of the user during the move turns the check off. A move that reaches the limit of work
//! is refused, unless the cursor has arrived. If the share link names an event number that is too high for
//! its time, the last event of this time is shown with a message.

use fabric_sim::document::link::{Check, Cursor, LinkIntegrity, ShareLink};
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::user_error::Offer;
use super::{Lab, Run, UserError};
use crate::charts::time_label;

/// Limit of the work to reach the moment of a share link, in units of [`World::work`]. An event is one unit.
/// A search for deadlocks is as many units as the events that would take the same time.
const MAX_WORK: u64 = 20_000_000;
/// Wall time in seconds after which the page shows the progress of the move to the moment of a share link.
const LONG: f64 = 0.4;

/// Move of the cursor to the moment that a share link names.
#[derive(Clone, Debug)]
pub struct LinkSeek {
    /// Text of the share link as the user gave it.
    link: String,
    /// Name of the file from which the share link was made; `None` if the user gave a share link.
    file: Option<String>,
    cursor: Cursor,
    /// Hash of the state at the moment, which the share link contains. `None` if the state is not checked.
    check: Option<Check>,
    /// Result of the checksum at the end of the share link: whether the text was changed after the share link
    /// was made.
    integrity: LinkIntegrity,
    /// Whether the run plays after the cursor has arrived.
    plays: bool,
    /// Wall time since the start of the move of the cursor, in seconds.
    wall: f64,
    /// Limit of the work for this move of the cursor: [`MAX_WORK`], or less in tests.
    pub(super) most: u64,
}

/// Progress of the cursor to the moment of a share link, or to a typed time. The page shows the progress if
/// the move takes longer than `LONG`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSeekProgress {
    /// Time that the moving cursor has reached.
    pub now: Time,
    /// Time that the cursor must reach.
    pub to: Time,
}

impl LinkSeek {
    /// Creates the move to the moment that `link` names. `text` is the share link as the user gave it.
    /// Returns `None` if `link` names no moment.
    #[must_use]
    pub fn of(text: &str, link: &ShareLink) -> Option<Self> {
        let (cursor, plays) = (link.cursor?, link.page.plays == Some(true));
        let (check, integrity, most) = (link.check, link.integrity, MAX_WORK);
        Some(Self { link: text.to_owned(), file: None, cursor, check, integrity, plays, wall: 0.0, most })
    }

    /// Adds the name of the file from which the share link was made.
    #[must_use]
    pub(super) fn in_file(self, name: &str) -> Self {
        Self { file: Some(name.to_owned()), ..self }
    }

    /// Message if the share link names event n of a time with fewer than n events; `None` otherwise. `world`
    /// must have run all events of that time. The message says how many events that time has.
    fn beyond(&self, world: &World) -> Option<String> {
        let Cursor { time, nth } = self.cursor;
        let ran = world.ran_now();
        (world.now() == time && ran < u64::from(nth)).then(|| {
            let events = match ran {
                0 => "no event: the cursor stands at its time".to_owned(),
                1 => "only 1 event: the cursor stands behind it".to_owned(),
                _ => format!("only {ran} events: the cursor stands behind the last of them"),
            };
            let what = if self.file.is_some() { "file" } else { "link" };
            format!("The {what} names event {nth} of {time}; that instant has {events}")
        })
    }
}

impl Lab {
    /// Progress of the move of the cursor to the moment of a share link, or to a time that the user typed.
    /// `None` if there is no move, or if the move has taken less than [`LONG`].
    #[must_use]
    pub(super) fn arrival_progress(&self) -> Option<LinkSeekProgress> {
        let lab = self.coming.as_deref().unwrap_or(self);
        let (to, wall) = match &lab.link_seek {
            Some(link_seek) => (link_seek.cursor.time, link_seek.wall),
            None => lab.halt_at.filter(|_| lab.run.is_seeking())?,
        };
        (wall > LONG).then(|| LinkSeekProgress { now: lab.run.leading().world().now(), to })
    }

    /// Whether the run of an opened share link has not yet reached the moment of this share link. Before this
    /// moment is reached, the page still shows the lab that was open before.
    #[must_use]
    pub fn awaits_link(&self) -> bool {
        self.coming.is_some()
    }

    /// Turns off the check of the state on arrival, because a command of the user during the move may change
    /// that state.
    pub(super) fn skip_arrival_check(&mut self) {
        if let Some(link_seek) = &mut self.link_seek {
            link_seek.check = None;
        }
    }

    /// Stops playing and moves the cursor to `cursor`. The time line again ends at the horizon, unless
    /// `cursor` is after the horizon.
    pub(super) fn halt(&mut self, cursor: Cursor) {
        let horizon = self.compiled.spec.horizon;
        if cursor.time <= horizon {
            self.end = horizon;
        }
        self.halt_at = Some((cursor.time, 0.0));
        self.run.halt(cursor);
    }

    /// Cancels the move to the moment of a share link, or to a typed time. The cursor stays where it was
    /// before the move.
    pub(super) fn stop_travel(&mut self) {
        if self.link_seek.take().is_some() | self.halt_at.take().is_some() {
            self.run.stop_travel();
        }
    }

    /// Ends the move to the moment of a share link if the cursor has arrived, or if the limit of work is
    /// exceeded. `wall` is the wall time in seconds since the last call. Returns `true` if this call ended
    /// the move.
    ///
    /// If the moment is refused, the page shows the reason and offers the start of the run; the cursor stays.
    /// A warning does not replace an earlier message. The run plays on arrival only if the share link says
    /// so.
    pub(super) fn arrive(&mut self, wall: f64) -> bool {
        if let Some((_, so_far)) = &mut self.halt_at {
            *so_far += wall;
        }
        let Some(link_seek) = &mut self.link_seek else { return false };
        link_seek.wall += wall;
        let world = self.run.leading().world();
        let is_long = self.run.is_seeking() && world.work() >= link_seek.most;
        let too_far = || {
            let events = world.counters().events;
            let searched = world.work() - events;
            let search = if searched > events {
                format!(" and a search for deadlocks that took as long as {searched} more")
            } else {
                String::new()
            };
            format!("after {events} events{search} the run had come to {}", time_label(world.now()))
        };
        let too_far = is_long.then(too_far);
        if let Some(why) = self.run.take_refusal().or(too_far) {
            let LinkSeek { link, file, cursor, .. } = link_seek;
            let message = format!("its moment {cursor} is too far: {why}");
            let offer = start_of(link).map(Offer::Start);
            let instead = Some(self.document_picture.title.clone());
            let error = match file {
                Some(name) => UserError::of_file(name, &message),
                None => UserError::of_link(link, instead, &message),
            };
            self.error = Some(UserError { offer, ..error });
            self.stop_travel();
            return true;
        }
        if self.run.is_seeking() {
            return false;
        }
        let world = self.run.leading().world();
        let other = link_seek.check.is_some_and(|check| {
            world.now() == link_seek.cursor.time && check != Check::of_state(world.hash())
        });
        let doubt = other
            .then(|| ShareLink::mismatch_warning(link_seek.integrity).to_owned())
            .or_else(|| link_seek.beyond(world));
        if let Some(doubt) = doubt.filter(|_| self.error.is_none()) {
            self.error = Some(UserError::of_doubt(&doubt));
        }
        let plays = link_seek.plays;
        self.link_seek = None;
        if plays {
            self.run.play(true);
        }
        true
    }

    /// Advances the lab `next` of an opened share link until `is_budget_spent` returns true. When the cursor
    /// of `next` has arrived, `next` replaces this lab. If the moment is refused, this lab stays and shows
    /// the error, together with a warning of `next`.
    pub(super) fn advance_coming(
        &mut self,
        mut next: Box<Self>,
        wall: f64,
        is_budget_spent: &mut impl FnMut() -> bool,
    ) {
        next.advance(wall, is_budget_spent);
        if next.link_seek.is_some() {
            self.coming = Some(next);
        } else if let Some(error) = next.error.take_if(|error| error.is_refusal()) {
            self.error = Some(error.without_replacement());
        } else {
            self.take_over(*next);
        }
    }
}

impl Run {
    /// Cancels the move: discards the moving copy of the recording, so that the cursor stays where it was.
    fn stop_travel(&mut self) {
        self.ahead = None;
    }
}

/// Copy of the share link `link` that leads to the start of the run, paused and without a check of the state.
/// `None` if `link` is malformed.
fn start_of(link: &str) -> Option<String> {
    let mut link = ShareLink::parse(link).ok()?;
    (link.cursor, link.check, link.page.plays) = (None, None, Some(false));
    Some(link.fragment())
}
