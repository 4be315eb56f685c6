//! Form of a sweep, and the plan of the sweep made from it. Start with [`Lab::plan`].
//!
//! A range has 2 to 200 values, both ends included. The seed can also be varied. For a parameter whose values
//! are words, the form starts with a list of these words. The default range lies around the present value of
//! the parameter, within the values with which the document compiles.

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::{Key, OFF, PROBABILITY_ONE, Param, RATIO_ONE, UNSET, ValueKind};
use fabric_sim::document::{Problem, Variation};
use fabric_sim::insight::{MEASURES, Measure};
use fabric_sim::sweep::Sweep;
use fabric_sim::units::Time;

use super::slider_drag::last_good;
use super::value_sources::address_of_change;
use super::{Lab, displayed_message};

/// Greatest number of points (runs) of a sweep on the page.
pub const MAX_POINTS: usize = 200;

/// Name of the measure that a form shows at first.
const MEASURE: &str = "pauses";

/// Parameter or setting that a sweep varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariedSetting {
    /// Parameter of the selected port and priority.
    Param(Key),
    /// Seed of all random numbers of the run.
    Seed,
}

/// Spacing of the values of the varied parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSpacing {
    /// Values of a range with the same distance from each value to the next.
    Even,
    /// Values of a range in which each value is the same multiple of the value before it.
    Factors,
    /// Values that the user lists.
    List,
}

/// Contents of the form of a sweep, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepForm {
    /// Parameter or setting that the sweep varies.
    pub varied: VariedSetting,
    /// Spacing of the values of the varied parameter.
    pub spread: ValueSpacing,
    /// First value of a range.
    pub from: String,
    /// Last value of a range.
    pub to: String,
    /// Number of values of a range.
    pub count: String,
    /// List of values, separated by commas, for the spacing [`ValueSpacing::List`].
    pub list: String,
    /// Name of the measure in the plot.
    pub measure: &'static str,
    /// Simulated time at which each run ends.
    pub until: String,
}

/// Compiled sweep, ready to run.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// Sweep that the form describes.
    pub sweep: Sweep,
    /// Label of the varied parameter or setting in the plot.
    pub label: &'static str,
    /// Varied parameter. `None` if the sweep varies the seed.
    pub param: Option<&'static Param>,
    /// Whether each value is the same multiple of the value before it; the plot then has a logarithmic axis.
    pub factors: bool,
    /// Document of the sweep as JSON.
    pub document: String,
    /// Title of the document of the sweep.
    pub title: String,
    /// Varied parameter and its values, as the option `--vary` of `fabric sweep` takes them.
    pub vary: String,
    /// Measure that the plot shows.
    pub measure: &'static Measure,
    /// Simulated time at which each run ends.
    pub until: Time,
    /// Command line that runs the same sweep.
    pub command: String,
}

impl VariedSetting {
    /// Label of the varied parameter or setting on the page.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Param(key) => key.param().label,
            Self::Seed => "seed",
        }
    }

    /// Name of the varied parameter or setting in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Param(key) => key.param().name,
            Self::Seed => "seed",
        }
    }

    fn param(self) -> Option<&'static Param> {
        match self {
            Self::Param(key) => Some(key.param()),
            Self::Seed => None,
        }
    }
}

impl SweepForm {
    /// Form that varies `varied`, with default values. A parameter whose values are words gets a list of
    /// these words, any other a range. The measure and the end of the runs stay.
    #[must_use]
    pub fn of(self, lab: &Lab, varied: VariedSetting) -> Self {
        let is_choice = varied.param().is_some_and(|param| param.kind == ValueKind::Choice);
        let spread = match self.spread {
            _ if is_choice => ValueSpacing::List,
            ValueSpacing::List => ValueSpacing::Even,
            spread => spread,
        };
        Self { varied, spread, ..self }.filled(lab)
    }

