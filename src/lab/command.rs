//! Commands: everything that a user can do. Every button, key and test of the page performs
//! commands. `perform.rs` carries them out.

use std::collections::BTreeSet;

use fabric_sim::document::link::{Chart, Cursor, TextSize, Theme};
use fabric_sim::document::params::{Address, Key};
use fabric_sim::document::{Camera, Document, MatchStep, Tab};
use fabric_sim::ids::{FlowId, PortId, QueueId};
use fabric_sim::units::Time;

use super::{Draft, EventTarget, FrameName, Pace, ScenarioEdit, StormForm};

/// Command of a user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens the preset of this name and plays it.
    Preset(String),
    /// Opens a link, given by the text after `#/`.
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
    /// Shows an error on a file that is too long: name, and size in bytes.
    TooLong(String, usize),
    /// Shows an error on several files that cannot be imported together: the reason.
    Refused(String),
    /// Shows an error on several files given at once, of which none was opened: their names.
    Files(Vec<String>),
    /// Opens a point of a sweep: its document, and the addresses of the parameters that the sweep
    /// has set.
    Point(Box<Document>, Vec<Address>),
    /// Opens a new document. Undo returns to the former one.
    Build(Box<Document>),
    /// Opens a document in which the traffic needs as much headroom as the selected priority group
    /// can need. Undo returns to the former one.
    WorstCase,
    /// Replaces the document by one of the same network, from the start of the run, as one edit.
    Amend(Box<Document>),
    /// Cancels the move of the cursor to the moment that a link names.
    Stay,
    /// Leaves the steps of the open lesson for free play. In free play, returns to the step that
    /// was left.
    FreePlay,
    /// Ends the open lesson or its free play; the document stays open.
    EndLesson,
    /// Sets the theme that links name; `None`: links name no theme.
    Theme(Option<Theme>),
    /// Draws run A below run B in charts (`true`), or both in the same chart (`false`).
    Apart(bool),
    /// Shows these charts; `None`: as many as fit.
    Charts(Option<BTreeSet<Chart>>),
    /// Sets the size of text and marks.
    Present(TextSize),
    /// Plays the run, or pauses it.
    Toggle,
    /// Stops playing; the cursor stays.
    Pause,
    /// Steps forward by one event.
    Step,
    /// Steps back by one event.
    StepBack,
    /// Moves the cursor to the next event of a kind, and stops playing.
    Next(EventTarget),
    /// Moves the cursor to the last event of a kind before the cursor, and stops playing.
    Last(EventTarget),
    /// Moves the cursor to the first recorded drop at or after this time, and follows the dropped
    /// frame.
    Drop(Time),
    /// Shows this step of the crossbar match on display; `None`: the end of the match.
    MatchStep(Option<MatchStep>),
    /// Moves the cursor to this time.
    Seek(Time),
    /// Moves the cursor to this time while the user drags the handle of the time line. During the
    /// drag, nearby states may be shown first.
    Scrub(Time),
    /// Moves the cursor to this time, stops playing, and selects the queue if one is given.
    Visit(Time, Option<QueueId>),
    /// Moves the cursor to this moment, such as the end of a step of a lesson, and stops playing.
    Halt(Cursor),
    /// Moves the cursor to the start of the run and stops playing.
    Home,
    /// Moves the cursor to the end of the time line and stops playing.
    End,
    /// Multiplies the width of the window of charts and lanes by a factor, around a time; `None`:
    /// around the cursor.
    Zoom(Option<Time>, f64),
    /// Moves the window of charts and lanes by this multiple of its width, later if positive.
    Pan(f64),
    /// Sets the window of charts and lanes to the interval between two times.
    Fit(Time, Time),
    /// Moves the window of charts and lanes so that it contains this time.
    Reveal(Time),
    /// Shows the whole time line in charts and lanes.
    Whole,
    /// Shows this section of the fabric; `None`: the whole fabric.
    Camera(Option<Camera>),
    /// Sets the pace of playing.
    Pace(Pace),
    /// Raises the speed to the next round value.
    Faster,
    /// Lowers the speed to the next round value.
    Slower,
    /// Selects this priority of this port.
    Select(PortId, u8),
    /// Selects this priority of the port selected now.
    Priority(u8),
    /// Shows this tab of the selection.
    Tab(Tab),
    /// Selects this flow.
    Flow(FlowId),
    /// Deselects the flow.
    NoFlow,
    /// Selects the next flow (`true`) or the previous one (`false`).
    NextFlow(bool),
    /// Selects a flow of the host with this port; repeated commands cycle through its flows.
    FlowOfHost(PortId),
    /// Follows this frame: shows whether it is delivered or dropped and, for data, the parts of its
    /// latency.
    Follow(FrameName),
    /// Follows the last frame of this flow that was delivered.
    FollowFlow(FlowId),
    /// Follows the last frame dropped at this port; `None`: in the whole fabric.
    FollowLost(Option<PortId>),
    /// Sets a parameter to a value in the notation of documents. The change applies from the cursor
    /// if a running fabric can make it and [`Command::FromStart`] is off, otherwise from the start
    /// of the run. A value that contradicts other parameters is refused.
    Set {
        /// Parameter that changes.
        key: Key,
        /// Value in the notation of documents.
        value: String,
    },
    /// Sets a parameter by a slider, which stops at the last value that does not contradict other
    /// parameters.
    Slide {
        /// Parameter that changes.
        key: Key,
        /// Value at the handle, in the notation of documents.
        value: String,
        /// Whether the handle was released: all values since the start of the drag become one edit.
        done: bool,
    },
    /// Sets ETS shares of classes of the selected port, from the start of the run: pairs of
    /// priority and share, a weight of 1 to 100 as text. `None`: strict priority.
    Classes(Vec<(u8, Option<String>)>),
    /// Adds a flow: from the cursor on, or with [`Command::FromStart`] from the start of the run.
    /// An error names the label of the field.
    AddFlow(Draft),
    /// Changes this flow: stops it at the cursor and starts a changed one, or with
    /// [`Command::FromStart`] changes it from the start of the run.
    ChangeFlow(FlowId, Draft),
    /// Starts this flow, or starts it again after a stop.
    StartFlow(FlowId),
    /// Stops this flow.
    StopFlow(FlowId),
    /// Pins run A, or the shown run as run A, for a comparison with later changes. If a run is
    /// pinned already, unpins it.
    Pin,
    /// Selects from when later changes of parameters and flows apply: `true`: from the start of the
    /// run, `false`: from the cursor on.
    FromStart(bool),
    /// Starts an incast to the host that is the destination of most flows. [`Command::Senders`]
    /// sets the number of senders.
    Incast,
    /// Sets the number of senders of later incasts; `None`: all hosts but the receiver.
    Senders(Option<u32>),
    /// Changes lossless priorities, PFC as a whole, or the selected cable, from the start of the
    /// run.
    Scenario(ScenarioEdit),
    /// Starts a pause source at the selected port, which sends pauses whatever its buffers hold.
    Storm(StormForm),
    /// Stops the pause source of this name.
    EndStorm(String),
    /// Slows the bus of the selected host, or of the host on the selected link, to a tenth of the
    /// rate of its link. `false`: restores the rate of the bus.
    Slow(bool),
    /// Brings the link of the selected port up (`true`) or takes it down (`false`).
    SwitchLink(bool),
    /// Makes the selected link corrupt one frame in a hundred from the cursor on.
    Corrupt,
    /// Makes the selected link lose the next XON frame after the cursor.
    LoseResume,
    /// Makes the selected link lose every pause frame from the cursor on.
    LosePauses,
    /// Makes the selected link lose every credit update from the cursor on.
    LoseCredits,
    /// Rearms a watchdog that has switched PFC off at its port.
    Arm,
    /// Repairs the link of the selected port, so that it loses and corrupts nothing.
    Mend,
    /// Makes the switch route frames for some host to the selected port, which is no shortest path
    /// to that host. `false`: restores the shortest path.
    Misroute(bool),
    /// Starts the flows that can close a deadlock, if the routes have a cyclic buffer dependency.
    Deadlock,
    /// Restores the preset of the document, or the document as it was opened if it belongs to no
    /// preset.
    Reset,
    /// Undoes the last edit.
    Undo,
    /// Redoes the edit that was undone last.
    Redo,
    /// Closes the message of the page.
    Dismiss,
}

