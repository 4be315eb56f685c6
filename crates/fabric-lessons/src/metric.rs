//! Metrics of lessons: values that are read from a run or a document, each with a unit. A metric is read
//! over a window of simulated time, by default the whole run. Start reading with [`Metric`].
//!
//! Values are whole numbers in the smallest unit: bytes, bit/s, picoseconds or a count. A value that the
//! run does not have, such as the time of a deadlock, is `None`, not 0. Two metrics are equal if all their
//! fields are equal.

use fabric_sim::document::params::{Address, Param, UNSET, ValueKind, most_like};
use fabric_sim::document::{Document, Problem};
use fabric_sim::engine::World;
use fabric_sim::insight::{MEASURES, Measure, MeasureScope, MeasureUnit, Report};
use fabric_sim::units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::check::at;

/// Metric: a measure of the run over a window of time, or the value of a parameter at the end of the window.
/// Exactly one of `measure` and `parameter` is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Name of a measure, as `fabric sweep --help` lists them; absent if `parameter` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// Name of a flow or collective, or a queue as `s1.2.3` (node, port, priority). Absent: the measure is
    /// read for the whole fabric, or `over` combines all flows, queues or collectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Method that combines the readings of all flows, queues or collectives into one value. Absent: the
    /// metric is read for the whole fabric, or for the flow, queue or collective that `of` names.
    #[serde(default, rename = "over", skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Aggregation>,
    /// Address of a parameter, such as `switch.s1.xoff`; absent if `measure` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Start of the window; absent: the start of the run. Peaks and decisions of watchdogs are always read
    /// from the start of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Time>,
    /// End of the window; absent: the horizon of the lesson's document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Time>,
}

/// Method that combines the readings of several flows, queues or collectives into one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Over")]
pub enum Aggregation {
    /// Smallest of the readings. Readings without a value are ignored; if no reading has a value, the result
    /// has no value.
    Least,
    /// Largest of the readings. Readings without a value are ignored; if no reading has a value, the result
    /// has no value.
    Most,
    /// Sum of the readings. A reading without a value counts as 0. The sum of no readings is 0.
    Sum,
}

/// Unit in which the values of a metric are read and written.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Unit of a measure; the name of the measure ends with the unit.
    Measure(ValueKind),
    /// Unit of a parameter. A value can also be a word of the parameter, such as `off`.
    Parameter(&'static Param),
}

impl Unit {
    /// Reads a value as files write it: `12k`, `40us`, `90G`. The text `0` is a value of every measure,
    /// even of a rate.
    ///
    /// # Errors
    /// If `text` is not a value; the error says what is expected, such as `a rate`.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        match self {
            // A rate of 0 is refused by `ValueKind::parse`, but the rate of a flow may be 0.
            Self::Measure(_) if text == "0" => Ok(0),
            Self::Measure(kind) => kind.parse(text).ok_or_else(|| kind.noun().to_owned()),
            Self::Parameter(param) => param.parse(text),
        }
    }

    /// Reads a value as people type it: `13.5 kB`, `13 500 bytes`, `50 Gb/s` or `12.5 µs`. Also reads the
    /// notation of files, as [`Unit::parse`] does. Spaces anywhere in the text are ignored.
    ///
    /// # Errors
    /// If `text` is not a value; the error says what is expected, such as `a rate`.
    pub fn parse_typed(self, text: &str) -> Result<u64, String> {
        let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        let number =
            ["bytes", "byte", "B", "bit/s", "b/s", "bps"].iter().find_map(|unit| text.strip_suffix(unit));
        let number = number.unwrap_or(&text);
        self.parse(number).or_else(|_| self.parse(&text))
    }

    /// Writes a value in the form that [`Unit::parse`] reads.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self {
            Self::Measure(kind) => kind.show(value),
            Self::Parameter(param) => param.show(value),
        }
    }

    /// Writes a value for people, with its unit: `13.5 kB`, `12.5 µs`, `49.34 Gb/s`. The value is rounded to
    /// two decimals, or to one decimal from 100 on. Words of a parameter, and values that are not bytes,
    /// rates or times, are written in the form of [`Unit::show`].
    #[must_use]
    pub fn display(self, value: u64) -> String {
        let text = match self {
            Self::Measure(kind) => display(kind, value),
            Self::Parameter(param) if param.words.iter().any(|(_, word)| *word == value) => None,
            Self::Parameter(param) => display(param.kind, value),
        };
        text.unwrap_or_else(|| self.show(value))
    }
}

