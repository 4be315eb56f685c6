//! Tests of the PFC frames that a sender builds from requests, refreshes and pause sources.

use super::*;

const P3: PrioritySet = PrioritySet::of(Priority::P3);
const P4: PrioritySet = PrioritySet::of(Priority::P4);
const QUANTA: Quanta = Quanta(100);

fn config() -> PfcSenderConfig {
    PfcSenderConfig {
        enabled: P3 | P4,
        quanta: QUANTA,
        refresh: Some(Time(1_000)),
        explicit_xon: true,
        trigger: Trigger::IngressPg,
    }
}

fn pause(mask: PrioritySet) -> Indication {
    Indication { pauses: mask, resumes: PrioritySet::EMPTY, quanta: QUANTA }
}

fn resume(mask: PrioritySet) -> Indication {
    Indication { pauses: PrioritySet::EMPTY, resumes: mask, quanta: QUANTA }
}

/// Sender that paused priority 3 at its peer at time 0.
fn pausing() -> PfcSender {
    let mut sender = PfcSender::default();
    sender.request(&config(), Priority::P3, true);
    assert_eq!(sender.build(&config(), Time::ZERO), Some(pause(P3)));
    sender
}

mod silent {
    use super::*;

    #[test]
    fn sender_without_a_request_builds_no_frame() {
        let mut sender = PfcSender::default();
        assert!(!sender.has_pending_frame());
        assert_eq!(sender.build(&config(), Time(5)), None);
        assert_eq!(sender.deadline(), Time::NEVER);
    }

    #[test]
    fn pause_request_has_a_pending_frame_until_built() {
        let mut sender = PfcSender::default();
        assert!(!sender.request(&config(), Priority::P3, true), "nothing was taken back");
        assert_eq!(sender.requested(), P3);
        assert!(sender.has_pending_frame());
        assert_eq!(sender.deadline(), Time::NEVER, "a pause that was not sent needs no refresh");
        assert_eq!(sender.build(&config(), Time(5)), Some(pause(P3)));
        assert!(!sender.has_pending_frame());
    }
}

mod a_frame_waits {
    use super::*;

    #[test]
    fn a_pause_and_its_resume_cancel_and_send_nothing() {
        let mut sender = PfcSender::default();
        sender.request(&config(), Priority::P3, true);
        assert!(sender.request(&config(), Priority::P3, false), "it is counted");
        assert!(!sender.has_pending_frame());
        assert_eq!(sender.build(&config(), Time(5)), None);
    }

    #[test]
    fn a_resume_and_a_new_pause_cancel_too() {
        let mut sender = pausing();
        assert!(!sender.request(&config(), Priority::P3, false));
        assert!(sender.has_pending_frame());
        assert!(sender.request(&config(), Priority::P3, true));
        assert!(!sender.has_pending_frame());
        // The pause sent at time 0 stays in force, with its refresh unchanged.
        assert_eq!(sender.deadline(), Time(1_000));
    }

    #[test]
    fn a_refresh_that_passed_while_a_resume_waited_is_made_up_for() {
        let mut sender = pausing();
        sender.request(&config(), Priority::P3, false);
        assert_eq!(sender.deadline(), Time::NEVER);
        assert!(sender.request(&config(), Priority::P3, true), "the resume is cancelled");
        // At time 1 500 the refresh that was due at 1 000 is overdue.
        assert_eq!(sender.deadline(), Time(1_000));
        sender.due(Time(1_500));
        assert_eq!((sender.has_pending_frame(), sender.deadline()), (true, Time::NEVER));
        assert_eq!(sender.build(&config(), Time(1_500)), Some(pause(P3)));
    }

    #[test]
    fn frame_has_the_requests_at_the_start_of_its_transmission() {
        let mut sender = PfcSender::default();
        sender.request(&config(), Priority::P3, true);
        sender.request(&config(), Priority::P4, true);
        sender.request(&config(), Priority::P3, false);
        assert_eq!(sender.build(&config(), Time(5)), Some(pause(P4)), "priority 3 changed its mind in time");
    }

    #[test]
    fn priorities_merge_into_one_frame() {
        let mut sender = pausing();
        sender.request(&config(), Priority::P4, true);
        sender.request(&config(), Priority::P3, false);
        let both = Indication { pauses: P4, resumes: P3, quanta: QUANTA };
        assert_eq!(sender.build(&config(), Time(5)), Some(both));
        assert!(!sender.has_pending_frame());
    }

    #[test]
    fn pause_source_precedes_pauses_of_groups() {
        let forced = Indication { pauses: PrioritySet::ALL, resumes: PrioritySet::EMPTY, quanta: Quanta(7) };
        let mut sender = PfcSender::default();
        sender.request(&config(), Priority::P3, true);
        sender.force(forced);
        assert_eq!(sender.build(&config(), Time(5)), Some(forced));
        assert!(sender.has_pending_frame());
        assert_eq!(sender.build(&config(), Time(6)), Some(pause(P3)));
    }

    #[test]
    fn a_pause_source_replaces_its_own_frame_that_waits() {
        let forced = |quanta| Indication { pauses: P3, resumes: PrioritySet::EMPTY, quanta: Quanta(quanta) };
        let mut sender = PfcSender::default();
        sender.force(forced(7));
        sender.force(forced(9));
        assert_eq!(sender.build(&config(), Time(5)), Some(forced(9)));
        assert!(!sender.has_pending_frame());
    }

