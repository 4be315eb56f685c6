//! Tests of links with credits: faults that lose credit updates, and settings that have no effect there.

use fabric_sim::document::params::Key;
use fabric_sim::units::Time;

use super::test_lab::{act, at, rest};
use super::*;

#[test]
fn where_credits_take_the_place_of_pauses_none_is_made_or_lost() {
    for link in ["#/preset/cbfc?t=12us&sel=s2.0.p3", "#/preset/scene-a?t=5us&sel=y.0.p3"] {
        let storms = PausedPriorities::ALL
            .map(|(priorities, _)| Command::Storm(StormForm { priorities, ..StormForm::default() }));
        for command in storms.into_iter().chain([Command::LoseResume, Command::LosePauses]) {
            let mut lab = at(link);
            assert!(lab.is_pause_proof());
            let before = lab.fragment();
            let name = format!("{link} {command:?}");
            lab.act(command);
            rest(&mut lab);
            lab.advance(0.0, &mut || false);
            assert!(lab.picture().static_picture.error.is_some(), "{name}");
            assert_eq!(lab.fragment(), before, "{name}");
        }
    }
}

#[test]
fn credits_are_lost_where_they_come_in_until_the_link_is_mended() {
    let mut lab = at("#/preset/cbfc?t=12us&sel=s2.0.p3");
    let to = lab.credits_come_to().expect("its links have credits");
    let starved = |lab: &Lab| !lab.picture().view.ports[to.index()].starved.is_empty();
    act(&mut lab, Command::LoseCredits);
    assert!(lab.is_bad());
    act(&mut lab, Command::Seek(Time::from_us(60)));
    assert!(starved(&lab), "what it had is used up, and no more comes: {}", lab.fragment());
    act(&mut lab, Command::Mend);
    assert!(!lab.is_bad());
    assert_eq!(at("#/preset/pause?t=12us").credits_come_to(), None);
}

#[test]
fn thresholds_of_pauses_are_not_in_force_where_there_are_credits() {
    for key in [Key::Xoff, Key::Xon, Key::XonOffset, Key::Headroom] {
        let overridden = |link: &str| at(link).picture().override_of(key).map(|other| other.why);
        assert_eq!(overridden("#/preset/cbfc?t=12us"), Some("not in force: credits, not pauses"), "{key:?}");
        assert_eq!(overridden("#/preset/pause?t=12us"), None, "{key:?}");
    }
    let granted = |link: &str| at(link).picture().granted_credits();
    assert_eq!(granted("#/preset/pause?t=12us"), None);
    assert!(granted("#/preset/cbfc?t=12us&sel=s2.0.p3").is_some());
}

#[test]
fn a_storm_on_a_link_with_credits_is_sent_and_ignored() {
    let mut lab = at("#/preset/pause?t=12us&sel=s1.0.p3&pfc_rx=off");
    act(&mut lab, Command::Storm(StormForm::default()));
    act(&mut lab, Command::Seek(Time::from_us(13)));
    assert!(!lab.storms().is_empty());
}
