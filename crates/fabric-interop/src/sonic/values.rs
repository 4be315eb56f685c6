//! Parameter values of all ports, written to as few parameter addresses as possible. Start with [`factor`].
//!
//! Rule: an address can apply to the fabric, a switch, a port or a priority. The most frequent value is
//! written at the widest address, other values at narrower addresses.
//! Fallback: if several values are equally frequent, the first is written at the wider address.
//! Left out: values without digits, such as `off`, and 0, if they equal the default of the simulator.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use fabric_sim::document::params::{Nodes, Param, ParamLevel, ParamMap, TABLE};
use fabric_sim::ids::Priority;

/// Values by parameter name. The document does not set a parameter that is absent here.
type Values = BTreeMap<&'static str, String>;

/// Prefix of a value of the parameter `egress_alpha` that is stored under the name `egress_limit`. A queue
/// has only one of the two parameters, so both parameters are stored under one name.
const EGRESS_ALPHA: &str = "egress_alpha=";

/// Parameter values of a port and of its eight priorities.
#[derive(Clone, Debug, Default)]
pub(super) struct PortValues {
    port: Values,
    /// Parameter values of the eight priorities of the port, indexed by priority.
    priorities: [Values; 8],
}

impl PortValues {
    /// Sets the parameter `name` of the port.
    pub fn set(&mut self, name: &'static str, value: impl Display) {
        self.port.insert(name, value.to_string());
    }

    /// Sets the parameter `name` of one priority of the port.
    pub fn set_priority(&mut self, priority: Priority, name: &'static str, value: impl Display) {
        self.priorities[priority.index()].insert(name, value.to_string());
    }

    /// Sets the dynamic limit α of an egress queue. The limit α replaces a static `egress_limit`, because a
    /// queue has only one of the two limits.
    pub fn set_egress_alpha(&mut self, priority: Priority, alpha: &str) {
        self.set_priority(priority, "egress_limit", format!("{EGRESS_ALPHA}{alpha}"));
    }

    fn get(&self, slot: Slot, name: &str) -> Option<&str> {
        let values = match slot {
            Slot::Whole => &self.port,
            Slot::Priority(priority) => &self.priorities[priority],
        };
        values.get(name).map(String::as_str)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.priorities.iter().chain([&self.port]).flat_map(|values| values.keys().copied())
    }
}

/// Parameter values of a switch or host.
#[derive(Clone, Debug)]
pub(super) struct NodeValues {
    /// Prefix of the parameter addresses of the node, such as `switch.s1`.
    address: String,
    is_host: bool,
    node: Values,
    /// Parameter values of the ports, indexed by port number.
    pub ports: Vec<PortValues>,
}

impl NodeValues {
    pub fn switch(name: &str, ports: usize) -> Self {
        let ports = vec![PortValues::default(); ports];
        Self { address: format!("switch.{name}"), is_host: false, node: Values::new(), ports }
    }

    pub fn host(name: &str) -> Self {
        let ports = vec![PortValues::default()];
        Self { address: format!("host.{name}"), is_host: true, node: Values::new(), ports }
    }

    /// Sets the parameter `name` of a whole switch. A host has no parameters of this kind.
    pub fn set(&mut self, name: &'static str, value: impl Display) {
        self.node.insert(name, value.to_string());
    }
}

/// Scope of a parameter value within a port: the port, or one of its priorities.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Whole,
    Priority(usize),
}

impl Slot {
    /// Last part of an address: `xoff` for the port, `p3.xoff` for priority 3.
    fn address(self, name: &str) -> String {
        match self {
            Self::Whole => name.to_owned(),
            Self::Priority(priority) => format!("p{priority}.{name}"),
        }
    }
}

/// Parameters of a document that set the given values of all nodes and ports. The most frequent value of a
/// parameter is written at the widest address, other values at narrower addresses. A parameter of a port is
/// ignored if [`TABLE`] does not contain it.
pub(super) fn factor(nodes: &[NodeValues]) -> ParamMap {
    let mut params = BTreeMap::new();
    let names: BTreeSet<&str> = nodes.iter().flat_map(|node| node.node.keys().copied()).collect();
    for name in names {
        of_switches(nodes, name, &mut params);
    }
    let names: BTreeSet<&str> =
        nodes.iter().flat_map(|node| &node.ports).flat_map(PortValues::names).collect();
    for param in names.into_iter().filter_map(find) {
        of_ports(nodes, param, &mut params);
    }
    name_thresholds(&mut params);
    let params = params.into_iter().map(|(address, value)| match value.strip_prefix(EGRESS_ALPHA) {
        Some(alpha) => (address.replace("egress_limit", "egress_alpha"), alpha.to_owned()),
        None => (address, value),
    });
    ParamMap(params.collect())
}

