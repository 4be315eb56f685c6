//! Tests: encoded bytes, compared with examples and rules of the standards.

use super::*;
use crate::ids::HostId;

fn on_wire(name: &str, payload: u16, tagged: bool) -> OnWire<'static> {
    let format = Format::built_in(name).unwrap();
    OnWire {
        format,
        icrc: false,
        label: Label::new(tagged.then_some(3), format.ip.then_some(26)),
        ecn: Ecn::Capable,
        source: HostId(0),
        destination: HostId(1),
        flow: 5,
        sequence: 0x0102_0304,
        contents: FrameContents::Payload,
        place: MessagePosition {
            is_first: true,
            is_last: true,
            psn: 0x0102_0304,
            ..MessagePosition::default()
        },
        group: None,
        hops: 64,
        bytes: format.frame_bytes(payload, tagged, false),
        payload,
    }
}

#[test]
fn every_format_has_its_bytes_and_a_valid_fcs() {
    for format in &super::super::BUILT_IN {
        for tagged in [false, format.taggable] {
            for payload in [1, 28, 100, 1_344] {
                for icrc in [false, format.optional_icrc] {
                    let bytes = format.frame_bytes(payload, tagged, icrc);
                    let frame = OnWire { icrc, bytes, ..on_wire(&format.name, payload, tagged) };
                    let encoded = frame.encode();
                    assert_eq!(encoded.len(), usize::from(bytes), "{} {payload} {tagged}", format.name);
                    // A CRC over a frame with its FCS leaves this residue (802.3, clause 3.2.9).
                    assert_eq!(crc32fast::hash(&encoded), 0x2144_DF1C, "{}", format.name);
                }
            }
        }
        let ack = OnWire { contents: FrameContents::Ack, payload: 0, ..on_wire(&format.name, 0, false) };
        let cnp = OnWire { contents: FrameContents::Cnp, bytes: format.cnp_frame_bytes(false, false), ..ack };
        assert_eq!(cnp.encode().len(), usize::from(cnp.bytes), "a CNP of {}", format.name);
        let ack = OnWire { bytes: format.ack_frame_bytes(false, false), ..ack };
        assert_eq!(ack.encode().len(), usize::from(ack.bytes), "an ack of {}", format.name);
    }
}

/// Fields in order: Ethernet, 802.1Q, IPv4, UDP 4791, BTH.
#[test]
fn tagged_rocev2_frame_matches_an_analyser() {
    let bytes = on_wire("rocev2", 1_024, true).encode();
    assert_eq!(bytes.len(), 1_024 + 66);
    assert_eq!(bytes[..6], [2, 0, 0, 0, 0, 1], "destination");
    assert_eq!(bytes[6..12], [2, 0, 0, 0, 0, 0], "source");
    assert_eq!(bytes[12..18], [0x81, 0x00, 0x60, 0x00, 0x08, 0x00], "priority 3, VLAN 0, then IPv4");
    let ip = &bytes[18..38];
    // Length 1068 = 20 + 8 + 12 + 1024 + 4 of the ICRC. DSCP 26 and ECT(0) give 0x6A.
    assert_eq!(ip[..10], [0x45, 0x6A, 0x04, 0x2C, 0x03, 0x04, 0x40, 0x00, 64, 17]);
    assert_eq!(ip[12..], [10, 0, 0, 1, 10, 0, 0, 2]);
    let sum: u32 = ip.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]]))).sum();
    assert_eq!((sum & 0xFFFF) + (sum >> 16), 0xFFFF, "a valid header sums to ones (RFC 1071)");
    assert_eq!(bytes[38..46], [0xC0, 0x05, 0x12, 0xB7, 0x04, 0x18, 0, 0], "UDP to 4791, 1048 B, no checksum");
    assert_eq!(bytes[46..58], [0x04, 0, 0xFF, 0xFF, 0, 0, 0, 7, 0, 0x02, 0x03, 0x04], "SEND Only, QP 7, PSN");
}

/// After the UDP header of a CNP: opcode, BECN, queue pair, sequence number 0, 16 zeros.
#[test]
fn cnp_matches_an_analyser() {
    let format = Format::built_in("rocev2").unwrap();
    let cnp = OnWire {
        contents: FrameContents::Cnp,
        bytes: format.cnp_frame_bytes(true, false),
        payload: 0,
        ..on_wire("rocev2", 0, true)
    };
    let bytes = cnp.encode();
    assert_eq!(bytes.len(), 82);
    assert_eq!(bytes[46..58], [0x81, 0, 0xFF, 0xFF, 0x40, 0, 0, 7, 0, 0, 0, 0]);
    assert_eq!(bytes[58..74], [0; 16]);
}

/// Header of a common example for the checksum of RFC 1071.
#[test]
fn the_checksum_is_that_of_a_known_header() {
    let header = [
        0x45, 0x00, 0x00, 0x73, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x00, 0x00, 0xC0, 0xA8, 0x00, 0x01, 0xC0,
        0xA8, 0x00, 0xC7,
    ];
    assert_eq!(checksum(&header), 0xB861);
}

/// Fields that routers may change do not affect the invariant CRC; other fields do.
#[test]
fn icrc_is_invariant_to_fields_that_switches_change() {
    let icrc = |frame: OnWire<'_>| {
        let bytes = frame.encode();
        bytes[bytes.len() - 8..bytes.len() - 4].to_vec()
    };
    let frame = on_wire("rocev2", 64, true);
    let marked = OnWire {
        ecn: Ecn::Marked,
        hops: 3,
        label: Label::new(None, Some(0)),
        bytes: frame.bytes - 4,
        ..frame
    };
    assert_eq!(icrc(marked), icrc(frame));
    assert_ne!(icrc(OnWire { place: MessagePosition { psn: 1, ..frame.place }, ..frame }), icrc(frame));
}

