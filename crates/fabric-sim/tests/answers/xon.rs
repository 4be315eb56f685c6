//! Tests of the warning about an XON that is too low, with the loss of throughput.

use super::*;

/// Document with an input of 400 Gb/s and an output of 100 Gb/s, with cables of 1 km between senders and
/// switch.
fn fast_to_slow(senders: usize, xon: &str) -> Document {
    let hosts: Vec<String> = (0..senders).map(|n| format!(r#"{{"name": "h{n}"}}"#)).collect();
    let rate = if senders == 1 { "400G" } else { "100G" };
    let links: Vec<String> = (0..senders).map(|n| format!(r#"["h{n}", "s1", "{rate}", "1km"]"#)).collect();
    let flows: Vec<String> = (0..senders)
        .map(|n| format!(r#"{{"name": "f{n}", "from": "h{n}", "to": "r", "frame": 1000}}"#))
        .collect();
    document(&format!(
        r#"{{"format": 1, "model": 1, "horizon": "5ms", "hosts": [{}, {{"name": "r"}}], "switches": [{{"name": "s1"}}],
        "links": [{}, ["s1", "r", "100G", "5m"]], "flows": [{}],
        "params": {{"xoff": "100k", "xon": "{xon}", "headroom": "700k"}}}}"#,
        hosts.join(", "),
        links.join(", "),
        flows.join(", ")
    ))
}

/// Loss of throughput in percent, as the warning says; `None` without a warning.
fn told(document: &Document) -> Option<f64> {
    let said = warned(document);
    let warning = said.iter().find(|said| said.contains("XON"))?;
    let (_, rest) = warning.split_once("costs about ").unwrap();
    rest.split_once(" %").unwrap().0.parse().ok()
}

/// Measured loss of throughput in percent, compared with an output that is never idle.
fn lost(document: &Document) -> f64 {
    let (_, report) = ran(document);
    assert_eq!(report.fabric.lossless_violations, 0);
    let delivered: u64 = report.flows.iter().map(|flow| flow.delivered_bytes).sum();
    let carries = 12_500.0 * 5_000.0 * 1_000.0 / 1_020.0;
    100.0 - 100.0 * f64::from(u32::try_from(delivered).unwrap()) / carries
}

#[test]
fn the_reported_throughput_loss_of_a_low_xon_is_the_measured_loss() {
    for (senders, xon) in [(1, "0"), (1, "50k"), (3, "0")] {
        let document = fast_to_slow(senders, xon);
        let (told, lost) = (told(&document).unwrap(), lost(&document));
        assert!((told - lost).abs() < 3.0, "{senders} senders, XON {xon}: {told} % told, {lost:.2} % lost");
    }
}

#[test]
fn an_xon_that_covers_its_loop_is_not_reported_and_loses_no_throughput() {
    let document = fast_to_slow(2, "95k");
    assert_eq!(told(&document), None);
    assert!(lost(&document) < 1.0);
}

#[test]
fn the_reported_throughput_loss_of_a_low_link_xon_is_the_measured_loss() {
    for (senders, xon) in [(1, "0"), (1, "50k"), (3, "0")] {
        let edits = [("link_pause", "on"), ("link_xoff", "100k"), ("link_xon", xon), ("xoff", "1M")];
        let document = edited(fast_to_slow(senders, "0"), &edits);
        let (told, lost) = (told(&document).unwrap(), lost(&document));
        assert!((told - lost).abs() < 3.0, "{senders} senders, XON {xon}: {told} % told, {lost:.2} % lost");
        says(&warned(&document), "raise link_xon");
    }
    let edits = [("link_pause", "on"), ("link_xoff", "100k"), ("link_xon", "95k"), ("xoff", "1M")];
    assert_eq!(told(&edited(fast_to_slow(2, "0"), &edits)), None);
}
