//! `fabric`: the command line of Lossless Fabric Lab.
//!
//! A result goes to standard output, what went wrong to standard error, with
//! exit status 2. Each subcommand is a file of [`command`].

mod command;
mod source;
mod summary;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use peak_alloc::PeakAlloc;

/// Counts what is allocated, for `fabric bench`. The event loop allocates
/// nothing, so it costs the loop nothing.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A subcommand's result: nothing, or what went wrong in a sentence.
type Outcome = Result<(), Box<dyn Error>>;

/// Lossless Ethernet, packet by packet: PFC, ETS, ECN.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = Arguments::parse().command.run(&mut out).and_then(|()| Ok(out.flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read from us has had enough.
        Err(error) if closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nothing left to say it to if this fails too.
            let _ = writeln!(io::stderr(), "fabric: {error}");
            ExitCode::from(2)
        }
    }
}

fn closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let kind = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(kind)
        || error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
            == Some(io::ErrorKind::BrokenPipe)
}
