use super::*;
use crate::ids::Priority;

#[test]
fn a_resume_cancels_the_pause() {
    for delay in [0, 700] {
        let mut port = Port::new(DelayOrder::FromIndication, delay).busy(5_000);
        port.pause(1_000, 10);
        if delay > 0 {
            port.due(1_700);
        }
        assert_eq!(port.resume(2_000), NOTHING);
        assert_eq!(port.boundary(5_000), NOTHING);
        assert_eq!((port.receiver.paused(), port.receiver.deadline()), (NONE, Time::NEVER));
    }
}

#[test]
fn another_pause_replaces_the_time() {
    let mut port = Port::prompt().busy(5_000);
    port.pause(1_000, 10);
    assert_eq!(port.pause(2_000, 4), NOTHING);
    assert_eq!(port.boundary(5_000), paused(P3));
    assert!(port.is_paused_until(5_000 + 4 * QUANTUM));
}

#[test]
fn all_priorities_that_wait_enter_at_one_boundary_each_with_its_time() {
    let mut port = Port::prompt().busy(5_000);
    port.pause(1_000, 10);
    port.indicate(2_000, P4, NONE, 4);
    assert_eq!(port.boundary(5_000), paused(P3 | P4));
    assert!(port.is_paused_until(5_000 + 10 * QUANTUM));
    assert_eq!(port.receiver.expiry(Priority::P4), Some(Time(5_000 + 4 * QUANTUM)));
    assert_eq!(port.receiver.deadline(), Time(5_000 + 4 * QUANTUM), "the earlier of the two");
}
