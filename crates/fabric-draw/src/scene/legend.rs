//! Legend of the picture, with samples that are shapes of the scene. Start with [`legend`]. Each sample fits
//! a box of 44 × 24 pixels. Acks, CNPs and credits have entries only if the fabric uses them. The most
//! important entries are first.

use super::{Body, Line, PairState, Point, Shape, ShapeId};
use fabric_sim::ids::{Priority, PrioritySet};

/// Entry of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Sample of the shape, for a box of 44 × 24 pixels.
    pub shape: Shape,
    /// Name of the shape in the legend, such as `XOFF`.
    pub name: &'static str,
    /// Meaning of the shape, as a sentence.
    pub meaning: &'static str,
}

impl LegendEntry {
    /// Spelled-out form of the acronym in the name; `None` if the name has no acronym. XOFF and XON are
    /// names, and not acronyms.
    #[must_use]
    pub fn spelled_out(&self) -> Option<&'static str> {
        match self.name {
            "ECN mark" => Some("explicit congestion notification"),
            "CNP" => Some("congestion notification packet"),
            _ => None,
        }
    }
}

/// Kinds of control frames that travel from receivers back to senders in a fabric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returns {
    /// Priority of acks; `None` if the fabric has no acks.
    pub acks: Option<Priority>,
    /// Priority of CNPs; `None` if the fabric has no CNPs.
    pub cnps: Option<Priority>,
    /// Kind of credits that the fabric uses; `None` if the fabric has no credits.
    pub credits: Option<Credits>,
}

/// Kind of credits, with the priority to which the credits belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credits {
    /// Credits of a link (CBFC), with the priority that they cover.
    OfLink(Priority),
    /// End-to-end credits of a flow, with the priority of the credit updates.
    OfFlow(Priority),
}

/// Entries of the legend, the most important first. Samples of data frames, pauses and resumes show
/// `priority`. A control frame has an entry only if `returns` contains its kind. The wires of a match (lines
/// from input to output) and the round-robin pointers have entries only if `has_crossbar` is true.
#[must_use]
pub fn legend(priority: Priority, returns: Returns, has_crossbar: bool) -> Vec<LegendEntry> {
    let along = Line { from: Point::new(6.0, 12.0), to: Point::new(38.0, 12.0) };
    let at = Point::new(22.0, 12.0);
    let frame = |priority, notched, hollow| Body::Frame {
        along,
        width: 11.0,
        priority,
        shade: 0,
        notched,
        hollow,
        cut: (false, false),
    };
    let entry = |body, name, meaning| LegendEntry { shape: Shape::new(ShapeId::Sample, body), name, meaning };
    let mask = PrioritySet::of(priority);
    let mut entries = vec![
        entry(frame(priority, false, false), "Data", "A frame; its length follows its bytes."),
        entry(
            Body::Octagon { at, radius: 11.0, priorities: mask, lingers: false },
            "XOFF",
            "A pause frame: its receiver stops sending these priorities.",
        ),
        entry(
            Body::Triangle {
                at,
                radius: 11.0,
                direction: Point::new(1.0, 0.0),
                priorities: mask,
                lingers: false,
            },
            "XON",
            "A resume frame: the receiver may send these priorities again.",
        ),
        entry(
            Body::Hatch { along, width: 11.0, priority },
            "Paused",
            "The sender may not start frames of this priority.",
        ),
        entry(
            frame(priority, true, false),
            "ECN mark",
            "Explicit congestion notification (ECN): the frame has the mark congestion experienced (CE), because its queue was longer than Kmin.",
        ),
        entry(Body::Cross { at, radius: 9.0 }, "Drop", "A frame was lost here."),
        entry(
            Body::Stream { along, width: 9.0, priority, share: 0.6, phase: 0.0 },
            "Stream",
            "Frames too fast to draw one by one: the dashes cover the share of the line rate in use.",
        ),
        entry(
            Body::Wire {
                along,
                directions: (Point::new(1.0, 0.0), Point::new(1.0, 0.0)),
                width: 6.0,
                priority,
                shade: 0,
                pair: None,
            },
            "Waiting",
            "Inside a switch: frames at an input that wait for an output. A thicker line means more bytes.",
        ),
        entry(
            Body::Octagon { at, radius: 8.5, priorities: mask, lingers: true },
            "Shown longer",
            "A pause, resume or CNP that passed too fast to be seen: it stays for a moment.",
        ),
    ];
    if has_crossbar {
        entries.extend(crossbar_entries(along, priority));
    }
    if let Some(priority) = returns.cnps {
        let body = Body::Diamond { at, radius: 11.0, priority, lingers: false };
        let meaning = "Congestion notification packet: tells a sender that its frames were marked, so that it cuts its rate.";
        entries.insert(5, entry(body, "CNP", meaning));
    }
    if let Some(Credits::OfLink(priority) | Credits::OfFlow(priority)) = returns.credits {
        let meaning = "Gives credits back, or says what was sent for them.";
        entries.insert(3, entry(Body::Ring { at, radius: 9.0, priority }, "Credit", meaning));
    }
    if let Some(Credits::OfLink(priority)) = returns.credits {
        let body = Body::Rungs { along, width: 11.0, priority };
        let meaning = "No credits cover the next frame: it waits for the buffer at the other end.";
        entries.insert(5, entry(body, "No credits", meaning));
        let body = Body::Credits { along, width: 7.0, left: 0.4, short_of: None, priority };
        let meaning = "What is left of the credits of the selected link.";
        entries.insert(6, entry(body, "Left", meaning));
    }
    if let Some(priority) = returns.acks {
        entries.insert(1, entry(frame(priority, false, true), "Ack", "Tells a sender what has arrived."));
    }
    entries
}

/// Legend entries of the wires of a crossbar match and of the round-robin pointers. `along` is the line of
/// the sample wires.
fn crossbar_entries(along: Line, priority: Priority) -> [LegendEntry; 5] {
    let ahead = Point::new(1.0, 0.0);
    let wire = |width, state| Body::Wire {
        along,
        directions: (ahead, ahead),
        width,
        priority,
        shade: 0,
        pair: Some(state),
    };
    let pointer = |hollow| Body::Pointer { at: along.at(0.5), radius: 6.0, direction: ahead, hollow };
    [
        (wire(1.2, PairState::Requested), "Request", "In the crossbar: an input asks for an output."),
        (wire(2.4, PairState::Granted), "Grant", "In the crossbar: the output offers itself to the input."),
        (wire(4.0, PairState::Accepted), "Match", "In the crossbar: the input accepts, and its frame crosses."),
        (
            pointer(true),
            "Grant pointer",
            "Round-robin pointer at an output of the crossbar, towards the input that the output grants first.",
        ),
        (
            pointer(false),
            "Accept pointer",
            "Round-robin pointer at an input of the crossbar, towards the output that the input accepts first.",
        ),
    ]
    .map(|(body, name, meaning)| LegendEntry { shape: Shape::new(ShapeId::Sample, body), name, meaning })
}
