//! Files that complete the configuration of a switch, such as `pg_profile_lookup.ini`.
//!
//! Rule: the user may give the host name of the switch, as in `--pg-lookup SWITCH=FILE`.
//! Fallback: without a host name, `pg_profile_lookup.ini` belongs to all switches, and tables of a switch
//! belong to the only switch of the fabric.
//! Left out: settings of NICs, because they belong to hosts.

use super::read::File;
use super::switch::Switch;

/// File that completes the configuration of a switch, and the name of this switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchFile {
    /// Host name of the switch. `None`: a `pg_profile_lookup.ini` belongs to all switches; tables of a
    /// switch belong to the only switch.
    pub switch: Option<String>,
    /// Name and text of the file.
    pub file: File,
}

/// Whether a file with this owner belongs to `switch`; `None`: the file belongs to all switches.
pub(super) fn belongs_to(owner: Option<&str>, switch: &Switch) -> bool {
    owner.is_none_or(|owner| switch.is_named(owner))
}
