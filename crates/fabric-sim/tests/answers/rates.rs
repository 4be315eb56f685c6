//! Tests of minimum and maximum rates of queues and ports.

use fabric_sim::document::Document;

use super::{document, edited, ran, star};

/// Document with three saturated classes of frames of 1000 B to one port of 100 Gb/s. Class 5 is strict;
/// classes 4 and 3 are ETS classes.
fn classes() -> Document {
    star(
        2,
        3,
        r#""horizon": "2ms", "params": {"overhead": 0, "memory": "8M", "lossless": "on", "xoff": "100k", "headroom": "40k",
            "p3.class": "ets", "p3.share": 1, "p4.class": "ets", "p4.share": 1},
        "flows": [{"name": "c3", "from": "h0", "to": "r", "priority": 3}, {"name": "c4", "from": "h1", "to": "r", "priority": 4},
            {"name": "c5", "from": "h2", "to": "r", "priority": 5}]"#,
    )
}

/// Throughputs of the flows `c3`, `c4` and `c5` in Gb/s, in this order. `settings` apply to the output of the
/// switch.
#[expect(clippy::cast_precision_loss, reason = "rates")]
fn gbps(settings: &[(&str, &str)]) -> [f64; 3] {
    let edits: Vec<(String, &str)> =
        settings.iter().map(|(key, value)| (format!("switch.s.port.3.{key}"), *value)).collect();
    let edits: Vec<(&str, &str)> = edits.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    let (_, report) = ran(&edited(classes(), &edits));
    assert!(report.conservation.holds);
    [0, 1, 2].map(|n: usize| report.flows[n].throughput_bps as f64 / 1e9)
}

#[track_caller]
fn near(got: [f64; 3], expected: [f64; 3]) {
    let is_near = |(got, expected): (f64, f64)| (got - expected).abs() < 1.0;
    assert!(got.into_iter().zip(expected).all(is_near), "{got:?} for {expected:?}");
}

#[test]
fn a_maximum_rate_holds_a_strict_class_and_the_others_share_the_rest() {
    near(gbps(&[]), [0.0, 0.0, 100.0]);
    near(gbps(&[("p5.pir", "40G")]), [30.0, 30.0, 40.0]);
    near(gbps(&[("p5.pir", "40G"), ("p4.pir", "10G")]), [50.0, 10.0, 40.0]);
    near(gbps(&[("p5.pir", "40G"), ("p4.pir", "10G"), ("p3.pir", "20G")]), [20.0, 10.0, 40.0]);
}

#[test]
fn a_queue_below_its_minimum_rate_precedes_all_others() {
    near(gbps(&[("p3.cir", "10G")]), [10.0, 0.0, 90.0]);
    // With shares of 35 Gb/s, a minimum rate of 20 Gb/s has no effect. A minimum rate of 50 Gb/s leaves only
    // the remaining rate to the other class.
    near(gbps(&[("p5.pir", "30G"), ("p3.cir", "20G")]), [35.0, 35.0, 30.0]);
    near(gbps(&[("p5.pir", "30G"), ("p3.cir", "50G")]), [50.0, 20.0, 30.0]);
    near(gbps(&[("p3.cir", "60G"), ("p4.cir", "60G")]), [40.0, 60.0, 0.0]);
}

#[test]
fn a_port_has_a_maximum_rate() {
    near(gbps(&[("port_pir", "50G")]), [0.0, 0.0, 50.0]);
    near(gbps(&[("port_pir", "50G"), ("p5.pir", "10G")]), [20.0, 20.0, 10.0]);
}

#[test]
fn a_shaped_class_sends_its_burst_and_then_its_rate() {
    let paced = |burst: &str| {
        let flow = r#""horizon": "100us", "params": {"overhead": 0},
            "flows": [{"name": "f", "from": "h0", "to": "r", "priority": 0}]"#;
        let edits = [("host.h0.p0.pir", "10G"), ("host.h0.p0.pbs", burst)];
        ran(&edited(star(2, 1, flow), &edits)).1.flows[0].sent_bytes
    };
    // In 100 µs at 10 Gb/s, the queue sends 125 kB, the burst, and a frame that exceeds the tokens.
    assert!((125_000..=127_000).contains(&(paced("1k") - 1_000)), "{}", paced("1k"));
    assert!((125_000..=127_000).contains(&(paced("50k") - 50_000)), "{}", paced("50k"));
}

#[test]
fn a_minimum_above_the_maximum_is_refused() {
    let wrong = edited(classes(), &[("p3.cir", "20G"), ("p3.pir", "10G")]);
    let refused = wrong.compile().unwrap_err().to_string();
    assert!(refused.contains("the minimum rate (20G) is above the maximum rate (10G)"), "{refused}");
    let again =
        edited(classes(), &[("p3.cir", "10G"), ("p3.pir", "20G"), ("p3.cbs", "64k"), ("p3.pbs", "1M")]);
    assert_eq!(document(&again.to_json()), again);
}
