//! Command `fabric why`: prints the decisions of the switches on a frame, or why a queue is paused. Start
//! with [`Why::run`]. If a queue is not paused at the end of the run, the command explains its last pause. A
//! flow is found by name first, then by number from 0.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::document::find_queue;
use fabric_sim::engine::World;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, Priority, QueueId};
use fabric_sim::insight::{
    CauseReport, Causes, ChainOutcome, Decisions, PauseSpan, SourceReport, root_effects, why_paused,
};
use fabric_sim::sort;
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};

use super::run::time;
use crate::Outcome;
use crate::source::Source;
use crate::summary::{backlog_sentence, because, cause_line, conjunction, count, root_words, short};

/// Arguments of `fabric why`.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    source: Source,
    /// Flow: name of the flow, or number of the flow from 0
    #[arg(long, value_name = "NAME|N", requires = "number", required_unless_present = "queue")]
    flow: Option<String>,
    /// Number of the frame within its flow, from 0
    #[arg(long, requires = "flow", group = "number", value_name = "N")]
    frame: Option<u32>,
    /// Explain an ack instead: number of the frame that the ack acknowledges
    #[arg(long, requires = "flow", group = "number", value_name = "N")]
    ack: Option<u32>,
    /// Explain a CNP of the flow instead: number of the CNP, from 0
    #[arg(long, requires = "flow", group = "number", value_name = "N")]
    cnp: Option<u32>,
    /// Explain why this egress queue is paused: node, port and priority, such as s1.2.p3
    #[arg(long, conflicts_with_all = ["flow", "number"], value_name = "QUEUE")]
    queue: Option<String>,
    /// Time at which the run ends [default: the time that the link names, or the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
}

impl Why {
    /// Runs the document, and prints the decision of each switch on the frame. With `--queue`, prints the
    /// reason why the queue is paused. All events at the end time run; the event number of a share link is
    /// ignored. If the frame has reached no switch, this is no error. With `--frame`, the number is the
    /// number of a data frame.
    ///
    /// # Errors
    /// If the document is invalid, if there is no such flow or queue, or if the frame was not sent by the end
    /// of the run.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let until = self.until.or(link.cursor.map(|cursor| cursor.time)).unwrap_or(spec.horizon);
        let world = World::new(Arc::clone(&spec));
        if let Some(name) = &self.queue {
            let queue = find_queue(&spec, name).map_err(|why| format!("--queue: {why}"))?;
            return paused(world, queue, until, out);
        }
        let (flow, name) = super::flow(&world, self.flow.as_deref().unwrap_or_default())?;
        let (kind, number) = match (self.ack, self.cnp) {
            (Some(number), _) => (FrameKind::Ack, number),
            (_, Some(number)) => (FrameKind::Cnp, number),
            _ => (FrameKind::Data, self.frame.unwrap_or_default()),
        };
        let what = match kind {
            FrameKind::Ack => "the ack of frame",
            FrameKind::Cnp => "CNP",
            FrameKind::CreditReturn => "credit update",
            FrameKind::SentTotal => "total",
            FrameKind::Data | FrameKind::Nak | FrameKind::Request | FrameKind::Pfc | FrameKind::Credit => {
                "frame"
            }
        };
        let decisions = Decisions::replay(world, flow, kind, number, until).ok_or_else(|| match kind {
            FrameKind::Ack => format!("--ack: {}", unacked(&spec, flow, &name, number, until)),
            FrameKind::Cnp => {
                format!("--cnp: flow \"{name}\" was sent no CNP {number} by {until}; give a later --until")
            }
            _ => format!(
                "--frame: flow \"{name}\" has not sent frame {number} by {until}; give a later --until"
            ),
        })?;
        for decision in &decisions {
            writeln!(out, "{:>12}  {}", decision.at.to_string(), decision.sentence(&spec))?;
        }
        if decisions.is_empty() {
            writeln!(out, "{what} {number} of flow \"{name}\" has come to no switch by {until}")?;
        }
        Ok(())
    }
}

/// Reason why no ack of the frame `frame` was sent up to the time `until`. Either the flow has no acks, or
/// the receiver acknowledges only every n-th frame.
fn unacked(spec: &Spec, flow: FlowId, name: &str, frame: u32, until: Time) -> String {
    // A flow that an action adds has no acks.
    match spec.flows.get(flow.index()).and_then(|flow| flow.acks) {
        None => format!("flow \"{name}\" has no acks; give it acks"),
        Some(acks) => format!(
            "no ack of frame {frame} of flow \"{name}\" was sent by {until}: one is for every {} that arrive; give a later --until",
            count(acks.every as usize, "frame")
        ),
    }
}

