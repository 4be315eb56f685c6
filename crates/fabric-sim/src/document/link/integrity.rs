//! Comparison of the contents of a share link with its check. Start with [`LinkIntegrity`].
//!
//! A change of the page's settings keeps the check valid. Any other change of the path, a key or a value
//! makes it invalid. Another order of the keys makes it invalid, too.

use super::check::Check;
use super::keys::{KEYS, KeySubject};

/// Result of the comparison of a share link with the check at its end. Settings of the page are not part of
/// the check, so that users can edit them by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkIntegrity {
    /// The check matches the contents.
    Whole,
    /// The check does not match: the contents were changed, or part of them is missing.
    Broken,
    /// A program made the share link, but it has no check at its end. It was cut off, or comes from a version
    /// that wrote no checks.
    Missing,
    /// The share link was typed by hand.
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
