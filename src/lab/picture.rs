//! What the lab publishes: an immutable picture of what to show.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::Page;
use fabric_sim::document::{MatchStep, Tab, Zoom};
use fabric_sim::engine::{FlowView, HeadroomView, PortView, PriorityView, Totals};
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

/// A picture of the lab.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What is open.
    pub stage: Rc<Stage>,
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
    /// That, if somebody looks at it, and not at all that was seen.
    pub zoom: Option<Zoom>,
    /// Whether it plays.
    pub playing: bool,
    /// How fast.
    pub pace: Pace,
    /// Share of the asked speed that is reached.
    pub reached: f64,
    /// What is selected.
    pub selected: Selected,
    /// What is shown of it.
    pub tab: Tab,
    /// Where one stands in the match that is shown; `None`: at its end.
    pub step: Option<MatchStep>,
    /// Every port, by id.
    pub ports: Vec<PortView>,
    /// Free shared memory of each switch.
    pub pool_free: Vec<u64>,
    /// Headroom of each switch, of all groups together.
    pub pool_headroom: Vec<HeadroomView>,
    /// Every flow, by id.
    pub flows: Vec<FlowView>,
    /// Sums over the fabric.
    pub totals: Totals,
    /// What just happened.
    pub sentence: String,
    /// What went wrong with the last command, if anything did.
    pub trouble: Option<Trouble>,
    /// Where a link is on its way to, if that takes long.
    pub journey: Option<Journey>,
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
    /// The frame whose way is looked at.
    pub followed: Option<Rc<Way>>,
    /// Whether there is an edit to take back, and one to do again.
    pub edits: (bool, bool),
    /// Whether sliders change the scenario from the start.
    pub from_start: bool,
    /// What is to be said of the run that this one is compared with.
    pub other: Option<Other>,
    /// Every parameter as it is at the cursor.
    pub values: Rc<Vec<Value>>,
    /// Whether the XOFF threshold of the lossless priorities moves with the pool.
    pub dynamic: bool,
}

impl Picture {
    /// The headroom of the selected switch, of all its groups.
    #[must_use]
    pub fn headroom(&self) -> HeadroomView {
        let switch = self.stage.spec.switch_of(self.selected.port);
        switch.and_then(|switch| self.pool_headroom.get(switch)).copied().unwrap_or_default()
    }

    /// The queues of the selected priority.
    #[must_use]
    pub fn lane(&self) -> PriorityView {
        let Selected { port, priority } = self.selected;
        self.ports.get(port.index()).map(|view| view.priorities[usize::from(priority)]).unwrap_or_default()
    }
}

impl Lab {
    /// A picture of the lab as it is.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let snapshot = self.run.snapshot();
        Picture {
            stage: Rc::clone(&self.stage),
            now: snapshot.now,
            aim: self.run.aim(),
            events: snapshot.events,
            end: self.end,
            window: self.window(),
            zoom: self.edition.document.view.zoom,
            playing: self.run.is_playing(),
            pace: self.run.pace(),
            reached: self.run.reached(),
            selected: self.selected,
            tab: self.tab,
            step: self.step,
            warnings: self.advice.sentences(),
            dangers: self.danger.places(),
            flow: self.flow(),
            followed: self.followed.as_ref().map(|follow| Rc::clone(follow.way())),
            ports: snapshot.ports.clone(),
            pool_free: snapshot.pool_free.clone(),
            pool_headroom: snapshot.pool_headroom.clone(),
            flows: snapshot.flows.clone(),
            totals: snapshot.totals,
            sentence: self.run.sentence(),
            trouble: self.trouble.clone(),
            journey: self.journey(),
            page: self.page.clone(),
            stopped: self.stopped.clone(),
            edits: self.edits.are_there(),
            from_start: self.from_start,
            other: self.other(),
            values: Rc::clone(&self.values),
            dynamic: self.dynamic,
        }
    }
}
