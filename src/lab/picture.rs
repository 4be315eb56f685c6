//! Picture of the lab: an immutable value with everything that the page shows. Start with [`Lab::picture`].
//! Values that seldom change are shared between pictures, so that the page can compare them quickly.
//!
//! While the cursor moves, a picture shows the position from which the cursor started. During a drag of the
//! slider, the picture shows a checkpoint near the new position instead. All values of a picture belong to
//! one moment.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{LessonPlace, Page};
use fabric_sim::document::{Camera, MatchStep, Tab, Zoom};
use fabric_sim::engine::{HeadroomView, PriorityView, WorldView};
use fabric_sim::ids::{FlowId, PortId, Priority};
use fabric_sim::sizing::UsedPorts;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use crate::scene::Groups;

use super::{
    BufferDependency, FrameTrace, Imported, Lab, LinkSeekProgress, Pace, RunAView, ShownWindow, SliderLimit,
    UserError, Value,
};

/// Selection: a port and one of its priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Selected port.
    pub port: PortId,
    /// Selected priority, 0 to 7.
    pub priority: Priority,
}

/// Contents of the picture that change only with the open document.
#[derive(Clone, Debug)]
pub struct DocumentPicture {
    /// Number that rises with each opened document, and with each edit that changes the drawing of the
    /// fabric.
    pub version: u64,
    /// Name of the preset. Empty if the document is no preset, or has another name, title or other nodes than
    /// the preset.
    pub preset: String,
    /// Title of the document.
    pub title: String,
    /// Description of the document, from its field `about`.
    pub about: String,
    /// Specification of the fabric and its traffic.
    pub spec: Arc<Spec>,
    /// Positions that the document gives to nodes, indexed by node id. `None` if the page places the node.
    pub positions: Vec<Option<(f64, f64)>>,
    /// Groups of nodes that the picture of a large fabric draws as one box each.
    pub groups: Groups,
    /// Names of switch ports in the configuration from which the document was imported. The key is the name
    /// of the switch; the list is indexed by port number.
    pub interfaces: BTreeMap<String, Vec<String>>,
}

impl DocumentPicture {
    /// Name of `port` in the imported configuration of its switch, such as `Ethernet0`. `None` if the
    /// configuration does not name the port. `None` also if there is no such port, or if the port is at a
    /// host.
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

/// Two pictures are equal only if they are the same object in memory.
impl PartialEq for DocumentPicture {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Contents of the picture that do not change while the run plays. The page redraws its views only if these
/// contents have changed.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticPicture {
    /// Open document.
    pub document_picture: Rc<DocumentPicture>,
    /// Import of the open document; `None` if the document was not imported.
    pub imported: Option<Arc<Imported>>,
    /// Zoom of charts and lanes. `None` if they show the whole time line.
    pub zoom: Option<Zoom>,
    /// Section of the picture of the fabric that is shown. `None` if the whole fabric is shown.
    pub camera: Option<Camera>,
    /// Whether the run plays.
    pub playing: bool,
    /// Pace of playing: simulated time or key events per second of wall time.
    pub pace: Pace,
    /// Selected port and priority.
    pub selected: Selected,
    /// Tab that the inspector shows for the selected port and priority.
    pub tab: Tab,
    /// Matching stage of the crossbar that the page shows (request, grant or accept). `None` if the page
    /// shows the result.
    pub step: Option<MatchStep>,
    /// Error of the last command; `None` if the command had no error.
    pub error: Option<UserError>,
    /// Settings of the page that share links contain.
    pub page: Page,
    /// Limit at which the last moved slider stopped; `None` if the slider did not stop.
    pub stopped: Option<SliderLimit>,
    /// Warnings on settings at the cursor that are permitted but unwise, one sentence each.
    pub warnings: Rc<[String]>,
    /// Cyclic buffer dependencies of the routes at the cursor; empty if the routes have no cycle.
    pub buffer_dependencies: Rc<[BufferDependency]>,
    /// Ports that flows use. The picture of a switch draws queues only for these ports.
    pub used_ports: Arc<UsedPorts>,
    /// Flow on display; `None` if the document has no flows.
    pub flow: Option<FlowId>,
    /// Flow that is highlighted: the selected flow, otherwise the flow of the followed frame. `None` if no
    /// frame is followed either.
    pub chosen: Option<FlowId>,
    /// Whether an edit can be undone (first), and whether an edit can be redone (second).
    pub edits: (bool, bool),
    /// Lesson and stage to which free play returns; `None` outside free play.
    pub left: Option<LessonPlace>,
    /// Whether changes of parameters and flows apply from the start of the run (`true`) or from the cursor
    /// (`false`).
    pub from_start: bool,
    /// Value of each parameter at the cursor, for the selected port and priority.
    pub values: Rc<Vec<Value>>,
    /// Whether the XOFF threshold on display is dynamic.
    pub dynamic: bool,
}

/// Picture of the lab: everything that the page shows.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Contents that do not change while the run plays.
    pub static_picture: Rc<StaticPicture>,
    /// Time of the cursor.
    pub now: Time,
    /// Time to which the cursor moves. Equal to `now` if the cursor does not move, or if this time is not yet
    /// known.
    pub aim: Time,
    /// Number of events that have run up to the cursor.
    pub events: u64,
    /// End of the time line.
    pub end: Time,
    /// Window of time that charts and lanes show.
    pub shown_window: ShownWindow,
    /// Speed reached during the last second of playing, in simulated picoseconds per second. `None` until one
    /// second is measured.
    pub reached: Option<f64>,
    /// State of the fabric at the cursor.
    pub view: Rc<WorldView>,
    /// State of the fabric of run A; `None` while the picture of the fabric shows run B.
    pub view_of_a: Option<Rc<WorldView>>,
    /// Narration at the cursor, or the message of the last command.
    pub sentence: String,
    /// Sentence on the event at the cursor, for display after a single step. `None` if `sentence` already
    /// reports the event, or if there is no sentence on it.
    pub step_sentence: Option<String>,
    /// Progress of the cursor to the moment of an opened share link. `None` if no such move is in progress,
    /// or if the move is short.
    pub link_seek: Option<LinkSeekProgress>,
    /// Trace of the followed frame; `None` if no frame is followed.
    pub followed: Option<Rc<FrameTrace>>,
    /// Description of run A, the run with which the shown run is compared; `None` without run A.
    pub run_a: Option<RunAView>,
}

