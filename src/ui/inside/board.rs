//! Data of the crossbar tab: the last match of the selected switch at one matching stage (request, grant or
//! accept). Start with [`board`]. Ports and iterations count from 0. Before the first match, the only stage
//! is the request. A node without a crossbar has an empty board. If the match did not reach the requested
//! stage, its last stage is shown.

use fabric_sim::engine::SwitchView;
use fabric_sim::fabric::crossbar::{Matching, Mode};
use fabric_sim::ids::{LocalPort, PortSet, Priority};
use fabric_sim::units::Time;

use crate::lab::{Lab, NamedMatch, Selected, neighbours};
use crate::scene::{Cell, MatchStage, Pointers, pointers};

/// Data of the crossbar tab: the last match of the selected switch at one matching stage (request, grant or
/// accept), pointers and counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Name of the node at the other end of each link, indexed by port of the switch.
    pub names: Vec<String>,
    /// Selected port of the switch.
    pub port: LocalPort,
    /// Selected priority, 0 to 7.
    pub priority: Priority,
    /// Time at which the crossbar slot of the match started; `None` before the first match.
    pub at: Option<Time>,
    /// Time from the start of the crossbar slot of the match to the cursor; 0 before the first match.
    pub ago: Time,
    /// Matching stages that the displayed match has reached, in order of time. Before the first match, the
    /// only stage is the request. Empty if the selected node has no crossbar.
    pub stages: Vec<MatchStage>,
    /// Stages of a match that uses all configured iterations, in order of time.
    pub all: Vec<MatchStage>,
    /// Whether the run has an earlier match of the selected switch than the displayed match.
    pub has_before: bool,
    /// Index of the displayed stage in `stages`.
    pub stage: usize,
    /// State of each pair of input and output that requests or transfers, sorted by input, then output. Other
    /// pairs are absent. If a pair has several priorities, the state is of the priority that is most
    /// advanced; among equally advanced priorities, of the selected one, otherwise of the highest.
    pub cells: Vec<Cell>,
    /// Round-robin pointers for the selected priority; `None` if the matching is not iSLIP, or if there was
    /// no match yet.
    pub pointers: Option<Pointers>,
    /// Outputs whose egress queue of the selected priority was full at the time of the match.
    pub closed: PortSet,
    /// Whether the crossbar transfers frames in cells, so that cells of several frames alternate. If `true`,
    /// a frame that is partly transferred continues even if its egress queue has no memory for another frame.
    pub by_cells: bool,
    /// Outputs whose selected priority is paused at the cursor.
    pub paused: PortSet,
    /// Sentence that describes the displayed stage of the match.
    pub sentence: String,
    /// Duration of a crossbar slot.
    pub slot: Time,
    /// Number of crossbar slots with at least one match, from the start of the run to the cursor. The number
    /// is for the whole switch, not for the selected port.
    pub slots: u64,
    /// Number of matched pairs of input and output in the whole switch, from the start of the run to the
    /// cursor.
    pub matches: u64,
}

/// Returns the last match of the selected switch at or before the cursor, at the matching stage `stage`. If
/// `stage` is `None`, or the match did not reach it, the last stage of the match is returned. `inside` is a
/// buffer for the state of the switch. Returns [`Board::default`] if the node has no crossbar. Before the
/// first match, all fields that describe a match are empty.
pub fn board(lab: &Lab, selected: Selected, stage: Option<MatchStage>, inside: &mut SwitchView) -> Board {
    let (recording, snapshot) = (lab.run().recording(), lab.run().snapshot());
    let spec = recording.spec();
    let at = &spec.ports[selected.port.index()];
    let node = &spec.nodes[at.node.index()];
    let config = node.switch().and_then(|switch| spec.switches[switch.index()].crossbar);
    let Some(config) = config else { return Board::default() };
    let names = neighbours(spec, at.node);
    let (port, priority) = (at.number, selected.priority);
    recording.world().view_switch(at.node, inside);
    let Some(view) = &inside.crossbar else { return Board::default() };
    let first = node.ports.start as usize;
    let is_paused = |port: &LocalPort| {
        let port = snapshot.ports.get(first + port.index());
        port.is_some_and(|port| port.paused.contains(priority))
    };
    let paused = LocalPort::all(node.ports.len()).filter(is_paused).collect();
    let empty = Board {
        port,
        priority,
        stages: vec![MatchStage::Request],
        all: MatchStage::all(config.iterations).collect(),
        has_before: recording.matches().has_before(spec, at.node),
        paused,
        by_cells: config.mode == Mode::Cell,
        slot: view.slot,
        slots: view.counters.slots,
        matches: view.counters.matches,
        ..Board::default()
    };
    let Some(last) = recording.matches().of(spec, at.node) else {
        let sentence = "No input has requested an output yet.".to_owned();
        return Board { names, sentence, ..empty };
    };
    let stages: Vec<MatchStage> = last.stages().collect();
    let end = stages.len() - 1;
    let stage = stage.and_then(|stage| stages.iter().position(|one| *one == stage)).unwrap_or(end);
    let named_match =
        NamedMatch { last, names: &names, matching: config.matching, precedence: config.precedence, port };
    let sentence = named_match.sentence(stages[stage]);
    Board {
        at: Some(last.at),
        ago: snapshot.now.saturating_sub(last.at),
        cells: last.cells(stages[stage], priority),
        pointers: (config.matching == Matching::Islip)
            .then(|| pointers(view, last, stages[stage], priority, config.precedence)),
        closed: last.full_outputs(priority),
        sentence,
        stages,
        stage,
        names,
        ..empty
    }
}
