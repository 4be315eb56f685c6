//! Marks of events in the lanes of queues: kinds, names and shapes. Start with [`LaneMark`]. Each kind has
//! its own shape, so that kinds differ without colour.

/// Kind of event that a mark shows in the lane of a queue. Each kind has its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneMark {
    /// Action of the document on the fabric, drawn as a pennant (a flag that is a triangle).
    Action,
    /// Drop of a frame, drawn as a cross.
    Drop,
    /// Link down, drawn as a filled triangle that points down.
    Down,
    /// Link up, drawn as a hollow triangle that points up.
    Up,
    /// Queues began to wait for each other in a cycle, drawn as a ring.
    Cycle,
    /// Cycle of waiting queues became a deadlock, drawn as a disc with a bar.
    Deadlock,
    /// Cycle of waiting queues ended, drawn as a ring with a gap.
    Opened,
    /// Watchdog mitigation of a queue that would not have resumed, drawn as a filled square.
    Storm,
    /// Watchdog mitigation of a queue that would have resumed by itself (false alarm), drawn as a hollow
    /// square that is crossed out.
    FalseAlarm,
    /// Watchdog mitigation ended, drawn as a bracket.
    Over,
}

impl LaneMark {
    /// All kinds of events that have a mark.
    pub const ALL: [Self; 10] = [
        Self::Action,
        Self::Drop,
        Self::Down,
        Self::Up,
        Self::Cycle,
        Self::Deadlock,
        Self::Opened,
        Self::Storm,
        Self::FalseAlarm,
        Self::Over,
    ];

    /// Name of the kind of mark in style sheets, such as `false-alarm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Drop => "drop",
            Self::Down => "down",
            Self::Up => "up",
            Self::Cycle => "cycle",
            Self::Deadlock => "deadlock",
            Self::Opened => "opened",
            Self::Storm => "storm",
            Self::FalseAlarm => "false-alarm",
            Self::Over => "over",
        }
    }

    /// Name of the kind of mark in legends, such as `False alarm`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Action => "Action",
            Self::Drop => "Drop",
            Self::Down => "Link down",
            Self::Up => "Link up",
            Self::Cycle => "Cycle of waits",
            Self::Deadlock => "Deadlock",
            Self::Opened => "Cycle open",
            Self::Storm => "Watchdog acts",
            Self::FalseAlarm => "False alarm",
            Self::Over => "Watchdog ends",
        }
    }

    /// Sentence that the tooltip of a single event shows.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Action => "something was done to the fabric",
            Self::Drop => "a frame was lost",
            Self::Down => "the link went down",
            Self::Up => "the link came up",
            Self::Cycle => "waits closed to a cycle",
            Self::Deadlock => "a cycle of waits became a deadlock",
            Self::Opened => "a cycle of waits opened",
            Self::Storm => "the watchdog acted, and was right",
            Self::FalseAlarm => "the watchdog acted, and was wrong",
            Self::Over => "the watchdog let the queue go again",
        }
    }

    /// SVG path of the mark around the point (x, y), `half` pixels to each side. Coordinates are rounded to
    /// 0.1 pixels. With the even-odd fill rule, overlapping parts are holes.
    #[must_use]
    pub fn path(self, (x, y): (f64, f64), half: f64) -> String {
        let h = half;
        let (left, right, top, bottom) = (x - h, x + h, y - h, y + h);
        let square = format!("M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}z");
        let disc = format!(
            "M{left:.1} {y:.1}A{h:.1} {h:.1} 0 1 0 {right:.1} {y:.1}A{h:.1} {h:.1} 0 1 0 {left:.1} {y:.1}z"
        );
        let bar = |share: f64| {
            let (from, to, thick) = (x - h * share, x + h * share, h * 0.5);
            format!("M{from:.1} {:.1}H{to:.1}v{thick:.1}H{from:.1}z", y - thick / 2.0)
        };
        match self {
            Self::Action => format!("M{left:.1} {top:.1}H{right:.1}L{x:.1} {y:.1}V{bottom:.1}h-1V{y:.1}z"),
            Self::Drop => {
                format!(
                    "M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{right:.1} {top:.1}L{left:.1} {bottom:.1}"
                )
            }
            Self::Down => format!("M{left:.1} {top:.1}H{right:.1}L{x:.1} {bottom:.1}z"),
            Self::Up => format!("M{left:.1} {bottom:.1}H{right:.1}L{x:.1} {top:.1}z"),
            Self::Cycle => disc,
            Self::Deadlock => disc + &bar(0.65),
            Self::Opened => format!("M{x:.1} {top:.1}A{h:.1} {h:.1} 0 1 0 {right:.1} {y:.1}"),
            Self::Storm => square,
            Self::FalseAlarm => square + &format!("M{left:.1} {bottom:.1}L{right:.1} {top:.1}"),
            Self::Over => format!("M{x:.1} {top:.1}H{left:.1}V{bottom:.1}H{x:.1}"),
        }
    }
}
