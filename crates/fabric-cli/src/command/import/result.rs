//! The result of an import: a document and a report.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fabric_interop::List;
use fabric_interop::sonic::Import as Imported;

use crate::output::{is_stdout, write_text};
use crate::{Outcome, Refused, print_message};

/// Destinations of the result.
#[derive(Args)]
pub(super) struct Destinations {
    /// Document to write, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write what was taken, changed and left out as JSON, or as text to standard output with `-`
    /// [default: counts and warnings on standard error]
    #[arg(long, value_name = "FILE|-")]
    report: Option<PathBuf>,
    /// Refuse files with settings that are not modelled
    #[arg(long)]
    strict: bool,
}

impl Destinations {
    /// Refuses two results on standard output, before anything is read.
    pub fn check(&self) -> Outcome {
        let [document, report] =
            [Some(&self.output), self.report.as_ref()].map(|path| path.is_some_and(|path| is_stdout(path)));
        if document && report {
            return Err("--output and --report cannot both be standard output; name a file for one".into());
        }
        Ok(())
    }

    /// Writes the document and the report of an import of `inputs`.
    pub fn write(&self, imported: &Imported, inputs: &[&Path], out: &mut dyn Write) -> Outcome {
        if self.strict {
            strict(imported)?;
        }
        write_text(&self.output, "--output", inputs, &imported.document.to_json(), out)?;
        match &self.report {
            Some(path) if is_stdout(path) => write!(out, "{}", imported.text())?,
            Some(path) => {
                let json = serde_json::to_string_pretty(&imported.json())?;
                write_text(path, "--report", inputs, &(json + "\n"), out)?;
            }
            None => summarise(imported),
        }
        Ok(())
    }
}

/// Refuses settings without a counterpart.
fn strict(imported: &Imported) -> Result<(), Refused> {
    let left_out: Vec<String> = imported
        .list(List::NotModelled)
        .map(|finding| format!("{}: not modelled: {}", finding.place, finding.reason))
        .collect();
    if left_out.is_empty() { Ok(()) } else { Err(Refused(left_out.join("\n"))) }
}

/// Prints the counts of findings and the most important ones on standard error.
fn summarise(imported: &Imported) {
    let counts =
        List::ALL.map(|list| format!("{} {}", imported.list(list).count(), list.title().to_lowercase()));
    print_message(format!("{}; --report lists them", counts.join(", ")));
    for mismatch in &imported.mismatches {
        print_message(&mismatch.reason);
    }
    for warning in &imported.warnings {
        print_message(warning);
    }
}
