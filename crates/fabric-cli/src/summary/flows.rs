//! Tables of flows in the text report. Start with [`write()`].

use std::io::{self, Write};

use fabric_sim::insight::{FlowReport, ReceiverReport};

use super::{rate, rows, short};

/// Writes a table of all flows. Then writes a table for each feature that some flows use, such as rate
/// control or multicast. A table without rows is left out. The table of credits is followed by a sentence
/// for each flow whose frames were dropped although credits covered them.
pub(super) fn write(out: &mut dyn Write, flows: &[FlowReport]) -> io::Result<()> {
    // Frames that found the queue of their own NIC full are no drops of the fabric.
    let has_unsent = flows.iter().any(|flow| flow.unsent_frames > 0);
    let header: Vec<&str> = FLOW.into_iter().chain(has_unsent.then_some("not sent")).collect();
    let cells = |of: &FlowReport| {
        let unsent = has_unsent.then(|| of.unsent_frames.to_string());
        flow(of).into_iter().chain(unsent).collect()
    };
    rows(out, "flows", &header, flows.iter().map(cells), flows.len())?;
    let received: Vec<Vec<String>> = flows.iter().flat_map(received).collect();
    let count = received.len();
    rows(out, "receivers of multicasts", &RECEIVED, received.into_iter(), count)?;
    let controlled: Vec<Vec<String>> = flows.iter().filter_map(controlled).collect();
    let count = controlled.len();
    rows(out, "rate control", &CONTROLLED, controlled.into_iter(), count)?;
    let credits: Vec<Vec<String>> = flows.iter().filter_map(credit_row).collect();
    let count = credits.len();
    rows(out, "credits between the ends of flows", &CREDITS, credits.into_iter(), count)?;
    for flow in flows {
        if let Some(why) = flow.credits.as_ref().and_then(|credits| credits.why.as_ref()) {
            writeln!(out, "{}: {why}\n", flow.name)?;
        }
    }
    let reliable: Vec<Vec<String>> = flows.iter().filter_map(recovered).collect();
    let count = reliable.len();
    rows(out, "what losses cost", &RECOVERED, reliable.into_iter(), count)?;
    let by_component: Vec<Vec<String>> = flows.iter().filter_map(components).collect();
    let count = by_component.len();
    rows(out, "mean latency by component", &COMPONENTS, by_component.into_iter(), count)?;
    Ok(())
}

const FLOW: [&str; 7] = ["flow", "throughput", "goodput", "p50", "p99", "max", "dropped"];

/// Table row of a flow. The name of a flow with two or more receivers has the number of receivers, such as `f
/// (to 3 together)`. The goodput of a flow with several receivers is the sum over the receivers. Latencies
/// are `–` if no frame was delivered.
fn flow(flow: &FlowReport) -> Vec<String> {
    let time = |ps: u64| if flow.delivered_frames == 0 { "–".to_owned() } else { short(ps) };
    let name = match flow.receivers.len() {
        0 | 1 => flow.name.clone(),
        n => format!("{} (to {n} together)", flow.name),
    };
    vec![
        name,
        rate(flow.throughput_bps),
        rate(flow.goodput_bps),
        time(flow.latency.p50_ps),
        time(flow.latency.p99_ps),
        time(flow.latency.max_ps),
        flow.lost_frames().to_string(),
    ]
}

const RECEIVED: [&str; 4] = ["flow", "receiver", "goodput", "frames since the start"];

/// Table rows of a multicast flow, one for each receiver.
fn received(flow: &FlowReport) -> Vec<Vec<String>> {
    let row = |got: &ReceiverReport| {
        vec![flow.name.clone(), got.node.clone(), rate(got.goodput_bps), got.delivered_frames.to_string()]
    };
    flow.receivers.iter().map(row).collect()
}

const CONTROLLED: [&str; 6] = ["flow", "may send", "α", "CNPs sent", "merged", "received"];

/// Table row of a flow with rate control; `None` if the flow has no rate control. α is `–` without DCQCN.
fn controlled(flow: &FlowReport) -> Option<Vec<String>> {
    Some(vec![
        flow.name.clone(),
        rate(flow.rate_bps?),
        flow.alpha.map_or_else(|| "–".to_owned(), |alpha| format!("{alpha:.3}")),
        flow.cnp_sent.to_string(),
        flow.cnp_merged.to_string(),
        flow.cnp_received.to_string(),
    ])
}

const CREDITS: [&str; 6] = ["flow", "credits", "left", "lost with dropped frames", "updates lost", "without"];

/// Table row of a flow with credits between its ends; `None` if the flow has no such credits. The last
/// column is the time without credits.
fn credit_row(flow: &FlowReport) -> Option<Vec<String>> {
    let credits = flow.credits.as_ref()?;
    Some(vec![
        flow.name.clone(),
        format!("{} B", credits.limit_bytes),
        format!("{} B", credits.available_bytes),
        format!("{} B", credits.lost_bytes),
        credits.updates_lost.to_string(),
        short(credits.starved_ps),
    ])
}

const RECOVERED: [&str; 8] =
    ["flow", "lost", "sent again", "bytes", "time lost", "NAKs", "timeouts", "unacked of window"];

/// Table row of a flow that retransmits lost frames; `None` if the flow does not retransmit.
fn recovered(flow: &FlowReport) -> Option<Vec<String>> {
    let cost = flow.recovery?;
    Some(vec![
        flow.name.clone(),
        flow.lost_frames().to_string(),
        cost.resent_frames.to_string(),
        format!("{} B", cost.resent_bytes),
        short(cost.time_lost_ps),
        cost.naks.to_string(),
        cost.timeouts.to_string(),
        format!("{} of {}", cost.unacked_frames, cost.window_frames),
    ])
}

const COMPONENTS: [&str; 7] =
    ["flow", "queueing", "serialisation", "propagation", "ingress", "crossbar", "receiving"];

/// Table row of the mean latencies by component; `None` if latencies were not recorded. A component that took
/// no time is `–`.
fn components(flow: &FlowReport) -> Option<Vec<String>> {
    let parts = flow.components?;
    let times = [
        parts.queueing_ps,
        parts.serialisation_ps,
        parts.propagation_ps,
        parts.ingress_ps,
        parts.crossbar_ps,
        parts.receiving_ps,
    ];
    let times = times.map(|ps| if ps == 0 { "–".to_owned() } else { short(ps) });
    Some(std::iter::once(flow.name.clone()).chain(times).collect())
}
