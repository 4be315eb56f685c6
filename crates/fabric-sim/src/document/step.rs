//! Step of a crossbar match in a document. Start with [`MatchStep`].
//!
//! Iterations are numbered from 1 to 4. The text must match exactly; `grant01` is refused.

use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::problem::Problem;

/// Step of the matching of a crossbar in one slot. The page shows the matching after this step. Steps are
/// written `request`, then `grant1`, `accept1` and so on to `accept4`. The number is the iteration, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStep {
    /// Requests of all inputs, before the first iteration.
    Request,
    /// Grants of the outputs in the iteration with this number, from 1.
    Grant(u8),
    /// Accepts of the inputs in the iteration with this number, from 1.
    Accept(u8),
}

/// Greatest number of iterations in one slot of a crossbar.
const ITERATIONS: u8 = 4;
const STEPS: &str = "request, or grant1, accept1 to grant4, accept4";

impl fmt::Display for MatchStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request => f.write_str("request"),
            Self::Grant(iteration) => write!(f, "grant{iteration}"),
            Self::Accept(iteration) => write!(f, "accept{iteration}"),
        }
    }
}

impl FromStr for MatchStep {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let steps = (1..=ITERATIONS).flat_map(|n| [Self::Grant(n), Self::Accept(n)]);
        let named = std::iter::once(Self::Request).chain(steps).find(|step| step.to_string() == text);
        named.ok_or_else(|| Problem::range("step", format_args!("\"{text}\""), STEPS))
    }
}

as_text!(MatchStep, STEPS, "^(request|(grant|accept)[1-4])$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_written_in_one_way() {
        for text in ["request", "grant1", "accept1", "grant4", "accept4"] {
            assert_eq!(text.parse::<MatchStep>().map(|step| step.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "grant", "grant0", "grant5", "grant01", "Request", "accept1 "] {
            let refusal = text.parse::<MatchStep>().map_err(|problem| problem.to_string());
            let words = format!("step: is \"{text}\", but must be {STEPS}");
            assert_eq!(refusal, Err(words));
        }
    }
}
