//! Lists the settings that the parameter `pfc=off` changes, so that reports can show them. Start with
//! [`changes`].

use std::collections::BTreeMap;

use super::super::params::{Key, Rows, config};
use crate::fabric::buffer::Threshold;
use crate::ids::Priority;
use crate::spec::{PortSpec, PriorityConfig, Spec};
use crate::units::Bytes;

/// Sentences on the settings that differ between `before` and `after`, such as `headroom: 20k → 0, at 8
/// priorities of ports`. The number counts the pairs of port and priority with this difference. Equal
/// settings are left out. If ports have 802.3x pause, the last text says that their links still pause.
pub(super) fn changes(before: &Rows, after: &Rows, spec: &Spec) -> Vec<String> {
    let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut add = |n: usize, name: &str, [was, is]: [String; 2]| {
        if was != is {
            *counts.entry((n, format!("{name}: {was} → {is}"))).or_default() += 1;
        }
    };
    for (index, port) in spec.ports.iter().enumerate() {
        for n in Priority::ALL {
            let rows = [before, after].map(|rows| {
                let row = |port: usize| &rows.priorities[port][n.index()];
                (row(index), row(port.peer.index()))
            });
            for (order, key) in [Key::PfcTx, Key::PfcRx].into_iter().enumerate() {
                let switched_rows = rows.map(|(row, other)| switched(config::has_pfc(key, n, row, other)));
                add(order, key.param().name, switched_rows);
            }
            if spec.owner(crate::ids::PortId::new(index)).switch().is_none() {
                continue;
            }
            let configs = rows.map(|(row, _)| config::priority(row, n, before.model));
            add(2, "lossless", configs.map(|config| switched(config.pg.lossless)));
            add(3, "headroom", configs.map(|config| Bytes(config.pg.headroom).to_string()));
            add(4, "threshold", configs.map(|config| limit(Some(config.pg.threshold))));
            add(5, "egress limit", configs.map(|config: PriorityConfig| limit(config.egress_limit)));
        }
    }
    let change_label = |((_, change), count): ((usize, String), usize)| match count {
        1 => format!("{change}, at 1 priority of a port"),
        count => format!("{change}, at {count} priorities of ports"),
    };
    let pauses_link = |port: &&PortSpec| port.config.link_pause.is_some();
    let with_link_pause = spec.ports.iter().filter(pauses_link).count();
    let stays = (with_link_pause > 0).then(|| {
        format!("nothing at {with_link_pause} ports with link_pause: their links still pause (802.3x); set link_pause off, too")
    });
    counts.into_iter().map(change_label).chain(stays).collect()
}

fn switched(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

fn limit(threshold: Option<Threshold>) -> String {
    match threshold {
        None => "none".to_owned(),
        Some(Threshold::Static(bytes)) => format!("static {}", Bytes(bytes)),
        Some(Threshold::Dynamic(alpha)) => {
            format!("dynamic, α {}", super::super::params::ValueKind::Ratio.show(alpha.into()))
        }
    }
}
