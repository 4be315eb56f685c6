//! Shapes of a scene. Shapes have ids: painters, the legend, hover and tests read the same list.

use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, NodeId, PortId};

use super::{Line, Link, MarkKind, Point};

/// Identity of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeId {
    /// Lane of a priority of a cable, named by the sending port.
    Lane(PortId, u8),
    /// A frame in a cable that is none of PFC.
    Frame {
        /// The cable.
        cable: PortId,
        /// Its flow.
        flow: FlowId,
        /// Its number within the flow.
        sequence: u32,
        /// Data, ack or CNP.
        kind: FrameKind,
    },
    /// A PFC frame in a cable, or the trace that a fast one leaves.
    Pfc(PortId),
    /// A credit update of one priority in a cable.
    Update(PortId, u8),
    /// Credits left for this sending port and priority.
    Credits(PortId, u8),
    /// A frame was lost at this port.
    Drop(PortId),
    /// The gauge of what this port's ingress group of one priority holds.
    Gauge(PortId, u8),
    /// Frames that wait in this port's ingress group of one priority, drawn large.
    Group(PortId, u8),
    /// Frames that wait in this port's egress queue of one priority, drawn large.
    Queue(PortId, u8),
    /// A mark on that ingress group or on that egress queue.
    Mark(PortId, u8, MarkKind),
    /// A frame in the egress queue of a port, or in a VOQ of it.
    Queued {
        /// Egress port.
        output: PortId,
        /// Its flow.
        flow: FlowId,
        /// Its number within the flow.
        sequence: u32,
        /// Data, ack or CNP.
        kind: FrameKind,
    },
    /// Frames from an input to an output of a switch: the input, the output.
    Wire(PortId, PortId),
    /// A port.
    Port(PortId),
    /// A host or a switch.
    Node(NodeId),
    /// An example in the legend.
    Sample,
}

/// A shape: what it stands for, how it looks, how strongly it is drawn (0 to 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Identity.
    pub id: ShapeId,
    /// How it looks.
    pub body: Body,
    /// 1 is opaque.
    pub alpha: f64,
}

