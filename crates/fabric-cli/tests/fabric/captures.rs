//! Tests of captures, which a library reads back, and tshark if it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::name_resolution::Record;
use pcap_file::pcapng::{Block, PcapNgReader};
use serde_json::Value;

use super::files::Folder;
use super::{fabric, json, refused, stdout_of, text};

/// Action that makes the cable at `s1.3` corrupt 5 % of the frames in one direction.
const SPOIL: &str = r#"at=1us:{"lossy":{"link":"s1.3","ways":"out","corrupt":"5%"}}"#;

/// Contents of a capture file.
#[derive(Default)]
struct Read {
    ports: Vec<String>,
    frames: Vec<EnhancedPacketBlock<'static>>,
    names: Vec<(Vec<u8>, String)>,
}

impl Read {
    /// Frames at a port in which the bytes from byte 12 on, without the 802.1Q tag, begin with `start`.
    fn of_type<'a>(
        &'a self,
        port: &str,
        start: &'a [u8],
    ) -> impl Iterator<Item = &'a EnhancedPacketBlock<'static>> {
        let id = self.ports.iter().position(|name| name == port).unwrap();
        let bare = |frame: &EnhancedPacketBlock<'_>| {
            if frame.data[12..14] == [0x81, 0x00] {
                frame.data[16..].to_vec()
            } else {
                frame.data[12..].to_vec()
            }
        };
        self.frames
            .iter()
            .filter(move |frame| frame.interface_id as usize == id && bare(frame).starts_with(start))
    }
}

