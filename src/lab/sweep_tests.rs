//! Tests of sweeps of the page: their forms, their results, and points that are opened.

use fabric_sim::document::params::{Key, TABLE};
use fabric_sim::insight::MEASURES;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

fn swept(lab: &Lab, form: &SweepForm) -> SweepProgress {
    let mut sweeping = SweepProgress::new(lab.plan(form).expect("a good form"));
    while let Some(n) = sweeping.next_point() {
        let result = sweeping.plan().sweep.run(n, MAX_EVENTS).map_err(|why| why.to_string());
        sweeping.record(n, result);
    }
    sweeping
}

fn form(lab: &Lab, from: &str, to: &str, count: &str) -> SweepForm {
    let until = "40us".to_owned();
    let form = lab.sweep_form();
    SweepForm {
        from: from.to_owned(),
        to: to.to_owned(),
        count: count.to_owned(),
        until,
        measure: "pauses",
        ..form
    }
}

#[test]
fn sweep_form_starts_with_the_last_changed_parameter() {
    let mut lab = at("#/preset/incast?t=12us");
    assert_eq!(lab.sweep_form().varied, VariedSetting::Param(Key::Xoff));
    lab.act(Command::Set { key: Key::Kmin, value: "12k".to_owned() });
    rest(&mut lab);
    let form = lab.sweep_form();
    assert_eq!(
        (form.varied, form.from.as_str(), form.to.as_str()),
        (VariedSetting::Param(Key::Kmin), "6k", "24k")
    );
    let seeds = form.of(&lab, VariedSetting::Seed);
    assert_eq!((seeds.from.as_str(), seeds.to.as_str()), ("1", "8"));
}

#[test]
fn every_parameter_has_a_valid_default_range() {
    let lab = at("#/preset/incast?t=12us");
    for param in &TABLE {
        for spread in [ValueSpacing::Even, ValueSpacing::Factors] {
            let form = SweepForm { spread, ..lab.sweep_form() }.of(&lab, VariedSetting::Param(param.key));
            let plan = lab.plan(&form);
            assert!(plan.is_ok(), "{}: {:?} {form:?}", param.name, plan.err());
        }
    }
}

#[test]
fn default_values_are_round_in_each_spacing() {
    let lab = at("#/preset/incast?t=12us");
    // Round steps are 1, 2 or 5 times a power of ten, or a power of two.
    let round = |value: f64| {
        let digits = format!("{value:e}");
        let (mantissa, _) = digits.split_once('e').expect("an exponent");
        ["1", "2", "5"].contains(&mantissa) || value.log2().fract().abs() < 1e-12
    };
    let number = |text: &str| -> f64 {
        let (text, unit) = text.strip_suffix('k').map_or((text, 1.0), |text| (text, 1e3));
        unit * text.trim_end_matches("us").parse::<f64>().expect("a number")
    };
    for key in [Key::Xoff, Key::Kmin, Key::Kmax, Key::Headroom] {
        let even = lab.sweep_form().of(&lab, VariedSetting::Param(key));
        let [from, to, count] = [&even.from, &even.to, &even.count].map(|text| number(text));
        assert!(round((to - from) / (count - 1.0)), "{even:?}");
        let factors = even.clone().spaced(&lab, ValueSpacing::Factors);
        let [from, to, count] = [&factors.from, &factors.to, &factors.count].map(|text| number(text));
        assert!(round(from) && (to / from - 2f64.powf(count - 1.0)).abs() < 1e-9, "{factors:?}");
        let list = factors.spaced(&lab, ValueSpacing::List);
        assert_eq!(list.list.split(',').count().to_string(), even.count, "{list:?}");
    }
    let typed = SweepForm { from: "41k".to_owned(), ..lab.sweep_form() };
    assert_eq!(typed.clone().spaced(&lab, ValueSpacing::Factors).from, "41k", "what was typed stays");
}

