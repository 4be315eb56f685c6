//! Settings of ports that change while the fabric runs: PFC, pause time, scheduling. Equal
//! configurations of several ports are stored once, in [`super::configs`].

use std::sync::Arc;

use crate::fabric::pfc::receiver::Change;
use crate::ids::{PortId, PrioritySet};
use crate::spec::Setting;

use super::plan::Role;
use super::state::queue_index;
use super::{Recorder, World};

impl World {
    /// Changes PFC or the scheduling of the priorities in `mask`, or the pause time of all priorities of
    /// `port`. Other settings change nothing. After PFC reception is enabled, only PFC frames received from
    /// then on have an effect.
    pub(super) fn set_port<R: Recorder>(
        &mut self,
        port: PortId,
        mask: PrioritySet,
        setting: Setting,
        recorder: &mut R,
    ) {
        let plan = &mut Arc::make_mut(&mut self.plan)[port.index()];
        Arc::make_mut(&mut self.configs).change(
            &mut plan.configs,
            &self.spec.ports[port.index()].config,
            mask,
            setting,
        );
        match setting {
            Setting::PfcTx(true) => self.request_pauses(port, mask),
            Setting::PfcTx(false) => self.withdraw_pauses(port, mask),
            Setting::PfcRx(false) => {
                let change = self.state.ports[port.index()].receiver.disable(mask);
                if change != Change::default() {
                    self.apply_receiver_change(port, change, recorder);
                }
                self.wake(port);
            }
            _ => {}
        }
    }

    /// Requests pauses for the PGs of `port` that are above XOFF. Called after PFC transmission was enabled
    /// for the priorities in `mask`. At a host, nothing is requested at once: the host compares its receive
    /// buffer with XOFF when it receives the next frame.
    fn request_pauses(&mut self, port: PortId, mask: PrioritySet) {
        let Role::Switch(switch) = self.plan[port.index()].role else { return };
        for priority in (mask & self.plan[port.index()].by_group).iter() {
            self.check_xoff(port, switch, priority);
        }
    }

    /// Withdraws the pause requests of those PGs of `port` that became lossy (priorities in `mask`). If an
    /// egress queue pauses the PG, the request stays. Does nothing with link pause.
    pub(super) fn withdraw_of_groups(&mut self, port: PortId, mask: PrioritySet) {
        let plan = &self.plan[port.index()];
        let by_group = if plan.link_pause { PrioritySet::EMPTY } else { mask & plan.by_group }.iter();
        let withdrawn = by_group.filter(|n| self.state.pausing_queue_counts[queue_index(port, *n)] == 0);
        self.withdraw_pauses(port, withdrawn.collect());
    }

    /// Withdraws the pause requests of `port` for the priorities in `mask`. The port sends resumes; if the
    /// port is configured to send no resumes, the pauses expire at the peer.
    fn withdraw_pauses(&mut self, port: PortId, mask: PrioritySet) {
        for priority in mask.iter() {
            if self.state.ports[port.index()].sender.requested().contains(priority) {
                self.set_pause_request(port, priority, false);
            }
        }
    }
}
