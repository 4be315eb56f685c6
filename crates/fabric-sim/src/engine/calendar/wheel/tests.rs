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
fn a_bucket_is_in_order_and_slots_leave_it_from_anywhere() {
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
