//! The lab is the state behind the page: the open document, its run, and the commands on them. Other files of
//! this folder add methods to [`Lab`]. Start with [`Lab::new`].
//!
//! An edit can be undone as a whole. Commands that must wait for a moving cursor are performed in their order
//! when the cursor arrives. Another opened document replaces the lab; the pinned run and the size of text
//! stay.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{Cursor, Page, ShareLink};
use fabric_sim::document::params::{Address, Key, TABLE};
use fabric_sim::document::{Document, MatchStep, Tab};
use fabric_sim::ids::{FlowId, QueueId};
use fabric_sim::units::Time;

use super::advice::Advice;
use super::buffer_dependencies::BufferDependencies;
use super::follow::Follow;
use super::free_play::LeftStep;
use super::imported::Imported;
use super::jump::ViewAfterJump;
use super::link_seek::LinkSeek;
use super::opened::{CompiledDocument, origin, preset};
use super::picture::{DocumentPicture, Selected};
use super::port_uses::PortUses;
use super::recent::Recent;
use super::shown_window::WindowFollow;
use super::slider_drag::{Drag, SliderLimit};
use super::undo::Edits;
use super::value_sources::{Value, own_address};
use super::video_frame_budget::VideoFrameBudget;
use super::waiting::{reasons, roots};
use super::{Command, Pace, Reason, Root, Run, RunA, UserError, Waiting};

/// Default speed, in simulated picoseconds per second of wall time.
const SPEED: f64 = 1e6;

/// State behind the page: open document, run, edits, selection and messages.
pub struct Lab {
    pub(super) compiled: CompiledDocument,
    /// Document that [`Command::Reset`] restores.
    pub(super) origin: Document,
    pub(super) run: Run,
    pub(super) edits: Edits,
    /// Import of the open document; `None` if the document was not imported.
    pub(super) imported: Option<Arc<Imported>>,
    /// Last import that the lab showed before the open document; `None` if no import was shown.
    pub(super) last_import: Option<Arc<Imported>>,
    /// Step of a lesson that the user left for free play; `None` outside free play.
    pub(super) left: Option<LeftStep>,
    /// Run before the last edit that changed the run. `None` if no edit changed the run.
    pub(super) before_edit: Option<RunA>,
    /// Run that the user or a share link pinned as run A. `None` if no run is pinned.
    pub(super) pinned: Option<RunA>,
    /// Value of [`Edits::count`] when run A was last kept. A drag is one edit, so it keeps run A only once.
    /// `None` after an undo, after a reset, and if no run was kept.
    pub(super) run_a_at_edit: Option<u64>,
    /// Drag of a slider that is in progress; `None` without a drag.
    pub(super) dragged: Option<Drag>,
    /// Values of all parameters for the selected port and priority at the cursor, in the order of `TABLE`.
    pub(super) values: Rc<Vec<Value>>,
    pub(super) dynamic: bool,
    pub(super) from_start: bool,
    /// Parameters of PFC that the document had when the user switched PFC off: address and value.
    pub(super) pfc_places: Vec<(String, String)>,
    /// Text of the field for the number of hosts that send in an incast. If the text is empty, all hosts but
    /// the receiver send.
    pub(super) senders: String,
    /// Last parameter that the user changed; `None` before the first change.
    pub(super) touched: Option<Key>,
    /// Message about the last command; `None` without an error.
    pub(super) error: Option<UserError>,
    /// Limit at which the last moved slider stopped; `None` if the slider did not stop.
    pub(super) stopped: Option<SliderLimit>,
    pub(super) document_picture: Rc<DocumentPicture>,
    pub(super) selected: Selected,
    pub(super) tab: Tab,
    /// Matching stage of the crossbar that the page shows (request, grant or accept). `None` if the page
    /// shows the result.
    pub(super) step: Option<MatchStep>,
    pub(super) end: Time,
    /// State that makes the window of charts and lanes follow the cursor.
    pub(super) chase: WindowFollow,
    /// Warnings about the settings at the cursor.
    pub(super) advice: Advice,
    /// Cyclic buffer dependencies of the routes at the cursor.
    pub(super) buffer_dependencies: BufferDependencies,
    /// Ports that flows have used; the page leaves out the others.
    pub(super) port_uses: PortUses,
    /// Replay that follows a frame; `None` if the user follows no frame.
    pub(super) followed: Option<Follow>,
    /// Flow that the user selected. `None` if no flow is selected.
    pub(super) flow: Option<FlowId>,
    /// Details of an event that the page selects when the cursor arrives. `None` if the cursor does not jump
    /// to an event.
    pub(super) view_after_jump: Option<ViewAfterJump>,
    /// Message that the page shows when the cursor arrives; `None` without a message.
    pub(super) message_on_arrival: Option<String>,
    /// Commands to perform when the cursor has arrived, in the order in which they are performed.
    pub(super) later: Vec<Command>,
    /// Number of actions of the document at or before the cursor.
    pub(super) actions_due: usize,
    /// Settings of the page that share links contain.
    pub(super) page: Page,
    /// Whether the opened share link contains a check of the state at its cursor. Only share links from the
    /// page and the command line contain a check.
    pub(super) is_copied: bool,
    /// Move of the cursor to the moment that a share link names. `None` if no such move is in progress.
    pub(super) link_seek: Option<LinkSeek>,
    /// Time at which the last [`Command::Halt`] stops the run, and the wall time since this command in
    /// seconds. `None` if the last command was another one.
    pub(super) halt_at: Option<(Time, f64)>,
    /// Lab of an opened share link that waits until its cursor has reached the moment of the share link. This
    /// waiting lab then replaces the shown lab. `None` if no share link is being opened.
    pub(super) coming: Option<Box<Lab>>,
    /// Wall time since the lab was opened, in seconds.
    pub(super) wall: f64,
    /// Limit on the work of run B in a video frame.
    pub(super) video_frame_budget: VideoFrameBudget,
    /// State of the fabric a fixed time before the cursor, for rates over the recent past.
    pub(super) recent: Recent,
}