    /// Form with the spacing `spread`. If the user has not changed the values, the default values of this
    /// spacing replace them.
    #[must_use]
    pub fn spaced(self, lab: &Lab, spread: ValueSpacing) -> Self {
        let is_default = self.clone().filled(lab) == self;
        let form = Self { spread, ..self };
        if is_default { form.filled(lab) } else { form }
    }

    /// Form with the default values of its parameter and spacing.
    fn filled(self, lab: &Lab) -> Self {
        let by_factors = self.spread == ValueSpacing::Factors;
        let (steps, param) = match self.varied {
            VariedSetting::Seed if by_factors => (Steps { from: 1, to: 128, count: 8 }, None),
            VariedSetting::Seed => (Steps { from: 1, to: 8, count: 8 }, None),
            VariedSetting::Param(key) => {
                let kind = key.param().kind;
                let steps = if by_factors {
                    Steps::by_factors(kind, lab.range(key, 8))
                } else {
                    Steps::even(kind, lab.range(key, 2))
                };
                (steps, Some(key.param()))
            }
        };
        let show = |value: u64| param.map_or_else(|| value.to_string(), |param| param.show(value));
        let list = match param {
            Some(param) if param.kind == ValueKind::Choice => words_of(param),
            _ => steps.values().map(show).collect::<Vec<_>>().join(","),
        };
        Self { from: show(steps.from), to: show(steps.to), list, count: steps.count.to_string(), ..self }
    }
}

/// Words of a parameter whose values are words, separated by commas. If several words mean the same value,
/// only the first is included.
fn words_of(param: &Param) -> String {
    let mut seen = Vec::new();
    let first = |(word, value): &(&'static str, u64)| {
        let fresh = !seen.contains(value);
        seen.push(*value);
        fresh.then_some(*word)
    };
    param.words.iter().filter_map(first).collect::<Vec<_>>().join(",")
}

/// Number of values in a range that is too narrow for round steps.
const POINTS: u64 = 8;

/// Default range of values: the first, the last and the number of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    from: u64,
    to: u64,
    count: u64,
}

impl Steps {
    /// Values in a range with a round step between them. The step is 1, 2 or 5 times a power of ten; for a
    /// ratio, the step is a power of two. A range too narrow for two such values gets [`POINTS`] values.
    fn even(kind: ValueKind, (from, to): (u64, u64)) -> Self {
        let most = (to.saturating_sub(from) / (POINTS - 1)).max(1);
        let step = if kind == ValueKind::Ratio { 1 << most.ilog2() } else { round_at_most(most) };
        let (first, last) = (from.div_ceil(step) * step, to / step * step);
        if first < last {
            Self { from: first, to: last, count: (last - first) / step + 1 }
        } else {
            Self { from, to, count: POINTS }
        }
    }

    /// Values that double from one to the next, starting at a round number. A range too narrow for two such
    /// values gets [`POINTS`] values instead.
    fn by_factors(kind: ValueKind, (from, to): (u64, u64)) -> Self {
        let first = match kind {
            ValueKind::Ratio => from.next_power_of_two(),
            _ => round_at_least(from),
        };
        let doublings = u64::from((to / first.max(1)).checked_ilog2().unwrap_or(0));
        if doublings > 0 {
            Self { from: first, to: first << doublings, count: doublings + 1 }
        } else {
            Self { from, to, count: POINTS }
        }
    }

    /// Values at equal distances from `from` to `to`, ascending, rounded down to whole numbers.
    fn values(self) -> impl Iterator<Item = u64> {
        let width = self.to - self.from;
        (0..self.count).map(move |n| self.from + width * n / (self.count - 1).max(1))
    }
}

/// Greatest of 1, 2 and 5 times a power of ten that is at most `value`. `value` must be at least 1.
const fn round_at_most(value: u64) -> u64 {
    let power = 10u64.pow(value.ilog10());
    match value / power {
        5.. => 5 * power,
        2.. => 2 * power,
        _ => power,
    }
}

