//! Export of cable lengths: `CABLE_LENGTH`.
//!
//! Rule: the length of a cable follows from the delay of the link, at 5 ns per metre.
//! Fallback: lengths are rounded up to whole metres, with a note.
//! Left out: lengths of 0 m, because SONiC reads them as unknown.

use fabric_sim::units::{Length, Time};

use super::Exported;
use super::patch::Patch;

/// Writes the cable length of each port whose link has a delay.
pub(super) fn write(exported: &Exported<'_>, patch: &mut Patch, notes: &mut Vec<String>) {
    let mut rounded = Vec::new();
    for port in &exported.ports {
        let (length, is_exact) = metres(port.spec.delay);
        // For SONiC, 0m means that the length is unknown.
        if length > 0 {
            patch.set("CABLE_LENGTH", "AZURE", &port.name, format!("{length}m"));
        }
        if !is_exact || length == 0 {
            rounded.push(port.name.as_str());
        }
    }
    if !rounded.is_empty() {
        notes.push(format!(
            "CABLE_LENGTH is in whole metres, and 0m means unknown; the delay of these links is another one: {}.",
            rounded.join(", ")
        ));
    }
}

/// Length of a cable with this delay in whole metres, rounded up; and whether the length is exact.
pub(super) const fn metres(delay: Time) -> (u64, bool) {
    let metre = Length::from_m(1).delay().ps();
    (delay.ps().div_ceil(metre), delay.ps().is_multiple_of(metre))
}
