//! Command `fabric latency`: prints the components of the latency of one frame. Start with [`Latency::run`].

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::insight::latency::{Component, Waterfalls};
use fabric_sim::units::Time;

use super::run::time;
use super::simulate::Progress;
use crate::Outcome;
use crate::source::Source;
use crate::summary::{short, table};

/// Arguments of `fabric latency`.
#[derive(Args)]
pub struct Latency {
    #[command(flatten)]
    source: Source,
    /// Flow: name of the flow, or number of the flow from 0
    #[arg(long, value_name = "NAME|N", default_value = "0")]
    flow: String,
    /// Number of the frame within its flow, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    frame: u32,
    /// Time at which the run ends [default: the time that the link names, or the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
}

impl Latency {
    /// Runs the document and writes the components of the frame's latency, hop by hop, and their sum.
    /// Components of 0 are left out of the sum. The run includes all events of its end time and has no limit
    /// of events. Times are relative to the creation of the frame, in the largest unit that they reach.
    ///
    /// # Errors
    /// If the document is invalid, there is no such flow, or the frame is not delivered by the end of the
    /// run.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let end = self.until.or(link.cursor.map(|cursor| cursor.time)).unwrap_or(spec.horizon);
        let mut world = World::new(Arc::clone(&spec));
        let (flow, name) = super::flow(&world, &self.flow)?;
        let mut recorder = Waterfalls::of_frame(Arc::clone(&spec), flow, self.frame);
        Progress::new(end).run(&mut world, end, &mut recorder)?;
        let Some(waterfall) = recorder.waterfalls().first() else {
            let advice = "give a later --until or an earlier frame";
            return Err(format!(
                "--frame: frame {} of {name} was not delivered by {end}; {advice}",
                self.frame
            )
            .into());
        };
        let total = waterfall.delivered - waterfall.created_at;
        writeln!(out, "frame {} of {}, born at {}", self.frame, name, waterfall.created_at)?;
        let rows = waterfall.spans.iter().map(|span| {
            vec![
                spec.port_name(span.port),
                span.component.name().to_owned(),
                short((span.from - waterfall.created_at).ps()),
                short((span.to - span.from).ps()),
            ]
        });
        table(out, &["port", "component", "from", "time"], rows)?;
        let sum = |component: Component| {
            let spans = waterfall.spans.iter().filter(|span| span.component == component);
            spans.map(|span| (span.to - span.from).ps()).sum::<u64>()
        };
        let parts = Component::ALL.into_iter().filter(|component| sum(*component) > 0);
        let parts: Vec<String> = parts.map(|part| format!("{} {}", part.name(), short(sum(part)))).collect();
        writeln!(out, "{total} = {}", parts.join(" + "))?;
        Ok(())
    }
}
