//! Everything that can be done. Every button, key and test goes through it.

use fabric_sim::document::link::{Cursor, Theme};
use fabric_sim::document::params::{Address, Key};
use fabric_sim::document::{Document, MatchStep, Tab};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::units::Time;

use super::{Aim, Draft, FrameName, Pace, Storm};

/// Something that a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a preset and runs it.
    Preset(String),
    /// Opens a link: what stands behind `#/`.
    Link(String),
    /// Opens a document.
    File {
        /// The name of its file.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Says that the file of this name could not be read.
    Unread(String),
    /// Says that the file of this name is longer than is read, with its bytes.
    TooLong(String, usize),
    /// Says why files were refused.
    Refused(String),
    /// Says that of several files none is opened, with their names.
    Files(Vec<String>),
    /// Opens the run of a point of a sweep: a document, and what the sweep wrote in it.
    Point(Box<Document>, Vec<Address>),
    /// Opens a new document, which can be taken back like an edit.
    Build(Box<Document>),
    /// Goes no further to the moment of a link.
    Stay,
    /// Leaves the rails of the open lesson to try anything, or goes back to the step that was left.
    FreePlay,
    /// Ends the open lesson, or the free play of one; the document stays open.
    EndLesson,
    /// What links to this page say of its colours.
    Theme(Option<Theme>),
    /// Starts, or stands still.
    Toggle,
    /// Stands still.
    Pause,
    /// One event forward.
    Step,
    /// One event back.
    StepBack,
    /// To the next event of a kind, standing still.
    Next(Aim),
    /// To the last one before the cursor.
    Last(Aim),
    /// To the first drop at or after a time, whose frame is then followed.
    Drop(Time),
    /// To a step of the match that is shown; `None`: to its end.
    MatchStep(Option<MatchStep>),
    /// To a time.
    Seek(Time),
    /// To a time, by a hand that is still moving: on the way what is near is shown.
    Scrub(Time),
    /// To a time, standing still; what is given is selected there.
    Visit(Time, Option<(PortId, u8)>),
    /// To a moment, standing still: where a step of a lesson ends.
    Halt(Cursor),
    /// To the start.
    Home,
    /// To the end of the time line.
    End,
    /// Charts and lanes show so many times as much, around a time; without one,
    /// around the cursor.
    Zoom(Option<Time>, f64),
    /// They show what comes later by so many times what they show, or earlier.
    Pan(f64),
    /// They show what lies between two times.
    Fit(Time, Time),
    /// They show as much, with this time in it.
    Reveal(Time),
    /// They show all of it again.
    Whole,
    /// Plays at this pace.
    Pace(Pace),
    /// The next rounder speed up.
    Faster,
    /// The next rounder speed down.
    Slower,
    /// Selects a priority of a port.
    Select(PortId, u8),
    /// Selects another priority of the same port.
    Priority(u8),
    /// Shows something else of the selection.
    Tab(Tab),
    /// Looks at a flow.
    Flow(FlowId),
    /// At the next one, or the one before.
    NextFlow(bool),
    /// At one of the host of this port, each time at another.
    FlowOfHost(PortId),
    /// Follows a frame: where its time goes, if it is data, and what becomes of it.
    Follow(FrameName),
    /// The frame of a flow that was delivered last.
    FollowFlow(FlowId),
    /// The frame that was lost last, at a port or anywhere.
    FollowLost(Option<PortId>),
    /// Sets a parameter to a value as a document writes it; what a running
    /// fabric cannot change, from the start. A value that makes no sense beside
    /// the others is refused.
    Set {
        /// Which.
        key: Key,
        /// Its value, as documents write it.
        value: String,
    },
    /// The same by a slider, which stops at the last value that makes sense
    /// beside the others.
    Slide {
        /// Which.
        key: Key,
        /// Where the hand is, as documents write it.
        value: String,
        /// Whether the hand has let go: all values since the last such one are one edit.
        done: bool,
    },
    /// Makes the classes of the selected port what they are given as, by
    /// priority: with a share in percent, as documents write it, or strict.
    /// From the start.
    Classes(Vec<(u8, Option<String>)>),
    /// A flow is added, at the cursor or from the start. What is wrong with it
    /// is said in the words of its form.
    AddFlow(Draft),
    /// A flow becomes another: at the cursor it stops and a new one begins, or
    /// it was so from the start.
    ChangeFlow(FlowId, Draft),
    /// A flow starts (again).
    StartFlow(FlowId),
    /// A flow hands over no more frames.
    StopFlow(FlowId),
    /// Pins the run as A, to be compared with whatever is changed; or lets A go.
    Pin,
    /// Sliders act from now on, or change the scenario from the start.
    FromStart(bool),
    /// All other hosts send to one receiver at once.
    Incast,
    /// The selected port sends pauses, whatever its buffers hold.
    Storm(Storm),
    /// The pause source of this name sends no more.
    EndStorm(String),
    /// The bus of the selected host, or of the one that the selected port leads
    /// to, carries frames at a tenth of its link's rate; or as fast as before.
    Slow(bool),
    /// The link of the selected port comes up, or goes down.
    LinkUp(bool),
    /// It spoils one frame in a hundred.
    Corrupt,
    /// The next resume on the selected link is lost.
    LoseResume,
    /// Every pause frame on it is lost.
    LosePauses,
    /// Every credit update on it is lost.
    LoseCredits,
    /// A watchdog that has switched PFC off is armed again.
    Arm,
    /// The link of the selected port carries everything again.
    Mend,
    /// What the selected switch has for a host leaves by the selected port, which
    /// does not lead there; or the shortest way again.
    Misroute(bool),
    /// Starts what is missing for a deadlock, if the routes have a circle.
    Deadlock,
    /// Back to the preset as it was.
    Reset,
    /// Takes the last edit back.
    Undo,
    /// Does it again.
    Redo,
    /// Takes the message away.
    Dismiss,
}

impl Command {
    /// Whether it changes no more than what charts and lanes show of the time:
    /// it calls nothing off.
    #[must_use]
    pub const fn only_zooms(&self) -> bool {
        matches!(self, Self::Zoom(..) | Self::Pan(_) | Self::Fit(..) | Self::Reveal(_) | Self::Whole)
    }

    /// Whether it changes settings, traffic or faults, as it stands, whatever the fabric does.
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

    /// Whether what it does follows from the moment that the cursor stands at:
    /// on the way to an event it waits until that is known.
    #[must_use]
    pub const fn is_stamped(&self) -> bool {
        self.alters() || matches!(self, Self::Step | Self::StepBack | Self::Next(_) | Self::Last(_))
    }

    /// Whether what it does follows from how the fabric stands at the cursor:
    /// it waits until the cursor is where it was sent.
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

    /// Whether it changes the fabric, what is sent or what is done: what a
    /// locked page does not do. Links are followed there, too.
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
                    | Self::FromStart(_)
                    | Self::Reset
            )
    }
}
