//! Tests of the bandwidth that other classes take from a class with short pauses.

use super::*;
use fabric_sim::ids::{Priority, QueueId};
use fabric_sim::insight::{ChainOutcome, why_paused};

/// Document with a flow of class `other` and a flow of lossless class 3 to one port of 100 Gb/s. `rates` are
/// the rates of these two flows, in this order.
fn beside(other: u8, rates: [&str; 2], params: &str) -> Document {
    star(
        2,
        2,
        &format!(
            r#""horizon": "2ms", "params": {{"p{other}.lossless": "off"{params}}},
            "flows": [{{"name": "other", "from": "h0", "to": "r", "priority": {other}, "arrival": {{"constant": "{}"}}}},
                {{"name": "asks", "from": "h1", "to": "r", "priority": 3, "arrival": {{"constant": "{}"}}}}]"#,
            rates[0], rates[1]
        ),
    )
}

/// A queue of a root fills while its inputs are not paused. `sent_percent` must refer to the whole time in
/// which the queue filled. In the short pauses alone, few bytes of the other class are sent.
#[test]
fn shares_of_a_root_include_frames_sent_while_it_filled() {
    let shares = r#", "p3.class": "ets", "p3.share": 80, "p4.class": "ets", "p4.share": 20"#;
    for (other, rates, params, kind, sent) in [
        (7, ["8G", "97G"], "", "strict", 8.0),
        (7, ["10G", "95G"], "", "strict", 10.0),
        (7, ["12G", "90G"], "", "strict", 12.0),
        (7, ["8G", "93G"], "", "strict", 8.0),
        (4, ["100G", "85G"], shares, "ets_share", 20.0),
    ] {
        let document = beside(other, rates, params);
        let (world, report) = ran(&document);
        let cause = report.causes.iter().find(|cause| cause.root == "s.2.3").expect("pauses of class 3");
        assert_eq!(cause.kind, kind, "{rates:?}: {cause:?}");
        assert!((cause.sent_percent[&other] - sent).abs() < 1.5, "{rates:?}: {:?}", cause.sent_percent);
        assert!(cause.sent_over_ps > cause.active_ps && cause.sent_over_ps <= world.now().ps(), "{cause:?}");
    }
}

/// Three results must name the same reason: the chain of a pause, the list of roots, and the recorded causes
/// up to the same time.
#[test]
fn chain_roots_and_causes_give_one_reason() {
    let document = beside(7, ["8G", "97G"], "");
    let mut checked = 0;
    let mut world = world(&document);
    let mut causes = Causes::of(&world);
    for until in (0..1_000).map(|n| Time(1_000_000_000 + n * 530_000)) {
        world.run_until(until, u64::MAX, &mut causes);
        let spec = world.spec();
        let nic = QueueId::new(spec.port(spec.node("h1").unwrap(), 0).unwrap(), Priority::P3);
        let Some(mut chain) = why_paused(&world, nic) else { continue };
        causes.refine(&world, &mut chain);
        let report = Report::of(&world).with_causes(&causes, &world);
        let cause = &report.causes[0];
        let by_chain = chain.main_root().end;
        if !by_chain.is_limited() {
            continue;
        }
        assert_eq!(ChainOutcome::named(cause.kind, cause.by_class.map(Priority::new)), Some(by_chain));
        for root in report.blocked.roots.iter().filter(|root| root.queue == cause.root) {
            assert_eq!((root.kind, root.by_class), (cause.kind, cause.by_class));
        }
        checked += 1;
    }
    assert!(checked > 0);
}
