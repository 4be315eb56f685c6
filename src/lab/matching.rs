//! A match, stage by stage, in plain sentences.

use fabric_sim::fabric::crossbar::{Matching, Way};
use fabric_sim::ids::NodeId;
use fabric_sim::spec::Spec;

use crate::scene::{Match, Pointers, Stage};

use super::enumerated::enumerated;

/// The nodes at the other ends of a switch's links, by its port numbers. Where
/// several links lead to one, they are told apart.
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

/// A match that is told.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The match.
    pub last: &'a Match,
    /// [`neighbours`].
    pub names: &'a [String],
    /// How the switch matches.
    pub matching: Matching,
    /// The port that is looked at: what happens there is told first.
    pub port: u8,
}

impl Told<'_> {
    /// What happens at `stage`. `pointers` gives those of a priority, as they
    /// stand just before it.
    #[must_use]
    pub fn sentence(&self, stage: Stage, pointers: &dyn Fn(u8) -> Pointers) -> String {
        match stage {
            Stage::Asks => self.asks(),
            Stage::Grants(iteration) => self.grants(iteration, pointers),
            Stage::Accepts(iteration) => self.accepts(iteration, pointers),
        }
    }

    fn asks(&self) -> String {
        let count = |inputs: u64| inputs.count_ones();
        let looked_at = self.last.asked.iter().filter(|asked| asked.output == self.port);
        let most = || self.last.asked.iter().max_by_key(|asked| (count(asked.inputs), asked.priority));
        let Some(told) = looked_at.max_by_key(|asked| asked.priority).or_else(most) else {
            return "Nobody asks.".to_owned();
        };
        let output = self.name(told.output);
        let holder = self.last.held.iter().find(|way| way.output == told.output);
        let free = told.inputs & self.last.free_inputs(0);
        let ask = |inputs: u64| if count(inputs) == 1 { "asks" } else { "ask" };
        let mut text = format!("{} {} for {output}", self.listed(told.inputs), ask(told.inputs));
        if let Some(way) = holder {
            let joined = self.name(way.input);
            text = format!("{text}, which an earlier match still joins with {joined}: it cannot grant");
        } else if !told.open {
            text += ", whose egress queue is full: it cannot grant";
        } else if free != told.inputs {
            let busy = told.inputs & !free;
            let is = if count(busy) == 1 { "is" } else { "are" };
            text = format!("{text}; {} {is} still held by an earlier match", self.listed(busy));
        }
        let outputs = self.last.asked.iter().fold(0u64, |set, asked| set | 1 << asked.output);
        match outputs.count_ones() - 1 {
            0 => text + ".",
            1 => text + "; one other output is asked for.",
            others => format!("{text}; {others} other outputs are asked for."),
        }
    }

    fn grants(&self, iteration: u8, pointers: &dyn Fn(u8) -> Pointers) -> String {
        let asking =
            |way: &Way| self.last.asking(way.output, way.priority) & self.last.free_inputs(iteration);
        let looked_at = self.last.grants(iteration).find(|way| way.output == self.port);
        let most = || self.last.grants(iteration).max_by_key(|way| asking(way).count_ones());
        let Some(way) = looked_at.or_else(most) else { return "Nobody grants.".to_owned() };
        let (input, output) = (self.name(way.input), self.name(way.output));
        let asking = asking(&way);
        let left = if iteration == 0 { "" } else { ", still free," };
        let who = self.listed(asking);
        let others = self.last.grants(iteration).count() - 1;
        let text = match asking.count_ones() {
            0 | 1 if iteration == 0 => format!("Only {input} asks for {output}, which grants it"),
            0 | 1 => format!("Of those still free only {input} asks for {output}, which grants it"),
            n => {
                let both = if n == 2 { "both" } else { "all" };
                let how = match self.matching {
                    Matching::Pim => format!("{output} draws {input} and grants it"),
                    Matching::Islip => {
                        let at = pointers(way.priority).grant.get(usize::from(way.output)).copied();
                        let at = self.name(at.unwrap_or(0));
                        format!("{output}\u{2019}s pointer stands at {at}, so it grants {input}")
                    }
                };
                format!("{who}{left} {both} ask for {output}; {how}")
            }
        };
        also(text, others, "other output grants", "other outputs grant")
    }

    fn accepts(&self, iteration: u8, pointers: &dyn Fn(u8) -> Pointers) -> String {
        let offers = |way: &Way| self.last.grants(iteration).filter(|grant| grant.input == way.input).count();
        let fresh = || {
            let before = self.last.accepted(iteration).count();
            self.last.accepted(iteration + 1).skip(before)
        };
        let looked_at = fresh().find(|way| way.input == self.port || way.output == self.port);
        let Some(way) = looked_at.or_else(|| fresh().max_by_key(offers)) else {
            return "Nobody accepts.".to_owned();
        };
        let (input, output) = (self.name(way.input), self.name(way.output));
        let offered = self.last.grants(iteration).filter(|grant| grant.input == way.input);
        let offered = offered.fold(0u64, |set, grant| set | 1 << grant.output);
        let mut text = match offered.count_ones() {
            0 | 1 => format!("{input} takes {output}, its only offer"),
            n => {
                let both = if n == 2 { "both" } else { "all" };
                let how = match self.matching {
                    Matching::Pim => "it draws".to_owned(),
                    Matching::Islip => {
                        let at = pointers(way.priority).accept.get(usize::from(way.input)).copied();
                        format!("its pointer stands at {}, so it takes", self.name(at.unwrap_or(0)))
                    }
                };
                format!("{} {both} grant {input}; {how} {output}", self.listed(offered))
            }
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

    fn name(&self, port: u8) -> &str {
        self.names.get(usize::from(port)).map_or("?", String::as_str)
    }

    /// "h1", "h1 and h2", "h1, h2 and 5 others".
    fn listed(&self, set: u64) -> String {
        const MOST: usize = 4;
        let ports = (0..64u8).filter(|port| set >> port & 1 == 1);
        let names: Vec<&str> = ports.map(|port| self.name(port)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            all if all.len() > MOST => {
                format!("{} and {} others", all[..MOST - 1].join(", "), all.len() + 1 - MOST)
            }
            all => enumerated(all),
        }
    }
}

fn also(text: String, others: usize, one: &str, many: &str) -> String {
    match others {
        0 => text + ".",
        1 => format!("{text}. One {one}."),
        n => format!("{text}. {n} {many}."),
    }
}

#[cfg(test)]
mod tests;
