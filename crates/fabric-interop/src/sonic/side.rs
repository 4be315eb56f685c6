//! Files of a SONiC import beside `config_db.json`, such as `pg_profile_lookup.ini`. Each may name its
//! switch.

use super::read::File;
use super::switch::Switch;

/// File beside the configurations of switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFile {
    /// Host name of its switch; `None` for all switches.
    pub switch: Option<String>,
    /// The file.
    pub file: File,
}

/// Whether a file with this owner belongs to `switch`.
pub(super) fn of_switch(owner: Option<&str>, switch: &Switch) -> bool {
    owner.is_none_or(|owner| switch.answers_to(owner))
}
