use super::*;

#[test]
fn from_the_indication_the_delay_hides_behind_a_longer_frame() {
    let mut port = Port::new(DelayOrder::FromIndication, 700).busy(5_000);
    assert_eq!(port.pause(1_000, 10), NOTHING);
    assert_eq!(port.due(1_700), NOTHING, "the delay is over, the frame is not");
    assert_eq!(port.boundary(5_000), paused(P3));
    assert!(port.is_paused_until(5_000 + 10 * QUANTUM));
}

#[test]
fn after_the_wait_the_delay_adds_to_the_frame() {
    let mut port = Port::new(DelayOrder::AfterWait, 700).busy(5_000);
    assert_eq!(port.pause(1_000, 10), NOTHING);
    // The delay has not ended at the end of the frame, so that one more frame starts.
    assert_eq!(port.boundary(5_000), NOTHING);
    port.busy_until = Time(9_000);
    assert_eq!(port.due(5_700), NOTHING);
    assert_eq!(port.boundary(9_000), paused(P3));
    assert!(port.is_paused_until(9_000 + 10 * QUANTUM));
}

#[test]
fn after_the_wait_of_an_idle_port_the_delay_runs_from_the_indication() {
    let mut port = Port::new(DelayOrder::AfterWait, 700);
    assert_eq!(port.pause(1_000, 10), NOTHING);
    assert_eq!(port.due(1_700), paused(P3));
}

#[test]
fn a_frame_may_still_start_and_is_then_waited_for() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    assert_eq!(port.receiver.paused(), NONE);
    port.busy_until = Time(3_000);
    assert_eq!(port.due(1_700), NOTHING);
    assert_eq!(port.boundary(3_000), paused(P3));
}

#[test]
fn a_resume_cancels_the_pause_in_both_orders() {
    for order in [DelayOrder::FromIndication, DelayOrder::AfterWait] {
        let mut port = Port::new(order, 700).busy(5_000);
        port.pause(1_000, 10);
        assert_eq!(port.resume(1_500), NOTHING);
        assert_eq!(port.receiver, PfcReceiver::default(), "{order:?}: as if nothing had come");
        assert_eq!(port.boundary(5_000), NOTHING);
    }
}

#[test]
fn a_resume_of_another_priority_cancels_nothing() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    assert_eq!(port.indicate(1_500, NONE, P4, 0), NOTHING);
    assert_eq!(port.due(1_700), paused(P3));
}

#[test]
fn a_second_pause_takes_its_own_delay_and_then_replaces_the_first() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    port.pause(1_500, 2);
    assert_eq!(port.due(1_700), paused(P3));
    assert!(port.is_paused_until(1_700 + 10 * QUANTUM));
    assert_eq!(port.due(2_200), NOTHING, "it was paused already");
    assert!(port.is_paused_until(2_200 + 2 * QUANTUM), "replaced, not added");
}

#[test]
fn a_pause_behind_a_cancelled_one_counts() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    port.resume(1_200);
    port.pause(1_400, 3);
    assert_eq!(port.due(2_100), paused(P3));
    assert!(port.is_paused_until(2_100 + 3 * QUANTUM));
}
