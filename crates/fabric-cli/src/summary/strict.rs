//! Strict classes beside the other classes of their ports.

use fabric_sim::insight::PortReport;

use super::short;

pub(super) const HEADER: [&str; 5] = ["port", "prio", "sent", "of its port", "paused"];

/// Rows of strict classes at ports that sent frames of several classes.
pub(super) fn classes(ports: &[PortReport]) -> Vec<Vec<String>> {
    let is_of_one = |a: &PortReport, b: &PortReport| (&a.node, a.port) == (&b.node, b.port);
    let mut rows = Vec::new();
    for classes in ports.chunk_by(is_of_one) {
        let sent: u64 = classes.iter().map(|class| class.tx_bytes).sum();
        if classes.iter().filter(|class| class.tx_bytes > 0).count() < 2 {
            continue;
        }
        let is_strict = |class: &&PortReport| class.ets.is_none() && class.tx_bytes > 0;
        rows.extend(classes.iter().filter(is_strict).map(|class| {
            vec![
                format!("{}.{}", class.node, class.port),
                class.priority.to_string(),
                format!("{} B", class.tx_bytes),
                percent(class.tx_bytes, sent),
                short(class.paused_ps),
            ]
        }));
    }
    rows
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(part: u64, of: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / of.max(1) as f64)
}
