//! Bytes of each VOQ, and the conditions on which a VOQ requests a pause.

use super::*;

const fn at(port: u8, priority: Priority) -> Input {
    Input { port: LocalPort(port), priority }
}

const A: Input = at(0, Priority::P3);
const B: Input = at(63, Priority::P3);

#[test]
fn every_voq_of_a_64_port_switch_is_its_own() {
    let mut voqs = VoqBytes::new(64);
    voqs.grow(A, LocalPort(63), 1_000, u64::MAX);
    voqs.grow(B, LocalPort(63), 200, u64::MAX);
    voqs.grow(at(63, Priority::P7), LocalPort(63), 30, u64::MAX);
    assert_eq!(
        [voqs.bytes(A, LocalPort(63)), voqs.bytes(B, LocalPort(63)), voqs.bytes(B, LocalPort(62))],
        [1_000, 200, 0]
    );
    voqs.shrink(A, LocalPort(63), 400);
    assert_eq!(voqs.bytes(A, LocalPort(63)), 600);
}

#[test]
fn one_voq_at_its_threshold_requires_pause_until_all_are_at_xon() {
    let mut voqs = VoqBytes::new(4);
    voqs.grow(A, LocalPort(1), 9_999, 10_000);
    assert!(!voqs.requires_pause(A));
    voqs.grow(A, LocalPort(1), 1, 10_000);
    voqs.grow(A, LocalPort(2), 12_000, 10_000);
    assert!(voqs.requires_pause(A) && !voqs.requires_pause(Input { priority: Priority::P4, ..A }));
    voqs.shrink(A, LocalPort(1), 2_000);
    assert!(!voqs.settle(A, 8_000), "the other holds 12 000 B");
    voqs.shrink(A, LocalPort(2), 3_999);
    assert!(!voqs.settle(A, 8_000));
    voqs.shrink(A, LocalPort(2), 1);
    assert!(voqs.settle(A, 8_000));
}

#[test]
fn a_voq_below_its_threshold_does_not_keep_the_input_paused() {
    let mut voqs = VoqBytes::new(4);
    voqs.grow(A, LocalPort(0), 9_000, 10_000);
    voqs.grow(A, LocalPort(1), 10_000, 10_000);
    voqs.shrink(A, LocalPort(1), 5_000);
    assert!(voqs.settle(A, 5_000), "9 000 B never reached the threshold");
}

#[test]
fn changed_threshold_updates_the_pause_condition() {
    let mut voqs = VoqBytes::new(4);
    voqs.grow(A, LocalPort(3), 6_000, 10_000);
    voqs.update_threshold(A, 6_001);
    assert!(!voqs.requires_pause(A));
    voqs.update_threshold(A, 6_000);
    assert!(voqs.requires_pause(A));
}

#[test]
fn fullest_pausing_voq_determines_free_memory_for_resume() {
    let mut voqs = VoqBytes::new(4);
    let half = Threshold::Dynamic(Threshold::ONE / 2);
    assert_eq!(voqs.resumes_at_free(A, half, 1_000), None);
    voqs.grow(A, LocalPort(0), 10_000, 10_000);
    voqs.grow(A, LocalPort(1), 14_000, 10_000);
    assert_eq!(voqs.resumes_at_free(A, half, 1_000), Some(30_000));
    assert_eq!(voqs.resumes_at_free(A, Threshold::Static(10_000), 1_000), None);
}
