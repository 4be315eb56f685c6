//! Compiles actions that break or repair links and routes, in the order of time. The repair of an intact link
//! or of an unchanged route is an error. The failure of a link that is already down is an error, too. Further
//! loss on a link that already loses frames is allowed; the new loss replaces earlier loss of the same kind
//! in the same direction. A repair ends every loss on the link, in both directions. Start with
//! [`BrokenLinks::faults`].

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;

use super::super::action::Action;
use super::super::fault::{Frames, LinkDirections, LoseCredits, LosePfc, Lossy, PfcKind, Unroute};
use super::super::params::{Key, OFF, PROBABILITY_ONE, PlaceResolver, Rows, ValueKind, config};
use super::super::problem::{Problem, Problems};
use super::super::topology::Route;
use super::Document;
use super::names::quote;
use crate::fabric::cable_loss::CableLossConfig;
use crate::fabric::credit::UpdateLoss;
use crate::fabric::pfc::{PfcLoss, PfcLossKind};
use crate::ids::{HostId, PortId, SwitchId};
use crate::spec::{Fault, Node, Spec};
use crate::units::Time;

/// Links and routes that the actions compiled so far have broken or changed.
#[derive(Default)]
pub(super) struct BrokenLinks {
    /// Links that are down. Each link is represented by the port with the lower number.
    down: HashSet<PortId>,
    /// Links that lose or corrupt frames, PFC frames or credit updates. Each link is represented by the port
    /// with the lower number.
    faulty: HashSet<PortId>,
    /// Routes that actions have changed, by number of switch and number of host. The value is true if the
    /// last action for this pair set a route, and false if this action removed the route.
    routes: HashMap<(SwitchId, HostId), bool>,
}

impl BrokenLinks {
    /// Compiles `action`, at time `at`, into faults of the engine. `place` returns the path of a field in the
    /// document, for error messages. The result is empty for actions that neither break nor repair anything.
    ///
    /// # Errors
    /// If the port, a neighbour or a value is wrong, or if the action changes nothing. Only the first problem
    /// is returned.
    pub(super) fn faults(
        &mut self,
        action: &Action,
        at: Time,
        place: &impl Fn(&str) -> String,
        places: &PlaceResolver<'_>,
    ) -> Result<Vec<Fault>, Problem> {
        let fault = match action {
            Action::LinkDown(port) => self.link_down(port, place("link_down"), places)?,
            Action::LinkUp(port) => self.link_up(port, place("link_up"), places)?,
            Action::Lossy(lossy) => return self.lossy(lossy, place, places),
            Action::LosePfc(lose) => self.lose_pfc(lose, at, place, places)?,
            Action::LoseCredits(lose) => self.lose_credits(lose, at, place, places)?,
            Action::Mend(port) => self.end_faults(port, place("mend"), places)?,
            Action::Route(route) => return Ok(Vec::from_iter(self.route(route, place, places)?)),
            Action::Unroute(route) => {
                return Ok(Vec::from_iter(self.unroute(route, place("unroute"), places)?));
            }
            Action::Set(_)
            | Action::Incast(_)
            | Action::Flow(_)
            | Action::Start(_)
            | Action::Stop(_)
            | Action::PauseSource(_)
            | Action::StopPauseSource(_)
            | Action::Arm(_) => return Ok(Vec::new()),
        };
        Ok(vec![fault])
    }

    /// Compiles `link_down` for the port called `name`. An error if the link is already down.
    fn link_down(&mut self, name: &str, place: String, places: &PlaceResolver<'_>) -> Result<Fault, Problem> {
        let port = port(name, &place, places)?;
        if self.down.insert(places.spec.link(port)[0]) {
            return Ok(Fault::LinkDown(port));
        }
        Err(Problem::new(place, format!("the link of {} is down already; remove this action", quote(name))))
    }

    /// Compiles `link_up` for the port called `name`. An error if the link is up.
    fn link_up(&mut self, name: &str, place: String, places: &PlaceResolver<'_>) -> Result<Fault, Problem> {
        let port = port(name, &place, places)?;
        if self.down.remove(&places.spec.link(port)[0]) {
            return Ok(Fault::LinkUp(port));
        }
        Err(Problem::new(place, format!("the link of {} is up; remove this action", quote(name))))
    }

    /// Compiles the loss or corruption of frames. Each affected direction of the link becomes one fault. An
    /// error if neither `drop_every` nor `corrupt` is given.
    fn lossy(
        &mut self,
        lossy: &Lossy,
        place: &impl Fn(&str) -> String,
        places: &PlaceResolver<'_>,
    ) -> Result<Vec<Fault>, Problem> {
        let port = port(&lossy.link, &place("lossy.link"), places)?;
        if lossy.corrupt.is_none() && lossy.drop_every.is_none() {
            let message = "a lossy link has at least one of drop_every and corrupt; give one";
            return Err(Problem::new(place("lossy"), message));
        }
        let config = loss(lossy.drop_every, lossy.corrupt.as_deref(), || place("lossy.corrupt"))?;
        let peer = places.spec.ports[port.index()].peer;
        let ends = match lossy.directions {
            LinkDirections::Both => vec![port, peer],
            LinkDirections::Out => vec![port],
            LinkDirections::In => vec![peer],
        };
        self.faulty.insert(places.spec.link(port)[0]);
        Ok(ends.into_iter().map(|end| Fault::Lossy(end, config)).collect())
    }

