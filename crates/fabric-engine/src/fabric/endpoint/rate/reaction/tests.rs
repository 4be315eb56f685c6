use super::*;

const LINE: Rate = Rate::gbps(40);

fn us(us: u64) -> Time {
    Time::from_us(us)
}

fn paper() -> Reaction {
    Reaction::new(ReactionConfig::PAPER, LINE)
}

fn mbps_at(reaction: &Reaction, now: Time) -> u64 {
    reaction.rate(now).bps() / 1_000_000
}

#[test]
fn a_flow_starts_at_line_rate_and_nothing_happens_before_the_first_cnp() {
    let mut flow = paper();
    // Transmission of 1000 B at 40 Gb/s takes 200 ns.
    assert_eq!(flow.on_transmit(1_000, us(1)), us(1) + Time::from_ns(200));
    assert_eq!(flow.rate(us(1_000_000)), LINE);
    assert!((flow.alpha(us(1_000_000)) - 1.0).abs() < f64::EPSILON, "alpha waits for a CNP");
    assert_eq!(flow.bytes, 0);
}

#[test]
fn a_cnp_cuts_by_half_of_alpha_and_moves_alpha_by_g() {
    let mut flow = paper();
    flow.on_cnp(us(0));
    assert_eq!(mbps_at(&flow, us(0)), 20_000);
    assert!((flow.alpha(us(0)) - 1.0).abs() < f64::EPSILON);
    // 55 µs without a CNP: α is 255/256, and the rate has recovered half.
    assert!((flow.alpha(us(54)) - 1.0).abs() < f64::EPSILON);
    assert!((flow.alpha(us(55)) - 255.0 / 256.0).abs() < 1e-12);
    assert_eq!((mbps_at(&flow, us(54)), mbps_at(&flow, us(55))), (20_000, 30_000));
    flow.on_cnp(us(60));
    // The CNP cuts 30 Gb/s to 30 · (1 − 255/512) Gb/s.
    assert_eq!(mbps_at(&flow, us(60)), 15_058);
    let alpha = 255.0 / 256.0 * 255.0 / 256.0 + 1.0 / 256.0;
    assert!((flow.alpha(us(60)) - alpha).abs() < 1e-12);
}

#[test]
fn five_fast_recoveries_then_additive_increases() {
    let mut flow = paper();
    flow.on_cnp(us(0));
    // The first cut leaves the target at the line rate of 40 Gb/s; the second cut lowers it.
    flow.on_cnp(us(0));
    assert_eq!((mbps_at(&flow, us(0)), flow.target), (10_000, 20e9));
    let expected = [15_000.0, 17_500.0, 18_750.0, 19_375.0, 19_687.5];
    for (n, rate) in (1..).zip(expected) {
        let mut then = flow;
        then.advance(us(55 * n));
        assert!((then.current / 1e6 - rate).abs() < 1e-6, "{n}: {}", then.current);
        assert!((then.target - 20e9).abs() < 1.0);
    }
    flow.advance(us(55 * 6));
    assert!((flow.target - 20.04e9).abs() < 1.0);
    assert!((flow.current - f64::midpoint(20.04e9, 19.6875e9)).abs() < 1.0);
}

#[test]
fn bytes_count_as_time_does_and_both_beyond_f_are_a_hyper_increase() {
    let config = ReactionConfig { bytes: 9_000, threshold: 1, ..ReactionConfig::PAPER };
    let mut flow = Reaction::new(config, LINE);
    flow.on_cnp(us(0));
    flow.on_cnp(us(0));
    flow.on_transmit(9_000, us(1));
    assert_eq!((flow.byte_cycles, flow.target), (1, 20e9), "fast recovery");
    flow.on_transmit(9_000, us(2));
    assert_eq!((flow.byte_cycles, flow.target), (2, 20.04e9), "additive");
    flow.advance(us(55));
    assert_eq!((flow.time_cycles, flow.target), (1, 20.08e9), "time is not beyond F yet");
    flow.advance(us(110));
    assert_eq!((flow.time_cycles, flow.target), (2, 20.48e9), "hyper");
    flow.on_cnp(us(111));
    assert_eq!((flow.time_cycles, flow.byte_cycles, flow.bytes), (0, 0, 0), "a CNP resets both");
}

#[test]
fn the_rate_is_never_below_the_least_nor_above_the_line() {
    let mut flow = paper();
    (0..200).for_each(|n| flow.on_cnp(us(n)));
    assert_eq!(mbps_at(&flow, us(199)), 100);
    assert_eq!(flow.on_transmit(1_000, us(199)), us(199) + us(80));
    assert_eq!(flow.rate(Time::from_ms(1_000_000)), LINE);
    let slow = Reaction::new(ReactionConfig::PAPER, mbps(10));
    assert_eq!(slow.rate(us(0)), mbps(10));
}

#[test]
fn rate_is_independent_of_the_times_of_reading() {
    let mut often = paper();
    let mut late = paper();
    for now in [us(3), us(50), us(51)] {
        often.on_cnp(now);
        late.on_cnp(now);
    }
    for n in 52..5_000 {
        let _ = (often.rate(us(n)), often.alpha(us(n)));
        often.advance(us(n));
    }
    late.advance(us(4_999));
    assert_eq!(often, late);
}

