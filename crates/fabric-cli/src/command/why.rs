use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::insight::Decisions;
use fabric_sim::units::Time;

use super::run::time;
use crate::Outcome;
use crate::source::Source;

/// `fabric why`.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    source: Source,
    /// The flow, by name or by its number from 0
    #[arg(long, value_name = "NAME|N")]
    flow: String,
    /// The frame's number within its flow, from 0
    #[arg(long)]
    frame: u32,
    /// How far to look; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
}

impl Why {
    /// Replays the run, and writes what each switch made of the frame.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let frame = self.frame;
        let (document, moment) = self.source.load()?;
        let spec = Arc::new(document.compile()?);
        let until = self.until.or(moment).unwrap_or(spec.horizon);
        let world = World::new(Arc::clone(&spec));
        let (number, flow) = super::flow(&world, &self.flow)?;
        let decisions = Decisions::replay(world, number, frame, until);
        let decisions = decisions
            .ok_or_else(|| format!("--frame: flow \"{flow}\" has not sent frame {frame} by {until}"))?;
        for decision in &decisions {
            writeln!(out, "{:>12}  {}", decision.at.to_string(), decision.sentence(&spec))?;
        }
        if decisions.is_empty() {
            writeln!(out, "frame {frame} of flow \"{flow}\" has come to no switch by {until}")?;
        }
        Ok(())
    }
}
