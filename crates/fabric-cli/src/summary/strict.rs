//! Table of strict classes in the text report, compared with the other classes of their ports.

use fabric_sim::insight::PortReport;

use super::{by_port, of_port, short};

pub(super) const HEADER: [&str; 5] = ["port", "prio", "sent", "of its port", "paused"];

/// Table rows of strict classes, for ports that sent frames of several classes.
pub(super) fn classes(ports: &[PortReport]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for classes in by_port(ports) {
        if classes.iter().filter(|class| class.tx_bytes > 0).count() < 2 {
            continue;
        }
        let is_strict = |class: &&PortReport| class.ets.is_none() && class.tx_bytes > 0;
        rows.extend(classes.iter().filter(is_strict).map(|class| {
            vec![
                format!("{}.{}", class.node, class.port),
                class.priority.to_string(),
                format!("{} B", class.tx_bytes),
                of_port(class, classes),
                short(class.paused_ps),
            ]
        }));
    }
    rows
}
