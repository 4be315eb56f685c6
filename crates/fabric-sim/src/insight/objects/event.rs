//! Trace event as a plain object: names and numbers of the event, and a sentence on the event. The sentence
//! begins with the name of the port. Start with [`EventObject`].
//!
//! Fields that do not apply to an event are absent. A PFC frame has both `pauses` and `resumes`, but no
//! `priority`. PFC frames and link credit updates have no `bytes` and `sequence`. The field `flow` is absent
//! if the list of flow names has no entry for the flow.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::{CycleChange, DropCause, EventKind, TraceEvent};
use crate::fabric::frame::{Frame, FrameKind, Indication};
use crate::fabric::watchdog::WatchdogDecision;
use crate::ids::{FlowId, Priority, PrioritySet};
use crate::insight::{Decided, Decision};
use crate::spec::Spec;

/// Kind of a trace event: the thing that happened at the port of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventName {
    /// Transmission of a frame began.
    Started,
    /// Transmission of a frame ended, and the transmitter of the port became free.
    Ended,
    /// Last bit of a frame arrived at the port.
    Arrived,
    /// Frame reached its destination host.
    Delivered,
    /// Frame was dropped; `cause` is the reason.
    Dropped,
    /// Egress queue marked a frame with ECN.
    Marked,
    /// Switch made a further copy of a frame, by flooding or for a multicast.
    Copied,
    /// Lossless frame was charged to headroom.
    Headroom,
    /// Switch decided whether to admit a frame that arrived at the port.
    #[serde(rename = "ruled")]
    AdmissionDecided,
    /// Frame left the crossbar at the port, which is an output.
    #[serde(rename = "crossed")]
    LeftCrossbar,
    /// Inputs requested an output from the crossbar at the start of a slot. The port of the event is the
    /// output.
    #[serde(rename = "asked")]
    Requested,
    /// Port took part in one step of a crossbar match: a grant or an accept.
    Matched,
    /// Port began to send a PFC frame.
    PfcSent,
    /// PFC frame arrived at the port.
    PfcReceived,
    /// PFC frame was lost on arrival at the port.
    PfcLost,
    /// Priority of the port was paused.
    Paused,
    /// Pause of a priority ended because of a resume.
    Resumed,
    /// Pause of a priority ended because its time expired.
    Expired,
    /// Credits of a priority became too few for its next frame.
    Starved,
    /// Credits of a priority became enough for its next frame again.
    Credited,
    /// Credit update was lost on arrival at the port.
    CreditLost,
    /// Watchdog began to ignore the pauses of a priority.
    Ignored,
    /// Watchdog dropped a frame. `priority` is the priority that the watchdog watches; `cause` is absent. A
    /// further event `dropped`, at the input port of the frame, gives the cause.
    #[serde(rename = "thrown_away")]
    WatchdogDropped,
    /// Watchdog detected a storm, or the end of a storm.
    #[serde(rename = "judged")]
    WatchdogDecided,
    /// Cycles of waiting queues formed, became deadlocks or dissolved.
    #[serde(rename = "circles")]
    CyclesChanged,
    /// Action of the document, or of the page, ran.
    #[serde(rename = "acted")]
    ActionApplied,
    /// Link of the port went down.
    LinkDown,
    /// Link of the port came up.
    LinkUp,
    /// Routes were recalculated after the link of the port had changed.
    Rerouted,
    /// Source of a reliable flow began to retransmit.
    #[serde(rename = "went_back")]
    Retransmission,
    /// Last byte of a flow was delivered.
    FlowDone,
    /// Last message of a repetition of a collective arrived.
    CollectiveOver,
}

