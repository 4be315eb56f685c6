//! Trace events of a run, and the [`Recorder`] that receives them. Start with [`EventKind`].
//!
//! A recorder receives events in the order in which they happen. One event of the simulation may have several
//! trace events, or none. With the recorder `()`, the event loop builds no trace event.

use crate::fabric::crossbar::MatchEvent;
use crate::fabric::frame::{Frame, Indication};
use crate::fabric::watchdog::WatchdogDecision;
use crate::ids::{CollectiveId, FlowId, PortId, PortSet, Priority};
use crate::units::Time;

use super::{AdmissionDetails, CycleChange, DropCause, Truth, World};

/// Start of a recovery, go-back-N or go-back-0: frames that a reliable flow is going to retransmit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// Sequence number of the first frame to retransmit.
    pub to: u32,
    /// Number of frames to retransmit.
    pub frames: u32,
    /// Ack timeout that expired and caused the retransmission; `None`: a NAK caused it.
    pub waited: Option<Time>,
}

impl Rewind {
    /// Whether the source retransmits the frame with sequence number `number` in this recovery.
    #[must_use]
    pub const fn covers(&self, number: u32) -> bool {
        number.wrapping_sub(self.to) < self.frames
    }
}

/// Trace event. The type is kept small, because a run has millions of events.
#[derive(Clone, Copy, Debug)]
pub struct TraceEvent {
    /// Simulated time at which the trace event happened.
    pub at: Time,
    /// Port at which the event happened, as [`EventKind`] says; port 0 for an action.
    pub port: PortId,
    /// Kind of event.
    pub kind: EventKind,
}

/// Kind of a trace event.
#[derive(Clone, Copy, Debug)]
pub enum EventKind {
    /// The port began to transmit a frame.
    Started(Frame),
    /// The transmitter of the port became free.
    Ended,
    /// The last bit of a frame arrived at the port. Not emitted for PFC frames and link credit
    /// updates, nor for lost or corrupt frames that are dropped on arrival.
    Arrived(Frame),
    /// A data frame was delivered: it is in the memory of its destination, the host of the port.
    Delivered(Frame),
    /// A frame was dropped, for the given cause. The frame arrived at the port or, at a host, waited for
    /// transmission by the port.
    Dropped(Frame, DropCause),
    /// The egress queue of the port marked a frame with ECN.
    Marked(Frame),
    /// A switch admitted or dropped a frame that arrived at the port. Contains the values on which
    /// the decision was based.
    Admission(Frame, AdmissionDetails),
    /// A switch copied a frame that arrived at the port, by flooding or for the receivers of a multicast.
    Copied(Frame),
    /// A switch charged a lossless frame that arrived at the port to headroom. `true`: the headroom of the PG
    /// was empty before this frame.
    Headroom(Frame, bool),
    /// The port sent a PFC frame.
    PfcSent(Indication),
    /// A frame left the crossbar for this output port.
    LeftCrossbar(Frame),
    /// Requests of inputs for this output port, at the start of a crossbar slot.
    Requested {
        /// Priority, 0 to 7.
        priority: Priority,
        /// Inputs that request the output. Each bit is the number of an input port within the switch.
        inputs: PortSet,
        /// Whether the egress queue has room for another frame.
        open: bool,
    },
    /// Grant or accept in a match of a crossbar. The port is the output.
    Matched(MatchEvent),
    /// A PFC frame arrived at the port.
    PfcReceived(Indication),
    /// A PFC frame was lost on arrival at the port: by a fault, or because of bit errors.
    PfcLost(Indication),
    /// This priority (0 to 7) of the port is paused from now on. Not emitted for a refresh, nor while a
    /// watchdog ignores the pauses.
    Paused(Priority),
    /// The pause of this priority of the port ended, because a resume was received, or because an action
    /// disabled the reception of PFC.
    Resumed(Priority),
    /// The pause of this priority of the port ended because the pause time expired.
    Expired(Priority),
    /// The credits of this priority of the port no longer cover its next frame.
    Starved(Priority),
    /// The credits of this priority of the port cover its next frame again.
    Credited(Priority),
    /// A credit update for this priority was lost on arrival at the port.
    CreditLost(Priority),
    /// A watchdog begins to ignore the pauses of this priority of the port, which was paused until
    /// now.
    Ignored(Priority),
    /// The watchdog of this priority of the port drops a frame. An [`EventKind::Dropped`] at the
    /// input port of the frame follows.
    WatchdogDropped(Priority, Frame),
    /// The watchdog of this priority of the port detected a storm or its end. [`Truth`] is the actual state
    /// of the queue.
    WatchdogDecided(Priority, WatchdogDecision, Truth),
    /// The event changed cycles of waits: cycles formed, became deadlocks or dissolved, or deadlocks ended.
    /// The first change was at this priority of the port.
    CyclesChanged(Priority, CycleChange),
    /// An action ran. The number is the index of the action in [`World::actions`].
    ActionApplied(u32),
    /// The link of the port went down. Frames in the cable and frames queued for the link are dropped. The
    /// pauses of the link end without events of their own.
    LinkDown,
    /// The link of the port came up.
    LinkUp,
    /// The routes were recomputed after the link of the port went down (`false`) or came up
    /// (`true`).
    Rerouted(bool),
    /// The source of this reliable flow begins to retransmit. The port is that of the source.
    Retransmission(FlowId, Rewind),
    /// The last byte of this flow was delivered. Emitted again for each further message of the flow that is
    /// complete. The port is that of the receiver.
    FlowDone(FlowId),
    /// All messages of one repetition of this collective have arrived. The port is that of the last
    /// receiver.
    CollectiveOver(CollectiveId),
}

