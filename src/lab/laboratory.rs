//! The lab: one document, one run of it, and everything that can be done.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{Cursor, Link, Page};
use fabric_sim::document::params::{Address, Key, TABLE};
use fabric_sim::document::{Document, MatchStep, Preset, Tab};
use fabric_sim::engine::Queue;
use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::advice::Advice;
use super::arrival::Arrival;
use super::danger::Danger;
use super::drag::{Drag, Stop};
use super::follow::Follow;
use super::free_play::Left;
use super::given::{Value, own_address};
use super::halves::Halves;
use super::jump::Landing;
use super::opened::{Edition, Edits, origin};
use super::picture::{Selected, Stage};
use super::waiting::{reasons, roots};
use super::window::Chase;
use super::{Command, Ghost, Pace, Reason, Root, Run, Trouble, Waiting};

/// Where a document says nothing of its speed.
const SPEED: f64 = 1e6;

/// The lab.
pub struct Lab {
    pub(super) edition: Edition,
    /// What a reset goes back to.
    pub(super) origin: Document,
    pub(super) run: Run,
    pub(super) edits: Edits,
    /// The step of a lesson that was left for free play; `None` outside free play.
    pub(super) left: Option<Left>,
    /// The run before the last edit.
    pub(super) ghost: Option<Ghost>,
    /// The run that somebody pinned.
    pub(super) pinned: Option<Ghost>,
    /// The number of edits before the one by which the run was last parted from
    /// another.
    pub(super) parted: Option<u64>,
    /// The document before the drag that is under way.
    pub(super) dragged: Option<Drag>,
    pub(super) values: Rc<Vec<Value>>,
    pub(super) dynamic: bool,
    pub(super) from_start: bool,
    /// The parameter that was changed last.
    pub(super) touched: Option<Key>,
    pub(super) trouble: Option<Trouble>,
    /// Where the slider that moved last had to stop.
    pub(super) stopped: Option<Stop>,
    pub(super) stage: Rc<Stage>,
    pub(super) selected: Selected,
    pub(super) tab: Tab,
    /// Where one stands in the match; `None`: at its end.
    pub(super) step: Option<MatchStep>,
    pub(super) end: Time,
    /// Whether the window of charts and lanes goes after the cursor.
    pub(super) chase: Chase,
    /// What is unwise in the settings that are in force.
    pub(super) advice: Advice,
    /// Where it can deadlock.
    pub(super) danger: Danger,
    /// The frame whose way is looked at.
    pub(super) followed: Option<Follow>,
    /// The flow that was chosen.
    pub(super) flow: Option<FlowId>,
    /// What the cursor is on its way to.
    pub(super) landing: Option<Landing>,
    /// What is told once the cursor is where it is on its way to.
    pub(super) to_say: Option<String>,
    /// What waits for the cursor to be where it was sent, to be judged there.
    pub(super) later: Vec<Command>,
    /// How many of the document's actions lie at or before the cursor.
    pub(super) acted: usize,
    /// What the link said of the page.
    pub(super) page: Page,
    /// Whether its link was copied from a page, or made by the command line.
    pub(super) is_copied: bool,
    /// The moment that a link named, while the cursor is on its way there.
    pub(super) arrival: Option<Arrival>,
    /// What takes the place of all this once its cursor is where its link says.
    pub(super) coming: Option<Box<Lab>>,
    /// Seconds of the viewer's since the lab was opened.
    pub(super) wall: f64,
    /// How far B may go in a picture before A has its turn.
    pub(super) halves: Halves,
}

impl Lab {
    /// The lab with `edition`, which `link` led to.
    pub(super) fn new(edition: Edition, link: &Link, arrival: Option<Arrival>) -> Self {
        let mut lab = Self {
            run: Run::new(Arc::clone(&edition.spec), pace(&edition.document, &link.page)),
            origin: origin(&edition.document),
            stage: edition.stage(1),
            selected: edition.selected(),
            tab: edition.document.view.tab.unwrap_or_default(),
            step: edition.document.view.step,
            end: edition.spec.horizon,
            chase: Chase::default(),
            edits: Edits::default(),
            left: None,
            ghost: None,
            pinned: None,
            parted: None,
            dragged: None,
            values: Rc::default(),
            dynamic: false,
            from_start: false,
            touched: None,
            trouble: None,
            stopped: None,
            advice: Advice::default(),
            danger: Danger::default(),
            followed: None,
            flow: edition.document.view.flow.and_then(|place| u32::try_from(place.get()).ok()).map(FlowId),
            landing: None,
            to_say: None,
            later: Vec::new(),
            acted: 0,
            page: Page { plays: None, ..link.page.clone() },
            is_copied: link.check.is_some(),
            arrival,
            coming: None,
            wall: 0.0,
            halves: Halves::default(),
            edition,
        };
        if let Some(doubt) = lab.begin_window(link.cursor.map(|cursor| cursor.time)) {
            lab.trouble = Some(Trouble::of_doubt(&doubt));
        }
        lab.watch();
        lab.begin(link.cursor, link.page.plays != Some(false));
        lab.follow_linked();
        lab.consider();
        lab
    }

