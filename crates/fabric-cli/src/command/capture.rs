//! Command `fabric capture`: writes the frames of a run, or the frames at one port, as pcapng. Start with
//! [`Capture::run`].
//!
//! Frames are in the order of events. A capture above the size limit fails and leaves no file. The command
//! succeeds if the reader closes the pipe.

use std::cell::RefCell;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fabric_export::{Bounded, CaptureFile, Unwritten};
use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::insight::capture::{Capture as Recorder, CaptureFilter, CapturedFrame};
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};

use super::run::time;
use super::simulate::{Limit, Progress};
use crate::Outcome;
use crate::output::{OutputFile, shown, unwritable};
use crate::source::Source;

/// Arguments of `fabric capture`.
#[derive(Args)]
pub struct Capture {
    #[command(flatten)]
    source: Source,
    /// File to write, or `-` for standard output. Its format is pcapng with an interface for each port and
    /// times in nanoseconds. An existing file is replaced only after a successful run
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write only frames that pass this port, in both directions (`s1.2`, `h1.0`) [default: every frame, each
    /// time it leaves a port]
    #[arg(long, value_name = "NODE.PORT")]
    port: Option<String>,
    /// Time at which the run ends [default: the time that the link names, or the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    /// Largest size of the file. A larger capture fails with status 2 and leaves no file; a pipe or device
    /// receives the frames up to the limit
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    max_size: Bytes,
    /// Write all frames with an IP header in this format, even if a frame has another format in the run. Acks
    /// and CNPs that are too short for the format become longer, with a comment
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<Format>,
    /// Keep the first N bytes of each frame, 64 to 9238 [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(64..=9_238))]
    snap: Option<u16>,
    #[command(flatten)]
    limit: Limit,
}

/// Format in which frames are written.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// RoCEv2, with the opcodes, numbers and headers of `InfiniBand`'s transport
    Rocev2,
}

impl Capture {
    /// Runs the document and writes the frames that pass the chosen port, or all frames. With `--output -`
    /// the file is written to `out`, otherwise a line with the number of frames. The run ends after all
    /// events of its end time; the event number of a link is ignored. After an error, an existing file stays
    /// unchanged.
    ///
    /// # Errors
    /// If the document is invalid, there is no such port, or standard output is a terminal. Also if the limit
    /// of events or of the size is exceeded, or the file cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
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

    /// Runs `world` to `end` and writes the frames that pass `port`, or pass any port if `port` is `None`.
    /// Returns the number of written frames.
    ///
    /// # Errors
    /// If a frame cannot be written or exceeds the size limit; the run then stops within milliseconds. Also
    /// if the run exceeds its limit of events, after the frames up to then have been written.
    fn write(
        &self,
        world: &mut World,
        progress: &Progress,
        end: Time,
        port: Option<PortId>,
        out: &mut dyn Write,
    ) -> Result<u64, Box<dyn Error>> {
        let wanted = CaptureFilter { port, as_rocev2: self.format.is_some() };
        let out = Bounded::new(out, self.max_size.get());
        let mut file = match CaptureFile::begin(world, wanted, self.snap, out) {
            Ok(file) => file,
            Err(why) => return Err(self.stopped(why, Time::ZERO, end)),
        };
        let (mut last, outcome) = (Time::ZERO, RefCell::new(Ok(())));
        let mut recorder = Recorder::new(world, wanted, |passed: CapturedFrame| {
            let mut outcome = outcome.borrow_mut();
            if outcome.is_ok() {
                *outcome = file.frame(&passed);
                last = passed.at;
            }
        });
        let ran = progress.run_while(world, end, &mut recorder, || outcome.borrow().is_ok());
        recorder.finish();
        match outcome.into_inner().and_then(|()| file.finish()) {
            Ok(frames) => Ok(ran.map(|()| frames)?),
            Err(why) => Err(self.stopped(why, last, end)),
        }
    }

    /// Error message for a run to `end` that stopped at the time `last`, because the next frame could not
    /// be written. `why` is the cause.
    fn stopped(&self, why: Unwritten, last: Time, end: Time) -> Box<dyn Error> {
        match why {
            Unwritten::TooLarge => format!(
                "--max-size: the capture is larger than {} at {last} of {end}; allow more, or capture less by --port, --until or --snap",
                self.max_size
            )
            .into(),
            Unwritten::Failed(error) => self.unwritten(error),
        }
    }

    /// Error message for a failed write. If the reader has closed the pipe, returns `error` unchanged,
    /// because the command then succeeds.
    fn unwritten(&self, error: io::Error) -> Box<dyn Error> {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return error.into();
        }
        format!("--output {}: {}", shown(&self.output), unwritable(&error)).into()
    }
}

/// Port with this name, such as `s1.2`.
///
/// # Errors
/// If no port has exactly this name.
fn find(spec: &Spec, name: &str) -> Result<PortId, String> {
    let ids = (0..spec.ports.len()).map(PortId::new);
    let found = ids.into_iter().find(|id| spec.port_name(*id) == name);
    found.ok_or_else(|| {
        format!("--port: there is no port \"{name}\"; name it as node and number, such as s1.2")
    })
}
