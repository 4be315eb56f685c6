use super::*;
use crate::document::Preset;
use crate::insight::{MEASURES, Report};

fn sweep(vary: &[&str], measures: &[&str]) -> Sweep {
    let vary = vary.iter().map(|one| Variation::parse(one).unwrap()).collect();
    let measures = measures.iter().map(|name| Measure::find(name).unwrap()).collect();
    Sweep::new(Preset::find("pause").unwrap().document(), vary, measures, Some(Time::from_us(20))).unwrap()
}

#[test]
fn a_point_is_the_run_of_its_document() {
    let names: Vec<&str> = MEASURES.iter().map(|one| one.name).collect();
    let sweep = sweep(&["xoff=12k,16k", "seed=1..3/3"], &names);
    assert_eq!(sweep.count(), 6);
    assert_eq!(sweep.pairs(4).collect::<Vec<_>>(), [("xoff", "16k"), ("seed", "2")]);
    for n in [0, 4] {
        let mut world = World::new(Arc::new(sweep.spec(n).unwrap()));
        world.run_until(Time::from_us(20), u64::MAX, &mut ());
        let report = Report::of(&world);
        let figures = sweep.run(n, u64::MAX).unwrap();
        assert_eq!(figures[0], Figure { column: "drops".to_owned(), value: Some(0) });
        let pauses = figures.iter().find(|one| one.column == "pauses").unwrap();
        assert_eq!(pauses.value, Some(report.fabric.pause_sent));
        assert!(figures.iter().any(|one| one.column == "goodput_bps h1 to h3"));
    }
    assert_eq!(sweep.pairs(6).count(), 0);
}

#[test]
fn refused_and_slow_points_have_no_row_and_other_points_do() {
    let sweep = sweep(&["xoff=2k,16k"], &["pauses"]);
    let refused = sweep.run(0, u64::MAX).unwrap_err();
    assert!(refused.to_string().contains("xoff"), "{refused}");
    let long = sweep.run(1, 10).unwrap_err();
    assert!(matches!(long, Unmeasured::TooLong { events: 10, reached } if reached < Time::from_us(20)));
    let good = sweep.run(1, u64::MAX).unwrap();
    let table = sweep.table([None, Some(good.as_slice())].into_iter());
    assert_eq!(table.header, ["xoff", "pauses"]);
    assert_eq!(table.rows, [["16k".to_owned(), good[0].value.unwrap().to_string()]]);
    assert_eq!(sweep.table([None, None].into_iter()).csv(), "xoff\n");
}

#[test]
fn a_field_with_a_comma_a_quote_or_a_line_is_quoted() {
    let figures = |name: &str, value| vec![Figure { column: name.to_owned(), value }];
    let (one, other) = (figures("p50_ps a, \"b\"", Some(7)), figures("line\nfeed", None));
    let sweep = sweep(&["seed=1,2"], &["drops"]);
    let table = sweep.table([Some(one.as_slice()), Some(&other)].into_iter());
    assert_eq!(table.csv(), "seed,\"p50_ps a, \"\"b\"\"\",\"line\nfeed\"\n1,7,\n2,,\n");
}
