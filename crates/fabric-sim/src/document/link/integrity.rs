use super::check::Check;
use super::keys::{KEYS, KeySubject};

/// Result of comparing the check at the end of a link with the contents of the link. Settings of the page are
/// not part of the check, so that people can edit them by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkIntegrity {
    /// The check matches the contents.
    Whole,
    /// The check does not match: the contents were changed, or part of them is missing.
    Broken,
    /// A program made the link, but it has no check at its end: it was cut off, or comes from a version
    /// without checks.
    Missing,
    /// The link was typed by hand.
    Typed,
    /// The document comes from a saved file; files have no check.
    Saved,
}

impl LinkIntegrity {
    /// Compares the check `mark` at the end of a link with its path and its keys; `None`: the link has no
    /// check.
    pub(super) fn of(path: &str, pairs: &[(String, String)], mark: Option<Check>) -> Self {
        // Packages of version 1 had the mark of their own, `v`.
        let made = path.starts_with("d/2.") || pairs.iter().any(|(key, _)| key == "v");
        match mark {
            Some(mark) if mark == Self::check_of(path, pairs) => Self::Whole,
            Some(_) => Self::Broken,
            None if made => Self::Missing,
            None => Self::Typed,
        }
    }

    /// Check of the path and keys of a link. It is calculated after unescaping, because mail programs can
    /// change how a link is escaped.
    pub(super) fn check_of(path: &str, pairs: &[(String, String)]) -> Check {
        let counts = |name: &str| {
            let known = KEYS.iter().find(|key| key.name == name);
            known.is_none_or(|key| key.subject != KeySubject::Page && key.name != "end")
        };
        let mut said = path.to_owned();
        for (key, value) in pairs.iter().filter(|(key, _)| counts(key)) {
            said.extend(["\0", key, "\0", value]);
        }
        Check::of_bytes(said.as_bytes())
    }
}
