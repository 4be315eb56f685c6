use fabric_sim::ids::PortId;
use fabric_sim::units::Time;

use crate::scene::Sign;

/// Event of a queue, or several merged events of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Time of the first event.
    pub at: Time,
    /// Number of the first event in the run.
    pub number: u64,
    /// Kind of mark.
    pub sign: Sign,
    /// Number of merged events.
    pub count: u32,
    /// Port and priority of the first event.
    pub queue: (PortId, u8),
}

/// Events in order, in bounded memory: if there are too many, neighbours of a kind are merged into
/// the first of them.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    /// Interval in ps within which events are merged.
    grain: u64,
    spots: Vec<Spot>,
}

impl Signs {
    /// Greatest number of entries.
    pub const MOST: usize = 2_048;

    /// Appends an event. Times must not decrease.
    pub fn push(&mut self, spot: Spot) {
        self.spots.push(spot);
        if self.grain > 0 {
            self.join(self.spots.len() - 1);
        }
        while self.spots.len() > Self::MOST {
            self.grain = (self.grain * 2).max(1);
            self.join(0);
        }
    }

    /// Merges entries from index `first` on with earlier ones of the same kind in the same interval.
    fn join(&mut self, first: usize) {
        let mut kept = first;
        for next in first..self.spots.len() {
            let spot = self.spots[next];
            let cell = |at: Time| at.ps() / self.grain;
            let same = self.spots[..kept]
                .iter_mut()
                .rev()
                .take_while(|before| cell(before.at) == cell(spot.at))
                .find(|before| before.sign == spot.sign);
            if let Some(before) = same {
                before.count = before.count.saturating_add(spot.count);
            } else {
                self.spots[kept] = spot;
                kept += 1;
            }
        }
        self.spots.truncate(kept);
    }

    /// Drops the entries after event `number`.
    pub fn forget_after(&mut self, number: u64) {
        self.spots.retain(|spot| spot.number <= number);
    }

    /// Events between two times.
    #[must_use]
    pub fn within(&self, (from, to): (Time, Time)) -> &[Spot] {
        let first = self.spots.partition_point(|spot| spot.at < from);
        let behind = self.spots.partition_point(|spot| spot.at <= to).max(first);
        &self.spots[first..behind]
    }

    /// All entries, by time.
    #[must_use]
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(n: u64, sign: Sign) -> Spot {
        Spot { at: Time(n * 100), number: n, sign, count: 1, queue: (PortId(1), 3) }
    }

    #[test]
    fn a_lone_sign_survives_among_a_hundred_thousand_of_another_kind() {
        let mut signs = Signs::default();
        for n in 0..100_000 {
            signs.push(spot(n, if n == 54_321 { Sign::Deadlock } else { Sign::Drop }));
        }
        let spots = signs.spots();
        assert!(spots.len() <= Signs::MOST && spots.len() > 500, "{}", spots.len());
        assert_eq!(spots.iter().map(|spot| u64::from(spot.count)).sum::<u64>(), 100_000);
        let dead: Vec<_> = spots.iter().filter(|spot| spot.sign == Sign::Deadlock).collect();
        assert_eq!(dead, [&spot(54_321, Sign::Deadlock)]);
        assert!(spots.is_sorted_by_key(|spot| spot.at));
        let (from, to) = (spots[100].at, spots[199].at);
        assert_eq!(signs.within((from, to)), &spots[100..200]);
        assert_eq!(signs.within((to + Time(1), from)), []);
    }

    #[test]
    fn what_is_not_crowded_is_kept_one_by_one() {
        let mut signs = Signs::default();
        [Sign::Down, Sign::Down, Sign::Up]
            .into_iter()
            .zip(1..)
            .for_each(|(sign, n)| signs.push(spot(n, sign)));
        assert_eq!(signs.spots().iter().map(|spot| spot.count).collect::<Vec<_>>(), [1, 1, 1]);
        signs.forget_after(2);
        assert_eq!(signs.spots(), [spot(1, Sign::Down), spot(2, Sign::Down)]);
    }
}
