//! The flow completion time (FCT) of a flow that is alone in the fabric.

use super::alone::legs;
use super::end_to_end::{EndToEnd, Leg};
use crate::ids::PortId;
use crate::spec::{FlowSpec, Spec};
use crate::units::Time;
use crate::wire::MIN_FRAME_BYTES;

/// FCT of `flow` along `way` if no other flow sends: from its start until its
/// last payload is delivered, at the rate of its slowest link. `None` if the
/// flow has no size.
///
/// Frames are a tandem queue of constant service times: on each link frame n
/// starts n − 1 services of the slowest link so far after the first frame.
#[must_use]
pub fn ideal_completion(spec: &Spec, way: &[PortId], flow: &FlowSpec) -> Option<Time> {
    let payload = u64::from(flow.payload_bytes);
    // Full frames before the last one.
    let full = flow.size?.checked_sub(1)? / payload;
    let envelope = flow.frame_bytes - flow.payload_bytes;
    let rest = u16::try_from(flow.size? - full * payload).unwrap_or(flow.payload_bytes);
    let last = (envelope + rest).max(MIN_FRAME_BYTES);
    let ((mut leg, full_hops), (_, last_hops)) = (legs(spec, way, flow.frame_bytes), legs(spec, way, last));
    let service = |leg: Leg| leg.clock.time(u32::from(flow.frame_bytes) + leg.overhead);
    let times = |service: Time, count: u64| Time(service.ps().saturating_mul(count));
    let mut slowest = service(leg);
    // When the first frame and the last one start on the link.
    let (mut first_start, mut last_start) = (Time::ZERO, times(slowest, full));
    for ((switch, next), (last_switch, _)) in full_hops.into_iter().zip(last_hops) {
        first_start =
            first_start.saturating_add(EndToEnd::of_hop(flow.frame_bytes, leg, switch, next).total());
        last_start = last_start.saturating_add(EndToEnd::of_hop(last, leg, last_switch, next).total());
        slowest = slowest.max(service(next));
        if full > 0 {
            // It may have to wait for the full frame before it.
            let before = first_start.saturating_add(times(slowest, full - 1));
            last_start = last_start.max(before.saturating_add(service(next)));
        }
        leg = next;
    }
    Some(last_start.saturating_add(EndToEnd::of(last, leg, &[]).total()))
}
