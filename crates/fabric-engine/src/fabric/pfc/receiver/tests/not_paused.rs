use super::*;
use crate::ids::Priority;

#[test]
fn idle_port_pauses_at_once_for_the_requested_time() {
    let mut port = Port::prompt();
    assert_eq!(port.pause(1_000, 10), paused(P3));
    assert_eq!(port.receiver.paused(), P3);
    assert!(port.is_paused_until(1_000 + 10 * QUANTUM));
    assert_eq!(port.receiver.deadline(), Time(1_000 + 10 * QUANTUM));
}

#[test]
fn a_busy_port_waits_for_the_end_of_its_frame() {
    let mut port = Port::prompt().busy(5_000);
    assert_eq!(port.pause(1_000, 10), NOTHING);
    assert_eq!(port.receiver.paused(), NONE, "a frame in transmission always finishes");
    assert_eq!(port.receiver.deadline(), Time::NEVER, "the boundary is not a timer");
    assert_eq!(port.boundary(5_000), paused(P3));
    // The time runs from the entry into PAUSED, not from the indication.
    assert!(port.is_paused_until(5_000 + 10 * QUANTUM));
}

#[test]
fn a_frame_that_ends_as_the_indication_comes_needs_no_wait() {
    let mut port = Port::prompt().busy(5_000);
    assert_eq!(port.pause(5_000, 10), paused(P3));
    assert!(port.is_paused_until(5_000 + 10 * QUANTUM));
}

#[test]
fn a_resume_changes_nothing() {
    for delay in [0, 700] {
        let mut port = Port::new(DelayOrder::FromIndication, delay);
        assert_eq!(port.resume(1_000), NOTHING);
        assert_eq!(port.receiver, PfcReceiver::default());
    }
}

#[test]
fn a_frame_boundary_changes_nothing() {
    let mut port = Port::prompt();
    assert_eq!(port.boundary(1_000), NOTHING);
    assert_eq!(port.receiver, PfcReceiver::default());
}

#[test]
fn priorities_that_are_not_enabled_ignore_indications() {
    let mut port = Port::prompt();
    assert_eq!(port.indicate(1_000, PrioritySet::ALL, NONE, 10), paused(P3 | P4));
    assert_eq!(port.receiver.expiry(Priority::P5), None);
    port.config.enabled = NONE;
    assert_eq!(port.indicate(1_500, NONE, PrioritySet::ALL, 0), NOTHING, "nor do they take a resume");
}

#[test]
fn priorities_that_the_vector_leaves_out_are_left_alone() {
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    assert_eq!(port.indicate(2_000, P4, NONE, 7), paused(P4));
    assert!(port.is_paused_until(1_000 + 10 * QUANTUM));
    assert_eq!(port.receiver.expiry(Priority::P4), Some(Time(2_000 + 7 * QUANTUM)));
}

#[test]
fn frame_can_pause_one_priority_and_resume_another() {
    let mut port = Port::prompt();
    port.indicate(1_000, P4, NONE, 10);
    assert_eq!(
        port.indicate(2_000, P3, P4, 5),
        Change { paused: P3, resumed: P4, expired: NONE, ignored: NONE }
    );
    assert_eq!(port.receiver.paused(), P3);
}
