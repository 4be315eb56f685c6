//! Lists of words, such as `on` and `off`, that several parameters share.

use super::super::param::{OFF, UNSET};

pub(super) const SWITCHED: &[(&str, u64)] = &[("off", 0), ("on", 1), ("false", 0), ("true", 1)];
pub(super) const SWITCHED_OR_AUTO: &[(&str, u64)] =
    &[("auto", UNSET), ("off", 0), ("on", 1), ("false", 0), ("true", 1)];
pub(super) const AUTO: &[(&str, u64)] = &[("auto", UNSET)];
pub(super) const AUTO_OR_OFF: &[(&str, u64)] = &[("auto", UNSET), ("off", OFF)];
