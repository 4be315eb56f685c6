//! Key events: the few trace events that the narration and the marks of the time line report. Start with
//! [`KeyEventDetector`], which finds them.
//!
//! Trace events must come in the order of the run. A PFC frame is detected at its sender and at its receiver;
//! a frame that only repeats pauses, at its sender only. ECN marks, frames in headroom and a lack of credits
//! are reported again only after more than 5 µs without such an event. Admissions, deliveries, flooded copies
//! and steps of the crossbar are no key events.

use fabric_sim::engine::{CycleChange, DropCause, EventKind, Rewind, TraceEvent, Truth, World};
use fabric_sim::fabric::frame::{Frame, FrameKind, Indication};
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::ids::{CollectiveId, FlowId, PortId, Priority, PrioritySet};
use fabric_sim::spec::Spec;
use fabric_sim::units::{Rate, Time};

/// Key event, with its time, number and port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyEvent {
    /// Time of the event.
    pub at: Time,
    /// Number of the event in the run, from 1.
    pub number: u64,
    /// Port at which the event happens.
    pub port: PortId,
    /// Kind of event.
    pub kind: KeyEventKind,
}

/// Kind of a key event, with its details.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyEventKind {
    /// The first data frame of this flow starts at its host.
    Starts(FlowId),
    /// A frame of this priority must wait in the queue of a switch port, for the first time in the run.
    Queues(Priority),
    /// The port sends a PFC frame that begins or ends a pause.
    Sent(Indication),
    /// The port sends a PFC frame that only repeats pauses.
    Renewed(Indication),
    /// The port receives a PFC frame that begins or ends a pause.
    Received(Indication),
    /// The port receives a PFC frame with pauses of these priorities, but ignores the pauses. No
    /// [`KeyEventKind::Received`] is then reported.
    Unheeded(PrioritySet),
    /// A PFC frame to the port was lost on its way.
    PfcLost(Indication),
    /// The port became paused for this priority.
    Paused(Priority),
    /// A resume ended the pause of this priority of the port.
    Resumed(Priority),
    /// The pause time of this priority of the port expired.
    Expired(Priority),
    /// A frame of this priority was charged to headroom, for the first time in more than 5 µs.
    Headroom(Priority),
    /// The credits of this priority do not cover its next frame, for the first time in more than 5 µs.
    Starved(Priority),
    /// The credits of a priority cover its next frame again, after a wait of more than 5 µs. The end of a
    /// wait also restarts the 5 µs for [`KeyEventKind::Starved`].
    Credited {
        /// Priority that has credits again, 0 to 7.
        priority: Priority,
        /// Duration of the wait for credits.
        waited: Time,
    },
    /// A frame of this priority was marked with ECN, for the first time in more than 5 µs.
    Marks(Priority),
    /// A CNP arrived at the source of this flow and cut the rate of the flow to this rate.
    Slowed(FlowId, Rate),
    /// A frame was dropped or discarded at the port.
    Drop {
        /// Flow of the frame.
        flow: FlowId,
        /// Priority of the frame.
        priority: Priority,
        /// Cause of the drop.
        cause: DropCause,
    },
    /// Go-back-N: the source of this reliable flow retransmits from an earlier frame.
    Retransmission(FlowId, Rewind),
    /// Cycles of waits formed or dissolved, or deadlocks began or ended. The field counts the four kinds of
    /// change.
    CyclesChanged(CycleChange),
    /// A PFC watchdog of the port made a decision about its queue.
    WatchdogDecided {
        /// Priority that the watchdog monitors, 0 to 7.
        priority: Priority,
        /// Decision of the watchdog.
        decision: WatchdogDecision,
        /// True state of the queue at the decision.
        truth: Truth,
    },
    /// The action with this index in the run took effect (see `World::actions`).
    ActionApplied(u32),
    /// The last byte of this flow was delivered. The flow belongs to no collective.
    Done(FlowId),
    /// The first frame of this collective starts at its host.
    Begins(CollectiveId),
    /// A repetition of a collective ended.
    Over {
        /// Collective whose repetition ends.
        collective: CollectiveId,
        /// Number of the repetition of the collective, from 1.
        times: u32,
        /// Duration of the repetition.
        took: Time,
    },
    /// Routes changed because the link of the port went up (`true`) or down (`false`).
    Rerouted(bool),
}

/// Least time since the last event of the same kind, after which an ECN mark, a frame in headroom or a lack
/// of credits is a key event again.
const LULL: Time = Time::from_us(5);

