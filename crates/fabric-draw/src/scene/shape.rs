//! Shapes of a scene. Each has an id, so that painters, legend, tooltips and tests refer to the same
//! list.

use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, NodeId, PortId};

use super::{Line, MarkKind, PairState, Point};

/// Identity of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeId {
    /// Lane of a priority of a cable, named by the sending port.
    Lane(PortId, u8),
    /// Frame in a cable, other than PFC.
    Frame {
        /// Cable, by the sending port.
        cable: PortId,
        /// Flow of the frame.
        flow: FlowId,
        /// Number of the frame within the flow.
        sequence: u32,
        /// Data, ack or CNP.
        kind: FrameKind,
    },
    /// PFC frame in a cable, or the glyph that stays after a fast one.
    Pfc(PortId),
    /// Credit update of a priority in a cable.
    Update(PortId, u8),
    /// Available credits of a sending port and priority.
    Credits(PortId, u8),
    /// Cross of a drop at a port.
    Drop(PortId),
    /// Gauge of a priority group.
    Gauge(PortId, u8),
    /// Priority group, drawn large.
    Group(PortId, u8),
    /// Egress queue, drawn large.
    Queue(PortId, u8),
    /// Threshold mark on a priority group or egress queue.
    Mark(PortId, u8, MarkKind),
    /// Frame in the egress queue of a port, or in a VOQ for that port.
    Queued {
        /// Egress port.
        output: PortId,
        /// Flow of the frame.
        flow: FlowId,
        /// Number of the frame within the flow.
        sequence: u32,
        /// Data, ack or CNP.
        kind: FrameKind,
    },
    /// Wire from an input to an output of a switch.
    Wire(PortId, PortId),
    /// Port.
    Port(PortId),
    /// Host or switch.
    Node(NodeId),
    /// Sample in the legend.
    Sample,
}

/// Shape: identity, look, and opacity.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Identity of the shape.
    pub id: ShapeId,
    /// Look of the shape.
    pub body: Body,
    /// Opacity, 0 to 1.
    pub alpha: f64,
}

