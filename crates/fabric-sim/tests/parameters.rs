//! `docs/parameters.md` against the table of parameters, which it is written from.
//! After a change of the table, run `cargo xtask bless`.
#![cfg(not(target_arch = "wasm32"))]

use std::fmt::Write;
use std::path::Path;

use fabric_sim::document::params::{FOREIGN_WORDS, ForeignWord, Level, Nodes, Param, TABLE};
use fabric_sim::document::{PROFILES, Profile};

fn whose(param: &Param) -> &'static str {
    match (param.level, param.nodes) {
        (Level::Fabric, _) => "fabric",
        (Level::Switch, _) => "switch",
        (Level::Port, Nodes::Hosts) => "host",
        (Level::Port, _) => "port",
        (Level::Priority, Nodes::Hosts) => "priority of a host, lossless",
        (Level::Priority, Nodes::All) => "priority",
        (Level::Priority, Nodes::Switches) if param.lossless_only => "priority of a switch, lossless",
        (Level::Priority, Nodes::Switches) => "priority of a switch",
    }
}

fn page() -> String {
    let mut page = String::from(
        "# Parameters\n\n\
         Written from `crates/fabric-sim/src/document/params/table.rs`; do not edit.\n\n\
         A value is given at an address, in a document's `params` or `profiles`, with `fabric run --set`, or in a link: \
         `xoff`, `p3.xoff`, `switch.s1.xoff`, `switch.s1.port.2.p3.xoff`, `host.h1.pfc_delay`. \
         Of several that apply, the more specific wins: port before node before fabric, then with a priority before \
         without, then a switch's own before its profile's. What a profile of the program works out yields to every \
         value that is given. Without a priority, an address of a parameter marked \
         *lossless* means the lossless priorities (all of them where none is lossless). \
         A parameter marked *live* may also change in a running fabric, by an action. \
         k, M, G are powers of ten, Ki, Mi, Gi of two.\n",
    );
    let mut groups: Vec<_> = TABLE.iter().map(|param| param.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        writeln!(page, "\n## {}\n", group.title()).unwrap();
        page.push_str("| name | belongs to | values | default | live | what it is | source |\n");
        page.push_str("|---|---|---|---|---|---|---|\n");
        for param in TABLE.iter().filter(|param| param.group == group) {
            let default = param.show(param.default);
            let live = if param.live { "yes" } else { "" };
            let (name, help, source) = (param.name, param.help, param.source);
            writeln!(
                page,
                "| `{name}` | {} | {} | {default} | {live} | {help} | {source} |",
                whose(param),
                param.allowed()
            )
            .unwrap();
        }
    }
    page.push_str(
        "\n## Profiles\n\n\
         A switch may name one of these in its `profile`; values that depend on a port's rate and cable are worked \
         out for each port. A value that is given, at any address, the whole fabric's too, outranks what one of \
         these works out for the same parameter; where the two make no sense together, the refusal names the profile. \
         A profile of the document's own of the same name replaces it, and is given by hand: it stands between the \
         fabric and the switch.\n\n\
         | name | what it is | source |\n|---|---|---|\n",
    );
    for Profile { name, about, source, .. } in &PROFILES {
        writeln!(page, "| `{name}` | {about} | {source} |").unwrap();
    }
    page.push_str(
        "\n## Words of other systems\n\n\
         What switches, NICs, standards and other simulators call it. Refusals and the page's search know these words, too.\n\n\
         | word | where | here | |\n|---|---|---|---|\n",
    );
    for ForeignWord { word, system, here, note } in FOREIGN_WORDS {
        let names: Vec<String> = here.iter().map(|name| format!("`{name}`")).collect();
        let names = if names.is_empty() { "not modelled".to_owned() } else { names.join(", ") };
        writeln!(page, "| `{word}` | {system} | {names} | {note} |").unwrap();
    }
    page
}

#[test]
fn the_page_of_parameters_says_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parameters.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "docs/parameters.md: after a change of the table, run `cargo xtask bless`");
}
