//! Runs a document and checks its assertions. A document without assertions is checked with [`DEFAULT`]: no
//! lossless loss, no deadlock, no class mismatch. Start with [`check()`].
//!
//! A reading equal to a bound breaks the assertion. An assertion about a measure without `of` concerns every
//! reading of the measure. Results are in the order of the document. Measures are read at the horizon, after
//! the last event of that time.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::document::{Assertion, Document, MeasureBound, Problem, Problems};
use crate::engine::World;
use crate::insight::{Measure, MeasureUnit, Report, class_mismatches};
use crate::units::{Bytes, Rate, Time};

/// Assertions that are checked if the document has none.
pub const DEFAULT: [Assertion; 3] =
    [Assertion::NoLosslessLoss, Assertion::NoDeadlock, Assertion::NoClassMismatch];

/// Result of the check of one assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssertionResult {
    /// Assertion as the document writes it.
    pub assertion: Assertion,
    /// Whether the assertion holds.
    pub holds: bool,
    /// Findings as text. If an assertion about a measure fails: every reading outside the bounds, in the
    /// order of the report. If such an assertion holds: the reading nearest to a bound. If any other
    /// assertion fails: the facts that contradict it. For `no_lossless_loss`, the groups that dropped frames
    /// and never requested a pause are added. Empty for any other assertion that holds. Beyond 16 findings,
    /// a last entry counts the omitted ones, such as `and 3 more`.
    pub found: Vec<String>,
}

/// Reason why the assertions of a document cannot be checked. An assertion that is checked and fails is not
/// an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The document or one of its assertions is invalid.
    Refused(Problems),
    /// The run did not reach the horizon within the allowed number of events.
    TooLong {
        /// Greatest number of events that the run may process.
        events: u64,
        /// Simulated time at which the run was stopped.
        reached: Time,
    },
}

impl std::error::Error for CheckError {}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(problems) => problems.fmt(f),
            Self::TooLong { events, reached } => {
                write!(
                    f,
                    "horizon: the run is too long: after {events} events it had come to {reached}; allow more events, or shorten it"
                )
            }
        }
    }
}

/// Greatest number of findings that one assertion lists; further findings are only counted.
const LISTED: usize = 16;

/// Runs `document` to its horizon, with at most `events` events, and checks its assertions in their order.
/// A document without assertions is checked with [`DEFAULT`].
///
/// # Errors
/// If the document or an assertion is invalid, or if the run needs more than `events` events. An assertion
/// about a measure is invalid if the measure is unknown, or if it has neither `below` nor `above`. It is also
/// invalid if the unit of a bound is not that of the measure, or if the object in `of` has no reading. Only a
/// run shows whether the object has a reading.
pub fn check(document: &Document, events: u64) -> Result<Vec<AssertionResult>, CheckError> {
    let assertions = if document.assertions.is_empty() { &DEFAULT[..] } else { &document.assertions };
    let bounds = bounds(assertions).map_err(CheckError::Refused)?;
    let spec = document.compile().map_err(CheckError::Refused)?;
    let until = spec.horizon;
    let mut world = World::new(Arc::new(spec));
    let measures = bounds.iter().flatten().map(|bound| bound.measure);
    let Some(report) = Measure::report(measures, &mut world, until, events) else {
        return Err(CheckError::TooLong { events, reached: world.now() });
    };
    let check = |(n, (assertion, bound)): (usize, (&Assertion, &Option<Bound>))| {
        let (holds, mut found) = match (assertion, bound) {
            (Assertion::NoLosslessLoss, _) => no_loss(&report),
            (Assertion::NoDeadlock, _) => no_deadlock(&report),
            (Assertion::NoClassMismatch, _) => none_of(class_mismatches(&world)),
            (Assertion::NoWarning, _) => none_of(report.warnings.clone()),
            (Assertion::Measure(_), Some(bound)) => {
                bound.check(&report).map_err(|message| refused(n, message))?
            }
            (Assertion::Measure(_), None) => (false, Vec::new()),
        };
        if found.len() > LISTED {
            let more = found.len() - LISTED;
            found.truncate(LISTED);
            found.push(format!("and {more} more"));
        }
        Ok(AssertionResult { assertion: assertion.clone(), holds, found })
    };
    assertions.iter().zip(&bounds).enumerate().map(check).collect()
}

/// Checks that the assertions of `document` are valid, without a run. A name in `of` is not checked, because
/// only a run shows whether the named object has readings.
///
/// # Errors
/// If an assertion is about an unknown measure, has neither `below` nor `above`, or gives a bound whose unit
/// is not that of the measure.
pub fn validate(document: &Document) -> Result<(), Problems> {
    bounds(&document.assertions).map(|_| ())
}

fn refused(n: usize, message: String) -> CheckError {
    let mut problems = Problems::default();
    problems.push(Problem::new(format!("assertions[{n}].measure"), message));
    CheckError::Refused(problems)
}

fn none_of(found: Vec<String>) -> (bool, Vec<String>) {
    (found.is_empty(), found)
}

fn no_loss(report: &Report) -> (bool, Vec<String>) {
    let causes = report.fabric.lossless_drops.iter();
    let mut found: Vec<String> =
        causes.map(|(cause, frames)| format!("{frames} lossless frames were lost: {cause}")).collect();
    let holds = found.is_empty();
    let unasked = report.drops_without_pause.iter();
    found.extend(unasked.map(|group| {
        format!("{} priority {} never requested a pause: {}", group.port, group.priority, group.why)
    }));
    (holds, found)
}