#[test]
fn cnps_within_the_cut_interval_move_alpha_alone() {
    let mut flow = Reaction::new(ReactionConfig::CONNECTX, LINE);
    flow.on_cnp(us(0));
    let (rate, alpha) = (flow.rate(us(2)), flow.alpha(us(2)));
    flow.on_cnp(us(2));
    assert_eq!(flow.rate(us(2)), rate);
    assert!(flow.alpha(us(2)) > alpha);
    flow.on_cnp(us(4));
    assert!(flow.rate(us(4)) < rate);
}

#[test]
fn powers_are_products() {
    assert!((power(0.5, 10) - 1.0 / 1024.0).abs() < f64::EPSILON);
    assert!((power(0.3, 0) - 1.0).abs() < f64::EPSILON);
    assert!(power(255.0 / 256.0, u64::MAX) < f64::MIN_POSITIVE);
}

#[test]
fn view_predicts_the_next_increase() {
    let mut flow = Reaction::new(ReactionConfig { bytes: 0, ..ReactionConfig::PAPER }, LINE);
    let seen = |flow: &Reaction, at: u64| {
        let view = flow.view(us(at));
        (view.stage, view.next, view.target.bps())
    };
    assert_eq!((seen(&flow, 0), flow.view(us(0)).cut_at), ((IncreaseStage::Line, 1, LINE.bps()), None));
    flow.on_cnp(us(0));
    assert_eq!(flow.view(us(54)).cut_at, Some(us(0)));
    assert_eq!(seen(&flow, 54), (IncreaseStage::FastRecovery, 1, LINE.bps()));
    // The fifth increase is still fast recovery; the sixth is additive.
    assert_eq!(seen(&flow, 4 * 55), (IncreaseStage::FastRecovery, 5, LINE.bps()));
    flow.on_cnp(us(4 * 55));
    let target = flow.view(us(4 * 55)).target;
    assert_eq!(seen(&flow, 9 * 55), (IncreaseStage::Additive, 6, target.bps()));
    assert_eq!(seen(&flow, 10 * 55).2, (target.bps() + 40_000_000).min(LINE.bps()));
    // If the increases by bytes exceed F as well, the stage is hyper increase.
    let mut both = Reaction::new(ReactionConfig { bytes: 1_000, ..ReactionConfig::PAPER }, LINE);
    both.on_cnp(us(0));
    both.on_cnp(us(1));
    (0..5).for_each(|_| _ = both.on_transmit(1_000, us(2)));
    assert_eq!((seen(&both, 2).0, seen(&both, 2).1), (IncreaseStage::FastRecovery, 5));
    both.on_transmit(1_000, us(2));
    assert_eq!(seen(&both, 2).0, IncreaseStage::Additive);
    assert_eq!(seen(&both, 1 + 5 * 55).0, IncreaseStage::Hyper);
}

/// After a long time without CNPs, one call applies all increases that were due. The rate must equal the rate
/// after a separate call for each increase.
#[test]
fn a_leap_ends_where_steps_do() {
    for threshold in [1, 5, 31] {
        let config = ReactionConfig { additive: mbps(1), threshold, ..ReactionConfig::PAPER };
        let mut flow = Reaction::new(config, LINE);
        (0..6).for_each(|n| flow.on_cnp(us(n)));
        let (mut stepped, mut leapt) = (flow, flow);
        for n in 1..=60_000 {
            stepped.advance(us(5 + 55 * n));
            if [63, 64, 65, 200, 10_000, 39_990, 40_000, 60_000].contains(&n) {
                leapt.advance(us(5 + 55 * n));
                let close = |a: f64, b: f64| (a - b).abs() < 10.0;
                assert!(close(stepped.current, leapt.current), "{n}: {} {}", stepped.current, leapt.current);
                assert!(close(stepped.target, leapt.target), "{n}: {} {}", stepped.target, leapt.target);
                assert_eq!((stepped.timer_from, stepped.time_cycles), (leapt.timer_from, leapt.time_cycles));
            }
        }
        assert_eq!(leapt.rate(us(5 + 55 * 60_000)), LINE, "F {threshold}");
    }
}

/// With the smallest steps that the parameters allow, 3.6 · 10⁹ increases are due after an hour. One call
/// must apply them without a loop over all increases.
#[test]
fn an_hour_of_the_smallest_steps_is_over_at_once() {
    let line = Rate::gbps(10_000);
    let least = Rate::from_bps(1_000).unwrap();
    let config =
        ReactionConfig { timer: us(1), additive: least, hyper: least, least, ..ReactionConfig::PAPER };
    let mut flow = Reaction::new(config, line);
    (0..100).for_each(|n| flow.on_cnp(us(n)));
    let hour = Time::from_ms(3_600_000);
    for _ in 0..100_000 {
        let rate = flow.rate(hour).bps();
        // The rate rises by 1 kb/s in each microsecond.
        assert!((3_500_000_000_000..3_700_000_000_000).contains(&rate), "{rate}");
    }
}
