//! Compilation of imported documents, and limits of their horizons (lengths of runs). Start with
//! [`compile`].
//!
//! Rule: a problem of a parameter is reported at the place in the file from which the parameter was read.
//! Fallback: a problem that names no parameter is reported at the place that the caller gives.
//! Left out: imports of SONiC, whose parameters come from many places; such an import reports all problems at
//! its first file.

use std::collections::BTreeMap;
use std::fmt::Display;

use fabric_sim::document::Document;
use fabric_sim::document::params::ParamMap;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use crate::finding::{FilePlace, Findings};

/// Longest time from the start of the last flow to the end of the run, if no file gives the end.
const LONGEST_RUN: Time = Time::from_ms(1_000);

/// Shortens an estimated horizon (length of the run) to at most [`LONGEST_RUN`] after `last_start`, the
/// start of the last flow. Adds a warning if the horizon was longer. Without the limit, some public files
/// would run for hours. The result is at most [`Time::LONGEST`].
pub(crate) fn limited(horizon: Time, last_start: Time, warnings: &mut Vec<String>) -> Time {
    let most = last_start.saturating_add(LONGEST_RUN).min(Time::LONGEST);
    if horizon > most {
        warnings.push(format!(
            "The flows would take up to {horizon}, and no file says when to stop: the run ends at {most}, \
             {LONGEST_RUN} after the last start."
        ));
    }
    horizon.min(most)
}

/// Parameters of a document, each with the place in a file from which it was read.
#[derive(Debug, Default)]
pub(crate) struct Params {
    /// Values of the parameters by address, such as `p3.kmin`.
    values: BTreeMap<String, String>,
    /// Places in files from which the values were read, by address of the parameter.
    places: BTreeMap<String, FilePlace>,
}

impl Params {
    /// Sets the parameter at `address`, such as `p3.kmin`, and its place in a file. `place` is empty if no
    /// file gives the value. Replaces an earlier value and place of this address.
    pub fn set(&mut self, address: impl Into<String>, value: impl Display, place: &FilePlace) {
        let address = address.into();
        self.places.insert(address.clone(), place.clone());
        self.values.insert(address, format!("{value}"));
    }

    /// Returns all parameters in the form that a document stores.
    pub fn map(&self) -> ParamMap {
        ParamMap(self.values.clone())
    }

    /// Place in a file of the parameter whose address occurs in `problem`, the text of a problem. If
    /// several addresses occur, the longest is used. `None` if no address occurs, or if the parameter comes
    /// from no file.
    fn place(&self, problem: &str) -> Option<&FilePlace> {
        let of_file = self.places.iter().filter(|(_, place)| !place.file.is_empty());
        let named = of_file.filter(|(address, _)| problem.contains(address.as_str()));
        named.max_by_key(|(address, _)| address.len()).map(|(_, place)| place)
    }
}

/// Compiles a document. Each problem of the document becomes a refusal at the place of its parameter, or at
/// `place` if the problem names no parameter. A document of more than [`Document::LONGEST`] bytes of JSON
/// is refused at `place`, because it could not be read again. Returns `None` if the document was refused.
pub(crate) fn compile(
    document: &Document,
    params: &Params,
    place: &FilePlace,
    findings: &mut Findings,
) -> Option<Spec> {
    match document.compile() {
        Ok(spec) => {
            let bytes = document.to_json().len();
            if bytes > Document::LONGEST {
                let most = Document::LONGEST;
                let reason = format!(
                    "the document has {bytes} bytes, and at most {most} are read; give fewer flows or links"
                );
                findings.refuse(place.clone(), reason);
                return None;
            }
            Some(spec)
        }
        Err(problems) => {
            for problem in problems.list() {
                let problem = problem.to_string();
                let place = params.place(&problem).unwrap_or(place);
                findings.refuse(place.clone(), format!("the values make no document: {problem}"));
            }
            None
        }
    }
}
