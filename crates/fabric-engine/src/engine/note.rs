//! Trace events of a run, and the recorders that receive them.

use crate::fabric::crossbar::Phase;
use crate::fabric::frame::{Frame, Indication};
use crate::fabric::watchdog::Verdict;
use crate::ids::{CollectiveId, FlowId, PortId};
use crate::units::Time;

use super::{DropCause, Ruling, Truth, Turn, World};

/// How far the source of a reliable flow goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back {
    /// The number that it sends next.
    pub to: u32,
    /// Frames that it will send again.
    pub frames: u32,
    /// How long it waited for an ack that did not come; `None`: a NAK told it.
    pub waited: Option<Time>,
}

impl Back {
    /// Whether frame `number` is among those that are sent again.
    #[must_use]
    pub const fn covers(&self, number: u32) -> bool {
        number.wrapping_sub(self.to) < self.frames
    }
}

/// Something that happened, small enough to be written down by the million.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// When.
    pub at: Time,
    /// At which port. For an action or a flow's own event: of the flow's
    /// source, or port 0.
    pub port: PortId,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// A frame's first bit left by this port.
    Started(Frame),
    /// The transmitter of this port became free.
    Ended,
    /// A data or ack frame's last bit came in by this port.
    Arrived(Frame),
    /// A data frame reached its destination host by this port.
    Delivered(Frame),
    /// A frame that came in by this port (or was to leave a NIC by it) was lost.
    Dropped(Frame, DropCause),
    /// A frame was marked at this port's egress queue.
    Marked(Frame),
    /// A switch decided what becomes of a frame that came in by this port.
    Ruled(Frame, Ruling),
    /// A switch has one more of a frame that came in by this port.
    Copied(Frame),
    /// A lossless frame that came in by this port was charged to headroom;
    /// whether it is all that its group has there.
    Headroom(Frame, bool),
    /// This port sent a PFC frame.
    PfcSent(Indication),
    /// A frame that waits for this output came out of the crossbar.
    Crossed(Frame),
    /// A crossbar begins to match a slot, and this output is asked for: the
    /// priority, and the inputs that ask, as a set of port numbers.
    Asked {
        /// 0 to 7.
        priority: u8,
        /// Bit n for port n of the switch.
        inputs: u64,
        /// Whether the egress queue has room.
        open: bool,
    },
    /// A step of a match. The port is the output's.
    Matched(Phase),
    /// A PFC frame came in by this port.
    PfcReceived(Indication),
    /// A PFC frame was to come in by this port, and was lost.
    PfcLost(Indication),
    /// This priority of this port entered PAUSED.
    Paused(u8),
    /// It left PAUSED on a resume.
    Resumed(u8),
    /// It left PAUSED because the time was over.
    Expired(u8),
    /// This priority of this port may send nothing more until it has credits
    /// for its next frame.
    Starved(u8),
    /// It has them.
    Credited(u8),
    /// A credit update of this priority was to come in by this port, and was lost.
    CreditLost(u8),
    /// This priority of this port is in PAUSED, which a watchdog ignores from now on.
    Ignored(u8),
    /// The watchdog of this priority of this port throws this frame away; where
    /// it came in, it is dropped next.
    ThrownAway(u8, Frame),
    /// The watchdog of this priority of this port has decided, and this was true.
    Judged(u8, Verdict, Truth),
    /// Circles of waits closed, died or opened, by what happened to this
    /// priority of this port.
    Circles(u8, Turn),
    /// An action happened; the number of it.
    Acted(u32),
    /// The link of this port went down, and all that was in it or waited for it is lost.
    LinkDown,
    /// It came up.
    LinkUp,
    /// Routes have learnt of the link of this port: whether it is up.
    Rerouted(bool),
    /// The source of this reliable flow, at this port, goes back.
    WentBack(FlowId, Back),
    /// A flow handed over its last frame's last byte to its destination.
    FlowDone(FlowId),
    /// All messages of a repetition of this collective have arrived.
    CollectiveOver(CollectiveId),
}

impl What {
    /// Whether the event is self-contained: the observer does not need the `World` as of that
    /// event, so delivery may be batched.
    #[must_use]
    pub const fn stands_alone(&self) -> bool {
        matches!(
            self,
            Self::PfcSent(_)
                | Self::PfcReceived(_)
                | Self::PfcLost(_)
                | Self::Paused(_)
                | Self::Resumed(_)
                | Self::Expired(_)
                | Self::Headroom(..)
        )
    }
}

/// What every frame does at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// [`What::Arrived`]
    Arrive,
    /// [`What::Started`]
    Start,
    /// [`What::Delivered`]
    End,
}

impl Does {
    /// What there is to note of it.
    #[must_use]
    pub const fn what(self, frame: Frame) -> What {
        match self {
            Self::Arrive => What::Arrived(frame),
            Self::Start => What::Started(frame),
            Self::End => What::Delivered(frame),
        }
    }
}

/// Who listens to the event loop: nobody (`()`), or something that keeps
/// notes. A type parameter of the loop, so that nobody costs nothing.
pub trait Recorder {
    /// Whether anybody listens.
    const LISTENS: bool;
    /// Whether anybody wants to know why a switch did what it did with a frame.
    const EXPLAINS: bool = Self::LISTENS;

    /// Whether it asks to be told what happens at the port of this number, in
    /// the midst of an event of `world`; before there is a note of it.
    #[inline]
    fn asks(&mut self, _world: &World, _port: usize, _what: &What) -> bool {
        true
    }

    /// The same of what every frame does, before it is copied for a note.
    #[inline]
    fn asks_of(&mut self, _world: &World, _port: usize, _frame: &Frame, _does: Does) -> bool {
        true
    }

    /// Something happened.
    fn note(&mut self, note: Note);

    /// A switch has ruled what becomes of a frame that came in by `port`, for one
    /// that wants no [explanation](Self::EXPLAINS).
    #[inline]
    fn ruled(&mut self, _port: usize) {}

    /// A group of `port` or a queue of `output` may hold more or less than it did,
    /// whether there is a note of that or not.
    #[inline]
    fn changed(&mut self, _port: usize, _output: usize) {}
}

impl Recorder for () {
    const LISTENS: bool = false;

    #[inline]
    fn note(&mut self, _: Note) {}
}

impl Recorder for Vec<Note> {
    const LISTENS: bool = true;

    fn note(&mut self, note: Note) {
        self.push(note);
    }
}

impl<F: FnMut(Note)> Recorder for Hear<F> {
    const LISTENS: bool = true;

    fn note(&mut self, note: Note) {
        (self.0)(note);
    }
}

/// A recorder that calls a closure with each note.
pub struct Hear<F>(pub F);
