//! The largest set of queues that cannot move, from what stands in the state.

use super::credit::Shortage;
use super::held::Held;
use super::{Hold, PausedQueue, Pauser, Waits};
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::state::lane;
use crate::fabric::buffer::Scope;
use crate::ids::{PortId, priorities};
use crate::units::Time;
use crate::wire::PRIORITIES;

impl World {
    /// Who waits for whom now, and who is stuck. Costs a look at every port,
    /// and at every frame of the paused queues.
    #[must_use]
    pub fn waits(&self) -> Waits {
        let mut waits = Waits { queues: self.paused_queues(), ..Waits::default() };
        let held = self.held(&waits.queues);
        let holds = |queue: &PausedQueue| match queue.by {
            Pauser::Group | Pauser::Credits => {
                let group = self.group_behind(queue);
                let by_group = self.plan[group / PRIORITIES].by_group >> queue.priority & 1 == 1;
                held.holds(group, by_group)
            }
            Pauser::Host => self.requests_wait_for(queue, &waits.queues),
            _ => Vec::new(),
        };
        waits.holds = waits.queues.iter().map(holds).collect();
        let waits_for_others =
            |queue: &PausedQueue| matches!(queue.by, Pauser::Group | Pauser::Credits | Pauser::Host);
        waits.stuck = self.stands(&waits, &held, |queue| (waits_for_others(queue), false));
        waits.hopeless = self.stands(&waits, &held, |queue| {
            let for_good = matches!(queue.by, Pauser::Storm | Pauser::LostResume | Pauser::LostCredits);
            let lasts = queue.stormed || for_good;
            (lasts || waits_for_others(queue), lasts)
        });
        waits.cut_off = held.cut_off(&waits.stuck);
        waits.find_cycles();
        waits
    }

    /// By queue: whether it is in the largest set of those that `may` be in it,
    /// of which those that need not stay in any case are paused by groups that
    /// wait for others of the set.
    fn stands(&self, waits: &Waits, held: &Held, may: impl Fn(&PausedQueue) -> (bool, bool)) -> Vec<bool> {
        let (mut set, stays): (Vec<bool>, Vec<bool>) = waits.queues.iter().map(may).unzip();
        // Out goes whoever's group can resume while the set stands still;
        // each that goes may let others go.
        loop {
            let goes = |n: &usize| set[*n] && !stays[*n] && self.can_go(*n, waits, &set, held);
            let gone: Vec<usize> = (0..waits.queues.len()).filter(goes).collect();
            if gone.is_empty() {
                return set;
            }
            for n in gone {
                set[n] = false;
            }
        }
    }

    /// The lane of the ingress group at the other end of the queue's link.
    fn group_behind(&self, queue: &PausedQueue) -> usize {
        lane(self.plan[queue.port.index()].peer as usize, queue.priority)
    }

    /// Queues that have something to send and may not, by port and priority.
    fn paused_queues(&self) -> Vec<PausedQueue> {
        let mut queues = Vec::new();
        for (n, port) in self.state.ports.iter().enumerate() {
            for priority in priorities(self.stopped(n)) {
                let bytes = match self.plan[n].role {
                    Role::Switch(_) => self.state.queues[lane(n, priority)].bytes,
                    Role::Host(_) => 0,
                };
                if bytes > 0 || port.occupied >> priority & 1 == 1 {
                    let starved = self.is_starved(n, priority);
                    let stormed = !starved && self.is_stormed(self.plan[n].peer as usize, 1 << priority);
                    let counters = &self.counters.ports[n][usize::from(priority)];
                    let since = if starved { counters.starved_since } else { counters.paused_since };
                    queues.push(PausedQueue {
                        port: PortId::new(n),
                        priority,
                        bytes,
                        since: since.unwrap_or(Time::ZERO),
                        by: if starved {
                            self.credited_by(n, priority)
                        } else {
                            self.kept_by(n, priority, stormed)
                        },
                        stormed,
                    });
                }
            }
        }
        queues
    }

    /// Whether a queue that is paused by a group, or has too few credits, may
    /// send while the queues of `set` send nothing and everything else drains.
    fn can_go(&self, n: usize, waits: &Waits, set: &[bool], held: &Held) -> bool {
        let queue = &waits.queues[n];
        let (port, priority) = (queue.port.index(), queue.priority);
        let group = self.group_behind(queue);
        let is_host = queue.by == Pauser::Host;
        // Of a host only the requests stay that wait for queues of the set.
        let stays = || waits.holds[n].iter().filter(|hold| set[hold.queue]).map(|hold| hold.bytes).sum();
        if queue.by == Pauser::Credits || is_host && self.is_starved(port, priority) {
            let Shortage { needs, most } = self.shortage(port, priority);
            let held = if is_host { stays() } else { held.bytes(group, set) };
            return most.saturating_sub(held) >= needs;
        }
        match self.plan[group / PRIORITIES].role {
            Role::Host(host) if is_host => {
                let low = self.receivers[host as usize].marks[usize::from(priority)].low;
                stays() <= low
            }
            _ => self.can_resume(group, waits, set, held),
        }
    }

    /// The paused queues of a host's NIC that its requests wait for, which
    /// `queue` brought there, and the bytes of these.
    fn requests_wait_for(&self, queue: &PausedQueue, queues: &[PausedQueue]) -> Vec<Hold> {
        let peer = self.plan[queue.port.index()].peer as usize;
        let of = |(class, bytes): (u8, u64)| {
            let is = |other: &PausedQueue| (other.port, other.priority) == (PortId::new(peer), class);
            Some(Hold { queue: queues.iter().position(is)?, bytes })
        };
        self.requests_held(peer, queue.priority).filter_map(of).collect()
    }

    /// Whether an input group that asks would resume while the queues of `set`
    /// send nothing and everything else drains.
    fn can_resume(&self, group: usize, waits: &Waits, set: &[bool], held: &Held) -> bool {
        let (port, priority) = (group / PRIORITIES, group % PRIORITIES);
        let plan = &self.plan[port];
        let Some(switch) = plan.role.switch() else { return true };
        // What the groups of the switch give back to the pool until then.
        let node = self.spec.owner(PortId::new(port));
        let lanes = node.ports.start as usize * PRIORITIES..node.ports.end as usize * PRIORITIES;
        let takes = |lane: &usize| self.state.groups[*lane].shared() > 0;
        let freed: u64 = lanes
            .filter(takes)
            .map(|lane| {
                let group = &self.state.groups[lane];
                group.shared() - group.shared_of(held.bytes(lane, set)).min(group.shared())
            })
            .sum();
        let free = self.state.pools[switch].free() + freed;
        let stands = |hold: &Hold| {
            let queue = &waits.queues[hold.queue];
            hold.bytes > self.state.groups[lane(queue.port.index(), queue.priority)].mark_at(free)
        };
        if held.blockers(group, set).any(stands) {
            return false;
        }
        if plan.by_group >> priority & 1 == 0 {
            return true;
        }
        let at = &self.state.groups[group];
        let mark = at.mark_at(free);
        let shared = at.shared_of(held.bytes(group, set));
        let headroom_empties = shared <= at.shared();
        headroom_empties
            && match at.scope() {
                Scope::Group => shared <= mark,
                Scope::Voq => held.most(group, set) <= mark,
                Scope::Queue => true,
            }
    }
}
