//! Whoever goes along with a run mostly wants to hear of few of its events: a
//! loop that is left for each of them takes several times what they take. This
//! says which ones those are, and the loop goes on until one of them comes. Of
//! others only a figure is wanted, how much was delivered or is held, and that
//! is written down as the loop goes on.

use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId};
use crate::units::Time;

use super::{Note, Recorder, What, World};

/// So many frames like the one that leaves, waiting behind it, are no crowd yet.
const FEW: u64 = 6;

/// What somebody wants to hear of as soon as it happens. What happens to every
/// frame is asked for by place; of all else nothing is left out. What lies
/// beyond the end of a list is not asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interest<'a> {
    /// Everything, whatever the rest says. The loop is left for each event then.
    pub everything: bool,
    /// By port: of which priorities frames that leave by it while a crowd waits
    /// behind them ([`World::is_crowd_behind`]).
    pub crowding: &'a [u8],
    /// By port: of which priorities frames that come in by it, or leave by it.
    pub passing: &'a [u8],
    /// By flow: its source, if its frames there are asked for.
    pub sources: &'a [Option<PortId>],
    /// What is to be looked at for a [`Level`]: priorities of ports.
    pub gauges: &'a [(PortId, u8)],
    /// By port: priorities of frames that, as they come in or leave by it, may
    /// change what a gauge shows.
    pub nearby: &'a [u8],
    /// By flow: whether each frame that is delivered is to be a [`Delivery`].
    pub deliveries: &'a [bool],
}

/// What a flow had delivered at one of its receivers after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The flow.
    pub flow: FlowId,
    /// By which port.
    pub port: PortId,
    /// When.
    pub at: Time,
    /// The number of the event.
    pub number: u64,
    /// Its receiver, from 0, and the frame bytes that this one has had.
    pub total: (usize, u64),
}

/// What a priority of a port held after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Which.
    pub gauge: (PortId, u8),
    /// When.
    pub at: Time,
    /// The number of the event.
    pub number: u64,
    /// Bytes of its ingress group, and of what waits for the output.
    pub held: (u64, u64),
}

/// What a run came by that was asked for.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Notes of the event that ran last.
    pub notes: Vec<Note>,
    /// Deliveries of all events, in order.
    pub deliveries: Vec<Delivery>,
    /// Levels, of each gauge those that differ from the one before, in order.
    pub levels: Vec<Level>,
    /// Numbers of the last two events that made any note.
    pub observed: [u64; 2],
}

impl Log {
    /// Nothing, but for what was observed.
    pub fn clear(&mut self) {
        self.notes.clear();
        self.deliveries.clear();
        self.levels.clear();
    }
}

/// What happens to every frame and is asked for by nobody but who hears everything.
#[inline]
const fn is_passed_over(what: &What) -> bool {
    matches!(what, What::Ended | What::Ruled(..) | What::Crossed(_) | What::Copied(_))
}

#[inline]
fn has(masks: &[u8], note: &Note, frame: &Frame) -> bool {
    masks.get(note.port.index()).is_some_and(|mask| mask >> (frame.priority & 7) & 1 == 1)
}

impl Interest<'_> {
    /// Whether a frame that comes or goes is asked for.
    #[inline]
    fn has_passing(&self, note: &Note, frame: &Frame) -> bool {
        let is_source =
            || self.sources.get(frame.flow.index()).is_some_and(|source| *source == Some(note.port));
        frame.kind == FrameKind::Cnp
            || has(self.passing, note, frame)
            || !self.sources.is_empty() && is_source()
    }
}

/// Keeps what is asked for.
#[derive(Debug)]
pub(super) struct Heed<'a> {
    pub interest: Interest<'a>,
    pub log: &'a mut Log,
    /// Whether anything happened since this was set to `false`.
    pub stirred: bool,
    /// What is still to be done about the event, once it is over.
    pub after: Option<After>,
}

/// What can only be told after an event.
#[derive(Debug, Default)]
pub(super) struct After {
    /// Something passed near the gauges.
    near: bool,
    /// The note, by its place, of what left; it is of no interest without a crowd.
    left: Option<usize>,
    /// Deliveries that are without their figures.
    delivered: usize,
}

impl Heed<'_> {
    #[inline(never)]
    fn keep(&mut self, note: Note) {
        self.log.notes.push(note);
    }

    #[inline(never)]
    fn deliver(&mut self, note: &Note, flow: FlowId) {
        if self.interest.deliveries.get(flow.index()).is_some_and(|is_asked_for| *is_asked_for) {
            let (at, port) = (note.at, note.port);
            self.log.deliveries.push(Delivery { flow, port, at, number: 0, total: (0, 0) });
            self.after.get_or_insert_default().delivered += 1;
        }
    }

    #[inline(never)]
    fn come_near(&mut self) {
        self.after.get_or_insert_default().near = true;
    }

    #[inline(never)]
    fn leave(&mut self, note: Note) {
        self.after.get_or_insert_default().left = Some(self.log.notes.len());
        self.log.notes.push(note);
    }
}

impl Recorder for Heed<'_> {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    // Where it is called what happened is known, and mostly that nobody asks.
    #[expect(clippy::inline_always, reason = "a note that nobody asks for is not even made")]
    #[inline(always)]
    fn note(&mut self, note: Note) {
        self.stirred = true;
        match note.what {
            What::Arrived(frame) | What::Started(frame) => {
                let leaves = matches!(note.what, What::Started(_));
                // The first one of a flow is news.
                let is_first = leaves && frame.kind == FrameKind::Data && frame.sequence == 0;
                if is_first || self.interest.has_passing(&note, &frame) {
                    self.keep(note);
                } else if leaves && has(self.interest.crowding, &note, &frame) {
                    self.leave(note);
                }
                if has(self.interest.nearby, &note, &frame) && frame.kind != FrameKind::Pfc {
                    self.come_near();
                }
            }
            What::Delivered(frame) => self.deliver(&note, frame.flow),
            what if is_passed_over(&what) => {}
            _ => self.keep(note),
        }
    }
}

impl World {
    /// Whether more than a few frames like this one wait for `port` in its priority.
    #[must_use]
    pub fn is_crowd_behind(&self, port: PortId, frame: &Frame) -> bool {
        self.levels(port, frame.priority).1 > FEW * u64::from(frame.bytes)
    }

    /// Does what is still to be done about the event that has just run.
    #[inline(never)]
    pub(super) fn complete(&self, After { near, left, delivered }: After, heed: &mut Heed) {
        let (at, number) = (self.state.now, self.counters.events);
        let Log { notes, deliveries, levels, .. } = &mut *heed.log;
        let first = deliveries.len() - delivered;
        for delivery in &mut deliveries[first..] {
            let got = self.received_at(delivery.flow, delivery.port);
            delivery.number = number;
            delivery.total = got.map_or((0, 0), |(receiver, got)| (receiver, got.bytes));
        }
        let is_alone = |note: &Note| matches!(note.what, What::Started(frame) if !self.is_crowd_behind(note.port, &frame));
        if let Some(place) = left.filter(|place| is_alone(&notes[*place])) {
            notes.remove(place);
        }
        if near {
            for gauge in heed.interest.gauges {
                let held = self.levels(gauge.0, gauge.1);
                let before = levels.iter().rfind(|level| level.gauge == *gauge);
                if before.is_none_or(|before| before.held != held) {
                    levels.push(Level { gauge: *gauge, at, number, held });
                }
            }
        }
    }
}