    /// Compiles the loss of received PFC frames at a port. The fault begins at the time `at`. A duration of 0
    /// is an error. Whether PFC is in use on the link is not checked.
    fn lose_pfc(
        &mut self,
        lose: &LosePfc,
        at: Time,
        place: &impl Fn(&str) -> String,
        places: &PlaceResolver<'_>,
    ) -> Result<Fault, Problem> {
        let port = port(&lose.port, &place("lose_pfc.port"), places)?;
        if lose.time == Some(Time::ZERO) {
            return Err(Problem::range(place("lose_pfc.time"), Time::ZERO, "above 0"));
        }
        self.faulty.insert(places.spec.link(port)[0]);
        let which = match lose.only {
            PfcKind::All => PfcLossKind::All,
            PfcKind::Pauses => PfcLossKind::Pauses,
            PfcKind::Resumes => PfcLossKind::Resumes,
        };
        let left = lose.frames.and_then(|frames| u32::try_from(frames.get()).ok());
        let until = lose.time.map_or(Time::NEVER, |time| at.saturating_add(time));
        Ok(Fault::LosePfc(port, PfcLoss { which, left, until }))
    }

    /// Compiles the loss of received credit updates at a port. The fault begins at the time `at`. An error if
    /// the port does not transmit with credits, or if the duration is 0.
    fn lose_credits(
        &mut self,
        lose: &LoseCredits,
        at: Time,
        place: &impl Fn(&str) -> String,
        places: &PlaceResolver<'_>,
    ) -> Result<Fault, Problem> {
        let port = port(&lose.port, &place("lose_credits.port"), places)?;
        if !places.spec.sends_for_credits(port) {
            let message = format!(
                "{} sends nothing for credits: none come in there; name a port that receives them",
                quote(&lose.port)
            );
            return Err(Problem::new(place("lose_credits.port"), message));
        }
        if lose.time == Some(Time::ZERO) {
            return Err(Problem::range(place("lose_credits.time"), Time::ZERO, "above 0"));
        }
        let chance = lose.chance.as_deref().map(|text| probability(text, || place("lose_credits.chance")));
        self.faulty.insert(places.spec.link(port)[0]);
        Ok(Fault::LoseCredits(
            port,
            UpdateLoss {
                chance: chance.transpose()?.unwrap_or(UpdateLoss::CERTAIN),
                left: lose.updates.and_then(|updates| u32::try_from(updates.get()).ok()),
                until: lose.time.map_or(Time::NEVER, |time| at.saturating_add(time)),
            },
        ))
    }

    /// Compiles the repair of the link of the port called `name`. An error if the link neither loses nor
    /// corrupts frames, PFC frames or credit updates.
    fn end_faults(
        &mut self,
        name: &str,
        place: String,
        places: &PlaceResolver<'_>,
    ) -> Result<Fault, Problem> {
        let port = port(name, &place, places)?;
        if self.faulty.remove(&places.spec.link(port)[0]) {
            return Ok(Fault::Mend(port));
        }
        Err(Problem::new(
            place,
            format!("the link of {} loses nothing; one that is down comes up by link_up", quote(name)),
        ))
    }

    /// Compiles an action that sets a route. `None` for unknown names, which another check reports.
    fn route(
        &mut self,
        route: &Route,
        place: &impl Fn(&str) -> String,
        places: &PlaceResolver<'_>,
    ) -> Result<Option<Fault>, Problem> {
        let place = |field: &str| place(&format!("route{field}"));
        let found = super::traffic::route(route, places.spec, &place)?;
        Ok(found.map(|(switch, host, port)| {
            self.routes.insert((switch, host), true);
            Fault::Route(switch, host, Some(port))
        }))
    }

    /// Compiles an action that removes a route, so that the switch uses the shortest path again. `None` for
    /// unknown names, which another check reports. An error if neither the document nor an earlier action has
    /// set a route, or if an earlier action has removed the route.
    fn unroute(
        &mut self,
        Unroute { switch, to }: &Unroute,
        place: String,
        places: &PlaceResolver<'_>,
    ) -> Result<Option<Fault>, Problem> {
        let node = |name: &str| places.find(name).map(|id| &places.spec.nodes[id.index()]);
        let numbers = node(switch).and_then(Node::switch).zip(node(to).and_then(Node::host));
        let Some((at, host)) = numbers else { return Ok(None) };
        let given = self.routes.get(&(at, host)).copied();
        if given.unwrap_or_else(|| places.spec.routes.is_overridden(at, host)) {
            self.routes.insert((at, host), false);
            return Ok(Some(Fault::Route(at, host, None)));
        }
        let message = format!(
            "{} sends frames for {} by the shortest path already; remove this action",
            quote(switch),
            quote(to)
        );
        Err(Problem::new(place, message))
    }

