//! Tests of the form of a new fabric, and of the documents that it opens.

use fabric_sim::document::{Build, Document};

use super::test_lab::{at, rest};
use super::*;

/// Default form with these texts in its fields. If a field is repeated, its last text applies.
fn form(texts: &[(BuildField, &str)]) -> BuildForm {
    let mut form = BuildForm::default();
    for (field, text) in texts {
        form.set(*field, (*text).to_owned());
    }
    form
}

/// Form of the kind `kind` with `text` in the field `field`. Panics if there is no such kind.
fn of(kind: &str, field: BuildField, text: &str) -> BuildForm {
    let mut form = form(&[(field, text)]);
    form.kind = BUILD_KINDS.iter().find(|one| one.name == kind).expect("a kind");
    form
}

/// Form with Hadoop traffic and `text` in the field `field`.
fn of_hadoop(kind: &str, field: BuildField, text: &str) -> BuildForm {
    let mut form = of(kind, field, text);
    form.traffic = TRAFFIC_KINDS.iter().find(|one| one.name == "hadoop").expect("a kind");
    form
}

/// Form for two spines, four leaves and 16 hosts, with 400G and 800G links, lossless P3 and P4, and ETS
/// 80/15/5.
fn example() -> BuildForm {
    form(&[
        (BuildField::HostLink, "400G, 3m"),
        (BuildField::FabricLink, "800G,30m"),
        (BuildField::Lossless, "3, 4"),
        (BuildField::Shares, "3=80, 4=15%, 0=5"),
        (BuildField::Priorities, "3,4,0"),
    ])
}

#[test]
fn the_example_becomes_a_document_with_a_builder_or_with_lists() {
    let mut form = example();
    let document = form.document().expect("a good form");
    assert_eq!(document.title, "Leaf\u{2013}spine: 16 hosts, 6 switches");
    let json = document.to_json();
    for part in [
        r#""leaf_spine": {"spines": 2, "leaves": 4, "hosts": 4, "host_link": {"rate": "400G", "length": "3m"}, "fabric_link": {"rate": "800G", "length": "30m"}}"#,
        r#""p0.share": "5%""#,
        r#""p3.share": "80%""#,
        r#""p4.lossless": "on""#,
        r#""headroom": "33k""#,
        r#"{"name": "incast P4", "kind": "incast", "bytes": "256k", "priority": 4}"#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    form.set(BuildField::Shares, "80/15/5".to_owned());
    assert_eq!(form.document().expect("another spelling").to_json(), json);
    form.expands = true;
    let lists = form.document().expect("a good form");
    assert_eq!((lists.build, lists.hosts.len(), lists.links.len()), (None, 16, 24));
}

#[test]
fn traffic_follows_lossless_priorities_and_shares_unless_the_form_names_its_own() {
    let names = |form: &BuildForm| -> Vec<(String, u8)> {
        let collectives = form.document().expect("a good form").collectives;
        collectives.into_iter().map(|one| (one.name, one.priority.get())).collect()
    };
    let incasts = |all: &[u8]| -> Vec<(String, u8)> {
        all.iter().map(|priority| (format!("incast P{priority}"), *priority)).collect()
    };
    let mut form = example();
    form.set(BuildField::Priorities, String::new());
    assert_eq!(names(&form), incasts(&[3, 4, 0]));
    form.set(BuildField::Priorities, "4 and 0".to_owned());
    assert_eq!(names(&form), incasts(&[4, 0]));
    assert_eq!(names(&BuildForm::default()), [("incast".to_owned(), 3)]);
}

#[test]
fn every_kind_and_traffic_makes_a_document() {
    for kind in &BUILD_KINDS {
        for traffic in &TRAFFIC_KINDS {
            let mut form = BuildForm::default();
            (form.kind, form.traffic) = (kind, traffic);
            let document = form.document();
            let document = document.unwrap_or_else(|why| panic!("{} {}: {why:?}", kind.name, traffic.name));
            assert_eq!(document.build.as_ref().map(Build::kind), Some(kind.name));
            let entries = document.collectives.len() + document.workloads.len();
            assert_eq!(entries, usize::from(!traffic.name.is_empty()));
        }
    }
}

#[test]
fn build_error_names_its_field() {
    use BuildField::*;
    for (form, field, words) in [
        (of("leaf_spine", Spines, "0"), Some(Spines), "0 must be a whole number from 1 to 64"),
        (of("leaf_spine", Leaves, "four"), Some(Leaves), "\"four\" must be a whole number from 1 to 64"),
        (of("leaf_spine", Hosts, " "), Some(Hosts), "this field is empty; fill it in"),
        (
            of("fat_tree", Ports, "64"),
            Some(Ports),
            "70656 hosts and switches must be at most 4096; use smaller counts",
        ),
        (of("star", Hosts, "65"), Some(Hosts), "from 1 to 64"),
        (of("ring", FabricLink, "9x"), Some(FabricLink), "\"9x\" must be a rate such as 100G"),
        (of("dumbbell", HostLink, "1G,3parsec"), Some(HostLink), "a length such as 5m"),
        (of("star", Lossless, "3,8"), Some(Lossless), "must be priorities from 0 to 7, such as 3,4"),
        (of("star", Shares, "3=x"), Some(Shares), "or percentages alone, such as 80/15/5"),
        (of("star", Bytes, "0"), Some(Bytes), "an amount of bytes from 1"),
        (of("star", Receiver, "h9"), Some(Receiver), "there is no host called"),
        (of("star", Senders, "4"), Some(Senders), "4 must be a whole number from 1 to 3, the hosts beside"),
        (of("star", Senders, "99999"), Some(Senders), "99999 must be a whole number from 1 to 3"),
        (of("leaf_spine", Senders, "0"), Some(Senders), "0 must be a whole number from 1 to 15"),
        (of("star", Senders, "all"), Some(Senders), "\"all\" must be a whole number from 1 to 3"),
        (of("star", Shares, "3=80,3=20"), Some(Shares), "priority 3 has two shares"),
        (of("star", Shares, "80%/15%/6%"), Some(Shares), "percentages sum to 101"),
        (of("star", Priorities, "x"), Some(Priorities), "must be priorities from 0 to 7"),
        (of("star", Horizon, "soon"), Some(Horizon), "a time of at most 3600s"),
        (of("star", Hosts, "1"), Some(Hosts), "must be at least 2"),
        (of_hadoop("star", Load, "101"), Some(Load), "from 1 to 100"),
        (of_hadoop("star", Horizon, "3600s"), Some(Load), "a document has at most 65536"),
    ] {
        let refusal = form.document().expect_err(words);
        assert_eq!(refusal.field, field, "{refusal:?}");
        assert!(refusal.words.contains(words), "{refusal:?} without {words}");
        assert_eq!(refusal.words.lines().count(), 1);
    }
}

#[test]
fn a_built_fabric_opens_and_undo_restores_the_one_before() {
    let mut lab = at("#/preset/incast?t=12us");
    lab.act(Command::Set { key: fabric_sim::document::params::Key::Xoff, value: "96k".to_owned() });
    rest(&mut lab);
    let before = lab.fragment();
    let built: Document = example().document().expect("a good form");
    lab.act(Command::Build(Box::new(built.clone())));
    assert_eq!(lab.take_error(), None);
    assert_eq!(lab.picture().static_picture.document_picture.spec.nodes.len(), 22);
    assert!(lab.fragment().starts_with("#/d/"), "{}", lab.fragment());
    lab.act(Command::Undo);
    rest(&mut lab);
    assert_eq!(lab.fragment(), before);
    lab.act(Command::Redo);
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.document_picture.title, built.title);
    // Edits of the former document can be undone, too.
    lab.act(Command::Undo);
    rest(&mut lab);
    lab.act(Command::Undo);
    rest(&mut lab);
    assert!(
        lab.fragment().starts_with("#/preset/incast?") && !lab.fragment().contains("xoff"),
        "{}",
        lab.fragment()
    );
}

