//! The command line.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::tools::{Tool, Toolbox};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about)]
struct Cli {
    #[command(subcommand)]
    command: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Install every tool and print a PATH that finds them:
    /// `export PATH="$(cargo xtask path)"`
    Path,
}

/// Parses the command line and does what it says.
#[must_use]
pub fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(action: Action) -> Result<ExitCode> {
    let mut tools = Toolbox::default();
    match action {
        Action::Path => {
            tools.need(&Tool::ALL)?;
            println!("{}", tools.path().to_string_lossy());
        }
    }
    Ok(ExitCode::SUCCESS)
}
