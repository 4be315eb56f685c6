//! Warnings on collectives that wait for ever: data of one of their flows was lost, and the flow does not
//! retransmit. Start with [`held_up`].
//!
//! A warning names the first flow of the collective with such a loss. A finished collective causes no
//! warning. Losses in the future are not predicted.

use crate::engine::World;
use crate::ids::CollectiveId;
use crate::spec::CollectiveSpec;

/// Warning sentences, one for each unfinished collective that lost data of a flow without retransmission.
pub(super) fn held_up(world: &World) -> Vec<String> {
    let spec = world.spec();
    let of = |(n, of): (usize, &CollectiveSpec)| {
        let over = world.collective_times(CollectiveId::new(n)).count();
        if over >= of.config.repeats as usize {
            return None;
        }
        let first = of.first.index();
        let flows = first..first + of.config.flows as usize;
        let lost =
            |n: &usize| spec.flows[*n].reliability.is_none() && world.counters().flows[*n].dropped_frames > 0;
        let flow = flows.into_iter().find(lost)?;
        Some(format!(
            "collective {} waits for ever: data of its flow {} were lost, and without reliability nothing is sent again",
            of.name, spec.flows[flow].name
        ))
    };
    spec.collectives.iter().enumerate().filter_map(of).collect()
}