    #[test]
    fn sources_of_other_priorities_share_a_frame_if_they_pause_for_as_long() {
        let forced =
            |pauses, quanta| Indication { pauses, resumes: PrioritySet::EMPTY, quanta: Quanta(quanta) };
        let resume = Indication { pauses: PrioritySet::EMPTY, resumes: P3, quanta: Quanta(0) };
        let sent = |frames: &[Indication]| {
            let mut sender = PfcSender::default();
            for frame in frames {
                sender.force(*frame);
            }
            (sender.build(&config(), Time(5)), sender.has_pending_frame())
        };
        assert_eq!(sent(&[forced(P3, 7), forced(P4, 7)]), (Some(forced(P3 | P4, 7)), false));
        assert_eq!(sent(&[forced(P3, 7), forced(P4, 9)]), (Some(forced(P4, 9)), false));
        let both = Indication { resumes: P3, ..forced(P4, 7) };
        assert_eq!(sent(&[forced(P4, 7), resume]), (Some(both), false));
        assert_eq!(sent(&[resume, forced(P4, 7)]), (Some(both), false));
        assert_eq!(sent(&[resume, forced(P4, 9), forced(P4, 7)]), (Some(both), false));
        assert_eq!(sent(&[forced(P3, 7), resume]), (Some(resume), false));
        assert_eq!(sent(&[resume, forced(P3, 7)]), (Some(forced(P3, 7)), false));
    }
}

mod after_a_pause_was_sent {
    use super::*;

    #[test]
    fn a_resume_is_sent_once() {
        let mut sender = pausing();
        sender.request(&config(), Priority::P3, false);
        assert_eq!(sender.build(&config(), Time(500)), Some(resume(P3)));
        assert!(!sender.has_pending_frame());
        assert_eq!(sender.deadline(), Time::NEVER, "nothing is left to refresh");
    }

    #[test]
    fn pause_is_refreshed_before_expiry() {
        let mut sender = pausing();
        assert_eq!(sender.deadline(), Time(1_000));
        sender.due(Time(1_000));
        assert!(sender.has_pending_frame());
        assert_eq!(sender.deadline(), Time::NEVER, "it waits: no timer runs");
        // The port was busy: the refresh interval counts from the transmission, not from the
        // deadline.
        assert_eq!(sender.build(&config(), Time(1_200)), Some(pause(P3)));
        assert_eq!(sender.deadline(), Time(2_200));
    }

    #[test]
    fn refresh_contains_only_due_priorities() {
        let mut sender = pausing();
        sender.request(&config(), Priority::P4, true);
        assert_eq!(sender.build(&config(), Time(300)), Some(pause(P4)));
        assert_eq!(sender.deadline(), Time(1_000), "priority 3 was paused first");
        sender.due(Time(1_000));
        assert_eq!(sender.build(&config(), Time(1_000)), Some(pause(P3)));
        assert_eq!(sender.deadline(), Time(1_300));
    }

    #[test]
    fn resume_replaces_a_pending_refresh() {
        let mut sender = pausing();
        sender.due(Time(1_000));
        sender.request(&config(), Priority::P3, false);
        assert_eq!(sender.build(&config(), Time(1_100)), Some(resume(P3)));
        assert!(!sender.has_pending_frame());
    }

    #[test]
    fn pause_without_refresh_is_sent_once() {
        let config = PfcSenderConfig { refresh: None, ..config() };
        let mut sender = PfcSender::default();
        sender.request(&config, Priority::P3, true);
        assert_eq!(sender.build(&config, Time::ZERO), Some(pause(P3)));
        assert_eq!(sender.deadline(), Time::NEVER);
        sender.due(Time(1 << 60));
        assert!(!sender.has_pending_frame());
    }

    #[test]
    fn without_an_explicit_xon_no_resume_is_sent_and_the_next_pause_is() {
        let config = PfcSenderConfig { explicit_xon: false, ..config() };
        let mut sender = PfcSender::default();
        sender.request(&config, Priority::P3, true);
        assert_eq!(sender.build(&config, Time::ZERO), Some(pause(P3)));
        assert!(!sender.request(&config, Priority::P3, false), "nothing waited, so nothing was taken back");
        assert!(!sender.has_pending_frame(), "the pause ends by expiry only");
        assert_eq!(sender.deadline(), Time::NEVER, "and is not refreshed");
        sender.request(&config, Priority::P3, true);
        assert_eq!(sender.build(&config, Time(50)), Some(pause(P3)));
    }
}

mod transmission_disabled {
    use super::*;

    #[test]
    fn disabled_priorities_send_nothing_and_requested_pauses_are_sent_once_enabled() {
        let mut sender = pausing();
        sender.disable_transmission(PrioritySet::ALL);
        assert!(!sender.request(&config(), Priority::P4, true));
        sender.force(pause(P4));
        sender.due(Time(5_000));
        assert!(!sender.has_pending_frame());
        assert_eq!((sender.deadline(), sender.build(&config(), Time(5_000))), (Time::NEVER, None));
        // The pause expired at the peer: requested pauses are sent again.
        sender.enable_transmission();
        assert_eq!(sender.build(&config(), Time(6_000)), Some(pause(P3 | P4)));
    }

    #[test]
    fn disabling_cancels_a_waiting_pause_of_the_disabled_priorities_only() {
        let mut sender = PfcSender::default();
        sender.force(pause(P3 | P4));
        sender.disable_transmission(P3);
        assert_eq!(sender.build(&config(), Time::ZERO), Some(pause(P4)));
    }
}
