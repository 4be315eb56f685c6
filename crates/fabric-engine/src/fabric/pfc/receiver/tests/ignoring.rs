use super::*;

/// Pauses that a watchdog ignores are still recorded, and take effect when the port obeys again.
#[test]
fn a_pause_that_is_ignored_gates_nothing_and_gates_again_once_obeyed() {
    let mut port = Port::prompt();
    assert_eq!(port.indicate(0, P3, NONE, 5).paused, P3);
    assert_eq!(port.receiver.ignore(P3 | P4), Change { ignored: P3, ..NOTHING });
    assert_eq!((port.receiver.paused(), port.receiver.ignored()), (NONE, P3 | P4));
    // A pause that arrives now does not stop transmission either.
    let entered = port.indicate(1_000, P4, NONE, 5);
    assert_eq!((entered.paused, entered.gates(P3 | P4)), (P4, NOTHING));
    assert_eq!(port.receiver.obey(P3 | P4), Change { paused: P3 | P4, ..NOTHING });
    assert_eq!(port.receiver.paused(), P3 | P4);
}
