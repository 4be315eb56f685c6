//! Converts parameter values into the configurations that the engine uses for ports and switches. Start with
//! [`port`].
//!
//! A value that the document does not give is the default of the parameter. A priority that grants credits
//! counts as lossless. With a static XOFF and without an `xon_offset`, an XON of `auto` is 95 % of XOFF,
//! rounded down; otherwise it is 0. A Kmax of `auto` is twice Kmin, and a WRED maximum of `auto` is twice the
//! WRED minimum. A given size of the headroom pool overrides a given ratio. Lossless queues, and queues that
//! take no memory, have no egress limit.

use super::Key;
use super::kind::{PROBABILITY_ONE, RATIO_ONE, ValueKind};
use super::param::{CALCULATED, HALF, OFF};
use super::rows::{DYNAMIC, PortRow, PriorityRow, STATIC, SwitchRow};
use crate::document::OLDEST_MODEL;
use crate::fabric::buffer::{HeadroomPool, PgConfig, PoolConfig, Scope, Threshold};
use crate::fabric::classify::{ClassifierConfig, Trust};
use crate::fabric::crossbar::{CrossbarConfig, Inputs, Matching, Mode, Precedence};
use crate::fabric::egress::{
    Algorithm, BucketConfig, Class, CountedBytes, Discipline, EcnConfig, EtsConfig, MarkAt, WredConfig,
};
use crate::fabric::mac::{LearningConfig, Unknown};
use crate::fabric::pfc::{DelayOrder, LinkPause, PfcReceiverConfig, PfcSenderConfig, Trigger};
use crate::fabric::watchdog::{Mitigation, Restoration, Rule, WatchdogConfig};
use crate::ids::{Priority, PrioritySet};
use crate::spec::{Forwarding, PortConfig, PriorityConfig, ReceiveSpec, SwitchConfig};
use crate::units::{Quanta, Rate, Time, TransmissionTimes};
use crate::wire::PRIORITIES;

/// Default of `xon_offset` for a dynamic XOFF threshold: number of bytes by which XON is below the threshold.
/// Source: HPCC simulator.
const XON_OFFSET: u64 = 3_072;

/// Default of XON for a static XOFF, in percent of XOFF.
const XON_PERCENT: u64 = 95;

/// Configuration of priority `n` of a port. `row` holds the parameter values. `model` is the model version of
/// the document.
pub(crate) fn priority(row: &PriorityRow, n: Priority, model: u32) -> PriorityConfig {
    let credits = credits(row);
    // A priority with credits counts as lossless: the buffer has room for all bytes for which it grants
    // credits.
    let lossless = row.is_lossless(n) || credits.is_some();
    PriorityConfig {
        pg: group(row, lossless),
        egress_limit: if lossless || row.get(Key::Counted) == 0 { None } else { egress_limit(row) },
        wred: wred(row),
        ecn: ecn(row),
        class: Class {
            discipline: if row.get(Key::Class) == 0 { Discipline::Strict } else { Discipline::Ets },
            share: row.given(Key::Share).map_or(0, small),
        },
        min_rate: bucket(row.get(Key::Cir), row.get(Key::Cbs)),
        max_rate: bucket(row.get(Key::Pir), row.get(Key::Pbs)),
        receive_xoff: row.given(Key::ReceiveHigh),
        receive_xon: row.given(Key::ReceiveLow),
        watchdog: watchdog(row, model),
        credits,
    }
}

/// Creates a token bucket. `rate` is in bits per second and `burst` in bytes. Returns `None` if `rate` is
/// [`OFF`].
fn bucket(rate: u64, burst: u64) -> Option<BucketConfig> {
    let rate = Rate::from_bps(rate).filter(|_| rate != OFF)?;
    Some(BucketConfig::new(rate, u32::try_from(burst).unwrap_or(u32::MAX)))
}

/// Credits in bytes that the priority grants to the other end of the link. `None` if the priority grants no
/// credits.
pub(crate) fn credits(row: &PriorityRow) -> Option<u64> {
    Some(row.get(Key::Credits)).filter(|bytes| *bytes != OFF)
}

