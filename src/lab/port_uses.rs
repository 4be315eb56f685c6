//! Ports that flows use, so that the page can leave out unused ports. The ports are computed again when the
//! routes or the flows change. Start with [`PortUses::follow`].

use std::sync::Arc;

use fabric_sim::sizing::UsedPorts;
use fabric_sim::spec::Spec;

use super::Recording;

/// Ports that flows have used since the document was opened. A port stays used after a link failure has moved
/// its flows, because frames can still wait there.
#[derive(Clone, Debug, Default)]
pub struct PortUses {
    /// Spec and number of flows for which the ports were computed; `None` before the first computation.
    of: Option<(Arc<Spec>, usize)>,
    used: Arc<UsedPorts>,
}

impl PortUses {
    /// Adds the ports that flows use at the cursor of `recording`. Does nothing if neither the flows nor the
    /// routes have changed since the last call; `new_routes` is true if the routes have changed. If the spec
    /// has changed, ports of earlier calls are discarded.
    pub fn follow(&mut self, recording: &Recording, new_routes: bool) {
        let (spec, world) = (recording.spec(), recording.world());
        let flows = world.flow_specs().count();
        let of_spec = self.of.as_ref().filter(|of| Arc::ptr_eq(&of.0, spec));
        if !new_routes && of_spec.is_some_and(|of| of.1 == flows) {
            return;
        }
        let mut used = UsedPorts::of(world);
        if of_spec.is_some() {
            used.merge(&self.used);
        }
        self.of = Some((Arc::clone(spec), flows));
        if used != *self.used {
            self.used = Arc::new(used);
        }
    }

    /// Ports that flows use. Empty before the first call of [`PortUses::follow`].
    #[must_use]
    pub fn used(&self) -> Arc<UsedPorts> {
        Arc::clone(&self.used)
    }
}
