//! Picture of the lab: a value with everything that the page shows, which never changes. Start with
//! [`Lab::picture`].

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{LessonPlace, Page};
use fabric_sim::document::{Camera, MatchStep, Tab, Zoom};
use fabric_sim::engine::{HeadroomView, PriorityView, WorldView};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::{
    ArrivalProgress, FrameTrace, Lab, Pace, PossibleCycle, RunAView, Stop, UserError, Value, Window,
};

/// Selection: a port and one of its priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Selected port.
    pub port: PortId,
    /// Selected priority, 0 to 7.
    pub priority: u8,
}

/// Part of the picture that changes only with the open document.
#[derive(Clone, Debug)]
pub struct DocumentPicture {
    /// Number that rises with each opened document, and with each edit that changes how the fabric
    /// is drawn.
    pub version: u64,
    /// Name of the preset; empty if the document is no preset.
    pub preset: String,
    /// Title of the document.
    pub title: String,
    /// Description of the document in a sentence.
    pub about: String,
    /// Specification of the fabric and its traffic.
    pub spec: Arc<Spec>,
    /// Positions of the nodes that the document gives, by node id; `None`: the page places the
    /// node.
    pub positions: Vec<Option<(f64, f64)>>,
    /// By switch, the names of its ports in the configuration from which the document was imported.
    pub interfaces: BTreeMap<String, Vec<String>>,
}

impl DocumentPicture {
    /// Name of `port` in the imported configuration of its switch, such as `Ethernet0`; `None` if
    /// it has none.
    #[must_use]
    pub fn interface(&self, port: PortId) -> Option<&str> {
        let at = self.spec.ports.get(port.index())?;
        let names = self.interfaces.get(&*self.spec.nodes[at.node.index()].name)?;
        names.get(at.number.index()).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Name of `port` in reports of imports: switch and interface, such as `leaf1 Ethernet0`.
    /// `None` if the configuration does not name the port.
    #[must_use]
    pub fn imported_name(&self, port: PortId) -> Option<String> {
        let node = self.spec.ports.get(port.index())?.node;
        self.interface(port).map(|name| format!("{} {name}", self.spec.nodes[node.index()].name))
    }
}

/// Two values are equal only if they are the same object. All pictures of a document share one
/// object.
impl PartialEq for DocumentPicture {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Part of the picture that does not change while the run plays. Views of it are updated only if it
/// has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticPicture {
    /// Open document.
    pub document_picture: Rc<DocumentPicture>,
    /// Zoom of charts and lanes; `None`: the whole time line.
    pub zoom: Option<Zoom>,
    /// Section of the fabric that is shown; `None`: the whole fabric.
    pub camera: Option<Camera>,
    /// Whether the run plays.
    pub playing: bool,
    /// Pace of playing.
    pub pace: Pace,
    /// Selected port and priority.
    pub selected: Selected,
    /// Tab shown for the selection.
    pub tab: Tab,
    /// Step of the crossbar match on display; `None`: the end of the match.
    pub step: Option<MatchStep>,
    /// Error of the last command; `None` if there was none.
    pub error: Option<UserError>,
    /// Settings of the page that links name.
    pub page: Page,
    /// Limit at which the slider moved last has stopped; `None` if it did not stop.
    pub stopped: Option<Stop>,
    /// Warnings about settings at the cursor that are legal but unwise, one sentence each.
    pub warnings: Rc<[String]>,
    /// Cyclic buffer dependencies of the routes at the cursor; empty if there are none.
    pub possible_cycles: Rc<[PossibleCycle]>,
    /// Flow on display; `None` without flows.
    pub flow: Option<FlowId>,
    /// Flow that is highlighted: the selected flow, otherwise the flow of the followed frame.
    /// `None` without either.
    pub chosen: Option<FlowId>,
    /// Whether an edit can be undone, and whether one can be redone.
    pub edits: (bool, bool),
    /// Lesson and stage to which free play returns; `None` outside free play.
    pub left: Option<LessonPlace>,
    /// Whether changes of parameters and flows apply from the start of the run instead of from the
    /// cursor.
    pub from_start: bool,
    /// Value of each parameter for the selection at the cursor.
    pub values: Rc<Vec<Value>>,
    /// Whether the XOFF threshold on display is dynamic.
    pub dynamic: bool,
}

/// Picture of the lab: everything that the page shows.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Part of the picture that does not change while the run plays.
    pub static_picture: Rc<StaticPicture>,
    /// Time of the cursor.
    pub now: Time,
    /// Time of the destination of the cursor; equal to `now` while the cursor has none.
    pub aim: Time,
    /// Number of events up to the cursor.
    pub events: u64,
    /// End of the time line.
    pub end: Time,
    /// Window of charts and lanes.
    pub window: Window,
    /// Speed reached during the last second of playing, in simulated picoseconds per second; `None`
    /// until it is measured.
    pub reached: Option<f64>,
    /// State of the fabric at the cursor.
    pub view: Rc<WorldView>,
    /// Narration at the cursor, or the message of the last command.
    pub sentence: String,
    /// Sentence on the event at the cursor, shown after a single step; `None` if `sentence` already
    /// reports it.
    pub step_sentence: Option<String>,
    /// Progress of the cursor to the moment that a link names; `None` if the move takes only a
    /// short time.
    pub arrival: Option<ArrivalProgress>,
    /// Trace of the followed frame; `None` if no frame is followed.
    pub followed: Option<Rc<FrameTrace>>,
    /// Description of run A, with which the shown run is compared; `None` without run A.
    pub run_a: Option<RunAView>,
}

