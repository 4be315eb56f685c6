//! `fabric import hpcc` and `fabric import htsim`: convert files of these simulators to a document.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fabric_interop::{hpcc, htsim};

use super::read;
use super::result::Destinations;
use crate::{Outcome, Refused};

/// Arguments of `fabric import hpcc`.
#[derive(Args)]
pub(super) struct Hpcc {
    /// `topology.txt`: nodes and links
    #[arg(long, value_name = "FILE")]
    topology: PathBuf,
    /// `flow.txt`: flows [default: example traffic]
    #[arg(long, value_name = "FILE")]
    flows: Option<PathBuf>,
    /// `config.txt`: settings [default: no rate control, and switches as in HPCC's paper]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Rate control of all flows, in place of `CC_MODE`. Of the modes of `CC_MODE`, only 1 (DCQCN) is
    /// modelled
    #[arg(long, value_enum)]
    rate_control: Option<RateControl>,
    #[command(flatten)]
    destinations: Destinations,
}

/// Value of the option `--rate-control`, for all flows.
#[derive(Clone, Copy, ValueEnum)]
enum RateControl {
    /// No rate control: flows send at the rate of their link
    None,
    /// DCQCN
    Dcqcn,
}

impl Hpcc {
    /// Imports the files, and writes the document and the report.
    ///
    /// # Errors
    /// If a file cannot be read or written (exit status 2), or the import refuses the files (exit status 1).
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        self.destinations.check()?;
        let optional = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
        let request = hpcc::Request {
            topology: read(&self.topology)?,
            flows: optional(&self.flows)?,
            config: optional(&self.config)?,
            rate_control: self.rate_control.map(|control| match control {
                RateControl::None => hpcc::RateControl::None,
                RateControl::Dcqcn => hpcc::RateControl::Dcqcn,
            }),
        };
        let imported = hpcc::import(&request).map_err(|refusals| Refused(refusals.to_string()))?;
        let files = [Some(&self.topology), self.flows.as_ref(), self.config.as_ref()];
        let inputs: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
        self.destinations.write(&imported, &inputs, out)
    }
}

/// Arguments of `fabric import htsim`.
#[derive(Args)]
pub(super) struct Htsim {
    /// A `.topo` file, which describes a fat tree
    #[arg(long, value_name = "FILE")]
    topology: PathBuf,
    /// A `.cm` file, which lists connections [default: example traffic]
    #[arg(long, value_name = "FILE")]
    connections: Option<PathBuf>,
    #[command(flatten)]
    destinations: Destinations,
}

impl Htsim {
    /// Imports the files, and writes the document and the report.
    ///
    /// # Errors
    /// If a file cannot be read or written (exit status 2), or the import refuses the files (exit status
    /// 1).
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        self.destinations.check()?;
        let request = htsim::Request {
            topology: read(&self.topology)?,
            connections: self.connections.as_deref().map(read).transpose()?,
        };
        let imported = htsim::import(&request).map_err(|refusals| Refused(refusals.to_string()))?;
        let files = [Some(&self.topology), self.connections.as_ref()];
        let inputs: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
        self.destinations.write(&imported, &inputs, out)
    }
}