/// Adds the parameter `threshold` (static or dynamic) at each address that has both `alpha` and `xoff`. An
/// address has both parameters if it covers ports with static thresholds and ports with dynamic thresholds.
fn name_thresholds(params: &mut BTreeMap<String, String>) {
    let both = params.keys().filter_map(|address| address.strip_suffix("alpha")).filter(|start| {
        params.contains_key(&format!("{start}xoff")) && !params.contains_key(&format!("{start}threshold"))
    });
    let both: Vec<String> = both.map(str::to_owned).collect();
    for start in both {
        // The address without its priority, and then without its switch.
        let priority = start.rsplit('.').nth(1).unwrap_or_default();
        let node = start.strip_suffix(&format!("{priority}.")).unwrap_or_default();
        let wider = [format!("{node}threshold"), format!("{priority}.threshold"), "threshold".to_owned()];
        if let Some(word) = wider.iter().find_map(|address| params.get(address)).cloned() {
            params.insert(format!("{start}threshold"), word);
        }
    }
}

fn find(name: &str) -> Option<&'static Param> {
    TABLE.iter().find(|param| param.name == name)
}

/// Writes a parameter of switches: one value for the fabric if all switches agree, otherwise a value for each
/// switch.
fn of_switches(nodes: &[NodeValues], name: &str, params: &mut BTreeMap<String, String>) {
    let given = || nodes.iter().filter_map(|node| Some((&node.address, node.node.get(name)?)));
    let distinct: BTreeSet<&String> = given().map(|(_, value)| value).collect();
    let is_everywhere = nodes.iter().filter(|node| !node.is_host).count() == given().count();
    if let (1, true, Some((_, value))) = (distinct.len(), is_everywhere, given().next()) {
        params.insert(name.to_owned(), value.clone());
    } else {
        params.extend(given().map(|(address, value)| (format!("{address}.{name}"), value.clone())));
    }
}

/// Writes a parameter of ports or priorities for all nodes.
fn of_ports(nodes: &[NodeValues], param: &Param, params: &mut BTreeMap<String, String>) {
    let slots: Vec<Slot> = match param.level {
        ParamLevel::Priority => (0..8).map(Slot::Priority).collect(),
        _ => vec![Slot::Whole],
    };
    let has_value = |node: &&NodeValues| {
        node.ports.iter().any(|port| slots.iter().any(|slot| port.get(*slot, param.name).is_some()))
    };
    let given: Vec<&NodeValues> = nodes.iter().filter(has_value).collect();
    // An address for the whole fabric also applies to hosts.
    let is_reached = |node: &&NodeValues| match param.nodes {
        Nodes::Switches => !node.is_host,
        Nodes::Hosts => node.is_host,
        Nodes::All => true,
    };
    let reached = nodes.iter().filter(is_reached).count();
    let reaches_only_given =
        param.nodes == Nodes::Switches || given.len() == reached && given.iter().any(|node| node.is_host);
    let of_node = |node: &NodeValues, slot| {
        most_frequent(node.ports.iter().filter_map(|port| port.get(slot, param.name))).map(str::to_owned)
    };
    let mut base: BTreeMap<Slot, String> = BTreeMap::new();
    if reaches_only_given {
        for slot in &slots {
            let values: Vec<String> = given.iter().filter_map(|node| of_node(node, *slot)).collect();
            base.extend(
                most_frequent(values.iter().map(String::as_str)).map(|value| (*slot, value.to_owned())),
            );
        }
        write(param, "", &base, params);
    }
    for node in given {
        let mut own = base.clone();
        let values: BTreeMap<Slot, String> =
            slots.iter().filter_map(|slot| Some((*slot, of_node(node, *slot)?))).collect();
        if reaches_only_given {
            for (slot, value) in values {
                if base.get(&slot) != Some(&value) {
                    params.insert(format!("{}.{}", node.address, slot.address(param.name)), value.clone());
                    own.insert(slot, value);
                }
            }
        } else {
            write(param, &format!("{}.", node.address), &values, params);
            own = values;
        }
        for (number, port) in node.ports.iter().enumerate() {
            for slot in &slots {
                if let Some(value) = port
                    .get(*slot, param.name)
                    .filter(|value| own.get(slot).map(String::as_str) != Some(value))
                {
                    let address = format!("{}.port.{number}.{}", node.address, slot.address(param.name));
                    params.insert(address, value.to_owned());
                }
            }
        }
    }
}