impl Lab {
    /// Creates the lab of the document `compiled`, which the share link `link` has opened. `link_seek` is the
    /// move of the cursor to the moment of the share link; `None` if the share link names no moment.
    pub(super) fn new(compiled: CompiledDocument, link: &ShareLink, link_seek: Option<LinkSeek>) -> Self {
        let mut lab = Self {
            run: Run::new(Arc::clone(&compiled.spec), pace(&compiled.document, &link.page)),
            origin: origin(&compiled.document),
            document_picture: compiled.picture(1),
            selected: compiled.selected(),
            tab: compiled.document.view.tab.unwrap_or_default(),
            step: compiled.document.view.step,
            end: compiled.spec.horizon,
            chase: WindowFollow::default(),
            halt_at: None,
            edits: Edits::default(),
            imported: None,
            last_import: None,
            left: None,
            before_edit: None,
            pinned: None,
            run_a_at_edit: None,
            dragged: None,
            values: Rc::default(),
            dynamic: false,
            from_start: false,
            senders: String::new(),
            pfc_places: Vec::new(),
            touched: None,
            error: None,
            stopped: None,
            advice: Advice::default(),
            buffer_dependencies: BufferDependencies::default(),
            port_uses: PortUses::default(),
            followed: None,
            flow: compiled.document.view.flow.and_then(|place| u32::try_from(place.get()).ok()).map(FlowId),
            view_after_jump: None,
            message_on_arrival: None,
            later: Vec::new(),
            actions_due: 0,
            page: Page { plays: None, ..link.page.clone() },
            is_copied: link.check.is_some(),
            link_seek,
            coming: None,
            wall: 0.0,
            video_frame_budget: VideoFrameBudget::default(),
            recent: Recent::default(),
            compiled,
        };
        if let Some(doubt) = lab.begin_window(link.cursor.map(|cursor| cursor.time)) {
            lab.error = Some(UserError::of_doubt(&doubt));
        }
        lab.record_displayed();
        lab.begin(link.cursor, link.page.plays != Some(false));
        lab.follow_linked();
        lab.update_warnings();
        lab
    }

    /// Moves the cursor to `cursor`. If `cursor` is `None`, the run stays at its start, and plays if `plays`
    /// is true. Otherwise `plays` has no effect.
    fn begin(&mut self, cursor: Option<Cursor>, plays: bool) {
        match cursor {
            Some(cursor) => self.run.seek_moment(cursor.time, u64::from(cursor.nth)),
            None => self.run.play(plays),
        }
        self.update_values();
    }

