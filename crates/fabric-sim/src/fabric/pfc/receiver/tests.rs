//! The indication state machine, state by state.

use super::*;
use crate::units::Rate;

/// One quantum at 100 Gb/s: 512 bits of 10 ps.
const QUANTUM: u64 = 5_120;

const P3: u8 = 1 << 3;
const P4: u8 = 1 << 4;
const NOTHING: Change = Change { paused: 0, resumed: 0, expired: 0, ignored: 0 };

/// A receiver on a 100G port, with the transmitter's state that it is shown.
struct Port {
    config: ReceiverConfig,
    receiver: Receiver,
    busy_until: Time,
}

impl Port {
    fn new(order: DelayOrder, delay: u64) -> Self {
        let config = ReceiverConfig { enabled: P3 | P4, delay: Time(delay), order, timer: true };
        Self { config, receiver: Receiver::default(), busy_until: Time::ZERO }
    }

    /// Reacts at once.
    fn prompt() -> Self {
        Self::new(DelayOrder::FromIndication, 0)
    }

    /// A frame is being transmitted that ends at `until`.
    fn busy(mut self, until: u64) -> Self {
        self.busy_until = Time(until);
        self
    }

    fn clock() -> WireClock {
        WireClock::new(Rate::gbps(100))
    }

    fn indicate(&mut self, now: u64, pauses: u8, resumes: u8, quanta: u16) -> Change {
        let indication = Indication { pauses, resumes, quanta: Quanta(quanta) };
        self.receiver.indicate(&self.config, Self::clock(), Time(now), self.busy_until, indication)
    }

    /// A pause of priority 3.
    fn pause(&mut self, now: u64, quanta: u16) -> Change {
        self.indicate(now, P3, 0, quanta)
    }

    /// A resume of priority 3.
    fn resume(&mut self, now: u64) -> Change {
        self.indicate(now, 0, P3, 0)
    }

    fn due(&mut self, now: u64) -> Change {
        assert_eq!(self.receiver.deadline(), Time(now), "the engine calls at the deadline only");
        self.receiver.due(&self.config, Self::clock(), Time(now), self.busy_until)
    }

    fn boundary(&mut self, now: u64) -> Change {
        self.busy_until = Time::ZERO;
        self.receiver.boundary(&self.config, Self::clock(), Time(now))
    }

    /// Priority 3 is PAUSED until then.
    fn is_paused_until(&self, until: u64) -> bool {
        self.receiver.expiry(3) == Some(Time(until))
    }
}

fn paused(mask: u8) -> Change {
    Change { paused: mask, ..NOTHING }
}

fn resumed(mask: u8) -> Change {
    Change { resumed: mask, ..NOTHING }
}

fn expired(mask: u8) -> Change {
    Change { expired: mask, ..NOTHING }
}

mod not_paused {
    use super::*;

    #[test]
    fn an_idle_port_pauses_at_once_for_the_time_that_was_asked() {
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
        assert_eq!(port.receiver.paused(), 0, "a frame in transmission always finishes");
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
            assert_eq!(port.receiver, Receiver::default());
        }
    }

    #[test]
    fn a_frame_boundary_changes_nothing() {
        let mut port = Port::prompt();
        assert_eq!(port.boundary(1_000), NOTHING);
        assert_eq!(port.receiver, Receiver::default());
    }

    #[test]
    fn priorities_that_are_not_enabled_ignore_indications() {
        let mut port = Port::prompt();
        assert_eq!(port.indicate(1_000, 0xFF, 0, 10), paused(P3 | P4));
        assert_eq!(port.receiver.expiry(5), None);
        port.config.enabled = 0;
        assert_eq!(port.indicate(1_500, 0, 0xFF, 0), NOTHING, "nor do they take a resume");
    }

    #[test]
    fn priorities_that_the_vector_leaves_out_are_left_alone() {
        let mut port = Port::prompt();
        port.pause(1_000, 10);
        assert_eq!(port.indicate(2_000, P4, 0, 7), paused(P4));
        assert!(port.is_paused_until(1_000 + 10 * QUANTUM));
        assert_eq!(port.receiver.expiry(4), Some(Time(2_000 + 7 * QUANTUM)));
    }

    #[test]
    fn one_frame_pauses_one_priority_and_resumes_another() {
        let mut port = Port::prompt();
        port.indicate(1_000, P4, 0, 10);
        assert_eq!(
            port.indicate(2_000, P3, P4, 5),
            Change { paused: P3, resumed: P4, expired: 0, ignored: 0 }
        );
        assert_eq!(port.receiver.paused(), P3);
    }
}

mod in_the_delay {
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
        // The next frame starts at the boundary: one more frame of headroom.
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
        assert_eq!(port.receiver.paused(), 0);
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
            assert_eq!(port.receiver, Receiver::default(), "{order:?}: as if nothing had come");
            assert_eq!(port.boundary(5_000), NOTHING);
        }
    }

    #[test]
    fn a_resume_of_another_priority_cancels_nothing() {
        let mut port = Port::new(DelayOrder::FromIndication, 700);
        port.pause(1_000, 10);
        assert_eq!(port.indicate(1_500, 0, P4, 0), NOTHING);
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
}

