use super::*;

/// Pseudo-random numbers; equal seeds give equal numbers.
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most.max(1)
    }
}

/// Complete record: time, event number and value of every change.
#[derive(Clone, Default)]
struct Naive(Vec<(Time, u64, u64)>);

impl Naive {
    /// Smallest, largest and last value from `from` until before `to`; `None` without a change.
    fn over(&self, from: Time, to: Time) -> Option<(u64, u64, u64)> {
        let before = |time: Time| self.0.partition_point(|push| push.0 < time);
        self.0[before(from)..before(to)].iter().fold(None, |sum, (_, _, value)| {
            let (least, most, _) = sum.unwrap_or((*value, *value, *value));
            Some((least.min(*value), most.max(*value), *value))
        })
    }

    /// Checks that each column of `pyramid` has the smallest and the largest value of its interval,
    /// and that the columns cover the window from `from` to `to`.
    fn agrees(&self, pyramid: &Pyramid, from: Time, to: Time, columns: usize) {
        let made = pyramid.columns(from, to, columns);
        assert!(made.len() <= columns + 1, "{} of {columns}", made.len());
        assert!(made.windows(2).all(|pair| pair[0].from < pair[1].from));
        for (n, column) in made.iter().enumerate() {
            let is_last = n + 1 == made.len();
            if n == 0 && column.from < from {
                // The first column gives the value from before the window.
                let (least, most, _) =
                    self.over(column.from, column.last_change_at + Time(1)).expect("it was pushed then");
                assert!(least <= column.least && column.most <= most);
                assert!(self.0.iter().any(|push| (push.0, push.2) == (column.last_change_at, column.last)));
                continue;
            }
            // The last column may include values after the window.
            let until = if is_last { to.max(column.from + Time(1)) } else { made[n + 1].from };
            let exact = self.over(column.from, until).expect("it was pushed then");
            if pyramid.grain > 0 {
                // A merged span may end at the time at which the next column begins, and in the
                // last column after the window. No peak is lost, and no value occurs that was not
                // recorded by then.
                let seen = self
                    .over(column.from, until.max(column.last_change_at) + Time(1))
                    .expect("it was pushed then");
                let before = n.checked_sub(1).map_or(*column, |n| made[n]);
                let (least, most) = (column.least.min(before.least), column.most.max(before.most));
                assert!(least <= exact.0 && most >= exact.1, "{from} to {to}, column {n}");
                if let Some(own) = self.over(column.from + Time(1), until) {
                    assert!(column.least <= own.0 && column.most >= own.1, "{from} to {to}, column {n}");
                }
                assert!(column.least >= seen.0 && column.most <= seen.1, "{from} to {to}, column {n}");
            } else {
                assert_eq!((column.least, column.most, column.last), exact, "{from} to {to}, column {n}");
            }
        }
        let first = self.0.get(self.0.partition_point(|push| push.0 < from));
        let first = first.map(|push| push.0).filter(|first| *first < to);
        if let Some(first) = first {
            assert!(made.first().is_some_and(|column| column.from <= first), "{from} to {to}");
        }
    }
}

fn push(density: RecordDensity, both: &mut [(Pyramid, Naive)], at: Time, number: u64, value: u64) {
    for (pyramid, naive) in both {
        pyramid.push_with_density(density, at, number, value);
        // An unchanged value adds nothing to the record.
        if naive.0.last().is_none_or(|last| last.2 != value) {
            naive.0.push((at, number, value));
        }
    }
}

#[test]
fn columns_agree_with_a_full_record_after_cuts_and_zooms() {
    for seed in 1..=60u64 {
        let mut lots = Lots(seed * 0x9e37_79b9);
        let most = if seed % 3 == 0 { 100_000 } else { 40 + usize::try_from(lots.below(3_000)).unwrap() };
        let mut run = vec![(Pyramid::new(most), Naive::default())];
        let (mut at, mut number) = (0, 0);
        for _ in 0..12 {
            let density = if lots.below(2) == 0 { RecordDensity::Full } else { RecordDensity::Merged };
            for _ in 0..lots.below(1_500) {
                number += 1 + lots.below(3);
                at += if lots.below(3) == 0 { 0 } else { lots.below(2_000) };
                // A value may change more than once in an event.
                for _ in 0..=lots.below(2) {
                    let value = if lots.below(50) == 0 { lots.below(1 << 40) } else { lots.below(9) };
                    push(density, &mut run, Time(at), number, value);
                }
            }
            let (pyramid, naive) = &run[0];
            assert!(pyramid.count() <= most, "{}", pyramid.count());
            for _ in 0..6 {
                let from = lots.below(at + 1);
                let to = from + 1 + lots.below(at + 1 - from);
                let columns = 1 + usize::try_from(lots.below(400)).unwrap();
                naive.agrees(pyramid, Time(from), Time(to), columns);
            }
            naive.agrees(pyramid, Time::ZERO, Time(at + 1), 300);
            if lots.below(2) == 0 {
                let cut = lots.below(number + 1);
                let before = run[0].clone();
                let (pyramid, naive) = &mut run[0];
                let known = pyramid.forget_after(cut);
                assert!(known <= cut);
                assert!(known == cut || pyramid.grain > 0, "what is one event is never doubted");
                naive.0.retain(|push| push.1 <= known);
                let all = |naive: &Naive| naive.0.iter().map(|push| push.0.ps() + 1).max().unwrap_or(1);
                naive.agrees(pyramid, Time::ZERO, Time(all(naive)), 200);
                // Changes of a record do not affect its clone.
                before.1.agrees(&before.0, Time::ZERO, Time(all(&before.1)), 200);
                number = known;
                at = naive.0.last().map_or(0, |push| push.0.ps());
            }
        }
    }
}

