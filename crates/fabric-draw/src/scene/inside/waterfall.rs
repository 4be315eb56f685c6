use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::insight::latency::{Component, Waterfall};
use fabric_sim::order;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

/// A stretch of a frame's time on the axis of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Component of the latency.
    pub component: Component,
    /// Where it was.
    pub port: PortId,
    /// Where it starts, 0 to 1.
    pub from: f64,
    /// Where it ends, 0 to 1.
    pub to: f64,
    /// How long it is.
    pub lasts: Time,
}

/// Time of a frame at one node, and on the cable that leads away from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// The node.
    pub node: NodeId,
    /// All of it.
    pub lasts: Time,
    /// In order of time.
    pub stretches: Vec<Stretch>,
}

/// The hops of a frame's way, on one axis from its birth to its delivery.
#[must_use]
pub fn hops(spec: &Spec, waterfall: &Waterfall) -> Vec<Hop> {
    let born = waterfall.born;
    let whole = float(waterfall.delivered - born).max(1.0);
    let mut hops: Vec<Hop> = Vec::new();
    for span in &waterfall.spans {
        let node = spec.ports[span.port.index()].node;
        let lasts = span.to - span.from;
        let stretch = Stretch {
            component: span.component,
            port: span.port,
            from: float(span.from - born) / whole,
            to: float(span.to - born) / whole,
            lasts,
        };
        match hops.last_mut().filter(|hop| hop.node == node) {
            Some(hop) => {
                hop.lasts += lasts;
                hop.stretches.push(stretch);
            }
            None => hops.push(Hop { node, lasts, stretches: vec![stretch] }),
        }
    }
    hops
}

/// The time by component, longest first; components without any are absent.
#[must_use]
pub fn components(waterfall: &Waterfall) -> Vec<(Component, Time)> {
    let sum = |component: Component| {
        let of_it = waterfall.spans.iter().filter(|span| span.component == component);
        of_it.fold(Time::ZERO, |sum, span| sum + (span.to - span.from))
    };
    let mut sums: Vec<_> = Component::ALL.map(|component| (component, sum(component))).into();
    sums.retain(|(_, time)| *time > Time::ZERO);
    order::by_key(&mut sums, |(_, time)| std::cmp::Reverse(*time));
    sums
}

/// The letter of a component, beside its hue and pattern.
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
