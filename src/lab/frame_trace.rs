//! Trace of a followed frame: its fate, its latency, the decisions of the switches, and its text at a given
//! time. Start with [`FrameTrace`]. If the trace reaches beyond the cursor, the texts say so. At the time of
//! its delivery, a frame is no longer under way. Only a delivered data frame has a latency. Decisions are in
//! order of time.

use fabric_sim::document::{FrameName, NamedFrameKind};
use fabric_sim::engine::DropCause;
use fabric_sim::insight::latency::{ComponentTimes, Waterfall};
use fabric_sim::insight::{Decided, Decision};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use crate::charts::time_label;

/// Fate of a followed frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameFate {
    /// The fate of the frame is not known yet, because the replay still runs.
    Searching,
    /// Delivered to the destination of the flow.
    Delivered,
    /// Dropped by a switch or a host.
    Lost,
    /// Neither delivered nor dropped by the end of the time line.
    UnderWay,
}

/// Trace of a followed frame: fate, latency and decisions of the switches.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameTrace {
    /// Identification of the frame: flow, kind and sequence number.
    pub frame: FrameName,
    /// Name of the flow of the frame.
    pub flow: String,
    /// Fate of the frame: delivered, dropped, or neither so far.
    pub fate: FrameFate,
    /// Time of the delivery or drop of the frame. `None` if this time is not yet known, or if the frame is
    /// still under way at the end of the time line.
    pub ends: Option<Time>,
    /// Components of the latency of a delivered data frame. `None` if the frame is not delivered yet, or is
    /// not a data frame, such as an ack or a CNP.
    pub waterfall: Option<Waterfall>,
    /// Sums of the latency components over frames of the flow, and the number of these frames. Includes all
    /// frames that were delivered before the path of the followed frame ended. `None` until the replay has
    /// found them.
    pub flow_parts: Option<(ComponentTimes, u64)>,
    /// Decisions of the switches about the frame, in order of time.
    pub decisions: Vec<SwitchDecision>,
}

/// Decision of a switch on a frame, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchDecision {
    /// Time of the decision.
    pub at: Time,
    /// Decision as a sentence, with the numbers that led to it.
    pub sentence: String,
    /// Whether the decision concerns a flooded copy of the frame that does not reach the destination.
    pub copy: bool,
}

/// Converts `decisions` of switches to rows of text. `waterfall` has the path of the delivered frame:
/// decisions at other ports are marked as decisions on flooded copies. If `waterfall` is `None`, only dropped
/// flooded copies are marked.
pub(super) fn decision_rows(
    spec: &Spec,
    decisions: &[Decision],
    waterfall: Option<&Waterfall>,
) -> Vec<SwitchDecision> {
    let passed = |output| waterfall.is_none_or(|fall| fall.spans.iter().any(|span| span.port == output));
    let is_copy = |decision: &Decision| match decision.outcome {
        Decided::Admission(details) => !passed(details.output),
        Decided::CutThrough(output) => !passed(output),
        Decided::Lost(cause) => cause == DropCause::FloodCopy,
        Decided::Again(_) | Decided::Delivered(_) => false,
    };
    let row = |decision: &Decision| SwitchDecision {
        at: decision.at,
        sentence: unbroken(&decision.sentence(spec)),
        copy: is_copy(decision),
    };
    decisions.iter().map(row).collect()
}

/// Replaces the spaces within a number, and between a number and its unit, by spaces that do not break.
fn unbroken(text: &str) -> String {
    let next = text.chars().skip(1).chain([' ']);
    let mut last = ' ';
    let glue = |(letter, next): (char, char)| {
        let joins = letter == ' ' && last.is_ascii_digit() && (next.is_ascii_digit() || next == 'B');
        last = letter;
        if joins { '\u{202f}' } else { letter }
    };
    text.chars().zip(next).map(glue).collect()
}

impl FrameTrace {
    /// Elapsed fraction of the latency at the time `now`, from 0 to 1. The latency begins when the frame
    /// enters the queue of its NIC. `None` if the frame is not under way at the time `now`, or if it is no
    /// data frame that will be delivered.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for drawing")]
    pub fn so_far(&self, now: Time) -> Option<f64> {
        let fall = self.waterfall.as_ref()?;
        let under_way = fall.created_at <= now && now < fall.delivered;
        let share = |fall: &Waterfall| {
            (now - fall.created_at).ps() as f64 / (fall.delivered - fall.created_at).ps() as f64
        };
        under_way.then(|| share(fall))
    }

    /// Line that names the frame and its state at the time `now`. A delivery or drop after `now` is written
    /// in the future tense. Latencies count from the queue of the NIC.
    #[must_use]
    pub fn headline(&self, now: Time) -> String {
        let FrameName { named, number, .. } = self.frame;
        let what = match named {
            NamedFrameKind::Data => "Frame",
            NamedFrameKind::Ack => "The ack of frame",
            NamedFrameKind::Cnp => "CNP",
        };
        let name = format!("{what} {number} of \u{201c}{}\u{201d}", self.flow);
        let way = "from its NIC\u{2019}s queue to its destination";
        let later = |at: Time| time_label(at - now);
        match (self.fate, &self.waterfall, self.ends) {
            (FrameFate::Searching, ..) => format!("{name}: looking for it\u{2026}"),
            (FrameFate::Delivered, Some(fall), _) => {
                let whole = time_label(fall.delivered - fall.created_at);
                if now < fall.created_at {
                    let wait = later(fall.created_at);
                    format!("{name} comes to its NIC {wait} after the cursor. It will take {whole} {way}.")
                } else if now < fall.delivered {
                    let so_far = time_label(now - fall.created_at);
                    format!("{name} is under way: {so_far} so far. It will have taken {whole} {way}.")
                } else {
                    format!("{name} took {whole} {way}.")
                }
            }
            (FrameFate::Lost, _, Some(at)) if now < at => {
                format!("{name} will be lost, {} after the cursor.", later(at))
            }
            (FrameFate::Delivered, None, Some(at)) if now < at => {
                format!("{name} will arrive, {} after the cursor.", later(at))
            }
            (FrameFate::Delivered, None, _) => format!("{name} arrived."),
            (FrameFate::Lost, ..) => format!("{name} was lost."),
            (FrameFate::UnderWay, ..) => format!("{name} does not arrive by the end of the time line."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unbroken;

    #[test]
    fn numbers_stay_in_one_line() {
        let glued = unbroken("15 814 000 B are free at s1.0 P3, 2 frames").replace('\u{202f}', "~");
        assert_eq!(glued, "15~814~000~B are free at s1.0 P3, 2 frames");
    }
}
