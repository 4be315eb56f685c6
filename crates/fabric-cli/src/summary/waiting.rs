//! Who waits at the end, for what, and what watchdogs made of it.

use std::io::{self, Write};

use fabric_sim::insight::{BeliefReport, BlockedReport, CircleReport};

use super::short;

/// Causes and verdicts beyond these many are counted, not listed.
const ROOTS: usize = 5;

/// Deadlocks and circles of waits there are, and whether there can be any.
pub(super) fn blocked(out: &mut dyn Write, report: &BlockedReport) -> io::Result<()> {
    for cycle in &report.deadlocks {
        writeln!(out, "DEADLOCK: {} wait for each other and cannot drain", cycle.join(", "))?;
        if let Some(circle) = report.circles.iter().find(|circle| circle.queues == *cycle) {
            age(out, circle)?;
        }
    }
    for cycle in &report.cyclic_waits {
        writeln!(out, "{} wait for each other and can still drain", cycle.join(", "))?;
    }
    for root in report.roots.iter().take(ROOTS) {
        let what = match root.kind {
            "circle" => "the circle through",
            "oversubscribed" => "more than it can send comes to",
            "slow_host" => "a slow host behind",
            "storm" => "a storm of pauses at",
            "lost_resume" => "a lost resume of",
            "lost_credits" => "lost credits of",
            _ => "a link that is down at",
        };
        writeln!(
            out,
            "{what} {} holds up {} at {}, {} and {}, and {} B",
            root.queue,
            count(root.queues, "queue"),
            count(root.ports, "port"),
            count(root.flows, "flow"),
            count(root.hosts.len(), "host"),
            root.bytes
        )?;
    }
    if report.roots.len() > ROOTS {
        writeln!(out, "and {} other places hold something up (--json has all)", report.roots.len() - ROOTS)?;
    }
    for cycle in &report.dependency_cycles {
        let condition = if cycle.by_flooding { " if unknown addresses are flooded" } else { "" };
        let circle = cycle.ports.join(" → ");
        writeln!(out, "this fabric can deadlock{condition}: {circle} feed each other in a circle")?;
    }
    Ok(())
}

/// Since when a deadlock stands, by what, and who waits for it.
fn age(out: &mut dyn Write, circle: &CircleReport) -> io::Result<()> {
    let what = |how| match how {
        "paused" => "was paused",
        "starved" => "had no credits left",
        "fed" => "was paused, and a frame joined it",
        "asked" => "was paused, and that was asked for again",
        _ => "was paused, and something else changed",
    };
    let closed =
        format!("{}, when {} {}", short(circle.closed_ps), circle.closed_by, what(circle.closed_how));
    write!(out, "  closed at {closed}")?;
    if let (Some(died), Some(by), Some(how)) = (circle.died_ps, &circle.died_by, circle.died_how)
        && died != circle.closed_ps
    {
        write!(out, "; could not drain from {} on, when {by} {}", short(died), what(how))?;
    }
    writeln!(out)?;
    if !circle.tributaries.is_empty() {
        writeln!(out, "  and {} for it: {}", wait(circle.tributaries.len()), circle.tributaries.join(", "))?;
    }
    Ok(())
}

/// "1 queue waits", "2 queues wait".
fn wait(n: usize) -> String {
    format!("{} {}", count(n, "queue"), if n == 1 { "waits" } else { "wait" })
}

/// What watchdogs believed, and what was true.
pub(super) fn beliefs(out: &mut dyn Write, report: &BeliefReport) -> io::Result<()> {
    if report.watched == 0 {
        return Ok(());
    }
    let scale = match report.scale {
        1 => String::new(),
        scale if report.watched == 1 => format!(", {scale} times faster than it says"),
        scale => format!(", {scale} times faster than they say"),
    };
    writeln!(
        out,
        "{}{scale}: {} called rightly, {} wrongly, {} not found",
        count(report.watched, "watchdog"),
        count(usize::try_from(report.true_positives).unwrap_or(usize::MAX), "storm"),
        report.false_positives,
        report.misses.len()
    )?;
    for verdict in report.verdicts.iter().filter(|verdict| verdict.verdict == "storm").take(ROOTS) {
        let delay = verdict.delay_ps.map(|ps| format!(", {} after it began", short(ps))).unwrap_or_default();
        writeln!(
            out,
            "  {} {}: {} by {}, true: {}{delay}; {} frames lost",
            short(verdict.at_ps),
            verdict.queue,
            verdict.action,
            verdict.rule,
            verdict.truth,
            verdict.lost_frames
        )?;
    }
    for miss in report.misses.iter().take(ROOTS) {
        writeln!(out, "  not found: {} at {} since {}", miss.truth, miss.queue, short(miss.since_ps))?;
    }
    Ok(())
}

/// "1 queue", "2 queues".
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
