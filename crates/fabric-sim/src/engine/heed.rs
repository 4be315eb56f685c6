//! Whoever goes along with a run mostly wants to hear of few of its events: a
//! loop that is left for each of them takes several times what they take. This
//! says which ones those are, and the loop goes on until one of them comes.

use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::PortId;

use super::{Note, Recorder, What};

/// What somebody wants to hear of as soon as it happens. What happens to every
/// frame is asked for by place; of all else nothing is left out. What lies
/// beyond the end of a list is not asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interest<'a> {
    /// Everything, whatever the rest says. The loop is left for each event then.
    pub everything: bool,
    /// By port: of which priorities frames that leave by it.
    pub leaving: &'a [u8],
    /// By port: of which priorities frames that come in by it, or leave by it.
    pub passing: &'a [u8],
    /// By flow: its source, if its frames there are asked for.
    pub sources: &'a [Option<PortId>],
    /// By flow: whether its deliveries are.
    pub deliveries: &'a [bool],
}

/// What happens to every frame and is asked for by nobody but who hears everything.
#[inline]
const fn is_passed_over(what: &What) -> bool {
    matches!(what, What::Ended | What::Ruled(..) | What::Crossed(_) | What::Copied(_))
}

impl Interest<'_> {
    /// Whether a note that is not passed over is asked for.
    #[inline]
    fn has(&self, note: &Note) -> bool {
        let port = note.port.index();
        let asks = |masks: &[u8], frame: &Frame| {
            masks.get(port).is_some_and(|mask| mask >> (frame.priority & 7) & 1 == 1)
        };
        let from_source = |frame: &Frame| {
            self.sources.get(frame.flow.index()).is_some_and(|source| *source == Some(note.port))
        };
        match &note.what {
            What::Arrived(frame) => {
                frame.kind == FrameKind::Cnp || asks(self.passing, frame) || from_source(frame)
            }
            What::Started(frame) => {
                // The first one of a flow is news, and so is what slows one down.
                frame.kind == FrameKind::Cnp
                    || frame.kind == FrameKind::Data && frame.sequence == 0
                    || asks(self.leaving, frame)
                    || asks(self.passing, frame)
                    || from_source(frame)
            }
            What::Delivered(frame) => {
                self.deliveries.get(frame.flow.index()).is_some_and(|is_asked_for| *is_asked_for)
            }
            _ => true,
        }
    }
}

/// Keeps what is asked for.
#[derive(Debug)]
pub(super) struct Heed<'a> {
    pub interest: Interest<'a>,
    pub notes: &'a mut Vec<Note>,
    /// Whether anything happened since this was set to `false`.
    pub stirred: bool,
}

impl Heed<'_> {
    #[inline(never)]
    fn weigh(&mut self, note: Note) {
        if self.interest.has(&note) {
            self.notes.push(note);
        }
    }
}

impl Recorder for Heed<'_> {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    // Where it is called what happened is known, and mostly that nobody asks.
    #[expect(clippy::inline_always, reason = "a note that nobody asks for is not even made")]
    #[inline(always)]
    fn note(&mut self, note: Note) {
        self.stirred = true;
        if !is_passed_over(&note.what) {
            self.weigh(note);
        }
    }
}
