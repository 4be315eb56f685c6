//! Warnings on XON thresholds, of a group or of a link with 802.3x pause, that are so low that an output is
//! idle after each pause. A warning includes the estimated loss of throughput. Start with [`too_low`].
//!
//! XON should be at least the bytes that the output sends between a resume and the arrival of the first frame
//! after the resume. This time consists of two cable delays, the response time of the peer, a PFC frame, a
//! frame, and the ingress latency. An output is not checked if its inputs also feed other outputs. An output
//! is not checked either if its inputs fill at different rates, because these inputs pause and resume at
//! different times. A loss below 2 % is not reported. A dynamic XOFF counts with the value at which it
//! settles when only the inputs of the output fill the shared memory. Maximum rates, strict classes and ETS
//! shares limit the rate of the output, as if all flows were always active.
//!
//! The estimate treats the traffic as a fluid that fills and drains all groups together. Two corrections are
//! for whole frames. A group resumes when the last frame above XON starts to leave, so the output still has
//! this frame to send. A group of equal frames resumes at a whole number of frames. In 110 test fabrics the
//! estimate was then within 0.7 percentage points of the measured loss, if XOFF held at least two frames for
//! each input. In 300 test fabrics whose outputs had another limit than the link, the estimate was within 2.2
//! points. The tests `xon::a_small_reported_loss_is_the_measured_loss` and
//! `xon::an_output_below_the_rate_of_its_link_counts_with_its_own_rate` compare some of these fabrics.

mod output_rate;

use std::cell::LazyCell;
use std::collections::BTreeMap;

use super::super::amount::{bytes, time};
use super::super::inflow::Inflows;
use super::super::required_headroom::requests_pauses;
use super::super::shared_memory::{settled_threshold, shared_memory};
use super::headroom::pipeline_bytes;
use super::link_pause::link_pause_thresholds;
use super::place;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::buffer::{PgConfig, Scope, Threshold};
use crate::ids::{PortId, PortSet, Priority, PrioritySet};
use crate::sizing::{Crossings, FramePath, FrameSizes, charge};
use crate::sort;
use crate::spec::Spec;
use crate::units::{PS_PER_S, Rate, Time};
use crate::wire::PfcFrame;
use output_rate::{frame_rate, output_burst, output_rate};

/// Least loss of throughput that causes a warning, in percent. It is the least whole number above the error
/// of the estimate: 0.7 percentage points, and half a point of rounding.
const LEAST_PERCENT: u64 = 2;

/// Least loss of throughput that causes a warning if an XOFF holds less than two frames for each input, in
/// percent. Groups with such an XOFF fill and drain one by one, so the output may idle much less than
/// estimated.
const LEAST_PERCENT_OF_FEW_FRAMES: u64 = 10;

/// Rates at which inputs fill count as different if the greatest and the least differ by more than this part
/// of the greatest: 1/16.
const LEAST_RATE_DIFFERENCE: u64 = 16;

/// Value in place of a priority, for a port with 802.3x pause. The value stands for all groups of the port.
const WHOLE_LINK: u8 = 8;

/// Priority group, or all groups of a port with 802.3x pause, and the traffic that arrives there.
#[derive(Clone, Copy)]
struct PausingGroup {
    /// Configured XOFF and XON thresholds.
    thresholds: PauseThresholds,
    /// XOFF threshold in bytes. For a dynamic threshold, the value at which the threshold settles; see
    /// [`PauseThresholds::settled`].
    xoff: u64,
    /// XON threshold in bytes.
    xon: u64,
    /// Bytes of frames in the group at a resume. With frames of one size, the whole frames within XON;
    /// otherwise XON.
    bytes_at_resume: u64,
    /// Size of the largest frame of the group in bytes.
    frame: u16,
    /// Time from the request of a resume until the next frame arrives, if the reverse link is idle. The
    /// estimate uses the same time for a pause: from the request of the pause until the last frame before
    /// its effect has arrived.
    resume_to_arrival: Time,
    /// Sum of the rates of the flows that arrive at the group, in bits of frames per second. At most the rate
    /// of the link.
    rate: u64,
    /// Greatest rate of frame bytes on the link of the group, in bits per second. Preambles and gaps are not
    /// included.
    link: u64,
    /// Numbers of the output ports by which the flows of the group leave the switch.
    outputs: PortSet,
}

