//! Frames that pass ports, as bytes with times and comments: a recorder for capture files.

mod bytes;
mod message;

use std::collections::BTreeSet;

use crate::engine::{DropCause, EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::{Bits, Frame, FrameKind};
use crate::ids::PortId;
use crate::units::Time;
use bytes::{Encoded, Encoder};

/// Frames that are captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureFilter {
    /// Port whose both directions are captured; `None` for every frame as it leaves any port, and
    /// dropped frames where they arrived.
    pub port: Option<PortId>,
    /// Whether frames that have an IP header are written as `RoCEv2`, whatever their format.
    pub as_rocev2: bool,
}

/// Frame that passed a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Time of the first bit of an outgoing frame, and of the last bit of an incoming frame.
    pub at: Time,
    /// Port.
    pub port: PortId,
    /// Direction: `true` if the port sent the frame, `false` if it received the frame.
    pub is_outgoing: bool,
    /// Bytes from the destination address to the FCS.
    pub bytes: Vec<u8>,
    /// Comments, such as drops and marks.
    pub comments: Vec<String>,
}

/// Largest number of comments between two frames.
const MAX_REMARKS: usize = 8;

/// Recorder that hands each frame that passes to `sink`.
pub struct Capture<F> {
    wanted: CaptureFilter,
    encoder: Encoder,
    /// Marked frames that wait for their transmission, by name and port.
    marked: BTreeSet<(Name, u32)>,
    /// Frames that a cable corrupted. The port before that cable sends them intact; ports after it,
    /// which cut them through, send a wrong FCS.
    spoilt: BTreeSet<Name>,
    /// The last frame: a drop that follows at once is a comment on it.
    last: Option<(Passed, Name)>,
    /// Comments for the next frame, on frames that are not in the capture.
    remarks: Vec<String>,
    /// Number of comments left out.
    unsaid: u64,
    sink: F,
}

/// Identity of a frame: flow, number, kind and time of creation.
type Name = (u32, u32, u8, Time);

const fn name(frame: &Frame) -> Name {
    (frame.flow.0, frame.sequence, frame.kind as u8, frame.born)
}

impl<F: FnMut(Passed)> Capture<F> {
    /// Recorder of the `wanted` frames of `world`.
    pub fn new(world: &World, wanted: CaptureFilter, sink: F) -> Self {
        Self {
            wanted,
            encoder: Encoder::new(world, wanted.as_rocev2),
            marked: BTreeSet::new(),
            spoilt: BTreeSet::new(),
            last: None,
            remarks: Vec::new(),
            unsaid: 0,
            sink,
        }
    }

    /// Passes on the last frame.
    pub fn finish(mut self) {
        if let Some((mut passed, _)) = self.last.take() {
            passed.comments.append(&mut self.remarks);
            (self.sink)(passed);
        }
    }

    /// Records an event of a run that has continued to `world` since, for runs that deliver events in batches.
    pub fn record_batched(&mut self, world: &World, event: TraceEvent) {
        if let EventKind::Started(frame) | EventKind::Arrived(frame) = &event.kind {
            self.learn(world, frame);
        }
        self.record(event);
    }

    /// Learns the flow of `frame`, if an action has begun it.
    fn learn(&mut self, world: &World, frame: &Frame) {
        if frame.kind != FrameKind::Pfc && !self.encoder.knows(frame.flow.index()) {
            self.encoder.learn(world);
        }
    }

    fn wants(&self, port: PortId, is_outgoing: bool) -> bool {
        self.wanted.port.map_or(is_outgoing, |wanted| wanted == port)
    }

    fn pass(&mut self, passed: Passed, name: Name) {
        if let Some((before, _)) = self.last.replace((passed, name)) {
            (self.sink)(before);
        }
        if self.remarks.is_empty() {
            return;
        }
        if let Some((passed, _)) = &mut self.last {
            passed.comments.append(&mut self.remarks);
            if self.unsaid > 0 {
                passed.comments.push(format!("before this frame: {} more drops", self.unsaid));
                self.unsaid = 0;
            }
        }
    }

