//! Names of the exported ports.
//!
//! Rule: the names come from the import, or from `--ports`.
//! Fallback: other ports are called `Ethernet0`, `Ethernet4` and so on, because SONiC numbers the lanes of
//! ports, and a port has four lanes.
//! Left out: equal names, and names with `|`, `,`, spaces or characters beyond ASCII (refused).

use std::collections::BTreeSet;

use crate::finding::{FilePlace, Refusal, Refusals};
use crate::sonic::name::standard_port;

/// Names of `count` ports in SONiC, indexed by port number. Port n has the name `interfaces[n]` if it is
/// given, otherwise `Ethernet` and four times n.
///
/// # Errors
/// If two ports have the same name, or if a name is empty, contains `|` or `,`, or has a character that is
/// not printable ASCII, such as a space.
pub(super) fn of_ports(count: usize, interfaces: &[String]) -> Result<Vec<String>, Refusals> {
    let names: Vec<String> =
        (0..count).map(|n| interfaces.get(n).cloned().unwrap_or_else(|| standard_port(n))).collect();
    let mut seen = BTreeSet::new();
    for (n, name) in names.iter().enumerate() {
        let is_plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic() && !"|,".contains(c));
        if !is_plain || !seen.insert(name) {
            let reason = format!(
                "port {n} cannot be called \"{name}\"; give each port a name of its own with --ports"
            );
            return Err(Refusal::new(FilePlace::default(), &reason).into());
        }
    }
    Ok(names)
}