impl Command {
    /// Whether the command changes only the zoom or the camera. A move of the cursor then
    /// continues.
    #[must_use]
    pub const fn only_zooms(&self) -> bool {
        matches!(
            self,
            Self::Zoom(..) | Self::Pan(_) | Self::Fit(..) | Self::Reveal(_) | Self::Whole | Self::Camera(_)
        )
    }

    /// Whether the command changes settings, traffic or faults in a way that does not depend on the
    /// state of the fabric.
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

    /// Whether the effect depends on the time of the cursor. While the cursor moves to an event,
    /// such a command waits until the time of the event is known.
    #[must_use]
    pub const fn is_stamped(&self) -> bool {
        self.alters() || matches!(self, Self::Step | Self::StepBack | Self::Next(_) | Self::Last(_))
    }

    /// Whether the effect depends on the state of the fabric at the cursor. Such a command waits
    /// until the cursor has arrived.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        matches!(
            self,
            Self::Deadlock
                | Self::LoseResume
                | Self::LosePauses
                | Self::LoseCredits
                | Self::Arm
                | Self::Misroute(_)
                | Self::Slow(_)
        )
    }

    /// Whether the command changes the fabric, its traffic or its actions. A locked page refuses
    /// such commands, but may open links.
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
                    | Self::WorstCase
                    | Self::Amend(_)
                    | Self::Scenario(_)
                    | Self::FromStart(_)
                    | Self::Reset
            )
    }
}
