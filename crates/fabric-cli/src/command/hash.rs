//! Command `fabric hash`: prints the hash of the state of a run.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::document::link::Cursor;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::run::time;
use super::simulate::{Limit, Progress, warn_of_hash_mismatch};
use crate::Outcome;
use crate::source::Source;

/// Arguments of `fabric hash`.
#[derive(Args)]
pub struct Hash {
    #[command(flatten)]
    source: Source,
    /// Time at which the run ends [default: the event that the link or file names, otherwise the document's
    /// horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    #[command(flatten)]
    limit: Limit,
}

impl Hash {
    /// Runs the document and writes the hash of its final state. With `--until`, all events of this time run.
    /// Without `--until`, the run ends at the event that the share link names. If the share link states
    /// another hash for this event, also prints a warning.
    ///
    /// # Errors
    /// If the document is invalid, or the run exceeds its limit of events.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let end = Cursor { time: self.until.unwrap_or(spec.horizon), nth: 0 };
        let end = link.cursor.filter(|_| self.until.is_none()).unwrap_or(end);
        let mut world = World::new(spec);
        let is_of_link = link.cursor.is_some() && self.until.is_none();
        let most = self.limit.most(is_of_link);
        Progress::new(end.time).at_most(most).run_to(&mut world, end, &mut ())?;
        if self.until.is_none() {
            warn_of_hash_mismatch(&link, &world);
        }
        writeln!(out, "{}", world.hash())?;
        Ok(())
    }
}
