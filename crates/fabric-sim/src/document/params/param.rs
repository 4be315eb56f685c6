//! Declaration of a parameter ([`Param`]), and the special values that parameters can have. A stored value is
//! a whole number in the unit of the parameter's kind, or the value of a word. Start with [`Param`].
//!
//! The smallest and the greatest value are allowed. If several words have one value, the first of them is
//! written. Words are case-sensitive. `auto` and `off` are values only of parameters that have these words.

use super::{Key, ValueKind};

/// Value `auto`: the document sets no value. The program uses the value that the help of the parameter
/// describes.
pub const UNSET: u64 = u64::MAX;
/// Value `off`: the function of the parameter is switched off.
pub const OFF: u64 = u64::MAX - 1;
/// Value `none` of the parameter `profile`: the switch has no profile.
pub const NONE: u64 = OFF;
/// Value `auto` of the headroom. The program calculates the headroom as soon as the fabric and its flows are
/// known.
pub const CALCULATED: u64 = u64::MAX - 3;
/// Value `half` of the refresh interval: half of the pause time.
pub const HALF: u64 = u64::MAX - 2;

/// Part of the fabric that can have its own value of a parameter, from the whole fabric down to a priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParamLevel {
    /// The fabric as a whole has one value of the parameter.
    Fabric,
    /// Each switch can have its own value of the parameter.
    Switch,
    /// Each port can have its own value of the parameter.
    Port,
    /// Each priority of a port can have its own value of the parameter.
    Priority,
}

/// Kind of nodes that have a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nodes {
    /// Switches only.
    Switches,
    /// Hosts only.
    Hosts,
    /// Hosts and switches.
    All,
}

/// Group under which the page lists a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Sending pauses, and reacting to received pauses.
    Pfc,
    /// Credit-based flow control (CBFC) of links.
    Credits,
    /// PFC watchdogs.
    Watchdog,
    /// ECN marking of frames.
    Ecn,
    /// Scheduling of priorities at an output port (ETS).
    Ets,
    /// Memory of switches.
    Buffer,
    /// Crossbar between the inputs and outputs of a switch.
    Crossbar,
    /// Forwarding, and delays in a switch from the arrival of the header to the queue.
    Pipeline,
    /// Links: cables, clocks and frame sizes.
    Links,
    /// Hosts: receive buffer and its drain rate, read responses, NIC watchdog and clock error.
    Hosts,
    /// Defaults of flows.
    Traffic,
    /// Rate control of flows, such as DCQCN.
    Rates,
    /// Retransmission of lost frames.
    Reliability,
}

impl Group {
    /// Heading of the group of parameters on the page.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pfc => "PFC",
            Self::Credits => "credits",
            Self::Watchdog => "watchdog",
            Self::Ecn => "ECN",
            Self::Ets => "ETS",
            Self::Buffer => "buffer",
            Self::Crossbar => "crossbar",
            Self::Pipeline => "pipeline",
            Self::Links => "links",
            Self::Hosts => "hosts",
            Self::Traffic => "traffic",
            Self::Rates => "rate control",
            Self::Reliability => "retransmission",
        }
    }

    /// Spelled-out form of the heading, or related terms. The page shows this text next to the heading.
    /// `None` if the heading needs no explanation.
    #[must_use]
    pub const fn spelled_out(self) -> Option<&'static str> {
        match self {
            Self::Pfc => Some("priority-based flow control"),
            Self::Credits => Some("CBFC, credit-based flow control"),
            Self::Ecn => Some("explicit congestion notification"),
            Self::Ets => Some("enhanced transmission selection"),
            Self::Crossbar => Some("VOQ, virtual output queues; iSLIP"),
            Self::Rates => Some("DCQCN, quantized congestion notification"),
            Self::Hosts => Some("RoCE, RDMA over converged Ethernet"),
            _ => None,
        }
    }
}

