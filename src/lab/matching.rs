//! Sentences on a crossbar match: one on the requests, and one on the grants and one on the accepts of each
//! iteration. Start with [`NamedMatch::sentence`]. A sentence is about the selected port, otherwise about the
//! port with the most rivals. At most four ports are named; the others are counted.

use fabric_sim::fabric::crossbar::{Matching, Precedence, VoqId};
use fabric_sim::ids::{LocalPort, NodeId, PortSet, Priority, PrioritySet};
use fabric_sim::spec::Spec;

use crate::scene::{Match, MatchStage, Requests};

use super::event_sentences::listed;
use super::sentence_list::enumerated;

/// Names of the nodes at the other ends of the links of `switch`, in the order of the port numbers of
/// `switch`. If several links lead to the same node, the name of the node is followed by the port number of
/// `switch`.
#[must_use]
pub fn neighbours(spec: &Spec, switch: NodeId) -> Vec<String> {
    let ports = spec.nodes[switch.index()].ports.clone();
    let peer = |port: u32| {
        let peer = spec.ports[port as usize].peer;
        spec.owner(peer).name.as_str()
    };
    let first = ports.start;
    ports
        .clone()
        .map(|port| {
            let name = peer(port);
            let alone = ports.clone().filter(|other| peer(*other) == name).count() == 1;
            if alone { name.to_owned() } else { format!("{name}\u{b7}{}", port - first) }
        })
        .collect()
}

/// Crossbar match with the names and settings that its sentences need.
#[derive(Clone, Copy, Debug)]
pub struct NamedMatch<'a> {
    /// Match that the sentences describe.
    pub last: &'a Match,
    /// Name of the neighbour at each port, indexed by port number; see [`neighbours`].
    pub names: &'a [String],
    /// Matching algorithm of the switch, such as iSLIP.
    pub matching: Matching,
    /// Rule by which the crossbar selects among priorities.
    pub precedence: Precedence,
    /// Selected port. If this port has a request, grant or accept in the stage, the sentence is about this
    /// port.
    pub port: LocalPort,
}

