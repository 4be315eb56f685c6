//! Tests of the drawing of lanes: bars, marks and numbers stay visible, and do not cover each other.

use fabric_sim::units::Time;

use super::*;

const AXIS: Axis = Axis { from: Time::ZERO, to: Time::from_us(100), width: 1_000.0 };

fn us(from: u64, to: u64) -> (Time, Time) {
    (Time::from_us(from), Time::from_us(to))
}

#[test]
fn a_pause_of_a_picosecond_takes_a_pixel() {
    let lone = bars(&AXIS, [(Time(7), Time(8)), us(50, 70)].into_iter());
    assert_eq!(lone, Bars { whole: vec![(500.0, 200.0)], dense: vec![(0.0, 1.0)] });
    assert_eq!(bars(&AXIS, [us(100, 100)].into_iter()).dense, [(1_000.0, 1.0)], "at the very end");
}

#[test]
fn many_short_ones_are_one_run_of_pixels_and_gaps_that_can_be_seen_stay() {
    let dense = (0..500u64).map(|n| (Time::from_ns(n * 100), Time::from_ns(n * 100 + 40)));
    let drawn = bars(&AXIS, dense.chain([us(80, 80)]));
    assert_eq!(drawn, Bars { whole: vec![], dense: vec![(0.0, 500.0), (800.0, 1.0)] });
}

#[test]
fn marks_that_would_lie_on_each_other_are_one_with_their_number() {
    let of = |times: &[u64]| mark_clusters(&AXIS, times.iter().map(|us| (Time::from_us(*us), 1)));
    let cluster = |from, to, count| MarkCluster { from, to, count };
    assert_eq!(of(&[10, 30]), [cluster(100.0, 100.0, 1), cluster(300.0, 300.0, 1)]);
    assert_eq!(of(&[10, 11, 12, 30]), [cluster(100.0, 120.0, 3), cluster(300.0, 300.0, 1)]);
    assert_eq!(
        of(&[10, 11, 14]),
        [cluster(100.0, 110.0, 2), cluster(140.0, 140.0, 1)],
        "its number has room"
    );
    assert_eq!(of(&[10, 11, 13]), [cluster(100.0, 130.0, 3)], "it has none");
    assert_eq!(cluster(0.0, 9.0, 120).number().as_deref(), Some("×120"));
    assert_eq!(cluster(0.0, 0.0, 1).number(), None);
    let many = mark_clusters(&AXIS, (0..1_000u64).map(|n| (Time::from_ns(n * 100), 3)));
    assert_eq!(many.iter().map(|cluster| cluster.count).sum::<u64>(), 3_000);
    assert_eq!(of(&[90, 101]).len(), 1, "what is beyond the axis is not drawn");
}

#[test]
fn bars_are_clipped_to_the_axis() {
    let drawn = bars(&AXIS, [us(90, 200), us(150, 160)].into_iter());
    assert_eq!(drawn, Bars { whole: vec![(900.0, 100.0)], dense: vec![] });
}

/// Axis of the lane from 40 µs to 50 µs.
const NEAR: Axis = Axis { from: Time::from_us(40), to: Time::from_us(50), width: 1_000.0 };

#[test]
fn zoomed_lanes_show_bars_that_began_before_their_edge() {
    let drawn = bars(&NEAR, [us(1, 2), us(30, 42), us(45, 45), us(49, 60), us(70, 80)].into_iter());
    assert_eq!(drawn, Bars { whole: vec![(0.0, 200.0), (900.0, 100.0)], dense: vec![(500.0, 1.0)] });
    assert_eq!(bars(&NEAR, [us(1, 99)].into_iter()).whole, [(0.0, 1_000.0)]);
    assert_eq!(bars(&NEAR, [us(1, 2), us(60, 70)].into_iter()), Bars::default());
    let marks = [5, 30, 40, 44, 50, 51].map(|us| (Time::from_us(us), 1));
    let at: Vec<f64> = mark_clusters(&NEAR, marks.into_iter()).iter().map(|cluster| cluster.from).collect();
    assert_eq!(at, [0.0, 400.0, 1_000.0]);
    assert_eq!(
        (NEAR.time(0.0), NEAR.time(250.0), NEAR.time(2e3)),
        (us(40, 0).0, Time::from_ns(42_500), NEAR.to)
    );
    assert!(NEAR.x(Time::ZERO) < 0.0 && NEAR.x(Time::from_us(60)) > NEAR.width);
}

