//! Hosts that take part in a collective or workload. Start with [`participants`].

use std::collections::HashSet;

use super::super::params::PlaceResolver;
use super::super::problem::Problem;
use super::traffic::find_linked_host;
use crate::ids::NodeId;

/// Hosts of a collective or workload: the hosts named in `given`, in this order. If `given` is empty: all
/// hosts with a link, in the order of the document.
///
/// # Errors
/// If there are fewer than two hosts, a host is named twice, or a host cannot take part.
pub(super) fn participants(
    given: &[String],
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
) -> Result<Vec<NodeId>, Problem> {
    let nodes = &places.spec.nodes;
    let hosts: Vec<NodeId> = if given.is_empty() {
        let linked = |n: &usize| nodes[*n].host().is_some() && !nodes[*n].ports.is_empty();
        (0..nodes.len()).filter(linked).map(NodeId::new).collect()
    } else {
        let named = given.iter().enumerate();
        let hosts = named.map(|(n, name)| find_linked_host(places, name, || place(&format!("hosts[{n}]"))));
        hosts.collect::<Result<_, _>>()?
    };
    let mut seen = HashSet::new();
    if let Some(n) = hosts.iter().position(|host| !seen.insert(host.index())) {
        return Err(Problem::new(
            place(&format!("hosts[{n}]")),
            "this host takes part already; name it once",
        ));
    }
    if hosts.len() < 2 {
        return Err(Problem::range(place("hosts"), hosts.len(), "at least 2: this traffic is between hosts"));
    }
    Ok(hosts)
}
