//! Thresholds of a priority of a port at the cursor, for the marks of the picture. Start with
//! [`Thresholds::of`]. A dynamic XOFF changes with the free memory.

use fabric_sim::engine::{HeadroomView, PriorityView};

/// Value that stands for a missing threshold.
pub const NO_THRESHOLD: u64 = u64::MAX;

/// Thresholds of one priority of a port, in bytes. A missing threshold is [`NO_THRESHOLD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Bytes of the priority group, its reserve included, at which the group sends a pause.
    pub xoff: u64,
    /// Bytes of the priority group, its reserve included, at or below which a paused group sends a resume.
    pub xon: u64,
    /// Bytes of the priority group at the end of its headroom. A frame that would exceed this number is
    /// dropped.
    pub limit: u64,
    /// Kmin of the egress queue, in bytes.
    pub kmin: u64,
    /// Kmax of the egress queue, in bytes.
    pub kmax: u64,
}

impl Thresholds {
    /// Thresholds of the priority with the state `view`. `headroom` is the headroom of the switch; `None` for
    /// a host. XOFF, XON and the end of the headroom are missing at a host, and for a lossy priority. Kmin
    /// and Kmax are missing if ECN marking is off.
    #[must_use]
    pub fn of(view: &PriorityView, headroom: Option<HeadroomView>) -> Self {
        let group = &view.pg;
        let (xoff, xon, limit) = if let Some(headroom) = headroom.filter(|_| group.lossless) {
            let xoff = group.reserve_size.saturating_add(group.xoff);
            let xon = group.reserve_size.saturating_add(group.xon);
            (xoff, xon, group.headroom_from().saturating_add(headroom.max_usable(group)))
        } else {
            (NO_THRESHOLD, NO_THRESHOLD, NO_THRESHOLD)
        };
        Self { xoff, xon, limit, kmin: view.kmin, kmax: view.kmax }
    }
}

#[cfg(test)]
mod tests {
    use fabric_sim::ids::Priority;

    use super::*;

    #[test]
    fn no_limit_is_below_the_occupancy() {
        let mut lab = crate::lab::test_lab::at("#/preset/sonic?run=0&t=160us");
        let port = lab.picture().static_picture.selected.port;
        lab.act(crate::lab::Command::Select(port, Priority::P3));
        let picture = lab.picture();
        let (group, pool) = (picture.shown_group(), picture.headroom());
        let held = group.reserve + group.shared + group.headroom;
        assert!(group.reserve_size + group.xoff < held, "XOFF has fallen below what is held");
        let marks = Thresholds::of(&picture.selected_priority_view(), Some(pool));
        assert_eq!(marks.limit, held + pool.max_usable(&group) - group.headroom);
    }
}
