//! Import of SONiC files: `config_db.json`, and files that complete it. Export of `config_db.json`.
//!
//! Start with [`import`], which reads the files of one or several switches, or with [`export()`]. Each module
//! converts one kind of table and is named for it.
//!
//! Rule: tables have the meaning that orchagent and cfgmgr of sonic-swss give them.
//! Fallback: neighbours without a file become hosts, with the lossless priorities of their switch port.
//! Left out: `minigraph.xml`, and tables that do not concern queueing.

mod buffers;
mod cable;
mod cabling;
mod candidates;
mod config_db;
mod document_maps;
mod dynamic;
mod ends;
mod export;
mod host;
mod key;
mod known;
mod limits;
mod links;
mod lldp_files;
mod lldp_neighbours;
mod load;
mod lookup;
mod lossy_ports;
mod maps;
mod mtu;
mod name;
mod nic;
mod nic_ends;
mod pfc;
mod pg;
mod platform;
mod pool;
mod profile;
mod queue;
mod rates;
mod read;
mod references;
mod report;
mod scheduler;
mod show;
mod switch;
mod switch_file;
mod tables;
mod unreported_fields;
mod values;
mod watchdog;
mod wred;

use fabric_sim::document::{Document, Host as DocumentHost, Link as DocumentLink, Switch as DocumentSwitch};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::units::Rate;

use cable::End;
use key::ByIndex;
use links::{FarEnd, Topology};
use lookup::Lookup;
use maps::{PortMaps, ReadMaps};
use nic::NicCable;
use pfc::ReadLists;
use pg::Groups;
use pool::Pool;
use switch::Switch;
use values::NodeValues;

use crate::finding::{FilePlace, Finding, Findings, Refusals, Treatment};

pub use buffers::{buffer_tables, has_buffers};
pub use ends::Mismatch;
pub use export::{Export, export};
pub use lldp_files::{has_neighbours, lldp_tables};
pub use nic::NicFile;
pub use read::{File, LONGEST, is_configuration};
pub use report::Line;
pub use show::Table;
pub use switch_file::SwitchFile;

/// Treatment of neighbours that have no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Neighbours {
    /// Each link to a neighbour without a file becomes a host.
    #[default]
    Hosts,
    /// Neighbours without a file are left out. Only links between the given switches remain.
    None,
}

/// Files and options of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Configurations of the switches. A file without `DEVICE_METADATA|localhost.hostname` belongs to the
    /// switch of the previous file.
    pub files: Vec<File>,
    /// Files with further tables of a switch, such as results of [`buffer_tables`] and [`lldp_tables`]. If
    /// there are several switches, a file must name its switch, or have a file name that contains the name
    /// of the switch.
    pub parts: Vec<SwitchFile>,
    /// Files `pg_profile_lookup.ini` of the switches.
    pub lookups: Vec<SwitchFile>,
    /// Treatment of neighbours that have no file.
    pub neighbours: Neighbours,
    /// Ports that get a link, as `PORT` or `SWITCH:PORT`; a selected port without a neighbour gets a host.
    /// If no port of a switch is in this list, its ports that are up and have a neighbour get a link. If no
    /// file names a neighbour of the switch, all its ports that are up get a link.
    pub ports: Vec<String>,
}

/// Result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Imported document; it compiles without problems.
    pub document: Document,
    /// Findings on all fields that concern queueing, in the order of treatment, file, table, key and field.
    pub findings: Vec<Finding>,
    /// Contradictions between the two ends of a link, in the order of their places.
    pub mismatches: Vec<Mismatch>,
    /// Warnings for the user about the document as a whole, one sentence each.
    pub warnings: Vec<String>,
}

/// Settings of a switch, read from its files and not yet written to the document.
#[derive(Debug)]
struct ImportedSwitch {
    switch: Switch,
    pool: Pool,
    /// Maps from DSCP and PCP to queues, indexed by port number.
    maps: Vec<PortMaps>,
    /// Priorities in the field `pfc_enable`, indexed by port number.
    enabled: Vec<PrioritySet>,
    /// Settings of the priority groups, indexed by port number.
    groups: Vec<Groups>,
    /// Priorities that are lossless in the document, indexed by port number.
    lossless: Vec<PrioritySet>,
    /// Number of links of the switch to other switches.
    uplinks: usize,
}

/// Imports the files of one or several switches into a document that can run.
///
/// # Errors
/// If a field is malformed or exceeds the limits of the simulator; each refusal gives the place of the field.
/// If no file is given, a switch has no link, or no port leads to a host. A fault of the whole document is
/// refused at the first file.
pub fn import(request: &Request) -> Result<Import, Refusals> {
    import_and(request, |_, _, _, _, _| Ok(Vec::new()))
}