impl From<&EventKind> for EventName {
    fn from(kind: &EventKind) -> Self {
        match kind {
            EventKind::Started(..) => Self::Started,
            EventKind::Ended => Self::Ended,
            EventKind::Arrived(..) => Self::Arrived,
            EventKind::Delivered(..) => Self::Delivered,
            EventKind::Dropped(..) => Self::Dropped,
            EventKind::Marked(..) => Self::Marked,
            EventKind::LeftCrossbar(..) => Self::LeftCrossbar,
            EventKind::Requested { .. } => Self::Requested,
            EventKind::Admission(..) => Self::AdmissionDecided,
            EventKind::Matched(..) => Self::Matched,
            EventKind::Copied(..) => Self::Copied,
            EventKind::Headroom(..) => Self::Headroom,
            EventKind::PfcSent(..) => Self::PfcSent,
            EventKind::PfcReceived(..) => Self::PfcReceived,
            EventKind::PfcLost(..) => Self::PfcLost,
            EventKind::Paused(..) => Self::Paused,
            EventKind::Resumed(..) => Self::Resumed,
            EventKind::Expired(..) => Self::Expired,
            EventKind::Starved(..) => Self::Starved,
            EventKind::Credited(..) => Self::Credited,
            EventKind::CreditLost(..) => Self::CreditLost,
            EventKind::Ignored(..) => Self::Ignored,
            EventKind::WatchdogDropped(..) => Self::WatchdogDropped,
            EventKind::WatchdogDecided(..) => Self::WatchdogDecided,
            EventKind::CyclesChanged(..) => Self::CyclesChanged,
            EventKind::ActionApplied(..) => Self::ActionApplied,
            EventKind::LinkDown => Self::LinkDown,
            EventKind::LinkUp => Self::LinkUp,
            EventKind::Rerouted(..) => Self::Rerouted,
            EventKind::Retransmission(..) => Self::Retransmission,
            EventKind::FlowDone(..) => Self::FlowDone,
            EventKind::CollectiveOver(..) => Self::CollectiveOver,
        }
    }
}

/// Event at a port; `text` describes the event in a sentence. Fields that do not apply to the kind of the
/// event are absent.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Note")]
pub struct EventObject<'a> {
    /// Time of the event, in picoseconds since the start of the run.
    at_ps: u64,
    /// Port of the event, such as `s1.2`.
    port: String,
    /// Kind of the event, such as `paused`.
    what: EventName,
    /// Event as a sentence, which begins with the name of the port.
    text: String,
    /// Name of the flow that the event concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    flow: Option<&'a str>,
    /// Sequence number of the frame within its flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<u32>,
    /// Length of the frame in bytes, header through FCS.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u16>,
    /// Priority that the event concerns, 0 to 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<u8>,
    /// Priorities that the PFC frame pauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pauses: Option<Vec<u8>>,
    /// Priorities that the PFC frame resumes.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumes: Option<Vec<u8>>,
    /// Cause of the drop, named as in the `drops` of a report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = DropCause::ALL.map(DropCause::name)))]
    cause: Option<&'static str>,
}

impl<'a> EventObject<'a> {
    /// Creates the object of the event `note`. `flows` are the names of the flows of the run, by index.
    #[must_use]
    pub fn new(spec: &Spec, flows: &'a [String], note: &TraceEvent) -> Self {
        let mut this = Self {
            at_ps: note.at.ps(),
            port: spec.port_name(note.port),
            what: (&note.kind).into(),
            text: String::new(),
            flow: None,
            sequence: None,
            bytes: None,
            priority: None,
            pauses: None,
            resumes: None,
            cause: None,
        };
        let does = this.does(spec, flows, note);
        this.text = format!("{} {does}", this.port);
        this
    }