impl NamedMatch<'_> {
    /// Sentence on a stage of the match. Without requests, the sentence says "No input sends a request.";
    /// without grants, "No output grants."; without accepts, "No input accepts." If several ports have
    /// equally many rivals, the sentence is about the last of them in the match.
    #[must_use]
    pub fn sentence(&self, stage: MatchStage) -> String {
        match stage {
            MatchStage::Request => self.request_sentence(),
            MatchStage::Grant(iteration) => self.grant_sentence(iteration),
            MatchStage::Accept(iteration) => self.accept_sentence(iteration),
        }
    }

    /// Sentence on the requests for one output. The output is the selected port, otherwise the output with
    /// the most requesting inputs. Other requested outputs are counted.
    fn request_sentence(&self) -> String {
        let looked_at = self.last.requests.iter().filter(|request| request.output == self.port);
        let most = || {
            self.last
                .requests
                .iter()
                .max_by_key(|request| (request.inputs.len(), request.open, request.priority))
        };
        let Some(chosen) = looked_at.max_by_key(|request| (request.open, request.priority)).or_else(most)
        else {
            return "No input sends a request.".to_owned();
        };
        let output = self.name(chosen.output);
        let holder = self.last.retained.iter().find(|voq| voq.output == chosen.output);
        let free = chosen.inputs & self.last.free_inputs(0);
        let request = |inputs: PortSet| if inputs.len() == 1 { "requests" } else { "request" };
        let own = PrioritySet::of(chosen.priority);
        let more = self.requested_priorities(chosen.output, PortSet::ALL) - own;
        let with =
            if more.is_empty() { String::new() } else { format!(" with priority {}", chosen.priority) };
        let mut text = format!("{} {} {output}{with}", self.listed(chosen.inputs), request(chosen.inputs));
        if let Some(voq) = holder {
            let joined = self.name(voq.input);
            text = format!("{text}, which an earlier match still connects to {joined}: it cannot grant");
        } else if !chosen.open {
            let begun = self.last.grants(0).find(|voq| (voq.output, voq.priority) == chosen.key());
            let grants = begun.map_or_else(
                || "it cannot grant".to_owned(),
                |voq| format!("it grants only {}, whose frame is partly across", self.name(voq.input)),
            );
            text = format!("{text}, whose egress queue is full: {grants}");
        } else if free != chosen.inputs {
            let busy = chosen.inputs - free;
            let is = if busy.len() == 1 { "is" } else { "are" };
            text = format!("{text}; {} {is} still connected by an earlier match", self.listed(busy));
        }
        if !more.is_empty() {
            let is = if more.len() == 1 { "is" } else { "are" };
            text = format!("{text}; {} {is} requested, too", listed(more));
        }
        let outputs: PortSet = self.last.requests.iter().map(|request| request.output).collect();
        match outputs.len() - 1 {
            0 => text + ".",
            1 => text + "; one other output is requested.",
            others => format!("{text}; {others} other outputs are requested."),
        }
    }

    /// Sentence on the grant of one output in `iteration`, counted from 0. The output is the selected port,
    /// otherwise the output with the most requesting inputs.
    fn grant_sentence(&self, iteration: u8) -> String {
        let free = self.last.free_inputs(iteration);
        let asking = |voq: &VoqId| self.last.requesting(voq.output, voq.priority) & free;
        let looked_at = self.last.grants(iteration).find(|voq| voq.output == self.port);
        let most = || self.last.grants(iteration).max_by_key(|voq| asking(voq).len());
        let Some(voq) = looked_at.or_else(most) else { return "No output grants.".to_owned() };
        let (input, output) = (self.name(voq.input), self.name(voq.output));
        let asking = asking(&voq);
        let left = if iteration == 0 { "" } else { ", still free," };
        let inputs = self.listed(asking);
        let others = self.last.grants(iteration).count() - 1;
        if self.last.reserved_grants(iteration).any(|reserved| reserved == voq) {
            return also(self.reserved_sentence(voq), others, "other output grants", "other outputs grant");
        }
        let turn = self.turn_sentence(voq, free);
        let with = if turn.is_empty() { String::new() } else { format!(" with priority {}", voq.priority) };
        let is_open = |request: &&Requests| request.key() == (voq.output, voq.priority) && request.open;
        let text = match asking.len() {
            _ if !self.last.requests.iter().any(|request| is_open(&request)) => {
                format!(
                    "The egress queue of {output} is full, but the frame of {input} is partly across and has its place: it is granted"
                )
            }
            0 | 1 if iteration == 0 => format!("Only {input} requests {output}{with}, which grants it"),
            0 | 1 => format!(
                "Of the inputs that are still free, only {input} requests {output}{with}, which grants it"
            ),
            n => {
                let both = if n == 2 { "both" } else { "all" };
                let how = match self.matching {
                    Matching::Pim => format!("{output} draws {input} and grants it"),
                    Matching::Islip => {
                        format!("from {output}\u{2019}s pointer on, {input} comes first, so it is granted")
                    }
                };
                format!("{inputs}{left} {both} request {output}{with}; {how}")
            }
        };
        also(turn + &text, others, "other output grants", "other outputs grant")
    }

    /// Sentence on an output that grants the input of `voq`, because the starvation guard has reserved the
    /// output for this input.
    fn reserved_sentence(&self, voq: VoqId) -> String {
        let (input, output) = (self.name(voq.input), self.name(voq.output));
        format!("{output} has not granted {input} for long: it is reserved for {input}, and grants it")
    }

    /// Text that says why an output grants the priority of `voq`, although inputs in `free` request other
    /// priorities. Empty if these inputs request no other priorities.
    fn turn_sentence(&self, voq: VoqId, free: PortSet) -> String {
        let output = self.name(voq.output);
        let own = PrioritySet::of(voq.priority);
        let requested = self.requested_priorities(voq.output, free);
        let open = self.open_priorities(voq.output);
        let (rivals, full) = ((requested & open) - own, requested - open - own);
        let full = match full.len() {
            0 => String::new(),
            1 => format!("The egress queue of {} at {output} is full. ", listed(full)),
            _ => format!("The egress queues of {} at {output} are full. ", listed(full)),
        };
        if rivals.is_empty() {
            return full;
        }
        let of = listed(rivals | own);
        let which = match self.precedence {
            Precedence::Strict => format!("the highest goes first, {}", voq.priority),
            Precedence::Weighted => format!("by class and share it is the turn of {}", voq.priority),
        };
        format!("{full}{output} has requests of {of}: {which}. ")
    }

    /// Priorities that the inputs in `free` request at `output`.
    fn requested_priorities(&self, output: LocalPort, free: PortSet) -> PrioritySet {
        let intersects_free =
            |request: &&Requests| request.output == output && request.inputs.intersects(free);
        self.last.requests.iter().filter(intersects_free).map(|request| request.priority).collect()
    }

    /// Requested priorities of `output` whose egress queue has space for a further frame.
    fn open_priorities(&self, output: LocalPort) -> PrioritySet {
        let open = self.last.requests.iter().filter(|request| request.output == output && request.open);
        open.map(|request| request.priority).collect()
    }

    /// Sentence on a pair that is newly matched in `iteration`, counted from 0. The pair is that of the
    /// selected port, otherwise that of the input with the most grants.
    fn accept_sentence(&self, iteration: u8) -> String {
        let offers =
            |voq: &VoqId| self.last.grants(iteration).filter(|grant| grant.input == voq.input).count();
        let fresh = || {
            let before = self.last.accepted(iteration).count();
            self.last.accepted(iteration + 1).skip(before)
        };
        let looked_at = fresh().find(|voq| voq.input == self.port || voq.output == self.port);
        let Some(voq) = looked_at.or_else(|| fresh().max_by_key(offers)) else {
            return "No input accepts.".to_owned();
        };
        let (input, output) = (self.name(voq.input), self.name(voq.output));
        let choice = Choice::of(self.last, iteration, voq.input, self.precedence);
        let mut text = if choice.offered.len() < 2 {
            format!("{input} takes {output}, its only grant")
        } else {
            let both = if choice.offered.len() == 2 { "both" } else { "all" };
            let offered = self.listed(choice.offered);
            let first = if choice.best == choice.offered {
                String::new()
            } else if choice.is_reserved && choice.best.len() == 1 {
                format!("{output} is reserved for it, and goes first, so it takes {output}")
            } else if choice.is_reserved {
                format!("{} kept themselves for it, and go first; ", self.listed(choice.best))
            } else if choice.best.len() == 1 {
                format!("{output} for priority {}, the highest of them, so it takes {output}", choice.highest)
            } else {
                format!("of priority {}, the highest of them, {}; ", choice.highest, self.listed(choice.best))
            };
            let how = match self.matching {
                _ if choice.best.len() == 1 => String::new(),
                Matching::Pim => format!("it draws {output}"),
                Matching::Islip => {
                    format!("from its pointer on, {output} comes first, so it takes {output}")
                }
            };
            format!("outputs {offered} {both} grant input {input}; {first}{how}")
        };
        if self.matching == Matching::Islip {
            text += if iteration == 0 {
                "; both pointers move one beyond the match"
            } else {
                "; pointers stay, they move in the first round only"
            };
        }
        also(text, fresh().count() - 1, "other pair is matched", "other pairs are matched")
    }

    /// Name of the neighbour at `port`; `?` if `names` has no name for it.
    fn name(&self, port: LocalPort) -> &str {
        self.names.get(port.index()).map_or("?", String::as_str)
    }

    /// Names of the neighbours at `ports`: "h1", "h1 and h2", or with more than four ports "h1, h2, h3 and 5
    /// others". Without ports, "nobody".
    fn listed(&self, ports: PortSet) -> String {
        const MAX_NAMES: usize = 4;
        let names: Vec<&str> = ports.iter().map(|port| self.name(port)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            all if all.len() > MAX_NAMES => {
                format!("{} and {} others", all[..MAX_NAMES - 1].join(", "), all.len() + 1 - MAX_NAMES)
            }
            all => enumerated(all),
        }
    }
}