/// Warns of groups whose XON is so low that their output is idle after each pause, and gives the lost
/// throughput. An output is checked only if its inputs feed no other output, and together exceed its rate.
pub(super) fn too_low(world: &World, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let mut groups = low_groups(world, sizes);
    if groups.is_empty() {
        return;
    }
    offered(world, &mut groups);
    let inflows = LazyCell::new(|| Inflows::of(world, |_| true));
    let spec = world.spec();
    let mut feeders: BTreeMap<(PortId, u8), Vec<(PortId, PausingGroup)>> = BTreeMap::new();
    for (&(input, n), group) in groups.iter().filter(|(_, group)| group.outputs.len() == 1) {
        let Some(output) = group.outputs.first() else { continue };
        let output = PortId(spec.owner(input).ports.start + u32::from(output));
        feeders.entry((output, n)).or_default().push((input, *group));
    }
    for ((output, n), mut feeders) in feeders {
        let reaches = |(input, group): &(&(PortId, u8), &PausingGroup)| {
            let at = &spec.ports[output.index()];
            (input.1 == n || n == WHOLE_LINK || input.1 == WHOLE_LINK)
                && spec.ports[input.0.index()].node == at.node
                && group.outputs.contains(at.number)
        };
        // A group that also feeds another output drains at another rate.
        if groups.iter().filter(reaches).count() != feeders.len() {
            continue;
        }
        let largest = feeders.iter().filter_map(|(input, _)| largest(sizes, *input, n)).max();
        let frame = largest.unwrap_or_default();
        let carries = output_rate(world, &inflows, (output, n), frame);
        let inputs = feeders.len() as u64;
        for (input, group) in &mut feeders {
            group.settle(spec, sizes, (*input, n), inputs);
        }
        let is_fluid = feeders.iter().all(|(_, group)| group.xoff >= 2 * inputs * u64::from(group.frame));
        let least = if is_fluid { LEAST_PERCENT } else { LEAST_PERCENT_OF_FEW_FRAMES };
        let xon: u64 = feeders.iter().map(|(_, group)| group.xon).sum();
        let burst = output_burst(world, output, n);
        let cost = cost(&feeders, carries, burst).filter(|cost| cost.percent >= least && xon < cost.needed);
        if let Some(cost) = cost {
            let beside = if feeders.len() > 1 { " of all its inputs" } else { "" };
            let (mark, key) = if n == WHOLE_LINK { ("the link's XON", "link_xon") } else { ("XON", "xon") };
            let message = format!(
                "{mark} {}{beside} is below the {} that the output {} sends until enough frames arrive after a resume \
                 ({}): it idles after each pause, which costs about {} % of its throughput; raise {key}",
                bytes(xon),
                bytes(cost.needed),
                spec.port_name(output),
                time(cost.resume_to_full_rate),
                cost.percent,
            );
            let input = feeders[0].0;
            let name =
                if n == WHOLE_LINK { spec.port_name(input) } else { place(spec, input, Priority::new(n)) };
            found.add(&name, message);
        }
    }
}

/// Largest frame in bytes that can arrive at `port` in priority `n`, or in any priority if `n` is
/// [`WHOLE_LINK`]. `None` if no frame can arrive.
fn largest(sizes: &FrameSizes, port: PortId, n: u8) -> Option<u16> {
    let priorities = if n == WHOLE_LINK { PrioritySet::ALL } else { PrioritySet::of(Priority::new(n)) };
    priorities.iter().filter_map(|n| sizes.largest(port, n)).max()
}

/// Thresholds at which a group, or a port with 802.3x pause, requests pauses and resumes.
#[derive(Clone, Copy)]
struct PauseThresholds {
    /// XOFF threshold.
    threshold: Threshold,
    /// XON in bytes, as configured without an offset.
    xon: u64,
    /// XON offset: bytes by which XON is below XOFF. `None` if no offset is configured.
    xon_offset: Option<u64>,
    /// Shared memory of the switch in bytes, from which a dynamic threshold follows.
    shared: u64,
}

impl PauseThresholds {
    /// XOFF and XON in bytes if `groups` groups with these thresholds fill the shared memory together. The
    /// XON offset counts if the offset gives a higher XON than `xon`.
    fn settled(&self, groups: u64) -> (u64, u64) {
        let xoff = match self.threshold {
            Threshold::Static(xoff) => xoff,
            Threshold::Dynamic(alpha) => settled_threshold(alpha, groups, self.shared),
        };
        (xoff, self.xon.max(self.xon_offset.map_or(0, |offset| xoff.saturating_sub(offset))))
    }
}

/// XOFF and XON of the group of priority `n` at `port`, or of the link of `port` if `n` is [`WHOLE_LINK`].
/// `None` if no pauses are requested. `shared` is the shared memory of the switch in bytes.
fn pause_thresholds(world: &World, port: PortId, n: u8, shared: u64) -> Option<PauseThresholds> {
    if n == WHOLE_LINK {
        let thresholds = link_pause_thresholds(world, port)?;
        return Some(PauseThresholds {
            threshold: Threshold::Static(thresholds.xoff),
            xon: thresholds.xon,
            xon_offset: None,
            shared,
        });
    }
    let n = Priority::new(n);
    let PgConfig { threshold, xon, xon_offset, scope, .. } = world.group(port, n);
    (scope == Scope::Group && requests_pauses(world, port, n)).then_some(PauseThresholds {
        threshold,
        xon,
        xon_offset,
        shared,
    })
}

