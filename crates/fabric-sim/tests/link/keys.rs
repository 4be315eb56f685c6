//! Tests of the keys of share links. The manual is written from the table of keys. After a change of the
//! table, run `cargo xtask bless`.

use std::fmt::Write;
use std::path::Path;

use fabric_sim::document::link::{
    Check, Cursor, KEYS, KeySubject, LinkIntegrity, PagePart, ShareLink, TextSize,
};
use fabric_sim::document::params::Key;
use fabric_sim::units::Time;

use super::golden::arrived;

const BEGIN: &str = "<!-- the keys: written from crates/fabric-sim/src/document/link/keys.rs -->\n";
const END: &str = "<!-- the end of the keys -->\n";

fn table() -> String {
    let mut table = String::new();
    for about in KeySubject::ALL {
        writeln!(table, "\n### {}\n\n| key | values | meaning |\n|---|---|---|", about.title()).unwrap();
        for key in KEYS.iter().filter(|key| key.subject == about) {
            writeln!(table, "| `{}` | {} | {} |", key.name, key.values, key.help).unwrap();
        }
    }
    table.push('\n');
    table
}

/// Example links for the manual: a link to a preset, and the beginning and end of a link with a packed
/// document.
fn examples() -> String {
    let typed = "#/preset/incast?xoff=96k&at=12us:kmin=30k&sel=leaf1.2.p3";
    let mut link = ShareLink { integrity: LinkIntegrity::Whole, ..ShareLink::parse(typed).unwrap() };
    let mut world = arrived(&link.document, Cursor { time: Time::from_ns(12_500), nth: 0 });
    world.step(&mut ());
    link.cursor = Some(Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap() });
    link.check = Some(Check::of_state(world.hash()));
    let readable = link.fragment();
    let again = ShareLink::parse(&readable).unwrap();
    assert_eq!((again.warnings(), &again), (Vec::new(), &link));
    link.document.about.clear();
    let packed = link.fragment();
    let (package, query) = packed.split_once('?').unwrap();
    format!("{readable}\n{}…?{query}\n", &package[..24])
}

#[test]
fn the_manual_of_links_equals_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/links.md");
    let manual = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = manual.split_once(BEGIN).expect("it begins");
    let (_, after) = rest.split_once(END).expect("it ends");
    let (title, rest) = before.split_once("```text\n").expect("an example begins");
    let (_, before) = rest.split_once("```\n").expect("it ends");
    let examples = examples();
    let whole = format!("{title}```text\n{examples}```\n{before}{BEGIN}{}{END}{after}", table());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &whole).unwrap();
    } else {
        assert_eq!(
            manual, whole,
            "docs/links.md: after a change of the table of keys, run `cargo xtask bless`"
        );
    }
}

/// The README must show the first example link of the manual. This link must open the state that the README
/// names.
#[test]
fn the_link_of_the_readme_is_an_example_of_the_manual() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let links: Vec<&str> = readme.lines().filter(|line| line.starts_with("#/")).collect();
    assert_eq!(links, [examples().lines().next().expect("an example")]);
}

#[test]
fn every_key_of_the_table_is_read_and_other_keys_are_refused() {
    for key in KEYS {
        let link = format!("#/preset/incast?{}={}", key.name, key.example);
        let read = ShareLink::parse(&link).unwrap_or_else(|problems| panic!("{link}: {problems}"));
        // A link that is written again must have the key with the same value. `v` and `end` are left out,
        // because they depend on the program and on the whole link.
        if !["v", "end"].contains(&key.name) {
            let (_, pairs) = read.parts();
            assert!(pairs.contains(&(key.name.to_owned(), key.example.to_owned())), "{link}: {pairs:?}");
        }
        let reported =
            ShareLink::parse(&format!("#/preset/incast?{}=%C2%A7.%C2%A7", key.name)).expect_err(key.name);
        let reported = reported.to_string();
        assert!(reported.starts_with(&format!("{}: is \"§.§\"", key.name)), "{reported}");
        assert!(reported.contains(key.values) || key.subject == KeySubject::View, "{reported}");
    }
}

#[test]
fn a_key_outside_the_table_is_a_parameter_address() {
    let reported = ShareLink::parse("#/preset/incast?zoo=2").unwrap_err().to_string();
    assert!(reported.contains("there is no parameter \"zoo\""), "{reported}");
}