/// Configuration of the PFC watchdog; `None` if the watchdog is `off`. The value of `auto` depends on the
/// detection rule (`watchdog`), and for `watchdog_restores` also on the model version. The polling interval
/// is 200 ms, or 100 ms with the rule `polls`. The detection time is 200 ms, 300 ms with `polls`, or 250 ms
/// with `timer`. The restoration time is 200 ms, or one polling interval with `polls`.
fn watchdog(row: &PriorityRow, model: u32) -> Option<WatchdogConfig> {
    let rule = match row.get(Key::Watchdog) {
        OFF => return None,
        0 => Rule::PauseDuration,
        1 => Rule::PauseReceived,
        2 => Rule::PausedPolls,
        4 => Rule::Broadcom,
        5 => Rule::Cisco8000,
        _ => Rule::PauseTimer,
    };
    let time = |key, auto: u64| row.given(key).map_or(Time::from_ms(auto), Time);
    let (mitigation, poll, detection) = match rule {
        Rule::PauseDuration | Rule::PauseReceived | Rule::Broadcom | Rule::Cisco8000 => {
            (Mitigation::Drop, 200, 200)
        }
        Rule::PausedPolls => (Mitigation::Drain, 100, 300),
        Rule::PauseTimer => (Mitigation::Flush, 200, 250),
    };
    let poll = time(Key::WatchdogPoll, poll);
    Some(WatchdogConfig {
        rule,
        mitigation: match row.given(Key::WatchdogAction) {
            None => mitigation,
            Some(0) => Mitigation::Drop,
            Some(1) => Mitigation::Forward,
            Some(2) => Mitigation::Drain,
            Some(3) => Mitigation::Alert,
            Some(4) => Mitigation::Flush,
            Some(_) => Mitigation::Disable,
        },
        poll,
        detection: time(Key::WatchdogDetection, detection),
        restoration: match rule {
            Rule::PausedPolls => row.given(Key::WatchdogRestoration).map_or(poll, Time),
            _ => time(Key::WatchdogRestoration, 200),
        },
        restores: match (row.given(Key::WatchdogRestores), rule) {
            (Some(0), _) | (None, Rule::Broadcom) => Restoration::NoPfc,
            (Some(1), _) | (None, Rule::PauseTimer) => Restoration::NoPause,
            (Some(2), _) | (None, Rule::PausedPolls | Rule::Cisco8000) => Restoration::Unpaused,
            (Some(_), _) => Restoration::Time,
            (None, Rule::PauseDuration | Rule::PauseReceived) if model == OLDEST_MODEL => {
                Restoration::NoPause
            }
            (None, Rule::PauseDuration | Rule::PauseReceived) => Restoration::NoPfc,
        },
    })
}

/// Configuration of the PG. A lossy PG has no XON, XON offset or headroom, and by default a dynamic
/// threshold. A PG with credits has no headroom; its reserve is at least the credits. A PG that takes no
/// memory has no reserve.
fn group(row: &PriorityRow, lossless: bool) -> PgConfig {
    let kind = row.given(Key::Threshold).unwrap_or(if lossless { STATIC } else { DYNAMIC });
    let xoff = row.get(Key::Xoff);
    let threshold =
        if kind == STATIC { Threshold::Static(xoff) } else { Threshold::Dynamic(ratio(row.get(Key::Alpha))) };
    let offset = row.given(Key::XonOffset);
    let xon = row.given(Key::Xon);
    let auto = match (kind, offset) {
        (STATIC, None | Some(OFF)) => xoff * XON_PERCENT / 100,
        _ => 0,
    };
    let auto_offset = (kind == DYNAMIC && xon.is_none()).then_some(XON_OFFSET);
    let counted = row.get(Key::Counted) == 1;
    PgConfig {
        lossless,
        counted,
        // Bytes for which credits are granted must always have room.
        reserve: if counted { row.get(Key::Reserve).max(credits(row).unwrap_or(0)) } else { 0 },
        threshold,
        scope: match row.get(Key::Scope) {
            0 => Scope::Group,
            1 => Scope::Voq,
            _ => Scope::Queue,
        },
        xon: if lossless { xon.unwrap_or(auto) } else { 0 },
        xon_offset: if lossless {
            offset.map_or(auto_offset, |bytes| Some(bytes).filter(|bytes| *bytes != OFF))
        } else {
            None
        },
        headroom: if lossless && credits(row).is_none() { headroom(row) } else { 0 },
    }
}

