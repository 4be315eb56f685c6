//! `fabric export`.

mod hpcc;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::Outcome;

/// `fabric export`.
#[derive(Args)]
pub struct Export {
    #[command(subcommand)]
    kind: Kind,
}

/// The files that are written.
#[derive(Subcommand)]
enum Kind {
    /// Simulate a document, and write completion times and PFC frames as
    /// HPCC's simulator does. Nodes called `h0`, `s1` have these ids, flows
    /// called `h2:10000 to h1:100` these ports, as `fabric import hpcc` names
    /// them; others are numbered
    Hpcc(hpcc::Hpcc),
}

impl Export {
    /// Exports, and writes a line of what was written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let Kind::Hpcc(hpcc) = &self.kind;
        hpcc.run(out)
    }
}