#[test]
fn hideable_parts_are_listed_in_the_table() {
    let hide = KEYS.iter().find(|key| key.name == "hide").unwrap();
    assert!(PagePart::ALL.iter().all(|part| hide.values.contains(part.name())));
    let page = ShareLink::parse("#/preset/pause?hide=charts,top").unwrap().page;
    assert!(!page.shows(PagePart::Charts) && !page.shows(PagePart::Top) && page.shows(PagePart::Lanes));
    assert!(PagePart::ALL.iter().all(|part| Key::find(part.name()).is_none()), "one name, one thing");
    let link = "#/preset/pause?hide=triggers,xoff,kmin";
    let page = ShareLink::parse(link).unwrap().page;
    assert!(!page.shows(PagePart::Triggers) && page.shows(PagePart::Params));
    assert_eq!(page.unseen.iter().copied().collect::<Vec<_>>(), [Key::Xoff, Key::Kmin]);
    assert!(
        ShareLink { page, ..ShareLink::parse("#/preset/pause").unwrap() }
            .fragment()
            .contains("hide=triggers,xoff,kmin")
    );
    let page = ShareLink::parse("#/preset/pause?embed=1&hide=narrator").unwrap().page;
    let shown: Vec<&str> =
        PagePart::ALL.iter().filter(|part| page.shows(**part)).map(|part| part.name()).collect();
    assert_eq!(shown, ["transport"]);
    assert!(!ShareLink::parse("#/preset/pause?lock=1").unwrap().page.shows(PagePart::Params));
}

#[test]
fn named_charts_are_shown_in_a_frame_too_and_others_nowhere() {
    let page = |link: &str| ShareLink::parse(link).unwrap().page;
    let shown = |link: &str| [PagePart::Charts, PagePart::Lanes].map(|part| page(link).shows(part));
    assert_eq!(shown("#/preset/pause"), [true, true]);
    assert_eq!(shown("#/preset/pause?charts=queue"), [true, false]);
    assert_eq!(shown("#/preset/pause?charts=lanes"), [false, true]);
    assert_eq!(shown("#/preset/pause?embed=1"), [false, false]);
    assert_eq!(shown("#/preset/pause?embed=1&charts=rates,lanes"), [true, true]);
    assert_eq!(shown("#/preset/pause?embed=1&charts=rates,lanes&hide=lanes"), [true, false]);
    let link = "#/preset/pause?charts=queue,rates&present=3&embed=1";
    assert!(ShareLink::parse(link).unwrap().fragment().contains("charts=queue,rates&present=3&embed=1"));
}

#[test]
fn an_unknown_size_or_chart_is_refused_in_one_line() {
    for bad in ["present=0", "present=5", "present=big", "charts=queue,heat", "charts="] {
        let reported = ShareLink::parse(&format!("#/preset/pause?{bad}")).unwrap_err().to_string();
        let key = bad.split_once('=').unwrap().0;
        assert!(
            reported.starts_with(&format!("{key}: is \"")) && !reported.contains('\n'),
            "{bad}: {reported}"
        );
    }
    let factors = TextSize::ALL.map(TextSize::factor);
    assert!(factors.is_sorted() && factors[0] < factors[1] && TextSize::DESK.next() == TextSize::ALL[1]);
    assert_eq!(TextSize::ALL[3].next(), TextSize::DESK);
}

#[test]
fn run_a_is_written_as_its_difference_from_b() {
    let b = ShareLink::parse("#/preset/incast?xoff=96k&at=12us:kmin=30k&at=20us:kmin=40k").unwrap();
    let of = |text: &str| ShareLink::parse(text).unwrap().document;
    let cases = [
        ("#/preset/incast?at=12us:kmin=30k&at=20us:kmin=40k", "xoff=48k"),
        ("#/preset/incast?xoff=96k&at=12us:kmin=30k", "kept=1"),
        (
            "#/preset/incast?xoff=96k&at=12us:kmin=30k&at=21us:stop=h1 to h0&seed=3",
            "seed=3&kept=1&at=21us:stop=h1%20to%20h0",
        ),
        ("#/preset/pause?xoff=20k", "preset/pause?xoff=20k"),
    ];
    for (text, a) in cases {
        let link = ShareLink { a: Some(of(text)), ..b.clone() };
        let (_, pairs) = link.parts();
        assert!(pairs.contains(&("a".to_owned(), a.to_owned())), "{pairs:?}");
        let again = ShareLink::parse(&link.fragment()).unwrap();
        let read = again.a.clone().expect("A");
        assert_eq!(fabric_sim::document::Document { view: of(text).view, ..read }, of(text));
        assert_eq!((again.integrity, again.warnings()), (LinkIntegrity::Whole, Vec::new()));
        assert_eq!(again.fragment(), link.fragment());
    }
    let mut other = of("#/preset/incast");
    other.flows.pop();
    let link = ShareLink { a: Some(other.clone()), ..b };
    let again = ShareLink::parse(&link.fragment()).unwrap().a.expect("A");
    assert_eq!(again.flows, other.flows);
}
