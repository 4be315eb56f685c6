//! Commands that begin or repair a fault at the selection. Start with [`Lab::slow`]. The faults are slow
//! hosts, links that are down or corrupt frames, lost PFC frames and credit updates, and wrong routes.
//!
//! Each command is an action at the cursor and one edit. If the fault is impossible at the selection, nothing
//! changes and the page shows the reason. A loss of PFC frames or credit updates is set at the end of the
//! link that would receive them.

use fabric_sim::document::params::{Address, Key, OFF, ParamMap, Place, UNSET};
use fabric_sim::document::{
    Action, LinkDirections, LoseCredits, LosePfc, Lossy, PfcKind, Route, Unroute, Whole,
};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::sort;
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::Rate;

use super::flows::declared;
use super::pause_sentences::storming;
use super::{Lab, UserError};

impl Lab {
    /// Slows the bus of the selected host to a tenth of the rate of its link (`true`), or restores its rate
    /// (`false`). If no host is at the selected link, the page shows an error. The rate is never below the
    /// least value of the parameter.
    pub(super) fn slow(&mut self, slow: bool) {
        let Some((host, port)) = self.selected_host() else {
            let message = "no host is selected, nor a port that leads to one";
            self.error = Some(UserError::new(&message));
            return;
        };
        let param = Key::Drain.param();
        let address = Address { place: Place::Host(host), priority: None, key: Key::Drain };
        let own = self.drain_before(&address);
        let line = self.compiled.spec.ports[port.index()].clock.rate().bps();
        // If the document itself makes the bus slow, `true` restores the rate of the document, and `false`
        // removes the limit.
        let is_own = own < line;
        let value = match (slow, is_own) {
            (true, false) => (line / 10).max(param.min),
            (false, true) => OFF,
            _ => own,
        };
        let text = param.show(value);
        self.happen(Action::Set(ParamMap::from([(address.to_string(), text)])));
    }

    /// Rate of the bus at `address`, in bits per second, before any action of
    /// [`Command::Slow`](super::Command::Slow).
    fn drain_before(&self, address: &Address) -> u64 {
        let mut document = self.compiled.document.clone();
        document.actions.retain(|timed| !is_set_at(&timed.action, address));
        let current = document.parameters([address], Some(self.run.recording().world().now()));
        current.first().map_or(UNSET, |current| current.value)
    }

