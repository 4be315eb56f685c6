//! Names of frames in documents and share links. A name consists of flow, kind and number. Only data frames,
//! acks and CNPs have names. Start with [`FrameName`].
//!
//! Flows and frames are counted from 0, up to 2³² − 1. Each name has only one form; `02.7` and `2.+7` are
//! refused. Whether the flow and the frame exist is not checked here.

use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::problem::Problem;
use crate::fabric::frame::FrameKind;

/// Name of a frame: `2.37` for data frame 37 of flow 2, `2.ack.37` for the ack of that frame, `2.cnp.3` for
/// CNP 3 of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameName {
    /// Number of the flow, from 0. Flows of the document come first, then flows that actions add.
    pub flow: u32,
    /// Kind of the named frame: data frame, ack or CNP.
    pub named: NamedFrameKind,
    /// Number of the frame among the frames of its kind in the flow, from 0. An ack has the number of the
    /// data frame that it acknowledges.
    pub number: u32,
}

/// Kind of a frame that documents and share links can name: data frame, ack or CNP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedFrameKind {
    /// Data frame of a flow.
    #[default]
    Data,
    /// Ack of a data frame.
    Ack,
    /// Congestion notification packet.
    Cnp,
}

impl NamedFrameKind {
    /// Converts the kind to the engine's kind of frame.
    #[must_use]
    pub const fn kind(self) -> FrameKind {
        match self {
            Self::Data => FrameKind::Data,
            Self::Ack => FrameKind::Ack,
            Self::Cnp => FrameKind::Cnp,
        }
    }

    /// Named kind for the engine's `kind`. `None` for a kind without names, such as PFC frames.
    #[must_use]
    pub const fn of(kind: FrameKind) -> Option<Self> {
        match kind {
            FrameKind::Data => Some(Self::Data),
            FrameKind::Ack => Some(Self::Ack),
            FrameKind::Cnp => Some(Self::Cnp),
            FrameKind::Nak
            | FrameKind::Request
            | FrameKind::Pfc
            | FrameKind::Credit
            | FrameKind::CreditReturn
            | FrameKind::SentTotal => None,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Data => "",
            Self::Ack => "ack.",
            Self::Cnp => "cnp.",
        }
    }
}

const NAME: &str = "a flow's place and a frame's number in it, from 0, such as 2.37, 2.ack.37 or 2.cnp.3";

impl fmt::Display for FrameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.flow, self.named.word(), self.number)
    }
}

impl FromStr for FrameName {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let read = |text: &str| {
            let (flow, rest) = text.split_once('.')?;
            let (named, number) = match rest.split_once('.') {
                Some(("ack", number)) => (NamedFrameKind::Ack, number),
                Some(("cnp", number)) => (NamedFrameKind::Cnp, number),
                _ => (NamedFrameKind::Data, rest),
            };
            Some(Self { flow: flow.parse().ok()?, named, number: number.parse().ok()? })
        };
        // Each name has only one form: `02.+7` is refused.
        let name = read(text).filter(|name| name.to_string() == text);
        name.ok_or_else(|| Problem::range("frame", format_args!("\"{text}\""), NAME))
    }
}

as_text!(FrameName, NAME, r"^(0|[1-9][0-9]*)\.((ack|cnp)\.)?(0|[1-9][0-9]*)$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_is_written_in_one_way() {
        for text in ["0.0", "2.37", "4294967295.4294967295", "2.ack.37", "0.cnp.3"] {
            assert_eq!(text.parse::<FrameName>().map(|name| name.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            "2",
            "2.",
            ".3",
            "02.3",
            "2.+3",
            "2.3.4",
            "-1.0",
            "a.1",
            "4294967296.0",
            "2.ack",
            "2.ack.",
            "2.nak.3",
            "2.ack3",
            "ack.3",
        ] {
            let refusal = text.parse::<FrameName>().map_err(|problem| problem.to_string());
            assert_eq!(refusal, Err(format!("frame: is \"{text}\", but must be {NAME}")));
        }
    }
}
