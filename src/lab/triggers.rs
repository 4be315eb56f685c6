//! Faults that are made by hand at what is selected: storms of pauses, slow
//! receivers, links that go down or spoil frames, resumes that get lost, wrong routes.

use fabric_sim::document::params::{Address, Key, ParamMap, Place};
use fabric_sim::document::{
    Action, LosePfc, Lossy, PauseSource, PfcKind, Priority, Route, Unroute, Ways, Whole,
};
use fabric_sim::ids::PortId;
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::Time;

use super::pace::{Pace, whole};
use super::{Lab, Trouble};

/// How long a storm of pauses lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storm {
    /// A second of the viewer's.
    Short,
    /// Three.
    #[default]
    Usual,
    /// Ten.
    Long,
    /// It does not end.
    Endless,
}

impl Storm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Short, Self::Usual, Self::Long, Self::Endless];

    /// Seconds of the viewer's.
    const fn seconds(self) -> Option<f64> {
        match self {
            Self::Short => Some(1.0),
            Self::Usual => Some(3.0),
            Self::Long => Some(10.0),
            Self::Endless => None,
        }
    }
}

/// The longest that one frame of a storm pauses for: half of what the fastest
/// port can be asked for.
const EACH: Time = Time::from_us(10);

impl Lab {
    /// How long a storm lasts in simulated time, at the speed that is set.
    #[must_use]
    pub fn storm_lasts(&self, storm: Storm) -> Option<Time> {
        let speed = match self.run.pace() {
            Pace::Speed(speed) => speed,
            // A tenth of the time line in three seconds.
            Pace::Events(_) => ps(self.end) / 30.0,
        };
        let wanted = storm.seconds()? * speed;
        let digit = 10f64.powf(wanted.max(1e5).log10().floor());
        Some(whole((wanted / digit).round().max(1.0) * digit, Time(1)))
    }

    /// The selected port pauses the selected priority of its peer, whatever
    /// its buffers hold.
    pub(super) fn storm(&mut self, storm: Storm) {
        let (spec, selected) = (&self.edition.spec, self.selected);
        let port = &spec.ports[selected.port.index()];
        let node = &spec.nodes[port.node.index()];
        let Some(priority) = Priority::new(u64::from(selected.priority)) else { return };
        let at = self.stamp();
        let lasts = self.storm_lasts(storm);
        // Eight frames at least, so that it ends nearly when it should.
        let every = lasts.map_or(EACH, |lasts| EACH.min(Time((lasts.ps() / 8).max(1_000))));
        let source = PauseSource {
            name: self.free_name("storm"),
            node: node.name.clone(),
            port: Whole::new(u64::from(port.number)).filter(|_| node.kind != NodeKind::Host),
            priorities: vec![priority],
            quanta: None,
            time: Some(every + Time(every.ps() / 4)),
            every: Some(every),
            start: at,
            stop: lasts.map(|lasts| at + lasts),
        };
        self.happen(Action::PauseSource(source));
    }

    /// The bus of the selected host carries frames at a tenth of its link's
    /// rate, or as fast as before.
    pub(super) fn slow(&mut self, slow: bool) {
        let Some((host, port)) = self.selected_host() else {
            let message = "no host is selected, nor a port that leads to one";
            self.trouble = Some(Trouble::new(&message));
            return;
        };
        let param = Key::Drain.param();
        let address = Address { place: Place::Host(host), priority: None, key: Key::Drain };
        let value = if slow { self.slow_rate(port) } else { self.drain_before(&address) };
        let text = param.show(value);
        self.happen(Action::Set(ParamMap::from([(address.to_string(), text)])));
    }

    /// A tenth of what the link of `port` carries.
    fn slow_rate(&self, port: PortId) -> u64 {
        (self.edition.spec.ports[port.index()].clock.rate().bps() / 10).max(Key::Drain.param().min)
    }

    /// What the drain rate at `address` would be without triggers.
    fn drain_before(&self, address: &Address) -> u64 {
        let mut edition = self.edition.clone();
        edition.document.actions.retain(|timed| !is_set_at(&timed.action, address));
        edition.settled(self.run.tape().world().now()).parameter(address).value
    }

