//! Looking for an event of a kind, ahead or behind, with a copy of the run, so
//! that the cursor stays where it is until there is somewhere to go.

use fabric_sim::engine::{What, World};
use fabric_sim::fabric::crossbar::Phase;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::NodeId;
use fabric_sim::tape::{self, Found, SeekableRun};
use fabric_sim::units::Time;

use super::Tape;
use super::event::{Event, Kind};
use super::heard::Heard;
use super::picture::Selected;

/// Target of a search.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// An event worth telling of a kind; at one port and of one priority, or
    /// anywhere.
    Told(fn(Kind) -> bool, Option<Selected>),
    /// A frame of the priority that starts or arrives at the port.
    Frame(Selected),
    /// Rise of the bytes of a priority of a port, ingress or egress, above this many bytes.
    Above(Selected, u64),
    /// A slot in which the crossbar of this switch joins a pair.
    Joined(NodeId),
}

impl Wanted {
    /// Whether an event worth telling is it.
    pub(super) fn is(self, event: &Event) -> bool {
        let Self::Told(is, at) = self else { return false };
        is(event.kind) && at.is_none_or(|at| event.port == at.port && event.kind.concerns(at.priority))
    }
}

impl Tape {
    /// Whether one of the wanted is known at or before the cursor.
    #[must_use]
    pub(super) fn has_told(&self, wanted: Wanted) -> bool {
        self.events()[..self.told()].iter().any(|event| wanted.is(event))
    }
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    /// For what.
    pub wanted: Wanted,
    /// Name on the page.
    pub name: &'static str,
    /// Where it ends; `None`: it goes back to the start.
    pub end: Option<Time>,
    scout: tape::Search<Heard>,
    /// Whether the queue held more than is asked for where the search began.
    pub already: bool,
    /// Whether it does so where the search is.
    above: bool,
}

impl Search {
    /// For the next one from where `scout` is, up to `end`.
    #[must_use]
    pub fn on(wanted: Wanted, name: &'static str, scout: SeekableRun<Heard>, end: Time) -> Self {
        let above = is_above(wanted, scout.world());
        Self { wanted, name, end: Some(end), scout: tape::Search::on(scout, end), already: above, above }
    }

    /// For the last one before event `number`.
    #[must_use]
    pub fn back(wanted: Wanted, name: &'static str, scout: SeekableRun<Heard>, number: u64) -> Self {
        let scout = tape::Search::back(scout, number.saturating_sub(1));
        Self { wanted, name, end: None, scout, already: false, above: false }
    }

    /// Goes on until `tired`.
    pub fn go_on(&mut self, tired: &mut impl FnMut() -> bool) -> Found {
        let Self { wanted, scout, above, .. } = self;
        let mut is = |reel: &SeekableRun<Heard>| match *wanted {
            Wanted::Told(..) => reel.rider().told().iter().any(|event| wanted.is(event)),
            Wanted::Frame(at) => has_frame(reel, at),
            Wanted::Above(..) => {
                let before = std::mem::replace(above, is_above(*wanted, reel.world()));
                *above && !before
            }
            Wanted::Joined(switch) => reel.notes().iter().any(|note| {
                matches!(note.what, What::Matched(Phase::Accept { .. }))
                    && reel.spec().ports[note.port.index()].node == switch
            }),
        };
        scout.go_on(&mut is, tired)
    }
}

/// Whether a frame of the priority has started or arrived at the port.
fn has_frame(reel: &SeekableRun<Heard>, at: Selected) -> bool {
    reel.notes().iter().any(|note| {
        let (What::Started(frame) | What::Arrived(frame)) = note.what else { return false };
        note.port == at.port && frame.priority == at.priority && frame.kind != FrameKind::Pfc
    })
}

/// Whether the queue that is looked at holds more than is asked for.
pub(super) fn is_above(wanted: Wanted, world: &World) -> bool {
    let Wanted::Above(Selected { port, priority }, bytes) = wanted else { return false };
    let view = world.priority(port, priority);
    (view.pg.reserve + view.pg.shared + view.pg.headroom).max(view.egress_bytes) > bytes
}
