//! Import of `BUFFER_POOL`: memory of a switch (`processBufferPool`, orchagent/bufferorch.cpp). Start with
//! [`Pool`].
//!
//! Rule: memory is the sum of the shared pool, the headroom pool, and the reserves of lossless groups.
//! Fallback: `size` does not include `xoff`, unless the size of the egress pool shows that `size` includes
//! `xoff`. Without a size, memory keeps the default of the simulator. A memory above [`MAX_BYTES`] is lowered
//! to this value: first the headroom pool, down to half of [`MAX_BYTES`], then the shared bytes. An `xoff`
//! above `size`, and a memory above [`MAX_BYTES`], cause a warning.
//! Left out: all other pools, and lists of pools for single ports.

use super::Switch;
use super::export::LOSSLESS;
use super::profile::{MAX_BYTES, Threshold};
use super::values::NodeValues;
use crate::finding::{FilePlace, Findings};

const POOL: &str = "BUFFER_POOL";

/// Largest size of a pool that is read, in bytes: 1 TiB. No switch has as much memory.
const MAX_POOL: u64 = 1 << 40;

/// Sums over the lossless priority groups of a switch, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub reserves: u64,
    pub headrooms: u64,
}

/// Pool of the lossless priority groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pool {
    /// Shared bytes of the pool according to the file, without the headroom pool. All priority groups share
    /// these bytes. `None` if no file gives the shared bytes.
    pub shared: Option<u64>,
    /// Bytes of the shared headroom pool in the file; 0 if each group has its own headroom.
    pub common_headroom: u64,
    /// Over-subscription ratio of the shared headroom pool. `None` if the file gives the size of the headroom
    /// pool, or if the switch has no headroom pool.
    pub ratio: Option<u64>,
    /// Whether the thresholds of the profiles are static (bytes); `false`: dynamic (α), also if `mode` is
    /// absent.
    pub is_static: bool,
    /// Whether the headroom pool is larger than the `size` in the file, which causes a warning.
    exceeds_size: bool,
    /// Places of `size` and `xoff` in the file; empty if the file has no pool.
    places: [FilePlace; 2],
}

impl Pool {
    /// Reads the pool called `name`, or [`LOSSLESS`] if `name` is `None`. Reports the fields of the pool. If
    /// the pool is absent, all fields except the ratio have their defaults. Refuses profiles whose pool is
    /// absent; see [`check_references`].
    pub fn read(switch: &Switch, name: Option<&str>, findings: &mut Findings) -> Self {
        check_references(switch, findings);
        let ratio = over_subscription(switch, findings);
        let name = name.unwrap_or(LOSSLESS);
        let Some(row) = switch.db.row(POOL, name) else {
            let reason = format!("there is no {name}: memory keeps the simulator's default");
            findings.changed(switch.db.place(POOL), reason);
            return Self { ratio, ..Self::default() };
        };
        let size = row.number("size", 0..=MAX_POOL, findings);
        let xoff = row.number("xoff", 0..=MAX_POOL, findings).unwrap_or_default();
        row.check_word("mode", &["dynamic", "static"], findings);
        row.check_word("type", &["ingress", "egress", "both"], findings);
        let is_static = row.get("mode") == Some("static");
        if row.get("percentage").is_some() {
            let reason = "a share of the chip's memory, which the file does not give";
            findings.not_modelled(row.place("percentage"), reason);
        }
        let Some(size) = size else {
            let reason = "no size: SONiC's dynamic buffer model keeps it in APPL_DB, so memory keeps the simulator's \
                          default; give a file with that BUFFER_POOL beside this one";
            findings.changed(row.place("size"), reason);
            return Self { ratio, is_static, ..Self::default() };
        };
        let shared =
            if xoff > 0 { without_headroom(switch, size, xoff, &row.place("xoff"), findings) } else { size };
        if shared > MAX_BYTES {
            let reason = format!(
                "{size} is outside the simulator's range of 0 to {MAX_BYTES} bytes: memory = {MAX_BYTES}"
            );
            findings.changed(row.place("size"), reason);
        } else {
            findings.taken(row.place("size"), format!("{shared} bytes of memory are shared"));
        }
        let ratio = ratio.filter(|_| xoff == 0);
        let places = ["size", "xoff"].map(|field| row.place(field));
        Self {
            shared: Some(shared),
            common_headroom: xoff,
            ratio,
            is_static,
            exceeds_size: xoff > size,
            places,
        }
    }

    /// Whether the groups of the switch share a headroom pool.
    pub const fn has_headroom_pool(&self) -> bool {
        self.common_headroom > 0 || self.ratio.is_some()
    }

