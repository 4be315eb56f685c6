//! Recorder of the frames that ports send and receive, for capture files. Frames are recorded as bytes, with
//! times and comments. Frames of credits are left out. Start with [`Capture`].
//!
//! Frames are passed to `sink` in the order of events. Each frame is passed only when the next frame is
//! captured. A drop of the frame before that can therefore become a comment on the frame.

mod bytes;
mod message;

use std::collections::BTreeSet;

use crate::engine::{DropCause, EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::{Bits, Frame, FrameKind};
use crate::ids::PortId;
use crate::units::Time;
use bytes::{Encoded, Encoder};

/// Selection of the frames to be captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureFilter {
    /// Port whose sent and received frames are captured. If `None`, every frame, also a PFC frame, is
    /// captured at each port that sends the frame. A dropped frame is then also captured at the port where it
    /// arrived.
    pub port: Option<PortId>,
    /// Whether frames with an IP header are written as `RoCEv2`, whatever the format of their flow is.
    pub as_rocev2: bool,
}

/// Frame in the capture, which a port sent or received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturedFrame {
    /// Time of the first bit of a sent frame, or of the last bit of a received frame.
    pub at: Time,
    /// Port that sent or received the frame.
    pub port: PortId,
    /// Direction: `true` if the port sent the frame, `false` if it received the frame.
    pub is_outgoing: bool,
    /// Bytes from the destination address to the FCS.
    pub bytes: Vec<u8>,
    /// Comments on the frame, such as its drop or its ECN mark.
    pub comments: Vec<String>,
}

/// Greatest number of comments that are kept for the next captured frame; further comments are only counted.
const MAX_REMARKS: usize = 8;

/// Recorder that passes each captured frame to `sink`, in the order of events. The last frame is passed by
/// [`Capture::finish`].
pub struct Capture<F> {
    filter: CaptureFilter,
    encoder: Encoder,
    /// Frames that an egress queue has marked with ECN but that its port has not yet sent. Each entry has the
    /// identity of the frame and the index of the port.
    marked: BTreeSet<(FrameKey, u32)>,
    /// Frames that a cable has corrupted, by identity. The transmitter before this cable sent the frame with
    /// a correct FCS. A later port that cuts the frame through sends the frame with a wrong FCS.
    corrupt: BTreeSet<FrameKey>,
    /// Captured frame that is not yet passed to `sink`. If this frame is dropped before another frame is
    /// captured, the drop becomes a comment on the dropped frame. `None` before the first frame.
    last: Option<(CapturedFrame, FrameKey)>,
    /// Comments on frames that are not in the capture. The next captured frame gets these comments.
    remarks: Vec<String>,
    /// Number of comments that were omitted because there were more than [`MAX_REMARKS`].
    omitted: u64,
    sink: F,
}

/// Identity of a frame: index of its flow, sequence number, kind and time of creation.
type FrameKey = (u32, u32, u8, Time);

const fn frame_key(frame: &Frame) -> FrameKey {
    (frame.flow.0, frame.sequence, frame.kind as u8, frame.created_at)
}

impl<F: FnMut(CapturedFrame)> Capture<F> {
    /// Creates a recorder. It passes the frames of `world` that match `filter` to `sink`.
    pub fn new(world: &World, filter: CaptureFilter, sink: F) -> Self {
        Self {
            filter,
            encoder: Encoder::new(world, filter.as_rocev2),
            marked: BTreeSet::new(),
            corrupt: BTreeSet::new(),
            last: None,
            remarks: Vec::new(),
            omitted: 0,
            sink,
        }
    }

    /// Ends the capture: passes the last captured frame to `sink`, with the comments that are left. Without
    /// any captured frame, the comments are lost.
    pub fn finish(mut self) {
        if let Some((mut passed, _)) = self.last.take() {
            passed.comments.append(&mut self.remarks);
            (self.sink)(passed);
        }
    }

    /// Records `event` of a run that returns its events in batches. `world` is the state after the whole
    /// batch.
    pub fn record_batched(&mut self, world: &World, event: TraceEvent) {
        if let EventKind::Started(frame) | EventKind::Arrived(frame) = &event.kind {
            self.learn(world, frame);
        }
        self.record(event);
    }

    /// Adds the flow of `frame` to the encoder, if an action has added the flow to `world`.
    fn learn(&mut self, world: &World, frame: &Frame) {
        if frame.kind != FrameKind::Pfc && !self.encoder.knows(frame.flow.index()) {
            self.encoder.learn(world);
        }
    }