impl Picture {
    /// State of the fabric that the picture of the fabric shows: of run B, or of run A if the viewer chose
    /// it.
    #[must_use]
    pub fn drawn_view(&self) -> &WorldView {
        self.view_of_a.as_deref().unwrap_or(&self.view)
    }

    /// Headroom in use and available headroom, summed over all priority groups of the selected switch. Zero
    /// if a host is selected.
    #[must_use]
    pub fn headroom(&self) -> HeadroomView {
        let switch = self.static_picture.document_picture.spec.switch_of(self.static_picture.selected.port);
        switch.and_then(|switch| self.view.pool_headroom.get(switch.index())).copied().unwrap_or_default()
    }

    /// Bytes of credits that the selected port grants its peer for the selected priority. `None` if the
    /// priority uses no credits, or if there is no such port.
    #[must_use]
    pub fn granted_credits(&self) -> Option<u64> {
        let Selected { port, priority } = self.static_picture.selected;
        self.static_picture.document_picture.spec.ports.get(port.index())?.config.priorities[priority.index()]
            .credits
    }

    /// State of the selected priority of the selected port. All values are 0 if there is no such port.
    #[must_use]
    pub fn selected_priority_view(&self) -> PriorityView {
        let Selected { port, priority } = self.static_picture.selected;
        self.view.ports.get(port.index()).map(|view| view.priorities[priority.index()]).unwrap_or_default()
    }
}

impl Lab {
    /// Creates the picture of the lab. The view of the fabric is from the last call of [`Lab::update_view`].
    #[must_use]
    pub fn picture(&self) -> Picture {
        let view = self.run.snapshot();
        Picture {
            static_picture: Rc::new(self.static_picture()),
            now: view.now,
            aim: self.run.aim(),
            events: view.events,
            end: self.end,
            shown_window: self.shown_window(),
            reached: self.run.reached(),
            view: Rc::clone(view),
            view_of_a: self.view_of_a(),
            sentence: self.run.sentence(),
            step_sentence: self.run.step_sentence(),
            link_seek: self.arrival_progress(),
            followed: self.followed.as_ref().map(|follow| Rc::clone(follow.trace())),
            run_a: self.run_a_view(),
        }
    }

    fn static_picture(&self) -> StaticPicture {
        StaticPicture {
            document_picture: Rc::clone(&self.document_picture),
            imported: self.imported.clone(),
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
            buffer_dependencies: self.buffer_dependencies.cycles(),
            used_ports: self.port_uses.used(),
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
