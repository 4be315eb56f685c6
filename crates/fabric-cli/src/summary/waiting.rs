//! Lines of the text report about blocked queues, causes of pauses, and decisions of watchdogs. Start with
//! [`blocked`].
//!
//! A list has at most five causes or decisions, and a line at most eight flows; further entries are only
//! counted. A list without entries is left out.

use std::io::{self, Write};

use fabric_sim::insight::{
    BlockedReport, CauseReport, CycleReport, RootReport, SourceReport, WatchdogReport,
};

use super::short;

/// Largest number of entries in a list of causes of pauses, root queues or watchdog decisions. Further
/// entries are only counted.
const ROOTS: usize = 5;
/// Largest number of flows that a line names. Further flows are only counted.
const NAMES: usize = 8;

/// Writes the deadlocks, the other cycles of waits, and the root queues that block queues at the end of the
/// run. Then writes each cyclic buffer dependency, through which a deadlock could form. All cycles and
/// dependencies are written, but only the first [`ROOTS`] root queues that block a queue with frames.
pub(super) fn blocked(out: &mut dyn Write, report: &BlockedReport) -> io::Result<()> {
    for cycle in &report.deadlocks {
        writeln!(out, "DEADLOCK: {} wait for each other and cannot drain", cycle.join(", "))?;
        if let Some(known) = report.cycles.iter().find(|known| known.queues == *cycle) {
            age(out, known)?;
        }
    }
    for cycle in &report.cyclic_waits {
        writeln!(out, "{} wait for each other and can still drain", cycle.join(", "))?;
    }
    // A root queue that blocks no queue with frames is left out.
    let roots: Vec<&RootReport> = report.roots.iter().filter(|root| root.queues > 0).collect();
    for root in roots.iter().take(ROOTS) {
        writeln!(
            out,
            "{} {} holds up {} at {}, {} and {}, and {} B",
            cause_words(root.kind, root.by_class),
            root.queue,
            count(root.queues, "queue"),
            count(root.ports, "port"),
            count(root.flows, "flow"),
            count(root.hosts.len(), "host"),
            root.bytes
        )?;
        if let Some(cause) = &root.backlog_of {
            writeln!(out, "  its backlog built up in its last pause, whose root was {cause}")?;
        }
        named(out, "flows bound for it", &root.bound, root.flows - root.victim_count)?;
        named(out, "victims, not bound for it", &root.victims, root.victim_count)?;
    }
    if roots.len() > ROOTS {
        writeln!(out, "and {} (--json has all)", count(roots.len() - ROOTS, "other root"))?;
    }
    for cycle in &report.dependency_cycles {
        let condition = if cycle.by_flooding { " if unknown addresses are flooded" } else { "" };
        let ports = cycle.ports.join(" → ");
        writeln!(out, "this fabric can deadlock{condition}: {ports} feed each other in a cycle")?;
    }
    Ok(())
}

/// Words for the kind of a cause of pauses, to be followed by the name of a queue. `by_class` is the class
/// that is served before the queue, such as a strict class or a class with a minimum rate; `None` if no class
/// is served before the queue. An unknown kind gives the words for a link that is down.
fn cause_words(kind: &str, by_class: Option<u8>) -> String {
    let words = match kind {
        "strict" => {
            let class = by_class.map_or_else(String::new, |class| format!(" {class}"));
            return format!("starvation by strict class{class} of");
        }
        "min_rate" => {
            let class = by_class.map_or_else(String::new, |class| format!(" {class}"));
            return format!("the minimum rate (cir) of class{class} beside");
        }
        "ets_share" => "more than its ETS share comes to",
        "max_rate" => "the maximum rate (pir) of",
        "port_max_rate" => "the maximum rate of the port (port_pir) of",
        "crossbar" => "the crossbar, which brings too little to",
        "circle" => "the cycle through",
        "oversubscribed" => "more than it can send comes to",
        "draining" => "a backlog that only drains at",
        "slow_host" => "a slow host behind",
        "storm" => "a storm of pauses at",
        "lost_resume" => "a resume lost or never sent to",
        "lost_credits" => "lost credits of",
        "passing" => "pauses that ended by themselves at",
        _ => "a link that is down at",
    };
    words.to_owned()
}

/// Writes a line with at most [`NAMES`] names of flows, and the number of further flows. `all` is the number
/// of all flows. Writes nothing if `all` is 0.
pub(super) fn named(out: &mut dyn Write, title: &str, names: &[String], all: usize) -> io::Result<()> {
    if all == 0 {
        return Ok(());
    }
    let shown: Vec<&str> = names.iter().take(NAMES).map(String::as_str).collect();
    let more = if all > shown.len() { format!(" and {} more", all - shown.len()) } else { String::new() };
    writeln!(out, "  {title}: {}{more}", shown.join(", "))
}

