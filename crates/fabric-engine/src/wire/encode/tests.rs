//! Bytes against those that the standards spell out.

use super::*;

fn on_wire(name: &str, payload: u16, tagged: bool) -> OnWire<'static> {
    let format = Format::built_in(name).unwrap();
    OnWire {
        format,
        icrc: false,
        label: Label::new(tagged.then_some(3), format.ip.then_some(26)),
        ecn: Ecn::Capable,
        source: 0,
        destination: 1,
        flow: 5,
        sequence: 0x0102_0304,
        carries: Carries::Payload,
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
        let ack = OnWire { carries: Carries::Ack, payload: 0, ..on_wire(&format.name, 0, false) };
        let cnp = OnWire { carries: Carries::Notice, bytes: format.cnp_frame_bytes(false, false), ..ack };
        assert_eq!(cnp.encode().len(), usize::from(cnp.bytes), "a CNP of {}", format.name);
        let ack = OnWire { bytes: format.ack_frame_bytes(false, false), ..ack };
        assert_eq!(ack.encode().len(), usize::from(ack.bytes), "an ack of {}", format.name);
    }
}

/// Field by field: Ethernet, 802.1Q, IPv4, UDP 4791, BTH.
#[test]
fn a_tagged_rocev2_frame_as_an_analyser_sees_it() {
    let bytes = on_wire("rocev2", 1_024, true).encode();
    assert_eq!(bytes.len(), 1_024 + 66);
    assert_eq!(bytes[..6], [2, 0, 0, 0, 0, 1], "destination");
    assert_eq!(bytes[6..12], [2, 0, 0, 0, 0, 0], "source");
    assert_eq!(bytes[12..18], [0x81, 0x00, 0x60, 0x00, 0x08, 0x00], "priority 3, VLAN 0, then IPv4");
    let ip = &bytes[18..38];
    // 1068 = 20 + 8 + 12 + 1024 + 4 of the ICRC; DSCP 26 and ECT(0): 0x6A.
    assert_eq!(ip[..10], [0x45, 0x6A, 0x04, 0x2C, 0x03, 0x04, 0x40, 0x00, 64, 17]);
    assert_eq!(ip[12..], [10, 0, 0, 1, 10, 0, 0, 2]);
    let sum: u32 = ip.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]]))).sum();
    assert_eq!((sum & 0xFFFF) + (sum >> 16), 0xFFFF, "a valid header sums to ones (RFC 1071)");
    assert_eq!(bytes[38..46], [0xC0, 0x05, 0x12, 0xB7, 0x04, 0x18, 0, 0], "UDP to 4791, 1048 B, no checksum");
    assert_eq!(bytes[46..58], [0x04, 0, 0xFF, 0xFF, 0, 0, 0, 7, 0, 0x02, 0x03, 0x04], "SEND Only, QP 7, PSN");
}

/// Behind the UDP header of a CNP: opcode, BECN, queue pair, no number, 16 zeros.
#[test]
fn a_cnp_as_an_analyser_sees_it() {
    let format = Format::built_in("rocev2").unwrap();
    let cnp = OnWire {
        carries: Carries::Notice,
        bytes: format.cnp_frame_bytes(true, false),
        payload: 0,
        ..on_wire("rocev2", 0, true)
    };
    let bytes = cnp.encode();
    assert_eq!(bytes.len(), 82);
    assert_eq!(bytes[46..58], [0x81, 0, 0xFF, 0xFF, 0x40, 0, 0, 7, 0, 0, 0, 0]);
    assert_eq!(bytes[58..74], [0; 16]);
}

/// The header of RFC 1071's usual example.
#[test]
fn the_checksum_is_that_of_a_known_header() {
    let header = [
        0x45, 0x00, 0x00, 0x73, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x00, 0x00, 0xC0, 0xA8, 0x00, 0x01, 0xC0,
        0xA8, 0x00, 0xC7,
    ];
    assert_eq!(checksum(&header), 0xB861);
}

/// Fields that routers change leave the invariant CRC alone; other fields change it.
#[test]
fn the_icrc_is_invariant_to_what_switches_may_change() {
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
    assert_ne!(icrc(OnWire { sequence: 1, ..frame }), icrc(frame));
}

#[test]
fn compressed_headers_have_no_ip() {
    let lite = on_wire("afh_lite", 1_344, false).encode();
    assert!(lite[12..1_356].iter().all(|byte| *byte == 0), "payload right behind the addresses");
    let first = on_wire("afh_gen1", 100, true).encode();
    assert_eq!(first[6..8], [0x02, 3], "the traffic class in the source address");
    assert_eq!(first[12..18], [0x81, 0x00, 0x60, 0x00, 0x88, 0xB5]);
    assert_eq!(first[18..26], [0, 3, 0, 5, 1, 2, 3, 4], "opcode, channel, flow, sequence");
}

/// `InfiniBand` architecture, AETH: a NAK of a PSN sequence error is syndrome 0x60.
#[test]
fn a_nak_says_which_number_is_missing() {
    let format = Format::built_in("rocev2").unwrap();
    let nak = OnWire {
        carries: Carries::Nak,
        payload: 0,
        sequence: 7,
        bytes: format.ack_frame_bytes(true, false),
        ..on_wire("rocev2", 0, true)
    };
    let bytes = nak.encode();
    let bth = 14 + 4 + 20 + 8;
    assert_eq!((bytes[bth], &bytes[bth + 9..bth + 12]), (0x11, &[0, 0, 7][..]));
    assert_eq!(bytes[bth + 12], 0x60);
}
