//! Rate at which an output sends the frames of a priority. The result is the rate of the output's link less
//! preambles and gaps, or the rate that maximum rates and other classes leave. Start with [`output_rate`].

use super::WHOLE_LINK;
use crate::engine::World;
use crate::ids::{PortId, Priority, QueueId};
use crate::insight::inflow::Inflows;
use crate::spec::PortSpec;

/// Greatest rate at which `output` can send priority `n`, in bits of frames per second, while the flows of
/// other priorities are active. If `n` is [`WHOLE_LINK`], the rate of all priorities together. `frame` is the
/// size of the frames in bytes.
pub(super) fn output_rate(world: &World, inflows: &Inflows, (output, n): (PortId, u8), frame: u16) -> u64 {
    let at = &world.spec().ports[output.index()];
    let carries = frame_rate(at, frame);
    if n == WHOLE_LINK {
        return at.config.max_rate.map_or(carries, |max| max.rate().bps().min(carries));
    }
    let n = Priority::new(n);
    let own = at.config.priorities[n.index()].max_rate.map_or(carries, |max| max.rate().bps());
    let on_the_wire = inflows.planned_capacity(world, QueueId::new(output, n));
    frame_part(at, frame, on_the_wire).min(own)
}

/// Bytes that `output` can send above the maximum rate of priority `n` after `output` was idle: the burst of
/// this maximum rate. If the priority has no maximum rate, or `n` is [`WHOLE_LINK`], the burst of the port's
/// maximum rate counts. 0 without a maximum rate.
pub(super) fn output_burst(world: &World, output: PortId, n: u8) -> u64 {
    let config = &world.spec().ports[output.index()].config;
    let of_class = config.priorities.get(usize::from(n)).and_then(|class| class.max_rate);
    of_class.or(config.max_rate).map_or(0, |max| max.burst())
}

/// Greatest rate of frame bytes that the link of `port` carries in frames of `frame` bytes, in bits per
/// second. Preambles and gaps are not included.
pub(super) fn frame_rate(port: &PortSpec, frame: u16) -> u64 {
    frame_part(port, frame, port.clock.rate().bps())
}

/// Rate of the frame bytes in `rate`, the rate on the wire with preambles and gaps, if frames have `frame`
/// bytes. Both rates are in bits per second.
fn frame_part(port: &PortSpec, frame: u16, rate: u64) -> u64 {
    let wire = u64::from(frame) + u64::from(port.config.overhead);
    rate * u64::from(frame) / wire.max(1)
}
