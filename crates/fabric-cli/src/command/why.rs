use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::engine::{Queue, World};
use fabric_sim::ids::PortId;
use fabric_sim::insight::{Decisions, blast, why_paused};
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};

use super::run::time;
use crate::Outcome;
use crate::source::Source;
use crate::summary::count;

/// `fabric why`.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    source: Source,
    /// The flow, by name or by its number from 0
    #[arg(long, value_name = "NAME|N", requires = "frame", required_unless_present = "queue")]
    flow: Option<String>,
    /// The frame's number within its flow, from 0
    #[arg(long, requires = "flow")]
    frame: Option<u32>,
    /// Or why this egress queue is paused: node, port and priority, such as s1.2.3
    #[arg(long, conflicts_with = "flow", value_name = "QUEUE")]
    queue: Option<String>,
    /// How far to look; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
}

impl Why {
    /// Replays the run, and writes what each switch made of the frame, or what
    /// keeps the queue paused then.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (document, moment) = self.source.load()?;
        let spec = Arc::new(document.compile()?);
        let until = self.until.or(moment).unwrap_or(spec.horizon);
        let world = World::new(Arc::clone(&spec));
        if let Some(name) = &self.queue {
            return paused(world, queue(&spec, name)?, until, out);
        }
        let frame = self.frame.unwrap_or_default();
        let (number, flow) = super::flow(&world, self.flow.as_deref().unwrap_or_default())?;
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

/// What keeps `queue` paused at `until`, down to the root, and what that holds up.
fn paused(mut world: World, queue: Queue, until: Time, out: &mut dyn Write) -> Outcome {
    world.run_until(until, u64::MAX, &mut ());
    let spec = Arc::clone(world.spec());
    let Some(chain) = why_paused(&world, queue) else {
        writeln!(out, "{}.{} is not paused at {until}", spec.port_name(queue.0), queue.1)?;
        return Ok(());
    };
    for line in chain.lines(&spec) {
        writeln!(out, "{line}")?;
    }
    let root = chain.main_root();
    let held = blast(&world, root.queue, root.end);
    writeln!(
        out,
        "{}.{} holds up {} at {}, {} and {}, and {}",
        spec.port_name(root.queue.0),
        root.queue.1,
        count(held.queues.len(), "queue"),
        count(held.ports(), "port"),
        count(held.flows.len(), "flow"),
        count(held.hosts.len(), "host"),
        Bytes(held.bytes)
    )?;
    Ok(())
}

/// The queue called `name`: `s1.2.3`.
fn queue(spec: &Spec, name: &str) -> Result<Queue, String> {
    let wrong = |what: String| format!("--queue: {what}");
    let mut parts = name.rsplitn(3, '.');
    let (Some(priority), Some(number), Some(node)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(wrong(format!("\"{name}\" is not node, port and priority, such as s1.2.3")));
    };
    let priority = priority.parse().ok().filter(|n| *n < 8);
    let priority = priority.ok_or_else(|| wrong(format!("priorities of {node}.{number} are 0 to 7")))?;
    let id = spec.node(node).ok_or_else(|| wrong(format!("there is no host or switch called \"{node}\"")))?;
    let port: Option<PortId> = number.parse().ok().and_then(|number| spec.port(id, number));
    let count = spec.nodes[id.index()].ports.len();
    let port =
        port.ok_or_else(|| wrong(format!("{node} has {count} ports, numbered from 0, and no {number}")))?;
    Ok((port, priority))
}
