use std::io::Write;

use clap::Args;

use crate::Outcome;

/// `fabric schema`.
#[derive(Args)]
pub struct Schema {
    /// Print the schema of the report of `fabric run --json`
    #[arg(long)]
    report: bool,
    /// Print the schema of lessons
    #[arg(long, conflicts_with = "report")]
    lesson: bool,
}

impl Schema {
    /// Writes the schema.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let schema = match (self.report, self.lesson) {
            (true, _) => fabric_sim::insight::report_schema(),
            (_, true) => fabric_lessons::schema(),
            _ => fabric_sim::document::schema(),
        };
        serde_json::to_writer_pretty(&mut *out, &schema)?;
        writeln!(out)?;
        Ok(())
    }
}
