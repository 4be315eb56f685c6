use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::run::time;
use super::simulate::Progress;
use crate::Outcome;
use crate::source::Source;

/// `fabric hash`.
#[derive(Args)]
pub struct Hash {
    #[command(flatten)]
    source: Source,
    /// How far to run; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
}

impl Hash {
    /// Simulates, and writes the hash.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (document, moment) = self.source.load()?;
        let spec = Arc::new(document.compile()?);
        let end = self.until.or(moment).unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        Progress::new(end).run(&mut world, end, &mut ());
        writeln!(out, "{}", world.hash())?;
        Ok(())
    }
}
