//! Look of a callout (a box beside a switch with one of its queues): form, measures and title. The measures
//! do not depend on the state of the queue. Start with [`Look::of`].

use fabric_sim::ids::QueueId;
use fabric_sim::spec::Spec;

use super::granted_credits;
use crate::charts::bytes_label;
use crate::scene::layout::count;
use crate::scene::{BarKind, Layout};

/// Height of the letters of a callout, in pixels at scale 1.
const LETTERS: f64 = 13.5;
/// Least and greatest height of the letters of a callout, in pixels at any scale.
const RANGE: (f64, f64) = (11.5, 18.0);
/// Width of a letter of a callout, relative to the height of the letter.
pub(super) const LETTER: f64 = 0.62;
/// Thickness of the queue that a callout draws, relative to the height of the letters of the callout.
pub(super) const BAR: f64 = 1.15;
/// Space around the queue and the text of a callout, relative to the height of letters.
pub(super) const SPACE: f64 = 0.4;
/// Least length of the queue that a callout draws, relative to the height of the letters of the callout.
const LENGTH: f64 = 11.0;
/// Number of bytes whose label is among the longest, from which the width of a callout is computed: `88.8 kB`
/// has one letter more than `888 kB`.
const WIDEST_BYTES: u64 = 88_800;

/// Identity of a PG or egress queue that a callout shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueueName {
    pub queue: QueueId,
    pub kind: BarKind,
}

/// Form of a callout, which decides its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CalloutForm {
    /// Title, and below it the drawn queue with its thresholds.
    Queue,
    /// Only the title, with the names of switch and neighbour, and the bytes.
    Title,
    /// Only the title, in two lines: the names of switch and neighbour, and the bytes below them.
    TwoLines,
    /// Only the title, in three lines of small letters: the switch, its neighbour, and the bytes.
    ThreeLines,
}

impl CalloutForm {
    /// All forms of a callout (box with one queue of a switch), the largest form first.
    pub const ALL: [Self; 4] = [Self::Queue, Self::Title, Self::TwoLines, Self::ThreeLines];
}

/// Measures of a callout, which do not depend on the state of its queue.
pub(super) struct Look {
    /// Height of the letters of the callout, in pixels.
    pub letters: f64,
    /// Length in pixels of the title as a single line.
    title: f64,
    /// Length in pixels of the longest line of [`CalloutForm::TwoLines`].
    names: f64,
    /// Number of letters in the longest line of [`CalloutForm::ThreeLines`].
    longest_line: f64,
    /// Length of the drawn queue, in pixels.
    pub length: f64,
}

impl Look {
    pub fn of(layout: &Layout, spec: &Spec, name: QueueName) -> Self {
        let letters = (LETTERS * layout.scale / layout.times()).clamp(RANGE.0, RANGE.1);
        let title = Title::of(layout, spec, name, WIDEST_BYTES, true);
        let chars = |form| title.lines(form).iter().map(|line| line.chars().count()).max().map_or(0.0, count);
        let long = |form| LETTER * letters * chars(form);
        let length = long(CalloutForm::Title);
        Self {
            letters,
            title: length,
            names: long(CalloutForm::TwoLines),
            longest_line: chars(CalloutForm::ThreeLines),
            length: length.max(LENGTH * letters),
        }
    }

    /// Height of letters in pixels in a callout of the form `form`.
    pub const fn letters_of(&self, form: CalloutForm) -> f64 {
        if matches!(form, CalloutForm::ThreeLines) { RANGE.0 } else { self.letters }
    }

    /// Width and height in pixels of a callout of the form `form`.
    pub fn size(&self, form: CalloutForm) -> (f64, f64) {
        let letters = self.letters_of(form);
        let high = match form {
            CalloutForm::Queue => SPACE + 1.0 + SPACE + BAR + 1.2 + 0.5 * SPACE,
            CalloutForm::Title => 1.0 + 2.0 * SPACE,
            CalloutForm::TwoLines => 2.0 + 3.0 * SPACE,
            CalloutForm::ThreeLines => 3.0 + 4.0 * SPACE,
        };
        let long = match form {
            CalloutForm::Queue => self.length,
            CalloutForm::Title => self.title,
            CalloutForm::TwoLines => self.names,
            CalloutForm::ThreeLines => LETTER * letters * self.longest_line,
        };
        (long + 2.0 * SPACE * letters, high * letters)
    }
}

/// Title of a callout: names of the switch and of its neighbour, and the bytes in the queue.
pub(super) struct Title {
    /// Name of the switch.
    own: String,
    /// Name of the neighbour, after the words for the direction or the pause, which are `from`, `to`,
    /// `pauses`, `paused by` or `no credits from`.
    peer: String,
    bytes: String,
}

impl Title {
    pub fn of(layout: &Layout, spec: &Spec, name: QueueName, bytes: u64, is_stopped: bool) -> Self {
        let QueueName { queue, kind } = name;
        let node = |node: usize| &spec.nodes[node].name;
        let (own, peer) = (node(layout.node_of(queue.port)), node(layout.node_of(layout.peer(queue.port))));
        let class = if layout.lanes.len() > 1 { format!(" P{}", queue.priority) } else { String::new() };
        let way = match (kind, is_stopped) {
            (BarKind::Ingress, false) => "from",
            (BarKind::Ingress, true) => "pauses",
            (BarKind::Egress, false) => "to",
            (BarKind::Egress, true)
                if granted_credits(spec, layout.peer(queue.port), queue.priority).is_some() =>
            {
                "no credits from"
            }
            (BarKind::Egress, true) => "paused by",
        };
        Self { own: own.clone(), peer: format!("{way} {peer}{class}"), bytes: bytes_label(bytes) }
    }

    /// Lines of text of a callout of the form `form`.
    pub fn lines(&self, form: CalloutForm) -> Vec<String> {
        let Self { own, peer, bytes } = self;
        match form {
            CalloutForm::Queue | CalloutForm::Title => vec![format!("{own} {peer}: {bytes}")],
            CalloutForm::TwoLines => vec![format!("{own} {peer}"), bytes.clone()],
            CalloutForm::ThreeLines => vec![own.clone(), peer.clone(), bytes.clone()],
        }
    }
}
