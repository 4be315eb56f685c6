//! The legend, made of the shapes of the scene.

use super::{Body, Line, Point, Shape, ShapeId};

/// A sample and what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The sample, in a box of 44 × 24 pixels.
    pub shape: Shape,
    /// Its name.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

/// The entries, in the order of their weight; `priority` colours them, `acks`
/// says whether the fabric has any.
#[must_use]
pub fn legend(priority: u8, acks: bool) -> Vec<Entry> {
    let along = Line { from: Point::new(6.0, 12.0), to: Point::new(38.0, 12.0) };
    let at = Point::new(22.0, 12.0);
    let frame =
        |notched, hollow| Body::Frame { along, width: 11.0, priority, notched, hollow, cut: (false, false) };
    let entry = |body, name, meaning| Entry { shape: Shape::new(ShapeId::Sample, body), name, meaning };
    let mask = 1 << (priority & 7);
    let mut entries = vec![
        entry(frame(false, false), "Data", "A frame; its length follows its bytes."),
        entry(
            Body::Octagon { at, radius: 11.0, priorities: mask, held: false },
            "XOFF",
            "A pause frame: stop sending these priorities.",
        ),
        entry(
            Body::Triangle { at, radius: 11.0, way: Point::new(1.0, 0.0), priorities: mask, held: false },
            "XON",
            "A resume frame: you may send these priorities again.",
        ),
        entry(
            Body::Hatch { along, width: 11.0, priority },
            "Paused",
            "The sender may not start frames of this priority.",
        ),
        entry(frame(true, false), "ECN mark", "A frame that ECN marked: the queue it left was long."),
        entry(Body::Cross { at, radius: 9.0 }, "Drop", "A frame was lost here."),
        entry(
            Body::Stream { along, width: 9.0, priority, share: 0.6, phase: 0.0 },
            "Many frames",
            "Frames too fast to draw one by one: the dashes cover the share of the line rate in use.",
        ),
        entry(
            Body::Octagon { at, radius: 8.5, priorities: mask, held: true },
            "Held",
            "A pause or resume that passed too fast to be seen: it stays for a moment.",
        ),
    ];
    if acks {
        entries.insert(1, entry(frame(false, true), "Ack", "Tells a sender what has arrived."));
    }
    entries
}
