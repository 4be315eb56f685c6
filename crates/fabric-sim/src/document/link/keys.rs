//! Table of the keys of share links. Parsing, `docs/links.md` and messages use this table. Start with
//! [`KEYS`].
//!
//! Every key except `at` may occur once. An unknown key is an error, unless it is the address of a parameter.
//! Keys are lower-case and must match exactly. The manual lists the keys in the order of [`KEYS`].

use super::super::problem::Problem;

/// Subject of a key of a share link. The manual lists keys by subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySubject {
    /// Keys that change the document. `fabric run --set` accepts these keys, too.
    Document,
    /// Keys of the time that is shown, and keys with the checks of the share link.
    Moment,
    /// Keys of the view of the run: selection, tab, zoom and others.
    View,
    /// Keys of the page: theme, hidden parts of the page, charts and others.
    Page,
}

impl KeySubject {
    /// All subjects of keys, in the order of the manual.
    pub const ALL: [Self; 4] = [Self::Document, Self::Moment, Self::View, Self::Page];

    /// Heading of the subject in the manual.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Document => "The document",
            Self::Moment => "The moment",
            Self::View => "The view",
            Self::Page => "The page",
        }
    }
}

/// A key that can follow the `?` of a share link. The addresses of parameters are keys, too, but are not in
/// this list.
#[derive(Clone, Copy, Debug)]
pub struct LinkKey {
    /// Name of the key in share links.
    pub name: &'static str,
    /// Subject of the key.
    pub subject: KeySubject,
    /// Description of the values that the key can have.
    pub values: &'static str,
    /// Example of a value of the key. The manual shows it; it is valid for the preset `incast`.
    pub example: &'static str,
    /// Meaning of the key, as the manual explains it.
    pub help: &'static str,
}

const fn key(
    name: &'static str,
    subject: KeySubject,
    values: &'static str,
    example: &'static str,
    help: &'static str,
) -> LinkKey {
    LinkKey { name, subject, values, example, help }
}

