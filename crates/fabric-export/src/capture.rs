//! Captures as pcapng (draft-ietf-opsawg-pcapng).

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::insight::capture::{Passed, Wanted};
use fabric_sim::spec::{NodeKind, Operation, Spec};
use fabric_sim::wire::{group_ip, ip};
use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::interface_description::{
    InterfaceDescriptionBlock, InterfaceDescriptionOption,
};
use pcap_file::pcapng::blocks::name_resolution::{Ipv4Record, NameResolutionBlock, Record};
use pcap_file::pcapng::blocks::section_header::{SectionHeaderBlock, SectionHeaderOption};
use pcap_file::pcapng::{PcapNgBlock, PcapNgWriter};
use pcap_file::{DataLink, PcapError};

use crate::{Bounded, Unwritten};

/// Capture file that is being written: an interface for each port, times in nanoseconds.
pub struct CaptureFile<'a> {
    /// Writer of one block at a time.
    writer: PcapNgWriter<Vec<u8>>,
    out: Bounded<'a>,
    /// Bytes kept of each frame; `None` for all.
    snap: Option<u16>,
    frames: u64,
}

impl<'a> CaptureFile<'a> {
    /// Begins a file of the `wanted` frames of `world`: the section header, the interfaces, and the names
    /// of hosts and multicast groups. `snap`: bytes that are kept of each frame; `None`: all.
    ///
    /// # Errors
    /// If `out` takes no more.
    pub fn begin(
        world: &World,
        wanted: Wanted,
        snap: Option<u16>,
        out: Bounded<'a>,
    ) -> Result<Self, Unwritten> {
        let section = SectionHeaderBlock { options: section(wanted), ..SectionHeaderBlock::default() };
        let writer = PcapNgWriter::with_section_header(Vec::new(), section).map_err(failed)?;
        let mut file = Self { writer, out, snap, frames: 0 };
        file.pass_on()?;
        for port in (0..world.spec().ports.len()).map(PortId::new) {
            file.write(interface(world.spec(), port, snap))?;
        }
        file.write(names(world))?;
        Ok(file)
    }

    /// Writes a frame.
    ///
    /// # Errors
    /// If the limit is exceeded or the write fails.
    pub fn frame(&mut self, passed: &Passed) -> Result<(), Unwritten> {
        const INBOUND: u32 = 1;
        const OUTBOUND: u32 = 2;
        let kept = self.snap.map_or(passed.bytes.len(), |snap| passed.bytes.len().min(snap.into()));
        let comments = passed.comments.iter().map(|words| EnhancedPacketOption::Comment(words.into()));
        let flags = EnhancedPacketOption::Flags(if passed.is_outgoing { OUTBOUND } else { INBOUND });
        self.write(EnhancedPacketBlock {
            interface_id: passed.port.0,
            timestamp: Duration::from_nanos(passed.at.ps() / 1_000),
            original_len: u32::try_from(passed.bytes.len()).unwrap_or(u32::MAX),
            data: passed.bytes[..kept].into(),
            options: comments.chain([flags]).collect(),
        })?;
        self.frames += 1;
        Ok(())
    }

    /// Completes the file; the number of frames.
    ///
    /// # Errors
    /// If the write fails.
    pub fn finish(self) -> Result<u64, Unwritten> {
        self.out.finish().map(|()| self.frames)
    }

    fn write<'b>(&mut self, block: impl PcapNgBlock<'b>) -> Result<(), Unwritten> {
        self.writer.write_pcapng_block(block).map_err(failed)?;
        self.pass_on()
    }

    fn pass_on(&mut self) -> Result<(), Unwritten> {
        let block = self.writer.get_mut();
        self.out.write(block)?;
        block.clear();
        Ok(())
    }
}

fn failed(error: PcapError) -> Unwritten {
    Unwritten::Failed(io::Error::other(error))
}

/// Section header: the writing program, and the differences from a capture of a real port.
fn section(wanted: Wanted) -> Vec<SectionHeaderOption<'static>> {
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
    vec![
        SectionHeaderOption::Comment(comment.into()),
        SectionHeaderOption::Hardware("simulated".into()),
        SectionHeaderOption::UserApplication(
            concat!("Lossless Fabric Lab ", env!("CARGO_PKG_VERSION")).into(),
        ),
    ]
}

fn interface(spec: &Spec, port: PortId, snap: Option<u16>) -> InterfaceDescriptionBlock<'static> {
    const NANOSECONDS: u8 = 9;
    const FCS_BYTES: u8 = 4;
    let at = &spec.ports[port.index()];
    let description = format!("{}, link to {}", spec.port_name(port), spec.port_name(at.peer));
    InterfaceDescriptionBlock {
        linktype: DataLink::ETHERNET,
        snaplen: snap.map_or(0, u32::from),
        options: vec![
            InterfaceDescriptionOption::IfName(spec.port_name(port).into()),
            InterfaceDescriptionOption::IfDescription(description.into()),
            InterfaceDescriptionOption::IfSpeed(at.clock.rate().bps()),
            InterfaceDescriptionOption::IfTsResol(NANOSECONDS),
            InterfaceDescriptionOption::IfFcsLen(FCS_BYTES),
        ],
    }
}

/// Names of hosts, and of multicast groups by their flows.
fn names(world: &World) -> NameResolutionBlock<'static> {
    let record = |address: [u8; 4], name: &str| {
        Record::Ipv4(Ipv4Record {
            ip_addr: Cow::Owned(address.to_vec()),
            names: vec![Cow::Owned(name.to_owned())],
        })
    };
    let nodes = world.spec().nodes.iter().filter(|node| node.kind == NodeKind::Host);
    let hosts = nodes.map(|node| record(ip(node.ordinal), &node.name));
    let flows = (0u32..).zip(world.flow_specs());
    let groups = flows.filter(|(_, flow)| matches!(flow.operation, Operation::Multicast(_)));
    let groups = groups.map(|(number, flow)| record(group_ip(number), &flow.name));
    NameResolutionBlock { records: hosts.chain(groups).collect(), options: Vec::new() }
}
