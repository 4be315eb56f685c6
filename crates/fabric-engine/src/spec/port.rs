//! Ports: an end of a link, and the configuration of each of its priorities. Start with [`PortSpec`].
//!
//! Hosts and switches have ports of the same type. Some fields are used at hosts only, others at switches
//! only; elsewhere they have no effect. `None` in a field means that the port lacks the function, or that the
//! value follows from the traffic, as the field states.

use crate::fabric::buffer::{PgConfig, Scope, Threshold};
use crate::fabric::classify::ClassifierConfig;
use crate::fabric::egress::{
    BucketConfig, Class, Discipline, EcnConfig, EtsConfig, ShaperConfig, WredConfig,
};
use crate::fabric::pfc::{DelayOrder, LinkPause, PfcReceiverConfig, PfcSenderConfig, Trigger};
use crate::fabric::watchdog::WatchdogConfig;
use crate::ids::{LocalPort, NodeId, PortId, Priority, PrioritySet};
use crate::units::{PS_PER_S, Quanta, Rate, Time, TransmissionTimes};
use crate::wire::{OVERHEAD_BYTES, PRIORITIES};

/// Port: an end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortSpec {
    /// Node of the port.
    pub node: NodeId,
    /// Port within its node.
    pub number: LocalPort,
    /// Port at the other end of the link.
    pub peer: PortId,
    /// Rate of the link, from which transmission times are computed.
    pub clock: TransmissionTimes,
    /// Delay from the last bit sent to the last bit received: propagation, PHY and FEC.
    pub delay: Time,
    /// Configuration of the port.
    pub config: PortConfig,
}

impl PortSpec {
    /// Bytes that the link carries at its rate during twice its delay, rounded down. The times of frames and
    /// the delay in the devices are not included.
    #[must_use]
    pub fn round_trip_bytes(&self) -> u64 {
        let bits = u128::from(2 * self.delay.ps()) * u128::from(self.clock.rate().bps());
        u64::try_from(bits / (8 * u128::from(PS_PER_S))).unwrap_or(u64::MAX)
    }
}

/// Configuration of a port of a host or of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortConfig {
    /// Bytes of wire time for preamble and inter-frame gap of each frame.
    pub overhead: u32,
    /// Configuration of the PFC receiver.
    pub receiver: PfcReceiverConfig,
    /// Configuration of the PFC sender. A host sends PFC for its receive buffer only.
    pub sender: PfcSenderConfig,
    /// Thresholds of 802.3x pause, which the link has in place of PFC; `sender.enabled` and
    /// `receiver.enabled` are then all priorities or none. `None`: the link has PFC.
    pub link_pause: Option<LinkPause>,
    /// Configuration of ETS: classes and quanta.
    pub ets: EtsConfig,
    /// Bus and receive buffer; used at hosts only.
    pub receive: ReceiveSpec,
    /// Classification of received frames; not used at hosts.
    pub classifier: ClassifierConfig,
    /// Detection time of the NIC watchdog, not yet divided by [`super::Spec::watchdog_scale`]; `None`: no
    /// watchdog. The watchdog stops the pauses of a NIC that, for this time, has sent pauses and has carried
    /// no received frame to memory. Used at hosts only.
    pub nic_watchdog: Option<Time>,
    /// Error of the clock by which a host paces its flows, in millionths. Above 0 the clock is
    /// fast. The error does not change the rate of the link. Used at hosts only.
    pub clock_ppm: i32,
    /// Maximum rate of the port; `None`: only the rate of the link limits it.
    pub max_rate: Option<BucketConfig>,
    /// Bytes of a credit update frame; 0: updates take no wire time.
    pub credit_update: u16,
    /// Configuration of each priority, indexed by priority.
    pub priorities: [PriorityConfig; PRIORITIES],
}

