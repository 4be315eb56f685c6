//! Decisions on one frame: why each switch on its path admitted the frame, charged the frame to headroom, or
//! dropped the frame. Each decision has the numbers that led to it. Start with [`Decisions::replay`].
//!
//! A frame that is retransmitted keeps its number. The decisions on all its transmissions are in one list, in
//! order of time. Decisions on other frames of the flow are not recorded.

mod causes;

use std::sync::Arc;

use super::amount::grouped;
use super::lost_pauses::{self, LostPauses};
use crate::engine::{
    AdmissionDetails, AdmissionResult, DropCause, EventKind, Recorder, Rewind, RunEnd, TraceEvent,
    UseAndLimit, World,
};
use crate::fabric::buffer::Scope;
use crate::fabric::egress::{EcnConfig, WredConfig};
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId, Priority};
use crate::sort;
use crate::spec::Spec;
use crate::units::Time;
use causes::lost;

/// Number of events in each step of the run in [`Decisions::replay`]. Trace events are recorded after each
/// step, to limit the memory for them.
const ROUND: u64 = 1_024;

/// Decision on a frame at a port: admission, cut-through, drop, retransmission or delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Time of the decision.
    pub at: Time,
    /// Port at which the frame arrived. If the NIC of the source drops or retransmits the frame, this is the
    /// port of the NIC.
    pub port: PortId,
    /// Priority of the frame at this port.
    pub priority: Priority,
    /// Kind of the decision, with its numbers.
    pub outcome: Decided,
    /// Time at which a pause that the port had sent for the priority was lost. `None` unless the decision is
    /// a drop for lack of memory, and no resume has followed the lost pause.
    pub lost_pause: Option<Time>,
}

/// Kind of a decision on a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Admission or drop by the memory management of a switch.
    Admission(AdmissionDetails),
    /// Cut-through: transmission on this output began before the whole frame had arrived. No memory was
    /// charged.
    CutThrough(PortId),
    /// Drop or discard for a reason other than lack of memory.
    Lost(DropCause),
    /// Retransmission: the source goes back to this frame or to an earlier frame, and sends all frames from
    /// that frame on again.
    Again(Rewind),
    /// Delivery of a frame that was lost before. The value is the time from the first drop of the frame to
    /// its delivery.
    Delivered(Time),
}

/// [`Recorder`] that collects the decisions on one frame: a data frame, an ack or a CNP.
#[derive(Clone, Debug)]
pub struct Decisions {
    spec: Arc<Spec>,
    flow: FlowId,
    kind: FrameKind,
    sequence: u32,
    sent: bool,
    /// Time of the first drop or discard of the frame since it was last delivered. `None` if there was none.
    lost: Option<Time>,
    lost_pauses: LostPauses,
    all: Vec<Decision>,
}

impl Decisions {
    /// Creates a recorder for one frame of `flow`. `sequence` is the number of the frame, from 0. For an ack,
    /// it is the number of the acknowledged frame. For a CNP, it is the number among the CNPs of the flow.
    /// PFC frames are never recorded, because no switch forwards them.
    #[must_use]
    pub fn new(spec: &Arc<Spec>, flow: FlowId, kind: FrameKind, sequence: u32) -> Self {
        Self {
            spec: Arc::clone(spec),
            flow,
            kind,
            sequence,
            sent: false,
            lost: None,
            lost_pauses: LostPauses::default(),
            all: Vec::new(),
        }
    }

    /// Runs `world` up to and including `until`, and returns the decisions on the frame in order of time.
    /// `world` must be at a time before the source sends the frame. `None` if the frame has not been sent up
    /// to `until`. Empty if the frame was sent but no decision on it was made. Discards by the receiver count
    /// as drops.
    #[must_use]
    pub fn replay(
        mut world: World,
        flow: FlowId,
        kind: FrameKind,
        sequence: u32,
        until: Time,
    ) -> Option<Vec<Decision>> {
        let mut decisions = Self::new(world.spec(), flow, kind, sequence);
        // The engine is compiled for speed, this crate for small size. So the loop over events is that of the
        // engine.
        let mut events = Vec::new();
        loop {
            let stop = world.run_recording(until, ROUND, &mut events);
            events.drain(..).for_each(|event| decisions.record(event));
            if stop == RunEnd::Reached {
                break;
            }
        }
        (decisions.sent || !decisions.all.is_empty()).then_some(decisions.all)
    }

    /// Decisions so far, in order of time.
    #[must_use]
    pub fn all(&self) -> &[Decision] {
        &self.all
    }

    /// Whether several admissions of the frame at one port were recorded, as for the copies of a flooded
    /// frame. Also true for a frame that was retransmitted, or that came back in a routing loop.
    #[must_use]
    pub fn is_flooded(&self) -> bool {
        let is_admission = |decision: &&Decision| matches!(decision.outcome, Decided::Admission(_));
        let mut ports: Vec<PortId> =
            self.all.iter().filter(is_admission).map(|decision| decision.port).collect();
        sort::by(&mut ports, Ord::cmp);
        ports.windows(2).any(|pair| pair[0] == pair[1])
    }

