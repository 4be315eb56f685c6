//! Output of an import: the document, and a report of the fields in the files. Start with [`Destinations`].

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fabric_interop::Treatment;
use fabric_interop::sonic::Import as Imported;

use crate::output::{check_distinct, is_stdout, write_text};
use crate::{Outcome, Refused, print_message};

/// Options for the document and the report of an import.
#[derive(Args)]
pub(super) struct Destinations {
    /// File to write the document to, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// File for the report as JSON: fields that were taken, changed and not modelled, and fields of ports
    /// without a link. `-`: report as text on standard output [default: counts and warnings on standard
    /// error]
    #[arg(long, value_name = "FILE|-")]
    report: Option<PathBuf>,
    /// Refuse files with an entry that is not modelled: the simulator has no counterpart of it, or the
    /// importer does not know it. Entries of ports without a link are accepted
    #[arg(long)]
    strict: bool,
}

impl Destinations {
    /// Checks that the document and the report go to different files, and that at most one of them goes to
    /// standard output. Call this before any file is read.
    ///
    /// # Errors
    /// If the document and the report both go to standard output, or to the same file.
    pub fn check(&self) -> Outcome {
        let [document, report] =
            [Some(&self.output), self.report.as_ref()].map(|path| path.is_some_and(|path| is_stdout(path)));
        if document && report {
            return Err("--output and --report cannot both be standard output; name a file for one".into());
        }
        check_distinct(&[("--output", Some(&self.output)), ("--report", self.report.as_deref())])?;
        Ok(())
    }

    /// Writes the document, then the report. `inputs` are the files that the command reads, which are never
    /// overwritten. Warnings go to standard error; if the report goes to standard output, the report contains
    /// the warnings instead. If only the report cannot be written, the document is kept.
    ///
    /// # Errors
    /// If a file cannot be written. With `--strict`, also if a setting is not modelled; the document is then
    /// not written.
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
                warn(imported);
            }
            None => {
                let counts = imported.counts().into_iter();
                let counts = counts.map(|(list, count)| format!("{count} {}", list.title().to_lowercase()));
                print_message(format!("{}; --report lists them", counts.collect::<Vec<_>>().join(", ")));
                warn(imported);
            }
        }
        Ok(())
    }
}

/// Refuses the import if an entry of the files is not modelled.
///
/// # Errors
/// Message with a line for each reason of each table; the exit status is 1.
fn strict(imported: &Imported) -> Result<(), Refused> {
    let lines = imported.lines(Treatment::NotModelled);
    let refusals: Vec<String> =
        lines.iter().map(|line| format!("{line}; remove it, or omit --strict")).collect();
    if refusals.is_empty() { Ok(()) } else { Err(Refused(refusals.join("\n"))) }
}

/// Prints on standard error the mismatches between the ends of links, and the warnings.
fn warn(imported: &Imported) {
    for mismatch in &imported.mismatches {
        print_message(&mismatch.reason);
    }
    for warning in &imported.warnings {
        print_message(warning);
    }
}