fn captured(arguments: &[&str]) -> Vec<u8> {
    let output = fabric(&[&["capture"], arguments, &["-o", "-"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output.stdout
}

fn read(bytes: &[u8]) -> Read {
    let mut reader = PcapNgReader::new(bytes).unwrap();
    let mut read = Read::default();
    while let Some(block) = reader.next_block() {
        match block.unwrap() {
            Block::InterfaceDescription(port) => {
                let options = format!("{:?}", port.options);
                let name = options.split("IfName(\"").nth(1).and_then(|rest| rest.split('"').next());
                read.ports.push(name.unwrap().to_owned());
            }
            Block::EnhancedPacket(frame) => read.frames.push(frame.into_owned()),
            Block::NameResolution(block) => {
                for record in block.records {
                    if let Record::Ipv4(record) = record {
                        read.names.push((record.ip_addr.to_vec(), record.names[0].to_string()));
                    }
                }
            }
            _ => {}
        }
    }
    read
}

fn comment(frame: &EnhancedPacketBlock<'_>) -> String {
    let comments = frame.options.iter().filter_map(|option| match option {
        EnhancedPacketOption::Comment(words) => Some(words.as_ref()),
        _ => None,
    });
    comments.collect::<Vec<_>>().join("\n")
}

/// Whether the FCS of a frame is right: the checksum has the residue of IEEE 802.3, clause 3.2.9.
fn is_whole(frame: &[u8]) -> bool {
    let mut crc = u32::MAX;
    for byte in frame {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc == 0x2144_DF1C
}

fn sum(report: &Value, field: &str) -> u64 {
    report["flows"].as_array().unwrap().iter().map(|flow| flow[field].as_u64().unwrap()).sum()
}

#[test]
fn names_are_resolved_and_frames_are_in_order() {
    let read = read(&captured(&["preset:pause", "--until", "20us"]));
    assert_eq!(read.names[..2], [(vec![10, 0, 0, 1], "h1".to_owned()), (vec![10, 0, 0, 2], "h2".to_owned())]);
    assert_eq!(read.ports, ["h1.0", "h2.0", "h3.0", "s1.0", "s1.1", "s1.2"]);
    assert!(read.frames.windows(2).all(|pair| pair[0].timestamp <= pair[1].timestamp));
    assert!(read.frames.iter().all(|frame| is_whole(&frame.data)));
    assert!(read.of_type("s1.0", &[0x88, 0x08, 1, 1]).count() > 0, "pauses");
}

/// Opcodes of `InfiniBand` (table 38, and annex A17.9.3): 129 is a CNP, 6 is the first and 7 a middle frame
/// of a write.
#[test]
fn as_rocev2_cnps_are_cnps_and_writes_are_writes() {
    let arguments = ["preset:dcqcn-on", "--until", "200us"];
    let cnps = sum(&json(&[&["run"], &arguments[..], &["--json"]].concat()), "cnp_sent");
    let read = read(&captured(&[&arguments[..], &["--as", "rocev2", "--port", "r.0"]].concat()));
    let opcode = |frame: &EnhancedPacketBlock<'_>| frame.data[46];
    let sent: Vec<_> = read.of_type("r.0", &[0x08, 0x00]).filter(|frame| opcode(frame) == 129).collect();
    assert_eq!(sent.len() as u64, cnps);
    assert!(sent.iter().all(|frame| comment(frame).contains("CNP: a frame of h") && is_whole(&frame.data)));
    let firsts = read.of_type("r.0", &[0x08, 0x00]).filter(|frame| opcode(frame) == 6).count();
    assert_eq!(firsts, 8, "each flow begins one write");
    let plain = captured(&[&arguments[..], &["--port", "r.0"]].concat());
    let long = |frames: &[EnhancedPacketBlock<'_>]| {
        frames
            .iter()
            .filter(|frame| frame.original_len > 100)
            .map(|frame| frame.original_len)
            .collect::<Vec<_>>()
    };
    assert_eq!(long(&self::read(&plain).frames), long(&read.frames), "data is as long as in the run");
}

/// The length in the RETH of the first frame of a write must be the sum of the payloads up to its last frame.
/// The payloads are calculated from the lengths of the IP datagrams, as an analyser does.
#[test]
fn a_write_announces_the_bytes_that_it_carries() {
    let write =
        r#"at=1us:{"flow":{"name":"w","from":"h2","to":"h1","format":"rocev2","frame":1001,"size":40000}}"#;
    for arguments in [&["--as", "rocev2", "--port", "h2.0"][..], &["--set", write, "--port", "h2.0"]] {
        let read = read(&captured(&[&["preset:incast", "--until", "400us"], arguments].concat()));
        let (mut announced, mut carried, mut complete) = (0, 0, 0);
        for frame in read.of_type("h2.0", &[0x08, 0x00]) {
            // An Ethernet header has 14 B, and 4 B more with a tag.
            let ip = if frame.data[12..14] == [0x81, 0] { 18 } else { 14 };
            // IPv4 has 20 B, UDP 8 B, BTH 12 B, RETH 16 B, ICRC 4 B.
            let bth = ip + 28;
            let length = usize::from(u16::from_be_bytes([frame.data[ip + 2], frame.data[ip + 3]]));
            let opcode = frame.data[bth];
            let port = &frame.data[ip + 22..ip + 24];
            if port != 4791_u16.to_be_bytes() || !(6..=10).contains(&opcode) {
                continue;
            }
            assert_eq!((frame.data[bth + 1] & 0x30, length % 4), (0, 0), "whole words, without pad");
            let is_first = matches!(opcode, 6 | 10);
            if is_first {
                announced = u32::from_be_bytes(frame.data[bth + 24..bth + 28].try_into().unwrap());
                carried = 0;
            }
            carried += length - 20 - 8 - 12 - 4 - if is_first { 16 } else { 0 };
            if matches!(opcode, 8 | 10) {
                assert_eq!(carried, usize::try_from(announced).unwrap());
                complete += 1;
            }
        }
        assert!(complete > 0, "{arguments:?}");
    }
}

#[test]
fn corrupt_frames_have_a_wrong_fcs_and_a_comment_on_their_drop() {
    let arguments = ["preset:scene-c", "--set", SPOIL, "--until", "200us"];
    let report = json(&[&["run"], &arguments[..], &["--json"]].concat());
    let ports = report["ports"].as_array().unwrap().iter();
    let corrupt: u64 = ports.filter_map(|port| port["drops"]["corrupt"].as_u64()).sum();
    for only in [&["--port", "s2.0"][..], &[]] {
        let read = read(&captured(&[&arguments[..], only].concat()));
        let wrong: Vec<_> = read.frames.iter().filter(|frame| !is_whole(&frame.data)).collect();
        assert!(corrupt > 0 && wrong.len() as u64 == corrupt, "{corrupt} {}", wrong.len());
        assert!(wrong.iter().all(|frame| comment(frame).contains("dropped here: corrupt")));
    }
}

#[test]
fn multicasts_go_to_their_group_and_a_nic_has_one_address() {
    let read = read(&captured(&["preset:mixed-types", "--as", "rocev2", "--until", "100us"]));
    let groups = read.frames.iter().filter(|frame| frame.data[..3] == [0x01, 0x00, 0x5E]);
    let groups: Vec<_> = groups.collect();
    assert!(!groups.is_empty() && groups.iter().all(|frame| frame.data[34] == 239 && frame.data[46] == 0x64));
    assert!(read.names.iter().any(|(address, name)| address[0] == 239 && name.contains("multicast")));
    let slow = self::read(&captured(&["preset:slow-receiver", "--until", "200us"]));
    let sources: Vec<_> = slow.of_type("slow.0", &[0x88, 0x08]).map(|frame| &frame.data[6..12]).collect();
    assert!(!sources.is_empty() && sources.iter().all(|source| *source == [2, 0, 0, 0, 0, 2]));
    assert!(slow.of_type("s2.1", &[0x08, 0x00]).all(|frame| frame.data[..6] == [2, 0, 0, 0, 0, 2]));
}

#[test]
fn a_snap_length_cuts_each_frame_after_its_first_bytes() {
    let arguments = ["preset:pause", "--until", "20us"];
    let whole = read(&captured(&arguments));
    let truncated = read(&captured(&[&arguments[..], &["--snap", "64"]].concat()));
    assert_eq!(whole.frames.len(), truncated.frames.len());
    for (whole, truncated) in whole.frames.iter().zip(&truncated.frames) {
        assert_eq!(whole.original_len, truncated.original_len);
        assert!(truncated.data.len() == 64 && whole.data.starts_with(&truncated.data));
    }
    let refused = refused(&["capture", "preset:pause", "-o", "x.pcapng", "--snap", "63"], "");
    assert!(refused.contains("must be a whole number from 64 to 9238"), "{refused}");
}

#[test]
fn standard_output_has_the_contents_of_the_file() {
    let folder = Folder::new("stdout");
    let path = folder.path("pause.pcapng");
    stdout_of(&["capture", "preset:pause", "--until", "20us", "-o", &path]);
    assert_eq!(std::fs::read(&path).unwrap(), captured(&["preset:pause", "--until", "20us"]));
}

/// Without tshark, the test prints a message and checks nothing.
#[test]
fn tshark_finds_nothing_malformed() {
    if Command::new("tshark").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: tshark is not installed, so no capture was read by it");
        return;
    }
    let wrong =
        "_ws.malformed || eth.fcs.status==0 || ip.checksum.status==0 || _ws.expert.severity >= 4194304";
    for preset in
        ["preset:incast", "preset:scene-c", "preset:mixed-types", "preset:request-response", "preset:cbfc"]
    {
        for format in [&[][..], &["--as", "rocev2"]] {
            let bytes = captured(&[&[preset, "--until", "100us"], format].concat());
            assert!(read(&bytes).frames.len() > 100, "{preset}");
            assert_eq!(tshark(&bytes, wrong), "", "{preset} {format:?}");
        }
    }
    let spoilt = captured(&["preset:scene-c", "--set", SPOIL, "--until", "200us"]);
    let found = tshark(&spoilt, "eth.fcs.status==0").lines().count();
    assert!(found > 0 && found == read(&spoilt).frames.iter().filter(|frame| !is_whole(&frame.data)).count());
}

/// Lines that tshark prints for `capture` with a display filter. FCS and checksums are checked.
fn tshark(capture: &[u8], filter: &str) -> String {
    let mut child = Command::new("tshark")
        .args(["-r", "-", "-o", "eth.check_fcs:TRUE", "-o", "ip.check_checksum:TRUE", "-Y", filter])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let capture = capture.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&capture));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    writer.join().unwrap().unwrap();
    text(&output.stdout).to_owned()
}

/// A frame with an 802.3x pause has opcode 0x0001 and one pause time for the whole link (IEEE 802.3, annex
/// 31B).
#[test]
fn pauses_of_a_link_are_mac_control_frames_with_opcode_1() {
    let arguments = ["preset:pause", "--until", "20us", "--set", "link_pause=on", "--set", "link_xoff=4k"];
    let read = read(&captured(&arguments));
    let pauses: Vec<_> = read.of_type("s1.0", &[0x88, 0x08, 0, 1]).collect();
    assert!(!pauses.is_empty() && read.of_type("s1.0", &[0x88, 0x08, 1, 1]).count() == 0);
    for pause in pauses {
        assert!(pause.original_len == 64 && is_whole(&pause.data));
        let times = [[0xFF, 0xFF], [0, 0]];
        assert!(times.iter().any(|time| pause.data[16..18] == time[..]), "{:?}", &pause.data[..20]);
        assert!(pause.data[18..60].iter().all(|byte| *byte == 0));
    }
}
