//! Key events: the few trace events that the narration and the marks of the time line report. Start
//! with [`KeyEventDetector`], which finds them.

use fabric_sim::engine::{DropCause, EventKind, Rewind, TraceEvent, Truth, Turn, World};
use fabric_sim::fabric::frame::{Frame, FrameKind, Indication};
use fabric_sim::fabric::watchdog::Verdict;
use fabric_sim::ids::{CollectiveId, FlowId, PortId, PrioritySet};
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

/// Kind of a key event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyEventKind {
    /// First data frame of a flow starts at its host.
    Starts(FlowId),
    /// First frame of this priority that must wait in a queue for this port of a switch.
    Queues(u8),
    /// PFC frame that begins or ends a pause, sent by the port.
    Sent(Indication),
    /// PFC frame that only repeats pauses, sent by the port.
    Renewed(Indication),
    /// PFC frame that begins or ends a pause, received by the port.
    Received(Indication),
    /// PFC frame received with pauses of these priorities (mask), which the port does not obey.
    Unheeded(PrioritySet),
    /// PFC frame to the port was lost on its way.
    PfcLost(Indication),
    /// Priority of the port entered PAUSED.
    Paused(u8),
    /// Priority of the port left PAUSED because of a resume.
    Resumed(u8),
    /// Priority of the port left PAUSED because the pause time expired.
    Expired(u8),
    /// Frame of this priority charged to headroom: the first for at least 5 µs.
    Headroom(u8),
    /// Credits do not cover the next frame of this priority, for the first time in at least 5 µs.
    Starved(u8),
    /// Credits cover the next frame again, after a wait of more than 5 µs.
    Credited {
        /// Priority with credits, 0 to 7.
        priority: u8,
        /// Duration of the wait for credits.
        waited: Time,
    },
    /// Frame of this priority marked by ECN: the first for at least 5 µs.
    Marks(u8),
    /// CNP arrived at the source of this flow and cut its rate to this rate.
    Slowed(FlowId, Rate),
    /// Frame dropped or discarded at the port.
    Drop {
        /// Flow of the frame.
        flow: FlowId,
        /// Priority of the frame.
        priority: u8,
        /// Cause of the drop.
        cause: DropCause,
    },
    /// Source of this reliable flow went back and retransmits.
    WentBack(FlowId, Rewind),
    /// Cyclic waits closed, opened, or became deadlocks.
    Cycles(Turn),
    /// Decision of the PFC watchdog of the port, with the true state of its queue.
    Judged {
        /// Priority of the watchdog, 0 to 7.
        priority: u8,
        /// Decision of the watchdog.
        verdict: Verdict,
        /// True state of the queue.
        truth: Truth,
    },
    /// Action with this index took effect.
    Acted(u32),
    /// Flow, in no collective, delivered its last byte.
    Done(FlowId),
    /// First frame of a collective starts at its host.
    Begins(CollectiveId),
    /// Repetition of a collective ended.
    Over {
        /// Collective whose repetition ends.
        collective: CollectiveId,
        /// Number of the repetition, from 1.
        times: u32,
        /// Duration of the repetition.
        took: Time,
    },
    /// Routes changed because the link of the port went up (`true`) or down (`false`).
    Rerouted(bool),
}

/// Time after which an ECN mark, a frame in headroom or a lack of credits is a key event again.
const LULL: Time = Time::from_us(5);

/// Detector that finds the key events among the trace events of a run. It remembers what it has
/// reported.
#[derive(Clone, Debug, Default)]
pub struct KeyEventDetector {
    /// For each port, the mask of the priorities that it has paused at its peer.
    sent_pauses: Vec<PrioritySet>,
    /// For each port, the mask of the priorities that its peer has paused, whether the port obeys
    /// or not.
    received_pauses: Vec<PrioritySet>,
    marked_at: Vec<Option<Time>>,
    headroom_at: Vec<Option<Time>>,
    starved_at: Vec<Option<Time>>,
    /// For each port of a switch, the mask of the priorities whose first waiting frame is not
    /// reported yet; empty for ports of hosts.
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

