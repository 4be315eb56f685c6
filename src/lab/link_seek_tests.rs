//! Tests of opened share links: the shown run stays until the cursor of the new run has arrived. A wrong or
//! changed share link causes a warning.

use fabric_sim::document::Preset;
use fabric_sim::document::link::{ShareLink, Theme};
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

/// Advances the lab by `times` video frames. In each video frame, the lab does the least possible work, some
/// hundred events.
pub(super) fn pictures(lab: &mut Lab, times: u32) {
    for _ in 0..times {
        lab.advance(1.0 / 60.0, &mut || true);
    }
}

/// Hash of the state at the cursor, name of the preset, and whether the run plays.
pub(super) fn state(lab: &Lab) -> (String, String, bool) {
    let picture = lab.picture();
    (
        lab.run().recording().world().hash().to_string(),
        picture.static_picture.document_picture.preset.clone(),
        picture.static_picture.playing,
    )
}

#[test]
fn the_shown_run_stays_until_the_run_of_the_link_has_arrived() {
    let mut lab = at("#/preset/pause?t=12us");
    let before = state(&lab);
    lab.act(Command::Link("#/preset/parking-lot?t=3ms".to_owned()));
    assert!(!lab.is_settled());
    pictures(&mut lab, 3);
    assert_eq!(state(&lab), before);
    assert_eq!(lab.picture().link_seek, None, "it is short yet");
    pictures(&mut lab, 60);
    let progress = lab.picture().link_seek.expect("it is long now");
    assert!(progress.now < progress.to && progress.to == Time::from_us(3_000), "{progress:?}");
    assert_eq!(state(&lab), before);
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.document_picture.preset, "parking-lot");
    assert_eq!((lab.picture().now, lab.picture().link_seek), (Time::from_us(3_000), None));
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn a_link_on_its_way_can_be_cancelled() {
    for command in [Command::Stay, Command::Step] {
        let mut lab = at("#/preset/pause?t=12us");
        lab.act(Command::Link("#/preset/incast?t=200us".to_owned()));
        pictures(&mut lab, 30);
        lab.act(command);
        rest(&mut lab);
        assert_eq!(lab.picture().static_picture.document_picture.preset, "pause");
    }
    let mut opened = Lab::open("#/preset/incast?t=200us");
    pictures(&mut opened, 30);
    opened.act(Command::Stay);
    assert!(opened.is_settled());
    assert_eq!((opened.picture().now, opened.picture().static_picture.error.clone()), (Time::ZERO, None));
}

/// The seek to a time that needs too many events is refused. An hour of four senders at 100 Gb/s has about
/// 10¹² events.
#[test]
fn a_link_to_an_unreachable_moment_is_cancelled() {
    const NEVER: &str = "#/preset/incast?t=3600s&at=10us:incast=h1:1G";
    let mut lab = at("#/preset/pause?t=12us");
    let before = state(&lab);
    lab.act(Command::Link(NEVER.to_owned()));
    lab.coming.as_mut().unwrap().link_seek.as_mut().unwrap().most = 20_000;
    while !lab.is_settled() {
        pictures(&mut lab, 1);
    }
    let error = lab.picture().static_picture.error.clone().expect("it says so");
    let (reported, at) = error.message.split_once(" events").expect("it says after how many events");
    let events: u64 = reported
        .trim_start_matches(|letter: char| !letter.is_ascii_digit())
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(reported.contains("its moment 3600s is too far: after "), "{reported}");
    assert!((15_000..=20_256).contains(&events) && at.ends_with("µs"), "{events}{at}");
    assert_eq!(error.attempt, Attempt::Link { link: NEVER.to_owned(), instead: None });
    assert_eq!(state(&lab), before);
    let Some(Offer::Start(start)) = error.offer else { panic!("its start is offered") };
    lab.act(Command::Link(start));
    let picture = lab.picture();
    assert_eq!(
        (
            picture.static_picture.document_picture.preset.as_str(),
            picture.now,
            picture.static_picture.playing
        ),
        ("incast", Time::ZERO, false)
    );
}

