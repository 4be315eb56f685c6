//! Options of `fabric new` for each topology. The parser of documents checks the ranges of the values.

use clap::Args;
use fabric_sim::new_document;
use serde_json::{Map, Value, json};

/// Rate and length of the links of a tier as JSON, from text such as `400G` or `400G,30m`.
type LinkValue = Value;

/// Arguments of `fabric new leaf-spine`.
#[derive(Args)]
pub(super) struct LeafSpine {
    /// Number of spine switches
    #[arg(long, value_name = "N")]
    spines: u64,
    /// Number of leaf switches
    #[arg(long, value_name = "N")]
    leaves: u64,
    /// Number of hosts at each leaf
    #[arg(long, value_name = "N")]
    hosts: u64,
    /// Links between hosts and leaves; default: 100G,5m
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    host_link: Option<LinkValue>,
    /// Links between leaves and spines; default: as --host-link
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    fabric_link: Option<LinkValue>,
}

/// Arguments of `fabric new fat-tree`.
#[derive(Args)]
pub(super) struct FatTree {
    /// Number k of ports of every switch, which must be even. The fat tree then has k³/4 hosts and 5k²/4
    /// switches
    #[arg(short, value_name = "PORTS")]
    k: u64,
    /// Links between hosts and edge switches; default: 100G,5m
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    host_link: Option<LinkValue>,
    /// Links between edge and aggregation switches; default: as --host-link
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    edge_link: Option<LinkValue>,
    /// Links between aggregation and core switches; default: as --edge-link
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    core_link: Option<LinkValue>,
}

/// Arguments of `fabric new ring`.
#[derive(Args)]
pub(super) struct Ring {
    /// Number of switches
    #[arg(long, value_name = "N")]
    switches: u64,
    /// Number of hosts at each switch
    #[arg(long, value_name = "N")]
    hosts: u64,
    /// Links between hosts and switches; default: 100G,5m
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    host_link: Option<LinkValue>,
    /// Links between switches; default: as --host-link
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    fabric_link: Option<LinkValue>,
}

/// Arguments of `fabric new dumbbell`.
#[derive(Args)]
pub(super) struct Dumbbell {
    /// Number of hosts at each of the two switches
    #[arg(long, value_name = "N")]
    hosts: u64,
    /// Links between hosts and switches; default: 100G,5m
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    host_link: Option<LinkValue>,
    /// Link between the switches; default: as --host-link
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    bottleneck_link: Option<LinkValue>,
}

/// Arguments of `fabric new star`.
#[derive(Args)]
pub(super) struct Star {
    /// Number of hosts
    #[arg(long, value_name = "N")]
    hosts: u64,
    /// Links between hosts and the switch; default: 100G,5m
    #[arg(long, value_name = "RATE[,LENGTH]", value_parser = link_value)]
    host_link: Option<LinkValue>,
}

impl LeafSpine {
    /// Topology as JSON: the value of the field `build` of a document.
    pub(super) fn build(&self) -> Value {
        let Self { spines, leaves, hosts, host_link, fabric_link } = self;
        let counts = [("spines", spines), ("leaves", leaves), ("hosts", hosts)];
        builder("leaf_spine", &counts, &[("host_link", host_link), ("fabric_link", fabric_link)])
    }
}

impl FatTree {
    /// Topology as JSON: the value of the field `build` of a document.
    pub(super) fn build(&self) -> Value {
        let Self { k, host_link, edge_link, core_link } = self;
        let links = [("host_link", host_link), ("edge_link", edge_link), ("core_link", core_link)];
        builder("fat_tree", &[("k", k)], &links)
    }
}

impl Ring {
    /// Topology as JSON: the value of the field `build` of a document.
    pub(super) fn build(&self) -> Value {
        let Self { switches, hosts, host_link, fabric_link } = self;
        let counts = [("switches", switches), ("hosts", hosts)];
        builder("ring", &counts, &[("host_link", host_link), ("fabric_link", fabric_link)])
    }
}

impl Dumbbell {
    /// Topology as JSON: the value of the field `build` of a document.
    pub(super) fn build(&self) -> Value {
        let Self { hosts, host_link, bottleneck_link } = self;
        let links = [("host_link", host_link), ("bottleneck_link", bottleneck_link)];
        builder("dumbbell", &[("hosts", hosts)], &links)
    }
}

impl Star {
    /// Topology as JSON: the value of the field `build` of a document.
    pub(super) fn build(&self) -> Value {
        builder("star", &[("hosts", &self.hosts)], &[("host_link", &self.host_link)])
    }
}

/// Value of the field `build` of a document: an object with one field, whose name is `kind`. The value of
/// this field has the given counts and links. Absent links (`None`) are left out, so that the parser of
/// documents uses its default.
fn builder(kind: &str, counts: &[(&str, &u64)], links: &[(&str, &Option<LinkValue>)]) -> Value {
    let counts = counts.iter().map(|(field, count)| ((*field).to_owned(), json!(count)));
    let links = links.iter().filter_map(|(field, link)| Some(((*field).to_owned(), (*link).clone()?)));
    let fields: Map<String, Value> = counts.chain(links).collect();
    json!({ kind: fields })
}

/// Converts `400G` or `400G,30m` to JSON: rate, and length of the cable. Never fails, because the parser of
/// documents checks both parts.
#[expect(clippy::unnecessary_wraps, reason = "clap takes a result")]
fn link_value(text: &str) -> Result<LinkValue, String> {
    Ok(new_document::link_value(text))
}
