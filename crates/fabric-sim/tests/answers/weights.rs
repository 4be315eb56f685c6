//! Test that ETS shares are relative weights: they need not sum to 100.

use super::{edited, ran, star};

#[test]
fn weights_that_do_not_sum_to_100_share_a_port() {
    let weights: [(u8, f64); 6] = [(0, 10.0), (1, 10.0), (2, 10.0), (3, 20.0), (4, 10.0), (5, 70.0)];
    let flows: Vec<String> = weights
        .iter()
        .map(|(n, _)| {
            format!(r#"{{"name": "p{n}", "from": "h{n}", "to": "r", "frame": 1024, "priority": {n}}}"#)
        })
        .collect();
    let fields = format!(
        r#""horizon": "2ms", "params": {{"memory": "8M", "overhead": 0, "p4.lossless": "on", "xoff": "100k", "headroom": "40k"}},
        "flows": [{}]"#,
        flows.join(", ")
    );
    let mut document = star(2, 6, &fields);
    for (n, weight) in weights {
        let weight = weight.to_string();
        document = edited(document, &[(&format!("p{n}.class"), "ets"), (&format!("p{n}.share"), &weight)]);
    }
    let (_, report) = ran(&document);
    for (flow, (n, weight)) in report.flows.iter().zip(weights) {
        let expected = 100e9 * weight / 130.0;
        #[expect(clippy::cast_precision_loss, reason = "rates")]
        let got = flow.throughput_bps as f64;
        assert!((got / expected - 1.0).abs() < 0.02, "p{n}: {got} of {expected}");
    }
    let out = report.ports.iter().filter(|port| port.node == "s" && port.port == 6);
    let shares: Vec<u8> = out.filter_map(|port| Some(port.ets?.share_percent)).collect();
    assert_eq!(shares, [8, 8, 8, 15, 8, 54], "in percent, rounded");
}
