//! Status of the selected priority of the selected port in words, with its reason. Start with
//! [`Picture::priority_status`].
//!
//! The status is the first of these that applies: `LINK DOWN`; `SENDS PAUSES` (a pause source); `WATCHDOG
//! DROPS`; `PAUSED` by the peer; `NO CREDITS`; `REQUESTS A PAUSE`, or `PAUSES HAVE NO EFFECT` if the peer
//! ignores or misses the pauses; `STILL PAUSED` (the peer, until a resume arrives); `LAST FRAME` (no credits
//! for the next frame); `FREE`.

use fabric_sim::engine::{PortView, ReceiveView};
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::spec::{PortSpec, Spec};
use fabric_sim::units::Time;

use super::{Picture, credits_left};
use crate::charts::{bytes_label, time_label};

/// Status of a priority of a port, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorityStatus {
    /// Whether the priority is free: the link is up and nothing pauses, drops or limits the priority. `true`
    /// also if the selected port does not exist; `word` is then empty.
    pub is_free: bool,
    /// Status of the priority in a few words, such as `PAUSED`.
    pub word: &'static str,
    /// Sentences on the reason of the status, and on faults of the link.
    pub why: String,
}

impl Picture {
    /// Whether frames of the selected priority are charged to the memory of a switch. `false` for hosts, and
    /// for priorities that take no memory.
    #[must_use]
    pub fn takes_memory(&self) -> bool {
        let (spec, selected) = (&self.static_picture.document_picture.spec, self.static_picture.selected);
        spec.switch_of(selected.port).is_some()
            && spec.ports[selected.port.index()].config.priorities[selected.priority.index()].pg.counted
    }

    /// Whether the selected priority of a host is paused while its egress queue is empty. Frames then wait in
    /// the memory of the host, because the NIC takes a frame only when it can send one.
    #[must_use]
    pub fn waits_in_host_memory(&self) -> bool {
        let (spec, selected) = (&self.static_picture.document_picture.spec, self.static_picture.selected);
        let view = self.view.ports.get(selected.port.index());
        spec.switch_of(selected.port).is_none()
            && view.is_some_and(|port| port.paused.contains(selected.priority))
            && self.selected_priority_view().egress_bytes == 0
    }

    /// Status of the selected priority at the cursor. `FREE` means that the link is up and nothing pauses,
    /// drops or limits the priority. If the selected port does not exist, the priority counts as free, and
    /// the texts are empty.
    #[must_use]
    pub fn priority_status(&self) -> PriorityStatus {
        let Some(priority) = SelectedPriority::of(self) else {
            return PriorityStatus { is_free: true, word: "", why: String::new() };
        };
        let reason = priority.not_free_reason();
        let is_free = reason.is_none();
        let (word, why) = reason.unwrap_or_else(|| ("FREE", priority.free_sentence(self)));
        let why = [why].into_iter().chain(priority.faults()).collect::<Vec<_>>().join(" ");
        PriorityStatus { is_free, word, why }
    }
}

/// State of the selected priority at both ends of its link.
struct SelectedPriority<'a> {
    spec: &'a Spec,
    port: &'a PortSpec,
    view: &'a PortView,
    there: &'a PortView,
    /// Receive buffer of the host; `None` if the port belongs to a switch.
    receive: Option<&'a ReceiveView>,
    n: Priority,
    peer: &'a str,
}

