use super::*;

fn drain(wheel: &mut Wheel) -> Vec<(u64, u32)> {
    let mut order = Vec::new();
    while wheel.first().0 != Time::NEVER {
        let (time, slot) = wheel.first();
        wheel.turn(time);
        wheel.pop();
        assert!(!wheel.has(slot));
        order.push((time.ps(), slot));
    }
    order
}

#[test]
fn bucket_is_ordered_and_any_slot_can_be_removed() {
    for out in 0..4 {
        let mut wheel = Wheel::new(4, Time::ZERO);
        for (slot, ps) in [(2, 30), (0, 10), (1, 10), (3, 40)] {
            wheel.insert(slot, Time(ps));
        }
        wheel.remove(out);
        let left = [(10, 0), (10, 1), (30, 2), (40, 3)].into_iter().filter(|(_, slot)| *slot != out);
        assert_eq!(drain(&mut wheel), left.collect::<Vec<_>>());
    }
}

#[test]
fn the_first_is_found_all_around_a_wheel_of_any_width() {
    for slots in [1, 300, 5_000, 100_000] {
        let bucket = (1 << SPAN) / Wheel::new(slots, Time::ZERO).heads.len() as u64;
        let buckets = (1 << SPAN) / bucket;
        for from in [0, 1, 63, 64, buckets / 2 + 1, buckets - 1, 7 * buckets + 5] {
            for ahead in [0, 1, 2, 63, 64, 65, buckets / 2, buckets - 1] {
                let (now, then) = (Time(from * bucket), Time((from + ahead) * bucket));
                let mut wheel = Wheel::new(slots, now);
                wheel.insert(0, now);
                assert!(wheel.reaches(then) && !wheel.reaches(Time((from + buckets) * bucket)));
                wheel.remove(0);
                wheel.insert(0, then);
                assert_eq!(drain(&mut wheel), [(then.ps(), 0)], "{ahead} after {from} of {slots}");
            }
        }
    }
}

/// Inserts five deadlines of one bucket out of order, some before the bucket is opened and the first `late`
/// after it. Then inserts one more, removes one, and checks the order of the rest.
#[test]
fn deadline_inserted_into_an_open_bucket_is_in_order() {
    for late in 1..6 {
        let mut wheel = Wheel::new(8, Time::ZERO);
        wheel.insert(7, Time(1));
        for (slot, ps) in [(3, 30), (1, 20), (5, 30), (2, 40), (4, 20)].into_iter().skip(late) {
            wheel.insert(slot, Time((1 << 20) + ps));
        }
        wheel.turn(Time(1));
        wheel.pop();
        for (slot, ps) in [(3, 30), (1, 20), (5, 30), (2, 40), (4, 20)].into_iter().take(late) {
            wheel.insert(slot, Time((1 << 20) + ps));
        }
        wheel.insert(6, Time((1 << 20) + 25));
        wheel.remove(5);
        let order = [(20, 1), (20, 4), (25, 6), (30, 3), (40, 2)].map(|(ps, slot)| ((1 << 20) + ps, slot));
        assert_eq!(drain(&mut wheel), order, "{late} of them late");
    }
}
