//! Trace events of a run, and the recorder that receives them.

use crate::fabric::crossbar::Phase;
use crate::fabric::frame::{Frame, Indication};
use crate::fabric::watchdog::Verdict;
use crate::ids::{CollectiveId, FlowId, PortId, PortSet};
use crate::units::Time;

use super::{DropCause, Ruling, Truth, Turn, World};

/// Retransmission of a reliable flow (go-back-N).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// Sequence number of the next frame.
    pub to: u32,
    /// Number of frames to retransmit.
    pub frames: u32,
    /// Ack timeout that expired; `None`: a NAK caused the retransmission.
    pub waited: Option<Time>,
}

impl Rewind {
    /// Whether frame `number` is retransmitted.
    #[must_use]
    pub const fn covers(&self, number: u32) -> bool {
        number.wrapping_sub(self.to) < self.frames
    }
}

/// Trace event; small, since runs have millions of them.
#[derive(Clone, Copy, Debug)]
pub struct TraceEvent {
    /// Time of the event.
    pub at: Time,
    /// Port of the event. For an action or an event of a flow: port of the flow's source, or port
    /// 0.
    pub port: PortId,
    /// Kind of event.
    pub kind: EventKind,
}

/// Kind of a trace event.
#[derive(Clone, Copy, Debug)]
pub enum EventKind {
    /// Transmission of a frame began at this port.
    Started(Frame),
    /// The transmitter of this port became free.
    Ended,
    /// Last bit of a data frame or ack arrived at this port.
    Arrived(Frame),
    /// Data frame was delivered to its destination by this port.
    Delivered(Frame),
    /// Frame that came in by this port, or was to leave a NIC by it, was dropped.
    Dropped(Frame, DropCause),
    /// A frame was marked at this port's egress queue.
    Marked(Frame),
    /// A switch decided the admission of a frame that arrived at this port.
    Ruled(Frame, Ruling),
    /// A switch made another copy of a frame that arrived at this port.
    Copied(Frame),
    /// Lossless frame that came in by this port was charged to headroom; `true` if it is the first
    /// in the headroom of its PG.
    Headroom(Frame, bool),
    /// This port sent a PFC frame.
    PfcSent(Indication),
    /// Frame for this output left the crossbar.
    Crossed(Frame),
    /// Request for this output at the start of a slot of a crossbar.
    Asked {
        /// Priority, 0 to 7.
        priority: u8,
        /// Inputs that request it, as ports of the switch.
        inputs: PortSet,
        /// Whether the egress queue can take another frame.
        open: bool,
    },
    /// Step of a match (grant or accept). The port is the output.
    Matched(Phase),
    /// PFC frame arrived at this port.
    PfcReceived(Indication),
    /// PFC frame was lost on arrival at this port.
    PfcLost(Indication),
    /// This priority of this port entered PAUSED.
    Paused(u8),
    /// This priority of this port left PAUSED on a resume.
    Resumed(u8),
    /// This priority of this port left PAUSED because the pause time expired.
    Expired(u8),
    /// This priority of this port has no credits for its next frame.
    Starved(u8),
    /// This priority of this port has credits again.
    Credited(u8),
    /// Credit update of this priority was lost on arrival at this port.
    CreditLost(u8),
    /// A watchdog ignores the present pause of this priority of this port from now on.
    Ignored(u8),
    /// The watchdog of this priority of this port drops this frame; a [`EventKind::Dropped`] at its
    /// input follows.
    ThrownAway(u8, Frame),
    /// The watchdog of this priority of this port decided; the true state of the queue is given.
    Judged(u8, Verdict, Truth),
    /// Cycles of waits closed, became deadlocks or opened, by a change of this priority of this
    /// port.
    Cycles(u8, Turn),
    /// User action, with its index.
    Acted(u32),
    /// Link of this port went down; frames in it and frames that wait for it are dropped.
    LinkDown,
    /// The link of this port came up.
    LinkUp,
    /// The routes took account of the link of this port; `true`: the link is up.
    Rerouted(bool),
    /// The source of this reliable flow, at this port, retransmits.
    WentBack(FlowId, Rewind),
    /// Last byte of a flow was delivered to its destination.
    FlowDone(FlowId),
    /// All messages of a repetition of this collective have arrived.
    CollectiveOver(CollectiveId),
}

impl EventKind {
    /// Whether the event is self-contained, so that the observer does not need the [`World`] as of
    /// that event and delivery may be batched.
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

/// Step of every frame at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameStep {
    /// [`EventKind::Arrived`]
    Arrive,
    /// [`EventKind::Started`]
    Start,
    /// [`EventKind::Delivered`]
    End,
}

impl FrameStep {
    /// Trace event of this step of `frame`.
    #[must_use]
    pub const fn kind(self, frame: Frame) -> EventKind {
        match self {
            Self::Arrive => EventKind::Arrived(frame),
            Self::Start => EventKind::Started(frame),
            Self::End => EventKind::Delivered(frame),
        }
    }
}

/// Recorder: receives the trace events of a run. A type parameter of the event loop: the recorder
/// `()` costs nothing.
pub trait Recorder {
    /// Whether the recorder receives any events.
    const LISTENS: bool;
    /// Whether the recorder receives the reasons of admissions ([`Ruling`]).
    const EXPLAINS: bool = Self::LISTENS;

    /// Whether the recorder wants the event `what` at the port, asked in the middle of an event of
    /// `world`, before the event is built.
    #[inline]
    fn records_event(&mut self, _world: &World, _port: usize, _what: &EventKind) -> bool {
        true
    }

    /// Whether the recorder wants a step of every frame, asked before the frame is copied.
    #[inline]
    fn records_frame(&mut self, _world: &World, _port: usize, _frame: &Frame, _does: FrameStep) -> bool {
        true
    }

    /// Receives a trace event.
    fn record(&mut self, event: TraceEvent);

    /// Receives the fact that a switch decided an admission at `port`, for recorders without
    /// [explanations](Self::EXPLAINS).
    #[inline]
    fn ruled(&mut self, _port: usize) {}

    /// Receives the fact that the PG of `port` or the queue of `output` may have changed, with or
    /// without a trace event.
    #[inline]
    fn changed(&mut self, _port: usize, _output: usize) {}

    /// Receives the world after each event.
    #[inline]
    fn happened(&mut self, _world: &World) {}
}

impl Recorder for () {
    const LISTENS: bool = false;

    #[inline]
    fn record(&mut self, _: TraceEvent) {}
}

impl Recorder for Vec<TraceEvent> {
    const LISTENS: bool = true;

    fn record(&mut self, event: TraceEvent) {
        self.push(event);
    }
}

impl<F: FnMut(TraceEvent)> Recorder for FnRecorder<F> {
    const LISTENS: bool = true;

    fn record(&mut self, event: TraceEvent) {
        (self.0)(event);
    }
}

/// Recorder that calls a closure with each trace event.
pub struct FnRecorder<F>(pub F);
