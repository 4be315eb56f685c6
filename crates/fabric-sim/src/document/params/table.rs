//! Table that declares all parameters. Each submodule declares the parameters of one part of the fabric.
//! Start with [`TABLE`].
//!
//! Parameters of a priority come first, then parameters of a port, of a switch and of the fabric. Names are
//! case-sensitive; the search for an unknown name gives `None`.

pub(super) mod fabric;
pub(super) mod port;
pub(super) mod priority;
pub(super) mod rate;
pub(super) mod rdma_read;
pub(super) mod reliability;
pub(super) mod switch;
mod words;

use super::Param;

/// Key that identifies a parameter in the program. The order is the same as in [`TABLE`]: parameters of a
/// priority, of a port, of a switch, and of the fabric. Rate control, retransmission and reads belong to the
/// fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the table says what each is")]
pub enum Key {
    // `Lossless` comes first, because an address without a priority means the lossless priorities. They must
    // be known before.
    Lossless,
    // `Threshold` follows `Xoff` and `Alpha`, because it overrides them at the same place.
    Xoff,
    Alpha,
    Threshold,
    Xon,
    XonOffset,
    Headroom,
    Reserve,
    Scope,
    Counted,
    Kmin,
    Kmax,
    Pmax,
    EcnAt,
    EgressAlpha,
    EgressLimit,
    WredMin,
    WredMax,
    WredDrop,
    Class,
    Share,
    Cir,
    Cbs,
    Pir,
    Pbs,
    PfcTx,
    PfcRx,
    ReceiveHigh,
    ReceiveLow,
    Watchdog,
    WatchdogAction,
    WatchdogPoll,
    WatchdogDetection,
    WatchdogRestoration,
    WatchdogRestores,
    Credits,
    Overhead,
    PauseQuanta,
    Refresh,
    ExplicitXon,
    PauseTimer,
    PfcTrigger,
    PfcDelay,
    PfcOrder,
    LinkPause,
    LinkXoff,
    LinkXon,
    Ets,
    EtsCounts,
    EtsQuantum,
    PortPir,
    PortPbs,
    Drain,
    ReceiveBuffer,
    ResponseQueue,
    NicWatchdog,
    ClockPpm,
    CreditUpdate,
    Trust,
    DefaultPriority,
    Profile,
    Memory,
    CellBytes,
    HeadroomRatio,
    HeadroomPool,
    Fabric,
    CrossbarInputs,
    CrossbarMatching,
    CrossbarIterations,
    CrossbarPriority,
    CrossbarMode,
    CrossbarCell,
    CrossbarSpeedup,
    CrossbarLatency,
    CrossbarFifo,
    Forwarding,
    IngressLatency,
    MacTable,
    MacAgeing,
    Unknown,
    Pfc,
    WatchdogScale,
    HopLimit,
    Mtu,
    Jitter,
    FrameJitter,
    Cable,
    RerouteDelay,
    CreditResync,
    RateControl,
    DcqcnG,
    DcqcnAlpha,
    DcqcnAlphaTimer,
    DcqcnTimer,
    DcqcnBytes,
    DcqcnThreshold,
    DcqcnAi,
    DcqcnHai,
    DcqcnMin,
    DcqcnCut,
    CnpInterval,
    CnpPriority,
    CnpJitter,
    CnpMerge,
    CcWindow,
    LengthThr,
    Reliability,
    SendWindow,
    AckEvery,
    AckPriority,
    AckTimeout,
    ReadRequest,
    ReadOutstanding,
    ResponsePriority,
}

/// Number of all parameters.
const COUNT: usize = priority::ROWS.len()
    + port::ROWS.len()
    + switch::ROWS.len()
    + fabric::ROWS.len()
    + rate::ROWS.len()
    + reliability::ROWS.len()
    + rdma_read::ROWS.len();

/// Declarations of all parameters, in the order of [`Key`].
pub static TABLE: [Param; COUNT] = {
    let levels = [
        priority::ROWS,
        port::ROWS,
        switch::ROWS,
        fabric::ROWS,
        rate::ROWS,
        reliability::ROWS,
        rdma_read::ROWS,
    ];
    let mut table = [fabric::ROWS[0]; COUNT];
    let (mut level, mut at) = (0, 0);
    while level < levels.len() {
        let mut row = 0;
        while row < levels[level].len() {
            table[at] = levels[level][row];
            (at, row) = (at + 1, row + 1);
        }
        level += 1;
    }
    table
};

impl Key {
    /// Declaration of the parameter: its name, kind, range, default and help.
    #[must_use]
    pub fn param(self) -> &'static Param {
        &TABLE[self as usize]
    }

    /// Finds the parameter that has this name in documents. `None` if no parameter has this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        TABLE.iter().find(|param| param.name == name).map(|param| param.key)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ValueKind;
    use super::super::param::UNSET;
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_keys_and_levels() {
        for (n, param) in TABLE.iter().enumerate() {
            assert_eq!(param.key as usize, n, "{}", param.name);
            assert_eq!(Key::find(param.name), Some(param.key));
            assert!(!param.help.is_empty() && !param.source.is_empty(), "{}", param.name);
        }
        assert!(TABLE.windows(2).all(|pair| pair[0].level >= pair[1].level));
    }

    #[test]
    fn ends_of_ranges_defaults_and_words_are_read_as_they_are_written() {
        for param in &TABLE {
            let words = param.words.iter().map(|(_, value)| *value);
            let ends = [param.min, param.max].into_iter().filter(|_| param.kind != ValueKind::Choice);
            let default = Some(param.default).filter(|default| *default != UNSET);
            for value in words.chain(ends).chain(default) {
                assert_eq!(param.parse(&param.show(value)), Ok(value), "{} {value}", param.name);
            }
            for text in ["", "-1001", "99999999999999", "nonsense"] {
                assert!(param.parse(text).unwrap_err().len() > 5, "{} {text}", param.name);
            }
        }
    }
}