/// Writes the values of a parameter at addresses that begin with `prefix`. The most frequent value gets an
/// address without a priority, if the parameter allows such an address. A word such as `off`, and the value
/// 0, are not written if they equal the default of the simulator.
fn write(
    param: &Param,
    prefix: &str,
    values: &BTreeMap<Slot, String>,
    params: &mut BTreeMap<String, String>,
) {
    let default = param.show(param.default);
    let most = most_frequent(values.values().map(String::as_str));
    let common = most.filter(|_| param.level == ParamLevel::Priority && !param.lossless_only);
    let is_default = |value: &str| value == default && is_word(value);
    if let Some(common) = common.filter(|value| !is_default(value)) {
        params.insert(format!("{prefix}{}", param.name), common.to_owned());
    }
    for (slot, value) in values {
        let is_covered = common.map_or_else(|| is_default(value), |common| common == value);
        if !is_covered {
            params.insert(format!("{prefix}{}", slot.address(param.name)), value.clone());
        }
    }
}

/// Whether a value is 0 or begins with no digit. Such a value is not written if it equals the default; other
/// values are always written.
fn is_word(value: &str) -> bool {
    value == "0" || !value.starts_with(|c: char| c.is_ascii_digit())
}

/// Most frequent value; if several are equally frequent, the first. `None` without values.
fn most_frequent<'a>(values: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.iter().find(|(_, count)| *count == most).map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(nodes: &[NodeValues]) -> Vec<String> {
        factor(nodes).0.into_iter().map(|(address, value)| format!("{address}={value}")).collect()
    }

    #[test]
    fn the_most_frequent_value_stands_at_the_widest_address() {
        let mut switch = NodeValues::switch("s1", 3);
        for (port, headroom) in switch.ports.iter_mut().zip([10, 20, 20]) {
            port.set_priority(Priority::P3, "headroom", headroom);
        }
        assert_eq!(lines(&[switch]), ["p3.headroom=20", "switch.s1.port.0.p3.headroom=10"]);
    }

    #[test]
    fn an_address_without_priority_means_all_of_them() {
        let mut switch = NodeValues::switch("s1", 1);
        for priority in Priority::ALL {
            switch.ports[0].set_priority(
                priority,
                "lossless",
                if priority == Priority::P3 { "on" } else { "off" },
            );
        }
        let mut host = NodeValues::host("h1");
        for priority in Priority::ALL {
            host.ports[0].set_priority(priority, "lossless", "off");
        }
        // If two values are equally frequent, the first is written at the wider address.
        assert_eq!(lines(&[switch, host]), ["host.h1.p3.lossless=off", "lossless=off", "p3.lossless=on"]);
    }

    #[test]
    fn a_parameter_that_hosts_have_too_stays_at_its_switch() {
        let mut switch = NodeValues::switch("s1", 2);
        for port in &mut switch.ports {
            port.set_priority(Priority::P3, "lossless", "on");
        }
        assert_eq!(lines(&[switch]), ["switch.s1.lossless=on"]);
    }

    #[test]
    fn whole_switches_agree_or_stand_alone() {
        let [mut a, mut b] = ["a", "b"].map(|name| NodeValues::switch(name, 1));
        a.set("memory", 5000);
        b.set("memory", 5000);
        assert_eq!(lines(&[a.clone(), b.clone()]), ["memory=5000"]);
        b.set("memory", 6000);
        assert_eq!(lines(&[a, b]), ["switch.a.memory=5000", "switch.b.memory=6000"]);
    }
}