#[test]
fn link_to_another_state_warns() {
    let mut lab = at("#/preset/incast?t=20us");
    let good = lab.fragment();
    assert!(good.contains("&t=20us") && good.contains("&hash="), "{good}");
    assert_eq!(at(&good).picture().static_picture.error.clone(), None);
    // The check of the state is that of another simulator.
    let other =
        ShareLink { check: Some("000000".parse().unwrap()), ..ShareLink::parse(&good).unwrap() }.fragment();
    let error = at(&other).picture().static_picture.error.clone().expect("it says so");
    assert_eq!(error.attempt, Attempt::Done);
    assert!(error.message.contains("another version of the simulator"), "{}", error.message);
    // Open the same link on a page that shows another time.
    lab.act(Command::Link(other.clone()));
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.error, Some(error));
    assert_eq!(lab.fragment(), good, "the address is of what is shown");
    // A command during the seek changes the state, so the check is not compared.
    let mut changed = Lab::open(&other);
    changed.act(Command::Incast);
    rest(&mut changed);
    assert_eq!(changed.picture().static_picture.error, None);
}

#[test]
fn a_missing_event_is_reported_and_the_last_event_shown() {
    let mut lab = at("#/preset/incast?run=0&t=12us");
    lab.act(Command::Step);
    rest(&mut lab);
    let link = lab.fragment();
    assert!(link.contains("+1&"), "{link}");
    let moment = link.split(['&', '?']).find_map(|pair| pair.strip_prefix("t=")).unwrap();
    let instant = moment.strip_suffix("+1").unwrap().to_owned();
    let reported = |moment: &str| {
        let lab = at(&format!("#/preset/incast?t={moment}"));
        (lab.picture().static_picture.error.clone().map(|error| error.message), lab.run().moment().1)
    };
    assert_eq!(reported(&format!("{instant}+1")), (None, 1));
    let (words, events) = reported(&format!("{instant}+99999"));
    let words = words.expect("it says so");
    assert!(
        words.starts_with(&format!("The link names event 99999 of {instant}; that instant has ")),
        "{words}"
    );
    assert!(words.contains(&format!("only {events} event")), "{words}");
    let (words, events) = reported("12us+3");
    assert_eq!(events, 0);
    let words = words.expect("it says so");
    assert!(words.contains("that instant has no event: the cursor stands at its time"), "{words}");
}

#[test]
fn truncated_or_changed_link_warns() {
    let lab = at("#/preset/incast?seed=37&xoff=96k&t=20us");
    let good = lab.fragment();
    let reported = |link: &str| {
        at(link).picture().static_picture.error.clone().map(|error| (error.attempt, error.message))
    };
    assert_eq!(reported(&good), None);
    assert_eq!(reported(&format!("{good}&embed=1&theme=dark")), None, "the page may be added to");
    assert_eq!(reported(&good.replace(':', "%3A")), None, "escapes are the same");
    let cut = &good[..=good.find("37").unwrap()];
    assert!(cut.ends_with("&seed=3"), "{cut}");
    let (attempt, words) = reported(cut).expect("it says so");
    assert_eq!(attempt, Attempt::Done);
    assert!(words.contains("does not end as links do: it was cut off"), "{words}");
    let (_, words) = reported(&good.replace("96k", "97k")).expect("it says so");
    assert!(words.contains("something in it was changed"), "{words}");
    // A link that a user typed has no check of its text at its end.
    assert_eq!(reported("#/preset/incast?seed=3&xoff=96k&t=20us"), None);
    // A link without the check of its text is still checked by the state at its time.
    let (open, _) = good.split_once("&end=").unwrap();
    assert_eq!(reported(open), None);
    let (_, words) = reported(&open.replace("seed=37", "seed=38")).expect("it says so");
    assert!(words.contains("changed or cut off") && words.contains("cannot be known"), "{words}");
}

