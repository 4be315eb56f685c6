//! Comparison of the contents of a share link with the check at the end of the link. Start with
//! [`LinkIntegrity`].
//!
//! If only settings of the page change, the check still matches. If anything else changes in the path, in a
//! key or in a value, the check does not match. The same is true if the order of the keys changes.

use super::check::Check;
use super::keys::{KEYS, KeySubject};

/// Result of the check at the end of a share link: whether the contents of the link are unchanged. Settings
/// of the page are not part of the check, so users can edit these settings by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkIntegrity {
    /// The check matches the contents of the share link.
    Whole,
    /// The check does not match: the contents of the share link were changed, or a part of them is missing.
    Broken,
    /// A program made the share link, but the link has no check at its end. The link was cut off, or comes
    /// from a version that wrote no checks.
    Missing,
    /// A user typed the share link by hand, so the link has no check.
    Typed,
    /// The document comes from a saved file. Files have no check.
    Saved,
}

impl LinkIntegrity {
    /// Compares `mark`, the check at the end of a share link, with the path and the keys of the link. `mark`
    /// is `None` if the link has no check.
    pub(super) fn of(path: &str, pairs: &[(String, String)], mark: Option<Check>) -> Self {
        // A path `d/2.` or a key `v` shows that a program made the share link. Share links to presets and
        // packages of version 1 have the key `v`.
        let made = path.starts_with("d/2.") || pairs.iter().any(|(key, _)| key == "v");
        match mark {
            Some(mark) if mark == Self::check_of(path, pairs) => Self::Whole,
            Some(_) => Self::Broken,
            None if made => Self::Missing,
            None => Self::Typed,
        }
    }

    /// Calculates the check of the path and the keys of a share link. Takes unescaped text, because mail
    /// programs can change how a share link is escaped.
    pub(super) fn check_of(path: &str, pairs: &[(String, String)]) -> Check {
        let counts = |name: &str| {
            let known = KEYS.iter().find(|key| key.name == name);
            known.is_none_or(|key| key.subject != KeySubject::Page && key.name != "end")
        };
        let mut checked = path.to_owned();
        for (key, value) in pairs.iter().filter(|(key, _)| counts(key)) {
            checked.extend(["\0", key, "\0", value]);
        }
        Check::of_bytes(checked.as_bytes())
    }
}
