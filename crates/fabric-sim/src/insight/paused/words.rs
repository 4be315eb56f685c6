//! A chain in words.

use super::{Chain, End, Link};
use crate::spec::Spec;
use crate::units::Bytes;

impl Chain {
    /// A line for each link, indented by its depth.
    #[must_use]
    pub fn lines(&self, spec: &Spec) -> Vec<String> {
        self.links.iter().map(|link| format!("{}{}", "  ".repeat(link.depth), link.sentence(spec))).collect()
    }
}

impl Link {
    /// What it is, and how the chain goes on: "s1.2.3 holds 12k of 40k (30 %)
    /// and is paused by s2.0".
    #[must_use]
    pub fn sentence(&self, spec: &Spec) -> String {
        let (port, priority) = self.queue;
        let name = format!("{}.{priority}", spec.port_name(port));
        let peer = spec.port_name(spec.ports[port.index()].peer);
        let share = match self.of {
            0 => String::new(),
            of => format!(
                " holds {} of {} ({} %) and",
                Bytes(self.bytes),
                Bytes(of),
                (self.bytes * 100 + of / 2) / of
            ),
        };
        let end = match self.end {
            End::GoesOn => format!("is paused by {peer}, whose group of priority {priority} waits for:"),
            end => end.sentence(&peer),
        };
        format!("{name}{share} {end}")
    }
}

impl End {
    /// What is so of a queue whose chain ends, or goes on, like this; `peer` is
    /// who pauses it.
    #[must_use]
    pub fn sentence(self, peer: &str) -> String {
        match self {
            Self::GoesOn => format!("is paused by {peer}, which waits for what it holds of it:"),
            Self::Circle => "is in this chain already: the circle is closed".to_owned(),
            Self::Above => "is paused, for what is said above".to_owned(),
            Self::Oversubscribed => "is not paused: more comes for it than its port can send".to_owned(),
            Self::LinkDown => "has a link that is down".to_owned(),
            Self::SlowHost => format!("is paused by {peer}, whose host takes frames too slowly"),
            Self::Storm => format!("is paused by {peer}, which goes on pausing whatever it holds: a storm"),
            Self::LostResume => format!("stays paused although {peer} has resumed: the resume was lost"),
            Self::Passing => format!("is paused by {peer}, but that ends by itself"),
        }
    }
}