    fn captures(&self, port: PortId, is_outgoing: bool) -> bool {
        self.filter.port.map_or(is_outgoing, |captured| captured == port)
    }

    fn pass(&mut self, passed: CapturedFrame, key: FrameKey) {
        if let Some((before, _)) = self.last.replace((passed, key)) {
            (self.sink)(before);
        }
        if self.remarks.is_empty() {
            return;
        }
        if let Some((passed, _)) = &mut self.last {
            passed.comments.append(&mut self.remarks);
            if self.omitted > 0 {
                passed.comments.push(format!("before this frame: {} more drops", self.omitted));
                self.omitted = 0;
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
        if is_outgoing && self.marked.remove(&(frame_key(frame), event.port.0)) {
            all.push("marked CE here".to_owned());
        }
        if let Some(length) = shorter_in_run {
            all.push(format!("{length} B in the run, too short for RoCEv2: written as {} B", bytes.len()));
        }
        let is_corrupted = frame.bits == Bits::Corrupted;
        let leaves_whole = is_outgoing && is_corrupted && self.corrupt.insert(frame_key(frame));
        if is_corrupted && !leaves_whole {
            if let Some(byte) = bytes.last_mut() {
                *byte ^= 0xFF;
            }
            all.push("bits are wrong, and so is the FCS".to_owned());
        }
        all.extend(comments);
        let passed = CapturedFrame { at: event.at, port: event.port, is_outgoing, bytes, comments: all };
        self.pass(passed, frame_key(frame));
    }

    fn pfc(&mut self, event: &TraceEvent, bytes: Vec<u8>) {
        let passed =
            CapturedFrame { at: event.at, port: event.port, is_outgoing: false, bytes, comments: Vec::new() };
        self.pass(passed, frame_key(&Frame::EMPTY));
    }

    fn dropped(&mut self, event: &TraceEvent, frame: &Frame, cause: DropCause) {
        self.corrupt.remove(&frame_key(frame));
        if self.filter.port.is_some_and(|port| port != event.port) {
            return;
        }
        let copies = (frame_key(frame), 0)..=(frame_key(frame), u32::MAX);
        if let Some(marked) = self.marked.range(copies).next().copied() {
            self.marked.remove(&marked);
        }
        let words = format!("dropped here: {}", cause.name());
        if let Some((last, dropped)) = &mut self.last
            && (last.port, last.is_outgoing, *dropped) == (event.port, false, frame_key(frame))
        {
            last.comments.push(words);
            return;
        }
        let came_in = !matches!(cause, DropCause::SourceFull | DropCause::LinkDown | DropCause::LostInCable);
        // A capture of a single port already contains the frame, because it arrived at this port.
        if came_in && (self.filter.port.is_none() || cause == DropCause::Corrupt) {
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
            self.omitted += 1;
        }
    }
}

impl<F: FnMut(CapturedFrame)> Recorder for Capture<F> {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        let is_outgoing = step == FrameStep::Start;
        let is_corrupted = frame.bits == Bits::Corrupted && is_outgoing;
        if step == FrameStep::End || !is_corrupted && !self.captures(port, is_outgoing) {
            return false;
        }
        self.learn(world, frame);
        true
    }

    fn record(&mut self, event: TraceEvent) {
        match event.kind {
            EventKind::Started(frame) if self.captures(event.port, true) => {
                self.frame(&event, true, &frame, Vec::new());
            }
            EventKind::Started(frame) if frame.bits == Bits::Corrupted => {
                self.corrupt.insert(frame_key(&frame));
            }
            EventKind::Arrived(frame) if self.captures(event.port, false) => {
                self.frame(&event, false, &frame, Vec::new());
            }
            EventKind::PfcReceived(says) if self.captures(event.port, false) => {
                let sender = self.encoder.spec().ports[event.port.index()].peer;
                let bytes = self.encoder.pfc(sender, says);
                self.pfc(&event, bytes);
            }
            EventKind::PfcLost(_) if self.filter.port.is_none_or(|port| port == event.port) => {
                let at = self.encoder.spec().port_name(event.port);
                self.remark(format!("before this frame, at {}: a PFC frame to {at} was lost", event.at));
            }
            EventKind::Marked(frame) if self.captures(event.port, true) => {
                self.marked.insert((frame_key(&frame), event.port.0));
            }
            EventKind::Dropped(frame, cause) => self.dropped(&event, &frame, cause),
            _ => {}
        }
    }
}
