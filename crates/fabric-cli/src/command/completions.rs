//! Command `fabric completions`: writes the completion script of a shell.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::{Arguments, Outcome};

/// Arguments of `fabric completions`.
#[derive(Args)]
pub struct Completions {
    /// Shell that runs the script
    shell: Shell,
}

impl Completions {
    /// Writes the completion script for the chosen shell.
    ///
    /// # Errors
    /// If the script cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let mut script = Vec::new();
        generate(self.shell, &mut Arguments::command(), "fabric", &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
