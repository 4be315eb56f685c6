//! Command line of `cargo xtask`: parses the arguments and runs the command. Start with [`main`].

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

use crate::tools::{Tool, Toolbox};
use crate::{bench_web, bless, disk, dist, fuzz, node_package, package, serve, size, suites};

#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Builds, serves and tests the page; installs what that takes"
)]
struct Cli {
    #[command(subcommand)]
    command: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Build the page, serve it, open a browser on it, and build it again after each edit
    Serve {
        /// Port of the server [default: 8080, or a free port if 8080 is in use]
        #[arg(long)]
        port: Option<u16>,
        /// Do not open a browser
        #[arg(long)]
        no_open: bool,
    },
    /// Run every check and test, or the suites that are named
    #[command(after_help = suites::list())]
    Test {
        /// Suites to run [default: all]
        #[arg(value_name = "SUITE", value_parser = PossibleValuesParser::new(suites::names()))]
        suites: Vec<String>,
    },
    /// Write all files of expected output of the tests again, and list the files that changed
    Bless,
    /// Build the page into dist/, to be copied to any path of any static host
    Dist,
    /// Measure the page in headless Chromium, and the benchmark workloads as wasm and as native code
    BenchWeb {
        /// Number of runs of each workload, 1 to 100; the fastest counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
        runs: u32,
        /// Print the figures as JSON
        #[arg(long)]
        json: bool,
    },
    /// Fuzz an importer of files with libFuzzer; needs a C++ compiler
    Fuzz {
        /// Importer to fuzz. `beside` reads a switch with neighbours, buffers and NICs; `together` finds the
        /// kind of each file by its contents
        #[arg(value_parser = ["sonic", "hpcc", "htsim", "beside", "together"])]
        importer: String,
        /// Duration of the fuzzing in seconds; 0 means without a limit
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// List the code size of each dependency in the wasm of the page, and the size of the page
    Size {
        /// Print the figures as JSON
        #[arg(long)]
        json: bool,
    },
    /// Build the library for Node.js into target/node-package/
    NodePackage,
    /// Build and test the npm package and a static binary for Linux, into target/package/
    Package,
    /// Install every tool and print a PATH that finds them, for use in a shell
    Path,
}

/// Parses the command line and runs the command. Prints errors on standard error, with advice if the disk is
/// full. Wrong arguments end the process with status 2, a failed command with status 1.
#[must_use]
pub fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {}
        Err(error) => eprintln!("error: {error:#}"),
    }
    if let Some(advice) = disk::advice() {
        eprintln!("error: {advice}");
    }
    ExitCode::FAILURE
}

/// Runs `action`. Returns true if it succeeded, false if it failed and has already printed the failure. Only
/// `test` and `bless` return false; all other failures are errors.
///
/// # Errors
///
/// If the action fails, with the reason as message.
fn run(action: Action) -> Result<bool> {
    let mut tools = Toolbox::default();
    match action {
        Action::Serve { port, no_open } => serve::run(&mut tools, port, !no_open)?,
        Action::Test { suites } => return Ok(suites::run(&mut tools, &suites)),
        Action::Bless => return bless::run(&tools),
        Action::Dist => dist::run(&mut tools)?,
        Action::BenchWeb { runs, json } => bench_web::run(&mut tools, runs, json)?,
        Action::Fuzz { importer, seconds } => fuzz::run(&importer, seconds)?,
        Action::Size { json } => size::run(&mut tools, json)?,
        Action::NodePackage => node_package::run(&mut tools)?,
        Action::Package => package::run(&mut tools)?,
        Action::Path => {
            tools.need(&Tool::ALL)?;
            println!("{}", tools.path().to_string_lossy());
        }
    }
    Ok(true)
}
