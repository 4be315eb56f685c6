//! Commands: all actions of a user. Each button and key of the page, and each test, performs commands.
//! `perform.rs` carries them out. Start with [`Command`]. If a command is refused, the document stays and the
//! page shows the reason. A command whose effect depends on the state at the cursor waits until a moving
//! cursor has arrived.

use std::collections::BTreeSet;
use std::sync::Arc;

use fabric_sim::document::link::{Chart, Cursor, DrawnRun, TextSize, Theme};
use fabric_sim::document::params::{Address, Key};
use fabric_sim::document::{Camera, Document, FrameName, MatchStep, Tab};
use fabric_sim::ids::{FlowId, PortId, Priority, QueueId};
use fabric_sim::units::Time;

use super::{Draft, EventTarget, Imported, Pace, ScenarioEdit, StormForm};

/// Command of a user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens the preset of this name and plays it.
    Preset(String),
    /// Opens a share link, given by the text after `#/`.
    Link(String),
    /// Opens a document from a file.
    File {
        /// File name.
        name: String,
        /// Contents of the file.
        text: String,
    },
    /// Shows an error on the file of this name, which the browser could not read.
    Unread(String),
    /// Shows an error on a file that is too long. The fields are the name and the size in bytes.
    TooLong(String, usize),
    /// Shows an error on several files that cannot be imported together. The field is the reason.
    Refused(String),
    /// Shows an error on several files given at once, of which none was opened. The field has their names.
    Files(Vec<String>),
    /// Opens the document of a sweep point (one run of a sweep). The addresses are those of the parameters
    /// that the sweep set.
    Point(Box<Document>, Vec<Address>),
    /// Opens a new document. Undo opens the document again that was open before.
    Build(Box<Document>),
    /// Opens a document that was imported, with its import. Undo opens the document again that was open
    /// before.
    Import(Box<Document>, Arc<Imported>),
    /// Opens a document whose traffic needs the largest possible headroom of the selected priority group.
    /// Undo opens the document again that was open before.
    WorstCase,
    /// Replaces the document by another document of the same network, as one edit. The run starts again.
    Amend(Box<Document>),
    /// Cancels the move of the cursor to the moment of an opened share link.
    Stay,
    /// Leaves the steps of the open lesson for free play. During free play, returns to the step at which free
    /// play began.
    FreePlay,
    /// Ends the open lesson or its free play; the document stays open.
    EndLesson,
    /// Sets the theme that share links name. With `None`, share links name no theme.
    Theme(Option<Theme>),
    /// Draws run A in a chart below run B (`true`), or both runs in the same chart (`false`).
    ChartsApart(bool),
    /// Shows the fabric of this run, A or B, in the picture. Run A is not shown if its fabric cannot be
    /// drawn.
    Picture(DrawnRun),
    /// Shows these charts. With `None`, shows as many as fit on the page.
    Charts(Option<BTreeSet<Chart>>),
    /// Sets the size of text and marks in the picture and on the page.
    TextSize(TextSize),
    /// Plays the run, or pauses it if it plays. A run that has ended plays from its start.
    PlayOrPause,
    /// Stops playing; the cursor stays at its time.
    Pause,
    /// Steps forward by one event, and stops playing.
    Step,
    /// Steps back by one event, and stops playing.
    StepBack,
    /// Moves the cursor forward to the next event of this kind, and stops playing. If no such event follows
    /// up to the end of the time line, the cursor stays and the page says so.
    Next(EventTarget),
    /// Moves the cursor back to the last event of this kind before the cursor, and stops playing. If there is
    /// no such event, the cursor stays and the page says so.
    Last(EventTarget),
    /// Moves the cursor to the first drop at or after this time, and follows the dropped frame. Only recorded
    /// drops are found; without a recorded drop, nothing happens.
    Drop(Time),
    /// Shows this matching stage (request, grant or accept of an iteration) of the crossbar at the cursor.
    /// With `None`, shows the result.
    MatchStep(Option<MatchStep>),
    /// Moves the cursor to this time, after all events of this time. A run that plays continues from there.
    Seek(Time),
    /// Moves the cursor to this time while the user drags the handle of the time line. During the drag, the
    /// page may first show a state near this time.
    Scrub(Time),
    /// Moves the cursor to this time, stops playing, and selects the queue if one is given.
    Visit(Time, Option<QueueId>),
    /// Moves the cursor to this moment and stops playing. Event number 0 means the moment after all events of
    /// the time. Lessons use this command for the end of a step.
    Halt(Cursor),
    /// Moves the cursor to the start of the run and stops playing.
    Home,
    /// Moves the cursor to the end of the time line and stops playing.
    End,
    /// Multiplies the width of the window of charts and lanes by a factor; a factor below 1 magnifies. The
    /// given time keeps its place in the window. With `None`, the cursor keeps its place, or the middle of
    /// the window if the cursor is outside.
    Zoom(Option<Time>, f64),
    /// Moves the window of charts and lanes by this multiple of its width; positive values move to later
    /// times. The window stops at the ends of the axis.
    Pan(f64),
    /// Sets the window of charts and lanes to the interval between two times, in any order.
    Fit(Time, Time),
    /// Moves the window of charts and lanes so that it contains this time.
    Reveal(Time),
    /// Shows the whole time line in charts and lanes.
    Whole,
    /// Shows a message until the cursor jumps, or the run has played for 1.4 s.
    Message(String),
    /// Shows this section of the picture of the fabric. With `None`, shows the whole fabric.
    Camera(Option<Camera>),
    /// Sets the pace of playing: simulated time or key events per second of wall time.
    Pace(Pace),
    /// Raises the speed to the next round value: 1, 2 or 5 times a power of ten. A pace in key events
    /// doubles.
    Faster,
    /// Lowers the speed to the next round value. A pace in key events halves.
    Slower,
    /// Selects this priority of this port. Does nothing if there is no such port.
    Select(PortId, Priority),
    /// Selects this priority of the selected port.
    Priority(Priority),
    /// Shows this tab of the inspector.
    Tab(Tab),
    /// Selects this flow, so that its figures are shown.
    Flow(FlowId),
    /// Deselects the flow, and ends the following of a frame.
    NoFlow,
    /// Selects the next flow (`true`) or the previous flow (`false`).
    NextFlow(bool),
    /// Selects a flow of the host with this port. Each repetition of the command selects the next flow of the
    /// host. Does nothing for a port of a switch.
    FlowOfHost(PortId),
    /// Follows this frame: the page shows whether the frame is delivered or dropped. If it is a data frame,
    /// the page also shows the components of its latency.
    Follow(FrameName),
    /// Follows the frame of this flow that was delivered last. Does nothing before the first delivery.
    FollowFlow(FlowId),
    /// Follows the last frame that was dropped at this port. With `None`, follows the last frame that was
    /// dropped in the whole fabric. Does nothing without a drop.
    FollowLost(Option<PortId>),
    /// Sets a parameter of the selected port and priority. The change applies from the cursor if a running
    /// fabric can make the change and [`Command::FromStart`] is off; otherwise from the start of the run. A
    /// value that contradicts other parameters is refused.
    Set {
        /// Parameter to set.
        key: Key,
        /// New value of the parameter, in the notation of documents.
        value: String,
    },
    /// Sets a parameter by a slider. The parameter stops at the last value that does not contradict other
    /// parameters.
    Slide {
        /// Parameter to set.
        key: Key,
        /// Value at the handle of the slider, in the notation of documents.
        value: String,
        /// Whether the user has released the handle of the slider. All values since the start of the drag
        /// then become one edit.
        done: bool,
    },
    /// Sets the ETS shares of classes of the selected port, from the start of the run. Each pair has a
    /// priority and its share, a weight of 1 to 100 as text; `None` means strict priority.
    Classes(Vec<(Priority, Option<String>)>),
    /// Adds a flow, from the cursor on; with [`Command::FromStart`], from the start of the run. If a field of
    /// the draft is refused, the error names the label of the field.
    AddFlow(Draft),
    /// Changes this flow: stops it at the cursor and starts a changed flow. With [`Command::FromStart`],
    /// changes the flow from the start of the run.
    ChangeFlow(FlowId, Draft),
    /// Starts this flow, or starts it again after a stop. Does nothing if there is no such flow.
    StartFlow(FlowId),
    /// Stops this flow from the cursor on.
    StopFlow(FlowId),
    /// Pins run A for comparison with later changes: the run before the last edit, or the shown run if there
    /// was no edit. If a run is already pinned, unpins it.
    Pin,
    /// Sets the time from which later changes of parameters and flows apply: `true` the start of the run,
    /// `false` the cursor.
    FromStart(bool),
    /// Starts an incast to the host to which most flows send. [`Command::Senders`] sets the number of
    /// senders.
    Incast,
    /// Sets the text of the field for the number of senders of later incasts. If the text is empty, all hosts
    /// but the receiver send.
    Senders(String),
    /// Changes the lossless priorities, PFC of the whole fabric, or the selected cable, from the start of the
    /// run.
    Scenario(ScenarioEdit),
    /// Starts a pause source at the selected port. A pause source sends pauses independent of its buffers.
    Storm(StormForm),
    /// Stops the pause source of this name.
    EndStorm(String),
    /// Slows the bus of the selected host to a tenth of the rate of its link (`true`), or restores its rate
    /// (`false`). If a port of a switch is selected, changes the bus of the host at the other end of its
    /// link.
    Slow(bool),
    /// Takes the link of the selected port up (`true`) or down (`false`).
    SwitchLink(bool),
    /// Makes the selected link corrupt one frame in a hundred from the cursor on.
    Corrupt,
    /// Makes the selected link lose the next XON frame after the cursor.
    LoseResume,
    /// Makes the selected link lose every pause frame from the cursor on.
    LosePauses,
    /// Makes the selected link lose every credit update from the cursor on.
    LoseCredits,
    /// Rearms the watchdog of the selected port after the watchdog has switched PFC off at this port.
    RearmWatchdog,
    /// Repairs the link of the selected port, so that it loses and corrupts nothing.
    Mend,
    /// Makes the selected switch send the frames for some host to the selected port, which is not on a
    /// shortest path to this host (`true`). With `false`, restores the shortest path.
    Misroute(bool),
    /// Starts the flows that can cause a deadlock. If the routes have no cyclic buffer dependency, the page
    /// shows an error.
    Deadlock,
    /// Restores the preset of the document. A document without a preset is restored as it was opened.
    Reset,
    /// Undoes the last edit. Does nothing without an edit; in a lesson, the page then shows an error.
    Undo,
    /// Redoes the last undone edit. Does nothing if no edit was undone.
    Redo,
    /// Closes the error message of the page. Each other command also closes it, unless it only zooms.
    Dismiss,
}

