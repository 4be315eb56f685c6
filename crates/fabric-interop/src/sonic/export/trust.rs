//! Trust of ports as SONiC can express it. Start with [`Replaced::trust`].
//!
//! Rule: a port of SONiC has a map from DSCP or from PCP (`handlePortQosMapTable`, orchagent/qosorch.cpp).
//! Fallback: a port with `trust=pcp_then_dscp` gets a map from DSCP if that map gives all frames of the
//! document the same class as the document does; otherwise a map from PCP. A note says so.
//! Left out: `trust=pcp_then_dscp` if neither map gives all frames their class (refused).

use fabric_sim::fabric::classify::{Classifier, ClassifierConfig, Trust};
use fabric_sim::spec::{Action, FlowSpec, Spec};
use fabric_sim::wire::Label;

use super::Port;
use super::patch::Inexpressible;

/// Source of the priority of a frame at a port, in a form that SONiC can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exportable {
    /// Priority from a map of the DSCP.
    Dscp,
    /// Priority from a map of the PCP.
    Pcp,
    /// No map: every frame has the default priority of the port.
    DefaultPriority,
}

/// Addresses of the parameters `trust=pcp_then_dscp` for which the patch has a map from DSCP or from PCP
/// instead.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    dscp: Vec<String>,
    pcp: Vec<String>,
}

impl Replaced {
    /// Trust of a port as SONiC can express it. `labels` are the labels of all frames. `None`, with a
    /// refusal, if neither a map from DSCP nor a map from PCP gives all frames their class. If each of the
    /// two maps does so, the map from DSCP is chosen.
    pub fn trust(
        &mut self,
        port: &Port<'_>,
        labels: &[Label],
        inexpressible: &mut Inexpressible,
    ) -> Option<Exportable> {
        let config = &port.spec.config.classifier;
        let is_same = |trust: Trust| {
            let [old, new] =
                [*config, ClassifierConfig { trust, ..*config }].map(|config| Classifier::new(&config));
            labels.iter().all(|label| old.class(*label) == new.class(*label))
        };
        match config.trust {
            Trust::Dscp => Some(Exportable::Dscp),
            Trust::Pcp => Some(Exportable::Pcp),
            Trust::Port => Some(Exportable::DefaultPriority),
            Trust::PcpThenDscp if is_same(Trust::Dscp) => {
                self.dscp.push(port.param("trust"));
                Some(Exportable::Dscp)
            }
            Trust::PcpThenDscp if is_same(Trust::Pcp) => {
                self.pcp.push(port.param("trust"));
                Some(Exportable::Pcp)
            }
            Trust::PcpThenDscp => {
                let reason = "a port of SONiC goes by DSCP or by PCP, not by what a frame has, and neither gives all \
                              frames of the document their class; set trust=dscp or trust=pcp";
                inexpressible.add(port.param("trust"), reason);
                None
            }
        }
    }

    /// Note on the ports whose trust was replaced; `None` if no trust was replaced.
    pub fn note(&self) -> Option<String> {
        let replaced = |addresses: &[String], trust: &str| {
            let (first, others) = addresses.split_first()?;
            let more =
                if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
            Some(format!("{first}{more} is exported as {trust}"))
        };
        let all: Vec<String> =
            [replaced(&self.dscp, "dscp"), replaced(&self.pcp, "pcp")].into_iter().flatten().collect();
        (!all.is_empty()).then(|| {
            format!(
                "{}: SONiC has no pcp_then_dscp, and the frames of the document have the same class.",
                all.join(", ")
            )
        })
    }
}

/// Labels (DSCP, PCP) of all frames of a document: data and returning frames of its flows, and of flows that
/// actions add. The labels are in the order of the flows, without repetition.
pub(super) fn labels(spec: &Spec) -> Vec<Label> {
    let added = spec.actions.iter().flat_map(|timed| match &timed.action {
        Action::AddFlows(flows) => flows.as_slice(),
        _ => &[],
    });
    let mut labels = Vec::new();
    for flow in spec.flows.iter().chain(added) {
        for label in labels_of(spec, flow) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    labels
}

fn labels_of<'a>(spec: &'a Spec, flow: &'a FlowSpec) -> impl Iterator<Item = Label> + 'a {
    let format = &spec.formats[flow.headers.format.index()];
    let data = flow.headers.label(format, flow.priority);
    let returning = flow.returning(format).map(move |(priority, _)| data.with_priority(priority));
    std::iter::once(data).chain(returning)
}
