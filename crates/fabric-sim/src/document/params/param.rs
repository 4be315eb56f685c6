use super::{Key, Kind};

/// Not set at this place: the rules say what it is (`auto` in text).
pub const UNSET: u64 = u64::MAX;
/// Switched off.
pub const OFF: u64 = u64::MAX - 1;
/// None of what a choice is among.
pub const NONE: u64 = OFF;
/// Calculated from the fabric and its flows, once these are known: a headroom of `auto`.
pub const CALCULATED: u64 = u64::MAX - 3;
/// Half of another: the refresh interval of the pause time.
pub const HALF: u64 = u64::MAX - 2;

/// The finest thing that a parameter belongs to.
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

/// Where a page shows a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Asking for pauses and obeying them.
    Pfc,
    /// Sending by what the other end has promised.
    Credits,
    /// Watchdogs of queues that are paused for long.
    Watchdog,
    /// Marking.
    Ecn,
    /// Transmission selection.
    Ets,
    /// Memory of switches.
    Buffer,
    /// The crossbar between the inputs and outputs of switches.
    Crossbar,
    /// Of a switch, from header in to queue.
    Pipeline,
    /// Cables and wires.
    Links,
    /// Where frames are received.
    Hosts,
    /// Settings that all flows have in common.
    Traffic,
    /// Rate control of flows.
    Rates,
    /// Recovery of frames that are lost.
    Reliability,
}

impl Group {
    /// As a heading.
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

    /// Words that a title abbreviates, or the acronym of what it names; `None` if it needs neither.
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

/// A parameter: the one declaration from which its file field, range check,
/// schema, slider, link key and documentation are made.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Key of the parameter.
    pub key: Key,
    /// As addresses and links name it.
    pub name: &'static str,
    /// As a page names it.
    pub label: &'static str,
    /// Where a page shows it.
    pub group: Group,
    /// The finest thing it belongs to.
    pub level: Level,
    /// Whose it is.
    pub nodes: Nodes,
    /// Whether an address without a priority means the lossless ones only
    /// (all of them at a port where none is lossless).
    pub lossless_only: bool,
    /// Kind of its values.
    pub kind: Kind,
    /// Words that are values: the first of several for one value is written.
    pub words: &'static [(&'static str, u64)],
    /// The least value, in the unit of the kind.
    pub min: u64,
    /// The largest.
    pub max: u64,
    /// The value where none is given; [`UNSET`] where the help says what it follows from.
    pub default: u64,
    /// Whether an action may change it in a running fabric.
    pub live: bool,
    /// Help in a single line.
    pub help: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
}

impl Param {
    pub(super) const fn new(
        key: Key,
        name: &'static str,
        label: &'static str,
        group: Group,
        level: Level,
        kind: Kind,
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

    /// Whether a page offers one value for the whole fabric. Parameters that differ from priority to
    /// priority are set in documents, except live ones and those of watchdogs.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.key != Key::Lossless && (self.live || self.level != Level::Priority)
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The range, if `text` is none of its values.
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

    /// Writes a value so that it is read as the same.
    #[must_use]
    pub fn show(&self, value: u64) -> String {
        let word = self.words.iter().find(|(_, word)| *word == value);
        word.map_or_else(|| self.kind.show(value), |(word, _)| (*word).to_owned())
    }

    /// Its values in words: "an amount of bytes from 0 to 1.07G, or off".
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
            Kind::Choice => words,
            _ if words.is_empty() => range,
            _ => format!("{range}, or {words}"),
        }
    }
}