/// The looks of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A frame: a rounded rectangle from its tail to its head.
    Frame {
        /// From tail to head, clipped to the link.
        along: Line,
        /// Across.
        width: f64,
        /// Colour, pattern and digit.
        priority: u8,
        /// Shade of its flow.
        shade: u8,
        /// A notch in its head: ECN-marked.
        notched: bool,
        /// An ack is hollow.
        hollow: bool,
        /// The link's start cuts its tail off, or its end its head.
        cut: (bool, bool),
    },
    /// XOFF: an octagon with the digits of what it pauses.
    Octagon {
        /// Its middle.
        at: Point,
        /// From the middle to a corner.
        radius: f64,
        /// Mask of the priorities.
        priorities: u8,
        /// Whether the frame has arrived already and is shown a while longer.
        held: bool,
    },
    /// XON: a hollow triangle that points along its way.
    Triangle {
        /// Its middle.
        at: Point,
        /// From the middle to a corner.
        radius: f64,
        /// Direction.
        way: Point,
        /// Mask of the priorities.
        priorities: u8,
        /// Whether the frame has arrived already and is shown a while longer.
        held: bool,
    },
    /// A CNP, which tells a sender that its frames were marked: a diamond.
    Diamond {
        /// Its middle.
        at: Point,
        /// From the middle to a corner.
        radius: f64,
        /// Colour and digit.
        priority: u8,
        /// Whether the frame has arrived already and is shown a while longer.
        held: bool,
    },
    /// A credit update: a ring.
    Ring {
        /// Its middle.
        at: Point,
        /// From the middle to its edge.
        radius: f64,
        /// Colour and digit.
        priority: u8,
    },
    /// A drop.
    Cross {
        /// Its middle.
        at: Point,
        /// From the middle to an end.
        radius: f64,
    },
    /// A paused lane.
    Hatch {
        /// The lane.
        along: Line,
        /// Across.
        width: f64,
        /// Paused priority.
        priority: u8,
    },
    /// A lane whose next frame no credits cover: rungs, where a paused one is hatched.
    Rungs {
        /// The lane.
        along: Line,
        /// Across.
        width: f64,
        /// Waiting priority.
        priority: u8,
    },
    /// Credits left, beside the cable.
    Credits {
        /// From none to all.
        along: Line,
        /// Across.
        width: f64,
        /// Share of them that is left.
        left: f64,
        /// Share that the next frame takes, if that is more.
        short_of: Option<f64>,
        /// Whose credits.
        priority: u8,
    },
    /// Frames too fast to be drawn one by one: moving dashes, the more of the
    /// lane they cover the more of the line rate is in use.
    Stream {
        /// The lane.
        along: Line,
        /// Across.
        width: f64,
        /// Whose frames.
        priority: u8,
        /// Share of the line rate, 0 to 1.
        share: f64,
        /// How far the dashes have moved, in their own length.
        phase: f64,
    },
    /// Bytes of a priority group, against its XOFF threshold and its limit.
    Gauge {
        /// From empty to the limit.
        along: Line,
        /// Across.
        width: f64,
        /// Share of the limit in use.
        fill: f64,
        /// Share of the limit at which headroom begins.
        xoff: f64,
        /// Whose group.
        priority: u8,
    },
    /// An ingress group or an egress queue, drawn large: what its frames lie in.
    Trough {
        /// From empty to full.
        along: Line,
        /// Across.
        width: f64,
        /// Share from which on it is headroom; 1 without.
        headroom: f64,
        /// Share in use.
        used: f64,
        /// Whose queue.
        priority: u8,
        /// Whether it is stopped: an egress queue that is paused, a group that asks for a pause.
        stopped: bool,
    },
    /// A frame that waits, or several of one flow that are too small to be told apart.
    Block {
        /// Its stretch of the queue.
        along: Line,
        /// Across.
        width: f64,
        /// Colour, pattern and digit.
        priority: u8,
        /// Shade of its flow.
        shade: u8,
        /// ECN-marked.
        notched: bool,
    },
    /// Headroom in use: strokes over its frames.
    Spill {
        /// Its stretch of the group.
        along: Line,
        /// Across.
        width: f64,
    },
    /// A mark across a queue.
    Tick {
        /// From edge to edge, with what stands out.
        across: Line,
        /// Meaning.
        kind: MarkKind,
    },
    /// Words in the picture.
    Words {
        /// Their middle.
        at: Point,
        /// Height of letters.
        size: f64,
        /// The words.
        text: String,
        /// Colour.
        tone: Tone,
    },
    /// A wire from an input to an output: frames that wait for that way, or a step of a match.
    Wire {
        /// Where it begins, and where it ends.
        along: Line,
        /// Direction at both ends, length 1.
        ways: (Point, Point),
        /// Thickness.
        width: f64,
        /// Whose frames.
        priority: u8,
        /// Shade of the flow of the first of them.
        shade: u8,
        /// Step of the match that it shows; `None`: frames that wait.
        link: Option<Link>,
    },
    /// A pointer of a crossbar: a triangle.
    Pointer {
        /// Its middle.
        at: Point,
        /// From the middle to a corner.
        radius: f64,
        /// Direction.
        way: Point,
    },
}

/// Colour of words in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Ink.
    Ink,
    /// Quiet.
    Quiet,
    /// As XOFF.
    Stop,
    /// As XON.
    Go,
}

impl Body {
    /// Whether it stands for a frame by a sign, whatever its length.
    #[must_use]
    pub const fn is_glyph(&self) -> bool {
        matches!(
            self,
            Self::Octagon { .. } | Self::Triangle { .. } | Self::Diamond { .. } | Self::Ring { .. }
        )
    }

    /// Whether it lies in a lane, and so ends where a node's border is.
    #[must_use]
    pub const fn is_in_lane(&self) -> bool {
        matches!(self, Self::Frame { .. } | Self::Hatch { .. } | Self::Rungs { .. } | Self::Stream { .. })
    }
}

impl Shape {
    /// An opaque shape.
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
