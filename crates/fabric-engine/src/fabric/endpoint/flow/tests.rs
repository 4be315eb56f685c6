//! Frames that a flow sends, and counts at its two ends.

use super::*;
use crate::ids::HostId;
use crate::units::Rate;

/// Saturating flow of `size` payload bytes in frames of 1000 B, each with 900 B of payload.
pub(super) fn flow(size: u64) -> Flow {
    Flow {
        source: PortId(0),
        destination: PortId(1),
        source_host: HostId(0),
        destination_host: HostId(1),
        key: 0,
        process: Process::Saturate,
        next_at: Time::NEVER,
        stop: Time::NEVER,
        remaining: size,
        size,
        message: size,
        messages_left: 0,
        sequence: 0,
        expected: 0,
        unacked: 0,
        ack_every: 0,
        backlog: Fifo::default(),
        backlog_bytes: 0,
        frame_bytes: 1_000,
        payload_bytes: 900,
        ack_bytes: 64,
        cnp_bytes: 64,
        request_bytes: 64,
        label: Label::NOTHING,
        ack_label: Label::NOTHING,
        cnp_label: Label::NOTHING,
        request_label: Label::NOTHING,
        credit_label: Label::NOTHING,
        priority: Priority::P3,
        ack_priority: Priority::P5,
        cnp_priority: Priority::P6,
        ecn: Ecn::Capable,
        hops: 16,
        has_own_path: false,
        active: true,
        send_blocks: SendBlocks::default(),
        extensions: ExtensionSet::default(),
        extension_indices: ExtensionIndices::default(),
        retransmit_from: None,
    }
}

/// Next frame that the flow sends, removed from the table, and whether it was built just now.
fn taken(flow: &mut Flow, now: Time, frames: &mut Frames) -> (Frame, bool) {
    let (id, made) = flow.take(FlowId(7), now, frames);
    (frames.remove(id), made)
}

/// Frame bytes and payload bytes of every frame that the flow sends.
fn sends(mut flow: Flow) -> Vec<(u16, u16)> {
    let mut frames = Frames::default();
    let mut sent = Vec::new();
    while flow.is_ready() {
        let bytes = flow.head_bytes(&frames);
        let (frame, _) = taken(&mut flow, Time(5), &mut frames);
        assert_eq!(bytes, frame.bytes, "the frame has the size that the scheduler used");
        sent.push((frame.bytes, frame.payload));
    }
    sent
}

mod sending {
    use super::*;

    #[test]
    fn last_frame_carries_the_remaining_payload() {
        assert_eq!(sends(flow(2_000)), [(1_000, 900), (1_000, 900), (300, 200)]);
        assert_eq!(sends(flow(1_800)), [(1_000, 900), (1_000, 900)], "nothing is left over");
    }

    #[test]
    fn a_short_last_frame_is_padded_to_64_bytes() {
        let mut flow = flow(901);
        flow.frame_bytes = 922;
        assert_eq!(sends(flow), [(922, 900), (64, 1)], "22 B around 1 B");
    }

    #[test]
    fn retransmitted_frame_equals_the_original() {
        let (mut flow, mut frames) = (flow(2_000), Frames::default());
        flow.remaining += 2_000 - 200;
        flow.message = 2_000;
        let first: Vec<Frame> = (0..3).map(|_| taken(&mut flow, Time(5), &mut frames).0).collect();
        flow.set_next_sequence(1, &frames);
        assert_eq!(flow.head_bytes(&frames), 1_000);
        assert!(taken(&mut flow, Time(9), &mut frames).0.is(&Frame { created_at: Time(9), ..first[1] }));
        for (number, bytes) in [(2, 300), (5, 300), (3, 1_000)] {
            flow.sequence = 6;
            flow.set_next_sequence(number, &frames);
            let (frame, made) = taken(&mut flow, Time(9), &mut frames);
            assert_eq!(
                (frame.sequence, frame.bytes, made),
                (number, bytes, true),
                "each message has its end"
            );
        }
    }