/// Declaration of a parameter. The program derives from it the field of document files, the range check, the
/// schema, the slider, the key of share links and the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Key that identifies the parameter in the program.
    pub key: Key,
    /// Name of the parameter in addresses and share links.
    pub name: &'static str,
    /// Label of the parameter on the page.
    pub label: &'static str,
    /// Group under which the page lists the parameter.
    pub group: Group,
    /// Smallest part of the fabric that can have its own value of the parameter.
    pub level: ParamLevel,
    /// Kind of nodes that have the parameter.
    pub nodes: Nodes,
    /// Whether an address without a priority applies only to the lossless priorities of a port. If no
    /// priority of the port is lossless, the address applies to all priorities.
    pub lossless_only: bool,
    /// Kind of the parameter's values. The kind determines the unit of the values.
    pub kind: ValueKind,
    /// Words for single values, such as `off`, each with its value. If several words mean the same value, the
    /// program writes the first of them.
    pub words: &'static [(&'static str, u64)],
    /// Smallest allowed value, in the unit of the parameter's kind.
    pub min: u64,
    /// Greatest allowed value, in the unit of the parameter's kind.
    pub max: u64,
    /// Value that is used if the document gives none. [`UNSET`] if the program calculates it as `help` says.
    pub default: u64,
    /// Whether an action can change the parameter during a run.
    pub live: bool,
    /// Help text of the parameter, one line, for the page and `docs/parameters.md`.
    pub help: &'static str,
    /// Source of the parameter and its default: a standard, a paper, or a document of a vendor.
    pub source: &'static str,
}

impl Param {
    pub(super) const fn new(
        key: Key,
        name: &'static str,
        label: &'static str,
        group: Group,
        level: ParamLevel,
        kind: ValueKind,
    ) -> Self {
        Self {
            key,
            name,
            label,
            group,
            level,
            nodes: Nodes::Switches,
            lossless_only: false,
            kind,
            words: &[],
            min: 0,
            max: kind.most(),
            default: UNSET,
            live: false,
            help: "",
            source: "",
        }
    }

    pub(super) const fn all_nodes(mut self) -> Self {
        self.nodes = Nodes::All;
        self
    }

    pub(super) const fn group(mut self, group: Group) -> Self {
        self.group = group;
        self
    }

    pub(super) const fn hosts(mut self) -> Self {
        self.nodes = Nodes::Hosts;
        self
    }

    pub(super) const fn lossless_only(mut self) -> Self {
        self.lossless_only = true;
        self
    }

    pub(super) const fn range(mut self, min: u64, max: u64) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    pub(super) const fn words(mut self, words: &'static [(&'static str, u64)]) -> Self {
        self.words = words;
        self
    }

    pub(super) const fn default(mut self, default: u64) -> Self {
        self.default = default;
        self
    }

    pub(super) const fn live(mut self) -> Self {
        self.live = true;
        self
    }

    pub(super) const fn help(mut self, help: &'static str, source: &'static str) -> Self {
        self.help = help;
        self.source = source;
        self
    }

    /// Whether the page offers one control of the parameter for the whole fabric. False for `lossless`, and
    /// for parameters of a priority that cannot change during a run.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.key != Key::Lossless && (self.live || self.level != ParamLevel::Priority)
    }

    /// Reads a value: a word of the parameter, or a number from `min` to `max`. Spaces around the text are
    /// ignored.
    ///
    /// # Errors
    /// If `text` is not a value. The error describes the allowed values.
    pub fn parse(&self, text: &str) -> Result<u64, String> {
        let word = self.words.iter().find(|(word, _)| *word == text.trim()).map(|(_, value)| *value);
        word.or_else(|| self.kind.parse(text).filter(|value| (self.min..=self.max).contains(value)))
            .ok_or_else(|| self.allowed())
    }

    /// Whether `value` is from `min` to `max`, or is the value of a word.
    #[must_use]
    pub fn allows(&self, value: u64) -> bool {
        (self.min..=self.max).contains(&value) || self.words.iter().any(|(_, word)| *word == value)
    }

    /// Writes a value as text. [`Param::parse`] reads the text as the same value. If several words have the
    /// value, the first is written.
    #[must_use]
    pub fn show(&self, value: u64) -> String {
        let word = self.words.iter().find(|(_, word)| *word == value);
        word.map_or_else(|| self.kind.show(value), |(word, _)| (*word).to_owned())
    }

    /// Description of the allowed values, such as `an amount of bytes from 0 to 1G, or off`. For words with
    /// equal values, only the first is given.
    #[must_use]
    pub fn allowed(&self) -> String {
        let mut seen = Vec::new();
        let fresh = |(word, value): &(&'static str, u64)| {
            (!seen.contains(value)).then(|| {
                seen.push(*value);
                *word
            })
        };
        let words: Vec<&str> = self.words.iter().filter_map(fresh).collect();
        let words = words.join(" or ");
        let range =
            format!("{} from {} to {}", self.kind.noun(), self.kind.show(self.min), self.kind.show(self.max));
        match self.kind {
            ValueKind::Choice => words,
            _ if words.is_empty() => range,
            _ => format!("{range}, or {words}"),
        }
    }
}
