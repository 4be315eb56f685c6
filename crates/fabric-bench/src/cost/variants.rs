//! Variants of the workload W1, and the parameters that they set. Start with [`VARIANTS`]. The order of the
//! list is the order of the results; each variant names the variant with which it is compared.

use super::{BenchRecorder, Load, Variant};

/// Parameter XOFF so high that no priority group of W1 reaches it; the memory of the switch holds all
/// frames.
const OUT_OF_REACH: (&str, &str) = ("xoff", "900M");
/// Parameters that switch off PFC: no port sends pauses or obeys them.
const PFC_OFF: [(&str, &str); 2] = [("pfc_tx", "off"), ("pfc_rx", "off")];
/// Thresholds and probability of ECN, in bytes and percent.
const ECN: [(&str, &str); 3] = [("kmin", "400k"), ("kmax", "1600k"), ("pmax", "20%")];
const DCQCN: (&str, &str) = ("rate_control", "dcqcn");
/// Parameters for a faster watchdog: it polls every millisecond instead of every 200 ms, and all its other
/// times are also divided by 200.
const WATCHDOGS: [(&str, &str); 2] = [("watchdog", "sonic"), ("watchdog_scale", "200")];
/// Parameter that makes priority 4 lossless, as priority 3 is.
const LOSSLESS: (&str, &str) = ("p4.lossless", "on");
/// Parameters that give priorities 3 and 4 equal ETS shares.
const ETS: [(&str, &str); 4] =
    [("p3.class", "ets"), ("p3.share", "50"), ("p4.class", "ets"), ("p4.share", "50")];
/// Parameters that give priority 3 the whole ETS share.
const ETS_OF_ONE: [(&str, &str); 2] = [("p3.class", "ets"), ("p3.share", "100")];

const fn incast(
    name: &'static str,
    baseline: &'static str,
    set: &'static [(&'static str, &'static str)],
) -> Variant {
    Variant { name, baseline, load: Load::Incast, set, recorder: BenchRecorder::None }
}

/// Variant with two priorities, compared with strict priority.
const fn classes(name: &'static str, set: &'static [(&'static str, &'static str)]) -> Variant {
    Variant { load: Load::Classes, ..incast(name, "two classes, strict", set) }
}

const fn paced(name: &'static str, set: &'static [(&'static str, &'static str)]) -> Variant {
    Variant { load: Load::Paced, ..incast(name, "paced", set) }
}

/// W1 with a recorder, compared with W1.
const fn with_recorder(name: &'static str, recorder: BenchRecorder) -> Variant {
    Variant { recorder, ..incast(name, "as it is", &[]) }
}