impl PausingGroup {
    /// Sets XOFF and XON to the values for `groups` groups that fill the shared memory together. Also sets
    /// the bytes of the group at a resume.
    fn settle(&mut self, spec: &Spec, sizes: &FrameSizes, (port, n): (PortId, u8), groups: u64) {
        (self.xoff, self.xon) = self.thresholds.settled(groups);
        let switch = spec.switch_of(port).map(|switch| spec.switches[switch.index()].pool.cell_bytes);
        self.bytes_at_resume = at_resume(sizes, (port, n), self.xon, switch.unwrap_or(1));
    }
}

/// Groups of all switches that have a group with a low XON, by port and priority (or [`WHOLE_LINK`]). An XON
/// is low if the fastest output of the switch sends more bytes than XON until a frame arrives after a resume
/// (the time `resume_to_arrival`).
fn low_groups(world: &World, sizes: &FrameSizes) -> BTreeMap<(PortId, u8), PausingGroup> {
    let spec = world.spec();
    let mut groups = BTreeMap::new();
    for node in &spec.nodes {
        let Some(switch) = node.switch() else { continue };
        let ports = || node.ports.clone().map(PortId);
        let fastest = ports().map(|port| spec.ports[port.index()].clock.rate().bps()).max().unwrap_or(0);
        let shared = shared_memory(world, node);
        let mut here = Vec::new();
        let mut is_low = false;
        for (port, n) in ports().flat_map(|port| (0..=WHOLE_LINK).map(move |n| (port, n))) {
            let Some(frame) = largest(sizes, port, n) else { continue };
            let Some(thresholds) = pause_thresholds(world, port, n, shared) else { continue };
            let (xoff, xon) = thresholds.settled(1);
            let at = &spec.ports[port.index()];
            let peer = world.pause_receiver(at.peer);
            if n < WHOLE_LINK && !peer.enabled.contains(Priority::new(n)) || peer.enabled.is_empty() {
                continue;
            }
            // A group whose XOFF is below the bytes in the pipeline pauses for another reason, which has its
            // own warning.
            let latency = spec.switches[switch.index()].ingress_latency;
            if n < WHOLE_LINK && pipeline_bytes(world, port, Priority::new(n), frame).is_some() {
                continue;
            }
            let wire = |bytes: u32| at.clock.time(bytes + at.config.overhead);
            let resume_to_arrival = at.delay
                + at.delay
                + peer.delay
                + wire(PfcFrame::BYTES.into())
                + wire(frame.into())
                + latency;
            // An offset below a dynamic XOFF can be low only once several groups fill the memory.
            is_low |= xon < sent(fastest, resume_to_arrival) || thresholds.xon_offset.is_some();
            let (link, outputs) = (frame_rate(at, frame), PortSet::EMPTY);
            here.push((
                (port, n),
                PausingGroup {
                    thresholds,
                    xoff,
                    xon,
                    bytes_at_resume: 0,
                    frame,
                    resume_to_arrival,
                    rate: 0,
                    link,
                    outputs,
                },
            ));
        }
        if is_low {
            groups.extend(here);
        }
    }
    groups
}

/// Bytes of frames that a priority group holds when it resumes: the group of priority `n` at `port`. With
/// frames of a single size, the whole frames that fit into XON. With several sizes, XON itself.
fn at_resume(sizes: &FrameSizes, (port, n): (PortId, u8), xon: u64, cell_bytes: u32) -> u64 {
    let priorities = if n == WHOLE_LINK { PrioritySet::ALL } else { PrioritySet::of(Priority::new(n)) };
    let mut found = priorities.iter().flat_map(|n| sizes.arriving(port, n));
    let Some(frame) = found.next().filter(|frame| found.all(|other| other == *frame)) else { return xon };
    xon / charge(frame, cell_bytes).max(1) * u64::from(frame)
}