/// Imports the files of switches, and settings of NICs of their hosts. This function is separate from
/// [`import`], so that only a program that imports NICs contains their reader.
///
/// # Errors
/// If [`import`] would fail, if the host of a NIC is not found, or if the settings of a NIC cannot be read.
pub fn import_with_nics(request: &Request, nics: &[NicFile]) -> Result<Import, Refusals> {
    import_and(request, |imported_switches, topology, values, mismatches, findings| {
        nic::apply(nics, imported_switches, topology, values, mismatches, findings)
    })
}

/// Imports the files. Calls `of_hosts` after all values of switches and hosts are known, and before they are
/// written to the document. `of_hosts` can change the values; it returns the cables whose length at the NIC
/// differs from the length at the switch port.
fn import_and(
    request: &Request,
    of_hosts: impl FnOnce(
        &[ImportedSwitch],
        &Topology,
        &mut [NodeValues],
        &mut Vec<Mismatch>,
        &mut Findings,
    ) -> Result<Vec<NicCable>, Refusals>,
) -> Result<Import, Refusals> {
    let mut findings = Findings::default();
    let lookups: Vec<Lookup> = request.lookups.iter().map(Lookup::read).collect::<Result<_, _>>()?;
    let mut switches = switch::switches(&request.files, &request.parts)?;
    if switches.is_empty() {
        findings.refuse(FilePlace::default(), "no file is given; give the config_db.json of each switch");
    }
    for lookup in &lookups {
        lookup.report(&switches, &mut findings);
    }
    let prompts = request.files.iter().map(|file| (&file.name, file.prompts()));
    let of_lookups =
        request.lookups.iter().zip(&lookups).map(|(one, lookup)| (&one.file.name, lookup.prompts));
    for (name, prompts) in prompts.chain(of_lookups) {
        findings.skipped(name, prompts);
    }
    let topology = links::connect(&mut switches, request, &mut findings);
    let mut findings = findings.or_refuse()?;
    let mut imported_switches: Vec<ImportedSwitch> =
        switches.into_iter().map(|switch| ImportedSwitch::of(switch, &lookups, &mut findings)).collect();
    for link in &topology.links {
        if let FarEnd::Port(far) = link.far {
            imported_switches[link.near.switch].uplinks += 1;
            imported_switches[far.switch].uplinks += 1;
        }
    }
    let mut document = nodes(&imported_switches, &topology);
    let mut mismatches = topology.mismatches.clone();
    let host_rates = links(&mut document, &imported_switches, &topology, &mut mismatches, &mut findings);
    let mut warnings = lossy_ports::warnings(&imported_switches);
    let (mut values, has_watchdog) = values_of(&imported_switches, &topology, &mut warnings, &mut findings);
    let cables = of_hosts(&imported_switches, &topology, &mut values, &mut mismatches, &mut findings)?;
    cable::lengthen(&mut document, &topology, &cables, &mut findings);
    document.params = values::factor(&values);
    let mtu = mtu::smallest(&imported_switches, &mut findings);
    if let Some(mtu) = mtu {
        document.params.0.insert("mtu".to_owned(), mtu.to_string());
    }
    unreported_fields::complete(&imported_switches, &request.ports, &mut findings);
    document.maps = imported_switches
        .iter()
        .flat_map(|imported| document_maps::document_maps(&imported.switch, &imported.maps))
        .collect();
    let mut findings = findings.or_refuse()?;
    warnings
        .extend(imported_switches.iter().filter_map(|imported| imported.pool.warning(&imported.switch.name)));
    load::add(&mut document, &topology, &imported_switches, &host_rates, mtu, (&findings, &mut warnings));
    if has_watchdog {
        warnings.push(format!(
            "Watchdogs wait for hundreds of milliseconds and do not act within {}: set watchdog_scale, such as 1000, to \
             see them.",
            document.horizon
        ));
    }
    if let Err(problems) = document.compile() {
        for problem in problems.list() {
            let file = imported_switches.first().map_or("", |imported| imported.switch.db.file());
            findings.refuse(FilePlace::file(file), format!("the values make no document: {problem}"));
        }
    }
    mismatches.sort();
    Ok(Import { document, findings: findings.finish()?, mismatches, warnings })
}

impl ImportedSwitch {
    fn of(switch: Switch, lookups: &[Lookup], findings: &mut Findings) -> Self {
        references::check(&switch, findings);
        let mut maps = Vec::new();
        let mut enabled = Vec::new();
        let (mut read_maps, mut read_lists) = (ReadMaps::default(), ReadLists::default());
        for port in &switch.ports {
            let of_port = PortMaps::read(&switch, port, &mut read_maps, findings);
            maps::report(&switch, port, findings);
            maps.push(of_port);
            enabled.push(pfc::enabled(&switch, port, &mut read_lists, findings));
        }
        let name = pool::name(&switch);
        let pool = Pool::read(&switch, name.as_deref(), findings);
        pool::report(&switch, name.as_deref(), findings);
        let groups = pg::groups(&switch, &maps, &enabled, &pool, lookups, findings);
        let lossless: Vec<PrioritySet> = groups.iter().map(Groups::lossless_set).collect();
        for (port, sets) in switch.ports.iter().zip(enabled.iter().zip(&lossless)) {
            pfc::report(&switch, port, sets, findings);
        }
        Self { switch, pool, maps, enabled, groups, lossless, uplinks: 0 }
    }
}

