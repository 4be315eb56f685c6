//! The largest set of queues that cannot move, from what stands in the state.

use std::collections::BTreeMap;

use super::{Hold, PausedQueue, Pauser, Queue, Waits};
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::state::lane;
use crate::fabric::buffer::Scope;
use crate::ids::{PortId, priorities};
use crate::units::Time;
use crate::wire::PRIORITIES;

/// By ingress group, what of it waits for paused queues of its switch.
type Held = BTreeMap<usize, Vec<Hold>>;

impl World {
    /// Who waits for whom now, and who is stuck. Costs a look at every port,
    /// and at every frame of the paused queues.
    #[must_use]
    pub fn waits(&self) -> Waits {
        let mut waits = Waits { queues: self.paused_queues(), ..Waits::default() };
        let held = self.held(&waits.queues);
        let none = Vec::new();
        waits.holds = waits
            .queues
            .iter()
            .map(|queue| match queue.by {
                Pauser::Group => held.get(&self.group_behind(queue)).unwrap_or(&none).clone(),
                _ => Vec::new(),
            })
            .collect();
        waits.stuck = self.stands(&waits, &held, |by| by == Pauser::Group);
        let lasts = |by| matches!(by, Pauser::Group | Pauser::Storm | Pauser::LostResume);
        waits.hopeless = self.stands(&waits, &held, lasts);
        waits.find_cycles();
        waits
    }

    /// By queue: whether it is in the largest set of queues paused by what
    /// `lasts` of which those paused by groups wait for others of the set.
    fn stands(&self, waits: &Waits, held: &Held, lasts: impl Fn(Pauser) -> bool) -> Vec<bool> {
        let mut set: Vec<bool> = waits.queues.iter().map(|queue| lasts(queue.by)).collect();
        // Out goes whoever's group can resume while the set stands still;
        // each that goes may let others go.
        loop {
            let goes = |n: &usize| {
                let queue = &waits.queues[*n];
                set[*n]
                    && queue.by == Pauser::Group
                    && self.can_resume(self.group_behind(queue), waits, &set, held)
            };
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
            for priority in priorities(port.receiver.paused()) {
                let bytes = match self.plan[n].role {
                    Role::Switch(_) => self.state.queues[lane(n, priority)].bytes,
                    Role::Host(_) => 0,
                };
                if bytes > 0 || port.occupied >> priority & 1 == 1 {
                    let since = self.counters.ports[n][usize::from(priority)].paused_since;
                    queues.push(PausedQueue {
                        port: PortId::new(n),
                        priority,
                        bytes,
                        since: since.unwrap_or(Time::ZERO),
                        by: self.kept_by(n, priority),
                    });
                }
            }
        }
        queues
    }

    /// What keeps a queue paused; `None` if it is not.
    #[must_use]
    pub fn pauser(&self, (port, priority): Queue) -> Option<Pauser> {
        let paused = self.state.ports[port.index()].receiver.paused();
        (paused >> priority & 1 == 1).then(|| self.kept_by(port.index(), priority))
    }

    /// Mask of the priorities of which `port` may not send.
    #[must_use]
    pub fn paused(&self, port: PortId) -> u8 {
        self.state.ports[port.index()].receiver.paused()
    }

    /// Whether the ingress group of `priority` of `port`, or its host, wants its peer paused.
    #[must_use]
    pub fn asks(&self, port: PortId, priority: u8) -> bool {
        self.state.ports[port.index()].sender.asked() >> priority & 1 == 1
    }