/// Headroom of a lossless PG in bytes. Returns 0 for an `auto` headroom, which is calculated later.
fn headroom(row: &PriorityRow) -> u64 {
    Some(row.get(Key::Headroom)).filter(|bytes| *bytes != CALCULATED).unwrap_or(0)
}

/// Limit of a lossy egress queue; `None` if `egress_limit` is `off`. Without `egress_limit`, `egress_alpha`
/// applies.
fn egress_limit(row: &PriorityRow) -> Option<Threshold> {
    match row.given(Key::EgressLimit) {
        Some(OFF) => None,
        Some(bytes) => Some(Threshold::Static(bytes)),
        None => Some(Threshold::Dynamic(ratio(row.get(Key::EgressAlpha)))),
    }
}

fn wred(row: &PriorityRow) -> WredConfig {
    let min = row.get(Key::WredMin);
    if min == OFF {
        return WredConfig::OFF;
    }
    WredConfig {
        min,
        max: row.given(Key::WredMax).unwrap_or(2 * min),
        drop: to_binary_probability(row.get(Key::WredDrop)),
    }
}

fn ecn(row: &PriorityRow) -> EcnConfig {
    let kmin = row.get(Key::Kmin);
    let at = if row.get(Key::EcnAt) == 0 { MarkAt::Dequeue } else { MarkAt::Enqueue };
    if kmin == OFF {
        return EcnConfig { at, ..EcnConfig::OFF };
    }
    EcnConfig {
        at,
        kmin,
        kmax: row.given(Key::Kmax).unwrap_or(2 * kmin),
        pmax: to_binary_probability(row.get(Key::Pmax)),
    }
}

/// Converts a probability from units of 10⁻¹² to units of 1/2³², rounded to the nearest. The result is 0 only
/// if `value` is 0.
pub(crate) fn to_binary_probability(value: u64) -> u64 {
    let one = u128::from(PROBABILITY_ONE);
    let parts = (u128::from(value) * u128::from(EcnConfig::CERTAIN) + one / 2) / one;
    u64::try_from(parts).unwrap_or(EcnConfig::CERTAIN).max(u64::from(value > 0))
}