    /// Compiles the links that lose or corrupt frames from time 0, in the order of the document. Each of
    /// these links becomes two faults, one for each direction.
    pub(super) fn links(&mut self, document: &Document, spec: &Spec, problems: &mut Problems) -> Vec<Fault> {
        let mut ports: HashMap<&str, u32> = HashMap::new();
        let mut faults = Vec::new();
        for (n, link) in document.links.iter().enumerate() {
            let [a, b] = [&link.a, &link.b].map(|name| {
                let next = ports.entry(name.as_str()).or_default();
                *next += 1;
                spec.port(spec.node(name)?, *next - 1)
            });
            if link.drop_every.is_none() && link.corrupt.is_none() {
                continue;
            }
            let place = || format!("links[{n}].corrupt");
            let config = problems.record(loss(link.drop_every, link.corrupt.as_deref(), place));
            if let (Some(config), Some(a), Some(b)) = (config, a, b) {
                self.faulty.insert(spec.link(a)[0]);
                faults.extend([Fault::Lossy(a, config), Fault::Lossy(b, config)]);
            }
        }
        faults
    }
}

/// Loss of a link: every `every`-th frame, and bit errors with the probability `corrupt`. A probability that
/// is a whole number of millionths is rounded to a multiple of 2⁻³². Any other probability is rounded down to
/// a multiple of 2⁻⁶⁴.
fn loss(
    every: Option<Frames>,
    corrupt: Option<&str>,
    place: impl Fn() -> String,
) -> Result<CableLossConfig, Problem> {
    let parts = corrupt.map(|text| probability_parts(text, place)).transpose()?.unwrap_or(0);
    let every = every.and_then(|every| u32::try_from(every.get()).ok()).and_then(NonZeroU32::new);
    if parts.is_multiple_of(PROBABILITY_ONE / 1_000_000) {
        return Ok(CableLossConfig { every, corrupt: config::to_binary_probability(parts), corrupt_rest: 0 });
    }
    let exact = (u128::from(parts) << 64) / u128::from(PROBABILITY_ONE);
    let [corrupt, rest] = [exact >> 32, exact & u128::from(u32::MAX)];
    Ok(CableLossConfig {
        every,
        corrupt: u64::try_from(corrupt).unwrap_or(u64::MAX),
        corrupt_rest: u32::try_from(rest).unwrap_or(u32::MAX),
    })
}

/// Reads a probability such as `1%` and converts it to units of 1/2³².
fn probability(text: &str, place: impl Fn() -> String) -> Result<u64, Problem> {
    probability_parts(text, place).map(config::to_binary_probability)
}

/// Reads a probability such as `1%`, in units of 10⁻¹² ([`PROBABILITY_ONE`] is 1). 0 and 1 are allowed; above
/// 1 is an error.
fn probability_parts(text: &str, place: impl Fn() -> String) -> Result<u64, Problem> {
    let parts = ValueKind::Probability.parse(text).filter(|value| *value <= PROBABILITY_ONE);
    let wrong = || {
        let value = format!("\"{}\"", quote(text));
        Problem::range(
            place(),
            value,
            "a probability in steps of 1e-12 such as 1%, 0.01, 1e-3 or 1/256, from 0% to 100%",
        )
    };
    parts.ok_or_else(wrong)
}

/// Finds the port called `name`. An error if the port has no watchdog, neither from the document nor from an
/// earlier action. `rows` has the values that actions have set.
pub(super) fn find_watched_port(
    name: &str,
    place: &str,
    places: &PlaceResolver<'_>,
    rows: &Rows,
) -> Result<PortId, Problem> {
    let port = port(name, place, places)?;
    let mut priorities = rows.priorities[port.index()].iter();
    if places.spec.ports[port.index()].config.has_watchdog()
        || priorities.any(|row| row.get(Key::Watchdog) != OFF)
    {
        return Ok(port);
    }
    Err(Problem::new(
        place,
        format!("{} has no watchdog; set watchdog there, or name another port", quote(name)),
    ))
}

/// Finds the port called `name`: `s1.2` is port 2 of a switch; `h1` and `h1.0` are the port of a host. An
/// error if the node or port does not exist, or if the name of a switch has no port number behind it.
fn port(name: &str, place: &str, places: &PlaceResolver<'_>) -> Result<PortId, Problem> {
    let wrong = |message: String| Problem::new(place, message);
    let (node, number) = name.split_once('.').map_or((name, None), |(node, number)| (node, Some(number)));
    let id = places.find(node).ok_or_else(|| {
        wrong(format!("there is no host or switch called \"{}\"; add it, or name another", quote(node)))
    })?;
    let at = &places.spec.nodes[id.index()];
    let number = match number {
        None if at.host().is_some() => 0,
        None => {
            return Err(wrong(format!(
                "a port of {node} is named with its number, such as {node}.0; add the number"
            )));
        }
        Some(number) => number.parse().unwrap_or(u32::MAX),
    };
    places.spec.port(id, number).ok_or_else(|| {
        let count = at.ports.len();
        wrong(format!(
            "there is no port {}: {node} has {count} ports, numbered from 0; name one of them",
            quote(name)
        ))
    })
}