#[test]
fn zoom_separates_merged_bars() {
    let all = || (0..1_000u64).map(|n| (Time::from_ns(n * 100), Time::from_ns(n * 100 + 40)));
    assert_eq!(bars(&AXIS, all()).whole, []);
    let near = bars(&NEAR, all());
    assert_eq!((near.whole.len(), near.dense.len()), (100, 1), "{near:?}");
    let closest = Axis { from: Time::from_ns(40_000), to: Time::from_ns(40_010), width: 1_000.0 };
    assert_eq!(bars(&closest, all()).whole, [(0.0, 1_000.0)]);
}

#[test]
fn a_click_selects_its_time_in_a_bar_or_the_start_of_a_near_bar() {
    let stretches = [us(10, 30), us(60, 60)];
    let meant = |x| AXIS.meant(x, stretches.into_iter());
    assert_eq!(meant(200.0), Some(Time::from_us(20)));
    assert_eq!(meant(605.0), Some(Time::from_us(60)));
    assert_eq!(meant(450.0), None);
    let near = AXIS.near(103.0, [(Time::from_us(10), 'a'), (Time::from_us(11), 'b')].into_iter());
    assert_eq!(near, Some((Time::from_us(10), 'a')));
    assert_eq!((AXIS.time(-5.0), AXIS.time(2_000.0)), (Time::ZERO, AXIS.to));
}

#[test]
fn no_two_signs_look_alike_without_colour() {
    let looks = |sign: LaneMark| sign.path((10.0, 10.0), 5.0);
    for (n, sign) in LaneMark::ALL.iter().enumerate() {
        for other in &LaneMark::ALL[..n] {
            assert_ne!(looks(*sign), looks(*other), "{sign:?} {other:?}");
            assert_ne!((sign.name(), sign.title()), (other.name(), other.title()));
        }
    }
}

/// Left ends of the numbers of `mark_clusters` in a lane with the bars `whole`; `None` for a number that is
/// not drawn because no space is free.
fn numbers(mark_clusters: &[MarkCluster], whole: &[(f64, f64)]) -> Vec<Option<f64>> {
    let mut room = NumberSpace::new(&AXIS, &Bars { whole: whole.to_vec(), dense: vec![] });
    for cluster in mark_clusters {
        room.take(cluster.reach(5.0));
    }
    let place = |cluster: &MarkCluster| {
        let number = cluster.number()?;
        room.place(&number, cluster.beside(&number, 5.0))
    };
    mark_clusters.iter().map(place).collect()
}

#[test]
fn a_number_stands_clear_of_the_bars_of_its_lane() {
    let cluster = MarkCluster { from: 100.0, to: 160.0, count: 4_962 };
    let at = |whole: &[(f64, f64)]| numbers(&[cluster], whole)[0];
    assert_eq!(at(&[]), Some(162.0), "behind");
    assert_eq!(at(&[(180.0, 40.0)]), Some(53.0), "before: a bar begins behind");
    assert_eq!(at(&[(0.0, 400.0)]), None, "the words say it");
    assert_eq!(numbers(&[MarkCluster { from: 10.0, to: 10.0, count: 2 }], &[(12.0, 90.0)]), [None]);
    assert_eq!(numbers(&[MarkCluster { count: 1, ..cluster }], &[]), [None]);
}

#[test]
fn a_number_is_never_cut_at_the_end_of_the_axis() {
    let cluster = MarkCluster { from: 970.0, to: 980.0, count: 835 };
    assert_eq!(numbers(&[cluster], &[]), [Some(931.0)], "before its marks");
    assert_eq!(
        numbers(&[MarkCluster { from: 940.0, to: 960.0, ..cluster }], &[]),
        [Some(962.0)],
        "it has just room"
    );
    assert_eq!(numbers(&[cluster], &[(900.0, 60.0)]), [None], "none is better than a part of one");
}

#[test]
fn numbers_touch_neither_each_other_nor_marks_of_another_kind() {
    let cluster = |from, to, count| MarkCluster { from, to, count };
    let at =
        numbers(&[cluster(500.0, 520.0, 1_017), cluster(515.0, 515.0, 3), cluster(545.0, 545.0, 1)], &[]);
    assert_eq!(at, [Some(453.0), Some(522.0), None], "before, as a mark stands behind");
    let at = numbers(&[cluster(100.0, 120.0, 339), cluster(124.0, 124.0, 2), cluster(93.0, 93.0, 1)], &[]);
    assert_eq!(at, [None, Some(131.0), None], "no room on either side");
}
