use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::insight::capture::{Capture as Recorder, Passed};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use pcap_file::DataLink;
use pcap_file::pcapng::PcapNgWriter;
use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::interface_description::{
    InterfaceDescriptionBlock, InterfaceDescriptionOption,
};

use super::run::time;
use super::simulate::Progress;
use crate::Outcome;
use crate::source::Source;

/// `fabric capture`.
#[derive(Args)]
pub struct Capture {
    #[command(flatten)]
    source: Source,
    /// The file to write: pcapng, an interface for each port, nanoseconds
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Only what passes this port, both ways (`s1.2`, `h1.0`); default: every
    /// frame as it leaves any port
    #[arg(long, value_name = "NODE.PORT")]
    port: Option<String>,
    /// How far to run; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
}

impl Capture {
    /// Simulates, and writes what passed.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(link.document.compile()?);
        let end = self.until.or(link.cursor.map(|cursor| cursor.time)).unwrap_or(spec.horizon);
        let port = self.port.as_deref().map(|name| find(&spec, name)).transpose()?;
        let named = |error: std::io::Error| format!("--output {}: {error}", self.output.display());
        let file = File::create(&self.output).map_err(named)?;
        let mut file = PcapNgWriter::new(BufWriter::new(file))?;
        for id in (0..spec.ports.len()).map(PortId::new) {
            file.write_pcapng_block(interface(&spec, id))?;
        }
        let mut world = World::new(spec);
        let (mut written, mut trouble) = (0u64, None);
        let mut recorder = Recorder::new(&world, port, |passed: Passed| {
            if trouble.is_none() {
                trouble = file.write_pcapng_block(packet(&passed)).err();
                written += 1;
            }
        });
        Progress::new(end).run(&mut world, end, &mut recorder)?;
        drop(recorder);
        if let Some(trouble) = trouble {
            return Err(format!("--output {}: {trouble}", self.output.display()).into());
        }
        file.into_inner().flush().map_err(named)?;
        writeln!(out, "{written} frames in {}", self.output.display())?;
        Ok(())
    }
}

fn find(spec: &Spec, name: &str) -> Result<PortId, String> {
    let ids = (0..spec.ports.len()).map(PortId::new);
    let found = ids.into_iter().find(|id| spec.port_name(*id) == name);
    found.ok_or_else(|| format!("there is no port \"{name}\"; ports are named as s1.2"))
}

fn interface(spec: &Spec, port: PortId) -> InterfaceDescriptionBlock<'static> {
    const NANOSECONDS: u8 = 9;
    const FCS_BYTES: u8 = 4;
    InterfaceDescriptionBlock {
        linktype: DataLink::ETHERNET,
        snaplen: 0,
        options: vec![
            InterfaceDescriptionOption::IfName(spec.port_name(port).into()),
            InterfaceDescriptionOption::IfTsResol(NANOSECONDS),
            InterfaceDescriptionOption::IfFcsLen(FCS_BYTES),
        ],
    }
}

fn packet(passed: &Passed) -> EnhancedPacketBlock<'_> {
    const INBOUND: u32 = 1;
    const OUTBOUND: u32 = 2;
    EnhancedPacketBlock {
        interface_id: passed.port.0,
        timestamp: Duration::from_nanos(passed.at.ps() / 1_000),
        original_len: u32::try_from(passed.bytes.len()).unwrap_or(u32::MAX),
        data: passed.bytes.as_slice().into(),
        options: vec![EnhancedPacketOption::Flags(if passed.outgoing { OUTBOUND } else { INBOUND })],
    }
}
