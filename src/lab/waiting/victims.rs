//! Victim flows of the recent past. Start with [`Lab::victims`]. A victim is blocked only during pauses, so a
//! flow is still named for some time after each pause.

use std::sync::Arc;

use fabric_sim::engine::{RunEnd, World};
use fabric_sim::ids::FlowId;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::roots::victims;
use crate::lab::recent::recent_span;
use crate::lab::{Lab, Recording};

/// Divisor of [`recent_span`] that gives the length of the interval in which victims are searched.
const PART: u64 = 4;
/// Divisor of [`Victims::span`] that gives the greatest advance of the cursor without a new replay.
const STEP: u64 = 4;
/// Greatest number of ports of a fabric for which victim flows are searched.
const MAX_PORTS: usize = 512;
/// Number of times at which a replay of the recent past searches for victims.
const SAMPLES: u64 = 16;
/// Greatest number of events of a replay between two searches for victims.
const MAX_EVENTS: u64 = 4_096;

/// Victim flows of the recent past: flows that were blocked although their paths contained no root.
///
/// A flow becomes a victim when it is blocked, and remains one until it has sent for [`Victims::span`]
/// without being blocked. The result depends only on the run and the cursor. Only if the recent past has too
/// many events for a replay, the result also depends on the times at which the page was updated.
#[derive(Clone, Debug, Default)]
pub struct Victims {
    /// Victims with their names and the last time at which they were blocked, in the order in which they
    /// became victims.
    flows: Vec<(FlowId, String, Time)>,
    /// Length of the recent past in which victims are searched.
    pub span: Time,
    /// Time of the cursor for which the victims were computed, and identity of the run: its spec and its
    /// number of actions. `None` before the first computation.
    of: Option<(Time, Arc<Spec>, usize)>,
}

impl Victims {
    /// Victim flows with their names. Flows are in the order in which they became victims.
    #[must_use]
    pub fn flows(&self) -> impl ExactSizeIterator<Item = (FlowId, &str)> {
        self.flows.iter().map(|(flow, name, _)| (*flow, name.as_str()))
    }

    /// Adds the flows that are victims at the time of `world` (blocked, without a root on their path).
    fn add(&mut self, world: &World) {
        for (flow, name) in victims(world) {
            match self.flows.iter_mut().find(|known| known.0 == flow) {
                Some(known) => known.2 = world.now(),
                None => self.flows.push((flow, name, world.now())),
            }
        }
    }

    /// Adds the victims between `from` and the cursor of `recording`, found by a replay. If the replay needs
    /// too many events, removes all victims.
    fn replay(&mut self, recording: &Recording, from: Time) {
        let span = recording.world().now().saturating_sub(from);
        let mut world = recording.seekable_run.world_before(|world| world.now() <= from);
        for sample in 0..SAMPLES {
            let until = Time(from.ps() + span.ps() / SAMPLES * sample);
            let most = if sample == 0 { SAMPLES * MAX_EVENTS } else { MAX_EVENTS };
            if world.run(until, most) == RunEnd::Budget {
                self.flows.clear();
                return;
            }
            self.add(&world);
        }
    }
}

impl Lab {
    /// Flows that were victims within [`Victims::span`] before the cursor; a flow that was blocked exactly at
    /// the start of the span is included. `before` is the last result, which shortens the replay while the
    /// run plays; `None` replays the whole span. If the replay would take too many events, only flows that
    /// are blocked at the cursor are found. Empty in a fabric of more than 512 ports.
    #[must_use]
    pub fn victims(&self, before: Option<&Victims>) -> Victims {
        let recording = self.run.recording();
        let span = Time(recent_span(self.compiled.spec.horizon).ps() / PART);
        if recording.spec().ports.len() > MAX_PORTS {
            return Victims { span, ..Victims::default() };
        }
        let world = recording.world();
        let (now, actions) = (world.now(), world.actions().len());
        let from = now.saturating_sub(span);
        let least = now.saturating_sub(Time(span.ps() / STEP));
        let is_recent = |victims: &&Victims| {
            victims.of.as_ref().is_some_and(|(at, spec, count)| {
                (least..=now).contains(at) && Arc::ptr_eq(spec, recording.spec()) && *count == actions
            })
        };
        let mut next = before.filter(is_recent).cloned().unwrap_or_else(|| {
            let mut victims = Victims { span, ..Victims::default() };
            victims.replay(recording, from);
            victims
        });
        next.add(world);
        next.flows.retain(|(.., last)| *last >= from);
        next.of = Some((now, Arc::clone(recording.spec()), actions));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Command;
    use crate::lab::test_lab::{act, at};

    fn names(victims: &Victims) -> Vec<&str> {
        victims.flows().map(|(_, name)| name).collect()
    }

    #[test]
    fn a_victim_stays_named_between_its_pauses() {
        let mut lab = at("#/preset/victim?run=0&t=10us");
        assert!(names(&lab.victims(None)).is_empty());
        let mut before = Victims::default();
        for half_us in 56..130 {
            act(&mut lab, Command::Seek(Time::from_ns(500 * half_us)));
            let jumped = lab.victims(None);
            assert_eq!(names(&jumped), ["victim"], "{half_us}");
            before = lab.victims(Some(&before));
            assert_eq!(names(&before), ["victim"], "{half_us}");
        }
    }

    #[test]
    fn a_flow_is_no_victim_of_a_time_that_is_not_yet_reached() {
        let mut lab = at("#/preset/victim?run=0&t=40us");
        let start = at("#/preset/victim?run=0&t=0s").victims(None);
        let later = lab.victims(Some(&start));
        assert_eq!(names(&later), ["victim"], "the time between is replayed");
        act(&mut lab, Command::Seek(Time::from_us(10)));
        assert!(names(&lab.victims(Some(&later))).is_empty());
    }
}
