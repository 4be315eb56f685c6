//! Documents in which a lossless group needs its full headroom. All events in their runs happen at the times
//! that need the most headroom. Start with [`worst_case_at`].

use crate::document::{Document, find_queue};
use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::fabric::pfc::DelayOrder;
use crate::ids::{PortId, Priority, QueueId};
use crate::insight::need;
use crate::sizing::{bound_of, charge};
use crate::units::{Length, Time};
use crate::wire::{PREAMBLE_BYTES, PfcFrame};

/// Greatest number of frames that fill the group before the frame that crosses XOFF. The limit keeps the run
/// short.
const FRAMES_BELOW: u64 = 64;

/// Creates the document of [`worst_case`] for the priority group named `place`, such as `s1.0.p3` or
/// `s1.0.3`.
///
/// # Errors
/// If there is no such group, or for the reasons given at [`worst_case`].
pub fn worst_case_at(world: &World, place: &str) -> Result<Document, String> {
    let QueueId { port, priority } = find_queue(world.spec(), place)?;
    worst_case(world, port, priority)
}

/// Creates a document in which the group of `priority` at `port` reaches its worst case. The group has its
/// configured headroom:
///
/// - Frames of the largest size arrive back to back. The output is paused, so that nothing drains.
/// - XOFF is one byte above a whole number of frames, at most 64. So all bytes but one of the frame that
///   crosses XOFF are above XOFF. With a dynamic threshold, XOFF is one byte above one frame.
/// - The largest frame in the reverse direction starts 1 ps before the pause is requested.
///
/// # Errors
/// If the group needs no headroom, or if a document cannot express its frames, cable or response time.
pub fn worst_case(world: &World, port: PortId, priority: Priority) -> Result<Document, String> {
    let spec = world.spec();
    let name = format!("{}.p{priority}", spec.port_name(port));
    if spec.ports[port.index()].config.link_pause.is_some() {
        return Err(format!(
            "{name}: its link has 802.3x pause, which is requested for the sum of all groups of the port; choose a port with PFC"
        ));
    }
    let need = need(world, port, priority).ok_or_else(|| {
        format!(
            "{name}: no lossless frames arrive there that a pause could stop; name a port of a switch, with a lossless priority that a flow crosses"
        )
    })?;
    if need.further_outputs > 0 {
        return Err(format!(
            "{name}: pfc_trigger is egress, whose worst case needs frames for several outputs; the document has one, so set \
             pfc_trigger to ingress first"
        ));
    }
    let at = &spec.ports[port.index()];
    let peer = &spec.ports[at.peer.index()].config.receiver;
    let overhead = at.config.overhead;
    let wire = |bytes: u16| at.clock.time(u32::from(bytes) + overhead);
    let last_bit = |bytes: u16| at.clock.time(u32::from(bytes) + overhead.min(PREAMBLE_BYTES));
    let charged = charge(need.largest, need.cell_bytes);
    let below = match world.group(port, priority).threshold {
        Threshold::Static(xoff) => (xoff / charged).clamp(1, FRAMES_BELOW),
        Threshold::Dynamic(_) => 1,
    };
    let xoff = below * charged + 1;
    // The other cables are short. The flow starts after the output was paused. It starts late enough for the
    // frame in the reverse direction to start in time.
    let short = Length::from_m(5).delay();
    let paused = wire(PfcFrame::BYTES) + short + short;
    let start = (last_bit(need.reverse) + paused).ps().next_multiple_of(1_000_000);
    let crossing = Time(start + below * wire(need.largest).ps()) + last_bit(need.largest) + at.delay;
    let reverse = crossing.saturating_sub(last_bit(need.reverse) + short + Time(1));
    let horizon = crossing + need.bound.total + need.bound.total + need.wire + need.wire + paused;
    let horizon = Time(horizon.ps().next_multiple_of(1_000_000));
    let storm = Time(u64::from(u16::MAX) * at.clock.time(64).ps() / 2);
    let order = if peer.order == DelayOrder::AfterWait { "after_wait" } else { "from_indication" };
    let other = u8::from(priority == Priority::P0);
    // Each of the three ports of the switch reserves this headroom.
    let memory =
        (xoff + 3 * need.set.max(need.bound.bytes) + 65_536).max(4_000_000).next_multiple_of(1_000_000);
    let (rate, delay, set, cell) = (at.clock.rate(), at.delay, need.set, need.cell_bytes);
    let (largest, back) = (need.largest, need.reverse);
    // This document sends frames of one size, for which the bound is exact.
    let needed = bound_of(spec, port, &[largest], back, cell).bytes;
    let mixed = match need.sizes.first().filter(|_| need.mixed) {
        None => String::new(),
        Some(smallest) => format!(
            " At {name}, frames from {smallest} to {largest} B can arrive: for these, {} B of headroom are enough, \
             but this document sends frames of one size and does not reach that.",
            need.bound.bytes
        ),
    };
    let lossless =
        if priority == Priority::P3 { String::new() } else { r#""p3.lossless": "off", "#.to_owned() };
    let text = format!(
        r#"{{"format": 1, "model": 2, "name": "worst-case", "title": "Worst case of {name}",
"about": "The frame of {largest} B that crosses XOFF overshoots, nothing drains, and a frame of {back} B has just started on the way back: {needed} B of headroom are needed.{mixed}",
"horizon": "{horizon}",
"hosts": [{{"name": "sender"}}, {{"name": "sink"}}, {{"name": "other"}}], "switches": [{{"name": "switch"}}],
"links": [{{"a": "sender", "b": "switch", "rate": "{rate}", "delay": "{delay}"}},
{{"a": "sink", "b": "switch", "rate": "{rate}", "delay": "{short}"}},
{{"a": "other", "b": "switch", "rate": "{rate}", "delay": "{short}"}}],
"params": {{"jitter": "off", {lossless}"p{priority}.lossless": "on", "xoff": {xoff}, "headroom": {set}, "memory": {memory},
"cell_bytes": {cell}, "overhead": {overhead}, "host.sender.pfc_delay": "{response}", "host.sender.pfc_order": "{order}"}},
"flows": [{{"name": "arriving", "from": "sender", "to": "sink", "frame": {largest}, "priority": {priority}, "start": "{start}"}},
{{"name": "way back", "from": "other", "to": "sender", "frame": {back}, "size": 1, "payload": 1, "priority": {other}, "start": "{reverse}"}}],
"pause_sources": [{{"name": "blocked", "node": "sink", "priorities": [{priority}], "every": "{storm}"}}],
"view": {{"select": "switch.0.p{priority}"}}}}"#,
        start = Time(start),
        response = peer.delay,
    );
    Document::parse(&text).map_err(|problems| format!("{name}: its worst case is no document: {problems}"))
}