/// Least of 1, 2 and 5 times a power of ten that is at least `value`.
fn round_at_least(value: u64) -> u64 {
    let below = round_at_most(value.max(1));
    // The next round number is at most 2.5 times as large.
    let next = if (below / 10u64.pow(below.ilog10())) == 2 { below / 2 * 5 } else { below.saturating_mul(2) };
    if below < value { next } else { below }
}

/// Default range of `param`: from its present value `now` divided by `factor` to `now` multiplied by
/// `factor`, within the limits of `param`. If `now` is `None`, 0 or a word such as `off`, returns a usual
/// range for the kind of the parameter.
fn around(param: &Param, now: Option<u64>, factor: u64) -> (u64, u64) {
    let usual = || match param.kind {
        ValueKind::Bytes => (8_000, 512_000),
        ValueKind::Time | ValueKind::Delay => (1_000_000, 100_000_000),
        ValueKind::Rate => (10_000_000_000, 100_000_000_000),
        ValueKind::Length => (1_000, 100_000),
        ValueKind::Ratio => (RATIO_ONE / 8, RATIO_ONE * 8),
        ValueKind::Percent => (10, 90),
        ValueKind::Probability => (PROBABILITY_ONE / 100, PROBABILITY_ONE),
        ValueKind::Quanta => (1_000, 65_535),
        ValueKind::Count | ValueKind::Choice => (1, 8),
        ValueKind::Ppm => (ValueKind::PPM_ZERO - 100, ValueKind::PPM_ZERO + 100),
    };
    let is_number = |value: &u64| (param.min..=param.max).contains(value) && *value > 0;
    let named = |value: &u64| !param.words.iter().any(|(_, word)| word == value);
    let now = now.filter(|value| is_number(value) && named(value));
    let (from, to) = now.map_or_else(usual, |now| (now / factor, now.saturating_mul(factor)));
    let (least, most) = (param.min.max(1).min(param.max), param.max);
    let (from, to) = (from.clamp(least, most), to.clamp(least, most));
    // If the usual range lies outside the limits of the parameter, the limits are the range.
    if from < to { (from, to) } else { (least, most) }
}

impl Lab {
    /// Default contents of the form. The form varies the last parameter that the user changed; if none was
    /// changed, XOFF.
    #[must_use]
    pub fn sweep_form(&self) -> SweepForm {
        let empty = SweepForm {
            varied: VariedSetting::Seed,
            spread: ValueSpacing::Even,
            from: String::new(),
            to: String::new(),
            count: String::new(),
            list: String::new(),
            measure: MEASURES.iter().find(|one| one.name == MEASURE).unwrap_or(&MEASURES[0]).name,
            until: self.compiled.document.horizon.to_string(),
        };
        empty.of(self, VariedSetting::Param(self.touched.unwrap_or(Key::Xoff)))
    }

    /// Default range of `key`: from its present value divided by `factor` to its present value multiplied by
    /// `factor`. The range ends where the document would not compile, unless the present value is refused.
    fn range(&self, key: Key, factor: u64) -> (u64, u64) {
        let now = self.value(key);
        let range = around(key.param(), now, factor);
        let Some(now) = now.filter(|now| (range.0..=range.1).contains(now)) else { return range };
        // Without traffic and actions, the document compiles much faster; it is compiled for each tried
        // value.
        let mut document = self.compiled.document.clone();
        document.flows.clear();
        document.collectives.clear();
        document.workloads.clear();
        document.actions.clear();
        let address =
            address_of_change(&self.compiled.document, &self.compiled.spec, self.selected, key, None);
        let is_good = |value: u64| {
            let mut document = document.clone();
            let set = document.set_parameter(&address, &key.param().show(value));
            set.is_ok() && document.compile_edited(std::slice::from_ref(&address)).is_ok()
        };
        if !is_good(now) {
            return range;
        }
        let end = |wanted| if is_good(wanted) { wanted } else { last_good(now, wanted, is_good) };
        let ends = (end(range.0), end(range.1));
        // If no other value is accepted, the whole range stays, so that its points are refused with a reason.
        if ends.0 < ends.1 { ends } else { range }
    }

