//! Shapes of single frames in their cables. Start with [`frame`]. A shape reaches from the position of the
//! last bit (tail) to the position of the first bit (head), as far as these bits are in the cable. Position 0
//! is the sending port and 1 the receiving port. A frame without a bit in the cable has no shape. A shape
//! shorter than 3 pixels is lengthened to 3 pixels.

use fabric_sim::engine::FrameInFlight;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, PortId, Priority};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use fabric_sim::wire::Ecn;

use super::credits::ring;
use super::{Body, Layout, Line, Shape, ShapeId};

/// Radius in pixels of a PFC glyph at scale 1. Below scale 0.75, the glyph does not shrink further.
pub const GLYPH: f64 = 12.0;
/// Radius in pixels of a CNP at scale 1.
const DIAMOND: f64 = 10.0;

/// Positions of the tail and of the head of a frame in its cable at the time `now`: 0 at the sending port, 1
/// at the receiving port. The second pair says whether the tail is cut off at the sending port, and whether
/// the head is cut off at the receiving port. `None` before the first bit leaves, and from the arrival of the
/// last bit on.
#[must_use]
pub fn span(frame: &FrameInFlight, now: Time) -> Option<((f64, f64), (bool, bool))> {
    if now < frame.starts || now >= frame.arrives {
        return None;
    }
    let delay = ratio_safe(frame.arrives.saturating_sub(frame.ends));
    let gone = |since: Time| {
        if now >= since { ps(now.saturating_sub(since)) } else { -ps(since.saturating_sub(now)) }
    };
    let head = gone(frame.starts) / delay;
    let tail = gone(frame.ends) / delay;
    let cut = (tail < 0.0, head > 1.0);
    Some(((tail.clamp(0.0, 1.0), head.clamp(0.0, 1.0)), cut))
}

/// Shape of a frame at `now`. PFC frames, CNPs and credit updates are glyphs of fixed size. Other frames are
/// rectangles, which are hollow if the frame travels back to the sender of data, like an ack. `None` if no
/// bit of the frame is in its cable, or if the fabric has no such cable.
#[must_use]
pub fn frame(layout: &Layout, spec: &Spec, frame: &FrameInFlight, now: Time) -> Option<Shape> {
    let ((tail, head), cut) = span(frame, now)?;
    if spec.ports.len() <= frame.cable.index() {
        return None;
    }
    let middle = f64::midpoint(tail, head);
    let name =
        ShapeId::Frame { cable: frame.cable, flow: frame.flow, sequence: frame.sequence, kind: frame.kind };
    match frame.kind {
        FrameKind::Credit => {
            let id = ShapeId::Update(frame.cable, frame.priority);
            return Some(ring(layout, id, (frame.cable, frame.priority), middle));
        }
        FrameKind::CreditReturn | FrameKind::SentTotal => {
            return Some(ring(layout, name, (frame.cable, frame.priority), middle));
        }
        _ => {}
    }
    if frame.kind == FrameKind::Pfc {
        return Some(pfc(layout, frame, middle));
    }
    let (lane, width) = layout.lane(frame.cable, frame.priority);
    if frame.kind == FrameKind::Cnp {
        let cnp = (frame.cable, frame.flow, frame.sequence);
        return Some(diamond(layout, cnp, frame.priority, middle, false));
    }
    // A frame that is cut off at a port continues under the border of the node.
    let (before, after) = layout.reach(frame.cable, width);
    let hidden = (if cut.0 { before } else { 0.0 }, if cut.1 { after } else { 0.0 });
    Some(Shape::new(
        name,
        Body::Frame {
            along: shortest(lane, tail, head).longer(hidden),
            width: width - 2.0,
            priority: frame.priority,
            shade: layout.shade(frame.flow),
            notched: frame.ecn == Ecn::Marked,
            hollow: frame.kind.returns(),
            cut,
        },
    ))
}

/// Shape of a CNP at position `share` of its lane, 0 to 1. `lingers` is true for a CNP that passed too fast
/// to be seen and whose glyph therefore stays visible for a moment.
#[must_use]
pub fn diamond(
    layout: &Layout,
    (cable, flow, sequence): (PortId, FlowId, u32),
    priority: Priority,
    share: f64,
    lingers: bool,
) -> Shape {
    let id = ShapeId::Frame { cable, flow, sequence, kind: FrameKind::Cnp };
    let at = layout.lane(cable, priority).0.at(share);
    let radius = DIAMOND * layout.scale.max(0.75);
    Shape::new(id, Body::Diamond { at, radius, priority, lingers })
}

fn pfc(layout: &Layout, frame: &FrameInFlight, at: f64) -> Shape {
    let middle = layout.cables[frame.cable.index()].middle;
    glyph(layout, ShapeId::Pfc(frame.cable), middle, at, frame.indication, false)
}

/// Glyph of a PFC frame, XOFF or XON, at position `share`, 0 to 1, of `strand`, the centre line of a cable. A
/// frame that pauses one priority and resumes another is drawn as XOFF. `lingers` is true for a frame that
/// passed too fast to be seen and whose glyph therefore stays visible for a moment.
#[must_use]
pub fn glyph(
    layout: &Layout,
    id: ShapeId,
    strand: Line,
    share: f64,
    says: fabric_sim::fabric::frame::Indication,
    lingers: bool,
) -> Shape {
    let (at, radius) = (strand.at(share), GLYPH * layout.scale.max(0.75));
    let body = if says.pauses.is_empty() {
        Body::Triangle {
            at,
            radius,
            direction: strand.from.to(strand.to).unit(),
            priorities: says.resumes,
            lingers,
        }
    } else {
        Body::Octagon { at, radius, priorities: says.pauses, lingers }
    };
    Shape::new(id, body)
}

/// Part of the lane from the position `tail` to the position `head`, 0 to 1, lengthened to at least 3 pixels.
fn shortest(lane: Line, tail: f64, head: f64) -> Line {
    let least = 3.0 / lane.length().max(3.0);
    let tail = tail.min(head - least).max(0.0);
    lane.part(tail, head.max(tail + least).min(1.0))
}

fn ratio_safe(time: Time) -> f64 {
    ps(time).max(1.0)
}

/// Simulated time as a floating-point number of ps.
#[expect(clippy::cast_precision_loss, reason = "for drawing")]
#[must_use]
pub const fn ps(time: Time) -> f64 {
    time.0 as f64
}
