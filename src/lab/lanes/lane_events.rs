//! Events of a queue, such as drops, in limited memory. Start with [`LaneEvents`]. If there are too many
//! events, close events of the same kind are merged into one entry with their count.
//!
//! Merging keeps the order and the kinds: an event is merged only into an earlier event of its own kind.

use fabric_sim::ids::QueueId;
use fabric_sim::units::Time;

use crate::scene::LaneMark;

/// Event of a queue, or several events of the same kind that were merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneEvent {
    /// Time of the event; if events were merged, time of the first of them.
    pub at: Time,
    /// Number of the event in the run; if events were merged, number of the first of them.
    pub number: u64,
    /// Mark that lanes draw for the event.
    pub mark: LaneMark,
    /// Number of merged events; 1 if nothing was merged.
    pub count: u32,
    /// Port and priority of the event; if events were merged, those of the first of them.
    pub queue: QueueId,
}

/// Events in order of time, in limited memory. Above [`Self::MAX_EVENTS`], close events of the same kind are
/// merged into the first of them.
#[derive(Clone, Debug, Default)]
pub struct LaneEvents {
    /// Length of the cells of time in ps; events of the same kind in the same cell are merged. 0 while
    /// nothing is merged.
    grain: u64,
    events: Vec<LaneEvent>,
}

impl LaneEvents {
    /// Greatest number of entries that are kept for a queue. A merged entry counts once.
    pub const MAX_EVENTS: usize = 2_048;

    /// Appends an event, whose time must not be before the time of the last event.
    pub fn push(&mut self, event: LaneEvent) {
        self.events.push(event);
        if self.grain > 0 {
            self.join(self.events.len() - 1);
        }
        while self.events.len() > Self::MAX_EVENTS {
            self.grain = (self.grain * 2).max(1);
            self.join(0);
        }
    }

    /// Merges entries from index `first` on: an entry is merged into an earlier entry of the same kind in the
    /// same cell of time of length `grain`.
    fn join(&mut self, first: usize) {
        let mut len = first;
        for next in first..self.events.len() {
            let event = self.events[next];
            let cell = |at: Time| at.ps() / self.grain;
            let same = self.events[..len]
                .iter_mut()
                .rev()
                .take_while(|before| cell(before.at) == cell(event.at))
                .find(|before| before.mark == event.mark);
            if let Some(before) = same {
                before.count = before.count.saturating_add(event.count);
            } else {
                self.events[len] = event;
                len += 1;
            }
        }
        self.events.truncate(len);
    }

    /// Discards the entries whose first event comes after event number `number`. A merged entry stays with
    /// its whole count, even if some of its events come later.
    pub fn forget_after(&mut self, number: u64) {
        self.events.retain(|event| event.number <= number);
    }

    /// Events from the time `from` to the time `to`, both included. Empty if `to` is before `from`. A merged
    /// entry counts at the time of its first event.
    #[must_use]
    pub fn within(&self, (from, to): (Time, Time)) -> &[LaneEvent] {
        let first = self.events.partition_point(|event| event.at < from);
        let behind = self.events.partition_point(|event| event.at <= to).max(first);
        &self.events[first..behind]
    }

    /// All entries, in order of time.
    #[must_use]
    pub fn events(&self) -> &[LaneEvent] {
        &self.events
    }
}

#[cfg(test)]
mod tests {
    use fabric_sim::ids::Priority;

    use super::*;
    use fabric_sim::ids::PortId;

    fn event(n: u64, mark: LaneMark) -> LaneEvent {
        LaneEvent {
            at: Time(n * 100),
            number: n,
            mark,
            count: 1,
            queue: QueueId::new(PortId(1), Priority::P3),
        }
    }

    #[test]
    fn rare_event_survives_the_merging_of_frequent_ones() {
        let mut all = LaneEvents::default();
        for n in 0..100_000 {
            all.push(event(n, if n == 54_321 { LaneMark::Deadlock } else { LaneMark::Drop }));
        }
        let events = all.events();
        assert!(events.len() <= LaneEvents::MAX_EVENTS && events.len() > 500, "{}", events.len());
        assert_eq!(events.iter().map(|event| u64::from(event.count)).sum::<u64>(), 100_000);
        let dead: Vec<_> = events.iter().filter(|event| event.mark == LaneMark::Deadlock).collect();
        assert_eq!(dead, [&event(54_321, LaneMark::Deadlock)]);
        assert!(events.is_sorted_by_key(|event| event.at));
        let (from, to) = (events[100].at, events[199].at);
        assert_eq!(all.within((from, to)), &events[100..200]);
        assert_eq!(all.within((to + Time(1), from)), []);
    }

    #[test]
    fn few_events_are_not_merged() {
        let mut all = LaneEvents::default();
        [LaneMark::Down, LaneMark::Down, LaneMark::Up]
            .into_iter()
            .zip(1..)
            .for_each(|(mark, n)| all.push(event(n, mark)));
        assert_eq!(all.events().iter().map(|event| event.count).collect::<Vec<_>>(), [1, 1, 1]);
        all.forget_after(2);
        assert_eq!(all.events(), [event(1, LaneMark::Down), event(2, LaneMark::Down)]);
    }
}
