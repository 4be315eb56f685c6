//! Causes of the pauses from the start of the run to a given time. Start with [`Lab::past_causes`]. The page
//! makes the file `causes` of the run, and this module reads the file.

use fabric_sim::ids::{Priority, QueueId};
use std::fmt::Write;

use fabric_sim::insight::ChainOutcome;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use serde_json::Value;

use super::name::link_name;
use super::roots::{cause, count};
use crate::charts::time_label;
use crate::lab::Lab;

/// Greatest number of victim flows that are named for a cause.
const MAX_NAMES: usize = 3;

/// Causes of the pauses from the start of the run up to a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastCauses {
    /// Time up to which the causes of pauses are known.
    pub until: Time,
    /// Causes in the order of the file: the cause that paused queues longest comes first.
    pub causes: Vec<PastCause>,
}

/// Root that kept queues paused, with its duration and its effect. A root is a queue at which chains of
/// paused queues end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastCause {
    /// Queue at which the chains of paused queues ended.
    pub queue: QueueId,
    /// Link on which the queue transmits, such as `s1 → s2`.
    pub name: String,
    /// Kind of root, in words, such as "slow host".
    pub cause: &'static str,
    /// Start of the first pause that the root caused.
    pub from: Time,
    /// End of the last pause that the root caused; the end of the run if this pause did not end.
    pub until: Time,
    /// Text with the numbers of queues, flows and victim flows that the root affected.
    pub holds: String,
}

impl Lab {
    /// Causes of pauses in `file`, the contents of a file. `None` if the contents or one cause are malformed,
    /// or if the contents name a node that this fabric does not have. Other fields of the file are ignored.
    #[must_use]
    #[inline(never)]
    pub fn past_causes(&self, file: &str) -> Option<PastCauses> {
        let file: Value = serde_json::from_str(file).ok()?;
        let spec = self.run.recording().world().spec();
        let causes = file["causes"].as_array()?.iter().map(|cause| past_cause(spec, cause));
        Some(PastCauses { until: time(&file["until_ps"])?, causes: causes.collect::<Option<_>>()? })
    }
}

/// Cause from an entry of the file; `None` if a field is missing or names no queue of `spec`.
fn past_cause(spec: &Spec, report: &Value) -> Option<PastCause> {
    // The place is node, port and priority. It is split from the right, because names of nodes may contain
    // dots.
    let mut place = report["root"].as_str()?.rsplitn(3, '.');
    let priority = Priority::checked_new(place.next()?.parse().ok()?)?;
    let number = place.next()?.parse().ok()?;
    let port = spec.port(spec.node(place.next()?)?, number)?;
    let class = report["by_class"].as_u64().and_then(Priority::checked_new);
    let kind = report["kind"].as_str()?;
    Some(PastCause {
        queue: QueueId::new(port, priority),
        name: link_name(spec, port),
        cause: cause(ChainOutcome::named(kind, class)?),
        from: time(&report["from_ps"])?,
        until: time(&report["until_ps"])?,
        holds: holds(report)?,
    })
}

fn time(value: &Value) -> Option<Time> {
    value.as_u64().map(Time)
}

/// Text on the effects of a root. At most [`MAX_NAMES`] victim flows are named, the others counted. Without
/// victim flows, the text does not mention any.
fn holds(report: &Value) -> Option<String> {
    let number = |field: &str| usize::try_from(report[field].as_u64()?).ok();
    let (queues, flows) = (count(number("queue_count")?, "queue"), count(number("flow_count")?, "flow"));
    let active = time_label(time(&report["active_ps"])?);
    let mut words = format!("held up {queues} during {active}; {flows} bound for it");
    let victims = number("victim_count")?;
    if victims > 0 {
        let names = report["victims"].as_array()?.iter().filter_map(Value::as_str).take(MAX_NAMES);
        let names: Vec<&str> = names.collect();
        words.push_str(if victims == 1 { "; victim: " } else { "; victims: " });
        words.push_str(&names.join(", "));
        if victims > names.len() {
            let _ = write!(words, " and {} more", victims - names.len());
        }
    }
    words.push('.');
    Some(words)
}

#[cfg(test)]
mod tests {
    use fabric_sim::insight::Causes;
    use serde_json::json;

    use super::*;
    use crate::lab::test_lab::at;

    /// File with the causes of pauses in the run of `lab`, up to the time `until`.
    fn file(lab: &Lab, until: Time) -> String {
        let mut world = fabric_sim::engine::World::new(lab.run.recording().world().spec().clone());
        let mut causes = Causes::of(&world);
        world.run_until(until, u64::MAX, &mut causes);
        json!({ "until_ps": until.ps(), "pauses_left_out": 0, "causes": causes.report(&world) }).to_string()
    }

    #[test]
    fn a_storm_of_a_preset_is_the_longest_cause_with_its_span_and_victims() {
        let lab = at("#/preset/storm?t=100us");
        let past = lab.past_causes(&file(&lab, Time(100_000_000))).expect("causes");
        let storm = &past.causes[0];
        assert_eq!(storm.cause, "storm", "{past:?}");
        assert!(storm.from < storm.until && storm.until <= past.until, "{storm:?}");
        assert!(storm.holds.starts_with("held up ") && storm.holds.contains("; victim"), "{storm:?}");
    }

    #[test]
    fn every_kind_of_cause_of_the_presets_has_words() {
        for preset in fabric_sim::document::PRESETS {
            let lab = at(&format!("#/preset/{}?t=1ns", preset.name));
            let text = file(&lab, Time(60_000_000));
            assert!(lab.past_causes(&text).is_some(), "{}: {text}", preset.name);
        }
    }

    #[test]
    fn a_file_of_another_fabric_has_no_causes() {
        let ring = at("#/preset/deadlock-ring?t=1ns");
        let text = file(&ring, Time(60_000_000));
        assert!(ring.past_causes(&text).is_some_and(|past| !past.causes.is_empty()));
        assert_eq!(at("#/preset/pause?t=1ns").past_causes(&text), None);
        for text in ["", "{}", "[1]", r#"{"until_ps": 1, "causes": [{}]}"#] {
            assert_eq!(ring.past_causes(text), None, "{text}");
        }
    }
}
