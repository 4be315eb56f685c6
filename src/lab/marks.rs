//! The levels that queues are compared with.

use fabric_sim::engine::{HeadroomView, PriorityView};

/// No such level.
pub const NONE: u64 = u64::MAX;

/// Thresholds of the queues of one priority of one port, as bytes that the queues may hold;
/// [`NONE`] where there is no threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// XOFF of the ingress group.
    pub xoff: u64,
    /// Its XON.
    pub xon: u64,
    /// Where its headroom ends.
    pub limit: u64,
    /// Kmin of the egress queue.
    pub kmin: u64,
    /// Kmax of it.
    pub kmax: u64,
}

impl Marks {
    /// As they stand; only a switch has an ingress group, and `headroom`.
    #[must_use]
    pub fn of(view: &PriorityView, headroom: Option<HeadroomView>) -> Self {
        let group = &view.pg;
        let (xoff, xon, limit) = if let Some(headroom) = headroom.filter(|_| group.lossless) {
            let xoff = group.reserve_size.saturating_add(group.xoff);
            let xon = group.reserve_size.saturating_add(group.xon);
            (xoff, xon, group.headroom_from().saturating_add(headroom.most(group)))
        } else {
            (NONE, NONE, NONE)
        };
        Self { xoff, xon, limit, kmin: view.kmin, kmax: view.kmax }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_lies_below_what_is_held() {
        let mut lab = crate::lab::at_rest::at("#/preset/sonic?run=0&t=160us");
        let port = lab.picture().still.selected.port;
        lab.act(crate::lab::Command::Select(port, 3));
        let picture = lab.picture();
        let (group, pool) = (picture.governed(), picture.headroom());
        let held = group.reserve + group.shared + group.headroom;
        assert!(group.reserve_size + group.xoff < held, "XOFF has fallen below what is held");
        let marks = Marks::of(&picture.lane(), Some(pool));
        assert_eq!(marks.limit, held + pool.most(&group) - group.headroom);
    }
}
