//! Links on their way to their moment: the run that is shown stays until another
//! one is there, and a moment that is never reached is given up.

use fabric_sim::document::link::{Check, Cursor, Link, Seal};
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::trouble::Offer;
use super::{Lab, Run, Trouble};
use crate::charts::time_label;

/// Work ([`World::work`]) that a link may take to its moment: as many events, of
/// which a search for deadlocks counts as those that take as long.
const MOST_WORK: u64 = 20_000_000;
/// Seconds of the viewer's after which a journey is shown.
const LONG: f64 = 0.4;

/// The moment that a link named, as long as the cursor is on its way there.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The link, as it was given.
    link: String,
    /// The name of the file that it was made of.
    file: Option<String>,
    cursor: Cursor,
    /// The state there, where the link was made.
    check: Option<Check>,
    /// Whether the link is as it was made.
    seal: Seal,
    /// Whether it plays on from there.
    plays: bool,
    /// Seconds of the viewer's that it has taken.
    wall: f64,
    /// Work that it may take.
    pub(super) most: u64,
}

/// A journey that takes so long that it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// Where it is.
    pub now: Time,
    /// Where it goes.
    pub to: Time,
}

impl Arrival {
    /// Of `link`, which was given as `text`; nothing if it names no moment.
    #[must_use]
    pub fn of(text: &str, link: &Link) -> Option<Self> {
        let (cursor, plays) = (link.cursor?, link.page.plays == Some(true));
        let (check, seal, most) = (link.check, link.seal, MOST_WORK);
        Some(Self { link: text.to_owned(), file: None, cursor, check, seal, plays, wall: 0.0, most })
    }

    /// Arrival from a link that was made of the file of this name.
    #[must_use]
    pub(super) fn in_file(self, name: &str) -> Self {
        Self { file: Some(name.to_owned()), ..self }
    }

    /// Message if the time of the moment has fewer events; `world` has run past the last of them.
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
    /// The journey of a link, if there is one that takes long.
    #[must_use]
    pub(super) fn journey(&self) -> Option<Journey> {
        let lab = self.coming.as_deref().unwrap_or(self);
        let arrival = lab.arrival.as_ref().filter(|arrival| arrival.wall > LONG)?;
        Some(Journey { now: lab.run.leading().world().now(), to: arrival.cursor.time })
    }

    /// Whether something is on its way to take the place of what is shown.
    #[must_use]
    pub fn awaits_link(&self) -> bool {
        self.coming.is_some()
    }

    /// Records actions since the arrival, which the state of the link does not contain.
    pub(super) fn acted_on_the_way(&mut self) {
        if let Some(arrival) = &mut self.arrival {
            arrival.check = None;
        }
    }

    /// Goes no further towards the moment of a link.
    pub(super) fn stay(&mut self) {
        if self.arrival.take().is_some() {
            self.run.stay();
        }
    }

    /// Checks whether the cursor has reached the moment that the link named, or never will. Returns
    /// whether it was on its way until now.
    pub(super) fn arrive(&mut self, wall: f64) -> bool {
        let Some(arrival) = &mut self.arrival else { return false };
        arrival.wall += wall;
        let world = self.run.leading().world();
        let is_long = self.run.is_seeking() && world.work() >= arrival.most;
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
            let Arrival { link, file, cursor, .. } = arrival;
            let message = format!("its moment {cursor} is too far: {why}");
            let offer = start_of(link).map(Offer::Start);
            let instead = Some(self.stage.title.clone());
            let trouble = match file {
                Some(name) => Trouble::of_file(name, &message),
                None => Trouble::of_link(link, instead, &message),
            };
            self.trouble = Some(Trouble { offer, ..trouble });
            self.stay();
            return true;
        }
        if self.run.is_seeking() {
            return false;
        }
        let world = self.run.leading().world();
        let other = arrival.check.is_some_and(|check| {
            world.now() == arrival.cursor.time && check != Check::of_state(world.hash())
        });
        let doubt = other.then(|| Link::why_other(arrival.seal).to_owned()).or_else(|| arrival.beyond(world));
        if let Some(doubt) = doubt.filter(|_| self.trouble.is_none()) {
            self.trouble = Some(Trouble::of_doubt(&doubt));
        }
        let plays = arrival.plays;
        self.arrival = None;
        if plays {
            self.run.play(true);
        }
        true
    }

    /// Lets the lab that a link leads to work on its way; it takes the place of
    /// this one once it is there.
    pub(super) fn come(&mut self, mut next: Box<Self>, wall: f64, tired: &mut impl FnMut() -> bool) {
        next.advance(wall, tired);
        if next.arrival.is_some() {
            self.coming = Some(next);
        } else if let Some(trouble) = next.trouble.take_if(|trouble| trouble.is_refusal()) {
            self.trouble = Some(trouble.of_what_goes_on());
        } else {
            self.take_over(*next);
        }
    }
}

impl Run {
    /// Goes no further to where the cursor was sent.
    fn stay(&mut self) {
        self.ahead = None;
    }
}

/// The link to where the run of `link` begins.
fn start_of(link: &str) -> Option<String> {
    let mut link = Link::parse(link).ok()?;
    (link.cursor, link.check, link.page.plays) = (None, None, Some(false));
    Some(link.fragment())
}