/// Configuration of a port. `row` and `rows` hold the parameter values of the port and its priorities.
/// `their_row` and `theirs` hold the values of the port at the other end of the link and of its priorities.
/// `clock` gives the transmission times of the link. `model` is the model version of the document. If either
/// end of the link has 802.3x pauses, the link has no PFC.
pub(crate) fn port(
    (row, their_row): (&PortRow, &PortRow),
    rows: &[PriorityRow; PRIORITIES],
    theirs: &[PriorityRow; PRIORITIES],
    clock: TransmissionTimes,
    model: u32,
) -> PortConfig {
    let pauses_link = has_link_pause(row, their_row);
    let direction = row.get(Key::LinkPause);
    let mask = |key: Key| -> PrioritySet {
        let other_direction = if key == Key::PfcTx { LINK_RX } else { LINK_TX };
        if pauses_link {
            return if direction == 0 || direction == other_direction {
                PrioritySet::EMPTY
            } else {
                PrioritySet::ALL
            };
        }
        Priority::ALL.into_iter().filter(|n| has_pfc(key, *n, &rows[n.index()], &theirs[n.index()])).collect()
    };
    let on = |key: Key| row.get(key) == 1;
    let (quanta, refresh) = pause_time(row, clock);
    PortConfig {
        overhead: u32::try_from(row.get(Key::Overhead)).unwrap_or(u32::MAX),
        receiver: PfcReceiverConfig {
            enabled: mask(Key::PfcRx),
            delay: match row.get(Key::PfcDelay).checked_sub(ValueKind::QUANTA) {
                Some(quanta) => Quanta(u16::try_from(quanta).unwrap_or(u16::MAX)).time(clock),
                None => Time(row.get(Key::PfcDelay)),
            },
            order: if on(Key::PfcOrder) { DelayOrder::AfterWait } else { DelayOrder::FromIndication },
            timer: on(Key::PauseTimer),
        },
        sender: PfcSenderConfig {
            enabled: mask(Key::PfcTx),
            quanta,
            refresh,
            explicit_xon: on(Key::ExplicitXon),
            trigger: if on(Key::PfcTrigger) { Trigger::EgressQueue } else { Trigger::IngressPg },
        },
        link_pause: pauses_link.then(|| {
            let xoff = row.get(Key::LinkXoff);
            LinkPause { xoff, xon: row.given(Key::LinkXon).unwrap_or(xoff * XON_PERCENT / 100) }
        }),
        ets: EtsConfig {
            algorithm: if on(Key::Ets) { Algorithm::Wrr } else { Algorithm::Dwrr },
            counts: if on(Key::EtsCounts) { CountedBytes::Wire } else { CountedBytes::Frame },
            quantum: row.given(Key::EtsQuantum).map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX)),
        },
        receive: receive(row),
        classifier: classifier(row),
        nic_watchdog: match row.get(Key::NicWatchdog) {
            OFF => None,
            ps => Some(Time(ps)),
        },
        max_rate: bucket(row.get(Key::PortPir), row.get(Key::PortPbs)),
        clock_ppm: i32::try_from(row.get(Key::ClockPpm))
            .map_or(0, |value| value - i32::try_from(ValueKind::PPM_ZERO).unwrap_or(0)),
        credit_update: match row.get(Key::CreditUpdate) {
            OFF => 0,
            bytes => u16::try_from(bytes).unwrap_or(u16::MAX),
        },
        priorities: std::array::from_fn(|n| priority(&rows[n], Priority::from_index(n), model)),
    }
}

/// Values of [`Key::LinkPause`]. With `LINK_TX`, the port only sends 802.3x pauses; with `LINK_RX`, it only
/// obeys them.
const LINK_TX: u64 = 2;
const LINK_RX: u64 = 3;

/// Whether a link uses 802.3x pauses and not PFC. `row` and `other` hold the parameter values of its two
/// ports.
pub(crate) fn has_link_pause(row: &PortRow, other: &PortRow) -> bool {
    row.get(Key::LinkPause) != 0 || other.get(Key::LinkPause) != 0
}

/// Whether a port sends (`key` = [`Key::PfcTx`]) or obeys ([`Key::PfcRx`]) PFC for priority `n`. `row` holds
/// the parameter values of the priority at the port, and `other` those at the other end of the link. By
/// default, the port does so for a lossless priority, unless an end of the link grants credits for this
/// priority.
pub(crate) fn has_pfc(key: Key, n: Priority, row: &PriorityRow, other: &PriorityRow) -> bool {
    let by_credits = || credits(row).or(credits(other)).is_some();
    row.given(key).map_or_else(|| row.is_lossless(n) && !by_credits(), |value| value == 1)
}

/// Duration of a pause of a port in quanta, and the interval after which the port repeats the pause. The
/// interval is `None` if the port does not repeat it. The word `half` means half of the duration, rounded
/// down to picoseconds.
pub(crate) fn pause_time(row: &PortRow, clock: TransmissionTimes) -> (Quanta, Option<Time>) {
    let quanta = Quanta(u16::try_from(row.get(Key::PauseQuanta)).unwrap_or(u16::MAX));
    let refresh = match row.get(Key::Refresh) {
        OFF => None,
        HALF => Some(Time(quanta.time(clock).ps() / 2)),
        ps => Some(Time(ps)),
    };
    (quanta, refresh)
}

