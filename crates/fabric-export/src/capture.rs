//! Writer of captured frames as a pcapng file (draft-ietf-opsawg-pcapng). Start with
//! [`CaptureFile::begin`].

use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::insight::capture::{CaptureFilter, CapturedFrame};
use fabric_sim::spec::{Operation, Spec};
use fabric_sim::wire::{group_ip, ip};

use crate::blocks::{Block, COMMENT, INTERFACE, NAMES, PACKET, SECTION};
use crate::{Bounded, Unwritten};

/// Capture file under construction. Each port is an interface, whose number is that of the port. Times are
/// rounded down to nanoseconds.
pub struct CaptureFile<'a> {
    out: Bounded<'a>,
    /// Greatest number of bytes that the file keeps of each frame; `None`: all bytes.
    snap: Option<u16>,
    /// Number of frames written so far.
    frames: u64,
}

impl<'a> CaptureFile<'a> {
    /// Begins a file. Writes the section header, the interfaces, and the names of hosts and multicast groups.
    /// `wanted` is only described in the header; frames are not filtered. `snap` is the greatest number of
    /// bytes that the file keeps of each frame; `None`: all bytes.
    ///
    /// # Errors
    /// If the limit of `out` is exceeded or a write fails.
    pub fn begin(
        world: &World,
        wanted: CaptureFilter,
        snap: Option<u16>,
        out: Bounded<'a>,
    ) -> Result<Self, Unwritten> {
        let mut file = Self { out, snap, frames: 0 };
        file.out.write(&section(wanted))?;
        for port in (0..world.spec().ports.len()).map(PortId::new) {
            file.out.write(&interface(world.spec(), port, snap))?;
        }
        file.out.write(&names(world))?;
        Ok(file)
    }

    /// Writes a frame with its comments and its direction (inbound or outbound). Frames stay in the order of
    /// the calls.
    ///
    /// # Errors
    /// If the limit is exceeded or the write fails.
    pub fn frame(&mut self, passed: &CapturedFrame) -> Result<(), Unwritten> {
        const FLAGS: u16 = 2;
        const INBOUND: u32 = 1;
        const OUTBOUND: u32 = 2;
        let captured = self.snap.map_or(passed.bytes.len(), |snap| passed.bytes.len().min(snap.into()));
        let length = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes();
        // The time is in nanoseconds: the upper 32 bits, then the lower 32 bits.
        let at = (passed.at.ps() / 1_000).rotate_left(32).to_le_bytes();
        let mut block = Block::new(PACKET)
            .field(&passed.port.0.to_le_bytes())
            .field(&at)
            .field(&length(captured))
            .field(&length(passed.bytes.len()))
            .padded(&passed.bytes[..captured]);
        for words in &passed.comments {
            block = block.option(COMMENT, words.as_bytes());
        }
        let flags = if passed.is_outgoing { OUTBOUND } else { INBOUND };
        self.out.write(&block.option(FLAGS, &flags.to_le_bytes()).finish())?;
        self.frames += 1;
        Ok(())
    }

    /// Completes the file. Returns the number of frames written.
    ///
    /// # Errors
    /// If the write fails.
    pub fn finish(self) -> Result<u64, Unwritten> {
        self.out.finish().map(|()| self.frames)
    }
}

/// Section header block. The comment of the block says how the file differs from a capture at a real port.
fn section(wanted: CaptureFilter) -> Vec<u8> {
    const HARDWARE: u16 = 2;
    const APPLICATION: u16 = 4;
    let of_ports = match wanted.port {
        Some(_) => "Both directions of one port.",
        None => {
            "All ports: a frame is here once for each link that it crosses, as it leaves a port, and where it is dropped, as it came in."
        }
    };
    let as_rocev2 = if wanted.as_rocev2 {
        " Frames with an IP header are written as RoCEv2, whatever their format in the run."
    } else {
        ""
    };
    let comment = format!(
        "Simulated frames. {of_ports} Outgoing frames have the time of their first bit, incoming frames that of their last bit. RETH, AETH and DETH take the place of payload, so that lengths are those of the run.{as_rocev2} Credit updates have no form on Ethernet and are left out."
    );
    Block::new(SECTION)
        .field(&0x1A2B_3C4D_u32.to_le_bytes())
        // Version 1.0, and a section of unknown length.
        .field(&[1, 0, 0, 0])
        .field(&u64::MAX.to_le_bytes())
        .option(COMMENT, comment.as_bytes())
        .option(HARDWARE, b"simulated")
        .option(APPLICATION, concat!("Lossless Fabric Lab ", env!("CARGO_PKG_VERSION")).as_bytes())
        .finish()
}

fn interface(spec: &Spec, port: PortId, snap: Option<u16>) -> Vec<u8> {
    const ETHERNET: u32 = 1;
    const NAME: u16 = 2;
    const DESCRIPTION: u16 = 3;
    const SPEED: u16 = 8;
    const RESOLUTION: u16 = 9;
    const FCS_LENGTH: u16 = 13;
    const NANOSECONDS: u8 = 9;
    const FCS_BYTES: u8 = 4;
    let at = &spec.ports[port.index()];
    let description = format!("{}, link to {}", spec.port_name(port), spec.port_name(at.peer));
    Block::new(INTERFACE)
        .field(&ETHERNET.to_le_bytes())
        .field(&snap.map_or(0, u32::from).to_le_bytes())
        .option(NAME, spec.port_name(port).as_bytes())
        .option(DESCRIPTION, description.as_bytes())
        .option(SPEED, &at.clock.rate().bps().to_le_bytes())
        .option(RESOLUTION, &[NANOSECONDS])
        .option(FCS_LENGTH, &[FCS_BYTES])
        .finish()
}

/// Name resolution block: IP addresses of hosts with their names, and of multicast groups with the names of
/// their flows.
fn names(world: &World) -> Vec<u8> {
    const IPV4: u16 = 1;
    let record = |block: Block, address: [u8; 4], name: &str| {
        // A zero byte ends the name.
        let value: Vec<u8> = address.into_iter().chain(name.bytes()).chain([0]).collect();
        block.record(IPV4, &value)
    };
    let mut block = Block::new(NAMES);
    for node in &world.spec().nodes {
        let Some(host) = node.host() else { continue };
        block = record(block, ip(host), &node.name);
    }
    for (number, flow) in (0u32..).zip(world.flow_specs()) {
        if matches!(flow.operation, Operation::Multicast(_)) {
            block = record(block, group_ip(number), &flow.name);
        }
    }
    // An empty record ends the records.
    block.field(&[0; 4]).finish()
}