impl<'a> SelectedPriority<'a> {
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
            receive: spec
                .owner(selected.port)
                .host()
                .and_then(|host| picture.view.receivers.get(host.index())),
            n: selected.priority,
            peer: &spec.owner(port.peer).name,
        })
    }

    /// Status of the priority in a few words, such as `PAUSED`, and a sentence with the reason. `None` if the
    /// link is up and nothing pauses, drops or limits the priority.
    fn not_free_reason(&self) -> Option<(&'static str, String)> {
        let Self { view, there, n, peer, .. } = *self;
        let is = |mask: PrioritySet| mask.contains(n);
        let credits = view.priorities[n.index()].credits;
        let short = credits.filter(|credits| credits.needs > credits.available);
        Some(if view.down {
            ("LINK DOWN", format!("No frame passes to or from {peer}. Frames in the cable were lost."))
        } else if is(view.storms) {
            let pauses = format!("{peer} receives pauses of priority {n} at fixed intervals");
            ("SENDS PAUSES", format!("{pauses} from a pause source at this port, independent of its buffer."))
        } else if is(view.watchdog_drops) {
            let why = format!("The watchdog found priority {n} paused for too long");
            ("WATCHDOG DROPS", format!("{why}: frames for {peer} are dropped until its pauses end."))
        } else if is(view.paused) {
            ("PAUSED", format!("{peer} has paused priority {n} of this port."))
        } else if let Some(credits) = credits.filter(|_| is(view.starved)) {
            ("NO CREDITS", format!("Credits of {peer}: {}.", credits_left(&credits)))
        } else if is(view.requested_pauses) {
            self.requested_pause()
        } else if is(there.paused) {
            let over = match there.paused_until[n.index()] {
                // Without an expiry time, only a resume ends the pause.
                Time::ZERO | Time::NEVER => String::new(),
                until => format!(" or the pause expires (at {})", time_label(until)),
            };
            (
                "STILL PAUSED",
                format!(
                    "This port no longer requests a pause; {peer} stays paused until the resume arrives{over}."
                ),
            )
        } else if let Some(credits) = short {
            // The frame in transmission has consumed the credits. More credits may arrive before the next
            // frame can start.
            ("LAST FRAME", format!("Credits of {peer}: {}.", credits_left(&credits)))
        } else {
            return None;
        })
    }

    /// Word and sentence for a port that pauses its peer. If the peer ignores the pauses or does not receive
    /// them, the word and the sentence say so.
    fn requested_pause(&self) -> (&'static str, String) {
        let Self { there, n, peer, .. } = *self;
        let obeyed = self.spec.ports[self.port.peer.index()].config.receiver.enabled.contains(n);
        let pauses = format!("This port pauses priority {n} of {peer}");
        if !obeyed {
            return (
                "PAUSES HAVE NO EFFECT",
                format!("{pauses}, but {peer} does not obey PFC and continues to send."),
            );
        }
        if there.faults.loses_pauses && !there.paused.contains(n) {
            return (
                "PAUSES HAVE NO EFFECT",
                format!("{pauses}, but the pauses are lost, and {peer} continues to send."),
            );
        }
        let buffer = self.receive.map_or_else(
            || "this buffer has drained".to_owned(),
            |buffer| {
                let [held, low] = [&buffer.held, &buffer.xon].map(|of| bytes_label(of[n.index()]));
                format!("the receive buffer here, which holds {held} of it, has drained to {low}")
            },
        );
        ("REQUESTS A PAUSE", format!("{peer} must not send priority {n} until {buffer}."))
    }

    /// Sentence on the selected priority if nothing pauses, drops or limits it.
    fn free_sentence(&self, picture: &Picture) -> String {
        let view = &self.view.priorities[self.n.index()];
        let words = if let Some(credits) = view.credits {
            return format!("Credits of {}: {}.", self.peer, credits_left(&credits));
        } else if self.receive.is_some() || view.pg.lossless {
            "No pause in either direction."
        } else if picture.takes_memory() {
            "Lossy: above its threshold, frames are dropped."
        } else {
            "Takes no memory: its frames are always admitted, and it requests no pause."
        };
        words.to_owned()
    }

    /// Sentence on the faults of the link. `None` if there are no faults, or if the link is down.
    fn faults(&self) -> Option<String> {
        let words = faults([self.view, self.there]);
        (!self.view.down && !words.is_empty()).then(|| format!("Its link {}.", words.join(", and ")))
    }
}

/// Faults of a link, in words such as "loses or spoils frames". `ends` are the views of both ports of the
/// link; a fault at one end counts for the link. Empty without faults. The order is: down, lost or spoilt
/// frames, lost pauses, lost credit updates.
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
