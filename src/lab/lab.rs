//! The lab: one document, one run of it, and everything that can be done.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::ids::PortId;
use fabric_sim::units::Time;

use super::picture::{Picture, Selected, Stage};
use super::{Command, Pace, Run, demo, is_drop, is_pause, nudged};

/// The lab.
pub struct Lab {
    stage: Rc<Stage>,
    run: Run,
    selected: Selected,
    end: Time,
    trouble: Option<String>,
    from_start: bool,
}

impl Default for Lab {
    fn default() -> Self {
        Self::new()
    }
}

impl Lab {
    /// The lab with its first preset running.
    #[must_use]
    pub fn new() -> Self {
        let spec = Arc::new(demo::pause());
        let mut run = Run::new(Arc::clone(&spec), Pace::Speed(2e6));
        run.play(true);
        Self {
            end: spec.horizon,
            selected: Selected { port: PortId(3), priority: 3 },
            stage: Rc::new(Stage {
                version: 1,
                preset: "pause".into(),
                title: "A pause is a message".into(),
                spec,
                positions: Vec::new(),
            }),
            run,
            trouble: None,
            from_start: false,
        }
    }

    /// The run.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What is open.
    #[must_use]
    pub fn stage(&self) -> &Rc<Stage> {
        &self.stage
    }

    /// The end of the time line.
    #[must_use]
    pub fn end(&self) -> Time {
        self.end
    }

    /// Moves on by `wall` seconds; `tired` says when to stop working. Whether
    /// anything changed.
    pub fn advance(&mut self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        let changed = self.run.advance(wall, tired);
        let now = self.run.tape().world().now();
        if now >= self.end {
            // Playing past the horizon extends the time line.
            self.end = Time(now.ps().saturating_add(now.ps() / 4));
        }
        changed
    }

    /// Does `command`.
    pub fn act(&mut self, command: Command) {
        self.trouble = None;
        match command {
            Command::Toggle => self.run.play(!self.run.is_playing()),
            Command::Pause => self.run.play(false),
            Command::Step => self.run.step(),
            Command::StepBack => self.run.back(),
            Command::NextTold => self.run.seek_next(|_| true),
            Command::LastTold => self.run.seek_last(),
            Command::NextPause => self.run.seek_next(is_pause),
            Command::NextDrop => self.run.seek_next(is_drop),
            Command::Seek(time) => self.run.seek(time),
            Command::Home => {
                self.run.play(false);
                self.run.seek(Time::ZERO);
            }
            Command::End => {
                self.run.play(false);
                self.run.seek(self.end);
            }
            Command::Pace(pace) => self.run.set_pace(pace),
            Command::Faster => self.nudge(true),
            Command::Slower => self.nudge(false),
            Command::Select(port, priority) => self.selected = Selected { port, priority },
            Command::Priority(priority) => self.selected.priority = priority & 7,
            Command::FromStart(on) => self.from_start = on,
            _ => {}
        }
    }

    fn nudge(&mut self, faster: bool) {
        let pace = match self.run.pace() {
            Pace::Speed(speed) => Pace::Speed(nudged(speed, faster)),
            Pace::Events(pace) => Pace::Events(if faster { pace * 2.0 } else { pace / 2.0 }.clamp(0.125, 32.0)),
        };
        self.run.set_pace(pace);
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
            seeking: self.run.tape().is_seeking(),
            over: self.run.tape().is_over(),
            pace: self.run.pace(),
            reached: self.run.reached(),
            selected: self.selected,
            ports: snapshot.ports.clone(),
            totals: snapshot.totals,
            sentence: self.run.sentence().to_owned(),
            trouble: self.trouble.clone(),
            edits: (false, false),
            from_start: self.from_start,
        }
    }
}
