//! Declaration of a parameter: key, name, kind, range, default, help and source, and the nodes that
//! have it.

use super::{Key, ValueKind};

/// Value of a parameter that is not set at a place, so that the rules decide (`auto` in text).
pub const UNSET: u64 = u64::MAX;
/// Value of a parameter that is switched off.
pub const OFF: u64 = u64::MAX - 1;
/// Choice of no word.
pub const NONE: u64 = OFF;
/// Value that is calculated from the fabric and its flows once these are known: a headroom of `auto`.
pub const CALCULATED: u64 = u64::MAX - 3;
/// Value that is half of another parameter: a refresh interval of half the pause time.
pub const HALF: u64 = u64::MAX - 2;

/// Smallest part of the fabric for which a parameter can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The fabric as a whole.
    Fabric,
    /// A switch.
    Switch,
    /// A port.
    Port,
    /// A priority of a port.
    Priority,
}

/// The nodes whose ports have a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nodes {
    /// Switches only.
    Switches,
    /// Hosts only.
    Hosts,
    /// Hosts and switches.
    All,
}

/// Group of parameters on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Sending of pauses, and reaction to them.
    Pfc,
    /// Link-level flow control by credits.
    Credits,
    /// Watchdogs of queues that are paused for long.
    Watchdog,
    /// Marking of frames (ECN).
    Ecn,
    /// Choice of the next class to send (ETS).
    Ets,
    /// Memory of switches.
    Buffer,
    /// The crossbar between the inputs and outputs of switches.
    Crossbar,
    /// Delay in a switch, from the header's arrival to the queue.
    Pipeline,
    /// Cables and wires.
    Links,
    /// Receiving at hosts.
    Hosts,
    /// Defaults of all flows.
    Traffic,
    /// Rate control of flows.
    Rates,
    /// Recovery of lost frames.
    Reliability,
}

impl Group {
    /// Heading of the group.
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

    /// Words that a page shows beside the title: the full form of its abbreviation, or related
    /// acronyms; `None` if the title needs none.
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

/// Parameter: the declaration from which its file field, range check, schema, slider, link key and
/// documentation are made.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Key of the parameter.
    pub key: Key,
    /// Name in addresses and links.
    pub name: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Group on the page.
    pub group: Group,
    /// Smallest part of the fabric for which the parameter can be set.
    pub level: Level,
    /// Kind of nodes that have the parameter.
    pub nodes: Nodes,
    /// Whether an address without a priority means the lossless ones only
    /// (all of them at a port where none is lossless).
    pub lossless_only: bool,
    /// Kind of its values.
    pub kind: ValueKind,
    /// Words for single values. If several words stand for one value, the first is written.
    pub words: &'static [(&'static str, u64)],
    /// The least value, in the unit of the kind.
    pub min: u64,
    /// Largest value, in the unit of the kind.
    pub max: u64,
    /// Value if none is given; [`UNSET`] if the rules calculate it as the help says.
    pub default: u64,
    /// Whether an action can change it during a run.
    pub live: bool,
    /// Help text of one line.
    pub help: &'static str,
    /// Source of the rule.
    pub source: &'static str,
}

impl Param {
    pub(super) const fn new(
        key: Key,
        name: &'static str,
        label: &'static str,
        group: Group,
        level: Level,
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

    /// Whether the page offers one control for the whole fabric. Parameters that usually differ between
    /// priorities are set in documents, except live parameters and those of watchdogs.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.key != Key::Lossless && (self.live || self.level != Level::Priority)
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The allowed range, if `text` is not a value.
    pub fn parse(&self, text: &str) -> Result<u64, String> {
        let word = self.words.iter().find(|(word, _)| *word == text.trim()).map(|(_, value)| *value);
        word.or_else(|| self.kind.parse(text).filter(|value| (self.min..=self.max).contains(value)))
            .ok_or_else(|| self.allowed())
    }

    /// Whether `value` is in the range, or one of the words.
    #[must_use]
    pub fn allows(&self, value: u64) -> bool {
        (self.min..=self.max).contains(&value) || self.words.iter().any(|(_, word)| *word == value)
    }

    /// Writes a value in the form that [`Param::parse`] reads.
    #[must_use]
    pub fn show(&self, value: u64) -> String {
        let word = self.words.iter().find(|(_, word)| *word == value);
        word.map_or_else(|| self.kind.show(value), |(word, _)| (*word).to_owned())
    }

    /// Description of the allowed values: "an amount of bytes from 0 to 1.07G, or off".
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
