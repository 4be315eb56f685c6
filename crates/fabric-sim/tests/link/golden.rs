//! Test of share links that earlier versions of this program wrote, and of the states that they open. Lines
//! of the files with golden links are never changed or removed. `cargo xtask bless` only adds the links that
//! the present version writes.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use fabric_sim::document::link::{Check, Cursor, LinkIntegrity, ShareLink};
use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, PRESETS, Seed, Zoom};
use fabric_sim::engine::World;
use fabric_sim::units::{Rate, Time};

/// Files with golden links. Links of version 1 have no check at their end. The present program writes links
/// of version 2.
const FILES: [&str; 2] = ["tests/golden/links-1.txt", "tests/golden/links-2.txt"];

/// World at the time and event that the cursor of a share link names.
pub(super) fn arrived(document: &Document, Cursor { time, nth }: Cursor) -> World {
    let mut world = World::new(Arc::new(document.compile().expect("a good link")));
    if nth == 0 {
        world.run_until(time, u64::MAX, &mut ());
    } else {
        world.run_until(Time(time.ps() - 1), u64::MAX, &mut ());
        (0..nth).for_each(|_| assert!(world.step(&mut ())));
    }
    world
}

/// Links that the present program writes, two for each preset: a link to the changed preset, and a link with
/// the whole document.
fn written_today() -> String {
    let mut lines = String::new();
    for (n, preset) in (0u32..).zip(&PRESETS) {
        let mut changed = preset.document();
        changed.seed = Seed::new(u64::from(n) + 2).unwrap();
        changed.set_parameter(&Address::parse("refresh").unwrap(), "20us").unwrap();
        let mut packed = preset.document();
        "A cable of its own.".clone_into(&mut packed.about);
        packed.links[0].rate = Rate::gbps(90);
        for document in [changed, packed] {
            // Half of the links are at the end of a time, half at an event within a time.
            let time = Time(document.horizon.ps().min(30_000_000));
            let mut world = arrived(&document, Cursor { time, nth: 0 });
            if n % 2 == 1 {
                world.step(&mut ());
            }
            let nth = u32::try_from(world.ran_now()).unwrap();
            let mut link = ShareLink::new(document);
            link.cursor = Some(Cursor { time: world.now(), nth });
            link.check = Some(Check::of_state(world.hash()));
            writeln!(lines, "{} {}", link.fragment(), world.hash()).unwrap();
        }
    }
    // Two more links have a zoom, which does not change the state.
    for words in [None, Some("A document of its own.")] {
        let mut document = PRESETS[1].document();
        words.inspect(|words| (*words).clone_into(&mut document.about));
        document.view.zoom = Zoom::new(Time::from_ns(12_400), Time::from_us(14));
        let world = arrived(&document, Cursor { time: Time::from_us(13), nth: 0 });
        let mut link = ShareLink::new(document);
        link.cursor = Some(Cursor { time: Time::from_us(13), nth: 0 });
        link.check = Some(Check::of_state(world.hash()));
        writeln!(lines, "{} {}", link.fragment(), world.hash()).unwrap();
    }
    lines
}

#[test]
fn every_recorded_link_leads_to_its_state() {
    let [first, path] = FILES.map(|file| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file));
    let mut file = std::fs::read_to_string(&path).unwrap_or_default();
    let today = written_today();
    let missing: Vec<&str> = today.lines().filter(|line| !file.lines().any(|known| known == *line)).collect();
    if std::env::var_os("BLESS").is_some() {
        for line in missing {
            writeln!(file, "{line}").unwrap();
        }
        std::fs::write(&path, &file).unwrap();
    } else {
        assert_eq!(
            missing, [""; 0],
            "{FILES:?} lack links of today: after a new preset or parameter, run `cargo xtask bless`"
        );
    }
    let first = std::fs::read_to_string(&first).unwrap();
    let lines = first.lines().map(|line| (line, LinkIntegrity::Missing));
    for (line, integrity) in lines.chain(file.lines().map(|line| (line, LinkIntegrity::Whole))) {
        let (text, hash) = line.split_once(' ').expect("a link and a hash");
        let link = ShareLink::parse(text).unwrap_or_else(|problems| panic!("{text}: {problems}"));
        assert_eq!(link.integrity, integrity, "{text}");
        // A link to an older version of a preset opens another state, with a warning.
        if link.is_of_other_preset_version {
            continue;
        }
        let world = arrived(&link.document, link.cursor.expect("it names a moment"));
        assert_eq!(world.hash().to_string(), hash, "{text}");
        assert_eq!(link.check, Some(Check::of_state(world.hash())), "{text}");
    }
}