fn no_deadlock(report: &Report) -> (bool, Vec<String>) {
    let dead = report.blocked.cycles.iter().filter_map(|cycle| {
        let died = Time(cycle.deadlock_ps?);
        Some(format!("{} wait for each other from {died} on and cannot drain", cycle.queues.join(", ")))
    });
    none_of(dead.collect())
}

/// Assertion about a measure. `of` is the name of an object; `below` and `above` are bounds in the unit of
/// the measure. Each is `None` if the assertion does not give it.
struct Bound {
    measure: &'static Measure,
    of: Option<String>,
    below: Option<u64>,
    above: Option<u64>,
}

/// Parses the bounds of the assertions about measures. One entry for each assertion; `None` for an
/// assertion that is not about a measure.
fn bounds(assertions: &[Assertion]) -> Result<Vec<Option<Bound>>, Problems> {
    let mut problems = Problems::default();
    let mut bounds = Vec::with_capacity(assertions.len());
    for (n, assertion) in assertions.iter().enumerate() {
        let Assertion::Measure(bound) = assertion else {
            bounds.push(None);
            continue;
        };
        match read(bound) {
            Ok(bound) => bounds.push(Some(bound)),
            Err((field, message)) => {
                bounds.push(None);
                problems.push(Problem::new(format!("assertions[{n}].measure.{field}"), message));
            }
        }
    }
    problems.into_result().map(|()| bounds)
}

fn read(bound: &MeasureBound) -> Result<Bound, (&'static str, String)> {
    let measure = Measure::find(&bound.name).map_err(|message| ("name", message))?;
    if bound.below.is_none() && bound.above.is_none() {
        return Err(("below", "is missing; give below, above or both".to_owned()));
    }
    let value = |field, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => amount(measure.name, text).map(Some).map_err(|message| (field, message)),
    };
    let (below, above) = (value("below", &bound.below)?, value("above", &bound.above)?);
    Ok(Bound { measure, of: bound.of.clone(), below, above })
}

/// Parses `text` as an amount in the unit of the measure called `measure`. A bound of a rate must be above 0.
fn amount(measure: &str, text: &str) -> Result<u64, String> {
    let (value, example) = match Measure::unit_of(measure) {
        MeasureUnit::Picoseconds => (text.parse::<Time>().ok().map(Time::ps), "a time such as 20us"),
        MeasureUnit::Bytes => (text.parse::<Bytes>().ok().map(Bytes::get), "an amount of bytes such as 96k"),
        MeasureUnit::BitsPerSecond => (text.parse::<Rate>().ok().map(Rate::bps), "a rate such as 10G"),
        MeasureUnit::Count => (text.trim().parse().ok(), "a whole number"),
    };
    value.ok_or_else(|| format!("\"{}\" is not {example}; give one", text.escape_debug()))
}

/// Formats `value` with the unit of the measure called `measure`, as documents write it.
fn shown(measure: &str, value: u64) -> String {
    match Measure::unit_of(measure) {
        MeasureUnit::Picoseconds => Time(value).to_string(),
        MeasureUnit::Bytes => format!("{} B", Bytes(value)),
        MeasureUnit::BitsPerSecond => {
            Rate::from_bps(value).map_or_else(|| "0".to_owned(), |rate| rate.to_string())
        }
        MeasureUnit::Count => value.to_string(),
    }
}

impl Bound {
    /// Checks the readings of the measure in `report`. Returns `true` if all readings are within the bounds,
    /// and the findings: the readings outside the bounds, or otherwise the reading nearest to a bound. The
    /// check fails if no reading has a value. With a lower bound, it also fails if some reading has no value.
    ///
    /// # Errors
    /// If the measure has no reading of the object that the assertion names.
    fn check(&self, report: &Report) -> Result<(bool, Vec<String>), String> {
        let name = self.measure.name;
        let readings = self.measure.of(report).into_iter();
        let of = |of: &str| self.of.as_deref().is_none_or(|wanted| wanted == of);
        let readings: Vec<_> = readings.filter(|reading| of(&reading.of)).collect();
        if readings.is_empty() {
            let Some(what) = self.of.as_deref() else {
                return Err(format!(
                    "name is \"{name}\", but the run did not measure it; name another measure"
                ));
            };
            return Err(format!(
                "of is \"{}\", but the run did not measure {name} there; name an object with this measure",
                what.escape_debug()
            ));
        }
        let place = |of: &str| if of.is_empty() { name.to_owned() } else { format!("{name} of {of}") };
        let mut found = Vec::new();
        let is_measured = readings.iter().any(|reading| reading.value.is_some());
        for reading in &readings {
            let Some(value) = reading.value else {
                if self.above.is_some() || !is_measured {
                    found.push(format!("{} has no value", place(&reading.of)));
                }
                continue;
            };
            if let Some(most) = self.below.filter(|most| value >= *most) {
                found.push(format!(
                    "{} is {}, not below {}",
                    place(&reading.of),
                    shown(name, value),
                    shown(name, most)
                ));
            }
            if let Some(least) = self.above.filter(|least| value <= *least) {
                found.push(format!(
                    "{} is {}, not above {}",
                    place(&reading.of),
                    shown(name, value),
                    shown(name, least)
                ));
            }
        }
        if !found.is_empty() {
            return Ok((false, found));
        }
        let valued = || readings.iter().filter_map(|reading| Some((reading.value?, &reading.of)));
        let margin = |value: u64| {
            let below = self.below.map_or(u64::MAX, |most| most.saturating_sub(value));
            below.min(self.above.map_or(u64::MAX, |least| value.saturating_sub(least)))
        };
        let nearest = valued().min_by_key(|(value, _)| margin(*value));
        let nearest = nearest.map(|(value, of)| format!("{} is {}", place(of), shown(name, value)));
        Ok((true, nearest.into_iter().collect()))
    }
}
