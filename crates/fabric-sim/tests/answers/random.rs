//! Tests of class mismatches in random documents: without a mismatch there is no warning, and an added
//! mismatch causes a warning.

use super::*;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random number below `end`.
fn below(chance: &mut Pcg32, end: u32) -> u32 {
    chance.next_u32() % end
}

/// Random document with two switches, and the DSCP and class of each lossless class. All ports map a DSCP to
/// the class in which the senders send it.
fn matched(chance: &mut Pcg32) -> (Document, Vec<(u32, u32)>) {
    let hosts = 2 + below(chance, 4);
    let lossless: Vec<u32> = (1..7).filter(|_| below(chance, 2) == 0).chain([7]).collect();
    let names: Vec<String> = (0..hosts).map(|n| format!(r#"{{"name": "h{n}"}}"#)).collect();
    let links: Vec<String> = (0..hosts).map(|n| format!(r#"["h{n}", "s{}", "100G", "5m"]"#, n % 2)).collect();
    // A DSCP may stand for any class, if all ports agree.
    let classes: Vec<(u32, u32)> =
        lossless.iter().map(|class| (8 * below(chance, 8) + class, *class)).collect();
    let pairs: Vec<String> = classes.iter().map(|(dscp, class)| format!("[{dscp}, {class}]")).collect();
    let maps: Vec<String> =
        (0..2).map(|n| format!(r#"{{"switch": "s{n}", "dscp": [{}]}}"#, pairs.join(", "))).collect();
    let params: Vec<String> = (0..8)
        .map(|n| format!(r#""p{n}.lossless": "{}""#, if lossless.contains(&n) { "on" } else { "off" }))
        .collect();
    let flows: Vec<String> = (0..hosts)
        .map(|n| {
            let (dscp, class) = classes[below(chance, u32::try_from(classes.len()).unwrap()) as usize];
            let to = (n + 1 + below(chance, hosts - 1)) % hosts;
            format!(
                r#"{{"name": "f{n}", "from": "h{n}", "to": "h{to}", "priority": {class}, "dscp": {dscp}, "tagged": false}}"#
            )
        })
        .collect();
    let text = format!(
        r#"{{"format": 1, "model": 1, "hosts": [{}], "switches": [{{"name": "s0"}}, {{"name": "s1"}}],
        "links": [{}, ["s0", "s1", "400G", "10m"]], "params": {{{}, "headroom": "60k"}}, "maps": [{}], "flows": [{}]}}"#,
        names.join(", "),
        links.join(", "),
        params.join(", "),
        maps.join(", "),
        flows.join(", ")
    );
    (document(&text), classes)
}

#[test]
fn an_injected_mismatch_is_reported_by_its_cause_and_matched_documents_have_no_warning() {
    let mut chance = Pcg32::seed_from_u64(32);
    for round in 0..1_000 {
        let (mut document, _) = matched(&mut chance);
        assert_eq!(warned(&document), [""; 0], "round {round}: {}", document.to_json());
        let n = below(&mut chance, u32::try_from(document.flows.len()).unwrap());
        let (from, switch) = (format!("h{n}"), n % 2);
        let flow = &document.flows[n as usize];
        let (class, dscp) = (u32::from(flow.priority.get()), flow.dscp.unwrap().small());
        let other = (class + 1 + below(&mut chance, 7)) % 8;
        // The changed port is the port of the switch to which the host is linked. Hosts are linked to the two
        // switches in turn.
        let (port, reason, address) =
            (n / 2, below(&mut chance, 3), format!("switch.s{switch}.port.{}", n / 2));
        let edit = |document: Document, key: &str, value: &str| {
            edited(document, &[(&format!("{address}.{key}"), value)])
        };
        let cause = match reason {
            0 => {
                let map =
                    format!(r#"{{"switch": "s{switch}", "port": {port}, "dscp": [[{dscp}, {other}]]}}"#);
                document.maps.push(serde_json::from_str(&map).unwrap());
                format!("its DSCP {dscp}")
            }
            1 => {
                document = edit(edit(document, "trust", "port"), "default_priority", &other.to_string());
                "the port's default priority (trust port reads neither PCP nor DSCP)".to_owned()
            }
            _ => {
                document = edit(edit(document, "trust", "pcp"), "default_priority", &other.to_string());
                "the port's default priority (trust pcp reads a tag, and it has none)".to_owned()
            }
        };
        let reported = warned(&document);
        let named = |reported: &String| {
            reported.starts_with(&format!("s{switch}.{port}: "))
                && reported
                    .contains(&format!("leaves {from}.0 in priority {class}, which is lossless, but {cause}"))
                && reported.contains(&format!("makes it priority {other} here"))
        };
        assert!(reported.iter().any(named), "round {round}: {reported:#?}");
    }
}
