//! Commands: everything that a user can do. Every button, key and test uses them.

use std::collections::BTreeSet;

use fabric_sim::document::link::{Chart, Cursor, Size, Theme};
use fabric_sim::document::params::{Address, Key};
use fabric_sim::document::{Camera, Document, MatchStep, Tab};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::units::Time;

use super::{Aim, Draft, FrameName, Pace, ScenarioEdit, Storm};

/// Command of a user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a preset and runs it.
    Preset(String),
    /// Opens a link, given by the text after `#/`.
    Link(String),
    /// Opens a document.
    File {
        /// Name of the file.
        name: String,
        /// Text of the file.
        text: String,
    },
    /// Reports that the file of this name could not be read.
    Unread(String),
    /// Reports that the file of this name is too long, with its bytes.
    TooLong(String, usize),
    /// Reports why files were refused.
    Refused(String),
    /// Reports that none of several files is opened, with their names.
    Files(Vec<String>),
    /// Opens the run of a point of a sweep: a document, and the addresses that the sweep has set in
    /// it.
    Point(Box<Document>, Vec<Address>),
    /// Opens a new document, which can be undone like an edit.
    Build(Box<Document>),
    /// Changes the scenario from the start into this document of the same network,
    /// as one edit.
    Amend(Box<Document>),
    /// Cancels the journey to the moment of a link.
    Stay,
    /// Leaves the steps of the open lesson for free play, or goes back to the step that was left.
    FreePlay,
    /// Ends the open lesson, or the free play of one; the document stays open.
    EndLesson,
    /// Theme that links to this page name; `None`: none.
    Theme(Option<Theme>),
    /// Charts that the page shows; `None`: those that there is room for.
    Charts(Option<BTreeSet<Chart>>),
    /// Size of text and marks.
    Present(Size),
    /// Plays or pauses.
    Toggle,
    /// Pauses.
    Pause,
    /// Step forward by one event.
    Step,
    /// Step back by one event.
    StepBack,
    /// Moves to the next event of a kind and pauses.
    Next(Aim),
    /// Moves to the last event of a kind before the cursor and pauses.
    Last(Aim),
    /// Moves to the first drop at or after a time and follows its frame.
    Drop(Time),
    /// Moves to a step of the match that is shown; `None`: to its end.
    MatchStep(Option<MatchStep>),
    /// Moves to a time.
    Seek(Time),
    /// Moves to a time while the handle is dragged: near places are shown on the way.
    Scrub(Time),
    /// Moves to a time, pauses, and selects the given queue there.
    Visit(Time, Option<(PortId, u8)>),
    /// Moves to a moment and pauses there: where a step of a lesson ends.
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
    /// Lets the selected flow go: no flow is highlighted.
    NoFlow,
    /// Selects the next flow, or the one before.
    NextFlow(bool),
    /// Selects a flow of the host of this port, another one each time.
    FlowOfHost(PortId),
    /// Follows a frame: its latency by part, if it is data, and its fate.
    Follow(FrameName),
    /// Follows the frame of a flow that was delivered last.
    FollowFlow(FlowId),
    /// Follows the frame that was dropped last, at a port or anywhere.
    FollowLost(Option<PortId>),
    /// Sets a parameter to a value as a document writes it; from the start if a running fabric
    /// cannot change it. Refuses a value that makes no sense beside the others.
    Set {
        /// Parameter.
        key: Key,
        /// Value, as documents write it.
        value: String,
    },
    /// Sets a parameter by a slider, which stops at the last value that makes sense beside the
    /// others.
    Slide {
        /// Parameter.
        key: Key,
        /// Value at the handle, as documents write it.
        value: String,
        /// Whether the handle was released: all values since the last release are one edit.
        done: bool,
    },
    /// Sets the classes of the selected port, by priority: a share in percent, as documents write
    /// it, or strict. From the start.
    Classes(Vec<(u8, Option<String>)>),
    /// Adds a flow, at the cursor or from the start. Errors are reported in the words of its form.
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
    /// Selects whether sliders act from now on, or change the scenario from the start.
    FromStart(bool),
    /// Starts an incast to one receiver from as many hosts as [`Command::Senders`] said.
    Incast,
    /// Sets the number of hosts that an incast sends from; `None`: all but the receiver.
    Senders(Option<u32>),
    /// Changes settings of the scenario that are no parameters, from the start.
    Scenario(ScenarioEdit),
    /// Makes the selected port send pauses, whatever its buffers hold.
    Storm(Storm),
    /// Stops the pause source of this name.
    EndStorm(String),
    /// Slows the bus of the selected host, or of the host at the selected port, to a tenth of the
    /// rate of its link; `false`: restores it.
    Slow(bool),
    /// Brings the link of the selected port up, or down.
    LinkUp(bool),
    /// Makes the cable corrupt one frame in a hundred.
    Corrupt,
    /// Loses the next resume on the selected link.
    LoseResume,
    /// Loses every pause frame on the selected link.
    LosePauses,
    /// Loses every credit update on the selected link.
    LoseCredits,
    /// Arms a watchdog again that has disabled PFC.
    Arm,
    /// Repairs the link of the selected port.
    Mend,
    /// Routes frames for a host by the selected port, which does not lead to it; `false`: by the
    /// shortest path again.
    Misroute(bool),
    /// Starts the flows that are missing for a deadlock, if the routes have a cycle.
    Deadlock,
    /// Restores the preset.
    Reset,
    /// Undoes the last edit.
    Undo,
    /// Redoes the edit that was undone last.
    Redo,
    /// Closes the message.
    Dismiss,
}

impl Command {
    /// Whether the command changes only the window of charts and lanes, or the section of the fabric,
    /// and so cancels nothing.
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
                | Self::LinkUp(_)
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
                    | Self::Amend(_)
                    | Self::Scenario(_)
                    | Self::FromStart(_)
                    | Self::Reset
            )
    }
}
