//! Tests of the words for the status of the selected priority.

use fabric_sim::units::Time;

use super::test_lab::{act, at};
use super::*;

/// Status of the selected priority at the time of `us` µs, after `command` was performed at the time of the
/// share link `link`.
fn after(link: &str, command: Command, us: u64) -> PriorityStatus {
    let mut lab = at(link);
    act(&mut lab, command);
    act(&mut lab, Command::Seek(Time::from_us(us)));
    lab.picture().priority_status()
}

#[test]
fn a_port_with_a_fault_is_not_free() {
    for (link, expected, why) in [
        ("#/preset/pause?run=0&t=1us&sel=s1.0.p3", "FREE", "No pause in either direction."),
        (
            "#/preset/incast?at=20us:link_down=leaf1.4&t=60us&run=0&sel=leaf1.4.p3",
            "LINK DOWN",
            "No frame passes to or from spine1",
        ),
        (
            "#/preset/storm?t=300us&run=0&sel=sick.0.p3",
            "SENDS PAUSES",
            "leaf1 receives pauses of priority 3 at",
        ),
        (
            "#/preset/watchdog-cried-wolf?t=300us&run=0&sel=s1.1.p3",
            "WATCHDOG DROPS",
            "The watchdog found priority 3 paused for too long",
        ),
        (
            "#/preset/one-sided-pfc?t=60us&run=0&sel=s1.1.p3",
            "PAUSES HAVE NO EFFECT",
            "This port pauses priority 3 of deaf",
        ),
        (
            "#/preset/slow-receiver?t=150us&run=0&sel=slow.0.p3",
            "REQUESTS A PAUSE",
            "s2 must not send priority 3 until the receive buffer here, which holds",
        ),
    ] {
        let status = at(link).picture().priority_status();
        assert_eq!(status.word, expected, "{link}");
        assert!(status.why.starts_with(why), "{link}: {}", status.why);
        assert_eq!(status.is_free, expected == "FREE");
    }
}

#[test]
fn frames_of_a_paused_host_wait_in_its_memory() {
    for (link, waits) in [
        ("#/preset/pause?t=5us&run=0&sel=h2.0.p3", true),
        ("#/preset/pause?t=1us&run=0&sel=h2.0.p3", false),
        ("#/preset/incast?t=20us&run=0&sel=leaf1.4.p3", false),
    ] {
        assert_eq!(at(link).picture().waits_in_host_memory(), waits, "{link}");
    }
}

#[test]
fn lost_pauses_and_resumes_are_stated_at_their_sender() {
    let status = after("#/preset/incast?t=20us&run=0&sel=leaf1.4.p3", Command::LosePauses, 45);
    assert_eq!(status.word, "PAUSES HAVE NO EFFECT", "{}", status.why);
    assert!(status.why.contains("the pauses are lost"), "{}", status.why);
    assert!(status.why.ends_with("Its link loses pauses."), "{}", status.why);

    let status = after("#/preset/pause?run=0&t=10us&sel=s1.0.p3", Command::LoseResume, 40);
    assert_eq!(status.word, "STILL PAUSED", "{}", status.why);
    assert!(
        status.why.starts_with("This port no longer requests a pause; h1 stays paused until"),
        "{}",
        status.why
    );
}

#[test]
fn a_priority_with_too_few_credits_is_not_free() {
    let status = at("#/preset/scene-a?t=100us&run=0&sel=x.0.p3").picture().priority_status();
    assert_eq!(status.word, "LAST FRAME");
}
