//! State of the selected priority of the selected port in words, with its reason. Start with
//! [`Picture::state`].
//!
//! The state is the first of these that applies: `LINK DOWN`, `SENDS PAUSES` (a pause source), `WATCHDOG
//! DROPS`, `PAUSED` by the peer, `NO CREDITS`, `ASKS FOR A PAUSE` or `ASKS IN VAIN` (the peer ignores or
//! misses the pauses), `STILL PAUSED` (the peer, until a resume arrives), `LAST FRAME` (no credits for the
//! next frame), `FREE`.

use fabric_sim::engine::{PortView, ReceiveView};
use fabric_sim::ids::{PortId, PrioritySet};
use fabric_sim::spec::{PortSpec, Spec};
use fabric_sim::units::Time;

use super::{Picture, credits_left};
use crate::charts::{bytes_label, time_label};

/// State of a priority of a port, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether `word` is not `FREE`. Also true if the peer ignores or misses the pauses of this port, or if
    /// the frame in transmission used the last credits. False if the selected port does not exist.
    pub stopped: bool,
    /// State in a few words, such as `PAUSED`.
    pub word: &'static str,
    /// Sentences on the reason of the state, and on faults of the link.
    pub why: String,
}

impl Picture {
    /// Whether frames of the selected priority are charged to the memory of a switch. False for hosts, and for
    /// priorities that take no memory.
    #[must_use]
    pub fn takes_memory(&self) -> bool {
        let (spec, selected) = (&self.static_picture.document_picture.spec, self.static_picture.selected);
        spec.switch_of(selected.port).is_some()
            && spec.ports[selected.port.index()].config.priorities[usize::from(selected.priority)].pg.counted
    }

    /// State of the selected priority at the cursor. Empty if the selected port does not exist.
    #[must_use]
    pub fn state(&self) -> State {
        let Some(here) = Here::of(self) else { return State::default() };
        let (word, why) = here.stopped().unwrap_or_else(|| ("FREE", here.free(self)));
        let faults = here.faults();
        State {
            stopped: word != "FREE",
            word,
            why: [why].into_iter().chain(faults).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Selected priority, with both ends of its link.
struct Here<'a> {
    spec: &'a Spec,
    port: &'a PortSpec,
    view: &'a PortView,
    there: &'a PortView,
    /// Receive buffer of the host; `None` if the port belongs to a switch.
    receive: Option<&'a ReceiveView>,
    n: u8,
    peer: &'a str,
}

impl<'a> Here<'a> {
    fn of(picture: &'a Picture) -> Option<Self> {
        let (spec, selected) =
            (&*picture.static_picture.document_picture.spec, picture.static_picture.selected);
        let port = spec.ports.get(selected.port.index())?;
        let view = |port: PortId| picture.view.ports.get(port.index());
        Some(Self {
            spec,
            port,
            view: view(selected.port)?,
            there: view(port.peer)?,
            receive: spec.owner(selected.port).host().and_then(|host| picture.view.receivers.get(host)),
            n: selected.priority,
            peer: &spec.owner(port.peer).name,
        })
    }

    /// State and reason if the priority is not free; `None` if it is free.
    fn stopped(&self) -> Option<(&'static str, String)> {
        let Self { view, there, n, peer, .. } = *self;
        let is = |mask: PrioritySet| mask.contains(n);
        let credits = view.priorities[usize::from(n)].credits;
        let short = credits.filter(|credits| credits.needs > credits.available);
        Some(if view.down {
            ("LINK DOWN", format!("Nothing passes between here and {peer}: what was on its way is lost."))
        } else if is(view.storms) {
            let not = format!("{peer} is told again and again not to send priority {n}");
            ("SENDS PAUSES", format!("{not}, whatever the buffers here hold: a pause source is at it."))
        } else if is(view.watchdog_drops) {
            let why = format!("The watchdog found priority {n} paused for too long");
            ("WATCHDOG DROPS", format!("{why}: what comes for {peer} is thrown away until its pauses end."))
        } else if is(view.paused) {
            ("PAUSED", format!("{peer} asked this port to stop sending priority {n}."))
        } else if let Some(credits) = credits.filter(|_| is(view.starved)) {
            ("NO CREDITS", format!("Credits of {peer}: {}.", credits_left(&credits)))
        } else if is(view.requested_pauses) {
            self.asks()
        } else if is(there.paused) {
            let over = match there.paused_until[usize::from(n)] {
                // Without an expiry time, only a resume ends the pause.
                Time::ZERO | Time::NEVER => String::new(),
                until => format!(" or the pause expires (at {})", time_label(until)),
            };
            (
                "STILL PAUSED",
                format!(
                    "This port no longer asks for a pause; {peer} stays stopped until the resume arrives{over}."
                ),
            )
        } else if let Some(credits) = short {
            // The frame in transmission has consumed the credits. The next frame may get credits before its
            // turn.
            ("LAST FRAME", format!("Credits of {peer}: {}.", credits_left(&credits)))
        } else {
            return None;
        })
    }

    /// Word and sentence for a port that pauses its peer. They differ if the peer ignores the pauses or does
    /// not get them.
    fn asks(&self) -> (&'static str, String) {
        let Self { there, n, peer, .. } = *self;
        let obeyed = self.spec.ports[self.port.peer.index()].config.receiver.enabled.contains(n);
        let not = format!("{peer} is asked not to send priority {n}");
        if !obeyed {
            return ("ASKS IN VAIN", format!("{not}, but does not obey PFC: it goes on."));
        }
        if there.faults.loses_pauses && !there.paused.contains(n) {
            return ("ASKS IN VAIN", format!("{not}, but the pauses are lost: it goes on."));
        }
        let buffer = self.receive.map_or_else(
            || "this buffer has drained".to_owned(),
            |buffer| {
                let [held, low] = [&buffer.held, &buffer.xon].map(|of| bytes_label(of[usize::from(n)]));
                format!("the receive buffer here, which holds {held} of it, has drained to {low}")
            },
        );
        ("ASKS FOR A PAUSE", format!("{peer} must not send priority {n} until {buffer}."))
    }

    /// Sentence for a priority that is not blocked.
    fn free(&self, picture: &Picture) -> String {
        let lane = &self.view.priorities[usize::from(self.n)];
        let words = if let Some(credits) = lane.credits {
            return format!("Credits of {}: {}.", self.peer, credits_left(&credits));
        } else if self.receive.is_some() || lane.pg.lossless {
            "No pause in either direction."
        } else if picture.takes_memory() {
            "Lossy: above its threshold, frames are dropped."
        } else {
            "Takes no memory: its frames are always let in, and it asks for no pause."
        };
        words.to_owned()
    }

    /// Sentence on the faults of the link. `None` without faults, or if the link is down.
    fn faults(&self) -> Option<String> {
        let words = faults([self.view, self.there]);
        (!self.view.down && !words.is_empty()).then(|| format!("Its link {}.", words.join(", and ")))
    }
}

/// Faults of a link, in words such as "loses or spoils frames". `ends` are the views of both its ports. Empty
/// without faults.
#[must_use]
pub fn faults(ends: [&PortView; 2]) -> Vec<&'static str> {
    let any = |is: fn(&PortView) -> bool| ends.into_iter().any(is);
    let all = [
        (any(|end| end.down), "is down"),
        (any(|end| end.faults.has_lossy_cable), "loses or spoils frames"),
        (any(|end| end.faults.loses_pauses), "loses pauses"),
        (any(|end| end.faults.loses_credit_updates), "loses credit updates"),
    ];
    all.into_iter().filter_map(|(is, words)| is.then_some(words)).collect()
}