/// Adds flows to `groups`: to each group, the rates of the flows that arrive at the group, and the outputs
/// by which these flows leave the switch.
fn offered(world: &World, groups: &mut BTreeMap<(PortId, u8), PausingGroup>) {
    let spec = world.spec();
    let mut crossings = Crossings::new(spec, world.routes());
    let group_of = |input: &(PortId, u8)| {
        let pauses_link = spec.ports[input.0.index()].config.link_pause.is_some();
        if pauses_link { (input.0, WHOLE_LINK) } else { *input }
    };
    for flow in world.flow_specs() {
        let rate = flow.arrival.rate().map_or(u64::MAX, Rate::bps);
        for path in FramePath::of_data(spec, flow) {
            let mut inputs: Vec<(PortId, u8)> = Vec::new();
            crossings.each(&path, |crossing| {
                // Find the inputs of this switch by which the flow has arrived.
                let here = spec.ports[crossing.from.index()].node;
                let number = spec.ports[crossing.from.index()].number;
                let arrived_here = |(port, class): &&(PortId, u8)| {
                    spec.ports[port.index()].node == here && *class == crossing.sent.get()
                };
                for input in inputs.iter().filter(arrived_here) {
                    if let Some(group) = groups.get_mut(&group_of(input)) {
                        group.outputs.insert(number);
                    }
                }
                inputs.push((crossing.to, crossing.class.get()));
            });
            for input in inputs {
                if let Some(group) = groups.get_mut(&group_of(&input)) {
                    let at = &spec.ports[input.0.index()];
                    let link = frame_rate(at, flow.frame_bytes);
                    group.rate = group.rate.saturating_add(rate).min(link);
                }
            }
        }
    }
}

/// Effect of a low XON on an output.
struct Cost {
    /// XON that would avoid the loss: bytes that the output transmits in the time `resume_to_full_rate`.
    needed: u64,
    /// Time from a resume until frames arrive at the rate of the output again.
    resume_to_full_rate: Time,
    /// Lost throughput, in percent of the output's rate.
    percent: u64,
}

/// Effect of the low XON thresholds of `feeders`, the groups that feed one output. The output transmits
/// `carries` bits of frames per second. `None` if the output is never idle.
///
/// The groups fill and drain together, like a fluid. They fill up to XOFF with the surplus of the arrivals,
/// and then above XOFF for one more `resume_to_arrival`. They then drain at the rate of the output. At the
/// resume of each group, the output has one more frame of this group to send. The frames of a group arrive
/// again one `resume_to_arrival` after its resume. The loss is the number of bytes that the idle output could
/// have sent in the meantime.
///
/// The token bucket of a maximum rate fills while the output is idle. The bucket makes up for a loss of up to
/// `burst` bytes.
fn cost(feeders: &[(PortId, PausingGroup)], carries: u64, burst: u64) -> Option<Cost> {
    let groups = || feeders.iter().map(|(_, group)| group);
    let comes = groups().map(|group| group.rate).fold(0, u64::saturating_add);
    let longest = groups().map(|group| group.resume_to_arrival).max()?;
    let xoff: u64 = groups().map(|group| group.xoff).sum();
    let to_send: u64 = groups().map(|group| group.bytes_at_resume + u64::from(group.frame)).sum();
    if comes <= carries {
        return None;
    }
    // If the rate of a source exceeds its part of the output, frames wait in its NIC. The NIC then sends at
    // the rate of its link.
    let part = carries / feeders.len() as u64;
    let rate = |group: &PausingGroup| if group.rate > part { group.link } else { group.rate };
    // Groups that fill at different rates pause and resume at different times, and keep the output busy.
    let (least, most) = (groups().map(rate).min()?, groups().map(rate).max()?);
    if most - least > most / LEAST_RATE_DIFFERENCE {
        return None;
    }
    let surplus = groups().map(rate).fold(0, u64::saturating_add).saturating_sub(carries);
    let mut returns: Vec<(Time, u64)> =
        groups().map(|group| (group.resume_to_arrival, rate(group))).collect();
    sort::by(&mut returns, Ord::cmp);
    let (mut waits, mut lost, mut arrives, mut now) = (to_send, 0, 0, Time::ZERO);
    for (resume_to_arrival, rate) in returns {
        if arrives >= carries {
            break;
        }
        let sends = sent(carries - arrives, resume_to_arrival - now);
        lost += sends.saturating_sub(waits);
        waits = waits.saturating_sub(sends);
        (arrives, now) = (rate.saturating_add(arrives), resume_to_arrival);
    }
    let lost = lost.saturating_sub(burst);
    if lost == 0 {
        return None;
    }
    let peak = xoff + sent(surplus, longest);
    let lasts =
        |bytes: u64, rate: u64| u128::from(bytes) * 8 * u128::from(PS_PER_S) / u128::from(rate.max(1));
    let idle = lasts(lost, carries);
    let cycle = lasts(peak, surplus) + lasts(peak, carries) + idle;
    let percent = u64::try_from((idle * 100 + cycle / 2) / cycle.max(1)).unwrap_or(100);
    Some(Cost { needed: sent(carries, now), resume_to_full_rate: now, percent })
}

/// Bytes transmitted in the time `lasts`, at `bps` bits per second.
fn sent(bps: u64, lasts: Time) -> u64 {
    let bits = u128::from(bps) * u128::from(lasts.ps()) / u128::from(PS_PER_S);
    u64::try_from(bits / 8).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
