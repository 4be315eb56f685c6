//! A lab whose cursor is where it was sent, for tests.

use super::{Command, Lab};

/// The lab at a link, at rest.
pub(super) fn at(link: &str) -> Lab {
    let mut lab = Lab::open(link);
    rest(&mut lab);
    lab
}

/// Lets the lab get where it is on its way to.
pub(super) fn rest(lab: &mut Lab) {
    while lab.is_on_its_way() {
        lab.advance(0.0, &mut || false);
    }
}

/// The lab after a command that nothing speaks against, at rest.
pub(super) fn act(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
    lab.advance(0.0, &mut || false);
    assert_eq!(lab.picture().still.trouble, None);
}
