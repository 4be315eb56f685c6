//! Searches for events, forward and backward. Start with [`EventSearch::forward`] and
//! [`EventSearch::backward`]. A copy of the run searches, so that the cursor stays until the event is found.
//!
//! A forward search ends at the end of the time line, a backward search at the start of the run. A search
//! advances in short steps, so that the page stays responsive.

use fabric_sim::engine::{EventKind, World};
use fabric_sim::fabric::crossbar::MatchEvent;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::NodeId;
use fabric_sim::seekable::{self, SearchState, SeekableRun};
use fabric_sim::units::Time;

use super::Recording;
use super::key_event::{KeyEvent, KeyEventKind};
use super::picture::Selected;
use super::run_observer::RunObserver;

/// Kind of event for which a search looks, with its port and priority.
#[derive(Clone, Copy, Debug)]
pub enum SearchTarget {
    /// Key event for which the predicate returns true, at this port and priority; with `None`, at any port of
    /// the fabric.
    KeyEvent(fn(KeyEventKind) -> bool, Option<Selected>),
    /// Start of the transmission, or arrival, of a frame of this priority at this port. PFC frames do not
    /// count.
    Frame(Selected),
    /// Moment at which the bytes of this port and priority rise above this number. The bytes are those of the
    /// priority group or of the egress queue, whichever are more. Bytes equal to this number do not count. If
    /// the queue is already above the number at the start, it must first fall to the number.
    Above(Selected, u64),
    /// Crossbar slot in which this switch matches at least one input to an output.
    Match(NodeId),
}

impl SearchTarget {
    /// Whether the target is a key event and `event` matches it. `false` for other targets.
    pub(super) fn matches(self, event: &KeyEvent) -> bool {
        let Self::KeyEvent(is, at) = self else { return false };
        is(event.kind) && at.is_none_or(|at| event.port == at.port && event.kind.concerns(at.priority))
    }
}

impl Recording {
    /// Whether a key event that matches `target` is recorded up to the cursor.
    #[must_use]
    pub(super) fn has_past_event(&self, target: SearchTarget) -> bool {
        self.events()[..self.past_event_count()].iter().any(|event| target.matches(event))
    }
}

/// Search for an event that is in progress.
#[derive(Clone, Debug)]
pub struct EventSearch {
    /// Event for which the search looks.
    pub target: SearchTarget,
    /// Name of the event on the page.
    pub name: &'static str,
    /// Time at which a forward search ends. `None` for a search back to the start of the run.
    pub end: Option<Time>,
    scout: seekable::Search<RunObserver>,
    /// Whether the queue was already above the searched level at the start of the search. `false` for other
    /// targets than [`SearchTarget::Above`].
    pub already: bool,
    /// Whether the queue is above the searched level at the moment that the search has reached.
    above: bool,
}

impl EventSearch {
    /// Creates a search forward from the position of `scout` up to and including the time `end`. `scout` is a
    /// copy of the run, which the search moves. `name` is the name of the event on the page.
    #[must_use]
    pub fn forward(
        target: SearchTarget,
        name: &'static str,
        scout: SeekableRun<RunObserver>,
        end: Time,
    ) -> Self {
        let above = is_above(target, scout.world());
        Self {
            target,
            name,
            end: Some(end),
            scout: seekable::Search::forward(scout, end),
            already: above,
            above,
        }
    }

    /// Creates a search backward for the last matching event with an event number below `number`. `scout` and
    /// `name` are as in [`EventSearch::forward`].
    #[must_use]
    pub fn backward(
        target: SearchTarget,
        name: &'static str,
        scout: SeekableRun<RunObserver>,
        number: u64,
    ) -> Self {
        let scout = seekable::Search::backward(scout, number.saturating_sub(1));
        Self { target, name, end: None, scout, already: false, above: false }
    }

    /// Continues the search until `is_budget_spent` returns true. Returns the state of the search, with the
    /// number of the event if it is found.
    pub fn advance(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> SearchState {
        let Self { target, scout, above, .. } = self;
        let mut is = |run: &SeekableRun<RunObserver>| match *target {
            SearchTarget::KeyEvent(..) => {
                run.observer().key_events().iter().any(|event| target.matches(event))
            }
            SearchTarget::Frame(at) => has_frame(run, at),
            SearchTarget::Above(..) => {
                let before = std::mem::replace(above, is_above(*target, run.world()));
                *above && !before
            }
            SearchTarget::Match(switch) => run.events().iter().any(|note| {
                matches!(note.kind, EventKind::Matched(MatchEvent::Accept { .. }))
                    && run.spec().ports[note.port.index()].node == switch
            }),
        };
        scout.advance(&mut is, is_budget_spent)
    }
}

/// Whether a frame starts or arrives at the port and priority `at` in the last event that `run` has run. PFC
/// frames do not count.
fn has_frame(run: &SeekableRun<RunObserver>, at: Selected) -> bool {
    run.events().iter().any(|note| {
        let (EventKind::Started(frame) | EventKind::Arrived(frame)) = note.kind else { return false };
        note.port == at.port && frame.priority == at.priority && frame.kind != FrameKind::Pfc
    })
}

/// Whether the queue of a [`SearchTarget::Above`] has more bytes than its level in `world`. False for other
/// targets.
pub(super) fn is_above(target: SearchTarget, world: &World) -> bool {
    let SearchTarget::Above(Selected { port, priority }, bytes) = target else { return false };
    let view = world.priority(port, priority);
    (view.pg.reserve + view.pg.shared + view.pg.headroom).max(view.egress_bytes) > bytes
}
