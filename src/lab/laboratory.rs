//! The lab: one document, one run of it, and everything that can be done.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::link::{Cursor, Link};
use fabric_sim::document::params::{Address, Key, TABLE};
use fabric_sim::document::{Document, PRESETS, Preset, Tab};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::advice::Advice;
use super::follow::Follow;
use super::opened::{Edition, Edits, Value};
use super::pace::whole;
use super::picture::{Picture, Selected, Stage};
use super::search::Wanted;
use super::{Command, FrameName, Kind, Pace, Run, is_drop, is_pause, nudged};

/// Where a document says nothing of its speed.
const SPEED: f64 = 1e6;

/// A drag that is under way.
pub(super) struct Drag {
    /// The document before it.
    pub before: Document,
    /// When its last value was stamped, and what wall clock it was then.
    pub last: Option<(Time, f64)>,
    /// The value that came too soon after the last to be recorded.
    pub waits: Option<(Key, String)>,
}

/// The lab.
pub struct Lab {
    pub(super) edition: Edition,
    pub(super) run: Run,
    pub(super) edits: Edits,
    /// The document before the drag that is under way.
    pub(super) dragged: Option<Drag>,
    pub(super) values: Rc<Vec<Value>>,
    pub(super) dynamic: bool,
    pub(super) from_start: bool,
    pub(super) trouble: Option<String>,
    pub(super) stage: Rc<Stage>,
    selected: Selected,
    pub(super) tab: Tab,
    pub(super) end: Time,
    /// What is unwise in the settings that are in force.
    pub(super) advice: Advice,
    /// The frame whose way is looked at.
    pub(super) followed: Option<Follow>,
    /// How many of the document's actions lie at or before the cursor.
    acted: usize,
    pub(super) options: Vec<(String, String)>,
    /// Seconds of the viewer's since the lab was opened.
    pub(super) wall: f64,
}

impl Lab {
    /// The lab with what `link` says, or with the first preset and the trouble
    /// that the link made.
    #[must_use]
    pub fn open(link: &str) -> Self {
        let first = || Link::new(PRESETS[0].document());
        let read = Link::parse(link)
            .and_then(|link| Edition::new(link.document.clone()).map(|edition| (link, edition)));
        let (link, edition, trouble) = match read {
            Ok((link, edition)) => (link, edition, None),
            Err(problems) => {
                let link = first();
                // The presets are compiled by a test.
                let edition = Edition::new(link.document.clone())
                    .unwrap_or_else(|_| Edition { document: Document::empty(), spec: Arc::new(empty()) });
                (link, edition, Some(problems.to_string()))
            }
        };
        let mut lab = Self {
            run: Run::new(Arc::clone(&edition.spec), pace(&edition.document)),
            stage: edition.stage(1),
            selected: edition.selected(),
            tab: edition.document.view.tab.unwrap_or_default(),
            end: edition.spec.horizon,
            edits: Edits::default(),
            dragged: None,
            values: Rc::default(),
            dynamic: false,
            from_start: false,
            trouble,
            advice: Advice::default(),
            followed: None,
            acted: 0,
            options: link.options.clone(),
            wall: 0.0,
            edition,
        };
        lab.begin(link.cursor);
        lab.advice.follow(lab.run.tape());
        lab
    }

    /// Plays, or stands where a link says.
    fn begin(&mut self, cursor: Option<Cursor>) {
        let stands = self.options.iter().any(|(key, value)| key == "run" && value == "0");
        match cursor {
            Some(cursor) => self.run.seek_moment(cursor.time, u64::from(cursor.nth)),
            None => self.run.play(!stands),
        }
        self.settle();
    }

