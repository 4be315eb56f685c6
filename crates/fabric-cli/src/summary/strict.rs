//! Table of the text report that compares strict classes with the other classes of their ports. Start with
//! [`classes`].

use fabric_sim::insight::PortReport;

use super::{by_port, of_port, short};

pub(super) const HEADER: [&str; 5] = ["port", "prio", "sent", "of its port", "paused"];

/// Table rows of the strict classes that sent frames in the window, in the order of `ports`. Ports on which
/// only one class sent are left out.
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