/// Document that `fabric new` writes for the example of the README; a test of the command compares it, too.
const README_EXAMPLE: &str = include_str!("../../docs/examples/two-spines.json");

#[test]
fn the_label_of_a_link_names_the_length_that_a_rate_alone_gets() {
    let label = format!("rate, length (default {})", fabric_sim::document::Link::LENGTH);
    for kind in &BUILD_KINDS {
        let links = kind.entries.iter().filter(|entry| entry.label.contains("rate"));
        assert!(
            links.clone().count() > 0 && links.clone().all(|entry| entry.label.ends_with(&label)),
            "{kind:?}"
        );
    }
}

/// The form gives the links no length. The document of the form and that of the command then have the default
/// length.
#[test]
fn the_form_makes_the_document_of_the_command_in_the_readme() {
    let mut form = form(&[
        (BuildField::HostLink, "400G"),
        (BuildField::FabricLink, "800G"),
        (BuildField::Lossless, "P3 and P4"),
        (BuildField::Shares, "80/15/5"),
    ]);
    form.traffic = TRAFFIC_KINDS.iter().find(|one| one.name == "storage").expect("a kind");
    let mut document = form.document().expect("a good form");
    // Only the form gives a title.
    document.title.clear();
    assert_eq!(document.to_json(), README_EXAMPLE);
}

#[test]
fn a_document_with_the_name_of_a_preset_is_that_preset_only_if_it_has_its_title_and_nodes() {
    let preset_of = |document: Document| {
        let mut lab = at("#/preset/incast?t=12us");
        lab.act(Command::Build(Box::new(document)));
        assert_eq!(lab.take_error(), None);
        lab.picture().static_picture.document_picture.preset.clone()
    };
    let mut sonic = fabric_sim::document::Preset::find("sonic").expect("a preset").document();
    assert_eq!(preset_of(sonic.clone()), "sonic");
    sonic.flows.pop();
    assert_eq!(preset_of(sonic.clone()), "sonic", "other traffic");
    let mut own = example().document().expect("a good form");
    own.name.clone_from(&sonic.name);
    assert_eq!(preset_of(own), "");
}

#[test]
fn frames_have_the_length_of_the_form() {
    let built = form(&[(BuildField::Frame, "4096")]).document().expect("a fabric");
    let spec = built.compile().expect("it compiles");
    assert!(!spec.flows.is_empty() && spec.flows.iter().all(|flow| flow.frame_bytes == 4_096));
}