    fn push(&mut self, at: Time, port: PortId, frame: &Frame, outcome: Decided) {
        let priority = frame.priority;
        let is_violation = outcome.dropped().is_some_and(DropCause::is_violation);
        let lost_pause = self.lost_pauses.since(port, priority).filter(|_| is_violation);
        self.all.push(Decision { at, port, priority, outcome, lost_pause });
    }

    /// Records that a frame was cut through. This is the case if `frame` starts at a switch before the
    /// switch has decided on its admission.
    fn started(&mut self, at: Time, port: PortId, frame: &Frame) {
        self.sent = true;
        let here = self.spec.ports[port.index()].node;
        let is_admission = self.all.last().is_some_and(|last| {
            self.spec.ports[last.port.index()].node == here && matches!(last.outcome, Decided::Admission(_))
        });
        if self.spec.switch_of(port).is_some() && !is_admission {
            self.push(at, frame.ingress(), frame, Decided::CutThrough(port));
        }
    }
}

impl Recorder for Decisions {
    const RECORDS_EVENTS: bool = true;

    fn record(&mut self, TraceEvent { at, port, kind }: TraceEvent) {
        let ours = |frame: &Frame| {
            // A PFC frame has no flow and no sequence number; the values in these fields have no meaning.
            frame.kind == self.kind
                && frame.kind != FrameKind::Pfc
                && (frame.flow, frame.sequence) == (self.flow, self.sequence)
        };
        self.lost_pauses.observe(&self.spec, at, port, &kind);
        match kind {
            EventKind::Started(frame) if ours(&frame) => self.started(at, port, &frame),
            EventKind::Admission(frame, details) if ours(&frame) => {
                self.push(at, port, &frame, Decided::Admission(details));
            }
            EventKind::Dropped(frame, cause) if ours(&frame) => {
                let is_recorded = self
                    .all
                    .last()
                    .is_some_and(|last| last.outcome.dropped() == Some(cause) && last.at == at);
                // The flow loses nothing by the drop of a flooded copy or a duplicate.
                if !matches!(cause, DropCause::FloodCopy | DropCause::Duplicate) {
                    self.lost.get_or_insert(at);
                }
                if !is_recorded {
                    self.push(at, port, &frame, Decided::Lost(cause));
                }
            }
            EventKind::Retransmission(flow, back)
                if self.sent
                    && (flow, self.kind) == (self.flow, FrameKind::Data)
                    && back.covers(self.sequence) =>
            {
                let priority = self.all.last().map_or(Priority::P0, |last| last.priority);
                self.all.push(Decision {
                    at,
                    port,
                    priority,
                    outcome: Decided::Again(back),
                    lost_pause: None,
                });
            }
            EventKind::Delivered(frame) if ours(&frame) => {
                if let Some(lost) = self.lost.take() {
                    self.push(at, port, &frame, Decided::Delivered(at - lost));
                }
            }
            _ => {}
        }
    }
}

impl Decided {
    /// Cause of the drop or discard. `None` if the decision is neither a drop nor a discard.
    #[must_use]
    pub const fn dropped(&self) -> Option<DropCause> {
        match self {
            Self::Admission(AdmissionDetails { result: AdmissionResult::Dropped(cause), .. })
            | Self::Lost(cause) => Some(*cause),
            _ => None,
        }
    }
}

impl Decision {
    /// Sentence for the user: the decision, and the numbers that led to it.
    #[must_use]
    pub fn sentence(&self, spec: &Spec) -> String {
        let here = format!("{} P{}", spec.port_name(self.port), self.priority);
        match self.outcome {
            Decided::CutThrough(output) => {
                format!("cut through at {here}: it left by {} before it was whole", spec.port_name(output))
            }
            Decided::Lost(cause) if cause.loses_no_data() => {
                format!("discarded at {here}: {}", lost(cause))
            }
            Decided::Lost(cause) => format!("lost at {here}: {}", lost(cause)),
            Decided::Again(Rewind { to, frames, waited }) => {
                let why = waited.map_or_else(
                    || "a NAK reported the gap".to_owned(),
                    |waited| format!("no ack came for {waited}"),
                );
                let port = spec.port_name(self.port);
                format!("{port} goes back to frame {to}, because {why}: it sends {frames} frames again")
            }
            Decided::Delivered(late) => format!("delivered at {here}, {late} after it was first lost"),
            Decided::Admission(details) => {
                let config = &spec.ports[details.output.index()].config.priorities[self.priority.index()];
                let sentence =
                    admission_sentence(&details, &config.wred, &here, &spec.port_name(details.output));
                match self.lost_pause {
                    None => sentence,
                    Some(at) => {
                        format!("{sentence}; {}", lost_pauses::phrase(spec, self.port, self.priority, at))
                    }
                }
            }
        }
    }
}

