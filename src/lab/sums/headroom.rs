//! Calculation of the required headroom as a list of terms, in words. Start with [`Lab::headroom_sum`]. The
//! first terms are times from the pause to its effect; then come the bytes that arrive in this time. The last
//! terms are the configured headroom, the headroom used so far, and the largest frame.

use fabric_sim::insight::{Need, VendorSize, need};
use fabric_sim::sizing::PLATFORMS;
use fabric_sim::units::Time;
use fabric_sim::worst_case;

use super::super::{Lab, Selected, UserError};
use super::{Term, term};
use crate::charts::{bytes_label, time_label};

impl Lab {
    /// Terms of the headroom calculation for the selected priority group, with its configured headroom and
    /// the headroom used so far. Terms are in the order of the calculation. Empty if the group needs no
    /// headroom.
    #[must_use]
    pub fn headroom_sum(&self) -> Vec<Term> {
        let Selected { port, priority } = self.selected;
        let world = self.run.recording().world();
        let peak = self.run.snapshot().ports.get(port.index());
        let peak = peak.map_or(0, |view| view.priorities[priority.index()].pg.headroom_peak);
        need(world, port, priority).map(|need| terms(&need, peak)).unwrap_or_default()
    }

    /// Terms of SONiC's headroom formula for the selected port, with the constants of the platform called
    /// `platform`. Each term has a source, such as a file of SONiC. Empty if there is no such platform. The
    /// name must be exact. Bytes are rounded down.
    #[must_use]
    #[inline(never)]
    pub fn platform_headroom(&self, platform: &str) -> Vec<Term> {
        let found = PLATFORMS.iter().find(|one| one.name == platform);
        let size = found.map(|one| VendorSize::of(self.run.recording().world(), self.selected.port, one));
        size.map(|size| platform_terms(&size)).unwrap_or_default()
    }