    /// Bytes that all groups share in the document: at most the part of [`MAX_BYTES`] that reserves and
    /// headroom leave. `None` if no file gives the shared bytes. `totals` are the sums of the lossless
    /// groups.
    pub fn modelled_shared(&self, totals: Totals) -> Option<u64> {
        let rest = MAX_BYTES.saturating_sub(self.headroom(totals)).saturating_sub(totals.reserves);
        self.shared.map(|shared| shared.min(rest))
    }

    /// Bytes of headroom in the document. If the headroom pool and the reserves together exceed
    /// [`MAX_BYTES`], the headroom pool is reduced. The reduction leaves memory for the shared bytes, but at
    /// most half of [`MAX_BYTES`].
    fn headroom(&self, totals: Totals) -> u64 {
        match (self.common_headroom, self.ratio) {
            (0, None) => totals.headrooms,
            (0, Some(ratio)) => totals.headrooms.div_ceil(ratio),
            (bytes, _) if bytes.saturating_add(totals.reserves) <= MAX_BYTES => bytes,
            _ => {
                let shared = self.shared.unwrap_or_default().min(MAX_BYTES / 2);
                MAX_BYTES.saturating_sub(totals.reserves).saturating_sub(shared)
            }
        }
    }

    /// Sentence for the user about a pool whose size is unknown or unusual; `None` for other pools.
    /// `switch` is the name of the switch.
    pub fn warning(&self, switch: &str) -> Option<String> {
        let [size, xoff] = &self.places;
        let headroom = self.common_headroom;
        match self.shared {
            None => Some(format!(
                "No file gives the size of the lossless pool of {switch}: its memory is 16 MB, the simulator's default, and \
                 thresholds and pauses follow from it. In the dynamic buffer model only the switch has the size: --buffers, \
                 with output of show buffer information, gives it."
            )),
            Some(shared) if shared > MAX_BYTES => Some(format!(
                "{size}: {shared} bytes are more than the simulator models: the memory of {switch} is {MAX_BYTES} bytes, \
                 and dynamic thresholds follow from it."
            )),
            Some(shared) if self.exceeds_size => Some(format!(
                "{xoff}: {headroom} bytes of headroom are more than the {shared} bytes of the pool. A headroom pool is \
                 a part of the memory: check both numbers."
            )),
            Some(_) => None,
        }
    }

    /// Reports the mode of the pool. `thresholds` are the thresholds of the lossless groups that use the
    /// pool. If their mode differs from the mode of the pool, the document has the mode of the thresholds.
    pub fn report_mode(
        &self,
        switch: &Switch,
        name: Option<&str>,
        thresholds: impl Iterator<Item = Threshold>,
        findings: &mut Findings,
    ) {
        let Some(row) = switch.db.row(POOL, name.unwrap_or(LOSSLESS)) else { return };
        let words = |is_static| if is_static { "static" } else { "dynamic" };
        let (mode, other) = (words(self.is_static), words(!self.is_static));
        let is_static = |threshold| matches!(threshold, Threshold::Static(_));
        if thresholds.map(is_static).any(|is_static| is_static != self.is_static) {
            let reason = format!(
                "mode {mode}, but profiles have a {other} threshold, which counts: threshold = {other}"
            );
            findings.changed(row.place("mode"), reason);
        } else {
            findings.taken(row.place("mode"), format!("threshold = {mode}"));
        }
    }

    /// Writes the memory of a switch and its headroom pool into `values`. `totals` are the sums of its
    /// lossless groups. The memory is written only if a file gives the shared bytes. A memory outside the
    /// range 1 kB to [`MAX_BYTES`] becomes the nearer limit.
    pub fn write(&self, switch: &Switch, totals: Totals, values: &mut NodeValues, findings: &mut Findings) {
        let (reserves, headroom) = (totals.reserves, self.headroom(totals));
        match (self.common_headroom, self.ratio) {
            (0, None) => {}
            (0, Some(ratio)) => values.set("headroom_ratio", ratio),
            (bytes, _) => {
                values.set("headroom_pool", headroom);
                if headroom < bytes {
                    let reason = format!(
                        "headroom_pool = {headroom}, not {bytes}: the memory of the simulator is at most {MAX_BYTES} bytes"
                    );
                    findings.changed(self.places[1].clone(), reason);
                }
            }
        }
        let Some(shared) = self.shared else { return };
        if headroom.saturating_add(reserves) > MAX_BYTES {
            let reason = format!(
                "the headroom of {headroom} bytes and the reserves of {reserves} bytes of the lossless groups must \
                 together be at most {MAX_BYTES} bytes; lower them"
            );
            findings.refuse(self.places[1].clone(), reason);
        }
        let of_switch = headroom.max(self.common_headroom);
        let memory = shared.saturating_add(of_switch).saturating_add(reserves);
        let place = switch.db.place(POOL);
        values.set("memory", memory.clamp(1_000, MAX_BYTES));
        if memory > MAX_BYTES {
            findings.changed(
                place,
                format!("memory = {MAX_BYTES}: the simulator takes no more; the switch has {memory}"),
            );
        } else {
            let reason = format!(
                "memory = {memory}: {shared} shared, {headroom} headroom, {reserves} reserved by lossless groups of \
                 linked ports"
            );
            findings.taken(place, reason);
        }
    }
}

