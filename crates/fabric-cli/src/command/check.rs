//! Command `fabric check`: runs documents and checks their assertions. Start with [`Check::run`].

use std::io::Write;

use clap::Args;
use fabric_sim::check::{AssertionResult, check};
use serde::Serialize;

use super::simulate::Limit;
use crate::source::Source;
use crate::{Outcome, Refused};

/// Arguments of `fabric check`.
#[derive(Args)]
pub struct Check {
    /// Documents: files, `-` for standard input, `preset:NAME`, or share links
    #[arg(value_name = "FILE|preset:NAME|LINK", required = true)]
    documents: Vec<String>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

/// Result of the check of one document.
#[derive(Serialize)]
struct CheckResult {
    /// Document as the user named it, with unprintable characters escaped.
    document: String,
    /// Whether all assertions hold; `false` if the document is refused or its run was not completed.
    holds: bool,
    /// Results of the assertions, in the order of the document. Empty if the document is refused or its run
    /// was not completed.
    assertions: Vec<AssertionResult>,
    /// Reason why the document is refused or its run was not completed; `None` if the assertions were
    /// checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Whether the text of `refused` begins with the name of the document.
    #[serde(skip)]
    names_document: bool,
}

impl Check {
    /// Runs each document, checks its assertions, and writes the results in the order of the arguments. If a
    /// document is refused, the other documents still run. A document without assertions is checked for
    /// lossless drops, deadlocks and mismatches of classes.
    ///
    /// Exit status 0: all assertions hold; 1: an assertion does not hold; 2: a document is refused or its run
    /// is too long. Status 2 prevails over 1. Each run ends at the horizon of its document, also if a link
    /// gives another time.
    ///
    /// # Errors
    /// If a document is refused, or an assertion does not hold. Also if the results cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let all: Vec<CheckResult> = self.documents.iter().map(|name| self.judge(name)).collect();
        if self.json {
            super::write_json(out, &all)?;
        } else {
            all.iter().try_for_each(|one| write_text(out, one))?;
        }
        let refused: Vec<String> = all
            .iter()
            .filter_map(|one| {
                let reason = one.refused.as_ref()?;
                let named = if one.names_document { String::new() } else { format!("{}: ", one.document) };
                Some(format!("{named}{reason}"))
            })
            .collect();
        if !refused.is_empty() {
            return Err(refused.join("\n").into());
        }
        match all.iter().filter(|one| !one.holds).count() {
            0 => Ok(()),
            failed => Err(Refused(format!("{failed} of {} documents fail", all.len())).into()),
        }
    }

    /// Reads, runs and checks the document called `name`. A refusal is part of the result, not an error.
    fn judge(&self, name: &str) -> CheckResult {
        let document = fabric_sim::document::escape_unprintable(name).into_owned();
        let link = match Source::of(name.to_owned()).load() {
            Ok(link) => link,
            Err(error) => {
                return CheckResult {
                    document,
                    holds: false,
                    assertions: Vec::new(),
                    refused: Some(error.to_string()),
                    names_document: true,
                };
            }
        };
        match check(&link.document, self.limit.most(false)) {
            Ok(assertions) => {
                let holds = assertions.iter().all(|judged| judged.holds);
                CheckResult { document, holds, assertions, refused: None, names_document: false }
            }
            Err(error) => CheckResult {
                document,
                holds: false,
                assertions: Vec::new(),
                refused: Some(error.to_string()),
                names_document: false,
            },
        }
    }
}

/// Writes the result of a document as text: a line for the document, then lines for each assertion. The
/// verdict is `holds` or `FAILS`. The verdict is `not judged` if the document is refused; the reason is only
/// in the error message.
fn write_text(out: &mut dyn Write, checked: &CheckResult) -> Outcome {
    let verdict = match (&checked.refused, checked.holds) {
        (Some(_), _) => "not judged",
        (None, true) => "holds",
        (None, false) => "FAILS",
    };
    writeln!(out, "{}: {verdict}", checked.document)?;
    for judged in &checked.assertions {
        let words = serde_json::to_string(&judged.assertion)?;
        let word = if judged.holds { "ok" } else { "FAILS" };
        writeln!(out, "  {word}: {}", words.trim_matches('"'))?;
        for found in &judged.found {
            writeln!(out, "    {found}")?;
        }
    }
    Ok(())
}