    /// Shows the tab that the document names; otherwise `tab`. If the document was opened by a share link
    /// that the page or the command line wrote, the default tab replaces `tab`.
    pub fn prefer(&mut self, tab: Tab) {
        let requested_tab = self.compiled.document.view.tab;
        self.tab = requested_tab.or(self.is_copied.then(Tab::default)).unwrap_or(tab);
    }

    /// Run on display.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Selected port and priority.
    #[must_use]
    pub fn selected(&self) -> Selected {
        self.selected
    }

    /// End of the time line.
    #[must_use]
    pub fn end(&self) -> Time {
        self.end
    }

    /// Times of the actions, in the order of the document.
    #[must_use]
    pub fn action_times(&self) -> Vec<Time> {
        self.compiled.document.actions.iter().map(|action| action.at).collect()
    }

    /// Computes the warnings again if settings have changed, and the cyclic buffer dependencies and the ports
    /// in use if routes have changed.
    pub(super) fn update_warnings(&mut self) {
        self.advice.follow(self.run.recording());
        let new_routes = self.buffer_dependencies.follow(self.run.recording());
        self.port_uses.follow(self.run.recording(), new_routes);
    }

    /// Waiting queues at the cursor, and decisions of the watchdogs up to the cursor.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting::of(self.run.recording().world())
    }

    /// Reasons why `queue` is paused at the cursor, from the queue to the root, where the waits begin. Empty
    /// if `queue` is not paused or does not exist in this fabric.
    #[must_use]
    pub fn reasons(&self, queue: QueueId) -> Vec<Reason> {
        let world = self.run.recording().world();
        let is_here = queue.port.index() < world.spec().ports.len();
        if is_here { reasons(world, queue) } else { Vec::new() }
    }

    /// Frame bytes that the watchdog of `queue` has dropped from the start of the run to the cursor. 0 if the
    /// queue has no watchdog. Only the first 4 096 decisions of the run are included.
    #[must_use]
    pub fn watchdog_drops(&self, queue: QueueId) -> u64 {
        let decisions = self.run.recording().world().watchdog_decisions();
        decisions
            .list()
            .iter()
            .filter(|checked| checked.queue == queue)
            .map(|checked| checked.lost_bytes)
            .sum()
    }

    /// Roots of all waits at the cursor: the queues or cycles where the waits begin. Each root has the queues
    /// that it blocks.
    #[must_use]
    pub fn roots(&self) -> Vec<Root> {
        roots(self.run.recording().world())
    }

    /// Computes the values of all parameters for the selected port and priority at the cursor.
    pub(super) fn update_values(&mut self) {
        let now = self.run.recording().world().now();
        self.actions_due = self.compiled.document.actions.iter().filter(|action| action.at <= now).count();
        let (document, spec) = (&self.compiled.document, &self.compiled.spec);
        let keys = TABLE.iter().map(|param| param.key);
        let addresses: Vec<Address> = keys.map(|key| own_address(spec, self.selected, key)).collect();
        let values = document.parameters(&addresses, Some(now));
        let before = preset(document).map(|preset| preset.parameters(&addresses, None)).unwrap_or_default();
        let rows = addresses.iter().zip(&values).enumerate();
        self.values =
            Rc::new(rows.map(|(n, (own, current))| Value::new(own, current, before.get(n))).collect());
        self.dynamic = self.value(Key::Threshold) == Some(1);
    }

    /// Whether neither a drag nor a move of the cursor is in progress.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.dragged.is_none() && !self.has_pending_move()
    }

    /// Whether the cursor is moving, a search is in progress, or the lab of an opened share link is not yet
    /// shown. `false` for a run that plays.
    #[must_use]
    pub fn has_pending_move(&self) -> bool {
        self.coming.is_some() || self.run.has_pending_move()
    }
}

/// Pace that `page` names; otherwise the speed that `document` names, otherwise the default speed. A speed of
/// 0 counts as 1 ps per second.
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) fn pace(document: &Document, page: &Page) -> Pace {
    let speed = || Pace::Speed(document.view.speed.map_or(SPEED, |speed| speed.ps().max(1) as f64));
    page.pace.map_or_else(speed, |pace| Pace::Events(f64::from(pace.thousandths()) / 1e3))
}
