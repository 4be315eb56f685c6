//! Trace events for JavaScript: an object with names and numbers, and a sentence. Start with [`Happened`].

use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::fabric::frame::{Frame, FrameKind, Indication};
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::ids::{FlowId, PrioritySet};
use fabric_sim::insight::{Decided, Decision};
use fabric_sim::spec::Spec;
use serde::Serialize;

/// Trace event as an object. Fields that do not apply to its kind are absent.
#[derive(Default, Serialize)]
pub(super) struct Happened<'a> {
    at_ps: u64,
    port: String,
    what: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    flow: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pauses: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumes: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
}

impl<'a> Happened<'a> {
    pub(super) fn new(spec: &Spec, flows: &'a [String], note: &TraceEvent) -> Self {
        let mut this = Self { at_ps: note.at.ps(), port: spec.port_name(note.port), ..Self::default() };
        let (what, does) = match note.kind {
            EventKind::Started(frame) => ("started", format!("begins to send {}", this.frame(flows, &frame))),
            EventKind::Ended => ("ended", "has sent its frame".to_owned()),
            EventKind::Arrived(frame) => ("arrived", format!("receives {}", this.frame(flows, &frame))),
            EventKind::Delivered(frame) => ("delivered", format!("delivers {}", this.frame(flows, &frame))),
            EventKind::Dropped(frame, cause) => {
                this.cause = Some(cause.name());
                ("dropped", format!("loses {}: {}", this.frame(flows, &frame), cause.name()))
            }
            EventKind::Marked(frame) => ("marked", format!("marks {}", this.frame(flows, &frame))),
            EventKind::LeftCrossbar(frame) => {
                ("crossed", format!("gets {} from the crossbar", this.frame(flows, &frame)))
            }
            EventKind::Requested { priority, .. } => {
                ("asked", format!("is asked for at the crossbar, {}", this.lane(priority)))
            }
            EventKind::Admission(frame, details) => {
                let decided = Decision {
                    at: note.at,
                    port: note.port,
                    priority: frame.priority,
                    outcome: Decided::Admission(details),
                };
                let of = this.frame(flows, &frame);
                ("ruled", format!("rules on {of}: {}", decided.sentence(spec)))
            }
            EventKind::Matched(_) => ("matched", "takes part in a step of a match".to_owned()),
            EventKind::Copied(frame) => ("copied", format!("copies {}", this.frame(flows, &frame))),
            EventKind::Headroom(frame, _) => {
                ("headroom", format!("takes {} into headroom", this.frame(flows, &frame)))
            }
            EventKind::PfcSent(pfc) => ("pfc_sent", format!("sends PFC: {}", this.pfc(pfc))),
            EventKind::PfcReceived(pfc) => ("pfc_received", format!("receives PFC: {}", this.pfc(pfc))),
            EventKind::PfcLost(pfc) => ("pfc_lost", format!("does not get a PFC frame: {}", this.pfc(pfc))),
            EventKind::Paused(n) => ("paused", format!("stops sending {}", this.lane(n))),
            EventKind::Resumed(n) => ("resumed", format!("sends {} again", this.lane(n))),
            EventKind::Expired(n) => {
                ("expired", format!("sends {} again, because the pause is over", this.lane(n)))
            }
            EventKind::Starved(n) => {
                ("starved", format!("has no credits for its next frame of {}", this.lane(n)))
            }
            EventKind::Credited(n) => ("credited", format!("has credits for {} again", this.lane(n))),
            EventKind::CreditLost(n) => {
                ("credit_lost", format!("does not get a credit update of {}", this.lane(n)))
            }
            EventKind::Ignored(n) => {
                ("ignored", format!("ignores the pause of {} from now on", this.lane(n)))
            }
            EventKind::WatchdogDropped(n, frame) => {
                let of = this.frame(flows, &frame);
                this.priority = Some(n);
                ("thrown_away", format!("has a watchdog of priority {n} that throws away {of}"))
            }
            EventKind::WatchdogDecided(n, decision, truth) => {
                let lane = this.lane(n);
                let believes = match decision {
                    WatchdogDecision::Storm => "takes its queue to be stuck",
                    WatchdogDecision::Over => "takes the storm to be over",
                };
                ("judged", format!("has a watchdog that {believes}, {lane}; true: {}", truth.name()))
            }
            EventKind::CyclesChanged(n, change) => {
                let did = |count: u32, does: &str| (count > 0).then(|| format!("{count} {does}"));
                let all = [
                    did(change.closed, "closed"),
                    did(change.died, "cannot drain any more: deadlock"),
                    did(change.opened, "opened"),
                ];
                let all: Vec<String> = all.into_iter().flatten().collect();
                let lane = this.lane(n);
                ("circles", format!("changes cycles of waits by {lane}: {}", all.join(", ")))
            }
            EventKind::ActionApplied(n) => ("acted", format!("feels action {n}")),
            EventKind::LinkDown => ("link_down", "loses its link and all that was in it".to_owned()),
            EventKind::LinkUp => ("link_up", "has its link again".to_owned()),
            EventKind::Rerouted(up) => {
                let how = if up { "up" } else { "down" };
                ("rerouted", format!("is known to the routes: its link is {how}"))
            }
            EventKind::Retransmission(flow, back) => {
                let of = this.flow(flows, flow);
                ("went_back", format!("goes back to frame {} of {of}: {} frames again", back.to, back.frames))
            }
            EventKind::FlowDone(flow) => ("flow_done", format!("has completed {}", this.flow(flows, flow))),
            EventKind::CollectiveOver(n) => {
                ("collective_over", format!("has the last of collective {}, which is over", n.index()))
            }
        };
        this.what = what;
        this.text = format!("{} {does}", this.port);
        this
    }

