//! Calculation of the latency of a frame that waits for no other frame, in words, with the measured latency
//! beside the calculated latency. Start with [`Lab::latency_sum`].

use fabric_sim::engine::FlowCounters;
use fabric_sim::insight::{UnloadedFrame, unloaded_frame};
use fabric_sim::spec::Arrival;
use fabric_sim::units::Time;

use super::super::Lab;
use super::{Term, term};
use crate::charts::{bytes_label, percent_label, time_label};

impl Lab {
    /// Terms of the latency calculation for the flow on display, in this order: bytes, unloaded latency,
    /// measured times. Measured times are left out before the first delivery, times at the NIC before the
    /// first frame has left the NIC. Empty if the document has no flows.
    #[must_use]
    pub fn latency_sum(&self) -> Vec<Term> {
        let world = self.run.recording().world();
        let Some((flow, of)) = self.flow().and_then(|flow| Some((flow, unloaded_frame(world, flow)?))) else {
            return Vec::new();
        };
        let none = FlowCounters::default();
        let counters = world.counters().flows.get(flow.index()).unwrap_or(&none);
        let mut terms = Vec::from(carried(&of));
        terms.extend(spent(&of));
        let made_late =
            world.flow_specs().nth(flow.index()).is_some_and(|flow| flow.arrival == Arrival::Saturate);
        terms.extend(waits(&of, counters, world.now(), made_late));
        terms
    }
}

/// Terms on the bytes of a frame: payload, headers, and overhead on the wire.
fn carried(of: &UnloadedFrame) -> [Term; 4] {
    let bytes = &of.bytes;
    let sum = |part: u32| percent_label(f64::from(part) / 1e6, 1);
    let around = [bytes.header, bytes.tag, bytes.trailer, bytes.padding];
    [
        term("carries", bytes_label(bytes.payload.into()), "payload in a full frame"),
        term(
            "of a frame",
            format!("{} B, {}", bytes.frame(), sum(bytes.of_frame())),
            "header, tag, trailer and padding go with it",
        ),
        term(
            "around it",
            format!("{} + {} B", around.iter().sum::<u16>(), bytes.overhead),
            "in the frame, and beside it on the wire: preamble and gap",
        ),
        term("of the wire", sum(bytes.of_wire()), "the most of a link's rate that can be payload"),
    ]
}

/// Terms on the latency of a frame that waits for no other frame: serialisation, cables and switches. Empty
/// if the frame has no route. Terms of 0 are left out, except the sum.
fn spent(of: &UnloadedFrame) -> Vec<Term> {
    let Some(time) = of.time else { return Vec::new() };
    let parts = [
        ("serialisation", time.serialisation, "once, and once more for each switch that stores it"),
        ("in cables", time.propagation, "propagation, PHY and FEC"),
        ("in pipelines", time.ingress, "ingress latency of its switches"),
        ("in crossbars", time.crossbar, "slots of its cells, and latency"),
    ];
    let spent = parts.into_iter().filter(|(_, part, _)| *part > Time::ZERO);
    let mut terms: Vec<Term> = spent.map(|(name, part, why)| term(name, time_label(part), why)).collect();
    let switches = if of.switches == 1 { "switch" } else { "switches" };
    let whole = format!("{}, {} {switches}", time_label(time.total()), of.switches);
    terms.push(term("alone", whole, "the sum of these: nothing else in its way"));
    terms
}

/// Terms on the measured latency, on the measured waiting times, and on the waiting time that the M/D/1 queue
/// predicts. `made_late` is true if the NIC takes a frame of the flow only when it can send the frame. `now`
/// is the time of the cursor. At a load without a finite queue, the M/D/1 term says "no end". A mean latency
/// below the unloaded latency counts as no wait.
fn waits(of: &UnloadedFrame, counters: &FlowCounters, now: Time, made_late: bool) -> Vec<Term> {
    let mut terms = Vec::new();
    if counters.delivered_frames > 0 {
        let mean = counters.latency.mean();
        terms.push(term("took", time_label(mean), "mean from NIC to memory, of this run up to the cursor"));
        if let Some(alone) = of.time {
            let waited = mean.saturating_sub(alone.total());
            terms.push(term("so it waited", time_label(waited), "what it took beyond the time alone"));
        }
    }
    let Some(waited) = counters.nic_wait.ps().checked_div(counters.nic_frames) else { return terms };
    let why = if made_late {
        "mean; time starts when the NIC takes the frame, so pauses before that lower the rate, not the latency"
    } else {
        "mean, of this run up to the cursor"
    };
    terms.push(term("of that at its NIC", time_label(Time(waited)), why));
    let random = of.wait.map_or_else(|| "no end".to_owned(), time_label);
    terms.push(term(
        "M/D/1 waits",
        format!("{random} at {}", percent_label(share(of.busy, now), 1)),
        "\u{3c1} \u{f7} 2\u{3bc}(1 \u{2212} \u{3c1}): if frames came at random and kept its NIC as busy as it was",
    ));
    terms
}

/// Fraction of `part` in `whole`, from 0 to 1; a `whole` of 0 counts as 1 ps.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn share(part: Time, whole: Time) -> f64 {
    (part.ps() as f64 / whole.ps().max(1) as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{terms_of, value_of};
    use crate::lab::Lab;

    #[test]
    fn a_frame_alone_takes_its_bytes_twice_and_its_cables() {
        let terms = terms_of("#/preset/pause?t=20us", Lab::latency_sum);
        // 18 B of Ethernet header and FCS, 4 B of tag, and 20 B of preamble and gap.
        assert_eq!(value_of(&terms, "of a frame"), "1500 B, 98.5 %");
        assert_eq!(value_of(&terms, "around it"), "22 + 20 B");
        assert_eq!(value_of(&terms, "of the wire"), "97.2 %");
        // 1508 B at 100G, preamble and all: 120.64 ns, twice; two cables of 500 ns.
        assert_eq!(value_of(&terms, "alone"), "1.24 µs, 1 switch");
        assert_eq!(value_of(&terms, "took"), "2.61 µs");
        assert_eq!(value_of(&terms, "so it waited"), "1.37 µs");
        assert_eq!(value_of(&terms, "of that at its NIC"), "0 ps");
    }

    #[test]
    fn a_flow_without_a_path_still_has_its_frame_sizes() {
        let terms = terms_of("#/preset/pause?t=20us&at=10us:link_down=s1.2", Lab::latency_sum);
        assert_eq!(value_of(&terms, "of a frame"), "1500 B, 98.5 %");
        assert!(terms.iter().all(|(name, _)| *name != "alone"), "{terms:?}");
    }
}
