//! Status of a flow, and the cause that limits its rate, in words. Start with [`FlowContext::status`].
//!
//! If several causes stop a flow, the status names the first in this order: a pause, missing credits of the
//! link, missing end-to-end credits, a full window. If the host of the flow may send, but its frames wait at
//! a paused port of a switch, the flow waits in a switch. A flow whose rate control allows less than the link
//! rate is limited. A flow without a frame at the NIC is sending.

use fabric_sim::engine::{FlowView, World};
use fabric_sim::fabric::endpoint::Order;
use fabric_sim::fabric::endpoint::rate::RateView;
use fabric_sim::fabric::frame::Frame;
use fabric_sim::ids::{CollectiveId, FlowId, NodeId, PortId, PrioritySet, QueueId};
use fabric_sim::spec::{Arrival, CollectiveSpec, FlowSpec};
use fabric_sim::units::Time;

use crate::charts::{bytes_label, rate_label, time_label};

/// Status of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowStatus {
    /// The flow has sent no frame yet.
    NotBegun,
    /// The flow sends; only the link of the host, or the arrivals of data, limit the rate.
    Sending,
    /// The flow sends, but its frames wait in a paused queue of a switch. The field is the first such queue
    /// on its path.
    WaitsInSwitch(QueueId),
    /// The flow is stopped, because the port of the host is paused for the priority of the flow.
    Paused,
    /// Stopped because the host has no credits for the next frame.
    NoCredits,
    /// Stopped because the end-to-end credits of the flow do not cover the next frame.
    Uncovered,
    /// Stopped because the window of the flow is full of unacknowledged frames.
    WindowFull,
    /// The flow sends; the rate control limits the rate.
    Limited,
    /// Stopped until other flows of its collective have delivered their data.
    Waits,
    /// The flow has sent everything, but some frames are still on their way or lost.
    Sent,
    /// The flow was stopped by an action.
    Stopped,
    /// The flow has sent everything, and everything is delivered.
    Finished,
}

impl FlowStatus {
    /// Word for the status of the flow on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotBegun => "NOT BEGUN",
            Self::Sending => "SENDING",
            Self::WaitsInSwitch(_) => "WAITS IN A SWITCH",
            Self::Paused => "PAUSED BY PFC",
            Self::NoCredits => "NO CREDITS",
            Self::Uncovered => "OUT OF CREDITS",
            Self::WindowFull => "WINDOW FULL",
            Self::Limited => "LIMITED BY ITS RATE",
            Self::Waits => "WAITS FOR OTHERS",
            Self::Sent => "ALL SENT",
            Self::Stopped => "STOPPED",
            Self::Finished => "FINISHED",
        }
    }

    /// Whether a pause or a lack of link credits stops the flow at its host, or frames of the flow in a
    /// switch. `false` for missing end-to-end credits and a full window.
    #[must_use]
    pub const fn is_stopped(self) -> bool {
        matches!(self, Self::Paused | Self::NoCredits | Self::WaitsInSwitch(_))
    }
}

/// State of a flow at the cursor, from which [`FlowContext::status`] determines its status.
pub(super) struct FlowContext<'a> {
    pub world: &'a World,
    pub id: FlowId,
    pub spec: &'a FlowSpec,
    pub view: &'a FlowView,
    /// Time at which the flow was last delivered completely; `None` if the flow was never delivered
    /// completely.
    pub finished: Option<Time>,
    /// Port of the host that sends the flow.
    pub port: PortId,
    /// Priorities of this port that lack credits for their next frame.
    pub starved: PrioritySet,
    /// Rate of the link of the source, in bits per second.
    pub line: u64,
}

