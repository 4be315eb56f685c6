//! Sweeps for JavaScript: runs of a document with all combinations of some parameter values. Start with
//! [`Sweep`].
//!
//! A combination of values is a point. Points count from 0; the last parameter varies fastest. The caller
//! runs the points one at a time, in any order. Another run of a point replaces its measures. Points that
//! have not run are not in the table.

use fabric_sim::document::Variation;
use fabric_sim::insight::{MEASURES, Measure};
use fabric_sim::sweep::{self, Figure, SweepRow};
use wasm_bindgen::prelude::*;

use super::{Object, out, source};

/// Runs of one document with all combinations of some values, and the measures of each run. Same as `fabric
/// sweep`.
///
/// ```js
/// const sweep = new Sweep('preset:incast', ['xoff=44k..96k/5'], ['pauses', 'p99_ps']);
/// for (let n = 0; n < sweep.count; n += 1) sweep.run(n);
/// console.log(sweep.csv());
/// ```
#[wasm_bindgen]
#[repr(transparent)]
pub struct Sweep(Object);

pub(super) struct Running {
    sweep: sweep::Sweep,
    /// Measures of each point of the sweep, indexed by point; `None` until the point has run.
    figures: Vec<Option<Vec<Figure>>>,
}

impl Sweep {
    fn running(&self) -> Result<&Running, JsError> {
        match &self.0 {
            Object::Sweep(running) => Ok(running),
            other => Err(other.wrong_class("Sweep")),
        }
    }

    fn running_mut(&mut self) -> Result<&mut Running, JsError> {
        match &mut self.0 {
            Object::Sweep(running) => Ok(running),
            other => Err(other.wrong_class("Sweep")),
        }
    }
}

/// Largest number of varied parameters, and largest number of measures.
const MAX_TEXTS: u32 = 256;
/// Greatest length of the text that names a parameter or measure, in UTF-16 units.
const LONGEST: u32 = 10_000;

#[wasm_bindgen]
impl Sweep {
    /// Prepares runs of a document, as for `new Fabric`, with all combinations of the values in `vary`.
    /// Examples: `xoff=24k..96k/4`, `xoff=1k..1M/4log`, `xoff=24k,48k`, `seed=1..20/20`. Each run ends at
    /// `until`, or without `until` at the horizon of the document.
    ///
    /// A number `until` is in picoseconds, at most 3600 s.
    ///
    /// Throws an `Error` with the field, its value and its range if an argument is refused. An empty `vary`,
    /// an empty `measures` and an unknown measure are refused. The document is read before `vary`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "FabricDocument | string")] document: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string[]")] vary: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string[]")] measures: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | number")] until: &JsValue,
    ) -> Result<Self, JsError> {
        let words = "what is varied, and the measures, are lists of texts";
        let list = |given| source::texts(given, MAX_TEXTS, LONGEST, words);
        let (vary, measures) = (list(vary)?, list(measures)?);
        let (document, _) = source::document(document)?;
        let vary = vary.iter().map(|one| Variation::parse(one)).collect::<Result<Vec<_>, _>>()?;
        let wrong = |words: String| JsError::new(&words);
        let measures = measures.iter().map(|name| Measure::find(name));
        let measures = measures.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        if vary.is_empty() || measures.is_empty() {
            return Err(wrong(
                "vary, measures: an empty list is refused; give at least one text in each".to_owned(),
            ));
        }
        let none = until.is_undefined() || until.is_null();
        let until = if none { None } else { Some(source::time(until)?) };
        let sweep = sweep::Sweep::new(document, vary, measures, until)?;
        let running = Running { figures: vec![None; sweep.count()], sweep };
        Ok(Self(Object::Sweep(Box::new(running))))
    }

    /// Names of all measures, in the order of the menu of the page.
    #[must_use]
    pub fn measures() -> Vec<String> {
        MEASURES.iter().map(|measure| measure.name.to_owned()).collect()
    }

    /// Number of points, which is the number of combinations.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> Result<usize, JsError> {
        Ok(self.running()?.sweep.count())
    }

    /// Runs point `n`, from 0, for at most `events` events. Returns the parameter values and the measures of
    /// the point. A measure is a text with a whole number, in the unit at the end of its name. Without
    /// `events`, the run has no limit.
    ///
    /// Throws an `Error` if there is no point `n`, if the values contradict each other, or if the run does
    /// not end within `events`. Measures of an earlier run of the point then stay.
    #[wasm_bindgen(unchecked_return_type = "SweepRow")]
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | null")] events: &JsValue,
    ) -> Result<JsValue, JsError> {
        let Running { sweep, figures } = self.running_mut()?;
        let count = sweep.count();
        let place = source::whole(n, "a point is named by a whole number of at least 0")?;
        let n = usize::try_from(place).ok().filter(|n| *n < count);
        let n = n.ok_or_else(|| JsError::new(&format!("there is no point {place} among {count}")))?;
        let measured = sweep.run(n, source::budget(events)?).map_err(|why| JsError::new(&why.to_string()))?;
        let measured = figures[n].insert(measured);
        out(&SweepRow::new(sweep, n, measured))
    }

    /// Table of the points that have run, as `fabric sweep --csv` prints it. The rows are in the order of the
    /// points; before the first run, the table has only the header of the parameters.
    pub fn csv(&self) -> Result<String, JsError> {
        let Running { sweep, figures } = self.running()?;
        Ok(sweep.table(figures.iter().map(Option::as_deref)).csv())
    }
}
