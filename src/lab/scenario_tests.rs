//! Tests of the settings of the whole fabric that are no single parameter.

use fabric_sim::document::{Action, PRESETS};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

fn in_pause(commands: impl IntoIterator<Item = Command>) -> Lab {
    let mut lab = at("#/preset/pause?t=12us");
    rest(&mut lab);
    for command in commands {
        lab.act(command);
        rest(&mut lab);
    }
    lab
}

#[test]
fn lossless_priorities_are_one_edit_that_can_be_undone() {
    let mut lab = in_pause([Command::Scenario(ScenarioEdit::Lossless(PrioritySet::from_bits(0b0001_0001)))]);
    assert_eq!(lab.scenario().lossless, PrioritySet::from_bits(0b0001_0001));
    let port =
        lab.run().recording().spec().ports.iter().find(|port| port.peer.index() == 0).expect("a port of s1");
    let lossless: Vec<bool> = port.config.priorities.iter().map(|priority| priority.pg.lossless).collect();
    assert_eq!(lossless, [true, false, false, false, true, false, false, false]);
    lab.act(Command::Undo);
    assert_eq!(lab.scenario().lossless, PrioritySet::of(Priority::P3));
}

#[test]
fn without_pfc_no_port_pauses_and_with_it_the_run_is_as_before() {
    let pauses = |lab: &Lab| Report::of(lab.run().recording().world()).fabric.pause_sent;
    let before = pauses(&in_pause([]));
    assert!(before > 0, "the preset pauses");
    let off = in_pause([Command::Scenario(ScenarioEdit::Pfc(false))]);
    assert_eq!((pauses(&off), off.scenario().has_pfc), (0, false));
    let again =
        in_pause([Command::Scenario(ScenarioEdit::Pfc(false)), Command::Scenario(ScenarioEdit::Pfc(true))]);
    assert_eq!((pauses(&again), again.scenario().has_pfc), (before, true));
}

#[test]
fn mtu_of_the_fabric_can_be_undone_and_must_fit_the_frames() {
    let mtu = |text: &str| Command::Scenario(ScenarioEdit::Mtu(text.to_owned()));
    let mut lab = in_pause([]);
    assert_eq!(lab.scenario().mtu, "off");
    for (text, expected) in [("9216", "9216"), (" 4k ", "4000"), ("", "off"), ("9k", "9000"), ("off", "off")]
    {
        lab.act(mtu(text));
        rest(&mut lab);
        assert_eq!(lab.scenario().mtu, expected, "{text}");
    }
    lab.act(Command::Undo);
    rest(&mut lab);
    assert_eq!(lab.scenario().mtu, "9000");
    for wrong in ["100", "jumbo", "9999999"] {
        lab.act(mtu(wrong));
        assert!(lab.take_error().is_some(), "{wrong}");
        assert_eq!(lab.scenario().mtu, "9000", "{wrong}");
    }
}

/// PFC is restored at every single port that the document names, as imported configurations do.
#[test]
fn pfc_comes_back_at_the_places_where_it_was() {
    let text = PRESETS[0]
        .json
        .replace("\"params\": {", "\"params\": {\"pfc_tx\": \"off\", \"switch.s1.pfc_tx\": \"on\",");
    let mut lab =
        in_pause([Command::File { name: "own.json".to_owned(), text }, Command::Seek(Time::from_us(12))]);
    let before = (lab.scenario(), lab.address().document.params);
    assert!(before.0.has_pfc);
    for command in [ScenarioEdit::Pfc(false), ScenarioEdit::Pfc(true)] {
        lab.act(Command::Scenario(command));
        rest(&mut lab);
    }
    assert_eq!((lab.scenario(), lab.address().document.params), before);
}

#[test]
fn the_selected_cable_gets_another_rate_and_length() {
    let cable = |rate: &str, length: &str| {
        Command::Scenario(ScenarioEdit::Cable { rate: rate.to_owned(), length: length.to_owned() })
    };
    let lab = in_pause([cable("40G", "250m")]);
    let now = lab.scenario().cable;
    assert_eq!((now.rate.as_str(), now.length.as_str()), ("40G", "250m"));
    let port = &lab.run().recording().spec().ports[lab.selected().port.index()];
    assert_eq!((port.clock.rate().to_string().as_str(), port.delay.ps()), ("40G", 1_250_000));
    for (rate, length, place) in [("fast", "250m", "rate"), ("40G", "far", "length"), ("0", "1m", "rate")] {
        let mut lab = in_pause([]);
        let before = lab.scenario();
        lab.act(cable(rate, length));
        assert_eq!(lab.scenario(), before, "{rate} {length}");
        let reported = lab.take_error().expect("a refusal").message;
        assert!(reported.contains(place), "{reported}");
    }
}

/// Numbers of senders that the incasts of the document list; 0 for an incast in which all hosts send.
fn listed_senders(lab: &Lab) -> Vec<usize> {
    let count = |action: &Action| match action {
        Action::Incast(incast) => Some(incast.from.len()),
        _ => None,
    };
    lab.address().document.actions.iter().filter_map(|timed| count(&timed.action)).collect()
}

fn senders(text: &str) -> Command {
    Command::Senders(text.to_owned())
}

#[test]
fn an_incast_has_the_chosen_number_of_senders() {
    // An incast from all other hosts needs no list of senders.
    for (text, listed) in [("1", 1), (" 1 ", 1), ("2", 0), ("", 0), (" ", 0)] {
        let lab = in_pause([senders(text), Command::Incast]);
        assert_eq!(listed_senders(&lab), [listed], "{text:?}");
    }
}

#[test]
fn an_incast_with_a_wrong_number_of_senders_does_not_start() {
    let range = "but must be a whole number from 1 to 2, the hosts beside the receiver";
    for (text, typed) in
        [("0", "0"), ("99", "99"), ("-1", "\"-1\""), ("1.5", "\"1.5\""), ("all of them", "\"all of them\"")]
    {
        let mut lab = in_pause([senders("1"), Command::Incast, senders(text)]);
        let refusal = format!("senders: is {typed}, {range}");
        assert_eq!(lab.take_error().expect("a refusal").message, refusal);
        assert_eq!(lab.senders(), text, "the field keeps the text");
        let document = lab.address().document;
        lab.act(Command::Incast);
        assert_eq!(lab.take_error().expect("a refusal").message, refusal);
        assert_eq!(lab.address().document, document, "{text}");
        lab.act(senders(""));
        lab.act(Command::Incast);
        assert_eq!(lab.take_error(), None);
        assert_eq!(listed_senders(&lab), [1, 0]);
    }
}