    /// Plays, or stands where a link says.
    fn begin(&mut self, cursor: Option<Cursor>, plays: bool) {
        match cursor {
            Some(cursor) => self.run.seek_moment(cursor.time, u64::from(cursor.nth)),
            None => self.run.play(plays),
        }
        self.settle();
    }

    /// Shows `tab` of the selection, unless the document has a wish of its own, or its link was
    /// copied from a page: that says all that was shown there.
    pub fn prefer(&mut self, tab: Tab) {
        let wish = self.edition.document.view.tab;
        self.tab = wish.or(self.is_copied.then(Tab::default)).unwrap_or(tab);
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What is selected.
    #[must_use]
    pub fn selected(&self) -> Selected {
        self.selected
    }

    /// The end of the time line.
    #[must_use]
    pub fn end(&self) -> Time {
        self.end
    }

    /// When the document's actions happen.
    #[must_use]
    pub fn action_times(&self) -> Vec<Time> {
        self.edition.document.actions.iter().map(|action| action.at).collect()
    }

    /// Looks again at what follows from settings and routes, if they changed.
    pub(super) fn consider(&mut self) {
        self.advice.follow(self.run.tape());
        self.danger.follow(self.run.tape());
    }

    /// Who waits for whom at the cursor, and what watchdogs decided up to it.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting::of(self.run.tape().world())
    }

    /// Why `queue` is paused at the cursor, down to the root; nothing if it is
    /// not, or is one of the fabric that was shown a moment ago.
    #[must_use]
    pub fn reasons(&self, queue: Queue) -> Vec<Reason> {
        let world = self.run.tape().world();
        let is_here = queue.0.index() < world.spec().ports.len();
        if is_here { reasons(world, queue) } else { Vec::new() }
    }

    /// Frame bytes that the watchdog of `queue` has thrown away up to the cursor.
    #[must_use]
    pub fn thrown_away(&self, queue: Queue) -> u64 {
        let verdicts = self.run.tape().world().verdicts();
        verdicts.list().iter().filter(|said| said.queue == queue).map(|said| said.lost_bytes).sum()
    }

    /// The roots of all waiting at the cursor, and what each holds up.
    #[must_use]
    pub fn roots(&self) -> Vec<Root> {
        roots(self.run.tape().world())
    }

    /// Works out what the parameters of what is selected are at the cursor.
    pub(super) fn settle(&mut self) {
        let now = self.run.tape().world().now();
        self.acted = self.edition.document.actions.iter().filter(|action| action.at <= now).count();
        let (document, spec) = (&self.edition.document, &self.edition.spec);
        let keys = TABLE.iter().map(|param| param.key);
        let addresses: Vec<Address> = keys.map(|key| own_address(spec, self.selected, key)).collect();
        let values = document.parameters(&addresses, Some(now));
        let preset = Preset::find(&document.name).map(Preset::document).ok();
        let before = preset.map(|preset| preset.parameters(&addresses, None)).unwrap_or_default();
        let rows = addresses.iter().zip(&values).enumerate();
        self.values =
            Rc::new(rows.map(|(n, (own, current))| Value::new(own, current, before.get(n))).collect());
        self.dynamic = self.value(Key::Threshold) == Some(1);
    }

    /// Whether neither a drag nor a journey of the cursor is under way.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.dragged.is_none() && !self.is_on_its_way()
    }

    /// Whether the cursor, or what a link led to, is on its way somewhere.
    #[must_use]
    pub fn is_on_its_way(&self) -> bool {
        self.coming.is_some() || self.run.is_on_its_way()
    }
}

/// The pace that `page` gives, else the speed of `document`.
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) fn pace(document: &Document, page: &Page) -> Pace {
    let speed = || Pace::Speed(document.view.speed.map_or(SPEED, |speed| speed.ps().max(1) as f64));
    page.pace.map_or_else(speed, |pace| Pace::Events(f64::from(pace.thousandths()) / 1e3))
}
