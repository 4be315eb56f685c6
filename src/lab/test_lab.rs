//! Helpers of tests: a lab whose cursor has arrived at its target.

use super::{Command, Lab};

/// Opens a share link and advances the lab until the cursor has arrived.
pub(super) fn at(link: &str) -> Lab {
    let mut lab = Lab::open(link);
    rest(&mut lab);
    lab
}

/// Advances the lab until the cursor has arrived.
pub(super) fn rest(lab: &mut Lab) {
    while lab.has_pending_move() {
        lab.advance(0.0, &mut || false);
    }
}

/// Performs a command that must not be refused, and advances the lab until the cursor has arrived.
pub(super) fn act(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
    lab.advance(0.0, &mut || false);
    assert_eq!(lab.picture().static_picture.error, None);
}
