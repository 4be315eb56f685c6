//! Sets of priorities, as masks of eight bits. Start with [`PrioritySet`].
//!
//! Iteration is lowest priority first. Adding a priority that is in the set, or removing one that is not,
//! changes nothing. The lowest and the highest priority of an empty set are `None`.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::Priority;

/// Set of priorities, as a mask: bit n is priority n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrioritySet(u8);

impl PrioritySet {
    /// Empty set.
    pub const EMPTY: Self = Self(0);

    /// Set of all eight priorities.
    pub const ALL: Self = Self(u8::MAX);

    /// Set of the priorities whose bits are 1 in `bits`: bit n is priority n.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Mask of the set: bit n is 1 if priority n is in the set.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Set of one priority, 0 to 7.
    #[must_use]
    #[inline]
    pub const fn of(priority: Priority) -> Self {
        Self(1 << priority.get())
    }

    /// Set of `priority`, 0 to 7, and all lower priorities.
    #[must_use]
    #[inline]
    pub const fn up_to(priority: Priority) -> Self {
        Self(u8::MAX >> (7 - priority.get()))
    }

    /// Whether `priority`, 0 to 7, is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, priority: Priority) -> bool {
        self.0 >> priority.get() & 1 == 1
    }

    /// Adds `priority` to the set.
    #[inline]
    pub const fn insert(&mut self, priority: Priority) {
        self.0 |= 1 << priority.get();
    }

    /// Removes `priority` from the set.
    #[inline]
    pub const fn remove(&mut self, priority: Priority) {
        self.0 &= !(1 << priority.get());
    }

    /// Adds `priority` to the set if `is_in` is true; removes it otherwise.
    #[inline]
    pub const fn set(&mut self, priority: Priority, is_in: bool) {
        self.0 = self.0 & !(1 << priority.get()) | (is_in as u8) << priority.get();
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of priorities in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the two sets have a common priority.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set has exactly one priority.
    #[must_use]
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Next priority of the set after `priority`; after priority 7 the search continues at priority
    /// 0. Returns `priority` itself if the set has no other priority, or is empty.
    #[must_use]
    #[inline]
    pub fn next_after(self, priority: Priority) -> Priority {
        let rest = self.0.rotate_right(u32::from(priority) + 1);
        let steps = Self(rest).lowest().unwrap_or(Priority::P7);
        Priority::new((priority.get() + 1 + steps.get()) & 7)
    }

    /// Lowest priority of the set; `None` if the set is empty.
    #[must_use]
    #[inline]
    pub fn lowest(self) -> Option<Priority> {
        u8::try_from(self.0.trailing_zeros()).ok().filter(|number| *number < 8).map(Priority::new)
    }

    /// Highest priority of the set; `None` if the set is empty.
    #[must_use]
    #[inline]
    pub fn highest(self) -> Option<Priority> {
        u8::try_from(self.0.checked_ilog2()?).ok().map(Priority::new)
    }

    /// Iterates over the priorities of the set, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Priority> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            u8::try_from(next).ok().filter(|number| *number < 8).map(Priority::new)
        })
    }
}

impl From<PrioritySet> for u64 {
    fn from(set: PrioritySet) -> Self {
        set.0.into()
    }
}

impl FromIterator<Priority> for PrioritySet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Priority>>(all: I) -> Self {
        all.into_iter().fold(Self::EMPTY, |set, priority| set | Self::of(priority))
    }
}

impl BitAnd for PrioritySet {
    type Output = Self;

    /// Priorities in both sets.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PrioritySet {
    type Output = Self;

    /// Priorities in at least one of the two sets.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for PrioritySet {
    type Output = Self;

    /// Priorities in exactly one of the two sets.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for PrioritySet {
    type Output = Self;

    /// Priorities in `self` and not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.without(other)
    }
}

impl Not for PrioritySet {
    type Output = Self;

    /// All priorities that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for PrioritySet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for PrioritySet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for PrioritySet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for PrioritySet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_set_has_the_priorities_of_its_mask() {
        for mask in 0..=u8::MAX {
            let set = PrioritySet(mask);
            let model: BTreeSet<Priority> =
                Priority::ALL.into_iter().filter(|n| mask / 2u8.pow(u32::from(*n)) % 2 == 1).collect();
            assert!(set.iter().eq(model.iter().copied()));
            assert_eq!(model.iter().copied().collect::<PrioritySet>(), set);
            assert_eq!((set.len() as usize, set.is_empty()), (model.len(), model.is_empty()));
            assert_eq!((set.lowest(), set.highest()), (model.first().copied(), model.last().copied()));
            for n in Priority::ALL {
                let (mut with, mut without) = (set, set);
                with.insert(n);
                without.remove(n);
                assert_eq!(set.contains(n), model.contains(&n));
                assert_eq!((with, without), (set | PrioritySet::of(n), set - PrioritySet::of(n)));
                let (mut same, other) = (set, PrioritySet::up_to(n));
                same.set(n, set.contains(n));
                assert_eq!(same, set);
                same.set(n, !set.contains(n));
                assert_eq!(same, if set.contains(n) { without } else { with });
                assert!((set & other).iter().eq(model.range(..=n).copied()));
                assert!((set - other).iter().eq(model.iter().copied().filter(|other| *other > n)));
                assert_eq!(set.intersects(other), !(set & other).is_empty());
            }
            assert_eq!((set ^ PrioritySet::ALL, set ^ set, set.bits()), (!set, PrioritySet::EMPTY, mask));
            assert_eq!(set.is_single(), model.len() == 1);
            for n in Priority::ALL {
                let next = model.iter().find(|other| **other > n).or(model.first()).copied();
                assert_eq!(set.next_after(n), next.unwrap_or(n));
            }
            assert_eq!((set | !set, set & !set), (PrioritySet::ALL, PrioritySet::EMPTY));
        }
    }
}