#[test]
fn a_peak_survives_any_thinning_and_is_removed_with_its_future() {
    let mut pyramid = Pyramid::new(500);
    for n in 1..=100_000u64 {
        pyramid.push(Time(n * 1_000), n, if n == 54_321 { 99 } else { n % 7 });
    }
    let most = |pyramid: &Pyramid, columns| {
        pyramid.columns(Time::ZERO, Time(100_001_000), columns).iter().map(|column| column.most).max()
    };
    assert!(pyramid.count() <= 500);
    for columns in [1, 40, 1_000] {
        assert_eq!(most(&pyramid, columns), Some(99));
    }
    let known = pyramid.forget_after(54_320);
    assert!(known <= 54_320 && known > 53_000, "{known}");
    assert_eq!(most(&pyramid, 40), Some(6), "it was never to be");
}

#[test]
fn merged_density_merges_changes_only_after_thinning() {
    let both = || [Pyramid::new(1_000), Pyramid::new(1_000)];
    let fill = |[each, many]: &mut [Pyramid; 2], until: u64, (first, last): (u64, u64)| {
        for n in first..=last {
            let value = if n == until { 99 } else { n % 7 };
            each.push(Time(n * 1_000), n, value);
            many.push_with_density(RecordDensity::Merged, Time(n * 1_000), n, value);
        }
    };
    let shown = |pyramid: &Pyramid| pyramid.grouped(Time::ZERO, Time::NEVER, Time(1));
    let mut young = both();
    fill(&mut young, 500, (1, 900));
    assert_eq!(shown(&young[0]), shown(&young[1]), "nothing is thinned out yet");

    let mut old = both();
    fill(&mut old, 54_321, (1, 100_000));
    let [each, many] = &mut old;
    assert_eq!(many.most(), Some(99));
    // [`RecordDensity::Merged`] merges changes in quarters of the intervals of the thinned part. The record
    // is thinned out less often, and to about the same resolution.
    assert!(each.grain.abs_diff(many.grain) <= 1, "{} and {}", each.grain, many.grain);
    each.thin_out();
    many.thin_out();
    let counts = [each.count(), many.count()];
    fill(&mut old, 0, (100_001, 100_100));
    let [each, many] = [old[0].count() - counts[0], old[1].count() - counts[1]];
    assert_eq!(each, 100);
    assert!((2..100).contains(&many), "{many}");
}

#[test]
fn cost_of_columns_is_independent_of_the_record_length() {
    let mut pyramid = Pyramid::new(1 << 20);
    for n in 1..=1_000_000u64 {
        pyramid.push(Time(n * 1_000), n, n % 11);
    }
    assert_eq!(pyramid.count(), 1_000_000);
    for (from, to) in [(0, 1_000_000_000), (400_000_000, 600_000_000), (999_000_000, 1_000_000_000)] {
        let columns = 500;
        let width = Time((to - from) / columns);
        let gathered = pyramid.gathered(Time(from), Time(to), width);
        assert!(gathered.columns.len() <= 501);
        // At each border of a column, one path down the tree is visited, with all spans of the leaf
        // at its end.
        assert!(gathered.looked < 500 * (LEAF + FAN * 6) + 200, "{}", gathered.looked);
    }
    let a_third = pyramid.gathered(Time::ZERO, Time(1_000_000_000), Time(333_333_334));
    assert!(a_third.looked < 700, "{}", a_third.looked);
}

#[test]
fn forks_share_chunks_before_the_fork() {
    let mut run = Pyramid::new(1 << 20);
    for n in 1..=200_000u64 {
        run.push(Time(n), n, n % 5);
    }
    let mut fork = run.clone();
    assert_eq!(fork.forget_after(150_000), 150_000);
    let shared = fork.chunks.iter().filter(|chunk| run.chunks.iter().any(|other| Arc::ptr_eq(chunk, other)));
    let shared: usize = shared.map(|chunk| chunk.count()).sum();
    assert!(shared > 100_000, "{shared}");
    assert!(fork.chunks.len() < 8 * FAN, "{} chunks are copied with a fork", fork.chunks.len());
}
