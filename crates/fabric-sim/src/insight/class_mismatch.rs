//! Warnings on class mismatches: one end of a link sends a flow in a class, and the other end charges the
//! frames to another class. Start with [`warnings`].
//!
//! PFC pauses a class by its number (IEEE 802.1Q, clause 36). A pause of the charged class does not stop the
//! class in which the frames are sent.
//!
//! Classes that differ but are both lossy are not reported. Ports with link credits, and ports of hosts,
//! never change the class.

use std::collections::{BTreeMap, BTreeSet};

use super::warnings::{SettingsSpan, Warning, first_of};
use crate::engine::World;
use crate::fabric::classify::{ClassifierConfig, Trust};
use crate::ids::{PortId, Priority};
use crate::sizing::{Crossing, Crossings, FramePath};
use crate::spec::{FlowSpec, Spec};
use crate::wire::Label;

/// Names of the mismatched flows and of their return traffic. The key has the receiving port, the class in
/// which frames are sent, the class to which they are charged, and the label of the frames (PCP and DSCP).
type Mismatches = BTreeMap<(PortId, Priority, Priority, Label), Vec<String>>;

/// Warnings on the mismatches under the current routes, in the order of receiving ports, then of sent and
/// charged classes. The return traffic of a flow counts, too. A warning gives the first flow and the number
/// of further flows, the link, the two classes and the cause of the mismatch. A mismatch is listed only if
/// at least one of its two classes is lossless in `span`. Flows that start at the end of `span` or later are
/// left out.
pub(super) fn warnings(world: &World, span: &SettingsSpan<'_>) -> Vec<Warning> {
    let spec = world.spec();
    let lossless = |port, n| span.is_lossless(port, n);
    let warning = |(key, names): (_, Vec<String>)| Warning {
        sentence: sentence(spec, lossless, key, &names),
        places: names,
    };
    mismatches(world, span).into_iter().map(warning).collect()
}

/// Ports that receive mismatched frames, in ascending order, without repetition. The mismatches are those of
/// [`warnings`].
pub(super) fn receiving_ports(world: &World, span: &SettingsSpan<'_>) -> BTreeSet<PortId> {
    mismatches(world, span).into_keys().map(|(port, ..)| port).collect()
}

fn mismatches(world: &World, span: &SettingsSpan<'_>) -> Mismatches {
    let spec = world.spec();
    let lossless = |port, n| span.is_lossless(port, n);
    if spec.ports.iter().all(|port| charges_sent_class(spec, port))
        && world.flow_specs().all(label_gives_priority)
    {
        return Mismatches::new();
    }
    let mut mismatches = Mismatches::new();
    let mut crossings = Crossings::new(spec, world.routes());
    for flow in world.flow_specs().filter(|flow| span.until.is_none_or(|until| flow.start < until)) {
        let data = FramePath::of_data(spec, flow).map(|path| (format!("flow {}", flow.name), path));
        let back = FramePath::returning(spec, flow)
            .map(|(path, _)| (format!("traffic back to the source of flow {}", flow.name), path));
        for (name, path) in data.chain(back) {
            crossings.each(&path, |crossing| {
                if is_mismatch(spec, lossless, &crossing) {
                    let key = (crossing.to, crossing.sent, crossing.class, path.label);
                    let names = mismatches.entry(key).or_default();
                    if names.last() != Some(&name) {
                        names.push(name.clone());
                    }
                }
            });
        }
    }
    mismatches
}

/// Whether a port charges every frame to the class in which the frame was sent.
fn charges_sent_class(spec: &Spec, port: &crate::spec::PortSpec) -> bool {
    spec.nodes[port.node.index()].switch().is_none()
        || !port.config.credit_channels().is_empty()
        || port.config.classifier == ClassifierConfig::IDENTITY
}

fn label_gives_priority(flow: &FlowSpec) -> bool {
    let headers = &flow.headers;
    headers.pcp.is_none_or(|pcp| pcp == flow.priority.get()) && headers.tagged
}