impl EventKind {
    /// Whether a recorder can use the event without the state of the [`World`] at the time of the event. If
    /// so, the event can be reported later, together with other events.
    #[must_use]
    pub const fn is_self_contained(&self) -> bool {
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

/// Step that every frame takes at a port. A recorder filters these steps in
/// [`Recorder::records_frame`], which is faster than [`Recorder::records_event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameStep {
    /// Last bit of the frame arrived at the port: [`EventKind::Arrived`].
    Arrive,
    /// Transmission of the frame began: [`EventKind::Started`].
    Start,
    /// The frame reached its destination: [`EventKind::Delivered`].
    End,
}

impl FrameStep {
    /// Trace event for this step of `frame`.
    #[must_use]
    pub const fn kind(self, frame: Frame) -> EventKind {
        match self {
            Self::Arrive => EventKind::Arrived(frame),
            Self::Start => EventKind::Started(frame),
            Self::End => EventKind::Delivered(frame),
        }
    }
}

/// Receiver of the trace events of a run. The event loop has the recorder as a type parameter; with
/// the recorder `()` no event is built.
pub trait Recorder {
    /// Whether the recorder receives trace events. `false`: the event loop builds none.
    const RECORDS_EVENTS: bool;
    /// Whether the recorder receives [`EventKind::Admission`] events, which contain the values
    /// behind each admission decision.
    const RECORDS_ADMISSIONS: bool = Self::RECORDS_EVENTS;

    /// Whether the recorder needs the event `kind` at `port`. Called before [`Recorder::record`],
    /// while the event is in progress.
    #[inline]
    fn records_event(&mut self, _world: &World, _port: PortId, _kind: &EventKind) -> bool {
        true
    }

    /// Whether the recorder needs the step `step` of a frame at `port`. Called before the frame is
    /// copied into an event.
    #[inline]
    fn records_frame(&mut self, _world: &World, _port: PortId, _frame: &Frame, _step: FrameStep) -> bool {
        true
    }

    /// Receives a trace event. Called only if [`Recorder::records_event`] or [`Recorder::records_frame`]
    /// returned `true` for this event.
    fn record(&mut self, event: TraceEvent);

    /// Called when a switch has admitted or dropped a frame that came in by `input`. Called only if the
    /// recorder does not receive [`EventKind::Admission`] ([`Recorder::RECORDS_ADMISSIONS`] is `false`). Not
    /// called for the most frequent admissions, which depend on the PG and the egress queue alone.
    #[inline]
    fn admitted_or_dropped(&mut self, _input: PortId) {}

    /// Called when the bytes of a PG of `input` or of a queue of `output` may have changed, also without a
    /// trace event.
    #[inline]
    fn changed(&mut self, _input: PortId, _output: PortId) {}

    /// Called after each event, with the world in its state after the event. Also called after a transmitter
    /// was scheduled and started no frame.
    #[inline]
    fn happened(&mut self, _world: &World) {}
}

impl Recorder for () {
    const RECORDS_EVENTS: bool = false;

    #[inline]
    fn record(&mut self, _: TraceEvent) {}
}

impl Recorder for Vec<TraceEvent> {
    const RECORDS_EVENTS: bool = true;

    fn record(&mut self, event: TraceEvent) {
        self.push(event);
    }
}

impl<F: FnMut(TraceEvent)> Recorder for FnRecorder<F> {
    const RECORDS_EVENTS: bool = true;

    fn record(&mut self, event: TraceEvent) {
        (self.0)(event);
    }
}

/// Recorder that calls a closure with each trace event.
pub struct FnRecorder<F>(pub F);
