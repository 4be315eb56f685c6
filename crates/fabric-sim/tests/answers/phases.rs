//! Tests of jitter and clock errors. With jitter, flows of equal constant rates share the losses of a full
//! port. A clock error changes the rate of a paced flow.

use fabric_sim::document::Document;
use fabric_sim::engine::{EventKind, TraceEvent};

use super::{edited, ran, star, world};

/// Document with four lossy flows of the same constant rate to one port of 100 Gb/s.
fn equal(model: u32, seed: u64, rate: &str) -> Document {
    let flow = |n: usize| {
        format!(
            r#"{{"name": "f{n}", "from": "h{n}", "to": "r", "frame": 1024, "priority": 0, "arrival": {{"constant": "{rate}"}}}}"#
        )
    };
    let flows: Vec<String> = (0..4).map(flow).collect();
    let fields = format!(
        r#""seed": {seed}, "horizon": "4ms", "params": {{"overhead": 0, "memory": "200k"}}, "flows": [{}]"#,
        flows.join(", ")
    );
    star(model, 4, &fields)
}

#[expect(clippy::cast_precision_loss, reason = "counts of frames")]
fn losses(document: &Document) -> Vec<f64> {
    let flows = ran(document).1.flows;
    flows.iter().map(|flow| 100.0 * flow.dropped_frames as f64 / flow.sent_frames as f64).collect()
}

#[test]
fn equal_constant_rates_lose_the_same() {
    for (rate, share) in [("30G", 100.0 / 6.0), ("28.57G", 12.5)] {
        for seed in 1..=20 {
            let losses = losses(&equal(2, seed, rate));
            assert!(losses.iter().all(|loss| (loss - share).abs() <= 1.5), "{rate}, seed {seed}: {losses:?}");
        }
    }
}

#[test]
fn without_frame_jitter_equal_constant_rates_lock_in_phase() {
    let locked = |document: &Document| {
        let losses = losses(document);
        losses.iter().any(|loss| *loss > 30.0) && losses.contains(&0.0)
    };
    assert!(locked(&equal(1, 1, "30G")));
    assert!(locked(&edited(equal(2, 1, "30G"), &[("frame_jitter", "off")])));
    assert!(locked(&edited(equal(2, 1, "30G"), &[("jitter", "off"), ("frame_jitter", "auto")])));
    assert!(!locked(&edited(equal(1, 1, "30G"), &[("frame_jitter", "on")])));
}

#[test]
fn a_clock_error_scales_pacing_and_not_the_link_rate() {
    let sent = |document: &Document| ran(document).1.flows[0].sent_bytes;
    let paced = |ppm: &str| edited(equal(2, 1, "10G"), &[("host.h0.clock_ppm", ppm)]);
    let [slow, right, fast] = ["-1000", "0", "1000"].map(|ppm| sent(&paced(ppm)));
    // The flow sends 5 MB in 4 ms. A clock error of 1/1000 changes this by 5 kB, or five frames.
    assert!((4_000..=6_500).contains(&(fast - right)), "{right} {fast}");
    assert!((4_000..=6_500).contains(&(right - slow)), "{slow} {right}");
    let saturating = |ppm: &str| {
        let flow = r#""horizon": "1ms", "flows": [{"name": "f", "from": "h0", "to": "r"}]"#;
        sent(&edited(star(2, 1, flow), &[("host.h0.clock_ppm", ppm)]))
    };
    assert_eq!(saturating("1000"), saturating("0"));
}

/// Test vector for the start jitter of a flow, from `docs/model/random.md`.
#[test]
fn the_start_jitter_is_drawn_from_the_bytes_of_a_frame() {
    let flow = r#""seed": 42, "horizon": "1us", "flows": [{"name": "a>r", "from": "h0", "to": "r", "priority": 0, "frame": 1000}]"#;
    let document = star(2, 1, flow);
    let mut events: Vec<TraceEvent> = Vec::new();
    world(&document).run_until(document.horizon, u64::MAX, &mut events);
    let first = events.iter().find(|event| matches!(event.kind, EventKind::Started(_))).expect("a frame");
    assert_eq!(first.at.ps(), 57_116);
}
