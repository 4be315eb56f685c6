//! Built-in frame formats: header lengths, payload limits and layouts. Start with [`BUILT_IN`].

use std::borrow::Cow;

use super::{Format, Layout};

/// Longest payload of RC Link frames, in bytes.
const RC_LINK_PAYLOAD: u16 = 1_344;

/// Built-in formats, which every fabric has, indexed by [`super::FormatId`].
pub static BUILT_IN: [Format; 7] = [
    // Ethernet whose payload is a whole IP packet, so that only the Ethernet header and FCS are
    // added to the payload (IEEE 802.3, clause 3; RFC 894).
    Format {
        name: Cow::Borrowed("ip"),
        header_bytes: 14,
        taggable: true,
        trailer_bytes: 4,
        optional_icrc: false,
        max_payload: 9_216,
        ip: true,
        reliable: true,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::Ip,
    },
    // Ethernet 14, IPv4 20, UDP 8, BTH 12; then the payload, ICRC 4 and FCS 4. An ack carries an
    // AETH of 4 B, a CNP 16 B of zeros (InfiniBand architecture, annex A17, A17.9.3).
    Format {
        name: Cow::Borrowed("rocev2"),
        header_bytes: 54,
        taggable: true,
        trailer_bytes: 8,
        optional_icrc: false,
        max_payload: 4_096,
        ip: true,
        reliable: true,
        ack_bytes: 4,
        cnp_bytes: 16,
        layout: Layout::Roce,
    },
    // RC Link over IP: MAC addresses 12, type 2, IPv4 20, UDP 8, reliability header 8.
    Format {
        name: Cow::Borrowed("standard"),
        header_bytes: 50,
        taggable: true,
        trailer_bytes: 4,
        optional_icrc: true,
        max_payload: RC_LINK_PAYLOAD,
        ip: true,
        reliable: true,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::RcLink,
    },
    // RC Link over compressed addresses: 12, type 2, reliability header 8.
    Format {
        name: Cow::Borrowed("afh_gen1"),
        header_bytes: 22,
        taggable: true,
        trailer_bytes: 4,
        optional_icrc: true,
        max_payload: RC_LINK_PAYLOAD,
        ip: false,
        reliable: true,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::AfhGen1,
    },
    // RC Link over 16-bit addresses.
    Format {
        name: Cow::Borrowed("afh_gen2_16b"),
        header_bytes: 22,
        taggable: true,
        trailer_bytes: 4,
        optional_icrc: true,
        max_payload: RC_LINK_PAYLOAD,
        ip: false,
        reliable: true,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::AfhGen2,
    },
    // Addresses and payload only. There is no type field, so that a tag is not possible, and no
    // reliability header, so that frames are not acknowledged.
    Format {
        name: Cow::Borrowed("afh_lite"),
        header_bytes: 12,
        taggable: false,
        trailer_bytes: 4,
        optional_icrc: false,
        max_payload: RC_LINK_PAYLOAD,
        ip: false,
        reliable: false,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::AfhLite,
    },
    // Destination, source, type (IEEE 802.3, clause 3).
    Format {
        name: Cow::Borrowed("raw"),
        header_bytes: 14,
        taggable: true,
        trailer_bytes: 4,
        optional_icrc: false,
        max_payload: 9_216,
        ip: false,
        reliable: false,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: Layout::Ethernet,
    },
];