    /// Heap memory in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let masks = size_of_val(&self.sent_pauses[..]) + size_of_val(&self.received_pauses[..]);
        let times = size_of_val(&self.marked_at[..]) + size_of_val(&self.headroom_at[..]);
        masks + times + size_of_val(&self.starved_at[..]) + size_of_val(&self.unqueued[..])
    }

    /// Kind of key event that the trace event `note` is; `None` if it is none. `world` is the state
    /// after the event.
    pub fn detect(&mut self, world: &World, note: &TraceEvent) -> Option<KeyEventKind> {
        let spec = world.spec();
        match note.kind {
            EventKind::Arrived(frame) if frame.kind == FrameKind::Cnp => slowed(world, note, frame.flow),
            EventKind::Started(frame) => started(world, note, &frame),
            EventKind::PfcSent(says) => {
                let fresh = turned(&mut self.sent_pauses, note.port, says);
                let is_refresh = (fresh | says.resumes).is_empty();
                Some(if is_refresh { KeyEventKind::Renewed(says) } else { KeyEventKind::Sent(says) })
            }
            EventKind::PfcReceived(says) => {
                let fresh = turned(&mut self.received_pauses, note.port, says);
                let deaf = fresh - spec.ports[note.port.index()].config.receiver.enabled;
                if (fresh | says.resumes).is_empty() {
                    None
                } else if deaf.is_empty() {
                    Some(KeyEventKind::Received(says))
                } else {
                    Some(KeyEventKind::Unheeded(deaf))
                }
            }
            EventKind::PfcLost(says) => Some(KeyEventKind::PfcLost(says)),
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
            // Frames charged to headroom come in numbers; only the first is reported.
            EventKind::Headroom(frame, true) => fresh(&mut self.headroom_at, note, frame.priority)
                .then_some(KeyEventKind::Headroom(frame.priority)),
            EventKind::Starved(priority) => {
                fresh(&mut self.starved_at, note, priority).then_some(KeyEventKind::Starved(priority))
            }
            EventKind::Credited(priority) => {
                let since = self
                    .starved_at
                    .get_mut(note.port.index() * 8 + usize::from(priority))?
                    .replace(note.at)?;
                let waited = note.at.saturating_sub(since);
                (waited > LULL).then_some(KeyEventKind::Credited { priority, waited })
            }
            EventKind::Judged(priority, verdict, truth) => {
                Some(KeyEventKind::Judged { priority, verdict, truth })
            }
            EventKind::Cycles(_, turn) => Some(KeyEventKind::Cycles(turn)),
            EventKind::Acted(number) => Some(KeyEventKind::Acted(number)),
            // The flows of a collective are reported together when all are done.
            EventKind::FlowDone(flow) => {
                world.collective_of(flow).is_none().then_some(KeyEventKind::Done(flow))
            }
            EventKind::CollectiveOver(collective) => {
                let (times, took) = world.collective_times(collective).last()?;
                Some(KeyEventKind::Over { collective, times, took })
            }
            EventKind::WentBack(flow, back) => Some(KeyEventKind::WentBack(flow, back)),
            EventKind::Rerouted(up) => Some(KeyEventKind::Rerouted(up)),
            // Reported as the action; earlier reports no longer count.
            EventKind::LinkDown | EventKind::LinkUp => {
                for port in spec.link(note.port) {
                    (self.sent_pauses[port.index()], self.received_pauses[port.index()]) =
                        (PrioritySet::EMPTY, PrioritySet::EMPTY);
                }
                None
            }
            EventKind::Ignored(_)
            | EventKind::ThrownAway(..)
            | EventKind::Ended
            | EventKind::Arrived(_)
            | EventKind::Copied(_)
            | EventKind::Delivered(_)
            | EventKind::Ruled(..)
            | EventKind::Crossed(_)
            | EventKind::CreditLost(_)
            | EventKind::Headroom(..)
            | EventKind::Asked { .. }
            | EventKind::Matched(_) => None,
        }
    }

    /// For each port, the mask of the priorities whose first waiting frame is not reported yet.
    pub fn unqueued(&self) -> &[PrioritySet] {
        &self.unqueued
    }

    /// Whether the start of `frame` shows that frames wait behind it for this port of a switch, for
    /// the first time. Returns true at most once per port and priority.
    pub fn starts_first_queue(&mut self, world: &World, port: PortId, frame: &Frame) -> bool {
        let Some(mask) = self.unqueued.get_mut(port.index()) else { return false };
        let is_first = mask.contains(frame.priority) && world.is_crowd_behind(port.index(), frame);
        if is_first {
            mask.remove(frame.priority);
        }
        is_first
    }
}

/// Key event for the start of `frame` at a host if it is the first frame of a flow; of a
/// collective, the first frame of the first flow. `None` otherwise.
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

/// Mask of the pauses in the PFC frame `says` that were not in force at `port` before. Updates the
/// mask of `port` in `masks`.
fn turned(masks: &mut [PrioritySet], port: PortId, says: Indication) -> PrioritySet {
    let Some(mask) = masks.get_mut(port.index()) else { return says.pauses };
    let fresh = says.pauses & !*mask;
    *mask = (*mask | says.pauses) & !says.resumes;
    fresh
}

fn fresh(times: &mut [Option<Time>], note: &TraceEvent, priority: u8) -> bool {
    let Some(last) = times.get_mut(note.port.index() * 8 + usize::from(priority)) else { return false };
    let before = last.replace(note.at);
    before.is_none_or(|before| note.at.saturating_sub(before) > LULL)
}

/// Key event for a CNP that has just cut the rate of its flow at the source; `None` if it did not.
fn slowed(world: &World, note: &TraceEvent, flow: FlowId) -> Option<KeyEventKind> {
    let control = world.flow_rate(flow).filter(|_| world.flow_source(flow).port == note.port)?;
    let cut = control.dcqcn?.cut_at == Some(note.at);
    cut.then_some(KeyEventKind::Slowed(flow, control.rate))
}
