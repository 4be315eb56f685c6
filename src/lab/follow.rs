//! A frame whose whole way is looked at. The run is gone through once more
//! from its start, past the cursor if the frame gets there later: a few
//! milliseconds at a time, beside the run that is shown.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::{Hear, Note, Recorder, What, World};
use fabric_sim::insight::latency::{Waterfall, Waterfalls};
use fabric_sim::insight::{Decision, Decisions, flow_names};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Tape;
use super::latest::FrameName;

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is still being looked for.
    Sought,
    /// It reached its destination.
    Delivered,
    /// It was lost.
    Lost,
    /// It was neither by the end of the time line.
    UnderWay,
}

/// What is known of a frame's way.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The frame.
    pub frame: FrameName,
    /// The name of its flow.
    pub flow: String,
    /// What became of it.
    pub fate: Fate,
    /// Where its time went, once it is delivered.
    pub waterfall: Option<Waterfall>,
    /// What each switch made of it, in words, with the time.
    pub decisions: Vec<(Time, String)>,
}

/// A frame being followed.
pub struct Follow {
    frame: FrameName,
    /// The run that it is a frame of, and how many actions that has.
    of: (Arc<Spec>, usize),
    world: World,
    decisions: Decisions,
    waterfalls: Waterfalls,
    end: Time,
    way: Rc<Way>,
}

impl Follow {
    /// Begins to follow `frame` of the run on `tape`, until `end` at most.
    #[must_use]
    pub fn new(tape: &Tape, frame: FrameName, end: Time) -> Self {
        let spec = tape.with_actions();
        let world = World::new(Arc::clone(&spec));
        let names = flow_names(tape.world());
        let way = Way {
            frame,
            flow: names.get(frame.0.index()).cloned().unwrap_or_default(),
            fate: Fate::Sought,
            waterfall: None,
            decisions: Vec::new(),
        };
        Self {
            frame,
            of: mark(tape),
            decisions: Decisions::new(&spec, frame.0, frame.1),
            waterfalls: Waterfalls::of_frame(spec, frame.0, frame.1),
            world,
            end: end.max(tape.world().now()),
            way: Rc::new(way),
        }
    }

    /// Goes on until `tired`; whether there is news. A run that was changed
    /// meanwhile is gone through anew.
    pub fn go_on(&mut self, tape: &Tape, end: Time, tired: &mut impl FnMut() -> bool) -> bool {
        let (spec, actions) = &self.of;
        if !Arc::ptr_eq(spec, tape.spec()) || *actions != tape.world().actions().len() {
            *self = Self::new(tape, self.frame, end);
        }
        if self.way.fate != Fate::Sought {
            return false;
        }
        let (flow, sequence) = self.frame;
        for round in 1u32.. {
            let (decisions, waterfalls) = (&mut self.decisions, &mut self.waterfalls);
            let mut fate = Fate::Sought;
            let mut hear = Hear(|note: Note| {
                match note.what {
                    What::Delivered(frame) if (frame.flow, frame.sequence) == (flow, sequence) => {
                        fate = Fate::Delivered;
                    }
                    What::Dropped(frame, _) if (frame.flow, frame.sequence) == (flow, sequence) => {
                        fate = Fate::Lost;
                    }
                    _ => {}
                }
                decisions.note(note);
                waterfalls.note(note);
            });
            self.world.run_until(self.end, 1, &mut hear);
            if fate == Fate::Sought && self.world.idle_until(self.end) {
                fate = Fate::UnderWay;
            }
            if fate != Fate::Sought {
                self.learn(fate);
                return true;
            }
            if round.is_multiple_of(64) && tired() {
                break;
            }
        }
        false
    }

    /// What is known.
    #[must_use]
    pub fn way(&self) -> &Rc<Way> {
        &self.way
    }

    fn learn(&mut self, fate: Fate) {
        let spec = self.world.spec();
        let told = |decision: &Decision| (decision.at, decision.sentence(spec));
        self.way = Rc::new(Way {
            fate,
            waterfall: self.waterfalls.kept().first().cloned(),
            decisions: self.decisions.heard().iter().map(told).collect(),
            ..Way::clone(&self.way)
        });
    }
}

fn mark(tape: &Tape) -> (Arc<Spec>, usize) {
    (Arc::clone(tape.spec()), tape.world().actions().len())
}