    /// Plan of the sweep that `form` describes, for the open document. A list may have a single value, a
    /// range may not. Runs end after 1 ps to 3600 s.
    ///
    /// # Errors
    /// Message on the first malformed field, with its label.
    pub fn plan(&self, form: &SweepForm) -> Result<SweepPlan, String> {
        self.planned(form).map_err(|problem| displayed_message(&problem.to_string()))
    }

    fn planned(&self, form: &SweepForm) -> Result<SweepPlan, Problem> {
        let document = self.compiled.document.clone();
        let (key, param) = match form.varied {
            VariedSetting::Seed => ("seed".to_owned(), None),
            VariedSetting::Param(key) => {
                let address = address_of_change(&document, &self.compiled.spec, self.selected, key, None);
                (address.to_string(), Some(key.param()))
            }
        };
        let vary = match form.spread {
            ValueSpacing::List => format!("{key}={}", form.list.replace(char::is_whitespace, "")),
            ValueSpacing::Even | ValueSpacing::Factors => {
                let count = counted(&form.count)?;
                let [from, to] = [&form.from, &form.to].map(|text| number(&key, param, text));
                let log = if form.spread == ValueSpacing::Factors { "log" } else { "" };
                format!("{key}={}..{}/{count}{log}", from?, to?)
            }
        };
        let variation = Variation::parse(&vary)?;
        if variation.values.len() > MAX_POINTS {
            let wrong =
                format!("{} values are too many: at most {MAX_POINTS} on a page", variation.values.len());
            return Err(Problem::new("", wrong));
        }
        let until = form.until.parse().ok().filter(|until| (Time(1)..=Time::LONGEST).contains(until));
        let until: Time = until.ok_or_else(|| {
            Problem::range(
                "the end",
                format_args!("\"{}\"", form.until),
                "a time above 0 and of at most 3600s, in ps, ns, us, ms or s",
            )
        })?;
        if let ([value], ValueSpacing::Even | ValueSpacing::Factors) = (&variation.values[..], form.spread) {
            return Err(Problem::range("to", value, "another value than the first, or it is one run"));
        }
        let measure = Measure::find(form.measure).map_err(|words| Problem::new("", words))?;
        let link = ShareLink::new(document.clone()).fragment().replace('\'', "'\\''");
        let command =
            format!("fabric sweep '{link}' --vary '{vary}' --measure {} --until {until} --csv", measure.name);
        Ok(SweepPlan {
            label: form.varied.label(),
            param: form.varied.param(),
            factors: form.spread == ValueSpacing::Factors,
            title: self.document_picture.title.clone(),
            document: document.to_json(),
            sweep: Sweep::new(document, vec![variation], vec![measure], Some(until))?,
            vary,
            measure,
            until,
            command,
        })
    }
}

/// Parses the number of values of a range.
///
/// # Errors
/// If the number is not 2 to [`MAX_POINTS`].
fn counted(text: &str) -> Result<usize, Problem> {
    let range = || format!("a whole number from 2 to {MAX_POINTS}");
    let count = text.trim().parse().ok().filter(|count| (2..=MAX_POINTS).contains(count));
    count.ok_or_else(|| Problem::range("the number of points", format_args!("\"{text}\""), range()))
}

/// Parses the first or last value of a range, as in documents. `param` is `None` for the seed.
///
/// # Errors
/// If the text is no value of `param`, or a word such as `off`, because words have no order.
fn number(key: &str, param: Option<&Param>, text: &str) -> Result<String, Problem> {
    let Some(param) = param else { return Ok(text.trim().to_owned()) };
    let wrong = |range| Problem::range(key, format_args!("\"{text}\""), range);
    let value = param.parse(text.trim()).map_err(wrong)?;
    if matches!(value, OFF | UNSET) || value > param.max {
        return Err(wrong("a number, as words have no order: a list can have them".to_owned()));
    }
    Ok(param.show(value))
}
