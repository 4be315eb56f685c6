//! One end of a link, and how each of its priorities behaves.

use crate::fabric::buffer::{PgConfig, Scope, Threshold};
use crate::fabric::classify::ClassifierConfig;
use crate::fabric::egress::{Class, Discipline, EcnConfig, EtsConfig, WredConfig};
use crate::fabric::pfc::{DelayOrder, ReceiverConfig, SenderConfig, Trigger};
use crate::fabric::watchdog::WatchdogConfig;
use crate::ids::{NodeId, PortId};
use crate::units::{PS_PER_S, Quanta, Rate, Time, WireClock};
use crate::wire::{OVERHEAD_BYTES, PRIORITIES};

/// One end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSpec {
    /// Whose port it is.
    pub node: NodeId,
    /// Its number at that node, from 0, in the order of the document's links.
    pub number: u32,
    /// The port at the other end.
    pub peer: PortId,
    /// Rate of the link.
    pub clock: WireClock,
    /// From the last bit out to the last bit in: propagation, PHY and FEC.
    pub delay: Time,
    /// How it behaves.
    pub config: PortConfig,
}

impl PortSpec {
    /// What the link carries while a bit goes there and back.
    #[must_use]
    pub fn round_trip_bytes(&self) -> u64 {
        let bits = u128::from(2 * self.delay.ps()) * u128::from(self.clock.rate().bps());
        u64::try_from(bits / (8 * u128::from(PS_PER_S))).unwrap_or(u64::MAX)
    }
}

/// How a port behaves, of a host or of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortConfig {
    /// Bytes of wire time beside each frame: preamble and gap.
    pub overhead: u32,
    /// How it obeys PFC.
    pub receiver: ReceiverConfig,
    /// PFC transmission; a host transmits PFC for its receive buffer only.
    pub sender: SenderConfig,
    /// How its ETS classes take turns.
    pub ets: EtsConfig,
    /// Of a host: its receive side.
    pub receive: ReceiveSpec,
    /// Classification of received frames; not used at hosts.
    pub classifier: ClassifierConfig,
    /// Of a host: how long it may send pauses without carrying a frame to
    /// memory before it stops them, unscaled; `None`: for ever.
    pub nic_watchdog: Option<Time>,
    /// Bytes of the frames in which it gives credits back; 0: that takes no wire time.
    pub credit_update: u16,
    /// Its eight priorities.
    pub priorities: [PriorityConfig; PRIORITIES],
}

/// How one priority of one port behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorityConfig {
    /// Its ingress priority group.
    pub pg: PgConfig,
    /// What a lossy egress queue may hold beside what the ingress group allows.
    pub egress_limit: Option<Threshold>,
    /// Early drop at its egress queue, of lossy frames.
    pub wred: WredConfig,
    /// Marking at its egress queue.
    pub ecn: EcnConfig,
    /// How its egress queue takes its turn.
    pub class: Class,
    /// Of a host: bytes in its receive buffer at which it asks for a pause, at
    /// least its low mark; `None`: by what the traffic needs.
    pub receive_high: Option<u64>,
    /// Bytes at which it resumes; `None`: likewise, or the high mark if that is less.
    pub receive_low: Option<u64>,
    /// What looks after its egress queue, with its times unscaled.
    pub watchdog: Option<WatchdogConfig>,
    /// What its ingress buffer promises to the port at the other end, which
    /// sends no more than that; in bytes as they are charged here. `None`:
    /// nothing is promised, and what comes is not held back by credits. With
    /// credits, the reserve of its group is at least this.
    pub credits: Option<u64>,
}

/// The receive side of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveSpec {
    /// How fast its bus carries frames to memory, in frame bytes; `None`: infinitely.
    pub drain: Option<Rate>,
    /// Frame bytes that wait for the bus at most.
    pub buffer: u64,
    /// Payload, of each priority, that its NIC has still to send of what it
    /// was asked for, from which on it takes no more requests; `None`: it
    /// always does.
    pub responses: Option<u64>,
}

impl ReceiveSpec {
    /// An infinitely fast bus; 1 MB, should it become slower, or requests have to wait.
    pub const DEFAULT: Self = Self { drain: None, buffer: 1_000_000, responses: Some(1 << 16) };
}

impl PortConfig {
    /// The defaults of every port: priority 3 is lossless, all are strict,
    /// nothing is marked. Pauses are not refreshed: half of their time, the
    /// model's default, depends on the rate of the port, which documents know.
    #[must_use]
    pub fn new() -> Self {
        let lossless = 1 << 3;
        Self {
            overhead: OVERHEAD_BYTES,
            receiver: ReceiverConfig {
                enabled: lossless,
                delay: Time::ZERO,
                order: DelayOrder::FromIndication,
                timer: true,
            },
            sender: SenderConfig {
                enabled: lossless,
                quanta: Quanta::MAX,
                refresh: None,
                explicit_xon: true,
                trigger: Trigger::IngressPg,
            },
            ets: EtsConfig::DEFAULT,
            receive: ReceiveSpec::DEFAULT,
            classifier: ClassifierConfig::IDENTITY,
            nic_watchdog: None,
            credit_update: 0,
            priorities: std::array::from_fn(|n| PriorityConfig::new(lossless >> n & 1 == 1)),
        }
    }

    /// Mask of the virtual channels that come in for credits.
    #[must_use]
    pub fn credit_channels(&self) -> u8 {
        let channels = (0..8u8).zip(&self.priorities).filter(|(_, lane)| lane.credits.is_some());
        channels.fold(0, |mask, (n, _)| mask | 1 << n)
    }

    /// Whether any watchdog looks after the port.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.nic_watchdog.is_some() || self.priorities.iter().any(|lane| lane.watchdog.is_some())
    }
}

impl Default for PortConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl PriorityConfig {
    /// The defaults of a lossless or of a lossy priority.
    #[must_use]
    pub fn new(lossless: bool) -> Self {
        let pg = if lossless {
            PgConfig {
                lossless,
                counted: true,
                reserve: 0,
                threshold: Threshold::Static(40_000),
                scope: Scope::Group,
                xon: 38_000,
                xon_offset: None,
                headroom: 20_000,
            }
        } else {
            PgConfig {
                lossless,
                counted: true,
                reserve: 0,
                threshold: Threshold::Dynamic(Threshold::ONE),
                scope: Scope::Group,
                xon: 0,
                xon_offset: None,
                headroom: 0,
            }
        };
        Self {
            pg,
            egress_limit: (!lossless).then_some(Threshold::Dynamic(Threshold::ONE)),
            wred: WredConfig::OFF,
            ecn: EcnConfig::OFF,
            class: Class { discipline: Discipline::Strict, share: 0 },
            receive_high: None,
            receive_low: None,
            watchdog: None,
            credits: None,
        }
    }
}
