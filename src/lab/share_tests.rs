//! Tests of share links and saved files.

use fabric_sim::document::PRESETS;
use fabric_sim::document::link::{Page, ShareLink, Theme};
use fabric_sim::units::Time;

use super::link_seek_tests::{pictures, state};
use super::test_lab::{at, rest};
use super::*;

/// Settings of an embedded and locked page.
fn part(theme: Theme) -> Page {
    Page { embedded: true, locked: true, theme: Some(theme), ..Page::default() }
}

#[test]
fn shared_link_follows_its_options() {
    let lab = at("#/preset/incast?xoff=96k&t=20us&hide=lanes");
    let share = |here, plays| {
        lab.share(&ShareOptions { at_cursor: here, plays, with_a: false, page: part(Theme::Dark) }).fragment
    };
    for (here, plays) in [(false, false), (false, true), (true, false), (true, true)] {
        let other = at(&share(here, plays));
        let picture = other.picture();
        assert_eq!((picture.now == Time::from_us(20), picture.static_picture.playing), (here, plays));
        assert_eq!(picture.static_picture.page.theme, Some(Theme::Dark));
        assert!(
            picture.static_picture.page.embedded
                && picture.static_picture.page.locked
                && !picture.static_picture.page.hidden.is_empty()
        );
        assert_eq!(
            at(&other.full_page_link()).picture().static_picture.page.clone(),
            ShareLink::parse("#/?theme=dark").unwrap().page
        );
    }
    let says = lab.share(&ShareOptions { at_cursor: true, ..ShareOptions::default() }).says;
    assert_eq!(says[0].0, "preset/incast");
    assert!(says.iter().all(|(_, meaning)| !meaning.is_empty()), "{says:?}");
    assert!(says.contains(&("xoff=96k".to_owned(), "XOFF threshold".to_owned())), "{says:?}");
}

#[test]
fn every_preset_is_shared_in_less_than_two_kilobytes() {
    for preset in &PRESETS {
        let lab = at(&format!("#/preset/{}?t=1us", preset.name));
        let shared = lab.share(&ShareOptions {
            at_cursor: true,
            plays: true,
            with_a: false,
            page: part(Theme::Light),
        });
        assert!(shared.fragment.len() < 2_000 && !shared.is_long(), "{}", preset.name);
    }
}

#[test]
fn a_file_is_opened_as_it_was_saved_and_a_bad_one_is_refused() {
    let mut lab = at("#/preset/incast?xoff=96k&at=12us:incast=h2:64k&t=20us&theme=dark");
    let (name, text) = lab.saved(true);
    assert_eq!(name, "incast.json");
    lab.act(Command::Preset("pause".to_owned()));
    let before = state(&lab);
    lab.act(Command::File { name: "bad.json".to_owned(), text: text.replace("96k", "96x") });
    let error = lab.picture().static_picture.error.clone().expect("it is refused");
    assert_eq!(error.attempt, Attempt::File("bad.json".to_owned()));
    assert!(error.message.contains("xoff: is \"96x\", but must be"), "{}", error.message);
    assert_eq!(state(&lab), before);
    lab.act(Command::File { name, text: text.clone() });
    assert_eq!(state(&lab), before, "it stays until the file's moment is there");
    rest(&mut lab);
    assert_eq!(
        (lab.picture().static_picture.error.clone(), lab.picture().static_picture.page.theme),
        (None, Some(Theme::Dark))
    );
    assert_eq!((lab.picture().now, lab.picture().static_picture.playing), (Time::from_us(20), false));
    assert_eq!(lab.saved(true).1, text);
    let start = lab.saved(false).1;
    assert!(!start.contains("\"moment\"") && text.contains("\"moment\""));
    lab.act(Command::File { name: "start.json".to_owned(), text: start });
    assert!(lab.picture().static_picture.playing, "without a moment it begins");
    let altered = text.replace("\"hash\":", "\"hash\":\"000000\",\"was\":");
    lab.act(Command::File { name: "altered.json".to_owned(), text: altered.clone() });
    assert!(
        lab.picture().static_picture.error.clone().expect("it is refused").message.contains("was"),
        "{altered}"
    );
}

#[test]
fn a_file_that_leads_to_another_state_warns() {
    let mut lab = at("#/preset/pause?t=12us");
    let (name, text) = lab.saved(true);
    let hash = text.split_once("\"hash\"").expect("a state").1.split('"').nth(1).expect("digits").to_owned();
    lab.act(Command::File { name, text: text.replace(&hash, "000000") });
    rest(&mut lab);
    let error = lab.picture().static_picture.error.clone().expect("a doubt");
    let words = "This file was changed since it was saved, or saved by another version of the simulator";
    assert!(error.message.contains(words), "{}", error.message);
    // An error for a moment too far away names the file, not a link.
    let far = text.replace("\"12us\"", "\"3600s\"");
    lab.act(Command::File { name: "far.json".to_owned(), text: far });
    lab.coming.as_mut().unwrap().link_seek.as_mut().unwrap().most = 20_000;
    while !lab.is_settled() {
        pictures(&mut lab, 1);
    }
    let error = lab.picture().static_picture.error.clone().expect("it is given up");
    assert_eq!(error.attempt, Attempt::File("far.json".to_owned()));
    assert!(error.message.contains("its moment 3600s is too far"), "{}", error.message);
    assert!(matches!(error.offer, Some(Offer::Start(_))));
}