/// Causes of the last pause of the queue `name`, in the order of time, as the end of a sentence. The pause
/// began at `from`. `causes` are the causes of all pauses of the queue. The text is empty if the cause was
/// not recorded.
fn reasons(causes: &[&CauseReport], name: &str, from: Time) -> String {
    let until = |cause: &CauseReport| {
        let held = cause.queues.iter().filter(|held| held.queue == name);
        held.map(|held| held.until_ps).max().unwrap_or_default()
    };
    let mut of_last: Vec<&CauseReport> =
        causes.iter().copied().filter(|cause| until(cause) > from.ps()).collect();
    sort::by_key(&mut of_last, |cause| until(cause));
    let mut text = String::new();
    let mut begin = None;
    for cause in of_last {
        let at = begin.map_or_else(|| ", ".to_owned(), |ps| format!("; from {} on ", short(ps)));
        text = format!("{text}{at}{}", because(cause));
        begin = Some(until(cause));
    }
    text
}

/// Prints why `queue` is paused at `until`: the chain of pauses down to its root queue, and the queues that
/// the root queue blocks. If `queue` is not paused, prints its last pause. Then prints all causes of the
/// pauses of `queue` since the start of the run. The run has no limit of events. A queue that was never
/// paused is no error.
///
/// # Errors
/// If the text cannot be written.
fn paused(mut world: World, queue: QueueId, until: Time, out: &mut dyn Write) -> Outcome {
    let mut causes = Causes::of(&world);
    world.run_until(until, u64::MAX, &mut causes);
    let spec = Arc::clone(world.spec());
    let name_of = |queue: QueueId| format!("{}.{}", spec.port_name(queue.port), queue.priority);
    let name = name_of(queue);
    if let Some(mut chain) = why_paused(&world, queue) {
        causes.refine(&world, &mut chain);
        for line in chain.lines(&spec) {
            writeln!(out, "{line}")?;
        }
        let root = chain.main_root();
        let cause = causes.backlog_root(root.queue).filter(|_| root.end == ChainOutcome::Draining);
        if let Some(cause) = cause {
            let (backlog, cause) = (name_of(root.queue), name_of(cause));
            writeln!(out, "the backlog of {backlog} built up in its last pause, whose root was {cause}")?;
        }
        let held = root_effects(&world, root.queue, root.end);
        writeln!(
            out,
            "{} holds up {} at {}, {} and {}, and {}",
            name_of(root.queue),
            count(held.queues.len(), "queue"),
            count(held.ports(), "port"),
            count(held.flows.len(), "flow"),
            count(held.hosts.len(), "host"),
            Bytes(held.bytes)
        )?;
    } else {
        writeln!(out, "{name} is not paused at {until}")?;
    }
    let report = causes.report(&world);
    let of_queue: Vec<&CauseReport> =
        report.iter().filter(|cause| cause.queues.iter().any(|held| held.queue == name)).collect();
    let lanes = &world.counters().ports[queue.port.index()];
    let paused = lanes[queue.priority.index()].paused_until(world.now());
    if paused == Time::ZERO {
        writeln!(out, "it has not been paused since the start")?;
    } else if of_queue.is_empty() {
        writeln!(out, "it was paused for {paused} since the start, but had no frames that waited")?;
    }
    let last = causes.last(queue).filter(|span| !span.lasts);
    if let Some(PauseSpan { from, until, .. }) = last {
        writeln!(out, "{name} was last paused from {from} to {until}{}", reasons(&of_queue, &name, from))?;
    }
    let idle = causes.last_idle(queue).filter(|span| !span.lasts);
    if let Some(span) = idle.filter(|span| last.is_none_or(|last| last.until < span.until)) {
        let sources: Vec<SourceReport> = causes.pause_sources(span.root, span.end).cloned().collect();
        writeln!(
            out,
            "{name} was last paused without frames from {} to {}, {}{} {}",
            span.from,
            span.until,
            conjunction(span.end.name()),
            root_words(span.end.name(), span.end.class_before().map(Priority::get), &sources),
            name_of(span.root)
        )?;
    }
    for cause in &of_queue {
        for held in cause.queues.iter().filter(|held| held.queue == name) {
            let (from, until) = (Time(held.from_ps), Time(held.until_ps));
            writeln!(
                out,
                "from {from} to {until} paused for {} in all: {}",
                Time(held.paused_ps),
                cause_line(cause)
            )?;
        }
        if let Some(sentence) = backlog_sentence(cause) {
            writeln!(out, "  {sentence}")?;
        }
    }
    Ok(())
}