/// Detector that finds the key events among the trace events of a run. The detector stores what it has
/// already reported, so that it reports each event only once.
#[derive(Clone, Debug, Default)]
pub struct KeyEventDetector {
    /// Priorities that a port has paused at its peer, indexed by port.
    sent_pauses: Vec<PrioritySet>,
    /// Priorities that the peer of a port has paused, indexed by port, even if the port ignores pauses.
    received_pauses: Vec<PrioritySet>,
    /// Times of the last ECN marks; `None` without a mark so far. This list and the next two lists are
    /// indexed by port × 8 + priority.
    marked_at: Vec<Option<Time>>,
    /// Times at which frames were last charged to headroom, indexed like `marked_at`.
    headroom_at: Vec<Option<Time>>,
    /// Times at which the credits last became too few, or enough again, indexed like `marked_at`.
    starved_at: Vec<Option<Time>>,
    /// Priorities for which no backlog (`World::has_backlog`) has been reported yet, indexed by port. Empty
    /// for ports of hosts.
    unqueued: Vec<PrioritySet>,
}

impl KeyEventDetector {
    /// Creates a detector that has reported nothing.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let (ports, lanes) = (spec.ports.len(), spec.ports.len() * 8);
        Self {
            sent_pauses: vec![PrioritySet::EMPTY; ports],
            received_pauses: vec![PrioritySet::EMPTY; ports],
            marked_at: vec![None; lanes],
            headroom_at: vec![None; lanes],
            starved_at: vec![None; lanes],
            unqueued: (0..ports)
                .map(|n| spec.switch_of(PortId::new(n)).map_or(PrioritySet::EMPTY, |_| PrioritySet::ALL))
                .collect(),
        }
    }

    /// Heap memory of the detector in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let masks = size_of_val(&self.sent_pauses[..]) + size_of_val(&self.received_pauses[..]);
        let times = size_of_val(&self.marked_at[..]) + size_of_val(&self.headroom_at[..]);
        masks + times + size_of_val(&self.starved_at[..]) + size_of_val(&self.unqueued[..])
    }

    /// Returns the kind of the key event that the trace event `note` causes; `None` if it causes no key
    /// event. `world` is the state after the event. A PFC frame that ends a pause is never a repetition.
    /// [`KeyEventKind::Queues`] is not returned here; [`KeyEventDetector::starts_first_queue`] finds it.
    pub fn detect(&mut self, world: &World, note: &TraceEvent) -> Option<KeyEventKind> {
        let spec = world.spec();
        match note.kind {
            EventKind::Arrived(frame) if frame.kind == FrameKind::Cnp => slowed(world, note, frame.flow),
            EventKind::Started(frame) => started(world, note, &frame),
            EventKind::PfcSent(indication) => {
                let fresh = turned(&mut self.sent_pauses, note.port, indication);
                let is_refresh = (fresh | indication.resumes).is_empty();
                Some(if is_refresh {
                    KeyEventKind::Renewed(indication)
                } else {
                    KeyEventKind::Sent(indication)
                })
            }
            EventKind::PfcReceived(indication) => {
                let fresh = turned(&mut self.received_pauses, note.port, indication);
                let deaf = fresh - spec.ports[note.port.index()].config.receiver.enabled;
                if (fresh | indication.resumes).is_empty() {
                    None
                } else if deaf.is_empty() {
                    Some(KeyEventKind::Received(indication))
                } else {
                    Some(KeyEventKind::Unheeded(deaf))
                }
            }
            EventKind::PfcLost(indication) => Some(KeyEventKind::PfcLost(indication)),
            EventKind::Paused(priority) => Some(KeyEventKind::Paused(priority)),
            EventKind::Resumed(priority) => Some(KeyEventKind::Resumed(priority)),
            EventKind::Expired(priority) => {
                if let Some(received) = self.received_pauses.get_mut(note.port.index()) {
                    received.remove(priority);
                }
                Some(KeyEventKind::Expired(priority))
            }
            EventKind::Dropped(frame, cause) => {
                Some(KeyEventKind::Drop { flow: frame.flow, priority: frame.priority, cause })
            }
            EventKind::Marked(frame) => fresh(&mut self.marked_at, note, frame.priority)
                .then_some(KeyEventKind::Marks(frame.priority)),
            // Many frames in succession are charged to headroom; only the first is reported.
            EventKind::Headroom(frame, true) => fresh(&mut self.headroom_at, note, frame.priority)
                .then_some(KeyEventKind::Headroom(frame.priority)),
            EventKind::Starved(priority) => {
                fresh(&mut self.starved_at, note, priority).then_some(KeyEventKind::Starved(priority))
            }
            EventKind::Credited(priority) => {
                let since =
                    self.starved_at.get_mut(note.port.index() * 8 + priority.index())?.replace(note.at)?;
                let waited = note.at.saturating_sub(since);
                (waited > LULL).then_some(KeyEventKind::Credited { priority, waited })
            }
            EventKind::WatchdogDecided(priority, decision, truth) => {
                Some(KeyEventKind::WatchdogDecided { priority, decision, truth })
            }
            EventKind::CyclesChanged(_, change) => Some(KeyEventKind::CyclesChanged(change)),
            EventKind::ActionApplied(number) => Some(KeyEventKind::ActionApplied(number)),
            // For a collective, one key event reports the end of all its flows.
            EventKind::FlowDone(flow) => {
                world.collective_of(flow).is_none().then_some(KeyEventKind::Done(flow))
            }
            EventKind::CollectiveOver(collective) => {
                let (times, took) = world.collective_times(collective).last()?;
                Some(KeyEventKind::Over { collective, times, took })
            }
            EventKind::Retransmission(flow, back) => Some(KeyEventKind::Retransmission(flow, back)),
            EventKind::Rerouted(up) => Some(KeyEventKind::Rerouted(up)),
            // The action on the link is reported instead. Pauses reported before it no longer count.
            EventKind::LinkDown | EventKind::LinkUp => {
                for port in spec.link(note.port) {
                    (self.sent_pauses[port.index()], self.received_pauses[port.index()]) =
                        (PrioritySet::EMPTY, PrioritySet::EMPTY);
                }
                None
            }
            EventKind::Ignored(_)
            | EventKind::WatchdogDropped(..)
            | EventKind::Ended
            | EventKind::Arrived(_)
            | EventKind::Copied(_)
            | EventKind::Delivered(_)
            | EventKind::Admission(..)
            | EventKind::LeftCrossbar(_)
            | EventKind::CreditLost(_)
            | EventKind::Headroom(..)
            | EventKind::Requested { .. }
            | EventKind::Matched(_) => None,
        }
    }

    /// Priorities for which no backlog (`World::has_backlog`) has been reported yet, indexed by port. Empty
    /// for ports of hosts.
    pub fn unqueued(&self) -> &[PrioritySet] {
        &self.unqueued
    }

    /// Returns `true` if, for the first time in the run, further frames of the same priority wait for `port`
    /// when `frame` starts. Returns `true` at most once for each priority of a switch port, and never for a
    /// port of a host.
    pub fn starts_first_queue(&mut self, world: &World, port: PortId, frame: &Frame) -> bool {
        let Some(mask) = self.unqueued.get_mut(port.index()) else { return false };
        let is_first = mask.contains(frame.priority) && world.has_backlog(port, frame);
        if is_first {
            mask.remove(frame.priority);
        }
        is_first
    }
}