impl Command {
    /// Whether the command changes only the zoom or the camera. A move of the cursor continues after a
    /// command of this kind.
    #[must_use]
    pub const fn only_zooms(&self) -> bool {
        matches!(
            self,
            Self::Zoom(..) | Self::Pan(_) | Self::Fit(..) | Self::Reveal(_) | Self::Whole | Self::Camera(_)
        )
    }

    /// Whether the command changes settings, traffic or faults, and its effect is independent of the state of
    /// the fabric.
    const fn alters(&self) -> bool {
        matches!(
            self,
            Self::Set { .. }
                | Self::Slide { .. }
                | Self::Classes(_)
                | Self::AddFlow(_)
                | Self::ChangeFlow(..)
                | Self::StartFlow(_)
                | Self::StopFlow(_)
                | Self::Incast
                | Self::Storm(_)
                | Self::EndStorm(_)
                | Self::SwitchLink(_)
                | Self::Corrupt
                | Self::Mend
                | Self::Undo
                | Self::Redo
        )
    }

    /// Whether the effect of the command depends on the time of the cursor. If `true`, the command waits
    /// while the cursor moves to an event whose time is not yet known.
    #[must_use]
    pub const fn is_stamped(&self) -> bool {
        self.alters() || matches!(self, Self::Step | Self::StepBack | Self::Next(_) | Self::Last(_))
    }

    /// Whether the effect of the command depends on the state of the fabric at the cursor. If `true`, the
    /// command waits until a moving cursor has arrived.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        matches!(
            self,
            Self::Deadlock
                | Self::LoseResume
                | Self::LosePauses
                | Self::LoseCredits
                | Self::RearmWatchdog
                | Self::Misroute(_)
                | Self::Slow(_)
        )
    }

    /// Whether the command changes the fabric, its traffic or its actions. A locked page refuses such edits;
    /// share links can still be opened.
    #[must_use]
    pub const fn is_edit(&self) -> bool {
        self.alters()
            || self.is_judged()
            || matches!(
                self,
                Self::Preset(_)
                    | Self::File { .. }
                    | Self::Point(..)
                    | Self::Build(_)
                    | Self::Import(..)
                    | Self::WorstCase
                    | Self::Amend(_)
                    | Self::Scenario(_)
                    | Self::FromStart(_)
                    | Self::Reset
            )
    }
}