#[test]
fn the_range_of_a_sweep_ends_at_limits_of_other_parameters() {
    let mut lab = at("#/preset/incast?t=12us");
    let form = lab.sweep_form();
    // The range begins at XON, which is 40 kB.
    assert_eq!((form.from.as_str(), form.to.as_str(), form.count.as_str()), ("40k", "95k", "12"));
    assert!(swept(&lab, &form).refused().is_empty());
    lab.act(Command::Set { key: Key::Xon, value: "48k".to_owned() });
    rest(&mut lab);
    let form = lab.sweep_form();
    assert_eq!(
        (form.varied, form.from.as_str(), form.to.as_str()),
        (VariedSetting::Param(Key::Xon), "24k", "48k")
    );
}

#[test]
fn sweep_errors_use_labels_of_sliders() {
    let lab = at("#/preset/incast?t=12us");
    let wrong = |form: SweepForm| lab.plan(&form).expect_err("wrong");
    for (form, words) in [
        (form(&lab, "2x", "96k", "4"), "XOFF threshold is \"2x\", but must be an amount of bytes"),
        (form(&lab, "1", "96k", "4"), "but must be an amount of bytes from 64"),
        (form(&lab, "24k", "off", "4"), "XOFF threshold is \"off\", but must be"),
        (
            form(&lab, "24k", "96k", "1"),
            "the number of points is \"1\", but must be a whole number from 2 to 200",
        ),
        (form(&lab, "24k", "96k", "201"), "a whole number from 2 to 200"),
        (form(&lab, "44k", "44k", "4"), "to is 44k, but must be another value than the first"),
        (
            SweepForm { until: "2h".to_owned(), ..form(&lab, "24k", "96k", "4") },
            "but must be a time above 0 and of at most 3600s, in ps, ns, us, ms or s",
        ),
        (
            SweepForm { spread: ValueSpacing::List, list: "24k,,".to_owned(), ..form(&lab, "", "", "") },
            "XOFF threshold is \"\", but must be an amount of bytes",
        ),
    ] {
        let reported = wrong(form);
        assert!(reported.contains(words), "{reported}");
    }
    let many: Vec<String> = (0..201).map(|n| n.to_string()).collect();
    let list = SweepForm {
        spread: ValueSpacing::List,
        list: many.join(","),
        ..lab.sweep_form().of(&lab, VariedSetting::Seed)
    };
    assert!(wrong(SweepForm { spread: ValueSpacing::List, ..list }).contains("at most 200 on a page"));
}

#[test]
fn an_opened_point_is_an_edit_that_can_be_undone() {
    let mut lab = at("#/preset/incast?t=30us");
    let before = (lab.fragment(), lab.run().recording().world().hash());
    let sweeping = swept(&lab, &form(&lab, "44k", "96k", "3"));
    assert_eq!((sweeping.done(), sweeping.is_over()), (3, true));
    let dots = sweeping.points("pauses");
    assert_eq!(dots.iter().map(|dot| (dot.n, dot.x)).collect::<Vec<_>>(), [(0, 0.0), (1, 0.5), (2, 1.0)]);
    assert_eq!(dots[2].value, "96.0\u{202f}kB");
    let (document, written) = sweeping.document(2).expect("a document");
    lab.act(Command::Point(Box::new(document), written));
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.error, None);
    assert!(lab.fragment().contains("xoff=96k") && lab.fragment().contains("t=30us"), "{}", lab.fragment());
    assert_eq!(
        lab.run().recording().world().hash(),
        at("#/preset/incast?xoff=96k&t=30us").run().recording().world().hash()
    );
    lab.act(Command::Seek(Time::from_us(40)));
    rest(&mut lab);
    assert_eq!(
        Some(lab.picture().view.totals.pauses),
        dots[2].figure,
        "the run is the one that was measured"
    );
    lab.act(Command::Seek(Time::from_us(30)));
    lab.act(Command::Undo);
    rest(&mut lab);
    assert_eq!((lab.fragment(), lab.run().recording().world().hash()), before);
}

