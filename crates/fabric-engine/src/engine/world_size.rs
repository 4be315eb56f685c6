//! Size of a world in memory, which is the cost of a checkpoint. Start with [`World::heap_bytes`].

use std::sync::Arc;

use crate::fabric::buffer::VoqBytes;
use crate::fabric::endpoint::rate::MergeBuffer;
use crate::fabric::endpoint::{Collective, Nic};
use crate::fabric::mac::MacTable;
use crate::ids::PortId;
use crate::mem_size;

use super::World;
use super::credit::FlowCredit;
use super::crossbar::Matrix;
use super::multicast::Multicast;
use super::port_pipeline::PortPipeline;
use super::state::State;

impl World {
    /// Heap memory of a copy of this world in bytes, computed from the lengths of its tables. Data that
    /// worlds share (specification, actions) is not counted.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let Self { spec, routes, paths, trees, state, counters, deadlocks, calendar, ready_ports, .. } = self;
        let own_routes = if Arc::ptr_eq(routes, &spec.routes) { 0 } else { routes.heap_bytes() };
        let branches = |ports: &Vec<PortId>| size_of_val(&ports[..]);
        let trees = mem_size::deep(trees, |tree| {
            let nodes = mem_size::tree(tree.len(), size_of::<(u32, Vec<PortId>)>());
            nodes + tree.values().map(branches).sum::<usize>()
        });
        own_routes
            + mem_size::deep(paths, branches)
            + trees
            + state.heap_bytes()
            + counters.heap_bytes()
            + deadlocks.heap_bytes()
            + calendar.heap_bytes()
            + ready_ports.heap_bytes()
    }
}

impl World {
    /// Number of frames in cables, switches, NICs and receive buffers. Control frames are included, and
    /// credit updates without wire time.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.state.frames.live()
    }
}

impl State {
    fn heap_bytes(&self) -> usize {
        let queues = size_of_val(&self.cables[..])
            + size_of_val(&self.queues[..])
            + size_of_val(&self.egress_pauses[..])
            + size_of_val(&self.groups[..])
            + size_of_val(&self.pausing_queue_counts[..])
            + size_of_val(&self.ecn_random[..])
            + size_of_val(&self.wred_random[..]);
        let switches = size_of_val(&self.pools[..])
            + mem_size::deep(&self.voqs, VoqBytes::heap_bytes)
            + mem_size::deep(&self.crossbars, |matrix| matrix.as_ref().map_or(0, Matrix::heap_bytes))
            + mem_size::deep(&self.macs, |table| table.as_ref().map_or(0, MacTable::heap_bytes));
        let hosts = mem_size::deep(&self.nics, Nic::heap_bytes)
            + size_of_val(&self.receivers[..])
            + size_of_val(&self.responders[..])
            + mem_size::deep(&self.mergers, MergeBuffer::heap_bytes);
        let flows = size_of_val(&self.flows[..])
            + size_of_val(&self.flow_rates[..])
            + size_of_val(&self.reliables[..])
            + size_of_val(&self.reads[..])
            + mem_size::deep(&self.multicasts, Multicast::heap_bytes)
            + mem_size::deep(&self.collectives, Collective::heap_bytes)
            + mem_size::deep(&self.flow_credits, FlowCredit::heap_bytes)
            + size_of_val(&self.arrivals[..]);
        let ports = mem_size::deep(&self.ports, |port| port.receiver.heap_bytes())
            + mem_size::deep(&self.pipelines, PortPipeline::heap_bytes)
            + size_of_val(&self.credits[..])
            + size_of_val(&self.shapers[..])
            + size_of_val(&self.watchdogs[..]);
        let faults = size_of_val(&self.lossy_cables[..])
            + size_of_val(&self.pfc_loss[..])
            + size_of_val(&self.credit_loss[..])
            + mem_size::deep(&self.sources, |source| source.spec.name.len())
            + self.routing.heap_bytes();
        self.frames.heap_bytes() + queues + switches + hosts + flows + ports + faults
    }
}
