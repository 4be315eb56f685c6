use super::*;

#[test]
fn pause_expires_after_its_quanta() {
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3));
    assert_eq!(port.receiver.paused(), NONE);
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn pause_ends_on_a_resume() {
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    assert_eq!(port.resume(2_000), resumed(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn a_resume_takes_the_delay() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    port.due(1_700);
    assert_eq!(port.resume(3_000), NOTHING);
    assert_eq!(port.receiver.paused(), P3);
    assert_eq!(port.due(3_700), resumed(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn a_resume_waits_for_no_frame() {
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    // A frame of another priority is in transmission.
    port.busy_until = Time(9_000);
    assert_eq!(port.resume(2_000), resumed(P3));
}

#[test]
fn a_new_pause_replaces_the_time_at_once_longer_or_shorter() {
    for delay in [0, 700] {
        for quanta in [2, 50] {
            let mut port = Port::new(DelayOrder::FromIndication, delay);
            port.pause(1_000, 10);
            if delay > 0 {
                port.due(1_700);
            }
            port.busy_until = Time(30_000);
            assert_eq!(port.pause(5_000, quanta), NOTHING, "it stays paused: no change is reported");
            assert!(port.is_paused_until(5_000 + u64::from(quanta) * QUANTUM), "delay {delay}");
        }
    }
}

#[test]
fn a_reload_at_the_instant_of_expiry_wins() {
    // The engine handles the arrival of a PFC frame before a timer of the same time.
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    let end = 1_000 + 10 * QUANTUM;
    assert_eq!(port.pause(end, 10), NOTHING);
    assert_eq!(port.receiver.deadline(), Time(end + 10 * QUANTUM), "PAUSED was never left");
}

#[test]
fn a_resume_whose_delay_ends_at_the_instant_of_expiry_counts_once() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    port.due(1_700);
    let end = 1_700 + 10 * QUANTUM;
    port.resume(end - 700);
    assert_eq!(port.due(end), resumed(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn a_resume_in_its_delay_is_overtaken_by_expiry() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 10);
    port.due(1_700);
    let end = 1_700 + 10 * QUANTUM;
    port.resume(end - 300);
    assert_eq!(port.due(end), expired(P3));
    assert_eq!(port.due(end + 400), NOTHING);
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn a_pause_behind_a_pending_resume_stays_in_its_place() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 1_000);
    port.due(1_700);
    port.resume(3_000);
    assert_eq!(port.pause(3_200, 10), NOTHING);
    assert_eq!(port.due(3_700), resumed(P3), "first the resume");
    assert_eq!(port.due(3_900), paused(P3), "then the pause, with its own delay");
    assert!(port.is_paused_until(3_900 + 10 * QUANTUM));
}

#[test]
fn successive_resumes_use_the_memory_of_one() {
    let mut port = Port::new(DelayOrder::FromIndication, 1_000_000);
    port.pause(1_000, 65_535);
    port.due(1_001_000);
    let empty = port.receiver.heap_bytes();
    (0..1_000).for_each(|n| assert_eq!(port.resume(1_002_000 + n), NOTHING));
    assert_eq!(
        port.receiver.heap_bytes() - empty,
        mem_size::rows::<Delayed>(1) - mem_size::rows::<Delayed>(0)
    );
    assert_eq!(port.due(2_002_000), resumed(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER);
}

#[test]
fn a_new_pause_replaces_the_time_also_where_an_older_one_is_in_the_delay() {
    let mut port = Port::new(DelayOrder::FromIndication, 2_000);
    port.pause(0, 100);
    port.pause(1_500, 100);
    assert_eq!(port.due(2_000), paused(P3));
    assert_eq!(port.pause(3_000, 10), NOTHING);
    assert!(port.is_paused_until(3_000 + 10 * QUANTUM), "at once");
    assert_eq!(port.due(3_000 + 10 * QUANTUM), expired(P3), "the older one does not come after it");
}

#[test]
fn a_new_pause_at_the_boundary_replaces_the_time_of_an_older_one_in_the_delay() {
    let mut port = Port::new(DelayOrder::FromIndication, 10).busy(20);
    port.pause(0, 50);
    port.pause(5, 100);
    assert_eq!(port.due(10), NOTHING, "it waits for the frame");
    port.pause(12, 10);
    assert_eq!(port.boundary(20), paused(P3));
    assert!(port.is_paused_until(20 + 10 * QUANTUM));
    assert_eq!(port.due(20 + 10 * QUANTUM), expired(P3), "the older one does not come after it");
}

#[test]
fn a_second_resume_cancels_the_pause_between_them() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 1_000);
    port.due(1_700);
    port.resume(3_000);
    port.pause(3_200, 10);
    port.resume(3_400);
    assert_eq!(port.due(3_700), resumed(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER, "the second resume would find nothing paused");
    assert_eq!(port.receiver.paused(), NONE);
}

#[test]
fn pause_without_a_timer_lasts_until_the_resume() {
    let mut port = Port::prompt();
    port.config.timer = false;
    assert_eq!(port.pause(1_000, 1), paused(P3));
    assert_eq!(port.receiver.deadline(), Time::NEVER);
    assert_eq!(port.resume(u64::MAX / 2), resumed(P3));
}

#[test]
fn each_priority_has_a_timer_of_its_own() {
    let mut port = Port::prompt();
    port.pause(1_000, 10);
    port.indicate(1_000, P4, NONE, 20);
    assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3));
    assert_eq!(port.due(1_000 + 20 * QUANTUM), expired(P4));
}

#[test]
fn two_timers_that_end_together_end_in_one_call() {
    let mut port = Port::prompt();
    port.indicate(1_000, P3 | P4, NONE, 10);
    assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3 | P4));
}

#[test]
fn the_time_is_counted_in_bit_times_of_this_port() {
    // 512 bits last 12.8 ns at 40 Gb/s and 1.28 ns at 400 Gb/s.
    for (gbps, quantum) in [(40, 12_800), (400, 1_280)] {
        let port = Port::prompt();
        let mut receiver = PfcReceiver::default();
        let indication = Indication { pauses: P3, resumes: NONE, quanta: Quanta::MAX };
        let clock = TransmissionTimes::new(Rate::gbps(gbps));
        receiver.indicate(&port.config, clock, Time::ZERO, Time::ZERO, indication);
        assert_eq!(receiver.deadline(), Time(65_535 * quantum));
    }
}

#[test]
fn a_link_down_clears_all_pauses() {
    let mut port = Port::new(DelayOrder::FromIndication, 700);
    port.pause(1_000, 1_000);
    port.due(1_700);
    port.indicate(3_000, P4, P3, 10);
    assert_eq!(port.receiver.clear(), resumed(P3));
    assert_eq!(port.receiver, PfcReceiver::default());
}
