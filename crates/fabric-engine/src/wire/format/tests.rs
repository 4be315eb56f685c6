//! Sizes of the formats, compared with their standards.

use super::*;

fn format(name: &str) -> &'static Format {
    Format::built_in(name).unwrap()
}

#[test]
fn envelopes_are_those_of_the_standards() {
    for (name, untagged, tagged) in [
        ("ip", 18, Some(22)),
        ("rocev2", 14 + 20 + 8 + 12 + 8, Some(66)),
        ("standard", 50 + 4, Some(54 + 4)),
        ("afh_gen1", 22 + 4, Some(26 + 4)),
        ("afh_gen2_16b", 22 + 4, Some(26 + 4)),
        ("afh_lite", 12 + 4, None),
        ("raw", 18, Some(22)),
    ] {
        let format = format(name);
        assert_eq!(format.envelope_bytes(false, false), untagged, "{name}");
        assert_eq!(format.taggable.then(|| format.envelope_bytes(true, false)), tagged, "{name}");
        if format.optional_icrc {
            assert_eq!(format.envelope_bytes(false, true), untagged + 4, "{name}");
        }
    }
}

#[test]
fn only_formats_with_an_ip_header_can_be_marked() {
    let ip: Vec<&str> =
        BUILT_IN.iter().filter(|format| format.ip).map(|format| format.name.as_ref()).collect();
    assert_eq!(ip, ["ip", "rocev2", "standard"]);
}

#[test]
fn short_frames_are_padded_and_full_ones_fit_the_longest() {
    assert_eq!(format("afh_lite").frame_bytes(1_344, false, false), 1_360);
    assert_eq!(format("ip").ack_frame_bytes(true, false), 64);
    assert_eq!(format("rocev2").ack_frame_bytes(true, false), 70);
    assert_eq!(format("rocev2").cnp_frame_bytes(true, false), 82);
    assert_eq!(format("standard").cnp_frame_bytes(true, false), 64, "58, padded");
    for format in &BUILT_IN {
        assert!(
            format.frame_bytes(format.max_payload, format.taggable, format.optional_icrc)
                <= super::super::MAX_FRAME_BYTES
        );
        assert!(format.frame_bytes(1, false, false) >= MIN_FRAME_BYTES);
    }
}