mod waiting {
    use super::*;

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
            assert_eq!((port.receiver.paused(), port.receiver.deadline()), (0, Time::NEVER));
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
        port.indicate(2_000, P4, 0, 4);
        assert_eq!(port.boundary(5_000), paused(P3 | P4));
        assert!(port.is_paused_until(5_000 + 10 * QUANTUM));
        assert_eq!(port.receiver.expiry(4), Some(Time(5_000 + 4 * QUANTUM)));
        assert_eq!(port.receiver.deadline(), Time(5_000 + 4 * QUANTUM), "the earlier of the two");
    }
}

mod in_paused {
    use super::*;

    #[test]
    fn it_is_left_when_the_time_is_over() {
        let mut port = Port::prompt();
        port.pause(1_000, 10);
        assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3));
        assert_eq!(port.receiver.paused(), 0);
        assert_eq!(port.receiver.deadline(), Time::NEVER);
    }

    #[test]
    fn it_is_left_on_a_resume() {
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
        // Another priority's frame is on the wire.
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
                assert_eq!(port.pause(5_000, quanta), NOTHING, "it stays paused: nobody is told");
                assert!(port.is_paused_until(5_000 + u64::from(quanta) * QUANTUM), "delay {delay}");
            }
        }
    }

    #[test]
    fn a_reload_at_the_instant_of_expiry_wins() {
        // A PFC arrival comes before a timer of the same instant.
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
    fn a_pause_behind_a_pending_resume_keeps_its_place() {
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
    fn a_second_resume_cancels_the_pause_between_them() {
        let mut port = Port::new(DelayOrder::FromIndication, 700);
        port.pause(1_000, 1_000);
        port.due(1_700);
        port.resume(3_000);
        port.pause(3_200, 10);
        port.resume(3_400);
        assert_eq!(port.due(3_700), resumed(P3));
        assert_eq!(port.due(4_100), NOTHING, "the second resume finds nothing paused");
        assert_eq!(port.receiver.deadline(), Time::NEVER);
        assert_eq!(port.receiver.paused(), 0);
    }

    #[test]
    fn without_a_timer_it_lasts_until_the_resume() {
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
        port.indicate(1_000, P4, 0, 20);
        assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3));
        assert_eq!(port.due(1_000 + 20 * QUANTUM), expired(P4));
    }

    #[test]
    fn two_timers_that_end_together_end_in_one_call() {
        let mut port = Port::prompt();
        port.indicate(1_000, P3 | P4, 0, 10);
        assert_eq!(port.due(1_000 + 10 * QUANTUM), expired(P3 | P4));
    }

    #[test]
    fn the_time_is_counted_in_bit_times_of_this_port() {
        // 512 bits last 12.8 ns at 40 Gb/s and 1.28 ns at 400 Gb/s.
        for (gbps, quantum) in [(40, 12_800), (400, 1_280)] {
            let port = Port::prompt();
            let mut receiver = Receiver::default();
            let indication = Indication { pauses: P3, resumes: 0, quanta: Quanta::MAX };
            let clock = WireClock::new(Rate::gbps(gbps));
            receiver.indicate(&port.config, clock, Time::ZERO, Time::ZERO, indication);
            assert_eq!(receiver.deadline(), Time(65_535 * quantum));
        }
    }

    #[test]
    fn a_link_that_goes_down_forgets_everything() {
        let mut port = Port::new(DelayOrder::FromIndication, 700);
        port.pause(1_000, 1_000);
        port.due(1_700);
        port.indicate(3_000, P4, P3, 10);
        assert_eq!(port.receiver.clear(), resumed(P3));
        assert_eq!(port.receiver, Receiver::default());
    }
}

mod ignoring {
    use super::*;

    /// What a watchdog has it ignore goes on underneath.
    #[test]
    fn a_pause_that_is_ignored_gates_nothing_and_gates_again_once_obeyed() {
        let mut port = Port::prompt();
        assert_eq!(port.indicate(0, P3, 0, 5).paused, P3);
        assert_eq!(port.receiver.ignore(P3 | P4), Change { ignored: P3, ..NOTHING });
        assert_eq!((port.receiver.paused(), port.receiver.ignored()), (0, P3 | P4));
        // One that comes now does not gate either.
        let entered = port.indicate(1_000, P4, 0, 5);
        assert_eq!((entered.paused, entered.gates(P3 | P4)), (P4, NOTHING));
        assert_eq!(port.receiver.obey(P3 | P4), Change { paused: P3 | P4, ..NOTHING });
        assert_eq!(port.receiver.paused(), P3 | P4);
    }
}
