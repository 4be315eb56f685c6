//! Effective values of parameters. One parameter may override another: a fixed XOFF, for example, puts α out
//! of force. Start with [`Picture::override_of`]. If a parameter has no effect at all, the override of this
//! parameter has no value. If the selected priority is lossy, the thresholds of a lossless priority are shown
//! instead.

use fabric_sim::document::params::{Key, OFF, RATIO_ONE, UNSET};
use fabric_sim::engine::PgView;
use fabric_sim::ids::PortId;

use super::value_sources::lossless_selection;
use super::{Picture, Selected, StaticPicture};

/// Override of a parameter by another parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overridden {
    /// Value in bytes that is in force instead of the parameter. `None` if the parameter has no effect.
    pub by: Option<u64>,
    /// Reason why the parameter is overridden, in a few words.
    pub why: &'static str,
}

/// Whether some parameter can override `key` at all. Use this test before the slower
/// [`Picture::override_of`].
#[must_use]
pub const fn may_be_overridden(key: Key) -> bool {
    use Key::{Alpha, Headroom, Kmax, Pmax, Xoff, Xon, XonOffset};
    matches!(key, Xoff | Alpha | Xon | XonOffset | Headroom | Kmax | Pmax)
        || is_of_crossbars(key)
        || is_of_watchdogs(key)
}

/// Whether `key` affects only switches with a crossbar.
const fn is_of_crossbars(key: Key) -> bool {
    use Key::{CrossbarCell, CrossbarFifo, CrossbarIterations, CrossbarLatency, CrossbarSpeedup};
    matches!(key, CrossbarCell | CrossbarFifo | CrossbarIterations | CrossbarLatency | CrossbarSpeedup)
}

/// Whether `key` affects only queues with a PFC watchdog.
const fn is_of_watchdogs(key: Key) -> bool {
    matches!(key, Key::WatchdogPoll | Key::WatchdogDetection | Key::WatchdogRestoration)
}

impl StaticPicture {
    /// Text that names the ports and priorities whose values the sliders show. A lossy priority has no pause
    /// thresholds, so the sliders then show those of a lossless priority. At a port of a host, the text also
    /// names the switch port whose thresholds are shown.
    #[must_use]
    pub fn scope_label(&self) -> String {
        let (spec, selected) = (&self.document_picture.spec, self.selected);
        let other = lossless_selection(spec, selected);
        let place = |port: PortId| {
            let node = &spec.owner(port).name;
            match spec.switch_of(port) {
                Some(_) => format!("{node} port {}", spec.ports[port.index()].number),
                None => node.clone(),
            }
        };
        let switch = if other.port == selected.port {
            String::new()
        } else {
            format!(" and, of switches, at {}", place(other.port))
        };
        let lane = if self.is_of_another_lane() {
            format!(
                ": what only lossless priorities have of P{}, the rest of P{}",
                other.priority, selected.priority
            )
        } else {
            format!(", P{}", selected.priority)
        };
        format!("{}{switch}{lane}", place(selected.port))
    }

    /// Whether the displayed pause thresholds belong to another priority than the selected one, because the
    /// selected priority is lossy and has no pause thresholds.
    #[must_use]
    pub fn is_of_another_lane(&self) -> bool {
        lossless_selection(&self.document_picture.spec, self.selected).priority != self.selected.priority
    }
}