    /// Shows `tab` of the selection, unless the document has a wish of its own.
    pub fn prefer(&mut self, tab: Tab) {
        self.tab = self.edition.document.view.tab.unwrap_or(tab);
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
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

    /// Moves on by `wall` seconds; `tired` says when to stop working. Whether
    /// anything changed.
    pub fn advance(&mut self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        self.wall += wall;
        self.drag_on();
        let changed = self.run.advance(wall, tired);
        let now = self.run.tape().world().now();
        if now > self.end || now == self.end && self.run.is_playing() {
            // Playing past the horizon extends the time line; going to its end does not.
            self.end = Time(now.ps().saturating_add(now.ps() / 4));
        }
        if self.edition.document.actions.iter().filter(|action| action.at <= now).count() != self.acted {
            self.settle();
        }
        self.advice.follow(self.run.tape());
        let news =
            self.followed.as_mut().is_some_and(|follow| follow.go_on(self.run.tape(), self.end, tired));
        changed || news
    }

    /// Does `command`.
    pub fn act(&mut self, command: Command) {
        self.trouble = None;
        self.perform(command);
        self.advice.follow(self.run.tape());
    }

    fn perform(&mut self, command: Command) {
        match command {
            Command::Preset(name) => self.link(&format!("#/preset/{name}")),
            Command::Link(link) => self.link(&link),
            Command::Toggle => self.run.play(!self.run.is_playing()),
            Command::Pause => self.run.play(false),
            Command::Step => self.run.step(),
            Command::StepBack => self.run.back(),
            Command::NextTold => self.seek_next(|_| true, "event worth telling"),
            Command::LastTold => self.run.seek_last(),
            Command::NextPause => self.seek_next(is_pause, "pause"),
            Command::NextDrop => self.seek_next(is_drop, "drop"),
            Command::Seek(time) => self.run.seek(time),
            Command::Home => {
                self.run.play(false);
                self.run.seek(Time::ZERO);
            }
            Command::End => {
                self.run.play(false);
                self.run.seek(self.end);
            }
            Command::Pace(pace) => self.set_pace(pace),
            Command::Faster => self.nudge(true),
            Command::Slower => self.nudge(false),
            Command::Select(port, priority) => self.select(Selected { port, priority }),
            Command::Priority(priority) => self.select(Selected { priority: priority & 7, ..self.selected }),
            Command::Tab(tab) => {
                self.tab = tab;
                self.edition.document.view.tab = Some(tab);
            }
            Command::Follow(frame) => self.follow(Some(frame)),
            Command::FollowFlow(flow) => self.follow(self.run.tape().latest().delivered(flow)),
            Command::FollowLost(port) => self.follow(self.run.tape().latest().lost(port)),
            Command::Set { key, value, done } => self.set(key, &value, done),
            Command::FromStart(on) => self.from_start = on,
            Command::Incast => self.incast(),
            Command::Reset => self.reset(),
            Command::Undo => self.undo(false),
            Command::Redo => self.undo(true),
            Command::Dismiss => {}
        }
    }

    fn seek_next(&mut self, is: fn(Kind) -> bool, name: &'static str) {
        self.run.seek_next(Wanted { is, name }, self.end);
    }

    fn select(&mut self, selected: Selected) {
        if selected.port.index() < self.edition.spec.ports.len() {
            self.selected = selected;
            self.edition.document.view.select = self.edition.selection(selected);
        }
    }

    fn follow(&mut self, frame: Option<FrameName>) {
        if let Some(frame) = frame {
            self.followed = Some(Follow::new(self.run.tape(), frame, self.end));
        }
    }

    fn set_pace(&mut self, pace: Pace) {
        self.run.set_pace(pace);
        if let Pace::Speed(speed) = pace {
            self.edition.document.view.speed = Some(whole(speed, Time(1)));
        }
    }

    fn nudge(&mut self, faster: bool) {
        self.set_pace(match self.run.pace() {
            Pace::Speed(speed) => Pace::Speed(nudged(speed, faster)),
            Pace::Events(pace) => {
                Pace::Events(if faster { pace * 2.0 } else { pace / 2.0 }.clamp(0.25, 32.0))
            }
        });
    }

    /// Works out what the parameters are at the cursor.
    pub(super) fn settle(&mut self) {
        let now = self.run.tape().world().now();
        self.acted = self.edition.document.actions.iter().filter(|action| action.at <= now).count();
        let document = self.edition.settled(now);
        let preset = Preset::find(&document.name).map(Preset::document).ok();
        let value = |key: Key| {
            let address = Address::everywhere(key);
            let value = document.parameter(&address).value;
            let changed = preset.as_ref().is_some_and(|preset| preset.parameter(&address).value != value);
            Value { key, value, changed }
        };
        self.values = Rc::new(TABLE.iter().map(|param| value(param.key)).collect());
        self.dynamic = document.parameter(&Address::everywhere(Key::Threshold)).value == 1;
    }

    /// Whether neither a drag nor a journey of the cursor is under way.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.dragged.is_none() && !self.run.is_on_its_way()
    }

    /// A picture of the lab as it is.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let snapshot = self.run.snapshot();
        Picture {
            stage: Rc::clone(&self.stage),
            now: snapshot.now,
            events: snapshot.events,
            end: self.end,
            playing: self.run.is_playing(),
            pace: self.run.pace(),
            reached: self.run.reached(),
            selected: self.selected,
            tab: self.tab,
            warnings: self.advice.sentences(),
            followed: self.followed.as_ref().map(|follow| Rc::clone(follow.way())),
            ports: snapshot.ports.clone(),
            pool_free: snapshot.pool_free.clone(),
            totals: snapshot.totals,
            sentence: self.run.sentence().to_owned(),
            trouble: self.trouble.clone(),
            edits: self.edits.are_there(),
            from_start: self.from_start,
            values: Rc::clone(&self.values),
            dynamic: self.dynamic,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
pub(super) fn pace(document: &Document) -> Pace {
    Pace::Speed(document.view.speed.map_or(SPEED, |speed| speed.ps().max(1) as f64))
}

/// A fabric of nothing, for a program without presets.
fn empty() -> Spec {
    Document::empty().compile().unwrap_or_else(|_| unreachable!("the empty document compiles"))
}
