//! Command `fabric schema`: prints the JSON Schema of documents, reports, sizes or lessons.

use std::io::Write;

use clap::Args;

use crate::Outcome;

/// Arguments of `fabric schema`.
#[derive(Args)]
pub struct Schema {
    /// Print the schema of the report of `fabric run --json`
    #[arg(long)]
    report: bool,
    /// Print the schema of lessons
    #[arg(long, conflicts_with = "report")]
    lesson: bool,
    /// Print the schema of `fabric size --json`
    #[arg(long, conflicts_with_all = ["report", "lesson"])]
    sizes: bool,
}

impl Schema {
    /// Writes the chosen JSON Schema; without an option, the schema of documents.
    ///
    /// # Errors
    /// If the schema cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let schema = match (self.report, self.lesson, self.sizes) {
            (true, _, _) => fabric_sim::insight::report_schema(),
            (_, true, _) => fabric_lessons::schema(),
            (_, _, true) => fabric_sim::insight::sizes_schema(),
            _ => fabric_sim::document::schema(),
        };
        super::write_json(out, &schema)
    }
}
