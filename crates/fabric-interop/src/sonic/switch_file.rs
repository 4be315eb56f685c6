//! Files of a SONiC import beside `config_db.json`, such as `pg_profile_lookup.ini`.
//!
//! Rule: a file may name its switch by host name, as `--pg-lookup SWITCH=FILE` does.
//! Fallback: without a name it belongs to all switches.
//! Left out: settings of NICs, which belong to hosts.

use super::read::File;
use super::switch::Switch;

/// File beside the configurations of switches, with its switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchFile {
    /// Host name of its switch; `None` for all switches.
    pub switch: Option<String>,
    /// Name and contents.
    pub file: File,
}

/// Whether a file with this owner belongs to `switch`.
pub(super) fn belongs_to(owner: Option<&str>, switch: &Switch) -> bool {
    owner.is_none_or(|owner| switch.answers_to(owner))
}