impl Picture {
    /// Override of `key` at the selected port and priority; `None` if `key` is in force. Pause thresholds are
    /// never in force on a link with credits. Kmax and Pmax need Kmin; parameters of crossbars and watchdogs
    /// need a crossbar or a watchdog. The XON offset needs an XOFF above it, and determines XON only if the
    /// resulting XON is above the value of `xon`.
    #[must_use]
    pub fn override_of(&self, key: Key) -> Option<Overridden> {
        let value =
            |key| self.static_picture.values.iter().find(|one| one.key == key).map_or(UNSET, |one| one.value);
        let given = |key| !matches!(value(key), OFF | UNSET);
        let is = |key: Key, word| key.param().show(value(key)) == word;
        let not = |why| Some(Overridden { by: None, why });
        let group = self.shown_group();
        // Whether the XON offset determines XON.
        let offset = given(Key::XonOffset) && group.xon > value(Key::Xon);
        let Selected { port, priority } =
            lossless_selection(&self.static_picture.document_picture.spec, self.static_picture.selected);
        let at = &self.static_picture.document_picture.spec.ports[port.index()].config.priorities
            [priority.index()];
        match key {
            Key::Xoff | Key::Alpha | Key::Xon | Key::XonOffset | Key::Headroom if at.credits.is_some() => {
                not("not in force: credits, not pauses")
            }
            Key::Xoff if self.static_picture.dynamic => {
                Some(Overridden { by: Some(group.xoff), why: "follows α" })
            }
            Key::Alpha if !self.static_picture.dynamic => not("not in force: XOFF is fixed"),
            Key::Xon if offset => Some(Overridden { by: Some(group.xon), why: "follows XOFF" }),
            Key::XonOffset if given(key) && group.xoff <= value(key) => not("not in force: XOFF is lower"),
            Key::XonOffset if given(key) && !offset => not("not in force: XON is higher"),
            _ if is_of_crossbars(key) && is(Key::Fabric, "ideal") => not("not in force: the fabric is ideal"),
            _ if is_of_watchdogs(key) && is(Key::Watchdog, "off") => not("not in force: no watchdog"),
            Key::Kmax | Key::Pmax if !given(Key::Kmin) => not("not in force: Kmin is off"),
            _ => None,
        }
    }

    /// Parameter and value that the page sets when the user drags the threshold mark of `key` to `bytes`. The
    /// XOFF mark of a dynamic threshold sets α. An XON mark that follows XOFF sets the XON offset. Any other
    /// mark sets `key`. The value is limited to the range of the parameter. An XON mark at or above XOFF
    /// gives the least offset.
    #[must_use]
    pub fn moved(&self, key: Key, bytes: u64) -> (Key, String) {
        let (key, value) = match key {
            Key::Xoff if self.static_picture.dynamic => (Key::Alpha, self.alpha(bytes)),
            Key::Xon if self.override_of(key).is_some() => {
                (Key::XonOffset, self.shown_group().xoff.saturating_sub(bytes))
            }
            _ => (key, bytes),
        };
        let param = key.param();
        (key, param.show(value.clamp(param.min, param.max)))
    }

    /// α, in units of 1/65536, for which the threshold is `bytes` with the present free memory, rounded to
    /// the nearest unit. Without free memory, no α gives the threshold; the result is then the present α.
    fn alpha(&self, bytes: u64) -> u64 {
        let switch = self.static_picture.document_picture.spec.switch_of(
            lossless_selection(&self.static_picture.document_picture.spec, self.static_picture.selected).port,
        );
        let free = switch.and_then(|switch| self.view.pool_free.get(switch.index())).copied().unwrap_or(0);
        let parts = u128::from(bytes) * u128::from(RATIO_ONE) + u128::from(free / 2);
        parts.checked_div(u128::from(free)).map_or_else(
            || {
                self.static_picture
                    .values
                    .iter()
                    .find(|one| one.key == Key::Alpha)
                    .map_or(RATIO_ONE, |one| one.value)
            },
            |parts| u64::try_from(parts).unwrap_or(u64::MAX),
        )
    }

    /// Priority group whose thresholds the page shows: the selected group if it is lossless, otherwise a
    /// lossless group. All values are 0 before the first snapshot.
    #[must_use]
    pub(super) fn shown_group(&self) -> PgView {
        let Selected { port, priority } =
            lossless_selection(&self.static_picture.document_picture.spec, self.static_picture.selected);
        self.view.ports.get(port.index()).map(|view| view.priorities[priority.index()].pg).unwrap_or_default()
    }
}
