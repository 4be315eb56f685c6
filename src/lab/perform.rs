//! Dispatch of commands: performs simple commands itself, and calls the methods of other files for the
//! others. Start with [`Lab::act`].
//!
//! Each command clears the error of the previous one, except commands that only zoom. While the cursor moves,
//! a command that depends on the state at the cursor waits until the cursor has arrived. On a locked page,
//! every edit is refused.

use fabric_sim::document::link::{Cursor, EventPace};
use fabric_sim::document::{Action, Document, FlowIndex, FrameName, PfcKind, Tab};
use fabric_sim::ids::{FlowId, QueueId};
use fabric_sim::insight::flow_names;
use fabric_sim::units::Time;

use super::follow::Follow;
use super::pace::whole;
use super::picture::Selected;
use super::{Command, Lab, Pace, UserError, nudged};

impl Lab {
    /// Performs `command`. Clears the error of the previous command, and cancels an opened share link whose
    /// cursor has not arrived. A command that only changes the zoom or the camera keeps the error and the
    /// share link. On a locked page, an edit is refused.
    pub fn act(&mut self, command: Command) {
        if command.only_zooms() {
            return self.perform(command);
        }
        self.error = None;
        self.view_after_jump = None;
        if !matches!(command, Command::Stay) {
            self.halt_at = None;
        }
        self.message_on_arrival = None;
        self.coming = None;
        self.skip_arrival_check();
        if !matches!(command, Command::Slide { .. }) {
            self.stopped = None;
        }
        self.perform(command);
        self.record_displayed();
        self.update_warnings();
    }

    /// Returns and clears the error of the last command, for a caller that reports the error itself. `None`
    /// without an error.
    pub fn take_error(&mut self) -> Option<UserError> {
        self.error.take()
    }

    /// Shows an error: the file `name` of `bytes` bytes is too long.
    fn refuse_length(&mut self, name: &str, bytes: usize) {
        self.error = Document::fits(bytes).err().map(|problem| UserError::of_file(name, &problem));
    }

    /// Performs `command`, unless the page is locked or the command must wait for the cursor.
    fn perform(&mut self, command: Command) {
        if self.page.locked && command.is_edit() {
            let words = "this page can be played and looked at, but not changed: open it whole to do so";
            self.error = Some(UserError::new(&words));
            return;
        }
        let waits = command.is_judged() || self.run.goes_to_event() && command.is_stamped();
        if waits && self.run.is_seeking() {
            // The page still shows another moment than the destination, or the time of the destination is not
            // yet known.
            self.later.push(command);
            return;
        }
        match command {
            Command::Preset(name) => self.preset(&name),
            Command::Link(link) => self.link(&link),
            Command::File { name, text } => self.file(&name, &text),
            Command::Unread(name) => self.error = Some(UserError::of_unread(&name)),
            Command::TooLong(name, bytes) => self.refuse_length(&name, bytes),
            Command::Refused(why) => self.error = Some(UserError::of_files(&why)),
            Command::Files(names) => self.error = Some(UserError::of_several(&names)),
            Command::Point(document, written) => self.open_point(*document, &written),
            Command::Build(document) => self.build(*document, None),
            Command::Import(document, imported) => self.build(*document, Some(imported)),
            Command::WorstCase => self.build_worst_case(),
            Command::Amend(document) => self.rewrite(*document),
            Command::Stay => self.stop_travel(),
            Command::FreePlay => self.free_play(),
            Command::EndLesson => self.end_lesson(),
            Command::Theme(theme) => self.page.theme = theme,
            Command::ChartsApart(on) => self.page.apart = on,
            Command::Picture(run) => self.draw_fabric_of(run),
            Command::Charts(charts) => self.page.charts = charts,
            Command::TextSize(size) => self.page.present = Some(size),
            Command::PlayOrPause => self.run.play(!self.run.is_playing()),
            Command::Pause => self.run.play(false),
            Command::Step => self.run.step(),
            Command::StepBack => self.run.back(),
            Command::Next(aim) => self.seek_next(aim),
            Command::Last(aim) => self.seek_last(aim),
            Command::Drop(time) => self.seek_drop_from(time),
            Command::MatchStep(step) => {
                self.step = step;
                self.compiled.document.view.step = step;
            }
            Command::Seek(time) => self.run.seek(time),
            Command::Scrub(time) => self.run.scrub(time),
            Command::Visit(time, queue) => self.visit(time, queue),
            Command::Halt(cursor) => self.halt(cursor),
            Command::Message(text) => self.run.show_message(text),
            Command::Home => self.run.halt(Cursor::default()),
            Command::End => self.run.seek_end(self.end),
            Command::Zoom(..) | Command::Pan(_) | Command::Fit(..) | Command::Reveal(_) | Command::Whole => {
                self.move_window(&command);
            }
            Command::Camera(camera) => self.compiled.document.view.camera = camera,
            Command::Pace(pace) => self.set_pace(pace),
            Command::Faster | Command::Slower => self.nudge(matches!(command, Command::Faster)),
            Command::Select(port, priority) => self.select(Selected { port, priority }),
            Command::Priority(priority) => self.select(Selected { priority, ..self.selected }),
            Command::Tab(tab) => self.show(tab),
            Command::Flow(flow) => self.choose_flow(flow),
            Command::NoFlow => self.deselect_flow(),
            Command::NextFlow(forward) => self.next_flow(forward),
            Command::FlowOfHost(port) => self.flow_of_host(port),
            Command::Follow(frame) => self.follow(Some(frame)),
            Command::FollowFlow(flow) => self.follow(self.run.recording().delivered(flow)),
            Command::FollowLost(port) => self.follow(self.run.recording().last_losses().last(port)),
            Command::Set { key, value } => {
                self.touched = Some(key);
                self.set(key, &value);
            }
            Command::Slide { key, value, done } => {
                self.touched = Some(key);
                self.slide(key, &value, done);
            }
            Command::Classes(classes) => self.set_classes(&classes),
            Command::AddFlow(draft) => self.add_flow(&draft),
            Command::ChangeFlow(flow, draft) => self.change_flow(flow, &draft),
            Command::StartFlow(flow) => self.switch_flow(flow, true),
            Command::StopFlow(flow) => self.switch_flow(flow, false),
            Command::Pin => self.pin(),
            Command::FromStart(on) => self.from_start = on,
            Command::Incast => self.incast(),
            Command::Senders(text) => self.set_senders(text),
            Command::Scenario(edit) => self.edit_scenario(&edit),
            Command::Storm(storm) => self.storm(storm),
            Command::Slow(slow) => self.slow(slow),
            Command::SwitchLink(up) => self.switch_link(up),
            Command::Corrupt => self.corrupt(),
            Command::EndStorm(name) => self.end_storm(name),
            Command::LoseResume => self.lose_pfc(PfcKind::Resumes),
            Command::LosePauses => self.lose_pfc(PfcKind::Pauses),
            Command::LoseCredits => self.lose_credits(),
            Command::RearmWatchdog => self.arm(),
            Command::Mend => self.happen(Action::Mend(self.port_address())),
            Command::Misroute(on) => self.misroute(on),
            Command::Deadlock => self.deadlock(),
            Command::Reset => self.reset(),
            Command::Undo | Command::Redo => self.undo(matches!(command, Command::Redo)),
            Command::Dismiss => {}
        }
    }

