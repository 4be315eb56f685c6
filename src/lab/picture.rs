//! What the lab publishes: an immutable picture of what to show.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{LessonPlace, Page};
use fabric_sim::document::{MatchStep, Tab, Zoom};
use fabric_sim::engine::{HeadroomView, PriorityView, WorldView};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::{Journey, Lab, Other, Pace, Place, Stop, Trouble, Value, Way, Window};

/// The selected priority of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The port.
    pub port: PortId,
    /// 0 to 7.
    pub priority: u8,
}

/// What belongs to the document that is open, until the next one is.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Counts documents and edits that moved something in the topology.
    pub version: u64,
    /// Name of the preset.
    pub preset: String,
    /// Its title.
    pub title: String,
    /// What there is to see, in a sentence.
    pub about: String,
    /// The fabric.
    pub spec: Arc<Spec>,
    /// Where the document puts its nodes.
    pub positions: Vec<Option<(f64, f64)>>,
}

/// Each is made once, and is the same as no other.
impl PartialEq for Stage {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What stands still while it plays: whoever shows it need not look at every
/// picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    /// What is open.
    pub stage: Rc<Stage>,
    /// What charts and lanes show of the time line, if somebody looks at that
    /// more closely.
    pub zoom: Option<Zoom>,
    /// Whether it plays.
    pub playing: bool,
    /// How fast.
    pub pace: Pace,
    /// What is selected.
    pub selected: Selected,
    /// What is shown of it.
    pub tab: Tab,
    /// Where one stands in the match that is shown; `None`: at its end.
    pub step: Option<MatchStep>,
    /// What went wrong with the last command, if anything did.
    pub trouble: Option<Trouble>,
    /// What the link said of the page.
    pub page: Page,
    /// Where a slider had to stop, if one has.
    pub stopped: Option<Stop>,
    /// Settings in force that are legal but unwise, with the numbers.
    pub warnings: Rc<[String]>,
    /// Where routes and flooding would let it deadlock; empty if nowhere.
    pub dangers: Rc<[Place]>,
    /// The flow that is looked at, if there are any.
    pub flow: Option<FlowId>,
    /// Whether there is an edit to take back, and one to do again.
    pub edits: (bool, bool),
    /// The place in a lesson to which free play leads back; `None` outside free play.
    pub left: Option<LessonPlace>,
    /// Whether sliders change the scenario from the start.
    pub from_start: bool,
    /// Every parameter as it is at the cursor.
    pub values: Rc<Vec<Value>>,
    /// Whether the XOFF threshold of the lossless priorities moves with the pool.
    pub dynamic: bool,
}

/// A picture of the lab.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What of it stands still while it plays.
    pub still: Rc<Still>,
    /// The cursor.
    pub now: Time,
    /// Where the cursor was sent; there, if it is not on its way.
    pub aim: Time,
    /// Events up to the cursor.
    pub events: u64,
    /// The end of the time line.
    pub end: Time,
    /// What charts and lanes show of it.
    pub window: Window,
    /// The speed that is reached, in picoseconds a second over the last second of
    /// playing; `None` until it was measured.
    pub reached: Option<f64>,
    /// What there is to see of the fabric at the cursor.
    pub view: Rc<WorldView>,
    /// The last key event at or before the cursor, or what a command came to.
    pub sentence: String,
    /// What the event was that the cursor stands at, if `sentence` is of another.
    pub step_sentence: Option<String>,
    /// Where a link is on its way to, if that takes long.
    pub journey: Option<Journey>,
    /// The frame whose way is looked at.
    pub followed: Option<Rc<Way>>,
    /// What is to be said of the run that this one is compared with.
    pub other: Option<Other>,
}

impl Picture {
    /// The headroom of the selected switch, of all its groups.
    #[must_use]
    pub fn headroom(&self) -> HeadroomView {
        let switch = self.still.stage.spec.switch_of(self.still.selected.port);
        switch.and_then(|switch| self.view.pool_headroom.get(switch)).copied().unwrap_or_default()
    }

    /// The credits that the selected port gives for the selected priority, if it
    /// does so in place of pauses, in bytes.
    #[must_use]
    pub fn promised(&self) -> Option<u64> {
        let Selected { port, priority } = self.still.selected;
        self.still.stage.spec.ports.get(port.index())?.config.priorities[usize::from(priority)].credits
    }

    /// The queues of the selected priority.
    #[must_use]
    pub fn lane(&self) -> PriorityView {
        let Selected { port, priority } = self.still.selected;
        self.view
            .ports
            .get(port.index())
            .map(|view| view.priorities[usize::from(priority)])
            .unwrap_or_default()
    }
}

impl Lab {
    /// A picture of the lab as it was when somebody looked last.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let view = self.run.snapshot();
        Picture {
            still: Rc::new(self.still()),
            now: view.now,
            aim: self.run.aim(),
            events: view.events,
            end: self.end,
            window: self.window(),
            reached: self.run.reached(),
            view: Rc::clone(view),
            sentence: self.run.sentence(),
            step_sentence: self.run.step_sentence(),
            journey: self.journey(),
            followed: self.followed.as_ref().map(|follow| Rc::clone(follow.way())),
            other: self.other(),
        }
    }

    fn still(&self) -> Still {
        Still {
            stage: Rc::clone(&self.stage),
            zoom: self.edition.document.view.zoom,
            playing: self.run.is_playing(),
            pace: self.run.pace(),
            selected: self.selected,
            tab: self.tab,
            step: self.step,
            trouble: self.trouble.clone(),
            page: self.page.clone(),
            stopped: self.stopped.clone(),
            warnings: self.advice.sentences(),
            dangers: self.danger.places(),
            flow: self.flow(),
            edits: self.edits.are_there(),
            left: self.left_place(),
            from_start: self.from_start,
            values: Rc::clone(&self.values),
            dynamic: self.dynamic,
        }
    }
}