    /// Whether the selected host was made slow, as far as the cursor is.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        let Some((host, port)) = self.selected_host() else { return false };
        let address = Address { place: Place::Host(host), priority: None, key: Key::Drain };
        let slow = Key::Drain.param().show(self.slow_rate(port));
        let address = address.to_string();
        self.last_done(|action| {
            let Action::Set(map) = action else { return None };
            map.0.get(&address).map(|value| *value == slow)
        })
    }

    /// The selected host, or the one that the selected port leads to, and its port.
    #[must_use]
    pub fn selected_host(&self) -> Option<(String, PortId)> {
        let spec = &self.edition.spec;
        let port = self.selected.port;
        let is_host = |port: &PortId| spec.switch_of(*port).is_none();
        let port = [port, spec.ports.get(port.index())?.peer].into_iter().find(is_host)?;
        Some((spec.owner(port).name.clone(), port))
    }

    /// The link of the selected port goes down, or comes up.
    pub(super) fn switch_link(&mut self, up: bool) {
        let name = self.port_address();
        self.happen(if up { Action::LinkUp(name) } else { Action::LinkDown(name) });
    }

    /// The link of the selected port spoils one frame in a hundred.
    pub(super) fn corrupt(&mut self) {
        let link = self.port_address();
        let corrupt = Some("1%".to_owned());
        self.happen(Action::Lossy(Lossy { link, ways: Ways::Both, drop_every: None, corrupt }));
    }

    /// The next resume that comes in at the selected port is lost.
    pub(super) fn lose_resume(&mut self) {
        let port = self.port_address();
        self.happen(Action::LosePfc(LosePfc {
            port,
            only: PfcKind::Resumes,
            frames: Whole::new(1),
            time: None,
        }));
    }

    /// What the selected switch has for the busiest receiver leaves by the
    /// selected port, or the shortest way again.
    pub(super) fn misroute(&mut self, on: bool) {
        let spec = &self.edition.spec;
        let port = &spec.ports[self.selected.port.index()];
        let node = &spec.nodes[port.node.index()];
        let Some(to) = self.edition.receiver().map(str::to_owned) else { return };
        if node.kind == NodeKind::Host {
            self.trouble = Some(Trouble::new(&"a host has no routes: select a port of a switch"));
            return;
        }
        let switch = node.name.clone();
        let port = Whole::new(u64::from(port.number));
        self.happen(if on {
            Action::Route(Route { switch, to, via: None, port })
        } else {
            Action::Unroute(Unroute { switch, to })
        });
    }

    /// Whether the selected switch was given a wrong route by hand, as far as the cursor is.
    #[must_use]
    pub fn is_misrouted(&self) -> bool {
        let spec = &self.edition.spec;
        let node = &spec.owner(self.selected.port).name;
        let Some(to) = self.edition.receiver() else { return false };
        self.last_done(|action| match action {
            Action::Route(route) if route.switch == *node && route.to == to => Some(true),
            Action::Unroute(route) if route.switch == *node && route.to == to => Some(false),
            _ => None,
        })
    }

    /// Whether the link of the selected port loses something, as far as the
    /// cursor is, that mending it would end.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        let spec = &self.edition.spec;
        let ends = spec.link(self.selected.port).map(|end| address(spec, end));
        self.last_done(|action| match action {
            Action::Lossy(lossy) if ends.contains(&lossy.link) => Some(true),
            Action::LosePfc(lost) if ends.contains(&lost.port) => Some(true),
            Action::Mend(link) if ends.contains(link) => Some(false),
            _ => None,
        })
    }

    /// What the last action up to the cursor that says anything about it says.
    fn last_done(&self, says: impl Fn(&Action) -> Option<bool>) -> bool {
        let now = self.run.tape().world().now();
        let done = self.edition.document.actions.iter().filter(|timed| timed.at <= now);
        let said = done.filter_map(|timed| Some((timed.at, says(&timed.action)?)));
        said.max_by_key(|(at, _)| *at).is_some_and(|(_, said)| said)
    }

    /// The selected port as actions name it.
    pub(super) fn port_address(&self) -> String {
        address(&self.edition.spec, self.selected.port)
    }

    /// `stem`, or with the first number that makes it a new name among pause
    /// sources and flows.
    pub(super) fn free_name(&self, stem: &str) -> String {
        let document = &self.edition.document;
        let taken = |name: &str| {
            document.flows.iter().any(|flow| flow.name == name)
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

/// A port as actions name it: `s1.2`, or of a host `h1`.
fn address(spec: &Spec, port: PortId) -> String {
    let node = spec.owner(port);
    if node.kind == NodeKind::Host { node.name.clone() } else { spec.port_name(port) }
}

/// Whether an action sets just this.
fn is_set_at(action: &Action, address: &Address) -> bool {
    let Action::Set(map) = action else { return false };
    map.0.len() == 1 && map.0.contains_key(&address.to_string())
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