#[test]
fn a_point_of_another_network_is_opened_as_another_document_and_a_locked_page_opens_none() {
    let mut lab = at("#/preset/incast?t=30us");
    let sweeping = swept(&lab, &form(&lab, "44k", "96k", "2"));
    let (document, written) = sweeping.document(1).expect("a document");
    lab.act(Command::Preset("pause".to_owned()));
    lab.act(Command::Point(Box::new(document.clone()), written.clone()));
    assert_eq!(lab.picture().static_picture.document_picture.preset, "incast");
    assert!(lab.fragment().contains("xoff=96k"), "{}", lab.fragment());
    let mut locked = at("#/preset/incast?t=30us&lock=1");
    locked.act(Command::Point(Box::new(document), written));
    assert!(locked.picture().static_picture.error.is_some());
}

#[test]
fn a_refused_point_has_a_reason_and_other_points_continue() {
    let lab = at("#/preset/incast?t=30us");
    let list = SweepForm { spread: ValueSpacing::List, list: "2k, 48k".to_owned(), ..form(&lab, "", "", "") };
    let sweeping = swept(&lab, &list);
    let [(value, why)] = &sweeping.refused()[..] else { panic!("one is refused") };
    assert!(value == "2.00\u{202f}kB" && why.to_lowercase().contains("xoff"), "{value} {why}");
    assert_eq!(sweeping.table().rows.len(), 1);
    let dots = sweeping.points("pauses");
    assert!(dots[0].refused.is_some() && dots[0].known && dots[1].figure.is_some());
}

#[test]
fn a_sweep_that_is_stopped_hands_out_no_more() {
    let lab = at("#/preset/incast?t=30us");
    let mut sweeping = SweepProgress::new(lab.plan(&form(&lab, "44k", "96k", "4")).expect("a good form"));
    assert_eq!((sweeping.next_point(), sweeping.next_point(), sweeping.left(1.0)), (Some(0), Some(1), None));
    sweeping.record(1, Ok(Vec::new()));
    assert_eq!(sweeping.left(2.0), Some(6.0));
    sweeping.stop();
    assert_eq!((sweeping.next_point(), sweeping.is_over(), sweeping.is_cut_short()), (None, true, true));
    let dots = sweeping.points("pauses");
    assert_eq!(dots.iter().filter(|dot| dot.known).count(), 1);
}

#[test]
fn places_are_by_value_by_ratio_or_in_order() {
    let lab = at("#/preset/incast?t=30us");
    let places = |form: &SweepForm| {
        let sweeping = SweepProgress::new(lab.plan(form).expect("a good form"));
        sweeping.points("").iter().map(|dot| (dot.x * 100.0).round() / 100.0).collect::<Vec<_>>()
    };
    let range = form(&lab, "1k", "100k", "3");
    assert_eq!(places(&SweepForm { spread: ValueSpacing::Factors, ..range.clone() }), [0.0, 0.5, 1.0]);
    let list = SweepForm { spread: ValueSpacing::List, list: "10k,20k,50k".to_owned(), ..range };
    assert_eq!(places(&list), [0.0, 0.25, 1.0]);
    let words = list.of(&lab, VariedSetting::Param(Key::Fabric));
    assert!(words.spread == ValueSpacing::List && words.list.contains("crossbar"), "{words:?}");
    assert_eq!(places(&words), [0.0, 1.0]);
}

#[test]
fn the_command_line_of_a_sweep_is_complete() {
    let lab = at("#/preset/incast?xon=30k&t=30us");
    let plan = lab.plan(&form(&lab, "44k", "96k", "3")).expect("a good form");
    let link = Lab::open("#/preset/incast?xon=30k").fragment();
    let link = link.split('&').find(|part| part.starts_with("xon")).expect("it is said").to_owned();
    assert!(plan.command.starts_with("fabric sweep '#/preset/incast?v="), "{}", plan.command);
    assert!(
        plan.command.contains(&link)
            && plan.command.ends_with("' --vary 'xoff=44k..96k/3' --measure pauses --until 40us --csv"),
        "{}",
        plan.command
    );
    assert!(MEASURES.iter().any(|measure| measure.name == plan.measure.name));
}
