//! Tests of the values that built-in profiles give to a switch.

use super::super::Document;
use super::super::params::Address;
use crate::fabric::buffer::{PgConfig, Threshold};
use crate::fabric::crossbar::Inputs;
use crate::ids::Priority;
use crate::spec::Spec;

/// Document with a switch that has this profile. h1 has a link of 100G and 200 m, and h2 one of 400G and 5 m.
fn text(profile: &str, fields: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1, "hosts": [{{"name": "h1"}}, {{"name": "h2"}}],
            "switches": [{{"name": "s1", "profile": "{profile}"}}],
            "links": [["h1", "s1", "100G", "200m"], ["s1", "h2", "400G", "5m"]]{fields}}}"#
    )
}

fn compile(profile: &str, fields: &str) -> Result<Spec, String> {
    let document = Document::parse(&text(profile, fields)).map_err(|problems| problems.to_string())?;
    document.compile().map_err(|problems| problems.to_string())
}

/// PGs of priority `n` at ports 0 and 1 of the switch.
fn groups(spec: &Spec, n: usize) -> [PgConfig; 2] {
    [2, 3].map(|port: usize| spec.ports[port].config.priorities[n].pg)
}

#[test]
fn hpcc_follows_the_rate_and_the_cable_of_each_port() {
    let spec = compile("hpcc", "").unwrap();
    assert_eq!(spec.switches[0].pool.memory, 12 << 20);
    let [slow, fast] = groups(&spec, 3);
    for group in [slow, fast] {
        assert_eq!((group.reserve, group.xon, group.xon_offset), (4_096, 0, Some(3_072)));
    }
    // The headroom is three times the bandwidth-delay product: 1 µs of 100G (12500 B), and 25 ns of 400G
    // (1250 B).
    assert_eq!((slow.headroom, fast.headroom), (37_500, 3_750));
    let thresholds = [slow.threshold, fast.threshold].map(|threshold| threshold.bytes(800_000));
    assert_eq!(thresholds, [800_000 >> 3, 800_000 >> 1], "two doublings");
    assert!(spec.ports.iter().all(|port| !port.config.receiver.timer), "at both ends of each link");
    let control = groups(&spec, 0)[0];
    assert!(!control.counted && !control.lossless);
    assert!(!spec.ports[2].config.sender.enabled.contains(Priority::P0), "never paused");
}

#[test]
fn sonic_looks_its_rows_up() {
    let spec = compile("sonic", "").unwrap();
    let [slow, fast] = groups(&spec, 3);
    assert_eq!((slow.reserve, slow.headroom, slow.xon), (19_456, 117_760, 0), "100G and 300 m");
    assert_eq!((fast.reserve, fast.headroom, fast.xon), (37_888, 48_128, 0), "400G and 5 m");
    assert_eq!(slow.threshold, Threshold::Dynamic(Threshold::ONE));
    assert_eq!((slow.xon_offset, spec.switches[0].pool.cell_bytes), (None, 144));
    let other = groups(&compile("sonic-lookup", "").unwrap(), 3);
    assert_eq!((other[1].reserve, other[1].headroom, other[1].xon), (47_104, 38_912, 0), "400G and 5 m");
    assert_eq!(other[0], slow, "the tables differ at 400G only");
    let at = |rate: &str| Document::parse(&text("sonic", "").replace("400G", rate)).unwrap().compile();
    let fastest = groups(&at("800G").unwrap(), 3)[1];
    assert_eq!((fastest.reserve, fastest.headroom, fastest.xon), (47_104, 257_024, 0), "800G and 5 m");
    let reported = at("1600G").unwrap_err();
    assert_eq!(
        reported.to_string(),
        "switches[0].profile: sonic has no row for port 1 with 1.6T and 25ns one way, only up to 800G and 300 m (1.5us); \
         shorten the link, or take another profile"
    );
}

