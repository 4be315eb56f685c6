//! Shapes of a scene. Painters, legend, tooltips and tests identify a shape by its [`ShapeId`]. Start with
//! [`Shape`] and [`Body`].
//!
//! Lengths are in CSS pixels. The shapes of a scene are in drawing order, back to front. A cable is one
//! direction of a link; its sending port identifies it. Several shapes can have the same identity. For
//! example, a waiting frame is drawn in its egress queue and in the priority group that is charged for it.

use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, NodeId, PortId, Priority, PrioritySet};

use super::{Line, MarkKind, PairState, Point, Rect};

/// Identity of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeId {
    /// Lane of a cable: the sending port of the cable, and the priority of the lane.
    Lane(PortId, Priority),
    /// Frame in a cable, other than a PFC frame.
    Frame {
        /// Sending port of the cable.
        cable: PortId,
        /// Flow of the frame.
        flow: FlowId,
        /// Sequence number of the frame within its flow.
        sequence: u32,
        /// Kind of the frame, such as data, ack or CNP.
        kind: FrameKind,
    },
    /// PFC frame in the cable of this sending port. For a PFC frame that was too fast to be seen, this is the
    /// glyph that stays visible for a moment.
    Pfc(PortId),
    /// Credit update in a cable: the sending port of the cable, and the priority.
    Update(PortId, Priority),
    /// Available credits of a sending port and priority.
    Credits(PortId, Priority),
    /// Cross at a port that has dropped a frame.
    Drop(PortId),
    /// Gauge (small bar) of a priority group: port and priority.
    Gauge(PortId, Priority),
    /// Priority group that is drawn large, with its frames: port and priority.
    Group(PortId, Priority),
    /// Egress queue, as a gauge or drawn large with its frames: port and priority.
    Queue(PortId, Priority),
    /// Threshold mark on a priority group or egress queue: port, priority and kind of threshold.
    Mark(PortId, Priority, MarkKind),
    /// Frame in the egress queue of a port, or in a VOQ for that port.
    Queued {
        /// Egress port for which the frame waits.
        output: PortId,
        /// Flow of the frame.
        flow: FlowId,
        /// Sequence number of the frame within its flow.
        sequence: u32,
        /// Kind of the frame, such as data, ack or CNP.
        kind: FrameKind,
    },
    /// Wire: line inside a switch from an input port to an output port, in this order.
    Wire(PortId, PortId),
    /// Port of a host or switch.
    Port(PortId),
    /// Box of a host or switch.
    Node(NodeId),
    /// Shape that the pointer cannot select: a sample in the legend, or a label.
    Sample,
}

/// Shape of the picture: identity, form, and opacity.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Identity of the shape.
    pub id: ShapeId,
    /// Form, position and colours of the shape.
    pub body: Body,
    /// Opacity of the shape: 0 is invisible, 1 opaque.
    pub alpha: f64,
}