#[test]
fn compressed_headers_have_no_ip() {
    let lite = on_wire("afh_lite", 1_344, false).encode();
    assert!(lite[12..1_356].iter().all(|byte| *byte == PAYLOAD), "payload right behind the addresses");
    let first = on_wire("afh_gen1", 100, true).encode();
    assert_eq!(first[6..8], [0x02, 3], "the traffic class in the source address");
    assert_eq!(first[12..18], [0x81, 0x00, 0x60, 0x00, 0x88, 0xB5]);
    assert_eq!(first[18..26], [0, 3, 0, 5, 1, 2, 3, 4], "opcode, channel, flow, sequence");
}

/// `InfiniBand` architecture, AETH: a NAK of a PSN sequence error is syndrome 0x60.
#[test]
fn a_nak_has_the_missing_sequence_number() {
    let format = Format::built_in("rocev2").unwrap();
    let nak = OnWire {
        contents: FrameContents::Nak,
        place: MessagePosition { psn: 7, completed: 3, ..MessagePosition::default() },
        payload: 0,
        sequence: 7,
        bytes: format.ack_frame_bytes(true, false),
        ..on_wire("rocev2", 0, true)
    };
    let bytes = nak.encode();
    let bth = 14 + 4 + 20 + 8;
    assert_eq!((bytes[bth], &bytes[bth + 9..bth + 12]), (0x11, &[0, 0, 7][..]));
    assert_eq!(bytes[bth + 12..bth + 16], [0x60, 0, 0, 3], "syndrome, then messages");
}

/// After the UDP header: opcode and pad count, then the extended header, which replaces payload bytes.
#[test]
fn a_write_of_three_frames_has_a_reth_and_whole_words() {
    let bth = 14 + 4 + 20 + 8;
    let place = |is_first, is_last| MessagePosition {
        verb: TransportOp::Write,
        is_first,
        is_last,
        bytes: 0x0001_2345,
        is_acknowledged: is_last,
        ..MessagePosition::default()
    };
    let written = |place| OnWire { place, ..on_wire("rocev2", 934, true) }.encode();
    let first = written(place(true, false));
    assert_eq!(first.len(), usize::from(on_wire("rocev2", 934, true).bytes), "as long as in the run");
    assert_eq!(first[bth..bth + 2], [0x06, 0x00], "RDMA WRITE First, without pad");
    let udp_length = u16::from_be_bytes([first[bth - 4], first[bth - 3]]);
    assert_eq!(udp_length, 8 + 12 + 932 + 4, "934 B of payload are 233 words, and a trailer of 2 B");
    assert_eq!(first[bth + 24..bth + 29], [0, 1, 0x23, 0x45, PAYLOAD], "DMA length, then payload");
    let middle = written(place(false, false));
    assert_eq!((middle[bth], middle[bth + 8], middle[bth + 12]), (0x07, 0, PAYLOAD));
    let last = written(place(false, true));
    assert_eq!((last[bth], last[bth + 8]), (0x08, 0x80), "RDMA WRITE Last requests an ack");
    assert_eq!(written(place(true, true))[bth], 0x0A, "RDMA WRITE Only");
    // A payload of 12 B is too short for the 16 B of a RETH.
    let short = OnWire { place: place(true, true), ..on_wire("rocev2", 12, true) }.encode();
    assert_eq!(short[bth], 0x04, "SEND Only");
}

#[test]
fn answers_to_a_read_have_an_aeth_where_a_message_begins_or_ends() {
    let bth = 14 + 4 + 20 + 8;
    let answer = |is_first, is_last| {
        let place = MessagePosition {
            is_first,
            is_last,
            completed: 9,
            is_acknowledged: true,
            ..MessagePosition::default()
        };
        OnWire { contents: FrameContents::ReadResponse, place, ..on_wire("rocev2", 1_000, true) }.encode()
    };
    assert_eq!((answer(true, false)[bth], answer(true, false)[bth + 12]), (0x0D, 0x1F));
    assert_eq!((answer(false, false)[bth], answer(false, false)[bth + 12]), (0x0E, PAYLOAD));
    assert_eq!(answer(false, true)[bth + 12..bth + 16], [0x1F, 0, 0, 9]);
    assert_eq!((answer(false, true)[bth], answer(true, true)[bth]), (0x0F, 0x10));
    assert_eq!(
        (answer(true, true)[bth + 8], answer(false, true)[bth + 8]),
        (0, 0),
        "a response requests no ack"
    );
}

/// RFC 1112, section 6.4: the low 23 bits of 239.5.6.7 behind 01-00-5E.
#[test]
fn a_multicast_is_addressed_to_its_group() {
    let place = MessagePosition {
        verb: TransportOp::Datagram,
        is_first: true,
        is_last: true,
        ..MessagePosition::default()
    };
    let frame = OnWire { group: Some(0x0085_0607), place, ..on_wire("rocev2", 1_000, true) }.encode();
    assert_eq!(frame[..6], [0x01, 0, 0x5E, 0x05, 6, 7]);
    assert_eq!(frame[14 + 4 + 16..14 + 4 + 20], [239, 0x85, 6, 7]);
    let bth = 14 + 4 + 20 + 8;
    assert_eq!((frame[bth], &frame[bth + 5..bth + 8]), (0x64, &[0xFF; 3][..]), "UD SEND Only to QP 0xFFFFFF");
    assert_eq!(frame[bth + 17..bth + 20], [0, 0, 7], "source queue pair");
}