/// Configuration of one priority of one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorityConfig {
    /// Configuration of the priority group.
    pub pg: PgConfig,
    /// Limit on the bytes of a lossy egress queue, in addition to the thresholds of the PGs;
    /// `None`: no limit.
    pub egress_limit: Option<Threshold>,
    /// WRED at the egress queue, for lossy frames.
    pub wred: WredConfig,
    /// ECN marking at the egress queue.
    pub ecn: EcnConfig,
    /// Class of the egress queue in the scheduler.
    pub class: Class,
    /// Minimum rate of the egress queue. While the queue is below this rate, the scheduler serves
    /// it before all others. `None`: no minimum.
    pub min_rate: Option<BucketConfig>,
    /// Maximum rate of the egress queue; `None`: no maximum.
    pub max_rate: Option<BucketConfig>,
    /// XOFF threshold of the receive buffer of a host, in bytes; at least `receive_xon`. At or above this
    /// threshold, the host sends a pause. `None`: the threshold follows from the traffic.
    pub receive_xoff: Option<u64>,
    /// XON threshold of the receive buffer of a host, in bytes; at most `receive_xoff`. At or below this
    /// threshold, the host sends a resume. `None`: the threshold follows from the traffic.
    pub receive_xon: Option<u64>,
    /// PFC watchdog of the egress queue; `None`: no watchdog. The times of the watchdog are not yet divided
    /// by [`super::Spec::watchdog_scale`].
    pub watchdog: Option<WatchdogConfig>,
    /// Credits in bytes that the ingress buffer gives to the peer; at most the reserve of the PG. A
    /// frame takes credits for whole cells. `None`: the peer sends without credits.
    pub credits: Option<u64>,
}

/// Bus and receive buffer of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveSpec {
    /// Rate of the bus to the host's memory, in frame bytes; `None`: unlimited.
    pub drain: Option<Rate>,
    /// Capacity of the receive buffer in frame bytes.
    pub buffer: u64,
    /// Limit on read responses that wait for transmission, in payload bytes for each priority. At
    /// or above the limit the host accepts no more read requests. `None`: no limit.
    pub responses: Option<u64>,
}

impl ReceiveSpec {
    /// Unlimited bus, so that no frame waits. The buffer of 1 MB is used only if an action slows
    /// the bus, or if read requests wait.
    pub const DEFAULT: Self = Self { drain: None, buffer: 1_000_000, responses: Some(1 << 16) };
}

impl PortConfig {
    /// Default port: priority 3 is lossless, all classes have strict priority, and no frame is
    /// marked. Pauses are not refreshed, because the default refresh, half of the pause time,
    /// depends on the rate of the link.
    #[must_use]
    pub fn new() -> Self {
        let lossless = PrioritySet::of(Priority::P3);
        Self {
            overhead: OVERHEAD_BYTES,
            receiver: PfcReceiverConfig {
                enabled: lossless,
                delay: Time::ZERO,
                order: DelayOrder::FromIndication,
                timer: true,
            },
            sender: PfcSenderConfig {
                enabled: lossless,
                quanta: Quanta::MAX,
                refresh: None,
                explicit_xon: true,
                trigger: Trigger::IngressPg,
            },
            link_pause: None,
            ets: EtsConfig::DEFAULT,
            receive: ReceiveSpec::DEFAULT,
            classifier: ClassifierConfig::IDENTITY,
            nic_watchdog: None,
            clock_ppm: 0,
            max_rate: None,
            credit_update: 0,
            priorities: Priority::ALL.map(|n| PriorityConfig::new(lossless.contains(n))),
        }
    }

    /// Priorities (virtual channels) for which this port gives credits to its peer.
    #[must_use]
    pub fn credit_channels(&self) -> PrioritySet {
        let channels =
            Priority::ALL.into_iter().zip(&self.priorities).filter(|(_, config)| config.credits.is_some());
        channels.map(|(n, _)| n).collect()
    }

    /// Minimum and maximum rates of the queues, and maximum rate of the port.
    #[must_use]
    pub fn rates(&self) -> ShaperConfig {
        ShaperConfig {
            min: self.priorities.map(|priority| priority.min_rate),
            max: self.priorities.map(|priority| priority.max_rate),
            port: self.max_rate,
        }
    }

    /// Whether the port has a NIC watchdog or a PFC watchdog of any priority.
    #[must_use]
    pub fn has_watchdog(&self) -> bool {
        self.nic_watchdog.is_some() || self.priorities.iter().any(|priority| priority.watchdog.is_some())
    }
}

impl Default for PortConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl PriorityConfig {
    /// Default configuration of a priority, lossless or (if `lossless` is false) lossy.
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
            min_rate: None,
            max_rate: None,
            receive_xoff: None,
            receive_xon: None,
            watchdog: None,
            credits: None,
        }
    }
}