#[test]
fn fixed_parts_are_the_memory_by_ports_and_priorities() {
    let spec = compile("70-30", r#", "params": {"memory": "1.6M"}"#).unwrap();
    let [group, _] = groups(&spec, 3);
    // 1.6 MB makes 16 parts of 100 kB, of 2 ports with 8 priorities each.
    assert_eq!((group.threshold, group.xon, group.headroom), (Threshold::Static(70_000), 30_000, 30_000));
    let lossy = spec.ports[2].config.priorities[0];
    assert_eq!((lossy.pg.threshold, lossy.egress_limit), (Threshold::Static(100_000), None));
}

#[test]
fn per_edge_marks_are_the_document_s_where_it_has_any() {
    let fields = r#", "params": {"switch.s1.port.1.p3.xoff": "90k", "switch.s1.port.1.p3.xon": "50k"}"#;
    let spec = compile("per-edge", fields).unwrap();
    let [first, second] = groups(&spec, 3);
    assert_eq!((first.threshold, first.xon), (Threshold::Static(65_536), 32_768));
    assert_eq!((second.threshold, second.xon), (Threshold::Static(90_000), 50_000));
    // Round trip of 2 µs at 100G (25 kB), and four of the longest frames.
    assert_eq!(first.headroom, 25_000 + 4 * 9_238);
    assert_eq!(spec.switches[0].crossbar.unwrap().inputs, Inputs::SingleFifo);
}

#[test]
fn explicit_values_at_any_level_outrank_the_profile() {
    let fields =
        r#", "params": {"headroom": "1k", "switch.s1.reserve": "5k", "switch.s1.port.1.headroom": "7k"}"#;
    let [slow, fast] = groups(&compile("hpcc", fields).unwrap(), 3);
    assert_eq!((slow.headroom, fast.headroom), (1_000, 7_000));
    assert_eq!((slow.reserve, fast.reserve), (5_000, 5_000));
}

/// A value that the document gives for all priorities overrides the value that a profile gives for one
/// priority.
#[test]
fn a_profile_value_for_one_priority_yields_to_an_explicit_value_for_all() {
    let [group, _] =
        groups(&compile("70-30", r#", "params": {"memory": "1.6M", "p0.xoff": "5k"}"#).unwrap(), 0);
    assert_eq!(group.threshold, Threshold::Static(5_000));
    let [dynamic, _] =
        groups(&compile("per-edge", r#", "params": {"alpha": "1/2", "xon": "0"}"#).unwrap(), 3);
    assert_eq!(dynamic.threshold, Threshold::Dynamic(Threshold::ONE / 2), "a rival of the profile's XOFF");
}

#[test]
fn a_refusal_names_the_profile_that_gives_a_side_of_it() {
    let reported = |profile, params: &str| {
        compile(profile, &format!(r#", "params": {{{params}}}"#))
            .unwrap_err()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        reported("per-edge", r#""xoff": "10k""#),
        "params.xoff: XON (32.768k) is above the XOFF threshold (10k), at switch.s1.port.0.p3 and 1 more; the profile \"per-edge\" gives this xon; change xon or xoff"
    );
    assert_eq!(
        reported("per-edge", r#""switch.s1.port.1.p3.xon": "100k""#),
        "params.switch.s1.port.1.p3.xon: XON (100k) is above the XOFF threshold (65.536k); the profile \"per-edge\" gives this xoff; change xon or xoff"
    );
    assert_eq!(
        reported("hpcc", r#""switch.s1.memory": "49k""#),
        "params.switch.s1.memory: reserves and headrooms of all ports (49.442k) do not fit in the memory (49k); \
         the profile \"hpcc\" gives this reserve; the profile \"hpcc\" gives this headroom; change memory, reserve, headroom or credits"
    );
    let action = r#", "actions": [{"at": "1us", "set": {"xoff": "10k"}}]"#;
    assert_eq!(
        compile("per-edge", action).unwrap_err(),
        "actions[0].set: XON (32.768k) is above the XOFF threshold (10k); the profile \"per-edge\" gives this xon; change xon or xoff"
    );
    let both = r#", "actions": [{"at": "1us", "set": {"xoff": "10k", "xon": "20k"}}]"#;
    assert_eq!(
        compile("per-edge", both).unwrap_err(),
        "actions[0].set: XON (20k) is above the XOFF threshold (10k); change xon or xoff"
    );
}

#[test]
fn an_action_that_no_longer_fits_names_the_profile_that_takes_the_rest() {
    let action =
        r#", "params": {"switch.s1.memory": "60k"}, "actions": [{"at": "1us", "set": {"reserve": "12k"}}]"#;
    assert_eq!(
        compile("hpcc", action).unwrap_err(),
        "actions[0].set: s1: reserves and headrooms of all ports (65.25k) do not fit in the memory (60k); \
         the profile \"hpcc\" gives this headroom; change memory, reserve, headroom or credits"
    );
}

#[test]
fn a_value_of_a_profile_that_leaves_its_range_is_refused() {
    let memory = |bytes: &str| compile("70-30", &format!(r#", "params": {{"memory": "{bytes}"}}"#));
    assert_eq!(
        memory("1k").unwrap_err(),
        "switches[0].profile: the xoff that 70-30 gives is 43 here, but must be an amount of bytes from 64 to 1G; give xoff in params\n\
         switches[0].profile: the xoff that 70-30 gives is 62 here, but must be an amount of bytes from 64 to 1G; give xoff in params"
    );
    // 70 % of a part of 91 B is 63 B, which is below the range. 70 % of a part of 92 B is 64 B, which is in
    // the range.
    assert!(memory("1471").unwrap_err().contains("is 63 here"));
    assert!(memory("1472").is_ok());
    assert!(compile("70-30", r#", "params": {"memory": "1k", "xoff": "100"}"#).is_ok(), "what is not used");
}

#[test]
fn a_profile_of_the_document_wins_over_the_program_s_of_its_name() {
    let [group, _] = groups(&compile("hpcc", r#", "profiles": {"hpcc": {"headroom": "9k"}}"#).unwrap(), 3);
    assert_eq!((group.headroom, group.reserve), (9_000, 0));
}

#[test]
fn sliders_show_values_of_a_profile() {
    let document = Document::parse(&text("hpcc", "")).unwrap();
    let reported = |address: &str| document.parameter(&Address::parse(address).unwrap());
    assert_eq!(reported("switch.s1.memory").value, 12 << 20);
    assert_eq!(reported("switch.s1.port.1.p3.alpha").text, "1/2");
    assert_eq!(reported("switch.s1.port.1.p3.alpha").given.unwrap().to_string(), "profiles.hpcc.alpha");
    assert_eq!(reported("host.h1.pause_timer").text, "off");
}

#[test]
fn every_profile_is_named_as_a_document_may_name_it_and_has_its_source() {
    for profile in &super::PROFILES {
        assert!(compile(profile.name, "").is_ok(), "{}", profile.name);
        assert!(!profile.about.is_empty() && !profile.source.is_empty());
    }
    let reported = compile("hpc", "").unwrap_err();
    assert!(
        reported.starts_with("switches[0].profile: there is no profile called \"hpc\" in the document"),
        "{reported}"
    );
}