/// Configuration of the receive buffer of a host.
pub(crate) fn receive(row: &PortRow) -> ReceiveSpec {
    let drain = row.get(Key::Drain);
    ReceiveSpec {
        drain: if drain == OFF { None } else { Rate::from_bps(drain) },
        buffer: row.get(Key::ReceiveBuffer),
        responses: Some(row.get(Key::ResponseQueue)).filter(|bytes| *bytes != OFF),
    }
}

/// Configuration of a switch. `fastest` is the clock of its fastest port, which gives the slot time of a
/// crossbar, rounded up to picoseconds. `fastest` is `None` if the switch has no ports; such a switch has no
/// crossbar.
pub(crate) fn switch(row: &SwitchRow, fastest: Option<TransmissionTimes>) -> SwitchConfig {
    let crossbar = fastest.filter(|_| row.get(Key::Fabric) == 1).map(|fastest| crossbar(row, fastest));
    let cuts = row.get(Key::Forwarding) == 1;
    SwitchConfig {
        pool: pool(row),
        crossbar,
        forwarding: if cuts { Forwarding::CutThrough } else { Forwarding::StoreAndForward },
        ingress_latency: Time(row.get(Key::IngressLatency)),
        learning: (row.get(Key::MacTable) == 1).then(|| LearningConfig {
            ageing: Time(row.get(Key::MacAgeing)),
            unknown: if row.get(Key::Unknown) == 1 { Unknown::Drop } else { Unknown::Flood },
        }),
    }
}

fn crossbar(row: &SwitchRow, fastest: TransmissionTimes) -> CrossbarConfig {
    let on = |key: Key| row.get(key) == 1;
    let cell_bytes = ratio(row.get(Key::CrossbarCell));
    let slot = fastest.time(cell_bytes).ps() * RATIO_ONE;
    CrossbarConfig {
        matching: if on(Key::CrossbarMatching) { Matching::Pim } else { Matching::Islip },
        iterations: small(row.get(Key::CrossbarIterations)),
        inputs: if on(Key::CrossbarInputs) { Inputs::SingleFifo } else { Inputs::Voq },
        precedence: if on(Key::CrossbarPriority) { Precedence::Weighted } else { Precedence::Strict },
        mode: if on(Key::CrossbarMode) { Mode::Cell } else { Mode::Packet },
        cell_bytes,
        slot: Time(slot.div_ceil(row.get(Key::CrossbarSpeedup))),
        latency: Time(row.get(Key::CrossbarLatency)),
        egress_frames: small(row.get(Key::CrossbarFifo)),
    }
}

/// Classifier that derives the priority of frames at a port from PCP and DSCP.
/// [`crate::document::PriorityMap`]s are applied later.
fn classifier(row: &PortRow) -> ClassifierConfig {
    ClassifierConfig {
        trust: match row.get(Key::Trust) {
            1 => Trust::Pcp,
            2 => Trust::Dscp,
            3 => Trust::Port,
            _ => Trust::PcpThenDscp,
        },
        default: Priority::checked_new(row.get(Key::DefaultPriority)).unwrap_or_default(),
        ..ClassifierConfig::IDENTITY
    }
}

fn pool(row: &SwitchRow) -> PoolConfig {
    PoolConfig {
        memory: row.get(Key::Memory),
        cell_bytes: u32::try_from(row.get(Key::CellBytes)).unwrap_or(u32::MAX),
        headroom: match (row.get(Key::HeadroomPool), row.get(Key::HeadroomRatio)) {
            (OFF, OFF) => HeadroomPool::Private,
            (OFF, parts) => HeadroomPool::Ratio(ratio(parts)),
            (bytes, _) => HeadroomPool::Bytes(bytes),
        },
    }
}

fn ratio(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn small(value: u64) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}