#[test]
fn a_bad_link_changes_nothing_of_the_page_around() {
    for bad in ["#/preset/nothing", "#/d/1.AAAA", "#/preset/incast"] {
        let lab = at(&format!("{bad}?embed=1&lock=1&theme=dark&hide=narrator&xof=1"));
        let picture = lab.picture();
        assert!(picture.static_picture.error.is_some());
        assert!(
            picture.static_picture.page.embedded
                && picture.static_picture.page.locked
                && !picture.static_picture.page.hidden.is_empty(),
            "{bad}"
        );
        assert_eq!(picture.static_picture.page.theme, Some(Theme::Dark));
    }
}

#[test]
fn a_bad_selection_flow_or_value_is_left_out_and_the_rest_of_the_link_is_shown() {
    let incast = state(&at("#/preset/incast?run=0&t=12us"));
    for (bad, why) in [
        ("flow=999", "flow: is 999, but must be below "),
        ("flow=x", "flow: is \"x\", but must be "),
        ("frame=999.3", "the flow of frame: is 999, but must be below "),
        ("sel=nowhere.9", "view.select"),
        ("sel=leaf1.99", "view.select"),
        ("xoff=x", "xoff: is \"x\", but must be "),
        ("switch.leaf9.xoff=9k", ""),
        ("camera=99@0,0&flow=999", "camera: is "),
        ("tab=foo", "tab: is \"foo\", but must be "),
        ("hide=foo", "hide: is \"foo\", but must be "),
        ("theme=pink", "theme: is \"pink\", but must be "),
        ("step=request1", "step: is \"request1\", but must be "),
        ("pace=99", "pace: is "),
        ("embed=x", "embed: is \"x\", but must be "),
        ("size=3", "size: there is no parameter \"size\""),
        ("xof=3k&colour=red", "xof: there is no parameter \"xof\"; most like it are xoff, "),
        ("switch.leaf1.xof=3k", "switch.leaf1.xof: "),
        ("=3", ""),
    ] {
        let lab = at(&format!("#/preset/incast?run=0&{bad}&t=12us"));
        let error = lab.picture().static_picture.error.clone().expect("it is said");
        assert!(error.message.starts_with(why), "{bad}: {}", error.message);
        assert!(error.message.ends_with("the rest of the link is shown"), "{bad}: {}", error.message);
        assert!(!error.is_refusal(), "{bad}: {}", error.message);
        assert_eq!(state(&lab), incast, "{bad}");
    }
    let mut lab = at("#/preset/pause?t=12us");
    lab.act(Command::Link(
        "#/preset/incast?flow=0&at=1us:{\"flow\":{\"name\":\"x\",\"from\":\"h1\",\"to\":\"h3\"}}".to_owned(),
    ));
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn a_link_that_is_on_its_way_is_known_to_be() {
    let mut lab = at("#/preset/pause?t=12us");
    assert!(!lab.awaits_link());
    let before = lab.fragment();
    lab.act(Command::Link("#/preset/incast?t=200us".to_owned()));
    pictures(&mut lab, 3);
    assert_eq!((lab.awaits_link(), lab.fragment()), (true, before));
    lab.act(Command::Stay);
    assert!(!lab.awaits_link());
}

#[test]
fn link_to_another_version_of_a_preset_warns() {
    let lab = Lab::open("#/preset/incast?v=000000&xoff=96k");
    let error = lab.picture().static_picture.error.clone().expect("it says so");
    assert!(error.message.contains("another version of this preset"), "{}", error.message);
    assert!(lab.picture().static_picture.playing);
}

#[test]
fn a_link_has_whether_the_run_plays() {
    for (link, plays) in [("?run=0", false), ("", true), ("?t=9us", false), ("?t=9us&run=1", true)] {
        let link = format!("#/preset/pause{link}");
        let lab = at(&link);
        assert_eq!(lab.picture().static_picture.playing, plays, "{link}");
        assert!(!lab.fragment().contains("run="), "{}", lab.fragment());
    }
}

#[test]
fn a_link_has_the_pace_of_events() {
    let mut lab = at("#/preset/pause?t=12us");
    lab.act(Command::Pace(Pace::Events(1.5)));
    assert!(lab.fragment().contains("&pace=1.5&"), "{}", lab.fragment());
    assert_eq!(at(&lab.fragment()).picture().static_picture.pace, Pace::Events(1.5));
    let shared = lab.share(&ShareOptions { at_cursor: true, ..ShareOptions::default() });
    assert_eq!(at(&shared.fragment).picture().static_picture.pace, Pace::Events(1.5));
    lab.act(Command::Pace(Pace::Speed(2e6)));
    assert!(!lab.fragment().contains("pace="), "{}", lab.fragment());
    let refused = ShareLink::parse("#/preset/pause?pace=0.1").unwrap_err().to_string();
    assert!(refused.contains("from 0.25 to 32"), "{refused}");
}

#[test]
fn another_document_ends_the_lesson() {
    let lesson = |lab: &Lab| lab.picture().static_picture.page.lesson.clone();
    let begun = || at("#/preset/incast?lesson=headroom.2");
    assert_eq!(lesson(&begun()).map(|place| place.to_string()).as_deref(), Some("headroom.2"));
    let (name, text) = at("#/preset/victim").saved(false);
    let document = fabric_sim::document::Document::parse(&text).unwrap();
    for command in [
        Command::Preset("pause".to_owned()),
        Command::File { name, text },
        Command::Build(Box::new(document)),
    ] {
        let mut lab = begun();
        lab.act(command);
        rest(&mut lab);
        assert_eq!(lesson(&lab), None);
    }
}

/// Number of video frames until the lab reaches the time of the share link `link`. Each video frame does the
/// least possible work.
fn way_to(lab: &mut Lab, link: &str) -> u32 {
    lab.act(Command::Link(link.to_owned()));
    let mut count = 0;
    while !lab.is_settled() {
        pictures(lab, 1);
        count += 1;
    }
    count
}

#[test]
fn link_reuses_checkpoints_of_the_shown_run() {
    let mut lab = at("#/preset/pause?t=12us");
    let first = way_to(&mut lab, "#/preset/incast?t=200us");
    let straight = state(&lab);
    assert_eq!(lab.picture().static_picture.error, None);
    for link in ["#/preset/incast?t=150us", "#/preset/incast?t=180us&at=170us:xoff=60k"] {
        let again = way_to(&mut lab, link);
        assert!(again * 4 < first, "{link}: {again} pictures, {first} from the start");
        let mut anew = at("#/preset/pause?t=12us");
        way_to(&mut anew, link);
        assert_eq!(state(&lab).0, state(&anew).0, "{link}");
    }
    way_to(&mut lab, "#/preset/incast?t=200us");
    assert_eq!(state(&lab), straight);
}

#[test]
fn a_locked_page_cannot_be_changed() {
    let mut lab = at("#/preset/incast?t=20us&lock=1");
    let before = lab.fragment();
    for command in [Command::Incast, Command::Reset, Command::Deadlock, Command::Preset("pause".to_owned())] {
        lab.act(command.clone());
        rest(&mut lab);
        assert!(lab.picture().static_picture.error.is_some(), "{command:?}");
        assert_eq!(lab.fragment(), before, "{command:?}");
    }
    lab.act(Command::Step);
    assert_eq!(lab.picture().static_picture.error, None);
    assert_ne!(lab.fragment(), before);
    lab.act(Command::Link("#/preset/pause".to_owned()));
    assert_eq!(lab.picture().static_picture.document_picture.preset, Preset::find("pause").unwrap().name);
}
