//! The truth as it happens: whoever could close a circle of waits has it
//! looked for; while one stands, every change has the stuck set computed.
//!
//! A queue that is paused sends nothing, so what it holds of each input only
//! grows: a set of inputs a queue, read from its frames as it pauses, is all
//! that the search needs, and while nothing is paused nothing is done.

use crate::engine::state::lane;
use crate::engine::{Recorder, What, World};
use crate::fabric::frame::Indication;
use crate::ids::{PortId, priorities};
use crate::wire::PRIORITIES;

use super::{Cause, Circles, How, Queue, Truth, Verdicts};
use crate::units::Time;

/// What the search for circles remembers. Read from the state, never by it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Watch {
    /// By port and priority, of a paused queue: the inputs of its switch that
    /// its frames came in by, as a set of port numbers; of others: 0.
    feeders: Vec<u64>,
    /// The circles so far.
    pub circles: Circles,
    /// What watchdogs decided.
    pub verdicts: Verdicts,
    /// What was true of the queues that waited when the first of them decided
    /// anything at the instant given.
    pub instant: Option<(Time, Vec<(Queue, Truth)>)>,
    /// Where the search has been: the number of the search, by port.
    seen: Vec<u32>,
    searches: u32,
    open: Vec<u32>,
}

impl Watch {
    pub fn new(ports: usize) -> Self {
        Self {
            feeders: vec![0; ports * PRIORITIES],
            circles: Circles::default(),
            verdicts: Verdicts::default(),
            instant: None,
            seen: vec![0; ports],
            searches: 0,
            open: Vec::new(),
        }
    }
}

impl World {
    /// The circles of waits since the start: what closed each, and which of
    /// them are deadlocks. Found as they happen; who else is stuck behind them
    /// is for [`World::waits`] to say.
    #[must_use]
    pub fn circles(&self) -> &Circles {
        &self.watch.circles
    }

    /// What watchdogs decided since the start, and what was true.
    #[must_use]
    pub fn verdicts(&self) -> &Verdicts {
        &self.watch.verdicts
    }

    /// `priority` of `port` entered PAUSED.
    pub(in crate::engine) fn queue_stops<R: Recorder>(
        &mut self,
        port: usize,
        priority: u8,
        recorder: &mut R,
    ) {
        self.look_up_feeders(port, priority);
        self.circle_may_close(port, priority, How::Paused, recorder);
    }

    /// `priority` of `port` left PAUSED.
    pub(in crate::engine) fn queue_goes<R: Recorder>(&mut self, port: usize, priority: u8, recorder: &mut R) {
        self.watch.feeders[lane(port, priority)] = 0;
        self.circles_may_change(port, priority, How::Changed, recorder);
    }

    /// What waits for `port` and `priority` was changed by other means than a
    /// frame's coming and going.
    pub(in crate::engine) fn queue_changed<R: Recorder>(
        &mut self,
        port: usize,
        priority: u8,
        recorder: &mut R,
    ) {
        if self.state.ports[port].receiver.paused() >> priority & 1 == 1 {
            self.look_up_feeders(port, priority);
        }
        self.circles_may_change(port, priority, How::Changed, recorder);
    }

    /// A frame that came in by `input` joined the queue of `output`, which is paused.
    pub(in crate::engine) fn paused_queue_grew<R: Recorder>(
        &mut self,
        input: usize,
        output: usize,
        priority: u8,
        recorder: &mut R,
    ) {
        let feeders = &mut self.watch.feeders[lane(output, priority)];
        let before = *feeders;
        *feeders |= 1 << self.plan[input].number;
        let how = How::Fed(PortId::new(input));
        if *feeders == before {
            self.circles_may_change(output, priority, how, recorder);
        } else {
            self.circle_may_close(output, priority, how, recorder);
        }
    }

    /// `port` told its peer to pause or to resume these priorities.
    pub(in crate::engine) fn peer_told<R: Recorder>(
        &mut self,
        port: usize,
        told: Indication,
        recorder: &mut R,
    ) {
        let peer = self.plan[port].peer as usize;
        let paused = self.state.ports[peer].receiver.paused();
        for priority in priorities(told.pauses & paused) {
            self.circle_may_close(peer, priority, How::Asked, recorder);
        }
        for priority in priorities(told.resumes & paused) {
            self.circles_may_change(peer, priority, How::Changed, recorder);
        }
    }

    /// An edge that is new leads from or to the queue of `port`: if it closes
    /// a circle, or if one stands already, the truth is computed.
    fn circle_may_close<R: Recorder>(&mut self, port: usize, priority: u8, how: How, recorder: &mut R) {
        if !self.watch.circles.standing().is_empty() || self.is_in_circle(port, priority) {
            self.compute(port, priority, how, recorder);
        }
    }

    /// Something changed that closes no circle, but may free or kill one.
    #[inline]
    pub(in crate::engine) fn circles_may_change<R: Recorder>(
        &mut self,
        port: usize,
        priority: u8,
        how: How,
        recorder: &mut R,
    ) {
        if !self.watch.circles.standing().is_empty() {
            self.compute(port, priority, how, recorder);
        }
    }

    fn compute<R: Recorder>(&mut self, port: usize, priority: u8, how: How, recorder: &mut R) {
        let waits = self.waits();
        let queue = (PortId::new(port), priority);
        let turn = self.watch.circles.turn(&waits, Cause { at: self.state.now, queue, how });
        if turn != super::Turn::default() {
            self.note(recorder, port, What::Circles(priority, turn));
        }
    }

    fn look_up_feeders(&mut self, port: usize, priority: u8) {
        let mut feeders = 0;
        if self.plan[port].role.switch().is_some() {
            self.frames_for(port, priority, |frame| {
                feeders |= 1 << self.plan[frame.ingress().index()].number;
            });
        }
        self.watch.feeders[lane(port, priority)] = feeders;
    }

    /// Whether the paused queue of `port` waits, over paused queues, for
    /// itself: from a queue to the group that pauses it, and on to the paused
    /// queues that hold frames of that group.
    fn is_in_circle(&mut self, port: usize, priority: u8) -> bool {
        let watch = &mut self.watch;
        watch.searches = watch.searches.wrapping_add(1);
        watch.open.clear();
        watch.open.push(self.plan[port].peer);
        while let Some(group) = watch.open.pop() {
            let group = group as usize;
            let asks = self.state.ports[group].sender.asked() >> priority & 1 == 1;
            if !asks || std::mem::replace(&mut watch.seen[group], watch.searches) == watch.searches {
                continue;
            }
            let number = self.plan[group].number;
            let node = self.spec.ports[group].node;
            for output in self.spec.nodes[node.index()].ports.clone() {
                if watch.feeders[lane(output as usize, priority)] >> number & 1 == 1 {
                    if output as usize == port {
                        return true;
                    }
                    watch.open.push(self.plan[output as usize].peer);
                }
            }
        }
        false
    }
}