impl FlowContext<'_> {
    /// Status of the flow at the cursor. An inactive flow has one of the first statuses: not begun, sent,
    /// finished or stopped. A flow whose allowed rate equals the rate of the link is not limited. A window is
    /// full if it has no space for another frame.
    pub fn status(&self) -> FlowStatus {
        let Self { view, .. } = self;
        let none_left = !view.active && view.left_bytes == 0;
        let limited = view.control.is_some_and(|control| control.rate.bps() < self.line);
        let is_full = view.recovery.is_some_and(|recovery| recovery.unacked >= recovery.window);
        let lane = PrioritySet::of(self.spec.priority);
        if !view.active && view.sent_bytes == 0 {
            FlowStatus::NotBegun
        } else if none_left && !self.has_arrived() {
            FlowStatus::Sent
        } else if none_left && self.collective().is_some() {
            FlowStatus::Waits
        } else if none_left {
            FlowStatus::Finished
        } else if !view.active {
            FlowStatus::Stopped
        } else if view.has_frame && self.world.paused(self.port).intersects(lane) {
            FlowStatus::Paused
        } else if view.has_frame && self.starved.intersects(lane) {
            FlowStatus::NoCredits
        } else if view.has_frame && self.is_uncovered() {
            FlowStatus::Uncovered
        } else if let Some(queue) = self.paused_queue() {
            FlowStatus::WaitsInSwitch(queue)
        } else if view.has_frame && is_full {
            FlowStatus::WindowFull
        } else if view.has_frame && limited {
            FlowStatus::Limited
        } else {
            FlowStatus::Sending
        }
    }

    /// Sentence for `status`, which must be the status of this flow.
    pub fn sentence(&self, status: FlowStatus) -> String {
        let (from, to) = (self.name(self.spec.source), self.name(self.spec.destination));
        match status {
            FlowStatus::NotBegun if self.spec.start == Time::NEVER => {
                "It begins when the times before it are over.".to_owned()
            }
            FlowStatus::NotBegun if self.spec.start > self.world.now() => {
                format!("It begins at {}.", time_label(self.spec.start))
            }
            FlowStatus::NotBegun => format!("{from} has sent nothing of it yet."),
            FlowStatus::Sending if self.spec.arrival == Arrival::Saturate => {
                format!("{from} sends as fast as its link and its other flows let it.")
            }
            FlowStatus::Sending => format!("{from} sends the frames of the flow as they arrive."),
            FlowStatus::WaitsInSwitch(queue) => self.waits_in_switch(from, queue),
            FlowStatus::Paused => {
                let held = format!("{} has paused priority {} of {from}", self.peer(), self.spec.priority);
                match self.spec.arrival {
                    // The NIC takes a frame only when it can send one.
                    Arrival::Saturate => format!(
                        "{held}: its frames wait in the memory of {from}, not in a queue of the port."
                    ),
                    _ => format!("{held}."),
                }
            }
            FlowStatus::NoCredits => format!(
                "{} has granted {from} too few credits for its next frame of priority {}: it waits for credits.",
                self.peer(),
                self.spec.priority
            ),
            FlowStatus::Uncovered => self.credits(to),
            FlowStatus::WindowFull => self.window(from, to),
            FlowStatus::Limited => self.limited(from, to),
            FlowStatus::Waits => self.waits(from),
            FlowStatus::Sent => format!("{from} has sent all of it; what is missing is on its way, or lost."),
            FlowStatus::Stopped => format!("{from} is handed no more frames of it."),
            FlowStatus::Finished => {
                let at = self.finished.map(time_label).unwrap_or_default();
                format!("{to} has had all of it since {at}.")
            }
        }
    }

    /// First paused queue at a switch on the path of the flow in which frames of the flow wait. `None` if
    /// there is no such queue, or if the path is unknown.
    fn paused_queue(&self) -> Option<QueueId> {
        let spec = self.world.spec();
        let path = self.world.path_of(self.id)?;
        let ports = path.into_iter().filter(|port| spec.switch_of(*port).is_some());
        let mut queues = ports.flat_map(|port| {
            self.world.paused(port).iter().map(move |priority| QueueId::new(port, priority))
        });
        queues.find(|queue| {
            let mut has_frame = false;
            let is_own = |frame: &Frame| has_frame |= frame.flow == self.id;
            self.world.frames_at(queue.port, queue.priority, is_own);
            has_frame
        })
    }

    /// Sentence on the paused queue in which frames of the flow wait.
    fn waits_in_switch(&self, from: &str, QueueId { port, priority }: QueueId) -> String {
        let spec = self.world.spec();
        let at = &spec.owner(port).name;
        let pauser = &spec.owner(spec.ports[port.index()].peer).name;
        format!(
            "{from} may send, but its frames wait at {at}: {pauser} has paused priority {priority} of {at}."
        )
    }

    /// Whether the flow has end-to-end credits and they do not cover a full frame.
    fn is_uncovered(&self) -> bool {
        self.view.credits.is_some_and(|credits| credits.available < u64::from(self.spec.frame_bytes))
    }

    /// Bytes of end-to-end credits lost with dropped frames; 0 without such credits.
    pub fn lost_credits(&self) -> u64 {
        self.view.credits.map_or(0, |at| self.world.counters().flow_credits[at.number].missing())
    }

    /// Sentence on missing end-to-end credits: limit, remaining credits, and credits lost with dropped
    /// frames. Empty for a flow without end-to-end credits.
    fn credits(&self, to: &str) -> String {
        let Some(credits) = self.view.credits else { return String::new() };
        let [limit, left, frame, lost] =
            [credits.limit, credits.available, self.spec.frame_bytes.into(), self.lost_credits()]
                .map(bytes_label);
        if self.lost_credits() == 0 {
            return format!(
                "{to} has granted credits for {limit} on the way: {left} are left, and a frame takes {frame}."
            );
        }
        let back = match self.world.spec().credit_resync {
            Some(_) => "until a resync gives that back",
            None => "and nothing gives that back: credit_resync is off",
        };
        format!(
            "{to} has granted credits for {limit}, of which {lost} went with frames that were dropped, {back}. {left} are left, and a frame takes {frame}."
        )
    }

    /// Sentence on a full window, with its size in frames.
    fn window(&self, from: &str, to: &str) -> String {
        let window = self.view.recovery.map_or(0, |recovery| recovery.window);
        format!(
            "{window} frames are under way, as many as its window holds: {from} waits for an ack of {to}."
        )
    }

    /// Sentence on the rate that rate control allows the flow; empty for a flow without rate control.
    fn limited(&self, from: &str, to: &str) -> String {
        match self.view.control {
            Some(RateView { rate, dcqcn: Some(_) }) => {
                format!("DCQCN lets {from} send {} to {to}.", rate_label(rate.bps()))
            }
            Some(RateView { rate, dcqcn: None }) => {
                format!("Its window lets {from} send {} to {to} on average.", rate_label(rate.bps()))
            }
            None => String::new(),
        }
    }

    /// Sentence on the flows of the same collective for which this flow waits.
    fn waits(&self, from: &str) -> String {
        let Some((id, of)) = self.collective() else { return String::new() };
        let over = self.world.collective_times(id).count() as u64;
        let messages = self.view.goodput_bytes / of.message.max(1);
        if of.config.order == Order::Ring && messages < (over + 1) * u64::from(of.config.steps()) {
            let number = self.id.0 - of.first.0;
            let before = of.first.index() + ((number + of.config.flows - 1) % of.config.flows) as usize;
            let before = self.world.spec().flows[before].source;
            return format!(
                "{from} sends on what it gets: it waits for the next message from {}.",
                self.name(before)
            );
        }
        "All of it has arrived: it sends again when every host has what is for it.".to_owned()
    }

    /// Whether all sent data of the flow is delivered; in a collective, whether every sent message is
    /// delivered completely.
    fn has_arrived(&self) -> bool {
        let of = self.world.collective_of(self.id).map(|id| &self.world.spec().collectives[id.index()]);
        of.map_or(self.finished.is_some(), |of| self.view.goodput_bytes.is_multiple_of(of.message))
    }

    /// Collective of the flow. `None` if the flow belongs to no collective, or if all its messages are
    /// delivered.
    fn collective(&self) -> Option<(CollectiveId, &CollectiveSpec)> {
        let id = self.world.collective_of(self.id)?;
        let of = &self.world.spec().collectives[id.index()];
        let all = of.message.saturating_mul(self.world.collective_messages(self.id)?);
        (self.view.goodput_bytes < all).then_some((id, of))
    }

    /// Start time of the flow, which may be in the future. In a repeated collective, it is the start of the
    /// present repetition, which begins when the earlier repetition ends.
    pub fn began(&self) -> Time {
        self.world.repetition_start(self.id).unwrap_or(self.spec.start)
    }

    fn name(&self, node: NodeId) -> &str {
        &self.world.spec().nodes[node.index()].name
    }

    fn peer(&self) -> &str {
        let spec = self.world.spec();
        &spec.owner(spec.ports[self.port.index()].peer).name
    }
}
