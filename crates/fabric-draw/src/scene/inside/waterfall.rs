//! Latency of one frame, by hop and by component. Start with [`hops`] and [`components`]. A hop includes the
//! cable that leads away from its node.

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::insight::latency::{Component, Waterfall};
use fabric_sim::sort;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

/// Part of the latency of a frame, such as its time in a queue, as an interval on an axis from its creation
/// to its delivery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DelaySegment {
    /// Kind of delay, such as queueing.
    pub component: Component,
    /// Port at which the frame spent the time of the segment.
    pub port: PortId,
    /// Time at which the segment starts, as a position from 0 (creation of the frame) to 1 (its delivery).
    pub from: f64,
    /// Time at which the segment ends, as a position from 0 (creation of the frame) to 1 (its delivery).
    pub to: f64,
    /// Duration of this part of the latency.
    pub lasts: Time,
}

/// Latency of a frame at one node, and in the cable that leads away from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// Host or switch at which the hop begins.
    pub node: NodeId,
    /// Duration of the hop: sum of the durations of its segments.
    pub lasts: Time,
    /// Parts of the latency at this hop, in the order of time.
    pub segments: Vec<DelaySegment>,
}

/// Hops of a frame, from its creation to its delivery. The segments of all hops lie on one axis: 0 is the
/// creation, 1 the delivery. Consecutive delays at one node make one hop. A second visit of the frame to a
/// node is another hop.
#[must_use]
pub fn hops(spec: &Spec, waterfall: &Waterfall) -> Vec<Hop> {
    let created_at = waterfall.created_at;
    let whole = float(waterfall.delivered - created_at).max(1.0);
    let mut hops: Vec<Hop> = Vec::new();
    for span in &waterfall.spans {
        let node = spec.ports[span.port.index()].node;
        let lasts = span.to - span.from;
        let segment = DelaySegment {
            component: span.component,
            port: span.port,
            from: float(span.from - created_at) / whole,
            to: float(span.to - created_at) / whole,
            lasts,
        };
        match hops.last_mut().filter(|hop| hop.node == node) {
            Some(hop) => {
                hop.lasts += lasts;
                hop.segments.push(segment);
            }
            None => hops.push(Hop { node, lasts, segments: vec![segment] }),
        }
    }
    hops
}

/// Sum of each component of the latency, longest first; components of duration 0 are left out. Equal sums are
/// in the order of [`Component::ALL`].
#[must_use]
pub fn components(waterfall: &Waterfall) -> Vec<(Component, Time)> {
    let sum = |component: Component| {
        let of_it = waterfall.spans.iter().filter(|span| span.component == component);
        of_it.fold(Time::ZERO, |sum, span| sum + (span.to - span.from))
    };
    let mut sums: Vec<_> = Component::ALL.map(|component| (component, sum(component))).into();
    sums.retain(|(_, time)| *time > Time::ZERO);
    sort::by_key(&mut sums, |(_, time)| std::cmp::Reverse(*time));
    sums
}

/// Letter of a component in pictures, so that components differ by more than colour and pattern.
#[must_use]
pub const fn letter(component: Component) -> &'static str {
    match component {
        Component::Queueing => "Q",
        Component::Serialisation => "S",
        Component::Propagation => "P",
        Component::Ingress => "I",
        Component::Crossbar => "X",
        Component::Receiving => "R",
    }
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(time: Time) -> f64 {
    time.0 as f64
}

#[cfg(test)]
mod tests;
