//! Errors of user actions, and their text on the page. Start with [`UserError`] and [`displayed_message`].
//! Labels replace keys and paths. An error may offer a remedy, such as a preset. Several problems are joined
//! by semicolons; quoted texts stay as they are. A warning is stored as an error without a failed action.

use fabric_sim::document::escape_unprintable;
use fabric_sim::units::Bytes;

use super::place_labels::without_paths;
use crate::charts::bytes_label;

/// Text that follows a refused value in messages.
const REFUSED: &str = "\", but must be ";
/// Text that precedes a list of similar names in messages.
const ALIKE: &str = "most like it are ";

/// Greatest number of files that a message names.
const NAMED: usize = 5;

/// Error of a user action, or a warning after an action that succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    /// Text of the error, one line for each problem.
    pub message: String,
    /// Action that failed.
    pub attempt: Attempt,
    /// Remedy that the page offers as a button, such as a preset; `None` without a remedy.
    pub offer: Option<Offer>,
}

/// Kind of action that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Performing a command on the open document.
    Command,
    /// Opening a share link.
    Link {
        /// Text of the refused share link.
        link: String,
        /// Title of the document that is shown instead. `None` if the document that was open before is still
        /// shown.
        instead: Option<String>,
    },
    /// Opening the file of this name.
    File(String),
    /// Opening several files at once. The page prints the message unchanged: addresses such as `switches[0]`
    /// are not replaced by labels.
    Files,
    /// Reading the file of this name.
    Read(String),
    /// No action failed: the message is a warning on the result of an action.
    Done,
}

/// Remedy after a failed action, offered as a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Preset of this name, which shows the feature that the user wanted.
    Preset(&'static str),
    /// Share link to the start of the run, offered if the moment of a share link is too far from the start.
    Start(String),
}

impl UserError {
    /// Creates the error of a command that failed with `problem`.
    #[must_use]
    pub fn new(problem: &impl ToString) -> Self {
        Self { message: problem.to_string(), attempt: Attempt::Command, offer: None }
    }

    /// Error of the action with the index `n`, which a command has added to the document. The message omits
    /// this index, because the user does not know it. Other indices stay.
    #[must_use]
    pub fn of_action(n: usize, problem: &impl ToString) -> Self {
        let place = format!("actions[{n}].");
        let message = problem.to_string().replace(&format!("{place}set."), "");
        let message = message.replace(&format!("{place}set: "), "").replace(&place, "");
        Self::new(&message.replace(&format!("actions[{n}]: "), ""))
    }

    /// Creates the error of a share link. `instead` is the title of the document that is shown in place of
    /// the refused share link, or `None` if the page still shows the document from before.
    #[must_use]
    pub fn of_link(link: &str, instead: Option<String>, problem: &impl ToString) -> Self {
        Self { attempt: Attempt::Link { link: link.to_owned(), instead }, ..Self::new(problem) }
    }

    /// Creates the error of the file `name`, which could not be opened.
    #[must_use]
    pub fn of_file(name: &str, problem: &impl ToString) -> Self {
        Self { attempt: Attempt::File(escape_unprintable(name).into_owned()), ..Self::new(problem) }
    }

    /// Creates the error of several files that cannot be imported together.
    #[must_use]
    pub fn of_files(problem: &impl ToString) -> Self {
        Self { attempt: Attempt::Files, ..Self::new(problem) }
    }

    /// Error of the file `name`, which the browser could not read.
    #[must_use]
    pub fn of_unread(name: &str) -> Self {
        let words = "it is a folder, or this browser may not open it. Drop one file of a document (.json), or copy it to another folder and try again";
        Self { attempt: Attempt::Read(escape_unprintable(name).into_owned()), ..Self::new(&words) }
    }

    /// Error of several files, with the names `names`, that were given at once and cannot be opened together.
    /// The message names at most five of them.
    #[must_use]
    pub fn of_several(names: &[String]) -> Self {
        let shown: Vec<String> =
            names.iter().take(NAMED).map(|name| format!("\"{}\"", escape_unprintable(name))).collect();
        let rest = names.len().saturating_sub(NAMED);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let (count, shown) = (names.len(), shown.join(", "));
        let words = format!(
            "{count} files were given ({shown}{more}), and one document can be opened at a time: choose one, or all files of one fabric: configurations of switches, or files of a simulator"
        );
        Self::new(&words)
    }

    /// Creates a warning after an action that succeeded.
    #[must_use]
    pub fn of_doubt(words: &str) -> Self {
        Self { attempt: Attempt::Done, ..Self::new(&words) }
    }

    /// Whether the action failed (`true`), or the message is only a warning (`false`).
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.attempt != Attempt::Done
    }

    /// Title of the document that is shown in place of a refused share link. `None` if the error has another
    /// cause, or if the page still shows the document from before.
    #[must_use]
    pub fn instead(&self) -> Option<&str> {
        match &self.attempt {
            Attempt::Link { instead, .. } => instead.as_deref(),
            Attempt::Command | Attempt::File(_) | Attempt::Files | Attempt::Read(_) | Attempt::Done => None,
        }
    }

    /// Removes the title of the document shown in place of a refused share link, because the page still shows
    /// the document from before. Other errors stay unchanged.
    #[must_use]
    pub fn without_replacement(mut self) -> Self {
        if let Attempt::Link { instead, .. } = &mut self.attempt {
            *instead = None;
        }
        self
    }
}

