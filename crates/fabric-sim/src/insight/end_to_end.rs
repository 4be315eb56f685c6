//! Latency of a frame on an idle path, term by term. The latency lasts from the first bit at the source to
//! the last bit at the destination. Start with [`EndToEnd::of`].
//!
//! Waits behind other frames do not count. A path without switches has only serialisation and propagation.
//! The preamble counts; the gap between frames does not, because the gap follows the frame.

use crate::engine::HEADER_BYTES;
use crate::spec::Forwarding;
use crate::units::{Time, TransmissionTimes};
use crate::wire::PREAMBLE_BYTES;

/// Link of the path: a cable, and the port that transmits into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Clock of the transmitter, which gives the rate.
    pub clock: TransmissionTimes,
    /// Bytes on the wire outside the frame: preamble, start delimiter and gap.
    pub overhead: u32,
    /// Delay of propagation, PHY and FEC.
    pub delay: Time,
}

/// Switch on the path of a frame, with the latencies that this switch adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Forwarding mode: store and forward, or cut-through.
    pub forwarding: Forwarding,
    /// Pipeline latency until the frame is in the queue. With cut-through, this latency begins at the end of
    /// the header; with store and forward, at the last bit.
    pub ingress: Time,
    /// Latency of an idle crossbar; zero for a switch without a modelled crossbar.
    pub crossing: Time,
    /// Time of the crossbar slots for the cells of a frame that the switch stores. The wait of up to one slot
    /// for the start of the next slot is not included.
    pub slots: Time,
}

/// Latency of a frame on an idle path, divided into its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EndToEnd {
    /// Time of transmission by all ports together. The first port and each switch that stores the frame count
    /// with the whole frame. A switch that cuts the frame through counts with the header only, or with the
    /// whole frame if that is shorter.
    pub serialisation: Time,
    /// Time of propagation in cables.
    pub propagation: Time,
    /// Time in the pipelines of switches.
    pub ingress: Time,
    /// Time in crossbars.
    pub crossbar: Time,
}

impl EndToEnd {
    /// Latency of a frame of `bytes` bytes, header through FCS. The path consists of the link `first` and,
    /// for each entry of `rest`, a switch and the link behind it.
    #[must_use]
    pub fn of(bytes: u16, first: Leg, rest: &[(Switch, Leg)]) -> Self {
        let mut terms = Self::default();
        let mut leg = first;
        for (switch, next) in rest {
            terms = terms.plus(&Self::of_hop(bytes, leg, *switch, *next));
            leg = *next;
        }
        terms.serialisation += bits(leg, bytes);
        terms.propagation += leg.delay;
        terms
    }

    /// Latency from the first bit on the link `leg`, through `switch`, to the first bit on the link `next`. A
    /// cut-through switch stores the frame if `next` is faster than `leg`.
    #[must_use]
    pub fn of_hop(bytes: u16, leg: Leg, switch: Switch, next: Leg) -> Self {
        let (whole, header) = (bits(leg, bytes), bits(leg, bytes.min(HEADER_BYTES)));
        let cuts = switch.forwarding == Forwarding::CutThrough;
        // A switch cuts through only if the output is not faster than the input. It must also be able to send
        // before the whole frame has arrived; at exactly that time, it stores the frame.
        let cut = cuts
            && next.clock.rate() <= leg.clock.rate()
            && header + switch.ingress + switch.crossing < whole;
        if cut {
            let (propagation, crossbar) = (leg.delay, switch.crossing);
            return Self { serialisation: header, propagation, ingress: switch.ingress, crossbar };
        }
        Self::of_stored_hop(bytes, leg, switch)
    }

    /// Latency from the first bit on the link `leg` until the whole frame is ready in `switch`. Used for a
    /// frame that is not cut through, for instance because the output is busy.
    #[must_use]
    pub fn of_stored_hop(bytes: u16, leg: Leg, switch: Switch) -> Self {
        let (whole, header) = (bits(leg, bytes), bits(leg, bytes.min(HEADER_BYTES)));
        let ready = match switch.forwarding {
            Forwarding::CutThrough => whole.max(header + switch.ingress),
            Forwarding::StoreAndForward => whole + switch.ingress,
        };
        let crossbar = switch.crossing + switch.slots;
        Self { serialisation: whole, propagation: leg.delay, ingress: ready - whole, crossbar }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            serialisation: self.serialisation + other.serialisation,
            propagation: self.propagation + other.propagation,
            ingress: self.ingress + other.ingress,
            crossbar: self.crossbar + other.crossbar,
        }
    }

    /// Latency of the frame: the sum of all terms.
    #[must_use]
    pub fn total(&self) -> Time {
        self.serialisation + self.propagation + self.ingress + self.crossbar
    }
}

/// Time that the preamble and `bytes` bytes take on the link `leg`.
fn bits(leg: Leg, bytes: u16) -> Time {
    leg.clock.time(u32::from(bytes) + leg.overhead.min(PREAMBLE_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Rate;

    fn leg(gbps: u64) -> Leg {
        Leg { clock: TransmissionTimes::new(Rate::gbps(gbps)), overhead: 20, delay: Time::from_ns(25) }
    }

    fn switch(forwarding: Forwarding, ns: u64) -> Switch {
        Switch { forwarding, ingress: Time::from_ns(ns), crossing: Time::ZERO, slots: Time::ZERO }
    }

    #[test]
    fn cut_through_serialises_a_frame_once_and_headers_after_that() {
        let cut = EndToEnd::of(9_000, leg(400), &[(switch(Forwarding::CutThrough, 100), leg(400)); 3]);
        assert_eq!(cut.serialisation, Time(9_008 * 20 + 3 * 72 * 20));
        assert_eq!((cut.propagation, cut.ingress), (Time::from_ns(100), Time::from_ns(300)));
        let stored =
            EndToEnd::of(9_000, leg(400), &[(switch(Forwarding::StoreAndForward, 100), leg(400)); 3]);
        assert_eq!(stored.serialisation, Time(4 * 9_008 * 20));
        assert_eq!(stored.total() - cut.total(), Time(3 * (9_008 - 72) * 20));
    }

    #[test]
    fn a_frame_complete_before_its_decision_is_stored_without_extra_latency() {
        let terms = EndToEnd::of(64, leg(400), &[(switch(Forwarding::CutThrough, 500), leg(400))]);
        assert_eq!(terms.total(), Time(2 * 72 * 20) + Time::from_ns(550));
    }

    #[test]
    fn a_faster_output_makes_a_switch_store() {
        let up = EndToEnd::of(1_000, leg(100), &[(switch(Forwarding::CutThrough, 0), leg(400))]);
        assert_eq!(up.serialisation, Time(1_008 * 80 + 1_008 * 20));
    }
}
