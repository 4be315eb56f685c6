use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::problem::Problem;

/// A data frame, `2.37`: its flow by place, from 0, those of the document
/// before those of actions; then its number in the flow, from 0. Flows may
/// share a name, but no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameName {
    /// The place of its flow.
    pub flow: u32,
    /// Its number in the flow.
    pub number: u32,
}

const NAME: &str = "a flow's place and a frame's number in it, from 0, such as 2.37";

impl fmt::Display for FrameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.flow, self.number)
    }
}

impl FromStr for FrameName {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let parts = text
            .split_once('.')
            .and_then(|(flow, number)| Some(Self { flow: flow.parse().ok()?, number: number.parse().ok()? }));
        // One way of writing each: `02.+7` is none.
        let name = parts.filter(|name| name.to_string() == text);
        name.ok_or_else(|| Problem::range("frame", format_args!("\"{text}\""), NAME))
    }
}

as_text!(FrameName, NAME, r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_is_written_in_one_way() {
        for text in ["0.0", "2.37", "4294967295.4294967295"] {
            assert_eq!(text.parse::<FrameName>().map(|name| name.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "2", "2.", ".3", "02.3", "2.+3", "2.3.4", "-1.0", "a.1", "4294967296.0"] {
            let said = text.parse::<FrameName>().map_err(|problem| problem.to_string());
            assert_eq!(said, Err(format!("frame is \"{text}\", but must be {NAME}")));
        }
    }
}