    /// Whether the bus of the selected host is slower than its link at the cursor. `false` if no host is at
    /// the selected link.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        let Some((_, port)) = self.selected_host() else { return false };
        let world = self.run.recording().world();
        let at = &world.spec().ports[port.index()];
        let drain = world.spec().owner(port).host().and_then(|host| world.receiver(host).drain);
        drain.map(Rate::bps).is_some_and(|drain| drain < at.clock.rate().bps())
    }

    /// Name and port of the selected host, or of the host at the other end of the selected link. `None` if
    /// both ends are switches.
    #[must_use]
    pub fn selected_host(&self) -> Option<(String, PortId)> {
        let spec = &self.compiled.spec;
        let port = self.selected.port;
        let is_host = |port: &PortId| spec.switch_of(*port).is_none();
        let port = [port, spec.ports.get(port.index())?.peer].into_iter().find(is_host)?;
        Some((spec.owner(port).name.clone(), port))
    }

    /// Takes the link of the selected port up (`up`) or down, by an action at the cursor. Does not check the
    /// present state of the link.
    pub(super) fn switch_link(&mut self, up: bool) {
        let name = self.port_address();
        self.happen(if up { Action::LinkUp(name) } else { Action::LinkDown(name) });
    }

    /// Makes the link of the selected port corrupt one frame in a hundred, from the cursor on.
    pub(super) fn corrupt(&mut self) {
        let link = self.port_address();
        let corrupt = Some("1%".to_owned());
        self.happen(Action::Lossy(Lossy {
            link,
            directions: LinkDirections::Both,
            drop_every: None,
            corrupt,
        }));
    }

    /// Makes the link of the selected port lose PFC frames from the cursor on: only the next resume
    /// (`PfcKind::Resumes`), or every pause until the repair. The receiving end is that of
    /// [`Lab::pfc_destination`]. If no PFC frame crosses the link, the page shows an error.
    pub(super) fn lose_pfc(&mut self, only: PfcKind) {
        let Some(port) = self.pfc_destination() else {
            let message = "no PFC frame ever crosses this link: neither of its ends sends pauses";
            self.error = Some(UserError::new(&message));
            return;
        };
        let port = address(&self.compiled.spec, port);
        let frames = if only == PfcKind::Resumes { Whole::new(1) } else { None };
        self.happen(Action::LosePfc(LosePfc { port, only, frames, time: None }));
    }

    /// End of the selected link that receives PFC frames. If both ends receive them, the end that is paused
    /// now, otherwise the selected port. `None` if neither end receives PFC frames.
    #[must_use]
    pub fn pfc_destination(&self) -> Option<PortId> {
        let world = self.run.recording().world();
        let spec = world.spec();
        let (port, priority) = (self.selected.port, self.selected.priority);
        let ends = [port, spec.ports[port.index()].peer];
        let sends_pfc = |end: &PortId| {
            let peer = spec.ports[end.index()].peer;
            let storms = storming(world).any(|(_, source)| source.port == peer);
            let slow = |host| world.receiver(host).drain.is_some();
            let config = &spec.ports[peer.index()].config;
            let able = config.sender.enabled.intersects(!config.credit_channels());
            storms || able && spec.owner(peer).host().is_none_or(slow)
        };
        let is_paused = |end: &PortId| world.paused(*end).contains(priority);
        ends.into_iter().find(is_paused).or_else(|| ends.into_iter().find(sends_pfc))
    }

    /// Makes the link of the selected port lose credit updates until the repair. If no credits cross the
    /// link, the page shows an error.
    pub(super) fn lose_credits(&mut self) {
        let Some(port) = self.credits_come_to() else {
            let message = "no credits cross this link: neither of its ends sends for any";
            self.error = Some(UserError::new(&message));
            return;
        };
        let port = address(&self.compiled.spec, port);
        self.happen(Action::LoseCredits(LoseCredits { port, chance: None, updates: None, time: None }));
    }

    /// End of the selected link that receives credit updates. If both ends receive them, the end that has
    /// sent more bytes; if both have sent equally many bytes, the selected port. `None` if neither end uses
    /// credits.
    #[must_use]
    pub fn credits_come_to(&self) -> Option<PortId> {
        let world = self.run.recording().world();
        let spec = world.spec();
        let ends = [self.selected.port, spec.ports.get(self.selected.port.index())?.peer];
        let sent =
            |end: &PortId| world.counters().ports[end.index()].iter().map(|lane| lane.tx_bytes).sum::<u64>();
        // `max_by_key` returns the last of several equal ends, so the selected port comes last.
        ends.into_iter().rev().filter(|end| spec.sends_for_credits(*end)).max_by_key(sent)
    }

    /// If `on` is true, makes the selected switch send the frames for some host to the selected port. This
    /// port is not on a shortest path to the host. If `on` is false, restores the shortest path. If no host
    /// or no wrong route is found, the page shows an error.
    pub(super) fn misroute(&mut self, on: bool) {
        let spec = &self.compiled.spec;
        let port = &spec.ports[self.selected.port.index()];
        let node = &spec.nodes[port.node.index()];
        if node.kind == NodeKind::Host {
            self.error = Some(UserError::new(&"a host has no routes: select a port of a switch"));
            return;
        }
        let switch = node.name.clone();
        let number = Whole::new(u64::from(port.number));
        let to = if on { self.host_to_misroute() } else { self.misrouted() };
        let Some(to) = to else {
            let message = format!("{switch} sends to every host by this port: no route by it is wrong");
            self.error = Some(UserError::new(&message));
            return;
        };
        self.happen(if on {
            Action::Route(Route { switch, to, via: None, port: number })
        } else {
            Action::Unroute(Unroute { switch, to })
        });
    }

    /// Host for which the selected port is on no shortest path. If there are several, the destination of the
    /// greatest number of flows; if several hosts have equally many, the first of them. `None` if there is no
    /// such host, or if the selected port belongs to a host.
    #[must_use]
    pub fn host_to_misroute(&self) -> Option<String> {
        let world = self.run.recording().world();
        let (spec, port) = (world.spec(), self.selected.port);
        let switch = spec.switch_of(port)?;
        let flows = |name: &str| self.compiled.document.flows.iter().filter(|flow| flow.to == name).count();
        let hosts = spec.nodes.iter().rev().filter_map(|node| Some((node.host()?, node.name.as_str())));
        let wrong = hosts.filter(|(host, _)| !world.routes().ports(switch, *host).contains(&port));
        wrong.max_by_key(|(_, name)| flows(name)).map(|(_, name)| name.to_owned())
    }

    /// Host for which an action up to the cursor has set a wrong route at the selected switch; if there are
    /// several, the last. `None` if there is no such host.
    #[must_use]
    pub fn misrouted(&self) -> Option<String> {
        let node = &self.compiled.spec.owner(self.selected.port).name;
        let now = self.run.recording().world().now();
        let mut done: Vec<_> =
            self.compiled.document.actions.iter().filter(|timed| timed.at <= now).collect();
        sort::by_key(&mut done, |timed| timed.at);
        let mut wrong: Vec<&str> = Vec::new();
        for timed in done {
            match &timed.action {
                Action::Route(route) if route.switch == *node => wrong.push(&route.to),
                Action::Unroute(route) if route.switch == *node => wrong.retain(|to| *to != route.to),
                _ => {}
            }
        }
        wrong.last().map(|to| (*to).to_owned())
    }

    /// Port with a watchdog that must be rearmed: the watchdog has switched PFC off, or is a NIC watchdog
    /// that has tripped. The selected port is preferred, otherwise the first such port. `None` if no watchdog
    /// must be rearmed.
    #[must_use]
    pub fn disarmed(&self) -> Option<PortId> {
        let world = self.run.recording().world();
        let is_off = |port: &PortId| {
            Priority::ALL
                .into_iter()
                .any(|n| world.watchdog(*port, n).is_some_and(|(_, dog)| dog.is_disarmed()))
                || world.nic_watchdog(*port).is_some_and(|(_, dog)| dog.has_tripped())
        };
        let all = (0..world.spec().ports.len()).map(PortId::new);
        std::iter::once(self.selected.port).chain(all).find(is_off)
    }

    /// Rearms the watchdog of the port that [`Lab::disarmed`] returns. Without such a port, the page shows an
    /// error.
    pub(super) fn arm(&mut self) {
        match self.disarmed() {
            Some(port) => self.happen(Action::Arm(address(&self.compiled.spec, port))),
            None => self.error = Some(UserError::new(&"no watchdog has switched PFC off")),
        }
    }

    /// Whether the link of the selected port has a fault at the cursor that
    /// [`Command::Mend`](super::Command::Mend) would repair. If several actions have the same time, the last
    /// in the document counts. `true` also for a fault that has already ended by itself.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        let spec = &self.compiled.spec;
        let ends = spec.link(self.selected.port).map(|end| address(spec, end));
        self.last_done(|action| match action {
            Action::Lossy(lossy) if ends.contains(&lossy.link) => Some(true),
            Action::LosePfc(lost) if ends.contains(&lost.port) => Some(true),
            Action::LoseCredits(lost) if ends.contains(&lost.port) => Some(true),
            Action::Mend(link) if ends.contains(link) => Some(false),
            _ => None,
        })
    }

    /// Result of `effect` for the last action up to the cursor for which `effect` is not `None`; `false` if
    /// there is no such action.
    fn last_done(&self, effect: impl Fn(&Action) -> Option<bool>) -> bool {
        let now = self.run.recording().world().now();
        let done = self.compiled.document.actions.iter().filter(|timed| timed.at <= now);
        let effects = done.filter_map(|timed| Some((timed.at, effect(&timed.action)?)));
        effects.max_by_key(|(at, _)| *at).is_some_and(|(_, effect)| effect)
    }

    /// Selected port in the notation of actions, such as `s1.2`.
    pub(super) fn port_address(&self) -> String {
        address(&self.compiled.spec, self.selected.port)
    }

    /// Name for a new flow or pause source: `stem`, or `stem` with the first free number from 2 on.
    pub(super) fn free_name(&self, stem: &str) -> String {
        let document = &self.compiled.document;
        let taken = |name: &str| {
            declared(&self.compiled.spec).any(|flow| flow.name == name)
                || document.pause_sources.iter().any(|source| source.name == name)
                || document
                    .actions
                    .iter()
                    .any(|timed| matches!(&timed.action, Action::PauseSource(source) if source.name == name))
        };
        let mut name = stem.to_owned();
        for n in 2u32.. {
            if !taken(&name) {
                break;
            }
            name = format!("{stem} {n}");
        }
        name
    }
}

/// Port `port` in the notation of actions: `s1.2`, or `h1` for a host.
fn address(spec: &Spec, port: PortId) -> String {
    let node = spec.owner(port);
    if node.kind == NodeKind::Host { node.name.clone() } else { spec.port_name(port) }
}

/// Whether `action` sets the parameter at `address` and no other.
fn is_set_at(action: &Action, address: &Address) -> bool {
    let Action::Set(map) = action else { return false };
    map.0.len() == 1 && map.0.contains_key(&address.to_string())
}