/// Text of `message` on the page, in one line. Labels of sliders replace paths, and labels such as `12.0 kB`
/// replace amounts of bytes. The place at the start of a line is left out if a whole sentence follows. Lines
/// are joined by semicolons, and full stops at the end are removed. An empty message stays empty.
#[must_use]
pub fn displayed_message(message: &str) -> String {
    message.trim_end_matches('.').lines().map(plain_line).collect::<Vec<_>>().join("; ")
}

/// Line of a message with labels in place of paths and amounts. The place before the first colon is left out
/// if the following text begins with an ASCII capital. A colon before "is" is left out. Quotations stay.
fn plain_line(line: &str) -> String {
    let place = line.split_once(": ").filter(|(place, _)| !place.contains('"'));
    let after_place = place.filter(|(_, rest)| rest.starts_with(|letter: char| letter.is_ascii_uppercase()));
    let mut rest = after_place.map_or(line, |(_, rest)| rest);
    let mut words = String::new();
    while !rest.is_empty() {
        let (own, quoted, after) = quotation(rest);
        words += &with_amounts(&without_paths(&own.replace(": is ", " is ")));
        words += quoted;
        rest = after;
    }
    words
}

/// Splits `text` into the text before the first quotation, the quotation, and the text after it. Without a
/// quotation, the second and the third are empty.
fn quotation(text: &str) -> (&str, &str, &str) {
    // The user can type the names in a list of similar names, so they stay as they are.
    if let Some(at) = text.find(ALIKE).filter(|at| !text[..*at].contains('"')) {
        let (own, names) = text.split_at(at + ALIKE.len());
        return (own, names, "");
    }
    let Some(begin) = text.find('"') else { return (text, "", "") };
    let inner = &text[begin + 1..];
    // A refused value may contain quotation marks itself.
    let whole = inner.find(REFUSED).map(|at| at + 1);
    let end = whole.or_else(|| inner.find('"').map(|at| at + 1)).unwrap_or(inner.len());
    let (quoted, after) = text[begin..].split_at(1 + end);
    (&text[..begin], quoted, after)
}

/// Replaces the amounts of bytes in `text` by their labels.
fn with_amounts(text: &str) -> String {
    let mut words = String::new();
    for part in text.split_inclusive(')') {
        let amount = part.strip_suffix(')').and_then(|part| part.rsplit_once('('));
        let amount = amount.and_then(|(before, inner)| Some((before, inner.parse::<Bytes>().ok()?)));
        match amount {
            Some((before, bytes)) => words.extend([before, &bytes_label(bytes.0)]),
            None => words += part,
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_by_hand_has_no_number() {
        let displayed = |problem: &str| displayed_message(&UserError::of_action(3, &problem).message);
        assert_eq!(displayed("actions[3].set.xon: is 9, but must be 2"), "XON is 9, but must be 2");
        assert_eq!(displayed("actions[3]: too many"), "too many");
        assert_eq!(displayed("actions[3].set: s1: reserves exceed memory"), "s1: reserves exceed memory");
        assert_eq!(displayed("actions[1].link_down: it is down"), "action 2 (link down): it is down");
        assert_eq!(displayed("actions[1].set.xon: is 9"), "XON of action 2 is 9");
    }

    #[test]
    fn error_names_five_files_and_counts_the_others() {
        let names: Vec<String> = (1..=7).map(|n| format!("{n}.json")).collect();
        let text = UserError::of_several(&names[..2]).message;
        assert!(text.starts_with("2 files were given (\"1.json\", \"2.json\"), and one"), "{text}");
        assert!(UserError::of_several(&names).message.contains("\"5.json\" and 2 more)"));
    }

    #[test]
    fn quotations_and_typed_names_are_not_converted() {
        for (message, words) in [
            (
                "there is no parameter \"pfc_orde\"; most like it are pfc_order, xon_offset",
                "there is no parameter \"pfc_orde\"; most like it are pfc_order, xon_offset",
            ),
            (
                "params.xoff: is \"a: B (64k) xon_offset \"x\" p3.xoff\", but must be 2 (64k)",
                "XOFF threshold is \"a: B (64k) xon_offset \"x\" p3.xoff\", but must be 2 64.0\u{202f}kB",
            ),
            ("hide: is \"params.xoff\", but must be some", "hide is \"params.xoff\", but must be some"),
            ("no \"(12k)\" and no \"p3.xoff\" here", "no \"(12k)\" and no \"p3.xoff\" here"),
        ] {
            assert_eq!(displayed_message(message), words);
        }
    }

    #[test]
    fn paths_and_short_amounts_are_for_documents() {
        assert_eq!(
            displayed_message("switch.s1.port.0.p3.xon: XON (1M) is above the XOFF threshold (12k)"),
            "XON 1.00\u{202f}MB is above the XOFF threshold 12.0\u{202f}kB"
        );
        assert_eq!(
            displayed_message("xoff: is \"x\", but must be 2 to 9"),
            "XOFF threshold is \"x\", but must be 2 to 9"
        );
        assert_eq!(
            displayed_message("actions[1].set.xon: is above XOFF (12k)\nparams.kmin: is 9, but must be 2"),
            "XON of action 2 is above XOFF 12.0\u{202f}kB; Kmin is 9, but must be 2"
        );
    }
}
