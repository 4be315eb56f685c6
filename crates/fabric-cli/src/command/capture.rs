use std::cell::RefCell;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::insight::capture::{Capture as Recorder, Passed};
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};
use pcap_file::DataLink;
use pcap_file::pcapng::blocks::enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption};
use pcap_file::pcapng::blocks::interface_description::{
    InterfaceDescriptionBlock, InterfaceDescriptionOption,
};
use pcap_file::pcapng::{PcapNgBlock, PcapNgWriter};

use super::run::time;
use super::simulate::{Limit, Progress};
use crate::Outcome;
use crate::output::{OutputFile, shown};
use crate::source::Source;

/// `fabric capture`.
#[derive(Args)]
pub struct Capture {
    #[command(flatten)]
    source: Source,
    /// The file to write, or `-` for standard output: pcapng, an interface for
    /// each port, nanoseconds. A file that exists is replaced at the end of a
    /// run that succeeds
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Only what passes this port, both ways (`s1.2`, `h1.0`); default: every
    /// frame as it leaves any port
    #[arg(long, value_name = "NODE.PORT")]
    port: Option<String>,
    /// How far to run; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
    /// The most to write; a run that has more is refused with status 2 and
    /// leaves no file. A pipe or device has the frames up to there
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    max_size: Bytes,
    #[command(flatten)]
    limit: Limit,
}

impl Capture {
    /// Simulates, and writes what passed.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(link.document.compile()?);
        let is_of_link = self.until.is_none() && link.cursor.is_some();
        let end = self.until.or(link.cursor.map(|cursor| cursor.time)).unwrap_or(spec.horizon);
        let port = self.port.as_deref().map(|name| find(&spec, name)).transpose()?;
        let simulate = |out: &mut dyn Write| {
            let mut world = World::new(Arc::clone(&spec));
            let progress = Progress::new(end).at_most(self.limit.most(is_of_link));
            self.write(&mut world, &progress, end, port, out)
        };
        if self.output.as_os_str() == "-" {
            if io::stdout().is_terminal() {
                return Err(
                    "--output -: a capture is no text for a terminal; name a file, or write to a pipe".into(),
                );
            }
            simulate(&mut *out)?;
            return Ok(());
        }
        let path = shown(&self.output);
        let file = OutputFile::create(&self.output, self.source.file().as_slice());
        let mut file = file.map_err(|why| format!("--output {path}: {why}"))?;
        let frames = simulate(&mut file)?;
        file.finish().map_err(|error| self.unwritten(error))?;
        writeln!(out, "{frames} frames in {path}")?;
        Ok(())
    }

    /// Runs `world` to `end`, or to the first frame that cannot be written, and writes what passes;
    /// the number of frames.
    fn write(
        &self,
        world: &mut World,
        progress: &Progress,
        end: Time,
        port: Option<PortId>,
        out: &mut dyn Write,
    ) -> Result<u64, Box<dyn Error>> {
        let mut file =
            Blocks { writer: PcapNgWriter::new(Vec::new())?, written: 0, most: self.max_size.get(), out };
        let mut start = Ok(());
        for id in (0..world.spec().ports.len()).map(PortId::new) {
            start = start.and_then(|()| file.write(interface(world.spec(), id)));
        }
        let (mut frames, mut last, outcome) = (0u64, Time::ZERO, RefCell::new(start));
        let mut recorder = Recorder::new(world, port, |passed: Passed| {
            let mut outcome = outcome.borrow_mut();
            if outcome.is_ok() {
                *outcome = file.write(packet(&passed));
                frames += 1;
                last = passed.at;
            }
        });
        let ran = progress.run_while(world, end, &mut recorder, || outcome.borrow().is_ok());
        drop(recorder);
        match outcome.into_inner().and_then(|()| Ok(file.out.flush()?)) {
            Ok(()) => Ok(ran.map(|()| frames)?),
            Err(Unwritten::TooLarge) => Err(format!(
                "--max-size: the capture is larger than {} at {last} of {end}; allow more, or capture less by --port or --until",
                self.max_size
            )
            .into()),
            Err(Unwritten::Failed(error)) => Err(self.unwritten(error)),
        }
    }

    /// A failed write in words, but for a pipe that nobody reads any longer.
    fn unwritten(&self, error: io::Error) -> Box<dyn Error> {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return error.into();
        }
        format!("--output {}: cannot be written: {error}", shown(&self.output)).into()
    }
}

/// Why a block was not written.
enum Unwritten {
    /// The file would be larger than allowed.
    TooLarge,
    Failed(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// The blocks of a file, each written whole or not at all.
struct Blocks<'a> {
    /// Holds one block at a time.
    writer: PcapNgWriter<Vec<u8>>,
    /// In bytes.
    written: u64,
    /// In bytes.
    most: u64,
    out: &'a mut dyn Write,
}

impl Blocks<'_> {
    fn write<'b>(&mut self, block: impl PcapNgBlock<'b>) -> Result<(), Unwritten> {
        self.writer.write_pcapng_block(block).map_err(io::Error::other)?;
        let block = self.writer.get_mut();
        self.written += block.len() as u64;
        if self.written > self.most {
            return Err(Unwritten::TooLarge);
        }
        self.out.write_all(block)?;
        block.clear();
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