fn admission_sentence(details: &AdmissionDetails, wred: &WredConfig, here: &str, output: &str) -> String {
    let AdmissionDetails { charge, reserve, shared, headroom, headroom_pool, queue, free, .. } = *details;
    let of = |used: u32, size: u32| format!("{} of {} B", grouped(used), grouped(size));
    let needs = format!("the frame needs {} B", grouped(charge));
    let to_shared = charge - charge.min(reserve.size.saturating_sub(reserve.used));
    let limited = match details.scope {
        Scope::Group => "the group's shared use".to_owned(),
        Scope::Voq => format!("the VOQ of this input for {output}"),
        Scope::Queue => format!("the queue of {output}"),
    };
    let full = {
        // The threshold of a group does not include the reserve. The thresholds of a VOQ and of an egress
        // queue count the whole frame.
        let more = if details.scope == Scope::Group { to_shared } else { charge };
        if shared.used.saturating_add(more) > shared.size {
            let name = if details.lossless { "XOFF threshold" } else { "threshold" };
            format!("{limited} {}", above(shared, more, name))
        } else {
            let (free, part) = (grouped(free), grouped(to_shared));
            format!("{free} B of shared memory are free, and the frame needs {part} B of it")
        }
    };
    match details.result {
        AdmissionResult::Uncounted => format!("admitted at {here}: this priority takes no memory"),
        AdmissionResult::Shared { to_reserve } => {
            let where_to = match (to_reserve, charge - to_reserve) {
                (reserve, 0) => format!("{} B to the reserve", grouped(reserve)),
                (0, shared) => format!("{} B to shared memory", grouped(shared)),
                (reserve, shared) => {
                    format!(
                        "{} B to the reserve and {} B to shared memory",
                        grouped(reserve),
                        grouped(shared)
                    )
                }
            };
            let before = of(shared.used, shared.size);
            format!(
                "admitted at {here}: {where_to}; {limited} stood at {before} before it, {} B were free",
                grouped(free)
            )
        }
        AdmissionResult::Headroom => {
            let before = of(headroom.used, headroom.size);
            format!("charged to headroom at {here} ({before} before it): {full}")
        }
        AdmissionResult::Dropped(DropCause::Violation) => {
            let before = of(headroom.used, headroom.size);
            let no_pause = without_pause(details, &limited);
            format!("dropped at {here}: headroom {before} in use, {needs}{no_pause}")
        }
        AdmissionResult::Dropped(DropCause::PoolViolation) => {
            let before = of(headroom_pool.used, headroom_pool.size);
            format!(
                "dropped at {here}: the headroom pool that all ports share has {before} in use, {needs}{}",
                without_pause(details, &limited)
            )
        }
        AdmissionResult::Dropped(DropCause::Wred) => {
            format!("dropped early at {here}: {}", early(wred, queue.used, output))
        }
        AdmissionResult::Dropped(DropCause::EgressTailDrop)
            if queue.used.saturating_add(charge) > queue.size =>
        {
            format!("dropped at {here}: the queue of {output} {}", above(queue, charge, "limit"))
        }
        AdmissionResult::Dropped(_) => format!("dropped at {here}: {full}"),
    }
}

/// Addition to a sentence on a drop: the reason why the priority group had not requested a pause. `limited`
/// names the quantity to which the threshold applies. Empty if the group had requested a pause.
fn without_pause(details: &AdmissionDetails, limited: &str) -> String {
    if details.is_pausing {
        return String::new();
    }
    if !details.can_pause {
        return "; no pause had been requested, because the port sends none for this priority (pfc_tx off)"
            .to_owned();
    }
    let UseAndLimit { used, size } = details.shared;
    format!("; no pause had been requested: {limited} stood at {} of {} B", grouped(used), grouped(size))
}

/// Part of a sentence on a drop: the bytes in use, the sum with `more` further bytes, and the exceeded
/// limit. `part` has both numbers of one part of the memory: its use and its limit. `limit` is the name of
/// the limit.
fn above(part: UseAndLimit, more: u32, limit: &str) -> String {
    let (used, sum, size) = (grouped(part.used), grouped(part.used.saturating_add(more)), grouped(part.size));
    format!("stood at {used} B; {} B more would make {sum} B, above its {limit} of {size} B", grouped(more))
}

/// Part of a sentence: why weighted random early detection (WRED) dropped a frame at a queue with `waiting`
/// bytes.
fn early(wred: &WredConfig, waiting: u32, output: &str) -> String {
    let (min, max) = (grouped(wred.min), grouped(wred.max));
    let now = format!("the queue of {output} held {} B just then (not an average)", grouped(waiting));
    if u64::from(waiting) >= wred.max {
        return format!("{now}, at or above WRED's max of {max} B, where every frame is dropped");
    }
    let (here, most) = (percent(wred.probability(waiting.into())), percent(wred.drop));
    format!(
        "WRED drew it: {now}, between min {min} B and max {max} B, where {here} of the frames are dropped \
         ({most} just below max)"
    )
}

/// Percentage for a probability in units of 1/2³².
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(probability: u64) -> String {
    format!("{:.2} %", 100.0 * probability as f64 / EcnConfig::CERTAIN as f64)
}
