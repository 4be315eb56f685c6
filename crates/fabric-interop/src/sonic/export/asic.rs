//! Check for settings that a configuration of SONiC cannot contain.
//!
//! Rule: settings that change the behaviour of the switch are refused. The refusal says what to set instead.
//! Fallback: properties of the ASIC are listed in a note.
//! Left out: settings with their default values.

use fabric_sim::fabric::egress::{EtsConfig, MarkAt};
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::spec::{Forwarding, PortConfig};
use fabric_sim::units::Time;

use super::patch::Inexpressible;
use super::{Exported, Port};

/// Refuses behaviour that SONiC cannot configure. Adds a note with the parameters that are properties of the
/// ASIC.
pub(super) fn check(exported: &Exported<'_>, inexpressible: &mut Inexpressible, notes: &mut Vec<String>) {
    if exported.config.crossbar.is_some() {
        let reason = "a crossbar is no setting of SONiC, whose switches share a memory; set fabric=ideal";
        inexpressible.add(exported.param("fabric"), reason);
    }
    if exported.config.forwarding == Forwarding::CutThrough {
        let reason = "SONiC has no field for cut-through; set forwarding=store";
        inexpressible.add(exported.param("forwarding"), reason);
    }
    for port in &exported.ports {
        let config = &port.spec.config;
        if !config.credit_channels().is_empty() {
            let reason = "Ethernet switches give no credits; set credits=off";
            inexpressible.add(port.param("credits"), reason);
        }
        if config.sender.trigger == Trigger::EgressQueue {
            let reason = "switches of SONiC pause by the ingress group; set pfc_trigger=ingress";
            inexpressible.add(port.param("pfc_trigger"), reason);
        }
    }
    let mut of_asic: Vec<&str> = Vec::new();
    if exported.config.pool.cell_bytes != 1 {
        of_asic.push("cell_bytes");
    }
    if exported.config.ingress_latency != Time::ZERO {
        of_asic.push("ingress_latency");
    }
    for name in exported.ports.iter().flat_map(of_port) {
        if !of_asic.contains(&name) {
            of_asic.push(name);
        }
    }
    if !of_asic.is_empty() {
        notes.push(format!("Not in the configuration, since the ASIC has them: {}.", of_asic.join(", ")));
    }
}

/// Names of parameters that are properties of the ASIC and that differ from the default of the simulator at
/// this port. The order is fixed.
fn of_port(port: &Port<'_>) -> Vec<&'static str> {
    let (config, default) = (&port.spec.config, PortConfig::new());
    let differs = [
        ("pause_quanta", config.sender.quanta != default.sender.quanta),
        ("explicit_xon", config.sender.explicit_xon != default.sender.explicit_xon),
        ("pause_timer", config.receiver.timer != default.receiver.timer),
        ("pfc_delay", config.receiver.delay != default.receiver.delay),
        ("pfc_order", config.receiver.order != default.receiver.order),
        ("overhead", config.overhead != default.overhead),
        ("ets_counts", config.ets.counts != EtsConfig::DEFAULT.counts),
        ("ets_quantum", config.ets.quantum.is_some()),
        ("ecn_at", config.priorities.iter().any(|p| !p.ecn.is_off() && p.ecn.at != MarkAt::Dequeue)),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}