    /// Describes the event: returns the sentence without its first word, which is the name of the port. Also
    /// fills in the fields that apply to the kind of the event.
    fn does(&mut self, spec: &Spec, flows: &'a [String], note: &TraceEvent) -> String {
        match note.kind {
            EventKind::Started(frame) => {
                format!("begins to send {}", self.frame(flows, &frame))
            }
            EventKind::Ended => "has sent its frame".to_owned(),
            EventKind::Arrived(frame) => {
                format!("receives {}", self.frame(flows, &frame))
            }
            EventKind::Delivered(frame) => {
                format!("delivers {}", self.frame(flows, &frame))
            }
            EventKind::Dropped(frame, cause) => {
                self.cause = Some(cause.name());
                format!("loses {}: {}", self.frame(flows, &frame), cause.name())
            }
            EventKind::Marked(frame) => format!("marks {}", self.frame(flows, &frame)),
            EventKind::LeftCrossbar(frame) => {
                format!("gets {} from the crossbar", self.frame(flows, &frame))
            }
            EventKind::Requested { priority, .. } => {
                format!("is requested at the crossbar, {}", self.priority(priority))
            }
            EventKind::Admission(frame, details) => {
                let decided = Decision {
                    at: note.at,
                    port: note.port,
                    priority: frame.priority,
                    outcome: Decided::Admission(details),
                    lost_pause: None,
                };
                let of = self.frame(flows, &frame);
                format!("rules on {of}: {}", decided.sentence(spec))
            }
            EventKind::Matched(_) => "takes part in a step of a match".to_owned(),
            EventKind::Copied(frame) => format!("copies {}", self.frame(flows, &frame)),
            EventKind::Headroom(frame, _) => {
                format!("takes {} into headroom", self.frame(flows, &frame))
            }
            EventKind::PfcSent(pfc) => format!("sends PFC: {}", self.pfc(pfc)),
            EventKind::PfcReceived(pfc) => {
                format!("receives PFC: {}", self.pfc(pfc))
            }
            EventKind::PfcLost(pfc) => {
                format!("does not get a PFC frame: {}", self.pfc(pfc))
            }
            EventKind::Paused(n) => format!("stops sending {}", self.priority(n)),
            EventKind::Resumed(n) => format!("sends {} again", self.priority(n)),
            EventKind::Expired(n) => {
                format!("sends {} again, because the pause is over", self.priority(n))
            }
            EventKind::Starved(n) => {
                format!("has no credits for its next frame of {}", self.priority(n))
            }
            EventKind::Credited(n) => {
                format!("has credits for {} again", self.priority(n))
            }
            EventKind::CreditLost(n) => {
                format!("does not get a credit update of {}", self.priority(n))
            }
            EventKind::Ignored(n) => {
                format!("ignores the pause of {} from now on", self.priority(n))
            }
            EventKind::WatchdogDropped(n, frame) => {
                let of = self.frame(flows, &frame);
                self.priority = Some(n.get());
                format!("has a watchdog of priority {n} that drops {of}")
            }
            EventKind::WatchdogDecided(n, decision, truth) => {
                let class = self.priority(n);
                let believes = match decision {
                    WatchdogDecision::Storm => "detects a storm",
                    WatchdogDecision::Ended => "considers the storm over",
                };
                format!("has a watchdog that {believes}, {class}; true: {}", truth.name())
            }
            EventKind::CyclesChanged(n, change) => {
                format!("changes cycles of waits by {}: {}", self.priority(n), changes(change))
            }
            EventKind::ActionApplied(n) => format!("feels action {n}"),
            EventKind::LinkDown => "loses its link and all that was in it".to_owned(),
            EventKind::LinkUp => "has its link again".to_owned(),
            EventKind::Rerouted(up) => {
                let how = if up { "up" } else { "down" };
                format!("is known to the routes: its link is {how}")
            }
            EventKind::Retransmission(flow, back) => {
                let of = self.flow(flows, flow);
                format!("goes back to frame {} of {of}: {} frames again", back.to, back.frames)
            }
            EventKind::FlowDone(flow) => {
                format!("has completed {}", self.flow(flows, flow))
            }
            EventKind::CollectiveOver(n) => {
                format!("has the last of collective {}, which is over", n.index())
            }
        }
    }

    fn frame(&mut self, flows: &'a [String], frame: &Frame) -> String {
        if frame.kind == FrameKind::Pfc {
            let says = self.pfc(frame.indication());
            return format!("PFC: {says}");
        }
        if frame.kind == FrameKind::Credit {
            return format!("credit update of {}", self.priority(frame.priority));
        }
        self.bytes = Some(frame.bytes);
        self.sequence = Some(frame.sequence);
        let class = self.priority(frame.priority);
        let word = frame.kind.word();
        format!("{word} {} of {}, {} B, {class}", frame.sequence, self.flow(flows, frame.flow), frame.bytes)
    }

    fn flow(&mut self, flows: &'a [String], flow: FlowId) -> String {
        self.flow = flows.get(flow.index()).map(String::as_str);
        format!("\"{}\"", self.flow.unwrap_or_default())
    }

    fn priority(&mut self, priority: Priority) -> String {
        self.priority = Some(priority.get());
        format!("priority {priority}")
    }

    fn pfc(&mut self, pfc: Indication) -> String {
        let list = |mask: PrioritySet| mask.iter().map(Priority::get).collect::<Vec<u8>>();
        let (pauses, resumes) = (list(pfc.pauses), list(pfc.resumes));
        let list_label = |word: &str, list: &[u8]| {
            let digits: Vec<String> = list.iter().map(u8::to_string).collect();
            (!list.is_empty()).then(|| format!("{word} {}", digits.join(", ")))
        };
        let words: Vec<String> =
            [list_label("pause", &pauses), list_label("resume", &resumes)].into_iter().flatten().collect();
        (self.pauses, self.resumes) = (Some(pauses), Some(resumes));
        words.join(", ")
    }
}

/// Text with the numbers of cycles that formed, became deadlocks and dissolved. Numbers of 0 are left out.
fn changes(change: CycleChange) -> String {
    let part = |count: u32, does: &str| (count > 0).then(|| format!("{count} {does}"));
    let parts = [
        part(change.closed, "closed"),
        part(change.deadlocks, "cannot drain any more: deadlock"),
        part(change.opened, "opened"),
    ];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