    fn frame(&mut self, flows: &'a [String], frame: &Frame) -> String {
        if frame.kind == FrameKind::Pfc {
            let says = self.pfc(frame.indication());
            return format!("PFC: {says}");
        }
        if frame.kind == FrameKind::Credit {
            return format!("credit update of {}", self.lane(frame.priority));
        }
        self.bytes = Some(frame.bytes);
        self.sequence = Some(frame.sequence);
        let lane = self.lane(frame.priority);
        let ack = match frame.kind {
            FrameKind::Ack => "ack",
            FrameKind::Nak => "NAK",
            FrameKind::Cnp => "CNP",
            FrameKind::Request => "request",
            FrameKind::CreditReturn => "credit update",
            FrameKind::SentTotal => "total",
            FrameKind::Data | FrameKind::Pfc | FrameKind::Credit => "frame",
        };
        format!("{ack} {} of {}, {} B, {lane}", frame.sequence, self.flow(flows, frame.flow), frame.bytes)
    }

    fn flow(&mut self, flows: &'a [String], flow: FlowId) -> String {
        self.flow = flows.get(flow.index()).map(String::as_str);
        format!("\"{}\"", self.flow.unwrap_or_default())
    }

    fn lane(&mut self, priority: u8) -> String {
        self.priority = Some(priority);
        format!("priority {priority}")
    }

    fn pfc(&mut self, pfc: Indication) -> String {
        let list = |mask: PrioritySet| mask.iter().collect::<Vec<u8>>();
        let (pauses, resumes) = (list(pfc.pauses), list(pfc.resumes));
        let said = |word: &str, list: &[u8]| {
            let digits: Vec<String> = list.iter().map(u8::to_string).collect();
            (!list.is_empty()).then(|| format!("{word} {}", digits.join(", ")))
        };
        let words: Vec<String> =
            [said("pause", &pauses), said("resume", &resumes)].into_iter().flatten().collect();
        (self.pauses, self.resumes) = (Some(pauses), Some(resumes));
        words.join(", ")
    }
}
