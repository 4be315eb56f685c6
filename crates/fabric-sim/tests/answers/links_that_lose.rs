//! Tests of loss and corruption as properties of a link, of link delays in quanta, and of the counters of a
//! sender's own queue.

use fabric_sim::insight::Measure;
use fabric_sim::units::Quanta;

use super::{document, edited, ran, star, world};

#[test]
fn loss_and_corruption_are_properties_of_a_link() {
    let whole = star(1, 1, r#""horizon": "1ms", "flows": [{"name": "f", "from": "h0", "to": "r"}]"#);
    let lossy = |fields: &str| {
        let link = format!(r#"{{"a": "h0", "b": "s", "rate": "100G", "length": "5m", {fields}}}"#);
        let json = whole.to_json();
        let start = json.find(r#"{"a": "h0""#).expect("the link of h0");
        let end = start + json[start..].find('}').expect("its end") + 1;
        document(&json.replacen(&json[start..end], &link, 1))
    };
    let drops = |fields: &str| ran(&lossy(fields)).1.fabric.drops;
    assert!(ran(&whole).1.fabric.drops.is_empty());
    let lost = drops(r#""drop_every": 100"#)["lost_in_cable"];
    // In 1 ms, 100 Gb/s carry 12 255 frames of 1020 B on the wire; 1 % of them are lost.
    assert!((121..=123).contains(&lost), "{lost}");
    let spoilt = drops(r#""corrupt": "1/256""#)["corrupt"];
    assert!((30..=66).contains(&spoilt), "{spoilt}");
    assert!(drops(r#""corrupt": "1e-12""#).is_empty());
    let text = lossy(r#""corrupt": "1e-6""#);
    assert_eq!(document(&text.to_json()), text);
    let wrong = document(&lossy(r#""corrupt": "1e-6""#).to_json().replace("1e-6", "2"));
    let refused = wrong.compile().unwrap_err().to_string();
    assert!(refused.starts_with(r#"links[0].corrupt: is "2", but must be a probability"#), "{refused}");
}

#[test]
fn a_delay_in_quanta_is_that_of_its_port() {
    let flow = r#""flows": [{"name": "f", "from": "h0", "to": "r"}]"#;
    let document = edited(star(1, 1, flow), &[("pfc_delay", "394q")]);
    let world = world(&document);
    for port in &world.spec().ports {
        assert_eq!(port.config.receiver.delay, Quanta(394).time(port.clock));
    }
    assert!(document.to_json().contains(r#""pfc_delay": "394q""#));
}

#[test]
fn a_sender_s_own_full_queue_is_no_drop_of_the_fabric() {
    let document = star(
        1,
        1,
        r#""horizon": "1ms", "flows": [{"name": "f", "from": "h0", "to": "r", "arrival": {"constant": "200G"}}]"#,
    );
    let (_, report) = ran(&document);
    let of = |name: &str| Measure::find(name).unwrap().of(&report)[0].value;
    assert_eq!(of("drops"), Some(0));
    assert_eq!(of("source_drops"), report.fabric.drops.get("source_full").copied());
    assert!(of("source_drops") > Some(0));
}

#[test]
fn measures_of_completion_times_are_those_of_the_flows_that_finished() {
    let flow = |n: u32| {
        format!(
            r#"{{"name": "f{n}", "from": "h{n}", "to": "r", "size": "{}k", "start": "{n}us", "jitter": false}}"#,
            10 * (n + 1)
        )
    };
    let flows: Vec<String> = (0..3).map(flow).collect();
    let endless = r#"{"name": "g", "from": "h3", "to": "r", "priority": 0, "arrival": {"constant": "1G"}}"#;
    let fields = format!(r#""horizon": "100us", "flows": [{}, {endless}]"#, flows.join(", "));
    let (_, report) = ran(&star(1, 4, &fields));
    let mut times: Vec<u64> = report
        .flows
        .iter()
        .take(3)
        .zip(0..)
        .map(|(flow, start): (_, u64)| flow.finished_ps.expect("it finished") - start * 1_000_000)
        .collect();
    times.sort_unstable();
    let of = |name: &str| Measure::find(name).unwrap().of(&report)[0].value;
    assert_eq!(of("fct_max_ps"), Some(times[2]));
    assert_eq!(of("fct_p99_ps"), Some(times[2]));
    assert_eq!(of("fct_mean_ps"), Some(times.iter().sum::<u64>() / 3));
    assert!(of("fairness_millionths").is_some_and(|index| (250_000..1_000_000).contains(&index)));
}
