use super::check::Check;
use super::keys::{About, KEYS};

/// Result of the check at the end of a link: whether the link is complete and unchanged. Page settings
/// are not part of the check, so that they can be edited by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkIntegrity {
    /// The check matches the contents.
    Whole,
    /// The contents were changed, or part of them is missing.
    Broken,
    /// The link was made by a program, but has no check at its end: it was cut off, or is from a
    /// version without checks.
    Missing,
    /// The link was typed by hand.
    Typed,
    /// The link was made from a saved file, which has no check.
    Saved,
}

impl LinkIntegrity {
    /// Result for a link with this path and these keys, and with the check `mark` at its end.
    pub(super) fn of(path: &str, pairs: &[(String, String)], mark: Option<Check>) -> Self {
        // Packages of version 1 had the mark of their own, `v`.
        let made = path.starts_with("d/2.") || pairs.iter().any(|(key, _)| key == "v");
        match mark {
            Some(mark) if mark == Self::mark(path, pairs) => Self::Whole,
            Some(_) => Self::Broken,
            None if made => Self::Missing,
            None => Self::Typed,
        }
    }

    /// Check of a link's path and keys after unescaping, so that escaping on the way does not change
    /// it.
    pub(super) fn mark(path: &str, pairs: &[(String, String)]) -> Check {
        let counts = |name: &str| {
            let known = KEYS.iter().find(|key| key.name == name);
            known.is_none_or(|key| key.about != About::Page && key.name != "end")
        };
        let mut said = path.to_owned();
        for (key, value) in pairs.iter().filter(|(key, _)| counts(key)) {
            said.extend(["\0", key, "\0", value]);
        }
        Check::of_bytes(said.as_bytes())
    }
}
