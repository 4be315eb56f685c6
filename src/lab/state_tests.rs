//! Tests of the words for the state of the selected priority.

use fabric_sim::units::Time;

use super::at_rest::{act, at};
use super::*;

/// State at the time `us` after `command` was performed at the moment of `link`.
fn after(link: &str, command: Command, us: u64) -> State {
    let mut lab = at(link);
    act(&mut lab, command);
    act(&mut lab, Command::Seek(Time::from_us(us)));
    lab.picture().state()
}

#[test]
fn what_is_wrong_at_a_port_is_not_called_free() {
    for (link, expected, why) in [
        ("#/preset/pause?run=0&t=1us&sel=s1.0.p3", "FREE", "No pause in either direction."),
        (
            "#/preset/incast?at=20us:link_down=leaf1.4&t=60us&run=0&sel=leaf1.4.p3",
            "LINK DOWN",
            "Nothing passes between here and spine1",
        ),
        ("#/preset/storm?t=300us&run=0&sel=sick.0.p3", "SENDS PAUSES", "leaf1 is told again and again"),
        (
            "#/preset/watchdog-cried-wolf?t=300us&run=0&sel=s1.1.p3",
            "WATCHDOG DROPS",
            "The watchdog found priority 3 paused for too long",
        ),
        ("#/preset/one-sided-pfc?t=60us&run=0&sel=s1.1.p3", "ASKS IN VAIN", "deaf is asked not to send"),
        (
            "#/preset/slow-receiver?t=150us&run=0&sel=slow.0.p3",
            "ASKS FOR A PAUSE",
            "s2 must not send priority 3 until the receive buffer here, which holds",
        ),
    ] {
        let state = at(link).picture().state();
        assert_eq!(state.word, expected, "{link}");
        assert!(state.why.starts_with(why), "{link}: {}", state.why);
        assert_eq!(state.stopped, expected != "FREE");
    }
}

#[test]
fn pauses_and_resumes_that_are_lost_are_seen_from_where_they_were_sent() {
    let state = after("#/preset/incast?t=20us&run=0&sel=leaf1.4.p3", Command::LosePauses, 45);
    assert_eq!(state.word, "ASKS IN VAIN", "{}", state.why);
    assert!(state.why.contains("the pauses are lost"), "{}", state.why);
    assert!(state.why.ends_with("Its link loses pauses."), "{}", state.why);

    let state = after("#/preset/pause?run=0&t=10us&sel=s1.0.p3", Command::LoseResume, 40);
    assert_eq!(state.word, "STILL PAUSED", "{}", state.why);
    assert!(
        state.why.starts_with("This port no longer asks for a pause; h1 stays stopped until"),
        "{}",
        state.why
    );
}

#[test]
fn who_is_too_short_of_credits_is_not_free() {
    let state = at("#/preset/scene-a?t=100us&run=0&sel=x.0.p3").picture().state();
    assert_eq!(state.word, "LAST FRAME");
}
