//! Test that `docs/parameters.md` equals the text that is generated from the table of parameters. After a
//! change of the table, run `cargo xtask bless`.
#![cfg(not(target_arch = "wasm32"))]

use std::fmt::Write;
use std::path::Path;

use fabric_sim::document::params::{FOREIGN_WORDS, ForeignWord, Nodes, Param, ParamLevel, TABLE};
use fabric_sim::document::{PROFILES, Profile};

fn level_label(param: &Param) -> &'static str {
    match (param.level, param.nodes) {
        (ParamLevel::Fabric, _) => "fabric",
        (ParamLevel::Switch, _) => "switch",
        (ParamLevel::Port, Nodes::Hosts) => "host",
        (ParamLevel::Port, _) => "port",
        (ParamLevel::Priority, Nodes::Hosts) => "priority of a host, lossless",
        (ParamLevel::Priority, Nodes::All) => "priority",
        (ParamLevel::Priority, Nodes::Switches) if param.lossless_only => "priority of a switch, lossless",
        (ParamLevel::Priority, Nodes::Switches) => "priority of a switch",
    }
}

/// Acronyms of `docs/parameters.md`, in alphabetical order, each with its meaning.
const ACRONYMS: [(&str, &str); 25] = [
    ("CBFC", "credit-based flow control"),
    ("CNP", "congestion notification packet"),
    ("DCQCN", "datacenter quantized congestion notification"),
    ("DLLP", "data link layer packet"),
    ("DSCP", "differentiated services code point"),
    ("DWRR", "deficit weighted round robin"),
    ("ECN", "explicit congestion notification"),
    ("ECT", "ECN-capable transport"),
    ("ETS", "enhanced transmission selection"),
    ("FCCL", "flow control credit limit"),
    ("FCS", "frame check sequence"),
    ("FCTBS", "flow control total blocks sent"),
    ("HPCC", "High Precision Congestion Control"),
    ("NAK", "negative acknowledgement"),
    ("NIC", "network interface card"),
    ("PCP", "priority code point"),
    ("PFC", "priority-based flow control"),
    ("PG", "priority group"),
    ("PIM", "parallel iterative matching"),
    ("RED", "random early detection"),
    ("SAI", "switch abstraction interface"),
    ("VOQ", "virtual output queue"),
    ("WRED", "weighted random early detection"),
    ("XOFF", "transmit off: threshold of pausing"),
    ("XON", "transmit on: threshold of resuming"),
];

/// Meaning of `param`, and the effects of its values. The help of a parameter is its meaning, then effects
/// such as `off: no limit`. If the parameter has a single effect, the effect stays a part of the meaning.
fn meaning_and_effects(param: &Param) -> (&'static str, Vec<(&'static str, &'static str)>) {
    let help = param.help;
    let mut effects = Vec::new();
    for (word, _) in param.words {
        for end in [". ", "; "] {
            effects.extend(help.find(&format!("{end}{word}: ")).map(|at| (at, *word)));
        }
    }
    effects.sort_unstable();
    if effects.len() < 2 {
        return (help, Vec::new());
    }
    let ends = effects.iter().skip(1).map(|(at, _)| *at).chain([help.len()]);
    let texts = effects.iter().zip(ends).map(|((at, word), end)| (*word, &help[at + word.len() + 4..end]));
    (&help[..effects[0].0], texts.collect())
}

fn page() -> String {
    let mut page = String::from(
        "# Parameters\n\n\
         Written from `crates/fabric-sim/src/document/params/table.rs`; do not edit.\n\n\
         A value is given at an address, such as `xoff`, `p3.xoff`, `switch.s1.xoff`, \
         `switch.s1.port.2.p3.xoff` or `host.h1.pfc_delay`. It is in a document's `params` or `profiles`, in a \
         link, or with `fabric run --set`. Of several values, the most specific applies: port before node before fabric, then with a priority before \
         without, then the switch before its profile. A given value outranks a value that a built-in profile \
         computes. Without a priority, an address of a parameter marked *lossless* means the lossless \
         priorities, or all priorities if none is lossless. A parameter marked *live* may also change in a \
         running fabric, by an action. k, M, G are powers of ten, Ki, Mi, Gi of two. If several values of a \
         parameter need an explanation, a second table below the first has their effects.\n\n\
         | acronym | meaning |\n|---|---|\n",
    );
    for (acronym, meaning) in ACRONYMS {
        writeln!(page, "| {acronym} | {meaning} |").unwrap();
    }
    let mut groups: Vec<_> = TABLE.iter().map(|param| param.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        writeln!(page, "\n## {}\n", group.title()).unwrap();
        page.push_str("| name | belongs to | values | default | live | meaning | source |\n");
        page.push_str("|---|---|---|---|---|---|---|\n");
        let mut effects = String::new();
        for param in TABLE.iter().filter(|param| param.group == group) {
            let (meaning, values) = meaning_and_effects(param);
            for (value, effect) in values {
                writeln!(effects, "| `{}` | `{value}` | {effect} |", param.name).unwrap();
            }
            let default = param.show(param.default);
            let live = if param.live { "yes" } else { "" };
            let (name, source) = (param.name, param.source);
            writeln!(
                page,
                "| `{name}` | {} | {} | {default} | {live} | {meaning} | {source} |",
                level_label(param),
                param.allowed()
            )
            .unwrap();
        }
        if !effects.is_empty() {
            write!(page, "\n| name | value | effect |\n|---|---|---|\n{effects}").unwrap();
        }
    }
    page.push_str(
        "\n## Profiles\n\n\
         A switch may name one of these in its `profile`; [model/buffer.md](model/buffer.md#profiles) has the \
         details. Values that depend on the rate and cable of a port \
         are computed for each port. A given value, at any address, outranks the value that a profile computes \
         for the same parameter. If the two values contradict each other, the refusal names the profile. A profile of the \
         document with the same name replaces the built-in one. Its values outrank those of the fabric; those of \
         the switch outrank its values.\n\n\
         | name | behaviour | source |\n|---|---|---|\n",
    );
    for Profile { name, about, source, .. } in &PROFILES {
        writeln!(page, "| `{name}` | {about} | {source} |").unwrap();
    }
    page.push_str(
        "\n## Words of other systems\n\n\
         Names of the same settings in switches, NICs, standards and other simulators. Refusals and the search \
         of the page use this table, too.\n\n\
         | word | system | parameter | note |\n|---|---|---|---|\n",
    );
    for ForeignWord { word, system, here, note } in FOREIGN_WORDS {
        let names: Vec<String> = here.iter().map(|name| format!("`{name}`")).collect();
        let names = if names.is_empty() { "not modelled".to_owned() } else { names.join(", ") };
        writeln!(page, "| `{word}` | {system} | {names} | {note} |").unwrap();
    }
    page
}

#[test]
fn the_page_of_parameters_equals_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parameters.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "docs/parameters.md: after a change of the table, run `cargo xtask bless`");
}