    fn frame(&mut self, event: &TraceEvent, is_outgoing: bool, frame: &Frame, comments: Vec<String>) {
        let spec = self.encoder.spec();
        let sender = if is_outgoing { event.port } else { spec.ports[event.port.index()].peer };
        let Some(Encoded { mut bytes, shorter_in_run }) = self.encoder.frame(sender, frame) else { return };
        let mut all = Vec::new();
        if frame.kind == FrameKind::Cnp {
            all.push(format!("CNP: a frame of {} was marked", self.encoder.flow_name(frame)));
        }
        if is_outgoing && self.marked.remove(&(name(frame), event.port.0)) {
            all.push("marked CE here".to_owned());
        }
        if let Some(length) = shorter_in_run {
            all.push(format!("{length} B in the run, too short for RoCEv2: written as {} B", bytes.len()));
        }
        let is_spoilt = frame.bits == Bits::Spoilt;
        let leaves_whole = is_outgoing && is_spoilt && self.spoilt.insert(name(frame));
        if is_spoilt && !leaves_whole {
            if let Some(byte) = bytes.last_mut() {
                *byte ^= 0xFF;
            }
            all.push("bits are wrong, and so is the FCS".to_owned());
        }
        all.extend(comments);
        let passed = Passed { at: event.at, port: event.port, is_outgoing, bytes, comments: all };
        self.pass(passed, name(frame));
    }

    fn pfc(&mut self, event: &TraceEvent, bytes: Vec<u8>) {
        let passed =
            Passed { at: event.at, port: event.port, is_outgoing: false, bytes, comments: Vec::new() };
        self.pass(passed, name(&Frame::EMPTY));
    }

    fn dropped(&mut self, event: &TraceEvent, frame: &Frame, cause: DropCause) {
        self.spoilt.remove(&name(frame));
        if self.wanted.port.is_some_and(|port| port != event.port) {
            return;
        }
        let copies = (name(frame), 0)..=(name(frame), u32::MAX);
        if let Some(marked) = self.marked.range(copies).next().copied() {
            self.marked.remove(&marked);
        }
        let words = format!("dropped here: {}", cause.name());
        if let Some((last, dropped)) = &mut self.last
            && (last.port, last.is_outgoing, *dropped) == (event.port, false, name(frame))
        {
            last.comments.push(words);
            return;
        }
        let came_in = !matches!(cause, DropCause::SourceFull | DropCause::LinkDown | DropCause::LostInCable);
        // In a capture of one port, a frame that came in is there already.
        if came_in && (self.wanted.port.is_none() || cause == DropCause::Corrupt) {
            self.frame(event, false, frame, vec![words]);
        } else {
            let at = self.encoder.spec().port_name(event.port);
            let flow = self.encoder.flow_name(frame);
            self.remark(format!(
                "before this frame, at {}: frame {} of {flow} dropped at {at}: {}",
                event.at,
                frame.sequence,
                cause.name()
            ));
        }
    }

    fn remark(&mut self, words: String) {
        if self.remarks.len() < MAX_REMARKS {
            self.remarks.push(words);
        } else {
            self.unsaid += 1;
        }
    }
}

impl<F: FnMut(Passed)> Recorder for Capture<F> {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    fn records_frame(&mut self, world: &World, port: usize, frame: &Frame, does: FrameStep) -> bool {
        let (port, is_outgoing) = (PortId::new(port), does == FrameStep::Start);
        let is_spoilt = frame.bits == Bits::Spoilt && is_outgoing;
        if does == FrameStep::End || !is_spoilt && !self.wants(port, is_outgoing) {
            return false;
        }
        self.learn(world, frame);
        true
    }

    fn record(&mut self, event: TraceEvent) {
        match event.kind {
            EventKind::Started(frame) if self.wants(event.port, true) => {
                self.frame(&event, true, &frame, Vec::new());
            }
            EventKind::Started(frame) if frame.bits == Bits::Spoilt => {
                self.spoilt.insert(name(&frame));
            }
            EventKind::Arrived(frame) if self.wants(event.port, false) => {
                self.frame(&event, false, &frame, Vec::new());
            }
            EventKind::PfcReceived(says) if self.wants(event.port, false) => {
                let sender = self.encoder.spec().ports[event.port.index()].peer;
                let bytes = self.encoder.pfc(sender, says);
                self.pfc(&event, bytes);
            }
            EventKind::PfcLost(_) if self.wanted.port.is_none_or(|port| port == event.port) => {
                let at = self.encoder.spec().port_name(event.port);
                self.remark(format!("before this frame, at {}: a PFC frame to {at} was lost", event.at));
            }
            EventKind::Marked(frame) if self.wants(event.port, true) => {
                self.marked.insert((name(&frame), event.port.0));
            }
            EventKind::Dropped(frame, cause) => self.dropped(&event, &frame, cause),
            _ => {}
        }
    }
}
