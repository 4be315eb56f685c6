//! What the routes know of links: they learn of a change a while later.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::digest::Digest;
use crate::engine::slots::Owner;
use crate::engine::{Recorder, What, World};
use crate::ids::PortId;
use crate::units::Time;

/// Links that the routes avoid, and what they are about to learn. A link is
/// named by the lower of its ports.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Routing {
    down: BTreeSet<PortId>,
    /// Soonest first.
    news: VecDeque<News>,
}

#[derive(Clone, Copy, Debug)]
struct News {
    at: Time,
    link: PortId,
    up: bool,
}

impl Routing {
    /// When the routes learn of something.
    pub fn next(&self) -> Time {
        self.news.front().map_or(Time::NEVER, |news| news.at)
    }

    pub fn digest(&self, digest: &mut Digest) {
        self.down.iter().for_each(|link| digest.add(link.0));
        for News { at, link, up } in &self.news {
            digest.time(*at);
            digest.add(u64::from(link.0) << 1 | u64::from(*up));
        }
    }
}

impl World {
    /// The routes will hear that `link` came up or went down.
    pub(super) fn tell_routes(&mut self, link: PortId, up: bool) {
        let at = self.state.now.saturating_add(self.spec.reroute_delay);
        self.state.routing.news.push_back(News { at, link, up });
        self.arm(Owner::Reroute, self.state.routing.next());
    }

    /// The routes learn what is due, and are worked out again.
    pub(in crate::engine) fn reroute<R: Recorder>(&mut self, recorder: &mut R) {
        let now = self.state.now;
        while let Some(News { link, up, .. }) = self.state.routing.news.pop_front_if(|news| news.at <= now) {
            let down = &mut self.state.routing.down;
            if up {
                down.remove(&link);
            } else {
                down.insert(link);
            }
            self.note(recorder, link.index(), What::Rerouted(up));
        }
        let (spec, down) = (&self.spec, &self.state.routing.down);
        let up = |port: PortId| down.is_empty() || !down.contains(&spec.link(port)[0]);
        self.routes = Arc::new(spec.routes.again(&spec.nodes, &spec.ports, up));
        self.arm(Owner::Reroute, self.state.routing.next());
    }
}