/// Shared bytes of a pool with `size` bytes and a headroom pool of `xoff` bytes.
///
/// In SAI, `size` includes `xoff`; in most SKUs of SONiC, `size` excludes `xoff`. The size of the egress
/// lossless pool decides, because this size always includes the headroom. If `size` plus `xoff` is at most
/// the egress pool, `size` excludes `xoff`. If `size` equals the egress pool and is not below `xoff`, `size`
/// includes `xoff`. Otherwise `size` is assumed to exclude `xoff`.
fn without_headroom(
    switch: &Switch,
    size: u64,
    xoff: u64,
    place: &FilePlace,
    findings: &mut Findings,
) -> u64 {
    let egress = switch.db.row(POOL, "egress_lossless_pool");
    let egress = egress.and_then(|row| row.number("size", 0..=MAX_POOL, findings));
    let whole = size.saturating_add(xoff);
    match egress {
        Some(egress) if whole <= egress => {
            let reason =
                format!("headroom_pool = {xoff}, outside size: together at most the egress pool ({egress})");
            findings.taken(place.clone(), reason);
            size
        }
        _ if xoff > size => {
            let reason = format!("headroom_pool = {xoff}, outside size, because it is above size ({size})");
            findings.changed(place.clone(), reason);
            size
        }
        Some(egress) if size == egress => {
            let reason = format!("headroom_pool = {xoff}, inside size, which is that of the egress pool");
            findings.changed(place.clone(), reason);
            size - xoff
        }
        _ => {
            let reason = format!(
                "headroom_pool = {xoff}, assumed to be outside size: the egress lossless pool does not tell, and if \
                 it is inside, memory is {xoff} bytes too large"
            );
            findings.changed(place.clone(), reason);
            size
        }
    }
}

/// Over-subscription ratio of the shared headroom pool in the dynamic buffer model; `None` if the ratio is
/// absent or 0.
fn over_subscription(switch: &Switch, findings: &mut Findings) -> Option<u64> {
    let table = "DEFAULT_LOSSLESS_BUFFER_PARAMETER";
    let row = switch.db.rows(table).find(|row| row.get("over_subscribe_ratio").is_some())?;
    let ratio = row.number("over_subscribe_ratio", 0..=64, findings).filter(|ratio| *ratio > 0)?;
    findings.taken(row.place("over_subscribe_ratio"), format!("headroom_ratio = {ratio}"));
    Some(ratio)
}

/// Refuses each profile of a group or queue whose pool is not in `BUFFER_POOL`, because orchagent does not
/// create such a profile. Does nothing if `BUFFER_POOL` has no entries, because another file may have them.
fn check_references(switch: &Switch, findings: &mut Findings) {
    let names: Vec<&str> = switch.db.rows(POOL).map(|row| row.key()).collect();
    if names.is_empty() {
        return;
    }
    for row in switch.db.rows("BUFFER_PROFILE") {
        let Some(name) = row.reference("pool").filter(|name| !names.contains(name)) else { continue };
        let mut users = ["BUFFER_PG", "BUFFER_QUEUE"].into_iter().flat_map(|table| switch.db.rows(table));
        if users.any(|user| user.reference("profile") == Some(row.key())) {
            let names = names.join(", ");
            let reason = format!("there is no pool {name} in BUFFER_POOL; name one of {names}");
            findings.refuse(row.place("pool"), reason);
        }
    }
}

/// Name of the pool that profiles with headroom use. The first profile with headroom that names a pool
/// decides, in the order of keys. `None` if no profile with headroom names a pool.
pub(super) fn name(switch: &Switch) -> Option<String> {
    let mut lossless = switch.db.rows("BUFFER_PROFILE").filter(|row| row.get("xoff").is_some());
    lossless.find_map(|row| row.reference("pool")).map(str::to_owned)
}

/// Reports as not modelled: all pools except the pool `used`, and the tables that give a single port its
/// pools (`BUFFER_PORT_INGRESS_PROFILE_LIST` and the same for egress).
pub(super) fn report(switch: &Switch, used: Option<&str>, findings: &mut Findings) {
    for row in switch.db.rows(POOL) {
        if row.key() != used.unwrap_or(LOSSLESS) {
            let reason = "the simulator has one memory for all traffic";
            row.fields().for_each(|(field, _)| findings.not_modelled(row.place(field), reason));
        }
    }
    for table in ["BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST"] {
        for row in switch.db.rows(table) {
            if row.key().split(',').any(|port| switch.number(port).is_some()) {
                findings.not_modelled(row.place("profile_list"), "ports have no limit of their own");
            }
        }
    }
}
