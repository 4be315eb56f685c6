//! Commands: everything that a user can do. Every button, key and test uses them.

use std::collections::BTreeSet;

use fabric_sim::document::link::{Chart, Cursor, Size, Theme};
use fabric_sim::document::params::{Address, Key};
use fabric_sim::document::{Camera, Document, MatchStep, Tab};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::units::Time;

use super::{Draft, EventTarget, FrameName, Pace, ScenarioEdit, StormForm};

/// Command of a user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a preset and runs it.
    Preset(String),
    /// Opens a link, given by the text after `#/`.
    Link(String),
    /// Opens a document.
    File {
        /// File name.
        name: String,
        /// Contents of the file.
        text: String,
    },
    /// Reports a file that could not be read, by its name.
    Unread(String),
    /// Reports a file that is too long: name and size in bytes.
    TooLong(String, usize),
    /// Reports a refusal of several files.
    Refused(String),
    /// Reports that several files were dropped and none was opened, with their names.
    Files(Vec<String>),
    /// Opens a point of a sweep: its document, and the addresses that the sweep has set.
    Point(Box<Document>, Vec<Address>),
    /// Opens a new document, which can be undone like an edit.
    Build(Box<Document>),
    /// Opens the document in which the selected priority group needs most headroom, as an edit.
    WorstCase,
    /// Changes the scenario from the start into this document of the same network,
    /// as one edit.
    Amend(Box<Document>),
    /// Cancels the move to the time that a link names.
    Stay,
    /// Leaves the steps of the open lesson for free play, or returns to the step that was left.
    FreePlay,
    /// Ends the open lesson or its free play; the document stays open.
    EndLesson,
    /// Theme that links name; `None`: the link names no theme.
    Theme(Option<Theme>),
    /// Whether charts draw A below B, and not over it.
    Apart(bool),
    /// Charts that the page shows; `None`: as many as fit.
    Charts(Option<BTreeSet<Chart>>),
    /// Size of text and marks.
    Present(Size),
    /// Plays the run, or pauses it.
    Toggle,
    /// Stops playing; the cursor stays.
    Pause,
    /// Step forward by one event.
    Step,
    /// Step back by one event.
    StepBack,
    /// Moves the cursor to the next event of a kind, and stops playing.
    Next(EventTarget),
    /// Moves the cursor to the last event of a kind before it, and stops playing.
    Last(EventTarget),
    /// Moves the cursor to the first drop at or after a time, and follows the dropped frame.
    Drop(Time),
    /// Moves to a step of the shown match; `None`: to the end of the match.
    MatchStep(Option<MatchStep>),
    /// Moves to a time.
    Seek(Time),
    /// Moves to a time while the user drags the handle of the time line; nearby states are shown during
    /// the drag.
    Scrub(Time),
    /// Moves to a time, pauses, and selects the given queue there.
    Visit(Time, Option<(PortId, u8)>),
    /// Moves to the moment at which a step of a lesson ends, and stops playing there.
    Halt(Cursor),
    /// Moves to the start.
    Home,
    /// Moves to the end of the time line.
    End,
    /// Scales the window of charts and lanes by a factor around a time; `None`: around the cursor.
    Zoom(Option<Time>, f64),
    /// Moves the window of charts and lanes by this multiple of its width, later if positive.
    Pan(f64),
    /// Sets the window of charts and lanes to the interval between two times.
    Fit(Time, Time),
    /// Moves the window of charts and lanes so that it contains this time.
    Reveal(Time),
    /// Shows the whole time line in charts and lanes.
    Whole,
    /// Shows a section of the fabric; `None`: all of it.
    Camera(Option<Camera>),
    /// Plays at this pace.
    Pace(Pace),
    /// Raises the speed to the next round value.
    Faster,
    /// Lowers the speed to the next round value.
    Slower,
    /// Selects a priority of a port.
    Select(PortId, u8),
    /// Selects another priority of the same port.
    Priority(u8),
    /// Shows another tab of the selection.
    Tab(Tab),
    /// Selects a flow.
    Flow(FlowId),
    /// Deselects the flow.
    NoFlow,
    /// Selects the next flow (`true`) or the previous one (`false`).
    NextFlow(bool),
    /// Selects a flow of the host with this port; repeated commands cycle through its flows.
    FlowOfHost(PortId),
    /// Follows a frame: shows its fate and, for data, its latency by part.
    Follow(FrameName),
    /// Follows the last delivered frame of a flow.
    FollowFlow(FlowId),
    /// Follows the last dropped frame at a port; `None`: in the whole fabric.
    FollowLost(Option<PortId>),
    /// Sets a parameter to a value in the notation of documents; from the start if a running fabric
    /// cannot change it. Values that contradict other parameters are refused.
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
        /// Whether the handle was released: all values since the last release are one edit.
        done: bool,
    },
    /// Sets ETS shares of classes of the selected port from the start: pairs of priority and share in
    /// percent, as text. `None`: strict priority.
    Classes(Vec<(u8, Option<String>)>),
    /// Adds a flow, at the cursor or from the start. An error names the label of the field.
    AddFlow(Draft),
    /// Changes a flow: at the cursor the flow stops and a new one starts, or it is changed from the
    /// start.
    ChangeFlow(FlowId, Draft),
    /// Starts a flow, or starts it again.
    StartFlow(FlowId),
    /// Stops a flow.
    StopFlow(FlowId),
    /// Pins the run as A, for a comparison with later changes, or unpins A.
    Pin,
    /// Selects how later changes of parameters apply: `true`: from the start of the run, `false`: from
    /// the cursor on.
    FromStart(bool),
    /// Starts an incast to one receiver; [`Command::Senders`] sets the number of senders.
    Incast,
    /// Sets the number of senders of an incast; `None`: all hosts but the receiver.
    Senders(Option<u32>),
    /// Changes settings of the scenario other than parameters, from the start.
    Scenario(ScenarioEdit),
    /// Starts a pause source at the selected port: it sends pauses regardless of its buffers.
    Storm(StormForm),
    /// Stops the pause source of this name.
    EndStorm(String),
    /// Slows the bus of the selected host, or of the host at the selected port, to a tenth of the
    /// rate of its link; `false`: restores it.
    Slow(bool),
    /// Switches the link of the selected port: `true`: up, `false`: down.
    SwitchLink(bool),
    /// Corrupts one frame in a hundred on the selected link.
    Corrupt,
    /// Loses the next resume on the selected link.
    LoseResume,
    /// Loses every pause frame on the selected link.
    LosePauses,
    /// Loses every credit update on the selected link.
    LoseCredits,
    /// Rearms a watchdog that has disabled PFC.
    Arm,
    /// Repairs the link of the selected port.
    Mend,
    /// Routes frames for a host through the selected port, which does not lead to it; `false`: restores
    /// the shortest path.
    Misroute(bool),
    /// Starts the flows that a deadlock needs, if the routes have a cycle.
    Deadlock,
    /// Restores the document as it was opened, or its preset.
    Reset,
    /// Undoes the last edit.
    Undo,
    /// Redoes the edit that was undone last.
    Redo,
    /// Closes the message of the page.
    Dismiss,
}

impl Command {
    /// Whether the command changes only the zoom or the camera, so that a move of the cursor goes
    /// on.
    #[must_use]
    pub const fn only_zooms(&self) -> bool {
        matches!(
            self,
            Self::Zoom(..) | Self::Pan(_) | Self::Fit(..) | Self::Reveal(_) | Self::Whole | Self::Camera(_)
        )
    }

    /// Whether the command changes settings, traffic or faults, independent of the state of the
    /// fabric.
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

    /// Whether the effect depends on the time of the cursor: on the way to an event the command
    /// waits until that time is known.
    #[must_use]
    pub const fn is_stamped(&self) -> bool {
        self.alters() || matches!(self, Self::Step | Self::StepBack | Self::Next(_) | Self::Last(_))
    }

    /// Whether the effect depends on the state of the fabric at the cursor: the command waits until
    /// the cursor has arrived.
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

    /// Whether the command changes the fabric, its traffic or its actions, which a locked page does
    /// not allow. Links may be followed there.
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