impl Picture {
    /// Headroom of the selected switch, of all its priority groups together.
    #[must_use]
    pub fn headroom(&self) -> HeadroomView {
        let switch = self.static_picture.document_picture.spec.switch_of(self.static_picture.selected.port);
        switch.and_then(|switch| self.view.pool_headroom.get(switch)).copied().unwrap_or_default()
    }

    /// Bytes of credits that the selected port grants its peer for the selected priority; `None` if
    /// it uses no credits.
    #[must_use]
    pub fn granted_credits(&self) -> Option<u64> {
        let Selected { port, priority } = self.static_picture.selected;
        self.static_picture.document_picture.spec.ports.get(port.index())?.config.priorities
            [usize::from(priority)]
        .credits
    }

    /// State of the selected priority of the selected port.
    #[must_use]
    pub fn lane(&self) -> PriorityView {
        let Selected { port, priority } = self.static_picture.selected;
        self.view
            .ports
            .get(port.index())
            .map(|view| view.priorities[usize::from(priority)])
            .unwrap_or_default()
    }
}

impl Lab {
    /// Picture of the lab as of the last call of [`Lab::update_view`].
    #[must_use]
    pub fn picture(&self) -> Picture {
        let view = self.run.snapshot();
        Picture {
            static_picture: Rc::new(self.static_picture()),
            now: view.now,
            aim: self.run.aim(),
            events: view.events,
            end: self.end,
            window: self.window(),
            reached: self.run.reached(),
            view: Rc::clone(view),
            sentence: self.run.sentence(),
            step_sentence: self.run.step_sentence(),
            arrival: self.arrival_progress(),
            followed: self.followed.as_ref().map(|follow| Rc::clone(follow.trace())),
            run_a: self.run_a_view(),
        }
    }

    fn static_picture(&self) -> StaticPicture {
        StaticPicture {
            document_picture: Rc::clone(&self.document_picture),
            zoom: self.compiled.document.view.zoom,
            camera: self.compiled.document.view.camera,
            playing: self.run.is_playing(),
            pace: self.run.pace(),
            selected: self.selected,
            tab: self.tab,
            step: self.step,
            error: self.error.clone(),
            page: self.page.clone(),
            stopped: self.stopped.clone(),
            warnings: self.advice.sentences(),
            possible_cycles: self.possible_deadlocks.cycles(),
            flow: self.flow(),
            chosen: self.chosen_flow(),
            edits: self.edits.can_undo_redo(),
            left: self.left_place(),
            from_start: self.from_start,
            values: Rc::clone(&self.values),
            dynamic: self.dynamic,
        }
    }
}
