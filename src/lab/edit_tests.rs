//! Tests of changed settings: a setting takes effect, is refused with the reason, or stops at a limit.

use fabric_sim::document::params::Key;
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

fn value(lab: &Lab, key: Key) -> u64 {
    lab.picture().static_picture.values.iter().find(|one| one.key == key).expect("a parameter").value
}

fn slide(lab: &mut Lab, key: Key, values: &[&str]) {
    for (n, text) in values.iter().enumerate() {
        lab.act(Command::Slide { key, value: (*text).to_owned(), done: n + 1 == values.len() });
        lab.advance(0.2, &mut || false);
        rest(lab);
    }
}

#[test]
fn a_typed_value_that_breaks_a_rule_is_refused_and_nothing_else_moves() {
    for from_start in [false, true] {
        let mut lab = at("#/preset/pause?t=12us");
        lab.act(Command::FromStart(from_start));
        let before = (lab.fragment(), lab.run().recording().world().hash());
        for (key, text, words) in [
            (Key::Xon, "20k", "XON (20k) is above the XOFF threshold (12k)"),
            (Key::Xoff, "5k", "XON (6k) is above the XOFF threshold (5k)"),
            (Key::Xoff, "2", "xoff: is 2, but must be"),
        ] {
            lab.act(Command::Set { key, value: text.into() });
            rest(&mut lab);
            let error = lab.picture().static_picture.error.clone().expect("it is refused");
            assert!(error.message.contains(words), "{}", error.message);
            assert_eq!((lab.fragment(), lab.run().recording().world().hash()), before, "{words}");
            assert_eq!(lab.picture().static_picture.edits, (false, false));
        }
    }
}

#[test]
fn a_slider_stops_at_a_related_value_with_a_reason() {
    for (key, values, limit, why) in [
        (
            Key::Xoff,
            &["11k", "7k", "4k", "2k"][..],
            6_000,
            "XOFF can\u{2019}t be below XON (6.00\u{202f}kB).",
        ),
        (Key::Xon, &["7k", "13k", "30k", "2.15M"], 12_000, "XON can\u{2019}t exceed XOFF (12.0\u{202f}kB)."),
    ] {
        for from_start in [false, true] {
            let mut lab = at("#/preset/pause?t=12us");
            lab.act(Command::FromStart(from_start));
            slide(&mut lab, key, &values[..1]);
            assert_eq!(lab.picture().static_picture.stopped, None);
            slide(&mut lab, key, values);
            let stop = lab.picture().static_picture.stopped.clone().expect("it had to stop");
            assert_eq!((stop.key, stop.at, value(&lab, key)), (key, limit, limit));
            assert_eq!(stop.why, why);
            assert_eq!(lab.picture().static_picture.error, None);
            slide(&mut lab, key, &["8k"]);
            assert_eq!(
                (lab.picture().static_picture.stopped.clone(), value(&lab, key)),
                (None, 8_000),
                "back again"
            );
        }
    }
}

#[test]
fn ecn_marks_limit_each_other() {
    for (key, value, why) in [
        (Key::Kmin, "90M", "Kmin can\u{2019}t exceed Kmax ("),
        (Key::Kmax, "100", "Kmax can\u{2019}t be below Kmin ("),
    ] {
        let mut lab = at("#/preset/ecn-before-pfc?t=12us");
        slide(&mut lab, key, &[value]);
        let stop = lab.picture().static_picture.stopped.clone().expect("it had to stop");
        let limit = value_label(key.param(), stop.at);
        assert_eq!(stop.why, format!("{why}{limit})."));
    }
}

#[test]
fn a_key_at_the_limit_is_no_edit() {
    let mut lab = at("#/preset/pause?t=12us");
    slide(&mut lab, Key::Xon, &["30k"]);
    let before = lab.fragment();
    slide(&mut lab, Key::Xon, &["12500"]);
    assert!(lab.picture().static_picture.stopped.is_some());
    assert_eq!(lab.fragment(), before);
    lab.act(Command::Undo);
    assert_eq!(lab.picture().static_picture.edits, (false, true), "there was one edit");
    assert_eq!(lab.picture().static_picture.stopped, None);
}

