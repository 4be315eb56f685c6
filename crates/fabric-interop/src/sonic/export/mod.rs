//! Export of a switch of a document as a patch for `config load` (`fabric export sonic`).
//!
//! Start with [`export`], which reads the compiled document, so that the patch has the values of the
//! simulation. Each module writes one kind of table and is named for it.
//!
//! Rule: tables and ranges are those of orchagent and of the YANG models of SONiC.
//! Fallback: names of entries begin with `simulated` if SONiC has no usual name for them.
//! Left out: settings that SONiC cannot express (refused, with a reason).

mod asic;
mod cable;
mod maps;
mod mtu;
mod names;
mod patch;
mod pfc;
mod pg;
mod pool;
mod queue;
mod scheduler;
mod threshold;
mod trust;
mod watchdog;
mod wred;

use fabric_sim::ids::{NodeId, Priority};
use fabric_sim::spec::{NodeKind, PortSpec, Spec, SwitchConfig};
use serde_json::Value;

use crate::finding::Refusals;
use crate::finding::{FilePlace, Refusal};
use patch::{Inexpressible, Patch, Removals};
pub(super) use pool::LOSSLESS;

/// First note of every export: which limits of the switch are not checked.
const HEAD: &str =
    "These are values of a simulation; the ASIC's cell size and the limits of its SDK are not checked.";

/// Exported configuration of one switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Tables of `CONFIG_DB` as nested JSON, for `config load`.
    pub patch: Value,
    /// Notes for the user: source of the values, and settings of the document that have no table.
    pub notes: Vec<String>,
}

/// Switch of an export, with the names of its ports.
struct Exported<'a> {
    name: &'a str,
    config: &'a SwitchConfig,
    ports: Vec<Port<'a>>,
}

/// Port of the exported switch.
struct Port<'a> {
    /// Name of the port in SONiC.
    name: String,
    spec: &'a PortSpec,
    /// Prefix of the parameter addresses of the port, such as `switch.s1.port.2`.
    address: String,
}

impl Port<'_> {
    /// Address of a parameter of a priority (0 to 7) of the port, such as `switch.s1.port.2.p3.xoff`.
    fn of_priority(&self, priority: Priority, param: &str) -> String {
        format!("{}.p{priority}.{param}", self.address)
    }

    /// Address of a parameter of the port, such as `switch.s1.port.2.trust`.
    fn param(&self, param: &str) -> String {
        format!("{}.{param}", self.address)
    }
}

/// Configuration of the switch called `switch`. `interfaces` gives the names of its ports in SONiC, indexed
/// by port number. Ports without a name get `Ethernet0`, `Ethernet4` and so on. Surplus names are ignored.
///
/// # Errors
/// If the document has no such switch, or a setting has no field in SONiC. If two ports would have one name,
/// or a name is empty or has `|` or `,`. Each refusal names the address of a parameter and says what to
/// change.
pub fn export(spec: &Spec, switch: &str, interfaces: &[String]) -> Result<Export, Refusals> {
    let exported = Exported::find(spec, switch, interfaces)?;
    let mut patch = Patch::default();
    let mut inexpressible = Inexpressible::default();
    let mut notes = vec![HEAD.to_owned()];
    asic::check(&exported, &mut inexpressible, &mut notes);
    let mut removals = Removals::default();
    pg::write(&exported, &mut patch, &mut inexpressible, &mut removals, &mut notes);
    queue::write(&exported, &mut patch, &mut inexpressible);
    threshold::add_removals(&patch, &mut removals);
    notes.push(threshold::FIXED_MODES.to_owned());
    let wred = wred::profiles(&exported, &mut patch, &mut inexpressible, &mut notes);
    scheduler::write(&exported, &wred, &mut patch, &mut inexpressible);
    maps::write(&exported, &trust::labels(spec), &mut patch, &mut inexpressible, &mut removals, &mut notes);
    pfc::write(&exported, &mut patch, &mut inexpressible, &mut removals);
    watchdog::write(&exported, spec, &mut patch, &mut inexpressible, &mut removals, &mut notes);
    cable::write(&exported, &mut patch, &mut notes);
    mtu::write(&exported, spec, &mut patch, &mut inexpressible, &mut notes);
    notes.extend(exported.ports.first().map(|port| older_keys(&port.name)));
    notes.extend(removals.note());
    inexpressible.finish()?;
    Ok(Export { patch: patch.json(), notes })
}

/// Text of the note that keys in the present configuration of the switch may overlap with keys of the patch.
/// `port` is a port of the patch, named as an example.
fn older_keys(port: &str) -> String {
    format!(
        "Remove first the keys of BUFFER_PG, BUFFER_QUEUE and QUEUE on the switch that overlap with those of this patch, \
         such as {port}|3-4 beside {port}|3 (config qos clear removes all): the last key in the order of the text \
         applies."
    )
}

impl<'a> Exported<'a> {
    fn find(spec: &'a Spec, name: &str, interfaces: &[String]) -> Result<Self, Refusals> {
        let node = spec.nodes.iter().position(|node| node.name == name);
        let found = node.map(|n| (&spec.nodes[n], NodeId::new(n)));
        let Some((node, id)) = found.filter(|(node, _)| node.kind == NodeKind::Switch) else {
            let switches: Vec<&str> = spec
                .nodes
                .iter()
                .filter(|node| node.kind == NodeKind::Switch)
                .map(|node| node.name.as_str())
                .collect();
            let reason = match found {
                Some(_) => "is a host; its settings are commands of its NIC: fabric export nic".to_owned(),
                None => format!("the document has no such switch; there are {}", switches.join(", ")),
            };
            return Err(Refusal::new(FilePlace::file(name), &reason).into());
        };
        let names = names::of_ports(node.ports.len(), interfaces)?;
        let port = |(n, interface): (usize, String)| {
            let id = spec.port(id, u32::try_from(n).ok()?)?;
            let address = format!("switch.{name}.port.{n}");
            Some(Port { name: interface, spec: &spec.ports[id.index()], address })
        };
        let ports = names.into_iter().enumerate().filter_map(port).collect();
        let Some(config) = node.switch().and_then(|switch| spec.switches.get(switch.index())) else {
            return Err(Refusal::new(FilePlace::file(name), "the switch has no settings").into());
        };
        Ok(Self { name: &node.name, config, ports })
    }

    /// Address of a parameter of the switch, such as `switch.s1.memory`.
    fn param(&self, param: &str) -> String {
        format!("switch.{}.{param}", self.name)
    }
}