/// All variants; the first is W1 itself. Variants with the senders of W1 come first: in these, the mechanism
/// that is switched on or off has an effect. The paced variants come last: in these, the mechanism has
/// nothing to do.
pub const VARIANTS: [Variant; 17] = [
    incast("as it is", "as it is", &[]),
    incast("XOFF out of reach", "as it is", &[("xon", "auto"), OUT_OF_REACH]),
    incast("PFC off", "XOFF out of reach", &[("xon", "auto"), OUT_OF_REACH, PFC_OFF[0], PFC_OFF[1]]),
    incast("ECN", "as it is", &ECN),
    incast("ECN and DCQCN", "ECN", &[ECN[0], ECN[1], ECN[2], DCQCN]),
    classes("two classes, strict", &[LOSSLESS]),
    classes("two classes, ETS", &[LOSSLESS, ETS[0], ETS[1], ETS[2], ETS[3]]),
    incast("watchdogs", "as it is", &WATCHDOGS),
    with_recorder("a recorder that counts", BenchRecorder::Counts),
    with_recorder("a recorder of what is rare", BenchRecorder::Rare),
    with_recorder("the recorder of fabric run", BenchRecorder::Waterfalls),
    paced("paced", &[]),
    paced("paced, PFC off", &PFC_OFF),
    paced("paced, ECN", &ECN),
    paced("paced, DCQCN", &[DCQCN]),
    paced("paced, ETS", &ETS_OF_ONE),
    paced("paced, watchdogs", &WATCHDOGS),
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fabric_sim::engine::World;

    use super::*;
    use crate::cost::VariantRun;

    fn find(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    fn run(name: &str) -> VariantRun {
        let variant = find(name).unwrap();
        variant.run(&variant.spec().unwrap())
    }

    #[test]
    fn every_variant_moves_the_same_frames_and_loses_none() {
        for variant in VARIANTS {
            let VariantRun { figures, .. } = variant.run(&variant.spec().unwrap());
            assert_eq!((figures.hops, figures.drops), (640_000, 0), "{}", variant.name);
        }
    }

    #[test]
    fn names_are_unique_and_each_stands_beside_one_that_is_there() {
        for (n, variant) in VARIANTS.iter().enumerate() {
            let first = VARIANTS.iter().position(|other| other.name == variant.name);
            assert_eq!(first, Some(n), "{}", variant.name);
            assert!(find(variant.baseline).is_some(), "{}", variant.name);
        }
    }

    #[test]
    fn in_the_incast_each_part_acts_where_it_is_on() {
        let [as_it_is, out_of_reach, off] =
            ["as it is", "XOFF out of reach", "PFC off"].map(|name| run(name).figures);
        assert!(as_it_is.pauses > 2_000, "{}", as_it_is.pauses);
        assert_eq!((out_of_reach.pauses, off.pauses), (0, 0));
        // Both runs have equal events. The difference of their times is the cost of PFC that has nothing to
        // do.
        assert_eq!(out_of_reach.events, off.events);

        let [ecn, dcqcn] = ["ECN", "ECN and DCQCN"].map(run);
        assert!(ecn.marks > 1_000 && dcqcn.marks > 100, "{} and {}", ecn.marks, dcqcn.marks);
        assert!(ecn.cnps == 0 && dcqcn.cnps > 100, "{} and {}", ecn.cnps, dcqcn.cnps);

        let watched = run("watchdogs").figures;
        // The watchdogs of 17 ports poll every millisecond of the 13 ms.
        assert!(watched.events > as_it_is.events + 200, "{}", watched.events - as_it_is.events);
    }

    /// The senders form two halves with equal load. With strict priority, the first half finishes after half
    /// of the time. With equal shares, both halves finish at the end.
    #[test]
    fn the_first_of_two_classes_finishes_late_by_its_share_alone() {
        for (name, is_late) in [("two classes, strict", false), ("two classes, ETS", true)] {
            let spec = find(name).unwrap().spec().unwrap();
            let mut world = World::new(Arc::clone(&spec));
            world.run(spec.horizon, u64::MAX);
            let done = world.counters().flows.iter().map(|flow| flow.finished.unwrap());
            let (first, last) = (done.clone().min().unwrap(), done.max().unwrap());
            assert_eq!(first.ps() * 10 > last.ps() * 9, is_late, "{name}: {first} and {last}");
            assert!(is_late || first.ps() * 10 < last.ps() * 6, "{name}: {first} and {last}");
        }
    }

    #[test]
    fn with_paced_senders_no_part_of_the_model_acts() {
        let paced = run("paced").figures;
        for variant in VARIANTS.iter().filter(|variant| variant.baseline == "paced") {
            let ran = run(variant.name);
            assert_eq!((ran.figures.pauses, ran.marks, ran.cnps), (0, 0, 0), "{}", variant.name);
            let looks = ran.figures.events - paced.events;
            assert_eq!(looks > 0, variant.name == "paced, watchdogs", "{}", variant.name);
        }
    }

    #[test]
    fn recorders_receive_events_and_no_recorder_receives_none() {
        for variant in VARIANTS {
            let recorded = run(variant.name).recorded;
            assert_eq!(recorded > 0, variant.recorder != BenchRecorder::None, "{}", variant.name);
        }
        assert_eq!(run("the recorder of fabric run").recorded, 160_000, "frames whose time is known");
    }
}