    /// What keeps `priority` of `port` paused, which it is.
    fn kept_by(&self, port: usize, priority: u8) -> Pauser {
        let plan = &self.plan[port];
        let peer = plan.peer as usize;
        let bit = 1 << priority;
        let sender = &self.state.ports[peer].sender;
        let says_so = sender.asked() & !sender.muted() & bit != 0;
        let timer = plan.receiver.timer;
        if says_so && (!timer || self.plan[peer].sender.refresh.is_some()) {
            return match self.plan[peer].role {
                Role::Switch(_) => Pauser::Group,
                Role::Host(_) => Pauser::Host,
            };
        }
        if self.is_stormed(peer, bit) {
            return Pauser::Storm;
        }
        let at = &self.state.ports[peer];
        let cable = at.cable.iter(&self.state.frames);
        let mut resumes = cable.filter(|frame| frame.kind == crate::fabric::frame::FrameKind::Pfc);
        let on_its_way = at.sender.told() & bit != 0
            || resumes.any(|frame| frame.indication().resumes & bit != 0)
            || self.state.ports[port].receiver.awaits_resume(priority);
        if timer || says_so || on_its_way { Pauser::Passing } else { Pauser::LostResume }
    }

    /// Whether a pause source goes on pausing the peer of `port` in any of these priorities.
    pub(in crate::engine) fn is_stormed(&self, port: usize, priorities: u8) -> bool {
        let said = priorities & !self.state.ports[port].sender.muted();
        self.state.sources.iter().any(|source| {
            source.spec.port.index() == port
                && source.spec.priorities & said != 0
                && source.spec.quanta.0 > 0
                && source.next_at != Time::NEVER
        })
    }

    /// By ingress group, what of it waits for the paused queues of its switch.
    fn held(&self, queues: &[PausedQueue]) -> Held {
        let mut held = Held::new();
        for (n, queue) in queues.iter().enumerate() {
            let Some(switch) = self.plan[queue.port.index()].role.switch() else { continue };
            self.frames_for(queue.port.index(), queue.priority, |frame| {
                let bytes = self.state.pools[switch].charge(frame.bytes);
                let holds = held.entry(lane(frame.ingress().index(), frame.priority)).or_default();
                match holds.last_mut().filter(|last| last.queue == n) {
                    Some(last) => last.bytes += bytes,
                    None => holds.push(Hold { queue: n, bytes }),
                }
            });
        }
        held
    }

    /// Whether an input group that asks would resume while the queues of `set`
    /// send nothing and everything else drains.
    fn can_resume(&self, group: usize, waits: &Waits, set: &[bool], held: &Held) -> bool {
        let (port, priority) = (group / PRIORITIES, group % PRIORITIES);
        let plan = &self.plan[port];
        let Some(switch) = plan.role.switch() else { return true };
        let stuck = |group: usize| {
            let holds = held.get(&group).map_or(&[][..], |holds| holds);
            holds.iter().filter(|hold| set[hold.queue])
        };
        let left = |group: usize| -> u64 { stuck(group).map(|hold| hold.bytes).sum() };
        // Egress queues above XOFF that pause this input, and stand still.
        let blocked = plan.by_queue >> priority & 1 == 1
            && stuck(group).any(|hold| {
                let queue = &waits.queues[hold.queue];
                self.state.queues[lane(queue.port.index(), queue.priority)].over
            });
        if blocked || plan.by_group >> priority & 1 == 0 {
            return !blocked;
        }
        // What the groups of the switch give back to the pool until then.
        let node = &self.spec.nodes[self.spec.ports[port].node.index()];
        let lanes = node.ports.start as usize * PRIORITIES..node.ports.end as usize * PRIORITIES;
        let freed: u64 = lanes
            .map(|lane| {
                let group = &self.state.groups[lane];
                group.shared() - group.shared_of(left(lane)).min(group.shared())
            })
            .sum();
        let mark = self.state.groups[group].mark_at(self.state.pools[switch].free() + freed);
        let at = &self.state.groups[group];
        let shared = at.shared_of(left(group));
        let headroom_empties = shared <= at.shared();
        headroom_empties
            && match at.config().scope {
                Scope::Group => shared <= mark,
                Scope::Voq => stuck(group).all(|hold| hold.bytes <= mark),
                Scope::Queue => true,
            }
    }
}
