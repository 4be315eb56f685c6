//! Tests of the values shown for the selected port and priority: the values are in force there, and a change
//! takes effect there.

use fabric_sim::document::PRESETS;
use fabric_sim::document::params::{Key, OFF, TABLE};
use fabric_sim::engine::PgView;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;
use crate::charts::bytes_label;
use fabric_sim::ids::Priority;

fn value(lab: &Lab, key: Key) -> Value {
    lab.picture().static_picture.values.iter().find(|one| one.key == key).expect("a parameter").clone()
}

fn source(lab: &Lab, key: Key) -> Option<(String, String)> {
    value(lab, key).source.map(|source| (source.words, source.change))
}

fn set(lab: &mut Lab, key: Key, text: &str) {
    lab.act(Command::Set { key, value: text.to_owned() });
    rest(lab);
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn may_be_overridden_covers_every_override() {
    for preset in PRESETS {
        let picture = at(&format!("#/preset/{}?run=0", preset.name)).picture();
        let overridden = TABLE.iter().filter(|param| picture.override_of(param.key).is_some());
        let unasked: Vec<_> = overridden.filter(|param| !may_be_overridden(param.key)).collect();
        assert!(unasked.is_empty(), "{}: {unasked:?}", preset.name);
    }
}

#[test]
fn values_of_a_profile_are_shown_as_the_switch_has_them() {
    for (preset, dynamic) in [("sonic", true), ("hpcc", true), ("70-30", false), ("per-edge", false)] {
        let lab = at(&format!("#/preset/{preset}?run=0&t=100us"));
        let picture = lab.picture();
        let group: PgView = picture.shown_group();
        let spec = &picture.static_picture.document_picture.spec;
        let switch = spec.switch_of(picture.static_picture.selected.port).expect("a switch is selected");
        assert_eq!(value(&lab, Key::Headroom).value, group.headroom_size, "{preset}");
        assert_eq!(value(&lab, Key::Reserve).value, group.reserve_size, "{preset}");
        let pool = &spec.switches[switch.index()].pool;
        assert_eq!(value(&lab, Key::Memory).value, pool.memory, "{preset}");
        assert_eq!(value(&lab, Key::CellBytes).value, u64::from(pool.cell_bytes), "{preset}");
        assert_eq!(picture.static_picture.dynamic, dynamic, "{preset}");
        let xoff = match picture.override_of(Key::Xoff) {
            Some(other) => other.by.expect("a threshold"),
            None => value(&lab, Key::Xoff).value,
        };
        assert_eq!(xoff, group.xoff, "{preset}");
        assert_eq!(picture.override_of(Key::Alpha).is_none(), dynamic, "{preset}");
        let all = "the whole fabric".to_owned();
        let from = format!("from profile {preset}");
        assert_eq!(source(&lab, Key::Headroom), Some((from, all)), "{preset}");
    }
    let lab = at("#/preset/hpcc?run=0&t=100us");
    assert_eq!((value(&lab, Key::Alpha).value, value(&lab, Key::XonOffset).value), (1 << 13, 3_072));
    let lab = at("#/preset/per-edge?run=0&t=100us");
    let word = |key: Key| key.param().show(value(&lab, key).value);
    assert_eq!((word(Key::CrossbarInputs), word(Key::Fabric)), ("fifo".into(), "crossbar".into()));
}

#[test]
fn a_narrower_address_is_shown_where_it_holds_and_changed_there() {
    for from_start in [false, true] {
        let mut lab = at("#/preset/incast?switch.leaf1.alpha=1/64&run=0&t=40us&sel=leaf1.5.p3");
        lab.act(Command::FromStart(from_start));
        assert!(lab.picture().static_picture.dynamic);
        assert_eq!(value(&lab, Key::Alpha).value, 1 << 10);
        assert_eq!(source(&lab, Key::Alpha), Some(("for leaf1".into(), "leaf1".into())));
        set(&mut lab, Key::Alpha, "1/32");
        assert_eq!(value(&lab, Key::Alpha).value, 1 << 11);
        assert!(lab.fragment().contains("switch.leaf1.alpha=1/32"), "{}", lab.fragment());
        // XOFF overrides α and is set at the same switch.
        set(&mut lab, Key::Xoff, "50k");
        let group = lab.picture().shown_group();
        assert_eq!((lab.picture().static_picture.dynamic, group.xoff), (false, 50_000));
        assert!(lab.fragment().contains("switch.leaf1.xoff=50k"), "{}", lab.fragment());
        let other = lab.run().recording().spec().node("leaf2").expect("another");
        let port = lab.run().recording().spec().port(other, 0).expect("a port");
        lab.act(Command::Select(port, Priority::P3));
        assert_eq!((value(&lab, Key::Xoff).value, source(&lab, Key::Xoff)), (48_000, None));
    }
}

#[test]
fn an_action_overrides_an_earlier_value_for_one_place() {
    let lab = at("#/preset/incast?switch.leaf1.xoff=90k&at=10us:xoff=50k&run=0&t=40us&sel=leaf1.5.p3");
    assert_eq!((value(&lab, Key::Xoff).value, lab.picture().shown_group().xoff), (50_000, 50_000));
    assert_eq!(source(&lab, Key::Xoff), None);
}

#[test]
fn a_value_set_by_an_action_has_its_time_also_after_a_change_from_the_start() {
    let origin = |lab: &Lab, key| value(lab, key).origin();
    let mut lab = at("#/preset/incast?at=10us:switch.leaf1.xoff=50k&run=0&t=5us&sel=leaf1.5.p3");
    assert_eq!(origin(&lab, Key::Xoff), None, "it is not yet so");
    lab.act(Command::Seek(Time::from_us(40)));
    rest(&mut lab);
    let since = Some("for leaf1 since 10.0\u{202f}µs".to_owned());
    assert_eq!((value(&lab, Key::Xoff).value, origin(&lab, Key::Xoff)), (50_000, since.clone()));
    lab.act(Command::FromStart(true));
    set(&mut lab, Key::Xoff, "60k");
    assert_eq!((value(&lab, Key::Xoff).value, origin(&lab, Key::Xoff)), (50_000, since));
    lab.act(Command::FromStart(false));
    set(&mut lab, Key::Xoff, "60k");
    assert_eq!(origin(&lab, Key::Xoff), Some("for leaf1 since 40.0\u{202f}µs".to_owned()));
}

#[test]
fn a_typed_threshold_takes_effect_over_every_earlier_setting() {
    for preset in ["hpcc", "sonic", "70-30"] {
        for from_start in [false, true] {
            let mut lab = at(&format!("#/preset/{preset}?run=0&t=100us"));
            lab.act(Command::FromStart(from_start));
            // 40 kB is the default XOFF.
            set(&mut lab, Key::Xon, "0");
            set(&mut lab, Key::Xoff, "40k");
            let picture = lab.picture();
            assert_eq!(
                (picture.static_picture.dynamic, picture.shown_group().xoff),
                (false, 40_000),
                "{preset}"
            );
            assert_eq!(value(&lab, Key::Xoff).value, 40_000, "{preset}");
            lab.act(Command::Undo);
            rest(&mut lab);
        }
    }
}

#[test]
fn the_mark_of_a_threshold_that_moves_sets_alpha() {
    for link in ["#/preset/sonic?run=0&t=100us", "#/preset/hpcc?run=0&t=100us"] {
        let mut lab = at(link);
        let before = lab.picture().shown_group().xoff;
        let (key, text) = lab.picture().moved(Key::Xoff, before / 2);
        assert_eq!(key, Key::Alpha);
        set(&mut lab, key, &text);
        let group = lab.picture().shown_group();
        assert!(lab.picture().static_picture.dynamic, "{link}");
        assert!(group.xoff.abs_diff(before / 2) <= before / 1_000, "{link}: {} of {before}", group.xoff);
    }
    let lab = at("#/preset/incast?run=0&t=40us");
    assert_eq!(lab.picture().moved(Key::Xoff, 50_500), (Key::Xoff, "50.5k".into()));
}

#[test]
fn parameters_of_absent_functions_are_not_in_force() {
    let why = |link: &str, key| at(link).picture().override_of(key).map(|other| other.why);
    let (incast, crossbar) = ("#/preset/incast?run=0&t=20us", "#/preset/crossbar?run=0&t=20us");
    let (wolf, speedup) = ("#/preset/watchdog-cried-wolf?run=0&t=20us&sel=s1.1.p3", Key::CrossbarSpeedup);
    assert_eq!(why(incast, speedup), Some("not in force: the fabric is ideal"));
    assert_eq!(why(crossbar, speedup), None);
    assert_eq!(why(incast, Key::WatchdogPoll), Some("not in force: no watchdog"));
    assert_eq!(why(wolf, Key::WatchdogDetection), None);
}

#[test]
fn an_xon_offset_that_is_not_in_force_has_a_reason() {
    let why = |link: &str| at(link).picture().override_of(Key::XonOffset).map(|other| other.why);
    let incast = |rest: &str| format!("#/preset/incast?run=0&t=40us&{rest}");
    assert_eq!(why(&incast("xon=30k&xon_offset=20k")), Some("not in force: XON is higher"));
    assert_eq!(why(&incast("xon=10k&xon_offset=20k")), None);
    assert_eq!(why(&incast("xon=0&xon_offset=50k")), Some("not in force: XOFF is lower"));
    let lab = at("#/preset/incast?run=0&t=40us");
    assert_eq!(value(&lab, Key::XonOffset).value, OFF);
}

#[test]
fn a_priority_that_is_not_lossless_moves_no_lossless_one() {
    for (link, lossless, shown) in [
        (
            "#/preset/hpcc?run=0&t=100us&sel=s1.0.p0",
            false,
            "s1 port 0: what only lossless priorities have of P3, the rest of P0",
        ),
        (
            "#/preset/70-30?run=0&t=100us&sel=s1.0.p0",
            false,
            "s1 port 0: what only lossless priorities have of P3, the rest of P0",
        ),
        (
            "#/preset/mis-mapped?run=0&t=100us&sel=s1.1.p1",
            false,
            "s1 port 1: what only lossless priorities have of P3, the rest of P1",
        ),
        ("#/preset/hpcc?run=0&t=100us&sel=s1.0.p3", true, "s1 port 0, P3"),
        ("#/preset/hpcc?run=0&t=100us&sel=h1.0.p3", true, "h1 and, of switches, at s1 port 0, P3"),
    ] {
        let picture = at(link).picture();
        assert_eq!(picture.static_picture.is_of_another_lane(), !lossless, "{link}");
        assert_eq!(picture.static_picture.scope_label(), shown, "{link}");
        let bar = crate::scene::ingress_bar(&picture.selected_priority_view().pg, picture.headroom());
        let keys: Vec<Key> = bar.marks.iter().filter_map(|mark| mark.kind.key()).collect();
        let is_switch = picture
            .static_picture
            .document_picture
            .spec
            .switch_of(picture.static_picture.selected.port)
            .is_some();
        assert!(!is_switch || keys.contains(&Key::Xoff) == lossless, "{link}");
    }
}

#[test]
fn a_priority_that_takes_no_memory_is_not_called_lossy() {
    let state = |lane: &str| {
        let picture = at(&format!("#/preset/{lane}")).picture();
        (picture.takes_memory(), picture.priority_status().why)
    };
    let (counted, why) = state("hpcc?run=0&t=100us&sel=s1.0.p0");
    assert!(!counted && why.starts_with("Takes no memory"), "{why}");
    let (counted, why) = state("70-30?run=0&t=100us&sel=s1.0.p0");
    assert!(counted && why.starts_with("Lossy"), "{why}");
}

#[test]
fn an_xon_raised_by_its_offset_is_reported_and_its_mark_sets_the_offset() {
    let mut lab = at("#/preset/hpcc?run=0&t=100us");
    let before = lab.picture().shown_group();
    set(&mut lab, Key::Xon, "20k");
    let reported = lab.picture().sentence.clone();
    assert_eq!(lab.picture().shown_group().xon, before.xon);
    let expected =
        format!("XON is 20.0\u{202f}kB, but the XON offset keeps it at {}", bytes_label(before.xon));
    assert!(reported.starts_with(&expected), "{reported}");
    let (key, text) = lab.picture().moved(Key::Xon, before.xon - 10_000);
    assert_eq!(key, Key::XonOffset);
    set(&mut lab, key, &text);
    let after = lab.picture().shown_group();
    assert!(after.xon.abs_diff(before.xon - 10_000) <= 1, "{} of {}", after.xon, before.xon);
    // If no offset is in force, XON itself is set.
    assert_eq!(at("#/preset/incast?run=0&t=40us").picture().moved(Key::Xon, 20_500).0, Key::Xon);
}