    /// Moves the cursor to `time`, stops playing, and selects `queue` if one is given.
    fn visit(&mut self, time: Time, queue: Option<QueueId>) {
        self.run.halt(Cursor { time, nth: 0 });
        if let Some(QueueId { port, priority }) = queue {
            self.select(Selected { port, priority });
        }
    }

    /// Selects a port and priority, and stores them in the view of the document. Does nothing if there is no
    /// such port.
    pub(super) fn select(&mut self, selected: Selected) {
        if selected.port.index() < self.compiled.spec.ports.len() {
            self.selected = selected;
            self.compiled.document.view.select = self.compiled.selection(selected);
            self.update_values();
        }
    }

    /// Shows `tab` in the inspector, and stores it in the view of the document.
    pub(super) fn show(&mut self, tab: Tab) {
        self.tab = tab;
        self.compiled.document.view.tab = Some(tab);
    }

    /// Follows `frame` in place of the selected flow. `None` changes nothing.
    pub(super) fn follow(&mut self, frame: Option<FrameName>) {
        if let Some(frame) = frame {
            // The flow of the frame replaces the selected flow.
            (self.flow, self.compiled.document.view.flow) = (None, None);
            self.followed = Some(Follow::new(self.run.recording(), frame, self.end));
            self.compiled.document.view.frame = Some(frame);
        }
    }

    /// Selects a flow and shows its tab. Whether the flow exists is not checked.
    pub(super) fn choose_flow(&mut self, flow: FlowId) {
        self.flow = Some(flow);
        self.compiled.document.view.flow = FlowIndex::new(u64::from(flow.0));
        self.show(Tab::Flow);
    }

    /// Deselects the flow, and stops following a frame.
    fn deselect_flow(&mut self) {
        self.followed = None;
        let view = &mut self.compiled.document.view;
        (self.flow, view.flow, view.frame) = (None, None, None);
    }

    /// Follows the frame that the view of the document names. Does nothing if the flow of the frame does not
    /// exist.
    pub(super) fn follow_linked(&mut self) {
        let Some(frame) = self.compiled.document.view.frame else { return };
        let flows = flow_names(self.run.recording().world()).len();
        self.compiled.document.view.frame = None;
        self.follow(((frame.flow as usize) < flows).then_some(frame));
    }

    /// Sets the pace and stores it for share links: a speed in the view of the document, key events in the
    /// settings of the page.
    fn set_pace(&mut self, pace: Pace) {
        self.run.set_pace(pace);
        self.page.pace = None;
        match pace {
            Pace::Speed(speed) => self.compiled.document.view.speed = Some(whole(speed, Time(1))),
            Pace::Events(pace) => {
                let thousandths = whole(pace * 1e3, Time(1)).ps();
                self.page.pace = Some(EventPace::nearest(u32::try_from(thousandths).unwrap_or(u32::MAX)));
            }
        }
    }

    /// Raises or lowers the pace by one step. A speed changes to the next round value. The rate of key events
    /// changes by the factor 2, within 0.25 to 32 per second.
    fn nudge(&mut self, faster: bool) {
        self.set_pace(match self.run.pace() {
            Pace::Speed(speed) => Pace::Speed(nudged(speed, faster)),
            Pace::Events(pace) => {
                Pace::Events(if faster { pace * 2.0 } else { pace / 2.0 }.clamp(0.25, 32.0))
            }
        });
    }
}
