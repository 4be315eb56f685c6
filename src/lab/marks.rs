//! The levels that queues are compared with, and how they moved.

use fabric_sim::engine::{HeadroomView, PriorityView};
use fabric_sim::units::Time;

/// No such level.
pub const NONE: u64 = u64::MAX;

/// What the queues of one priority of one port are compared with, in bytes
/// that they may hold; [`NONE`] where they are not.
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

/// Marks over time, each until the next; in bounded memory.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Steps closer than this are one.
    width: u64,
    steps: Vec<(Time, Marks)>,
}

impl Steps {
    /// Most steps that are kept; beyond, they are kept half as closely.
    const MOST: usize = 2_000;

    /// From the start of a run that is to last for `horizon`.
    #[must_use]
    pub fn new(horizon: Time, first: Marks) -> Self {
        Self { width: (horizon.ps() / Self::MOST as u64).max(1), steps: vec![(Time::ZERO, first)] }
    }

    /// The marks are these from `at` on; times must not go back.
    pub fn push(&mut self, at: Time, marks: Marks) {
        let width = self.width;
        let first = self.steps.len() == 1;
        match self.steps.last_mut() {
            Some(last) if last.1 == marks => return,
            Some(last) if !first && last.0.ps() / width == at.ps() / width => last.1 = marks,
            _ => self.steps.push((at, marks)),
        }
        if self.steps.len() > Self::MOST {
            self.width *= 2;
            let width = self.width;
            // Of each stretch the last stays; the first step of all does anyway.
            let next: Vec<Time> = self.steps.iter().skip(1).map(|step| step.0).collect();
            let mut next = next.into_iter();
            let mut index = 0;
            self.steps.retain(|step| {
                index += 1;
                let next = next.next();
                index == 1 || next.is_none_or(|next| next.ps() / width != step.0.ps() / width)
            });
        }
    }

    /// Drops what lies after `time`.
    pub fn forget_after(&mut self, time: Time) {
        self.steps.retain(|step| step.0 <= time);
    }

    /// The steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[(Time, Marks)] {
        &self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_lies_below_what_is_held() {
        let mut lab = crate::lab::at_rest::at("#/preset/sonic?run=0&t=160us");
        let port = lab.picture().selected.port;
        lab.act(crate::lab::Command::Select(port, 3));
        let picture = lab.picture();
        let (group, pool) = (picture.governed(), picture.headroom());
        let held = group.reserve + group.shared + group.headroom;
        assert!(group.reserve_size + group.xoff < held, "XOFF has fallen below what is held");
        let marks = Marks::of(&picture.lane(), Some(pool));
        assert_eq!(marks.limit, held + pool.most(&group) - group.headroom);
    }

    #[test]
    fn steps_are_thinned_over_the_whole_run_and_never_stop() {
        let level = |xoff| Marks { xoff, xon: NONE, limit: NONE, kmin: NONE, kmax: NONE };
        let mut steps = Steps::new(Time(2_000), level(0));
        for n in 1..50_000u64 {
            steps.push(Time(n), level(n));
        }
        let kept = steps.steps();
        assert!(kept.len() <= Steps::MOST && kept.len() > Steps::MOST / 4, "{}", kept.len());
        assert_eq!((kept[0].1.xoff, kept[kept.len() - 1].1.xoff), (0, 49_999));
        assert!(kept.windows(2).all(|pair| pair[1].0.ps() - pair[0].0.ps() <= 100));
    }
}
