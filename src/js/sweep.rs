use fabric_sim::document::Variation;
use fabric_sim::insight::{MEASURES, Measure};
use fabric_sim::sweep::{self, Figure};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{out, source};

/// Runs of one document that differ in a few values, and what they come to side
/// by side, as `fabric sweep` has it.
///
/// ```js
/// const sweep = new Sweep('preset:incast', ['xoff=44k..96k/5'], ['pauses', 'p99_ps']);
/// for (let n = 0; n < sweep.count; n += 1) sweep.run(n);
/// console.log(sweep.csv());
/// ```
#[wasm_bindgen]
pub struct Sweep {
    sweep: sweep::Sweep,
    /// What the points came to that were run, by number.
    figures: Vec<Option<Vec<Figure>>>,
}

/// What a point came to.
#[derive(Serialize)]
struct Row<'a> {
    values: Vec<&'a str>,
    figures: Vec<Said<'a>>,
}

/// A figure in digits: it may be more than JavaScript's numbers hold.
#[derive(Serialize)]
struct Said<'a> {
    name: &'a str,
    value: Option<String>,
}

#[wasm_bindgen]
impl Sweep {
    /// The runs of a document, as `new Fabric` takes it, with every combination
    /// of what is varied (`xoff=24k..96k/4`, `xoff=1k..1M/4log`,
    /// `xoff=24k,48k`, `seed=1..20/20`), each up to `until`, or else the horizon.
    ///
    /// Throws an `Error` that names the place, the value and the range.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "lists come from JavaScript as they are")]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "FabricDocument | string")] document: &JsValue,
        vary: Vec<String>,
        measures: Vec<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "string | number")] until: &JsValue,
    ) -> Result<Self, JsError> {
        let (document, _) = source::document(document)?;
        let vary = vary.iter().map(|one| Variation::parse(one)).collect::<Result<Vec<_>, _>>()?;
        let wrong = |words: String| JsError::new(&words);
        let measures = measures.iter().map(|name| Measure::find(name));
        let measures = measures.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        if vary.is_empty() || measures.is_empty() {
            return Err(wrong("a sweep varies and measures something".to_owned()));
        }
        let none = until.is_undefined() || until.is_null();
        let until = if none { None } else { Some(source::time(until)?) };
        let sweep = sweep::Sweep::new(document, vary, measures, until)?;
        Ok(Self { figures: vec![None; sweep.count()], sweep })
    }

    /// The names of the measures.
    #[must_use]
    pub fn measures() -> Vec<String> {
        MEASURES.iter().map(|measure| measure.name.to_owned()).collect()
    }

    /// How many runs.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn count(&self) -> usize {
        self.sweep.count()
    }

    /// Runs point `n`, from 0, at most so many `events`, and returns its values
    /// and figures; these are text, whole numbers in the unit that the name of
    /// the measure ends with.
    ///
    /// Throws an `Error` if its values make no sense together, or if it does not
    /// come to its end.
    #[wasm_bindgen(unchecked_return_type = "SweepRow")]
    pub fn run(&mut self, n: usize, events: Option<f64>) -> Result<JsValue, JsError> {
        if n >= self.sweep.count() {
            return Err(JsError::new(&format!("there is no point {n} among {}", self.sweep.count())));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let events = events.map_or(u64::MAX, |events| events as u64);
        let figures = self.sweep.run(n, events).map_err(|why| JsError::new(&why.to_string()))?;
        let figures = self.figures[n].insert(figures);
        let said = |one| {
            let Figure { column, value }: &Figure = one;
            Said { name: column, value: value.map(|value| value.to_string()) }
        };
        let values = self.sweep.pairs(n).map(|(_, value)| value).collect();
        out(&Row { values, figures: figures.iter().map(said).collect() })
    }

    /// A table of the points that were run, as `fabric sweep --csv` prints it.
    #[must_use]
    pub fn csv(&self) -> String {
        self.sweep.table(self.figures.iter().map(Option::as_deref)).csv()
    }
}