/// Writes the causes of pauses in the window, including causes of pauses that have ended. Writes at most
/// [`ROOTS`] causes, and for each at most [`ROOTS`] queues, in the order of `report`.
pub(super) fn causes(out: &mut dyn Write, report: &[CauseReport]) -> io::Result<()> {
    if report.is_empty() {
        return Ok(());
    }
    writeln!(out, "causes of pauses, while the paused queues had frames:")?;
    for cause in report.iter().take(ROOTS) {
        writeln!(out, "  {}", cause_line(cause))?;
        for held in cause.queues.iter().take(ROOTS) {
            writeln!(
                out,
                "    {} was paused {} from {} to {}, for {} in all",
                held.queue,
                times(held.pauses),
                short(held.from_ps),
                short(held.until_ps),
                short(held.paused_ps)
            )?;
        }
        if cause.queue_count > ROOTS {
            writeln!(out, "    and {} (--json has more)", count(cause.queue_count - ROOTS, "other queue"))?;
        }
        named(out, "  flows bound for it", &cause.flows, cause.flow_count)?;
        named(out, "  victims, not bound for it", &cause.victims, cause.victim_count)?;
        if let Some(sentence) = backlog_sentence(cause) {
            writeln!(out, "    {sentence}")?;
        }
    }
    if report.len() > ROOTS {
        writeln!(out, "  and {} (--json has all)", count(report.len() - ROOTS, "other cause"))?;
    }
    writeln!(out)
}

/// Sentence about those pauses of `cause` that came from backlogs: total length, end of the last pause, and
/// at most [`NAMES`] queues with a backlog. `None` if no pause of `cause` came from a backlog.
pub fn backlog_sentence(cause: &CauseReport) -> Option<String> {
    let sum: u64 = cause.backlogs.iter().map(|backlog| backlog.held_ps).sum();
    let until = cause.backlogs.iter().map(|backlog| backlog.until_ps).max()?;
    let names: Vec<&str> = cause.backlogs.iter().take(NAMES).map(|backlog| backlog.queue.as_str()).collect();
    let queues = match cause.backlogs.len() - names.len() {
        0 => names.join(", "),
        others => format!("{} and {}", names.join(", "), count(others, "other queue")),
    };
    let its = if cause.backlogs.len() == 1 { "its own pauses" } else { "their own pauses" };
    let (sum, until) = (short(sum), short(until));
    Some(format!(
        "{sum} of these pauses, up to {until}, came from the backlog that {queues} sent after {its}"
    ))
}

/// Sentence about a cause of pauses. The sentence names the root queue, at which the pauses begin, and the
/// times of the first and the last pause. The sentence also gives the percentages of the paused time and of
/// the waiting bytes. For an overloaded port, the sentence also gives the traffic of each class.
pub fn cause_line(cause: &CauseReport) -> String {
    let classes: Vec<String> = cause
        .sent_percent
        .iter()
        .filter(|_| {
            matches!(
                cause.kind,
                "strict" | "ets_share" | "min_rate" | "port_max_rate" | "crossbar" | "oversubscribed"
            )
        })
        .map(|(class, percent)| format!("class {class} {percent:.0} %"))
        .collect();
    let port = if classes.is_empty() {
        String::new()
    } else {
        format!(
            "; in the {} in which its queue filled or paused others, its port sent {}",
            short(cause.sent_over_ps),
            classes.join(", ")
        )
    };
    format!(
        "{} {}: held {} from {} to {}, {:.1} % of the time that queues were paused, {:.1} % of the peak bytes that waited in switches{port}",
        root_words(cause.kind, cause.by_class, &cause.pause_sources),
        cause.root,
        count(cause.queue_count, "queue"),
        short(cause.from_ps),
        short(cause.until_ps),
        cause.time_percent,
        cause.bytes_percent
    )
}

/// Text of [`cause_line`] as the end of a sentence, after `because` or `because of`.
pub fn because(cause: &CauseReport) -> String {
    let line = cause_line(cause).replacen(": held ", ", which held ", 1);
    format!("{}{line}", conjunction(cause.kind))
}

/// Conjunction before the words for a cause of this kind: `because ` or `because of `, with the space.
pub fn conjunction(kind: &str) -> &'static str {
    if matches!(kind, "oversubscribed" | "ets_share") { "because " } else { "because of " }
}

