//! Checks that the MTU of every port is large enough for a flow's frames.

use crate::spec::{FlowSpec, Spec};

/// Problem of a flow whose frames are longer than the MTU, without its place; `None` if they fit.
pub(super) fn too_long(flow: &FlowSpec, spec: &Spec) -> Option<String> {
    let mtu = spec.mtu?;
    let longest = flow.frame_bytes;
    (longest > mtu)
        .then(|| format!("{longest} is outside 64 to {mtu}, the MTU; shorten the frames, or raise `mtu`"))
}
