//! Files beside the configuration, which may belong to one of several switches.

use super::read::File;
use super::switch::Switch;

/// A file beside the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFile {
    /// Host name of the switch that it belongs to; `None` for all switches.
    pub switch: Option<String>,
    /// The file.
    pub file: File,
}

/// Whether a file with this owner belongs to `switch`.
pub(super) fn of_switch(owner: Option<&str>, switch: &Switch) -> bool {
    owner.is_none_or(|owner| switch.answers_to(owner))
}