/// Form, position and colours of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Frame in a cable, drawn as a rounded rectangle from the tail to the head of the frame.
    Frame {
        /// Line from the tail to the head of the frame, cut off at the ends of the cable.
        along: Line,
        /// Width of the frame across its lane, in pixels.
        width: f64,
        /// Priority of the frame, which sets colour, pattern and digit.
        priority: Priority,
        /// Shade of the flow (variant of the priority's colour), 0 to [`SHADES`](super::SHADES) - 1.
        shade: u8,
        /// Whether the frame has an ECN mark, drawn as a notch in its head.
        notched: bool,
        /// Whether the rectangle is hollow, as for a frame that travels back to the sender of data, such as
        /// an ack.
        hollow: bool,
        /// Whether the cable cuts off the frame, as (tail at the start of the cable, head at the end of the
        /// cable).
        cut: (bool, bool),
    },
    /// XOFF, drawn as an octagon with the digits of the paused priorities.
    Octagon {
        /// Centre of the octagon.
        at: Point,
        /// Distance from the centre of the octagon to a corner, in pixels.
        radius: f64,
        /// Priorities that the PFC frame pauses.
        priorities: PrioritySet,
        /// Whether the frame passed too fast to be seen; its glyph then stays visible for a moment.
        lingers: bool,
    },
    /// XON, drawn as a hollow triangle that points in the direction of travel.
    Triangle {
        /// Centre of the triangle.
        at: Point,
        /// Distance from the centre of the triangle to a corner, in pixels.
        radius: f64,
        /// Direction in which the triangle points, as a vector of length 1.
        direction: Point,
        /// Priorities that the PFC frame resumes.
        priorities: PrioritySet,
        /// Whether the frame passed too fast to be seen; its glyph then stays visible for a moment.
        lingers: bool,
    },
    /// CNP, drawn as a diamond.
    Diamond {
        /// Centre of the diamond.
        at: Point,
        /// Distance from the centre of the diamond to a corner, in pixels.
        radius: f64,
        /// Priority of the CNP, which sets colour and digit.
        priority: Priority,
        /// Whether the frame passed too fast to be seen; its glyph then stays visible for a moment.
        lingers: bool,
    },
    /// Credit update, drawn as a ring.
    Ring {
        /// Centre of the ring.
        at: Point,
        /// Radius of the ring in pixels.
        radius: f64,
        /// Priority of the credit update, which sets colour and digit.
        priority: Priority,
    },
    /// Drop of a frame, drawn as a cross.
    Cross {
        /// Centre of the cross.
        at: Point,
        /// Distance from the centre to an end of the cross, in pixels.
        radius: f64,
    },
    /// Paused lane, drawn with hatching.
    Hatch {
        /// Centre line of the lane.
        along: Line,
        /// Width of the hatched lane in pixels.
        width: f64,
        /// Paused priority.
        priority: Priority,
    },
    /// Lane without credits for its next frame, drawn with lines across the lane, like a ladder.
    Rungs {
        /// Centre line of the lane.
        along: Line,
        /// Width of the lane in pixels.
        width: f64,
        /// Priority of the lane.
        priority: Priority,
    },
    /// Available credits, as a bar beside the cable.
    Credits {
        /// Line along the bar of credits: its start means no available credits, its end that all credits are
        /// available.
        along: Line,
        /// Width in pixels of the bar of available credits.
        width: f64,
        /// Available credits as a fraction of all credits, 0 to 1.
        left: f64,
        /// Credits that the next frame needs, as a fraction of all credits, 0 to 1; `None` if the available
        /// credits are enough.
        short_of: Option<f64>,
        /// Priority of the credits.
        priority: Priority,
    },
    /// Frames too fast to be drawn one by one, drawn as moving dashes. The fraction of the lane that the
    /// dashes cover is the used fraction of the link rate.
    Stream {
        /// Centre line of the lane.
        along: Line,
        /// Width of the dashes in pixels.
        width: f64,
        /// Priority of the frames.
        priority: Priority,
        /// Used fraction of the link rate, 0 to 1.
        share: f64,
        /// Offset of the dashes, in periods of the dash pattern.
        phase: f64,
    },
    /// Gauge: small bar with the bytes of a priority group and its XOFF threshold, or with the bytes of
    /// an egress queue.
    Gauge {
        /// Line along the gauge: its start means no bytes, its end the bytes that the full length represents.
        along: Line,
        /// Width of the gauge in pixels.
        width: f64,
        /// Bytes in use, as a fraction of the bytes that the full length represents, 0 to 1.
        fill: f64,
        /// Position of XOFF on the bar, 0 to 1; 1 for an egress queue, which has no XOFF.
        xoff: f64,
        /// Priority of the priority group or egress queue.
        priority: Priority,
        /// Whether the priority group pauses its peer, or the egress queue is paused or without credits.
        stopped: bool,
    },
    /// Outline of a priority group or egress queue that is drawn large.
    Trough {
        /// Line along the drawn queue: its start means no bytes, its end the bytes that the full length
        /// represents.
        along: Line,
        /// Width of the drawn queue in pixels.
        width: f64,
        /// Position on `along` at which the headroom starts: 0 is the start of the line, 1 its end. 1 without
        /// headroom.
        headroom: f64,
        /// Bytes in use, as a fraction of the bytes that the full length represents, 0 to 1.
        used: f64,
        /// Priority of the queue.
        priority: Priority,
        /// Whether the priority group pauses its peer, or the egress queue is paused or without credits.
        stopped: bool,
    },
    /// Callout: a box with a queue that is drawn large beside its switch, and a line to its port.
    Callout {
        /// Box of the callout.
        rect: Rect,
        /// Line from the port of the queue to the box of the callout.
        leader: Line,
        /// Whether the priority group pauses its peer, or the egress queue is paused or without credits.
        stopped: bool,
    },
    /// Waiting frame, or several waiting frames that are too small to be drawn one by one.
    Block {
        /// Section of the line of the drawn queue that the frame fills.
        along: Line,
        /// Width of the frame across the queue, in pixels.
        width: f64,
        /// Priority of the frame, which sets colour, pattern and digit.
        priority: Priority,
        /// Shade of the flow (variant of the priority's colour), 0 to [`SHADES`](super::SHADES) - 1.
        shade: u8,
        /// Whether the frame has an ECN mark.
        notched: bool,
    },
    /// Headroom in use, drawn as slanted strokes over the frames.
    Spill {
        /// Section of the bar of a priority group that shows the headroom in use.
        along: Line,
        /// Width of the drawn priority group in pixels.
        width: f64,
    },
    /// Tick across a queue, at a threshold.
    Tick {
        /// Line of the tick across the queue; the tick extends beyond both edges of the queue.
        across: Line,
        /// Threshold that the tick marks.
        kind: MarkKind,
    },
    /// Text in the picture.
    Words {
        /// Centre of the text.
        at: Point,
        /// Height of the letters of the text, in pixels.
        size: f64,
        /// Text that is drawn.
        text: String,
        /// Colour of the text.
        tone: Tone,
    },
    /// Wire: line inside a switch from an input to an output. A wire shows frames that wait at the input for
    /// the output, or a pair of a crossbar match.
    Wire {
        /// Straight line from the start to the end of the wire.
        along: Line,
        /// Directions of the wire at its start and at its end, as vectors of length 1. The wire may be
        /// curved.
        directions: (Point, Point),
        /// Width of the wire in pixels.
        width: f64,
        /// Priority of the frames.
        priority: Priority,
        /// Shade (variant of the priority's colour) of the flow of the first waiting frame.
        shade: u8,
        /// State of the pair in a crossbar match; `None` if the wire shows waiting frames.
        pair: Option<PairState>,
    },
    /// Round-robin pointer of a crossbar (iSLIP), drawn as a triangle.
    Pointer {
        /// Centre of the triangle of the pointer.
        at: Point,
        /// Distance from the centre of the triangle to a corner, in pixels.
        radius: f64,
        /// Direction in which the triangle points, as a vector of length 1.
        direction: Point,
        /// Whether the triangle is hollow, as a grant pointer is; an accept pointer is filled.
        hollow: bool,
    },
}

