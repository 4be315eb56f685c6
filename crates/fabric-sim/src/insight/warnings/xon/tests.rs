//! Tests of the throughput that a low XON costs.

use super::*;

#[test]
fn an_output_that_is_never_idle_loses_no_throughput() {
    let group = |xon| PausingGroup {
        thresholds: PauseThresholds {
            threshold: Threshold::Static(100_000),
            xon,
            xon_offset: None,
            shared: 0,
        },
        xoff: 100_000,
        xon,
        bytes_at_resume: xon,
        frame: 0,
        resume_to_arrival: Time::from_us(10),
        rate: 400_000_000_000,
        link: 400_000_000_000,
        outputs: PortSet::EMPTY,
    };
    let cost = |xon| cost(&[(PortId(0), group(xon))], 100_000_000_000, 0);
    assert!(cost(125_000).is_none());
    // The output idles for 10 µs of each cycle; a cycle is 475 kB ÷ 300 Gb/s + 475 kB ÷ 100 Gb/s + 10 µs.
    assert_eq!(cost(0).map(|cost| (cost.needed, cost.percent)), Some((125_000, 16)));
}