    #[test]
    fn an_endless_flow_does_not_count_down() {
        let mut flow = flow(u64::MAX);
        let mut frames = Frames::default();
        for n in 0..100 {
            assert_eq!(taken(&mut flow, Time(5), &mut frames).0.sequence, n);
        }
        assert!(flow.is_ready());
        assert_eq!(flow.remaining, u64::MAX);
    }

    #[test]
    fn frame_has_flow_priority_and_creation_time() {
        let (frame, _) = taken(&mut flow(900), Time(5), &mut Frames::default());
        assert_eq!((frame.flow, frame.created_at, frame.priority), (FlowId(7), Time(5), Priority::P3));
        assert_eq!((frame.kind, frame.ecn, frame.hops), (FrameKind::Data, Ecn::Capable, 16));
    }

    #[test]
    fn inactive_flow_sends_only_its_backlog() {
        let mut flow = flow(2_000);
        let mut frames = Frames::default();
        let waiting = flow.build_next_frame(FlowId(7), Time(5));
        let id = frames.insert(waiting);
        flow.backlog.push(&mut frames, id);
        flow.backlog_bytes = 1_000;
        flow.active = false;
        assert!(flow.is_ready());
        assert_eq!(taken(&mut flow, Time(9), &mut frames).0.created_at, Time(5), "it was handed over then");
        assert!(!flow.is_ready());
        assert_eq!((flow.backlog_bytes, frames.live()), (0, 0));
    }
}

mod the_backlog {
    use super::*;

    #[test]
    fn frames_leave_in_the_order_in_which_they_came() {
        let mut flow = flow(u64::MAX);
        flow.process = Process::constant(1_000, Rate::gbps(8));
        let mut frames = Frames::default();
        for n in 0..3 {
            let frame = flow.build_next_frame(FlowId(7), Time(n));
            let id = frames.insert(frame);
            flow.backlog.push(&mut frames, id);
            flow.backlog_bytes += 1_000;
        }
        let order: Vec<_> = (0..3).map(|_| taken(&mut flow, Time(9), &mut frames).0.sequence).collect();
        assert_eq!(order, [0, 1, 2]);
        assert!(!flow.is_ready(), "between its frames it has nothing to send");
    }

    #[test]
    fn backlog_has_room_up_to_the_last_byte() {
        let mut flow = flow(u64::MAX);
        flow.backlog_bytes = NIC_QUEUE_BYTES - 1_000;
        assert!(flow.has_room(1_000));
        assert!(!flow.has_room(1_001));
    }
}

mod receiving {
    use super::*;

    #[test]
    fn an_ack_stands_for_n_frames() {
        let mut flow = flow(u64::MAX);
        flow.ack_every = 3;
        let data = |sequence| Frame { sequence, flow: FlowId(7), bytes: 1_000, ..Frame::EMPTY };
        let acks: Vec<_> = (0..7).filter_map(|n| flow.acknowledge(&data(n), Time(n.into()))).collect();
        assert_eq!(acks.iter().map(|ack| ack.sequence).collect::<Vec<_>>(), [2, 5]);
        let ack = acks[0];
        assert_eq!((ack.kind, ack.bytes, ack.payload, ack.priority), (FrameKind::Ack, 64, 0, Priority::P5));
        assert_eq!((ack.flow, ack.created_at), (FlowId(7), Time(2)));
    }

    #[test]
    fn a_flow_without_acks_sends_none() {
        let mut flow = flow(u64::MAX);
        assert!((0..10).all(|_| flow.acknowledge(&Frame::EMPTY, Time(1)).is_none()));
    }

    #[test]
    fn frame_after_a_gap_is_new_and_the_gap_is_not_filled() {
        let mut flow = flow(u64::MAX);
        let new: Vec<_> = [0, 1, 4, 5, 4, 2].map(|n| flow.receive(n)).into();
        assert_eq!(new, [true, true, true, true, false, false]);
        assert_eq!(flow.expected, 6);
    }

    #[test]
    fn numbers_may_wrap() {
        let mut flow = flow(u64::MAX);
        flow.expected = u32::MAX;
        assert!(flow.receive(u32::MAX));
        assert!(flow.receive(0));
        assert!(!flow.receive(u32::MAX));
    }
}
