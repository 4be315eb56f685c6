//! Egress queues of switches that fill. A queue begins to fill when its length rises above the smallest XON
//! of its inputs. It stops filling only at half of this XON, because after each resume the length falls
//! somewhat below XON. Start with [`FillingQueues`].
//!
//! A length of exactly XON does not begin the filling; a length of exactly half of XON ends the filling.
//! Lengths are compared with XON only when a transmission starts.

use crate::engine::World;
use crate::ids::{PortId, Priority, QueueId};
use crate::insight::bandwidth_limits::PortUsage;
use crate::insight::warnings::link_pause_thresholds;
use crate::units::Time;

/// Egress queues of switches whose frames can make the switch pause an input. The outer index is the port.
/// The queues of a port are in ascending order of priority. A class of a port has an entry only if another
/// port of the switch has a lossless group of this class, or sends 802.3x pauses. Ports of hosts have no
/// entries.
#[derive(Clone, Debug, Default)]
pub(super) struct FillingQueues(Vec<Vec<FillingQueue>>);

/// Egress queue whose frames can make the switch pause an input.
#[derive(Clone, Copy, Debug)]
struct FillingQueue {
    priority: Priority,
    /// Smallest XON of the inputs that feed the queue, in bytes: the XON of a priority group, or of the whole
    /// link with 802.3x pause. While an input holds more than its own XON, and all these bytes wait in the
    /// queue, the queue is longer than this value.
    xon: u64,
    /// Time at which the queue rose above `xon`, and the [`PortUsage`] of its port from the start of the run
    /// to that time. `None` if the queue has not risen above `xon` since the start of the run, or since the
    /// queue last fell to half of `xon`.
    since: Option<(Time, PortUsage)>,
}

impl FillingQueues {
    /// Lists the queues of the classes that are lossless at the time of `world`.
    pub fn of(world: &World) -> Self {
        let ports = || (0..world.spec().ports.len()).map(PortId::new);
        let mut filling = Self(ports().map(|port| of_port(world, port)).collect());
        ports().for_each(|port| filling.observe(world, port));
        filling
    }

    /// Compares the queues of `port` with their thresholds. Must be called at the start of each transmission.
    pub fn observe(&mut self, world: &World, port: PortId) {
        for queue in &mut self.0[port.index()] {
            let at = QueueId::new(port, queue.priority);
            let level = world.occupancies(at.port, at.priority).1;
            if level <= queue.xon / 2 {
                queue.since = None;
            } else if queue.since.is_none() && level > queue.xon {
                queue.since = Some((world.now(), PortUsage::of(world, at)));
            }
        }
    }

    /// Time at which `queue` rose above the smallest XON of its inputs, and the reading of its port at this
    /// time. The reading has the bytes that the port had sent, and the times in which token buckets limited
    /// the queue. `None` if the queue has not risen above XON, has fallen to half of XON since then, or is
    /// not in this list.
    pub fn since(&self, queue: QueueId) -> Option<(Time, PortUsage)> {
        let of_port = self.0.get(queue.port.index())?;
        of_port.iter().find(|of| of.priority == queue.priority)?.since
    }
}

fn of_port(world: &World, port: PortId) -> Vec<FillingQueue> {
    let node = world.spec().owner(port);
    if node.switch().is_none() {
        return Vec::new();
    }
    let config = |input: PortId| &world.spec().ports[input.index()].config;
    let xon_of = |input: PortId, priority: Priority| match config(input).link_pause {
        Some(_) => link_pause_thresholds(world, input).map(|thresholds| thresholds.xon),
        None => Some(world.group(input, priority)).filter(|group| group.lossless).map(|group| group.xon),
    };
    let xon = |priority: Priority| {
        let inputs = node.ports.clone().map(PortId).filter(|input| *input != port);
        inputs.filter_map(|input| xon_of(input, priority)).min()
    };
    let queue = |priority: Priority| Some(FillingQueue { priority, xon: xon(priority)?, since: None });
    Priority::ALL.into_iter().filter_map(queue).collect()
}
