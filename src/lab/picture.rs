//! Picture that the lab publishes: immutable, with all that the page shows.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{LessonPlace, Page};
use fabric_sim::document::{Camera, MatchStep, Tab, Zoom};
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

/// Part of the picture that belongs to the open document.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Counts documents and edits that moved something in the topology.
    pub version: u64,
    /// Name of the preset.
    pub preset: String,
    /// Its title.
    pub title: String,
    /// Description of the document in a sentence.
    pub about: String,
    /// The fabric.
    pub spec: Arc<Spec>,
    /// Where the document puts its nodes.
    pub positions: Vec<Option<(f64, f64)>>,
    /// Names of ports in the configurations that the document was imported from, by switch.
    pub interfaces: BTreeMap<String, Vec<String>>,
}

impl Stage {
    /// Name of `port` in the configuration of its switch, such as `Ethernet0`; `None` if it has none.
    #[must_use]
    pub fn interface(&self, port: PortId) -> Option<&str> {
        let at = self.spec.ports.get(port.index())?;
        let names = self.interfaces.get(&*self.spec.nodes[at.node.index()].name)?;
        names.get(at.number as usize).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Switch and interface of `port` as reports of imports name them, such as `leaf1 Ethernet0`.
    #[must_use]
    pub fn imported_name(&self, port: PortId) -> Option<String> {
        let node = self.spec.ports.get(port.index())?.node;
        self.interface(port).map(|name| format!("{} {name}", self.spec.nodes[node.index()].name))
    }
}

/// Each is made once, and is the same as no other.
impl PartialEq for Stage {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Static part of a picture, which does not change while the run plays, so that its views need not
/// check every picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    /// Open document.
    pub stage: Rc<Stage>,
    /// Zoom of charts and lanes; `None`: the whole time line.
    pub zoom: Option<Zoom>,
    /// Section of the fabric in the picture; `None`: all of it.
    pub camera: Option<Camera>,
    /// Whether it plays.
    pub playing: bool,
    /// How fast.
    pub pace: Pace,
    /// Selection.
    pub selected: Selected,
    /// Tab shown for the selection.
    pub tab: Tab,
    /// Where one stands in the match that is shown; `None`: at its end.
    pub step: Option<MatchStep>,
    /// Error of the last command; `None` if there was none.
    pub trouble: Option<Trouble>,
    /// Settings of the page that the link names.
    pub page: Page,
    /// Where a slider had to stop, if one has.
    pub stopped: Option<Stop>,
    /// Settings in force that are legal but unwise, with the numbers.
    pub warnings: Rc<[String]>,
    /// Where routes and flooding would let it deadlock; empty if nowhere.
    pub dangers: Rc<[Place]>,
    /// The flow that is looked at, if there are any.
    pub flow: Option<FlowId>,
    /// The flow that was chosen, by itself or by one of its frames, and is highlighted; `None` if none was.
    pub chosen: Option<FlowId>,
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
    /// Static part.
    pub still: Rc<Still>,
    /// The cursor.
    pub now: Time,
    /// Where the cursor was sent; there, if it is not on its way.
    pub aim: Time,
    /// Events up to the cursor.
    pub events: u64,
    /// The end of the time line.
    pub end: Time,
    /// Window of charts and lanes.
    pub window: Window,
    /// The speed that is reached, in picoseconds a second over the last second of
    /// playing; `None` until it was measured.
    pub reached: Option<f64>,
    /// State of the fabric at the cursor.
    pub view: Rc<WorldView>,
    /// The last key event at or before the cursor, or what a command came to.
    pub sentence: String,
    /// Sentence on the event at the cursor; `None` if `sentence` is about it.
    pub step_sentence: Option<String>,
    /// Progress of the journey to the moment of a link; `None` if it is short.
    pub journey: Option<Journey>,
    /// The frame whose way is looked at.
    pub followed: Option<Rc<Way>>,
    /// Run that this one is compared with; `None` if there is none.
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
            camera: self.edition.document.view.camera,
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
            chosen: self.flow.or_else(|| self.followed.as_ref().map(|follow| follow.way().frame.0)),
            edits: self.edits.are_there(),
            left: self.left_place(),
            from_start: self.from_start,
            values: Rc::clone(&self.values),
            dynamic: self.dynamic,
        }
    }
}
