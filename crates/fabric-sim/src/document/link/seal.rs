use super::check::Check;
use super::keys::{About, KEYS};

/// Whether a link still says all that it said when it was made. What it says of
/// the page around may be added and changed by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// The mark fits the contents.
    Whole,
    /// Something in it was changed or lost.
    Broken,
    /// The link was made by a program, and has no mark at its end: it was cut
    /// off, or made before there were marks.
    Missing,
    /// Somebody typed it.
    Typed,
    /// The link was made of a saved file, which has no such mark.
    Saved,
}

impl Seal {
    /// Of a link with this path and these pairs, whose mark is `mark`.
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

    /// The mark at the end of such a link: of what it says, however that was
    /// escaped on its way.
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