/// Creates a document with the switches and hosts, without links.
fn nodes(imported_switches: &[ImportedSwitch], topology: &Topology) -> Document {
    let mut document = Document::empty();
    let names: Vec<&str> = imported_switches.iter().map(|imported| imported.switch.name.as_str()).collect();
    if let Some(first) = names.first() {
        (*first).clone_into(&mut document.name);
        let rest = names.len() - 1;
        let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        document.title = format!("{first}{more}, from SONiC");
        "Buffers, PFC, ECN, shares and maps of SONiC switches, and an example load: several hosts send to one."
            .clone_into(&mut document.about);
    }
    document.switches =
        names.iter().map(|name| DocumentSwitch { name: (*name).to_owned(), profile: None }).collect();
    document.interfaces = imported_switches
        .iter()
        .map(|imported| (imported.switch.name.clone(), imported.switch.ports.clone()))
        .collect();
    document.hosts = topology.hosts.iter().map(|host| DocumentHost { name: host.name.clone() }).collect();
    document
}

/// Adds the links to the document. Returns the rate of the link of each host, in the order of hosts.
fn links(
    document: &mut Document,
    imported_switches: &[ImportedSwitch],
    topology: &Topology,
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) -> Vec<Rate> {
    let mut rates = Vec::new();
    for link in &topology.links {
        let switch = &imported_switches[link.near.switch].switch;
        let port = &switch.ports[link.near.port];
        let (b, measured) = match link.far {
            FarEnd::Host(host) => {
                let end = End::read(switch, port, findings);
                (topology.hosts[host].name.clone(), cable::to_host(switch, port, &end, findings))
            }
            FarEnd::Port(far) => {
                let name = imported_switches[far.switch].switch.name.clone();
                (name, ends::compare(imported_switches, link.near, far, mismatches, findings))
            }
        };
        // A link without a rate was refused.
        let Some((rate, length)) = measured else { continue };
        if let FarEnd::Host(_) = link.far {
            rates.push(rate);
        }
        let a = switch.name.clone();
        let phy = fabric_sim::units::Time::ZERO;
        document.links.push(DocumentLink {
            a,
            b,
            rate,
            length: Some(length),
            delay: None,
            phy,
            drop_every: None,
            corrupt: None,
        });
    }
    rates
}

/// Parameter values of all switches, followed by the values of all hosts. The flag is `true` if at least one
/// queue has a watchdog.
fn values_of(
    imported_switches: &[ImportedSwitch],
    topology: &Topology,
    warnings: &mut Vec<String>,
    findings: &mut Findings,
) -> (Vec<NodeValues>, bool) {
    let mut nodes = Vec::new();
    let mut has_watchdog = false;
    for imported in imported_switches {
        let switch = &imported.switch;
        let mut values = NodeValues::switch(&switch.name, switch.ports.len());
        pg::write(switch, &imported.groups, &imported.pool, &mut values, findings);
        queue::write(switch, &imported.lossless, &mut values, findings);
        let queues = ByIndex::read(switch, "QUEUE", findings);
        scheduler::write(switch, &queues, &mut values, findings);
        wred::write(switch, &queues, &imported.lossless, &mut values, findings);
        has_watchdog |= watchdog::write(switch, &imported.lossless, &mut values, warnings, findings);
        for ((port, maps), values) in switch.ports.iter().zip(&imported.maps).zip(&mut values.ports) {
            maps.write(values);
            rates::write_port(switch, port, values, findings);
            let rx = if pfc::is_asymmetric(switch, port, findings) { "on" } else { "auto" };
            for priority in Priority::ALL {
                values.set_priority(priority, "pfc_rx", rx);
            }
        }
        tables::report(switch, findings);
        nodes.push(values);
    }
    // A NIC sends and obeys pauses for the priorities of the switch port at the other end of its link.
    for host in &topology.hosts {
        let mut values = NodeValues::host(&host.name);
        let lossless = imported_switches[host.at.switch].lossless[host.at.port];
        for priority in PrioritySet::ALL.iter() {
            let word = if lossless.contains(priority) { "on" } else { "off" };
            values.ports[0].set_priority(priority, "lossless", word);
        }
        nodes.push(values);
    }
    (nodes, has_watchdog)
}