#[test]
fn a_slider_finds_limits_of_any_rule() {
    let mut lab = at("#/preset/pause?t=12us");
    lab.act(Command::FromStart(true));
    slide(&mut lab, Key::Headroom, &["200M"]);
    let stop = lab.picture().static_picture.stopped.clone().expect("so much memory is not there");
    assert_eq!(value(&lab, Key::Headroom), stop.at);
    let limit = value_label(Key::Headroom.param(), stop.at);
    assert!(stop.why.contains(&format!("stops at {limit}: ")) && !stop.why.contains("200"), "{}", stop.why);
    let beyond = format!("{}", stop.at + 1);
    lab.act(Command::Set { key: Key::Headroom, value: beyond });
    assert!(lab.picture().static_picture.error.is_some(), "a byte more is refused");
}

#[test]
fn an_incast_happens_at_the_cursor() {
    let mut lab = at("#/preset/victim?t=5us");
    let flows = lab.run().snapshot().flows.len();
    lab.act(Command::Incast);
    rest(&mut lab);
    assert!(lab.run().snapshot().flows.len() > flows);
    assert!(lab.fragment().contains("incast"), "{}", lab.fragment());
}

#[test]
fn stop_and_start_of_a_flow_at_the_cursor_can_be_undone() {
    let mut lab = at("#/preset/ets?t=60us");
    let first = lab.fragment();
    assert_eq!(lab.flows()[1].name, "storage");
    let active = |lab: &Lab| lab.picture().view.flows[1].active;
    let sent = |lab: &Lab| lab.picture().view.flows[1].sent_bytes;
    lab.act(Command::StopFlow(FlowId(1)));
    rest(&mut lab);
    assert!(!active(&lab) && lab.fragment().contains("at=60us:stop=storage"), "{}", lab.fragment());
    let then = sent(&lab);
    lab.act(Command::Seek(Time::from_us(100)));
    rest(&mut lab);
    assert_eq!(sent(&lab), then, "nothing more");
    lab.act(Command::StartFlow(FlowId(1)));
    rest(&mut lab);
    assert!(active(&lab) && lab.fragment().contains("at=100us:start=storage"), "{}", lab.fragment());
    lab.act(Command::Undo);
    lab.act(Command::Undo);
    lab.act(Command::Seek(Time::from_us(60)));
    rest(&mut lab);
    assert!(active(&lab));
    assert_eq!(lab.fragment(), first);
}

#[test]
fn shares_are_changed_together_at_their_own_address() {
    let change = |lab: &mut Lab, all: &[(u8, &str)]| {
        let share = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        lab.act(Command::Classes(all.iter().map(|(n, text)| (Priority::new(*n), share(text))).collect()));
        rest(lab);
    };
    let mut lab = at("#/preset/ets?t=60us");
    let shares = |lab: &Lab| {
        let port = lab.picture().static_picture.selected.port;
        [3, 4, 0].map(|n: usize| lab.picture().view.ports[port.index()].priorities[n].class.share)
    };
    change(&mut lab, &[(3, "50"), (4, "45"), (0, "5")]);
    assert_eq!((lab.picture().static_picture.error.clone(), shares(&lab)), (None, [50, 45, 5]));
    assert!(lab.fragment().contains("p3.share=50%25&p4.share=45%25"), "{}", lab.fragment());
    change(&mut lab, &[(3, ""), (4, "95")]);
    assert_eq!(
        (lab.picture().static_picture.error.clone(), shares(&lab)),
        (None, [0, 95, 5]),
        "strict has none"
    );
    change(&mut lab, &[(4, "45")]);
    assert_eq!(
        (lab.picture().static_picture.error.clone(), shares(&lab)),
        (None, [0, 90, 10]),
        "weights 45 and 5"
    );
    change(&mut lab, &[(4, "95")]);
    change(&mut lab, &[(4, "many")]);
    let error = lab.picture().static_picture.error.clone().expect("no number");
    assert!(error.message.contains("p4.share: is \"many\", but must be"), "{}", error.message);
}

/// Shares are relative weights, so a share link may set several of them or only one.
#[test]
fn a_link_may_set_shares_of_any_sum() {
    for url in ["#/preset/ets?p3.share=70&p4.share=25&t=10us", "#/preset/ets?p3.share=70&t=10us"] {
        assert_eq!(at(url).picture().static_picture.error, None);
    }
}