/// Writes a number of bytes, a rate or a time with up to four digits and the unit, such as `13.5 kB` or
/// `49.34 Gb/s`. `None` if the value is of another kind.
fn display(kind: ValueKind, value: u64) -> Option<String> {
    const SCALES: [(&str, f64); 5] = [("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1.0)];
    const TIMES: [(&str, f64); 5] = [("s", 1e12), ("ms", 1e9), ("µs", 1e6), ("ns", 1e3), ("ps", 1.0)];
    let (scales, unit) = match kind {
        ValueKind::Bytes => (SCALES, "B"),
        ValueKind::Rate => (SCALES, "b/s"),
        ValueKind::Time => (TIMES, ""),
        _ => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    let value = value as f64;
    let (name, scale) = scales.into_iter().find(|(_, scale)| value >= *scale).unwrap_or(scales[4]);
    let value = value / scale;
    let decimals = if value >= 100.0 { 1 } else { 2 };
    let text = format!("{value:.decimals$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    Some(format!("{} {name}{unit}", if text.is_empty() { "0" } else { text }))
}

impl Metric {
    /// Unit in which the values of the metric are given.
    ///
    /// # Errors
    /// If the metric names both a measure and a parameter, or neither, or if the name is unknown.
    pub fn unit(&self) -> Result<Unit, Problem> {
        match (&self.measure, &self.parameter) {
            (Some(name), None) => {
                let measure = measure(name)?;
                Ok(Unit::Measure(match Measure::unit_of(measure.name) {
                    MeasureUnit::Picoseconds => ValueKind::Time,
                    MeasureUnit::Bytes => ValueKind::Bytes,
                    MeasureUnit::BitsPerSecond => ValueKind::Rate,
                    MeasureUnit::Count => ValueKind::Count,
                }))
            }
            (None, Some(text)) => {
                let address = Address::parse(text);
                let address = address.map_err(|problem| Problem::new("parameter", problem.message))?;
                Ok(Unit::Parameter(address.key.param()))
            }
            _ => Err(Problem::new("", "needs either measure or parameter; give one of them")),
        }
    }

    /// Refuses a metric that has a value in no run of `document`: a name is unknown, the window is empty or
    /// outside the run, or `of` and `over` do not fit the measure. `world` is the run of `document` at time
    /// 0.
    ///
    /// # Errors
    /// The first problem, with its place in the metric. A window may end at the horizon; a window must be
    /// longer than 0. Exactly one of `of` and `over` is needed. A measure of the whole fabric and a parameter
    /// allow neither of them.
    pub fn check(&self, document: &Document, world: &World) -> Result<(), Problem> {
        self.unit()?;
        let (from, to) = self.window(document);
        if to > document.horizon {
            let until = format!("at most {}, the horizon of the document", document.horizon);
            return Err(Problem::range("to", to, until));
        }
        if from >= to {
            return Err(Problem::range("from", from, format!("before {to}, the end of the window")));
        }
        let Some(name) = &self.measure else {
            if self.of.is_some() || self.aggregation.is_some() {
                return Err(Problem::new(
                    "of",
                    "the address already says whose parameter it is; remove of and over",
                ));
            }
            let address = Address::parse(self.parameter.as_deref().unwrap_or_default())?;
            return crate::target::place(world.spec(), &address).map_err(|problem| at("parameter", &problem));
        };
        let measure = measure(name)?;
        match (measure.scope, &self.of, self.aggregation) {
            (MeasureScope::Fabric, None, None) => Ok(()),
            (MeasureScope::Fabric, _, _) => Err(Problem::new(
                "of",
                format!("{name} is a measure of the whole fabric; remove of and over"),
            )),
            (_, Some(_), Some(_)) => {
                Err(Problem::new("over", "of and over are both given; remove one of them"))
            }
            (_, None, Some(_)) => Ok(()),
            (scope, Some(of), None) => check_exists(scope, of, world),
            (_, None, None) => {
                Err(Problem::new("of", format!("{name} has several readings; name one by of, or give over")))
            }
        }
    }

    /// Start and end of the window in a run of `document`; the defaults are 0 and the horizon of `document`.
    /// The window is not checked: it may be empty or end after the horizon.
    #[must_use]
    pub fn window(&self, document: &Document) -> (Time, Time) {
        (self.from.unwrap_or(Time::ZERO), self.to.unwrap_or(document.horizon))
    }

    /// Value of the parameter at the end of the window, in the unit of the parameter. An action exactly at
    /// the end of the window is included. `None` if the metric is a measure, if the parameter has no value,
    /// or if the address cannot be read.
    pub(crate) fn in_force(&self, document: &Document) -> Option<u64> {
        let address = Address::parse(self.parameter.as_deref()?).ok()?;
        let current = document.parameters([&address], Some(self.window(document).1));
        current.first().map(|one| one.value).filter(|value| *value != UNSET)
    }

    /// Value of the metric. `report` must cover the window of the metric. `None` if the run has no value,
    /// such as the time of a deadlock if none formed. If several readings have the name in `of`, the first
    /// reading is used. Without `of` and `over`, the first reading of the measure is used.
    pub(crate) fn read(&self, document: &Document, report: &Report) -> Option<u64> {
        let Some(measure) = &self.measure else { return self.in_force(document) };
        let readings = Measure::find(measure).ok()?.of(report);
        let values = || readings.iter().filter_map(|one| one.value);
        match (&self.of, self.aggregation) {
            (Some(of), _) => readings.iter().find(|one| one.of == *of)?.value,
            (None, Some(Aggregation::Least)) => values().min(),
            (None, Some(Aggregation::Most)) => values().max(),
            (None, Some(Aggregation::Sum)) => Some(values().fold(0, u64::saturating_add)),
            (None, None) => readings.first()?.value,
        }
    }
}

/// Finds the measure called `name`. For an unknown name, the problem suggests the measure with the most
/// similar name.
fn measure(name: &str) -> Result<&'static Measure, Problem> {
    Measure::find(name).map_err(|_| {
        let near = most_like(name, MEASURES.iter().map(|one| one.name), 1).join("");
        let name: String = name.chars().take(60).collect();
        let message =
            format!("there is no measure \"{name}\"; most like it is {near}, docs/lessons.md lists all");
        Problem::new("measure", message)
    })
}

/// Refuses the name `of` if the run has no flow, queue or collective of this name.
fn check_exists(scope: MeasureScope, of: &str, world: &World) -> Result<(), Problem> {
    let spec = world.spec();
    let there = match scope {
        MeasureScope::Fabric => true,
        MeasureScope::Flow => world.flow_specs().any(|flow| flow.name == of),
        MeasureScope::Collective => spec.collectives.iter().any(|one| one.name == of),
        MeasureScope::Queue => of.rsplit_once('.').is_some_and(|(port, priority)| {
            let known =
                (0..spec.ports.len()).any(|n| spec.port_name(fabric_sim::ids::PortId::new(n)) == port);
            known && matches!(priority.as_bytes(), [b'0'..=b'7'])
        }),
    };
    let what = match scope {
        MeasureScope::Fabric | MeasureScope::Queue => "queue",
        MeasureScope::Flow => "flow",
        MeasureScope::Collective => "collective",
    };
    if there {
        Ok(())
    } else {
        Err(Problem::new("of", format!("there is no {what} called \"{of}\" in this run; name another")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_out_with_four_digits_and_their_unit() {
        let display = |kind, value| Unit::Measure(kind).display(value);
        assert_eq!(display(ValueKind::Bytes, 13_500), "13.5 kB");
        assert_eq!(display(ValueKind::Bytes, 0), "0 B");
        assert_eq!(display(ValueKind::Rate, 49_342_105_263), "49.34 Gb/s");
        assert_eq!(display(ValueKind::Rate, 391_200_000_000), "391.2 Gb/s");
        assert_eq!(display(ValueKind::Rate, 100_000_000_000), "100 Gb/s");
        assert_eq!(display(ValueKind::Time, 36_200_000), "36.2 µs");
        assert_eq!(display(ValueKind::Count, 54), "54");
    }

    #[test]
    fn numbers_are_read_in_every_spelling() {
        let read = |kind, text| Unit::Measure(kind).parse_typed(text);
        for text in ["13.5k", "13.5 kB", "13500", "13 500 bytes", "13500B"] {
            assert_eq!(read(ValueKind::Bytes, text), Ok(13_500), "{text}");
        }
        for text in ["50G", "50 Gb/s", "50 Gbit/s", "50Gbps"] {
            assert_eq!(read(ValueKind::Rate, text), Ok(50_000_000_000), "{text}");
        }
        for text in ["12.5us", "12.5 µs"] {
            assert_eq!(read(ValueKind::Time, text), Ok(12_500_000), "{text}");
        }
        assert_eq!(read(ValueKind::Count, " 54 "), Ok(54));
        assert!(read(ValueKind::Count, "many").is_err() && read(ValueKind::Bytes, "B").is_err());
    }
}
