//! Test that counters do not depend on how a run is divided into parts.

use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::engine::{EventFilter, Log, World};
use fabric_sim::units::Time;

const END: Time = Time::from_us(40);

fn ran(preset: &str, how: impl Fn(&mut World)) -> (u64, String) {
    let preset = Preset::find(preset).expect("a preset");
    let mut world = World::new(Arc::new(preset.document().compile().expect("presets are good")));
    how(&mut world);
    (world.counters().events, format!("{:?}", world.counters()))
}

#[test]
fn counters_are_complete_whenever_the_event_loop_returns() {
    for preset in ["incast", "crossbar", "dcqcn-on"] {
        let (events, counted) = ran(preset, |world| {
            world.run(END, u64::MAX);
        });
        let one_by_one = ran(preset, |world| {
            for _ in 0..events {
                world.step_recording(&mut Vec::new());
                let flows = &world.counters().flows;
                assert!(flows.iter().all(|flow| flow.latency.count() == flow.delivered_frames));
            }
        });
        assert_eq!(one_by_one, (events, counted.clone()), "{preset} step by step");
        let heeding = ran(preset, |world| {
            let mut log = Log::default();
            while !world.run_filtered(END, u64::MAX, EventFilter::default(), &mut log) {
                log.clear();
                let flows = &world.counters().flows;
                assert!(flows.iter().all(|flow| flow.latency.count() == flow.delivered_frames));
            }
        });
        assert_eq!(heeding, (events, counted), "{preset} to what is of interest");
    }
}
