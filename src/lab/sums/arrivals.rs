//! Calculation for an egress queue as a list of terms, in words: the rates into and out of the queue, and how
//! fast the queue grows. Start with [`Lab::arrivals_sum`].

use fabric_sim::insight::{JointArrivals, joint_arrivals};

use super::super::{Lab, Selected};
use super::{Term, term};
use crate::charts::{bytes_label, rate_label, time_label};

impl Lab {
    /// Terms of the calculation for the selected egress queue. The last term is the greatest length of the
    /// queue up to the cursor. Empty at a host, and if no flow of the selected priority leaves by the port.
    /// Rates are those of the links, not of the flows. If the queue does not grow, its growth is 0 b/s.
    #[must_use]
    pub fn arrivals_sum(&self) -> Vec<Term> {
        let Selected { port, priority } = self.selected;
        let world = self.run.recording().world();
        let view = self.run.snapshot();
        let free =
            world.spec().switch_of(port).and_then(|switch| view.pool_free.get(switch.index()).copied());
        let peak = view.ports.get(port.index());
        let peak = peak.map_or(0, |view| view.priorities[priority.index()].egress_peak);
        let of = free.and_then(|free| Some((free, joint_arrivals(world, port, priority, free)?)));
        of.map(|(free, crowd)| terms(&crowd, free, peak)).unwrap_or_default()
    }
}

fn terms(of: &JointArrivals, free: u64, peak: u64) -> Vec<Term> {
    let stays = of.arrival_bps.saturating_sub(of.output_bps);
    let holds = of.fill_time.map_or_else(|| "for ever: all of it leaves".to_owned(), time_label);
    let inputs = if of.inputs == 1 { "input" } else { "inputs" };
    vec![
        term(
            "the least it needs",
            format!("2 \u{d7} {}, {}", bytes_label(of.largest.into()), time_label(of.two_frames)),
            "room for a frame that leaves and one that comes, and how long those last on its wire",
        ),
        term(
            "fed by",
            format!("{} {inputs}, {}", of.inputs, rate_label(of.arrival_bps)),
            "by which flows of its priority come",
        ),
        term("its link carries", rate_label(of.output_bps), "what leaves meanwhile"),
        term("so there stays", rate_label(stays), "(n \u{2212} 1) \u{d7} the rate, where all are as fast"),
        term("a burst of 10 \u{b5}s", bytes_label(stays / 800_000), "what stays of it in the switch"),
        term(
            "free memory",
            format!("{}, {holds}", bytes_label(free)),
            "of its switch, now, and for how long that takes in what stays",
        ),
        term("held at most", bytes_label(peak), "by this queue, up to the cursor"),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{terms_of, value_of};
    use crate::lab::Lab;

    #[test]
    fn queue_growth_of_an_incast_is_the_excess_over_one_sender_s_rate() {
        let terms = terms_of("#/preset/pause?t=20us&sel=s1.2.p3", Lab::arrivals_sum);
        assert_eq!(value_of(&terms, "fed by"), "2 inputs, 200 Gb/s");
        assert_eq!(value_of(&terms, "so there stays"), "100 Gb/s");
        assert_eq!(value_of(&terms, "a burst of 10 \u{b5}s"), "125 kB");
    }

    #[test]
    fn one_input_of_the_same_rate_does_not_grow_the_queue() {
        let terms = terms_of("#/preset/cbfc?t=20us&sel=s2.1.p3", Lab::arrivals_sum);
        assert_eq!(value_of(&terms, "fed by"), "1 input, 100 Gb/s");
        assert_eq!(value_of(&terms, "so there stays"), "0 b/s");
        assert!(value_of(&terms, "free memory").ends_with("for ever: all of it leaves"), "{terms:?}");
    }

    #[test]
    fn a_host_and_an_unused_queue_have_no_sum() {
        for link in ["#/preset/pause?t=20us&sel=h1.0.p3", "#/preset/pause?t=20us&sel=s1.2.p5"] {
            assert_eq!(terms_of(link, Lab::arrivals_sum), [], "{link}");
        }
    }
}