/// Choice of an input among the grants that it received in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    /// Outputs that grant the input.
    offered: PortSet,
    /// Whether the starvation guard had reserved one of the outputs in `offered` for the input.
    is_reserved: bool,
    /// Outputs among which the pointer (iSLIP) or a random draw (PIM) decides. With strict priorities, only
    /// the outputs that grant the highest priority.
    best: PortSet,
    /// Highest priority that is granted; 0 without grants.
    highest: Priority,
}

impl Choice {
    /// Choice of `input` in `iteration`, by the rule of the crossbar's arbiter. Reserved outputs are
    /// preferred, then outputs of the highest priority if priorities are strict.
    fn of(last: &Match, iteration: u8, input: LocalPort, precedence: Precedence) -> Self {
        let of = |voq: &VoqId| voq.input == input;
        let set = |all: &mut dyn Iterator<Item = VoqId>| all.map(|voq| voq.output).collect::<PortSet>();
        let offered = set(&mut last.grants(iteration).filter(of));
        let reserved = set(&mut last.reserved_grants(iteration).filter(of));
        // Outputs that were reserved for this input come before all others.
        let among = if reserved.is_empty() { offered } else { reserved };
        let offers = || last.grants(iteration).filter(|voq| of(voq) && among.contains(voq.output));
        let highest = offers().map(|voq| voq.priority).max().unwrap_or(Priority::P0);
        let best = match precedence {
            Precedence::Weighted => among,
            Precedence::Strict => set(&mut offers().filter(|voq| voq.priority == highest)),
        };
        Self { offered, is_reserved: !reserved.is_empty(), best, highest }
    }
}

/// Ends `text` with a full stop, and adds the number of other ports; 0 others add nothing.
fn also(text: String, others: usize, one: &str, many: &str) -> String {
    match others {
        0 => text + ".",
        1 => format!("{text}. One {one}."),
        n => format!("{text}. {n} {many}."),
    }
}

#[cfg(test)]
mod tests;