/// Key event for the start of `frame` at a host, if `frame` is the first frame of a flow; otherwise `None`.
/// Among the flows of a collective, only the start of the first flow is a key event.
fn started(world: &World, note: &TraceEvent, frame: &Frame) -> Option<KeyEventKind> {
    let spec = world.spec();
    let first = frame.kind == FrameKind::Data && frame.sequence == 0;
    if !first || spec.switch_of(note.port).is_some() {
        return None;
    }
    let Some(collective) = world.collective_of(frame.flow) else {
        return Some(KeyEventKind::Starts(frame.flow));
    };
    (spec.collectives[collective.index()].first == frame.flow).then_some(KeyEventKind::Begins(collective))
}

/// Pauses in the PFC frame `indication` that were not in force at `port` before. Updates the entry of `port`
/// in `masks`.
fn turned(masks: &mut [PrioritySet], port: PortId, indication: Indication) -> PrioritySet {
    let Some(mask) = masks.get_mut(port.index()) else { return indication.pauses };
    let fresh = indication.pauses & !*mask;
    *mask = (*mask | indication.pauses) & !indication.resumes;
    fresh
}

/// Whether the last event of this kind was more than [`LULL`] ago, for `priority` at the port of `note`.
/// `times` has the times of the last events. Each call stores the time of `note`, even if it returns `false`.
fn fresh(times: &mut [Option<Time>], note: &TraceEvent, priority: Priority) -> bool {
    let Some(last) = times.get_mut(note.port.index() * 8 + priority.index()) else { return false };
    let before = last.replace(note.at);
    before.is_none_or(|before| note.at.saturating_sub(before) > LULL)
}

/// Key event for a CNP that has just cut the rate of its flow at the source. `None` if the CNP did not cut
/// the rate.
fn slowed(world: &World, note: &TraceEvent, flow: FlowId) -> Option<KeyEventKind> {
    let control = world.flow_rate(flow).filter(|_| world.flow_source(flow).port == note.port)?;
    let cut = control.dcqcn?.cut_at == Some(note.at);
    cut.then_some(KeyEventKind::Slowed(flow, control.rate))
}
