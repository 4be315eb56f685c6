//! Ideal flow completion time (FCT): the FCT of a flow that is alone in the fabric. Start with
//! [`ideal_fct`].
//!
//! Retransmissions, acks and waits for credits are not part of the ideal time.

use super::end_to_end::{EndToEnd, Leg, Switch};
use super::unloaded::legs;
use crate::ids::PortId;
use crate::spec::{FlowSpec, Spec};
use crate::units::Time;
use crate::wire::MIN_FRAME_BYTES;

/// FCT of `flow` along `path` if no other flow sends: the time from the start until the last payload
/// is delivered. The slowest link of the path limits the rate. `None` if the flow has no size.
///
/// The links of the path form a tandem queue with constant service times. A frame that finds its output busy
/// is stored, even in a cut-through switch. Such a frame may be complete only after the output is free. Each
/// switch delays at most one additional frame in this way. All later frames follow at the pace of the slowest
/// link so far.
#[must_use]
pub fn ideal_fct(spec: &Spec, path: &[PortId], flow: &FlowSpec) -> Option<Time> {
    let payload = u64::from(flow.payload_bytes);
    // Number of full frames before the last one.
    let full = flow.size?.checked_sub(1)? / payload;
    let envelope = flow.frame_bytes - flow.payload_bytes;
    let rest = u16::try_from(flow.size? - full * payload).unwrap_or(flow.payload_bytes);
    let last = (envelope + rest).max(MIN_FRAME_BYTES);
    let ((mut leg, full_hops), (_, last_hops)) = (legs(spec, path, flow.frame_bytes), legs(spec, path, last));
    let service = |leg: Leg| leg.clock.time(u32::from(flow.frame_bytes) + leg.overhead);
    let mut slowest = service(leg);
    // Start times on the link. `starts` has those of the first full frames, which do not yet follow at a
    // constant pace. `last_start` is that of the last frame.
    let uneven = usize::try_from(full).unwrap_or(usize::MAX).min(path.len());
    let mut starts: Vec<Time> = (0..=full).take(uneven).map(|n| times(slowest, n)).collect();
    let mut last_start = times(slowest, full);
    for ((switch, next), (last_switch, _)) in full_hops.into_iter().zip(last_hops) {
        slowest = slowest.max(service(next));
        let mut free = Time::ZERO;
        for start in &mut starts {
            *start = start_behind(*start, free, flow.frame_bytes, (leg, switch, next));
            free = start.saturating_add(service(next));
        }
        free = free.saturating_add(times(slowest, full - starts.len() as u64));
        last_start = start_behind(last_start, free, last, (leg, last_switch, next));
        leg = next;
    }
    Some(last_start.saturating_add(EndToEnd::of(last, leg, &[]).total()))
}

/// Time at which a frame of `bytes` starts on the link `next` behind `switch`. The frame started on the link
/// `leg` at `sent`. The output is free from `free` on.
fn start_behind(sent: Time, free: Time, bytes: u16, (leg, switch, next): (Leg, Switch, Leg)) -> Time {
    let unhindered = sent.saturating_add(EndToEnd::of_hop(bytes, leg, switch, next).total());
    if unhindered >= free {
        return unhindered;
    }
    sent.saturating_add(EndToEnd::of_stored_hop(bytes, leg, switch).total()).max(free)
}

fn times(service: Time, count: u64) -> Time {
    Time(service.ps().saturating_mul(count))
}