/// Words for the kind of a cause of pauses and its pause sources, to be followed by the name of a queue.
/// `by_class` is the class that is served before the queue; `None` if no class is served before the queue.
pub fn root_words(kind: &str, by_class: Option<u8>, pause_sources: &[SourceReport]) -> String {
    match (kind, sources(pause_sources)) {
        (_, None) => cause_words(kind, by_class),
        ("storm", Some(by)) => format!("a storm of pauses {by} at"),
        (_, Some(by)) => format!("pauses {by} at"),
    }
}

/// Names of pause sources with their ports as text: `of the pause source st (r.0)`. At most [`NAMES`]
/// sources are named, further sources are counted. `None` without sources.
fn sources(all: &[SourceReport]) -> Option<String> {
    let name = |source: &SourceReport| format!("{} ({})", source.name, source.port);
    let named: Vec<String> = all.iter().take(NAMES).map(name).collect();
    let more = if all.len() > NAMES { format!(" and {} more", all.len() - NAMES) } else { String::new() };
    match all.len() {
        0 => None,
        1 => Some(format!("of the pause source {}", named[0])),
        _ => Some(format!("of the pause sources {}{more}", named.join(", "))),
    }
}

/// Number of times as text: `once`, `5 times`.
fn times(n: u64) -> String {
    if n == 1 { "once".to_owned() } else { format!("{n} times") }
}

/// Writes when and how the cycle of a deadlock formed, and when it could no longer drain. If the two times
/// are equal, only one time is written. Then writes the queues outside the cycle that wait for the cycle.
fn age(out: &mut dyn Write, cycle: &CycleReport) -> io::Result<()> {
    let event_words = |how| match how {
        "paused" => "was paused",
        "starved" => "had no credits left",
        "fed" => "was paused, and a frame joined it",
        "asked" => "was paused, and the pause was refreshed",
        _ => "was paused, and something else changed",
    };
    let closed =
        format!("{}, when {} {}", short(cycle.closed_ps), cycle.closed_by, event_words(cycle.closed_how));
    write!(out, "  closed at {closed}")?;
    if let (Some(died), Some(by), Some(how)) = (cycle.deadlock_ps, &cycle.deadlock_by, cycle.deadlock_how)
        && died != cycle.closed_ps
    {
        write!(out, "; could not drain from {} on, when {by} {}", short(died), event_words(how))?;
    }
    writeln!(out)?;
    if !cycle.stuck_upstream.is_empty() {
        writeln!(
            out,
            "  and {} for it: {}",
            waiting_queues(cycle.stuck_upstream.len()),
            cycle.stuck_upstream.join(", ")
        )?;
    }
    Ok(())
}

/// Count of waiting queues as text: `1 queue waits`, `2 queues wait`.
fn waiting_queues(n: usize) -> String {
    format!("{} {}", count(n, "queue"), if n == 1 { "waits" } else { "wait" })
}

/// Writes the decisions of watchdogs, each compared with the actual state of the queue. Writes nothing if
/// there is no watchdog. Writes at most twice [`ROOTS`] decisions, because begin and end of a mitigation
/// are separate decisions. Then writes at most [`ROOTS`] storms that no watchdog detected.
pub(super) fn watchdog_decisions(out: &mut dyn Write, report: &WatchdogReport) -> io::Result<()> {
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
    // Beginnings and ends of mitigations are one list, in the order of time.
    for verdict in report.verdicts.iter().take(2 * ROOTS) {
        let at =
            format!("{} {}: {} by {}", short(verdict.at_ps), verdict.queue, verdict.action, verdict.rule);
        if verdict.verdict == "over" {
            writeln!(out, "  {at} ended")?;
            continue;
        }
        let delay = verdict.delay_ps.map(|ps| format!(", {} after it began", short(ps))).unwrap_or_default();
        writeln!(out, "  {at}, true: {}{delay}; {} frames lost", verdict.truth, verdict.lost_frames)?;
    }
    if report.verdicts.len() > 2 * ROOTS {
        let more = report.verdicts.len() - 2 * ROOTS;
        writeln!(out, "  and {} (--json has all)", count(more, "other decision"))?;
    }
    for miss in report.misses.iter().take(ROOTS) {
        writeln!(out, "  not found: {} at {} since {}", miss.truth, miss.queue, short(miss.since_ps))?;
    }
    if report.misses.len() > ROOTS {
        writeln!(out, "  and {} not found (--json has all)", count(report.misses.len() - ROOTS, "other"))?;
    }
    Ok(())
}

/// Count with its noun as text: `1 queue`, `2 queues`, `0 queues`. The plural always ends with s.
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