/// All keys of share links. The addresses of parameters are not included.
pub const KEYS: [LinkKey; 28] = [
    key(
        "model",
        KeySubject::Document,
        "1 or 2",
        "2",
        "version of the model; without it, that of the preset or of the document",
    ),
    key(
        "seed",
        KeySubject::Document,
        "a whole number from 0 to 9007199254740991",
        "7",
        "seed of all random streams",
    ),
    key(
        "horizon",
        KeySubject::Document,
        "a time of at most 3600s, in ps, ns, us, ms or s, such as 40us",
        "40us",
        "end of the time line",
    ),
    key(
        "speed",
        KeySubject::Document,
        "simulated time in a second, in ps, ns, us, ms or s, such as 1us",
        "5us",
        "speed of playing",
    ),
    key(
        "at",
        KeySubject::Document,
        "an action such as 12us:xoff=64k, 12us:incast=h0:64k, 12us:stop=FLOW, 12us:link_down=s1.2 or 12us:{JSON}",
        "12us:xoff=64k",
        "action in the running fabric; can occur several times",
    ),
    key(
        "t",
        KeySubject::Moment,
        "a time of at most 3600s, in ps, ns, us, ms or s, such as 12.5us, or 12.5us+3",
        "12.5us+3",
        "time that is shown; +n means just after the n-th event of that time. Without it: the start of the run",
    ),
    key("v", KeySubject::Moment, "six hex digits", "000000", "preset version; you are warned if it differs"),
    key(
        "hash",
        KeySubject::Moment,
        "six hex digits",
        "000000",
        "checksum of the state; you are warned if it differs",
    ),
    key(
        "end",
        KeySubject::Moment,
        "six hex digits",
        "000000",
        "link checksum; you are warned if the link was altered",
    ),
    key(
        "sel",
        KeySubject::View,
        "a node, port or priority such as s1, s1.2 or s1.2.p3",
        "leaf1.1.p3",
        "selection",
    ),
    key(
        "tab",
        KeySubject::View,
        "buffers, islip, ets, waits, frame, flow or compare",
        "waits",
        "tab of the inspector",
    ),
    key(
        "step",
        KeySubject::View,
        "a step of a match: request, or grant1, accept1 to grant4, accept4",
        "grant1",
        "step of the crossbar match that is shown",
    ),
    key(
        "frame",
        KeySubject::View,
        "a frame such as 2.37, 2.ack.37 or 2.cnp.3",
        "2.37",
        "frame whose path is shown: flow, then number",
    ),
    key(
        "flow",
        KeySubject::View,
        "a flow's place, from 0, such as 2",
        "2",
        "flow that is shown, in the order of the document",
    ),
    key(
        "zoom",
        KeySubject::View,
        "two times of at most 3600s, at least 2ns apart, such as 12us..14us",
        "12us..14us",
        "part of the time line that charts and lanes show; without it, the part that the run has reached",
    ),
    key(
        "camera",
        KeySubject::View,
        "a magnification above 1 and at most 16, and a point from 0 to 1 in both directions, such as 2.5@0.42,0.61",
        "2.5@0.42,0.61",
        "part of the fabric that the picture shows; without it, the whole fabric. An invalid value is ignored with a message",
    ),
    key(
        "a",
        KeySubject::View,
        "changes of this document, such as xoff=64k, with %26 between them",
        "xoff=64k",
        "run A, with which this run is compared, as its differences. An invalid value is ignored with a message",
    ),
    key(
        "run",
        KeySubject::Page,
        "0 or 1",
        "0",
        "1: the run plays; 0: it does not. Without it, the run plays if the link has no `t`",
    ),
    key(
        "pace",
        KeySubject::Page,
        "events worth telling in a second, from 0.25 to 32, such as 2 or 0.5",
        "0.5",
        "rate of playing from key event to key event; without it, `speed` applies",
    ),
    key(
        "theme",
        KeySubject::Page,
        "light or dark",
        "dark",
        "colours of the page; without it, the setting of the viewer",
    ),
    key(
        "hide",
        KeySubject::Page,
        "some of top, params, triggers, flows, inspector, charts, lanes, legend, narrator, transport and names of parameters, with commas between",
        "params,charts",
        "hidden parts",
    ),
    key(
        "charts",
        KeySubject::Page,
        "some of queue, rates and lanes, with commas between",
        "queue,lanes",
        "charts that are shown, also in a frame of another page. Without it: those for which there is space; none in a frame",
    ),
    key("apart", KeySubject::Page, "0 or 1", "1", "1: the charts draw A below B; 0: over it"),
    key(
        "picture",
        KeySubject::Page,
        "a or b",
        "a",
        "run whose fabric is drawn: a or b. Without it, or without a run A: b",
    ),
    key(
        "present",
        KeySubject::Page,
        "1, 2, 3 or 4",
        "3",
        "size of text and marks, from 1 for a desk to 4 for a lecture hall, as the window allows. Without it: the setting of the viewer",
    ),
    key(
        "embed",
        KeySubject::Page,
        "0 or 1",
        "1",
        "1: the page has only the fabric, the narrator, the transport, the named charts, and a link to the whole page",
    ),
    key(
        "lock",
        KeySubject::Page,
        "0 or 1",
        "1",
        "1: the viewer can play and inspect the run, but not change it",
    ),
    key(
        "lesson",
        KeySubject::Page,
        "a lesson and a place in it, such as headroom, headroom.3, headroom.predict, headroom.explain or headroom.challenge",
        "headroom.challenge",
        "lesson of the link, and the part that is shown: a step, the prediction, the explanation or the challenge",
    ),
];

/// Whether `name` is a key that leaves the document unchanged. False for keys that change the document, for
/// addresses of parameters, and for unknown names.
pub(super) fn leaves_document(name: &str) -> bool {
    KEYS.iter().any(|key| key.name == name && key.subject != KeySubject::Document)
}

/// Problem of a key whose value is not allowed. The message quotes the value and describes the allowed
/// values. For a name that is not in [`KEYS`], the description is empty.
pub(super) fn value_problem(name: &str, value: &str) -> Problem {
    let values = KEYS.iter().find(|key| key.name == name).map_or("", |key| key.values);
    Problem::range(name, format_args!("\"{value}\""), values)
}
