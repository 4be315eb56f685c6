//! Export of the MTU: `PORT.mtu`.
//!
//! Rule: SONiC's MTU excludes 18 B of header and FCS; it is 68 to 9216 B (sonic-port.yang).
//! Fallback: a document without an MTU writes no field. A note says that each port then keeps its own MTU.
//! Left out: MTUs out of range (refused).

use fabric_sim::spec::Spec;

use super::super::mtu::{RANGE, of_sonic};
use super::Exported;
use super::patch::{Inexpressible, Patch};

/// Note on a document without an MTU (sonic-port.yang has the default).
const WITHOUT_MTU: &str = "mtu=off: the patch has no PORT.mtu, and each port of the switch keeps its own, by default 9100 B without header \
                           and FCS; longer frames are lost there.";

/// Writes the MTU of every port, if the document has one; otherwise adds a note.
pub(super) fn write(
    exported: &Exported<'_>,
    spec: &Spec,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    notes: &mut Vec<String>,
) {
    let Some(mtu) = spec.mtu else {
        notes.push(WITHOUT_MTU.to_owned());
        return;
    };
    let Some(of_sonic) = of_sonic(mtu.into()).filter(|mtu| RANGE.contains(mtu)) else {
        inexpressible.add(
            "mtu".to_owned(),
            "SONiC's MTU is 68 to 9216 B without header and FCS; set 86 to 9234, or off",
        );
        return;
    };
    for port in &exported.ports {
        patch.set("PORT", &port.name, "mtu", of_sonic.to_string());
    }
}