/// Whether the two ends of the link give the frames different classes, at least one of which is lossless. A
/// mismatch into a lossless class does not count if the receiver sends 802.3x pauses, because such a pause
/// stops all classes (IEEE 802.3, annex 31B).
fn is_mismatch(spec: &Spec, lossless: impl Fn(PortId, Priority) -> bool, crossing: &Crossing) -> bool {
    let (was, is) = (lossless(crossing.from, crossing.sent), lossless(crossing.to, crossing.class));
    let stops_all_classes = is
        && spec.ports[crossing.to.index()].config.link_pause.is_some()
        && spec.ports[crossing.to.index()].config.sender.enabled.contains(crossing.class)
        && spec.ports[crossing.from.index()].config.receiver.enabled.contains(crossing.sent);
    crossing.sent != crossing.class && (was || is) && !stops_all_classes
}

fn sentence(
    spec: &Spec,
    lossless: impl Fn(PortId, Priority) -> bool,
    (to, sent, class, label): (PortId, Priority, Priority, Label),
    names: &[String],
) -> String {
    let from = spec.ports[to.index()].peer;
    let (was, is) = (lossless(from, sent), lossless(to, class));
    let word = |lossless: bool| if lossless { "lossless" } else { "lossy" };
    let (flows, leaves) = (first_of(names), if names.len() > 1 { "leave" } else { "leaves" });
    let outcome = match (was, is) {
        (true, false) => "it may be dropped here".to_owned(),
        _ => format!("pauses of priority {class} do not stop priority {sent}, and what does not fit is lost"),
    };
    let config = &spec.ports[to.index()].config.classifier;
    format!(
        "{}: {flows} {leaves} {} in priority {sent}, which is {}, but {} makes it priority {class} here, which is {}: {outcome}; {}",
        spec.port_name(to),
        spec.port_name(from),
        word(was),
        reason(config, label),
        word(is),
        remedy(config, label, sent),
    )
}

/// Change that gives both ends of the link one class, as part of a sentence. `sent` is the class at the
/// sending end.
fn remedy(config: &ClassifierConfig, label: Label, sent: Priority) -> String {
    let read = config.trust.reads(label);
    let at_both_ends = "one priority at both ends, by the maps of switches and the priority of the flow";
    match (read.pcp(), read.dscp()) {
        (Some(pcp), _) => format!("give PCP {pcp} {at_both_ends}"),
        (None, Some(dscp)) => format!("give DSCP {dscp} {at_both_ends}"),
        (None, None) => {
            format!("set default_priority {sent} here, or a trust that reads the label of the frames")
        }
    }
}

/// Rule by which a port derives the class of frames with the label `label`, as part of a sentence such as
/// `its PCP 3`.
fn reason(config: &ClassifierConfig, label: Label) -> String {
    let read = config.trust.reads(label);
    let by = |is_own: bool, map: &str| if is_own { String::new() } else { format!(" by the {map} map") };
    match (read.pcp(), read.dscp()) {
        (Some(pcp), _) => format!("its PCP {pcp}{}", by(config.pcp[usize::from(pcp)].get() == pcp, "PCP")),
        (None, Some(dscp)) => {
            let own = config.dscp[usize::from(dscp)].get() == dscp >> 3;
            let instead = match (config.trust, label.pcp()) {
                (Trust::Dscp, Some(_)) => ", which trust dscp reads instead of its PCP,",
                _ => "",
            };
            format!("its DSCP {dscp}{}{instead}", by(own, "DSCP"))
        }
        (None, None) => {
            let why = match config.trust {
                Trust::Port => "trust port reads neither PCP nor DSCP",
                Trust::Pcp => "trust pcp reads a tag, and it has none",
                Trust::Dscp => "trust dscp reads an IP header, and it has none",
                Trust::PcpThenDscp => "it has neither a tag nor an IP header",
            };
            format!("the port's default priority ({why})")
        }
    }
}
