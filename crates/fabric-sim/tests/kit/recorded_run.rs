//! Record of a run as a paragraph of text. The paragraph has readable sums of the report, and hashes of the
//! whole report and of the trace. Start with [`paragraph`].

use std::fmt::Write;
use std::sync::Arc;

use fabric_sim::engine::{EventKind, FnRecorder, Recorder, TraceEvent, World};
use fabric_sim::fabric::crossbar::MatchEvent;
use fabric_sim::fabric::frame::{Frame, Indication};
use fabric_sim::insight::Report;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use serde_json::Value;

/// Longest time that is recorded. Longer presets are recorded up to this time.
const LONGEST: Time = Time::from_us(300);

/// Hash of a sequence of integers. The hash uses multiplication and rotation, which are fast even in a debug
/// build.
struct Trace {
    hash: u64,
    events: u64,
}

impl Trace {
    fn add(&mut self, value: u64) {
        self.hash = (self.hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn all<const N: usize>(&mut self, values: [u64; N]) {
        for value in values {
            self.add(value);
        }
    }

    fn frame(&mut self, code: u64, frame: &Frame) {
        self.all([
            code | u64::from(frame.priority) << 8 | u64::from(frame.bytes) << 16 | (frame.kind as u64) << 32,
            u64::from(frame.flow.0) << 32 | u64::from(frame.sequence),
            frame.created_at.ps(),
            (frame.ecn as u64) | u64::from(frame.hops) << 8 | (frame.bits as u64) << 16,
        ]);
    }

    fn pfc(&mut self, code: u64, pfc: Indication) {
        let Indication { pauses, resumes, quanta } = pfc;
        self.all([code, u64::from(pauses) | u64::from(resumes) << 8 | u64::from(quanta.0) << 16]);
    }

    /// Adds an event to the hash. Types and variants are encoded by numbers, so that new names in the code do
    /// not change the hash.
    fn record(&mut self, event: &TraceEvent) {
        self.events += 1;
        self.all([event.at.ps(), event.port.index() as u64]);
        match event.kind {
            EventKind::Started(frame) => self.frame(1, &frame),
            EventKind::Ended => self.add(2),
            EventKind::Arrived(frame) => self.frame(3, &frame),
            EventKind::Delivered(frame) => self.frame(4, &frame),
            EventKind::Dropped(frame, cause) => {
                self.frame(5, &frame);
                self.add(cause as u64);
            }
            EventKind::Marked(frame) => self.frame(6, &frame),
            EventKind::Admission(frame, details) => {
                self.frame(7, &frame);
                let parts =
                    [details.reserve, details.shared, details.headroom, details.headroom_pool, details.queue];
                for part in parts {
                    self.add(u64::from(part.used) << 32 | u64::from(part.size));
                }
                self.all([details.output.index() as u64, details.charge.into(), details.free.into()]);
            }
            EventKind::Copied(frame) => self.frame(8, &frame),
            EventKind::Headroom(frame, is_first) => {
                self.frame(9, &frame);
                self.add(is_first.into());
            }
            EventKind::PfcSent(pfc) => self.pfc(10, pfc),
            EventKind::LeftCrossbar(frame) => self.frame(11, &frame),
            EventKind::Requested { priority, inputs, open } => {
                let inputs = inputs.iter().fold(0, |mask, input| mask | 1 << input.0);
                self.all([12, priority.into(), inputs, open.into()]);
            }
            EventKind::Matched(MatchEvent::Grant { iteration, is_forced, .. }) => {
                self.all([13, iteration.into(), is_forced.into()]);
            }
            EventKind::Matched(MatchEvent::Accept { iteration, grant_pointer, accept_pointer, .. }) => {
                self.all([14, iteration.into(), grant_pointer.0.into(), accept_pointer.0.into()]);
            }
            EventKind::PfcReceived(pfc) => self.pfc(15, pfc),
            EventKind::PfcLost(pfc) => self.pfc(16, pfc),
            EventKind::Paused(priority) => self.all([17, priority.into()]),
            EventKind::Resumed(priority) => self.all([18, priority.into()]),
            EventKind::Expired(priority) => self.all([19, priority.into()]),
            EventKind::Starved(priority) => self.all([20, priority.into()]),
            EventKind::Credited(priority) => self.all([21, priority.into()]),
            EventKind::CreditLost(priority) => self.all([22, priority.into()]),
            EventKind::Ignored(priority) => self.all([23, priority.into()]),
            EventKind::WatchdogDropped(priority, frame) => {
                self.frame(24, &frame);
                self.add(priority.into());
            }
            EventKind::WatchdogDecided(priority, decision, _) => {
                self.all([25, priority.into(), decision as u64]);
            }
            EventKind::CyclesChanged(priority, _) => self.all([26, priority.into()]),
            EventKind::ActionApplied(action) => self.all([27, action.into()]),
            EventKind::LinkDown => self.add(28),
            EventKind::LinkUp => self.add(29),
            EventKind::Rerouted(is_up) => self.all([30, is_up.into()]),
            EventKind::Retransmission(flow, back) => {
                self.all([31, flow.0.into(), back.to.into(), back.frames.into()]);
            }
            EventKind::FlowDone(flow) => self.all([32, flow.0.into()]),
            EventKind::CollectiveOver(collective) => self.all([33, collective.index() as u64]),
        }
    }
}

/// Removes the sentences of a report, because the words of a sentence may change without a change of the run.
fn drop_sentences(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for sentence in ["warnings", "warning", "why", "closed_by", "died_by"] {
                fields.remove(sentence);
            }
            fields.values_mut().for_each(drop_sentences);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_sentences),
        _ => {}
    }
}

fn report<R: Recorder>(spec: &Arc<Spec>, recorder: &mut R) -> Value {
    let mut world = World::new(Arc::clone(spec));
    world.run_until(spec.horizon.min(LONGEST), u64::MAX, recorder);
    let mut report = serde_json::to_value(Report::of(&world)).expect("a report is JSON");
    drop_sentences(&mut report);
    report
}

/// Paragraph of text on a run of `spec`: readable figures, followed by the hashes of the report and of the
/// trace.
pub fn paragraph(name: &str, spec: &Arc<Spec>) -> String {
    let mut trace = Trace { hash: 0, events: 0 };
    let fast = report(spec, &mut ());
    let full = report(spec, &mut FnRecorder(|event: TraceEvent| trace.record(&event)));
    assert_eq!(fast, full, "{name}: the fast admission path and the full one give one report");
    let mut hash = Trace { hash: 0, events: 0 };
    fast.to_string().bytes().for_each(|byte| hash.add(byte.into()));
    let mut text = format!("{name}\n");
    for part in ["fabric", "conservation"] {
        writeln!(text, "  {part} {}", fast[part]).expect("a string takes all");
    }
    let Trace { hash: traced, events } = trace;
    writeln!(text, "  report {:016x} trace {traced:016x} of {events} events", hash.hash).expect("a string");
    text
}