    /// Opens a document whose traffic needs the largest possible headroom of the selected priority group. The
    /// configured headroom stays. If the group needs no headroom, the page shows an error.
    pub(in crate::lab) fn build_worst_case(&mut self) {
        let Selected { port, priority } = self.selected;
        match worst_case::worst_case(self.run.recording().world(), port, priority) {
            Ok(document) => self.build(document, None),
            Err(why) => self.error = Some(UserError::new(&why)),
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some megabytes")]
fn platform_terms(size: &VendorSize) -> Vec<Term> {
    let bytes = |part: f64| bytes_label(part as u64);
    vec![
        term("SONiC's headroom (xoff)", bytes_label(size.headroom_bytes), size.source),
        term("lossless frame", bytes_label(size.lossless_mtu_bytes.into()), "as in the published tables"),
        term("reverse frame", bytes_label(size.port_mtu_bytes.into()), "as in the published tables"),
        term("cable", bytes(size.cable_bytes), "there and back, at 198 000 km/s"),
        term("MAC and PHY", bytes(size.mac_phy_bytes), "asic_table.j2"),
        term("peer reacts", bytes(size.peer_bytes), "asic_table.j2, or the response quanta of the rate"),
        term("tile", bytes(size.tile_bytes), "part of the chip, on Spectrum-4 only"),
        term(
            "memory for a byte",
            format!("{:.3}", size.occupancy),
            "cells of small packets; all but the lossless frame",
        ),
    ]
}

fn terms(need: &Need, peak: u64) -> Vec<Term> {
    let &Need { bound, largest, reverse, .. } = need;
    let span = |time: Time| time_label(time);
    let mut terms = vec![
        term(
            "pause frame queued",
            format!("{}: a frame of {}", span(bound.wait), bytes_label(reverse.into())),
            "the largest frame that can leave here, just started",
        ),
        term("and is sent", span(bound.pfc), "64 B, to the last bit"),
        term("there and back", span(bound.propagation), "twice the cable, its PHY and FEC"),
        term("the sender reacts", span(bound.response), "PFC delay of the other end (802.3, 31B.3.7)"),
        term(
            "until the last bit",
            span(bound.total),
            "the sum, less the gap after the frame that crossed XOFF",
        ),
        term("arrives meanwhile", meanwhile(need), "and what had begun, and what crossed the threshold"),
        term("needed at worst", bytes_label(need.bytes()), "while nothing drains: exact for this model"),
        term(
            "SONiC's formula gives",
            bytes_label(need.vendor),
            "of no platform: with small packets only, the longest reaction of 802.3 and no gearbox; platforms are below",
        ),
        term("is set to", bytes_label(need.set), "the parameter headroom, now"),
        term("used at most", bytes_label(peak), "by this run, up to the cursor"),
        term("largest frame", bytes_label(largest.into()), "of this priority, header through FCS"),
    ];
    if need.further_outputs > 0 {
        let bytes = bytes_label(need.further_outputs);
        terms.insert(6, term("for further outputs", bytes, "pfc_trigger egress: one XOFF for each"));
    }
    terms
}

/// Text on the frames that arrive until the pause takes effect. If the largest frame needs most memory, the
/// text divides the time until the effect by the time of a frame. If smaller frames fill more cells of
/// memory, the text refers to these frames.
fn meanwhile(need: &Need) -> String {
    let &Need { bound, largest, wire, .. } = need;
    if bound.frames == 0 {
        return format!("what fills most cells of {} B, and {} frames", need.cell_bytes, bound.beyond);
    }
    format!(
        "⌈{} ÷ {}⌉ + {} = {} frames of {}",
        time_label(bound.total),
        time_label(wire),
        bound.beyond,
        bound.frames,
        bytes_label(largest.into())
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{terms_of, value_of};
    use crate::lab::test_lab::{act, at, rest};
    use crate::lab::{Command, Lab};

    #[test]
    fn every_headroom_term_is_shown_with_the_measured_value() {
        let terms = terms_of("#/preset/pause?t=20us&sel=s1.0.p3", Lab::headroom_sum);
        // No flow sends in the opposite direction. A PFC frame that is in transmission and the pause itself
        // take 6.72 ns each, and the cable takes 500 ns twice. The sum is 1.013 µs. A frame of 1500 B takes
        // 121.6 ns.
        assert_eq!(value_of(&terms, "until the last bit"), "1.01 µs");
        assert_eq!(value_of(&terms, "arrives meanwhile"), "⌈1.01 µs ÷ 122 ns⌉ + 1 = 10 frames of 1.50 kB");
        assert_eq!(value_of(&terms, "needed at worst"), "15.0 kB");
        assert_eq!(value_of(&terms, "is set to"), "18.0 kB");
        assert_eq!(value_of(&terms, "used at most"), "6.00 kB");
    }

    /// Published headroom of SN2700 and SN5600 for 100 Gb/s and 40 m, with the file that states it.
    #[test]
    fn a_platform_gives_its_published_headroom_and_its_source() {
        let lab = at("#/preset/pause?cable=40m&t=20us&sel=s1.0.p3");
        for (platform, published, file) in
            [("spectrum", "38.9 kB", "ACS-MSN2700"), ("spectrum-4", "127 kB", "ACS-SN5600")]
        {
            let terms = lab.platform_headroom(platform);
            assert_eq!(terms[0].value.replace('\u{202f}', " "), published, "{platform}");
            assert!(terms[0].source.contains(file), "{}", terms[0].source);
        }
        assert_eq!(lab.platform_headroom("tofino"), []);
    }

    #[test]
    fn where_no_headroom_is_needed_there_is_no_sum() {
        for link in ["#/preset/pause?t=20us&sel=h1.0.p3", "#/preset/cbfc?t=20us&sel=s2.0.p3"] {
            assert_eq!(terms_of(link, Lab::headroom_sum), [], "{link}");
        }
    }

    #[test]
    fn the_worst_case_fills_the_headroom_of_the_sum_without_loss_and_is_undone() {
        let mut lab = at("#/preset/pause?t=20us&sel=s1.0.p3");
        let before = lab.fragment();
        act(&mut lab, Command::WorstCase);
        assert_eq!(lab.picture().static_picture.document_picture.title, "Worst case of s1.0.p3");
        act(&mut lab, Command::End);
        assert_eq!(lab.picture().view.totals.drops, 0);
        let peak = lab.run().snapshot().ports[lab.selected.port.index()].priorities[3].pg.headroom_peak;
        assert_eq!(peak, 15_000, "one frame less is not enough");
        lab.act(Command::Undo);
        rest(&mut lab);
        assert_eq!(lab.fragment(), before);
    }

    #[test]
    fn a_queue_that_needs_no_headroom_has_no_worst_case() {
        let mut lab = at("#/preset/pause?t=20us&sel=h1.0.p3");
        lab.act(Command::WorstCase);
        let error = lab.take_error().expect("a refusal");
        assert!(error.message.starts_with("h1.0.p3: no lossless frames arrive there"), "{error:?}");
    }
}
