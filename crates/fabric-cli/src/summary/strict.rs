//! Strict classes beside the other classes of their ports, and shares of classes in all that their ports sent.

use fabric_sim::insight::PortReport;

use super::short;

pub(super) const HEADER: [&str; 5] = ["port", "prio", "sent", "of its port", "paused"];

/// Rows of strict classes at ports that sent frames of several classes.
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

/// Reports of classes, a slice for each port.
pub(super) fn by_port(ports: &[PortReport]) -> impl Iterator<Item = &[PortReport]> {
    ports.chunk_by(|a, b| (&a.node, a.port) == (&b.node, b.port))
}

/// Share of a class in the bytes that all classes of its port sent in the window: `12.50 %`. The shares of a
/// port add up to 100 %.
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) fn of_port(class: &PortReport, classes: &[PortReport]) -> String {
    let sent: u64 = classes.iter().map(|class| class.tx_bytes).sum();
    format!("{:.2} %", 100.0 * class.tx_bytes as f64 / sent.max(1) as f64)
}