/// Look of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Frame: a rounded rectangle from its tail to its head.
    Frame {
        /// Line from tail to head, clipped to the link.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Priority: sets colour, pattern and digit.
        priority: u8,
        /// Shade of the flow.
        shade: u8,
        /// Whether the frame has an ECN mark: a notch in its head.
        notched: bool,
        /// Whether the rectangle is hollow, as for acks.
        hollow: bool,
        /// Whether the tail is cut off at the start of the link, and the head at its end.
        cut: (bool, bool),
    },
    /// XOFF: an octagon with the digits of the paused priorities.
    Octagon {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Distance from the centre to a corner.
        radius: f64,
        /// Mask of paused priorities.
        priorities: u8,
        /// Whether the frame has arrived and its glyph stays for some time.
        held: bool,
    },
    /// XON: a hollow triangle that points in its direction.
    Triangle {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Distance from the centre to a corner.
        radius: f64,
        /// Direction in which the shape points.
        way: Point,
        /// Mask of resumed priorities.
        priorities: u8,
        /// Whether the frame has arrived and its glyph stays for some time.
        held: bool,
    },
    /// CNP: a diamond.
    Diamond {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Distance from the centre to a corner.
        radius: f64,
        /// Priority: sets colour and digit.
        priority: u8,
        /// Whether the frame has arrived and its glyph stays for some time.
        held: bool,
    },
    /// Credit update: a ring.
    Ring {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Radius in pixels.
        radius: f64,
        /// Priority: sets colour and digit.
        priority: u8,
    },
    /// Drop: a cross.
    Cross {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Distance from the centre to an end.
        radius: f64,
    },
    /// Paused lane: hatching.
    Hatch {
        /// Centre line of the lane.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Paused priority.
        priority: u8,
    },
    /// Lane without credits for its next frame: rungs.
    Rungs {
        /// Centre line of the lane.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Priority of the lane.
        priority: u8,
    },
    /// Available credits, as a bar beside the cable.
    Credits {
        /// Line from none to all credits.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Part of the credits that is available, 0 to 1.
        left: f64,
        /// Part of the credits that the next frame needs, 0 to 1, if it exceeds the available
        /// credits; `None` otherwise.
        short_of: Option<f64>,
        /// Priority of the credits.
        priority: u8,
    },
    /// Frames too fast to be drawn one by one: moving dashes, which cover the used part of the link
    /// rate.
    Stream {
        /// Centre line of the lane.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Priority of the frames.
        priority: u8,
        /// Used part of the link rate, 0 to 1.
        share: f64,
        /// Offset of the dashes, in dash lengths.
        phase: f64,
    },
    /// Bytes of a priority group, against its XOFF threshold and its limit.
    Gauge {
        /// Line from empty to the limit.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Used part of the limit.
        fill: f64,
        /// Part of the limit at which headroom starts.
        xoff: f64,
        /// Priority of the group.
        priority: u8,
        /// Whether the group requests a pause.
        asks: bool,
    },
    /// Outline of a priority group or egress queue that is drawn large.
    Trough {
        /// Line from empty to full.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Part at which headroom starts; 1 without headroom.
        headroom: f64,
        /// Part of the queue in use, 0 to 1.
        used: f64,
        /// Priority of the queue.
        priority: u8,
        /// Whether it is blocked (an egress queue that is paused) or blocking (a group that pauses its
        /// peer).
        stopped: bool,
    },
    /// Waiting frame, or several of one flow that are too small to be drawn one by one.
    Block {
        /// Part of the queue.
        along: Line,
        /// Width in pixels.
        width: f64,
        /// Priority: sets colour, pattern and digit.
        priority: u8,
        /// Shade of the flow.
        shade: u8,
        /// Whether the frame has an ECN mark.
        notched: bool,
    },
    /// Headroom in use: strokes over its frames.
    Spill {
        /// Part of the group.
        along: Line,
        /// Width in pixels.
        width: f64,
    },
    /// Tick across a queue, at a threshold.
    Tick {
        /// Line across the queue, which extends beyond its edges.
        across: Line,
        /// Threshold that it marks.
        kind: MarkKind,
    },
    /// Text in the picture.
    Words {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Height of letters in pixels.
        size: f64,
        /// Text of the label.
        text: String,
        /// Colour of the text.
        tone: Tone,
    },
    /// Wire from an input to an output: waiting frames, or a pair of a match.
    Wire {
        /// Line from start to end.
        along: Line,
        /// Directions at both ends, of length 1.
        ways: (Point, Point),
        /// Width in pixels.
        width: f64,
        /// Priority of the frames.
        priority: u8,
        /// Shade of the flow of the first frame.
        shade: u8,
        /// State of the pair in a match; `None`: waiting frames.
        link: Option<PairState>,
    },
    /// Round-robin pointer of a crossbar: a triangle.
    Pointer {
        /// Centre of the shape, in pixels.
        at: Point,
        /// Distance from the centre to a corner.
        radius: f64,
        /// Direction in which the shape points.
        way: Point,
    },
}

/// Colour of words in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Normal text.
    Ink,
    /// Text in the colour of less important text.
    Quiet,
    /// Colour of XOFF.
    Stop,
    /// Colour of XON.
    Go,
}

impl Body {
    /// Whether the look is a glyph, of the same size whatever the length of the frame.
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
    /// Opaque shape.
    #[must_use]
    pub const fn new(id: ShapeId, body: Body) -> Self {
        Self { id, body, alpha: 1.0 }
    }

    /// Shape drawn at opacity `alpha`.
    #[must_use]
    pub fn faded(mut self, alpha: f64) -> Self {
        self.alpha = alpha.clamp(0.0, 1.0);
        self
    }
}
