//! Sets of one, two and four words, compared with a `BTreeSet`.

use std::collections::BTreeSet;

use super::*;

/// Pseudo-random numbers; equal seeds give equal numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn port(&mut self, room: usize) -> LocalPort {
        LocalPort::new(self.below(room))
    }
}

fn model<const N: usize>(set: PortSet<N>) -> BTreeSet<LocalPort> {
    set.iter().collect()
}

fn sets_agree<const N: usize>(seed: u64) {
    let (mut numbers, room) = (Numbers(seed), N * WORD);
    let mut sets = [(PortSet::<N>::EMPTY, BTreeSet::new()), (PortSet::<N>::EMPTY, BTreeSet::new())];
    for _ in 0..2_000 {
        for (set, model) in &mut sets {
            // Ports at the bounds of words occur often.
            let near = [0, WORD - 1, WORD % room, room - 1][numbers.below(4)];
            let port = if numbers.below(3) == 0 { LocalPort::new(near) } else { numbers.port(room) };
            match numbers.below(7) {
                0 | 1 => (set.remove(port), model.remove(&port)).0,
                2 => (set.set(port, true), model.insert(port)).0,
                3 => (set.set(port, false), model.remove(&port)).0,
                4 => assert_eq!(set.pop_first(), model.pop_first()),
                _ => (set.insert(port), model.insert(port)).0,
            }
            let pointer = numbers.port(room);
            let before: Vec<LocalPort> = model.range(..pointer).copied().collect();
            let cyclic = model.range(pointer..).chain(&before).next().copied();
            assert!(set.iter().eq(model.iter().copied()));
            assert_eq!(set.first_from(pointer), cyclic, "{set:?} from {pointer:?}");
            assert_eq!(set.rank(pointer), before.len(), "{set:?} before {pointer:?}");
            assert_eq!(set.contains(pointer), model.contains(&pointer));
            assert_eq!((set.first(), set.len()), (model.first().copied(), model.len()));
            assert_eq!(set.is_empty(), model.is_empty());
            assert_eq!(model.iter().copied().collect::<PortSet<N>>(), *set);
        }
        let [(a, of_a), (b, of_b)] = &sets;
        let (a, b) = (*a, *b);
        assert_eq!(model(a & b), of_a & of_b);
        assert_eq!(model(a | b), of_a | of_b);
        assert_eq!(model(a - b), of_a - of_b);
        assert_eq!(a.intersects(b), !of_a.is_disjoint(of_b));
        assert_eq!((!a & a, !a | a, (!a).len()), (PortSet::EMPTY, PortSet::ALL, room - a.len()));
    }
}

#[test]
fn a_set_has_the_ports_that_were_inserted_and_not_removed() {
    (1..=8).for_each(|seed| {
        sets_agree::<1>(seed);
        sets_agree::<2>(seed);
        sets_agree::<4>(seed);
    });
}

#[test]
fn four_words_have_room_for_every_local_port() {
    let all: PortSet<4> = (0..=u8::MAX).map(LocalPort).collect();
    assert_eq!((all, all.len()), (PortSet::ALL, 256));
    assert_eq!(all.first_from(LocalPort(255)), Some(LocalPort(255)));
    assert_eq!(PortSet::<4>::from(LocalPort(3)).first_from(LocalPort(255)), Some(LocalPort(3)), "cyclic");
}

#[test]
fn hash_of_ports_below_64_is_independent_of_capacity() {
    let hash = |add: &dyn Fn(&mut Digest)| {
        let mut digest = Digest::new();
        add(&mut digest);
        digest.finish()
    };
    for ports in [&[][..], &[0, 5, 63]] {
        let ports = || ports.iter().copied().map(LocalPort);
        let word = ports().fold(0u64, |word, port| word | 1 << port.0);
        let expected = hash(&|digest| digest.add(word));
        assert_eq!(hash(&|digest| ports().collect::<PortSet<1>>().digest(digest)), expected);
        assert_eq!(hash(&|digest| ports().collect::<PortSet<4>>().digest(digest)), expected);
    }
    let high: PortSet<4> = [LocalPort(5), LocalPort(200)].into_iter().collect();
    assert_ne!(hash(&|digest| high.digest(digest)), hash(&|digest| digest.add(32u64)));
}