/// Colour of a text in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Colour of normal text.
    Ink,
    /// Colour of less important text.
    Quiet,
    /// Colour of XOFF, for queues that are paused or pause their peer.
    Stop,
    /// Colour of the XON threshold.
    Go,
}

impl Body {
    /// Whether the shape is a glyph: a sign of fixed size, such as an octagon for XOFF.
    #[must_use]
    pub const fn is_glyph(&self) -> bool {
        matches!(
            self,
            Self::Octagon { .. } | Self::Triangle { .. } | Self::Diamond { .. } | Self::Ring { .. }
        )
    }

    /// Whether the shape lies in a lane and must end at the borders of nodes.
    #[must_use]
    pub const fn is_in_lane(&self) -> bool {
        matches!(self, Self::Frame { .. } | Self::Hatch { .. } | Self::Rungs { .. } | Self::Stream { .. })
    }
}

impl Shape {
    /// Creates an opaque shape.
    #[must_use]
    pub const fn new(id: ShapeId, body: Body) -> Self {
        Self { id, body, alpha: 1.0 }
    }

    /// Sets the opacity to `alpha`, limited to 0 to 1.
    #[must_use]
    pub fn faded(mut self, alpha: f64) -> Self {
        self.alpha = alpha.clamp(0.0, 1.0);
        self
    }
}
