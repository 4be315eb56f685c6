//! Import of the transport of hosts: payload, acks, retransmission and the window. Start with [`write`].
//!
//! Rule: frames have the headers of `custom-header.cc`; acks and go-back-N are those of `rdma-hw.cc`.
//! Fallback: without `PACKET_PAYLOAD_SIZE` the payload is 1000 B; without `HAS_WIN` there is no window;
//! without `L2_ACK_INTERVAL` each frame is acknowledged.
//! Left out: a window for each flow (`GLOBAL_T` 0), and a window that follows the rate (`VAR_WIN`). Without a
//! window, `GLOBAL_T` and `VAR_WIN` have no effect.

use fabric_sim::document::FrameFormat;
use fabric_sim::document::Whole;

use super::config::Config;
use crate::checked::Params;
use crate::finding::{FilePlace, Findings, Refusal};

/// Keys of `config.txt` for the transport of hosts.
pub(super) const KEYS: [&str; 7] = [
    "PACKET_PAYLOAD_SIZE",
    "L2_ACK_INTERVAL",
    "L2_BACK_TO_ZERO",
    "ACK_HIGH_PRIO",
    "HAS_WIN",
    "GLOBAL_T",
    "VAR_WIN",
];

/// Payload of a frame in bytes if `config.txt` has no `PACKET_PAYLOAD_SIZE` (`third.cc`).
const PAYLOAD: u16 = 1_000;

/// Greatest payload of a frame in bytes. A frame with this payload and all headers is the longest frame that
/// a document allows.
const MAX_PAYLOAD: u64 = 9_168;

/// Name of the frame format that all flows have.
pub(super) const FORMAT: &str = "hpcc";

/// Settings of the transport that later steps of the import need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transport {
    /// Payload of a frame, in bytes.
    pub payload: u16,
    /// Whether the bytes in flight of a flow are limited by a window.
    pub has_window: bool,
}

/// Frame format with the 48 B of headers that `fct.txt` counts: Ethernet 14, IPv4 20, UDP 8, sequence number
/// and group 6 (`custom-header.cc`). The last 4 B are the FCS of the format. Always `Some`: `None` would need
/// a length of 0.
pub(super) fn format() -> Option<FrameFormat> {
    Some(FrameFormat {
        name: FORMAT.to_owned(),
        header: Whole::new(44)?,
        trailer: Whole::new(4)?,
        max_payload: None,
        tag: false,
        ip: true,
        reliable: true,
    })
}

/// Writes the parameters of acks and retransmission into `params`. `L2_ACK_INTERVAL` in bytes becomes a
/// number of frames, rounded up, from 1 to 65 535. Returns the settings that later steps need.
/// `L2_BACK_TO_ZERO` 1 selects go-back-0 in place of go-back-N. Acks have priority 0 if `ACK_HIGH_PRIO` is
/// on, else 3.
///
/// # Errors
/// If a number is malformed, or the payload is not from 16 B to [`MAX_PAYLOAD`].
pub(super) fn write(
    config: &Config<'_>,
    params: &mut Params,
    findings: &mut Findings,
) -> Result<Transport, Refusal> {
    let key = "PACKET_PAYLOAD_SIZE";
    let payload = match config.one(key)? {
        Some(word) => {
            findings.taken(config.place(key), "the payload of each frame");
            u16::try_from(word.whole(key, 16..=MAX_PAYLOAD)?).unwrap_or(PAYLOAD)
        }
        None => PAYLOAD,
    };
    let back_to_zero = config.is_on("L2_BACK_TO_ZERO")? == Some(true);
    params.set(
        "reliability",
        if back_to_zero { "go_back_0" } else { "go_back_n" },
        &config.line("L2_BACK_TO_ZERO"),
    );
    // In `rdma-hw.cc` only a NAK starts go-back-N. This timeout is so long that it has no effect.
    params.set("ack_timeout", "10s", &FilePlace::default());
    let interval = config.one("L2_ACK_INTERVAL")?;
    let interval = interval.map(|word| word.whole("L2_ACK_INTERVAL", 0..=1_000_000_000)).transpose()?;
    let every = interval.unwrap_or(1).div_ceil(payload.into()).clamp(1, 65_535);
    params.set("ack_every", every, &config.line("L2_ACK_INTERVAL"));
    let is_high = config.is_on("ACK_HIGH_PRIO")? == Some(true);
    // `RdmaEgressQueue::ack_q_idx` of third.cc.
    params.set("ack_priority", if is_high { 0 } else { 3 }, &config.line("ACK_HIGH_PRIO"));
    let taken = [
        ("L2_BACK_TO_ZERO", "reliability".to_owned()),
        ("L2_ACK_INTERVAL", format!("ack_every {every}")),
        ("ACK_HIGH_PRIO", "ack_priority".to_owned()),
    ];
    for (key, reason) in taken {
        if config.values(key).is_some() {
            findings.taken(config.place(key), reason);
        }
    }
    let has_window = config.is_on("HAS_WIN")?.unwrap_or(false);
    report_window(config, has_window, findings)?;
    Ok(Transport { payload, has_window })
}

/// Reports the keys of `config.txt` that select the window of flows (the limit on bytes in flight).
fn report_window(config: &Config<'_>, has_window: bool, findings: &mut Findings) -> Result<(), Refusal> {
    if !has_window && config.values("HAS_WIN").is_some() {
        findings.taken(config.place("HAS_WIN"), "flows have no window: send_window = 65535");
    }
    for key in ["VAR_WIN", "GLOBAL_T"] {
        let place = config.place(key);
        match (key, config.is_on(key)?) {
            (_, None) => {}
            _ if !has_window => findings.not_modelled(place, "HAS_WIN is 0 or absent: flows have no window"),
            ("VAR_WIN", Some(true)) => {
                findings.not_modelled(place, "a window does not follow the rate of its flow");
            }
            ("VAR_WIN", Some(false)) => {
                findings.taken(place, "a window does not follow the rate of its flow");
            }
            (_, Some(true)) => findings.taken(place, "every flow has the window of the longest path"),
            (_, Some(false)) => findings.changed(place, "every flow has the window of the longest path"),
        }
    }
    Ok(())
}

/// Sets the window of all flows, in frames. `bytes` is the largest bandwidth-delay product; the product is
/// rounded up to whole frames, from 1 to 65 535. Without a window, the parameter is 65 535.
pub(super) fn write_window(
    config: &Config<'_>,
    transport: Transport,
    bytes: u64,
    params: &mut Params,
    findings: &mut Findings,
) {
    // A sender starts a frame while its bytes in flight are below the window, so the last frame may exceed
    // the window.
    let frames =
        if transport.has_window { bytes.div_ceil(transport.payload.into()).clamp(1, 65_535) } else { 65_535 };
    params.set("send_window", frames, &config.line("HAS_WIN"));
    if transport.has_window {
        findings.taken(config.place("HAS_WIN"), format!("send_window {frames}: {bytes} B in frames"));
    }
}
