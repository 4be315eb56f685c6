//! Import of `BUFFER_PROFILE`: headroom, reserve and threshold (`processBufferProfile`,
//! orchagent/bufferorch.cpp). Start with [`Profile`].
//!
//! Rule: α is 2 to the power of `dynamic_th`. `size` is the reserve; without a headroom pool, `size` can
//! include the headroom (`pg_profile_lookup.ini` of sonic-buildimage).
//! Fallback: a profile without a threshold gives a priority group α = 1, and a queue no limit. If a profile
//! has both thresholds, the threshold that fits the mode of the pool applies.
//! Left out: trimming of frames (`packet_discard_action`), and reserves of queues.

use fabric_sim::ids::Priority;

use super::config_db::{ConfigRow, EntryPlace};
use super::values::PortValues;
use crate::finding::{FilePlace, Findings};

/// Largest number of bytes that a parameter of a document accepts.
pub(super) const MAX_BYTES: u64 = 1_000_000_000;

/// Threshold of a profile: `dynamic_th` or `static_th`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threshold {
    /// Exponent n of α = 2ⁿ, where α is the factor of the free memory.
    Dynamic(i64),
    /// Limit on shared memory in bytes; 0: no limit.
    Static(u64),
}

/// Buffer profile of a priority group or queue. Sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile {
    /// Place of the entry in the file, without a field.
    pub place: EntryPlace,
    /// Name of the pool that the profile uses; `None` if the profile names none.
    pub pool: Option<String>,
    /// Headroom in bytes; `None`: the profile is lossy.
    pub xoff: Option<u64>,
    /// XON of the whole group in bytes, with its reserve; `None` if absent.
    pub xon: Option<u64>,
    /// Offset of XON below the threshold in bytes; `None` if absent.
    pub xon_offset: Option<u64>,
    /// Field `size` in bytes: reserve, or reserve plus headroom; see [`Profile::reserve`]. 0 if absent.
    pub size: u64,
    /// Threshold; `None` if the profile has neither `dynamic_th` nor `static_th`.
    pub threshold: Option<Threshold>,
}

impl Profile {
    /// Reads a profile. Refuses malformed values, sizes above [`MAX_BYTES`], and a `dynamic_th` outside −64
    /// to 64; refused values count as absent.
    pub fn read(row: ConfigRow<'_>, findings: &mut Findings) -> Self {
        let mut bytes = |field| row.number(field, 0..=MAX_BYTES, findings);
        let (xoff, xon, xon_offset) = (bytes("xoff"), bytes("xon"), bytes("xon_offset"));
        let size = bytes("size").unwrap_or_default();
        let threshold = threshold(row, findings);
        if row.get("packet_discard_action").is_some_and(|action| action != "drop") {
            findings.not_modelled(row.place("packet_discard_action"), "frames are dropped, not trimmed");
        }
        let pool = row.reference("pool").map(str::to_owned);
        Self { place: row.entry_place(), pool, xoff, xon, xon_offset, size, threshold }
    }

    /// Reserve of a lossless group in bytes. The meaning of SONiC's `size` varies. With a shared headroom
    /// pool, `size` is the reserve. Without such a pool, `size` includes the headroom if `size` is at least
    /// the headroom. This rule fits the `pg_profile_lookup.ini` of all SKUs of sonic-buildimage except
    /// Celestica DS3000.
    pub fn reserve(&self, has_headroom_pool: bool) -> u64 {
        match self.xoff {
            Some(xoff) if !has_headroom_pool && self.size >= xoff => self.size - xoff,
            _ => self.size,
        }
    }

    /// Writes headroom, reserve, XON and threshold of the lossless group `priority`. An absent XON counts
    /// as 0. The reserve is subtracted from XON, down to 0. `pool_size` is the shared memory in bytes;
    /// `None` if unknown.
    pub fn write_lossless(
        &self,
        priority: Priority,
        has_headroom_pool: bool,
        pool_size: Option<u64>,
        values: &mut PortValues,
        findings: &mut Findings,
    ) {
        let xoff = self.xoff.unwrap_or_default();
        let reserve = self.reserve(has_headroom_pool);
        values.set_priority(priority, "headroom", xoff);
        values.set_priority(priority, "reserve", reserve);
        findings.taken(self.place.at("xoff"), format!("headroom = {xoff}"));
        self.report_size(reserve, has_headroom_pool, findings);
        // In SAI, XON compares all bytes of the group; in the simulator, only its bytes in the shared pool.
        let xon = self.xon.unwrap_or_default();
        let shared = xon.saturating_sub(reserve);
        values.set_priority(priority, "xon", shared);
        if shared == xon {
            findings.taken(self.place.at("xon"), format!("xon = {shared}"));
        } else {
            let reason = format!("xon = {shared}: the simulator compares shared use, without the reserve");
            findings.changed(self.place.at("xon"), reason);
        }
        match self.xon_offset {
            Some(offset) => {
                values.set_priority(priority, "xon_offset", offset);
                findings.taken(self.place.at("xon_offset"), format!("xon_offset = {offset}"));
            }
            None => values.set_priority(priority, "xon_offset", "off"),
        }
        self.write_threshold(priority, pool_size, values, findings);
    }

    fn report_size(&self, reserve: u64, has_headroom_pool: bool, findings: &mut Findings) {
        let place = self.place.at("size");
        let (size, xoff) = (self.size, self.xoff.unwrap_or_default());
        if reserve != size {
            let reason =
                format!("reserve = {reserve} = size - xoff: without a shared headroom pool size holds xoff");
            findings.changed(place, reason);
        } else if has_headroom_pool && xoff > 0 && size > xoff {
            let reason = format!(
                "reserve = {reserve}, which is ambiguous: with a shared headroom pool size is the reserve, but it is \
                 above xoff and may hold it"
            );
            findings.changed(place, reason);
        } else {
            findings.taken(place, format!("reserve = {reserve}"));
        }
    }

    /// Writes the threshold of the group `priority`, lossless or lossy. A static threshold of 0, or above the
    /// size of the pool, means no limit; then the size of the pool is written. Any other static threshold is
    /// at least 64 B. Without a threshold, α is 1. `pool_size` is the shared memory in bytes; `None` if
    /// unknown.
    pub fn write_threshold(
        &self,
        priority: Priority,
        pool_size: Option<u64>,
        values: &mut PortValues,
        findings: &mut Findings,
    ) {
        match self.threshold {
            Some(Threshold::Dynamic(n)) => {
                values.set_priority(priority, "threshold", "dynamic");
                values.set_priority(priority, "alpha", alpha(n));
                report_alpha(self.place.at("dynamic_th"), n, "alpha", findings);
            }
            Some(Threshold::Static(bytes)) => {
                let place = self.place.at("static_th");
                let limit = pool_size.unwrap_or(MAX_BYTES).clamp(64, MAX_BYTES);
                let xoff = if bytes == 0 { limit } else { bytes.clamp(64, limit) };
                values.set_priority(priority, "threshold", "static");
                values.set_priority(priority, "xoff", xoff);
                if xoff == bytes {
                    findings.taken(place, format!("xoff = {xoff}, threshold = static"));
                } else {
                    let reason =
                        format!("xoff = {xoff}, threshold = static: 0 and all above the pool mean no limit");
                    findings.changed(place, reason);
                }
            }
            None => {
                values.set_priority(priority, "threshold", "dynamic");
                values.set_priority(priority, "alpha", 1);
                findings.changed(self.place.entry.clone(), "no dynamic_th or static_th: alpha = 1");
            }
        }
    }

    /// Writes the limit of the lossy queue `queue`. A static threshold of 0, or of at least the size of the
    /// pool, means no limit. `pool_size` is the size of the pool in bytes; `None` if unknown.
    pub fn write_queue(
        &self,
        queue: Priority,
        pool_size: Option<u64>,
        values: &mut PortValues,
        findings: &mut Findings,
    ) {
        match self.threshold {
            Some(Threshold::Dynamic(n)) => {
                values.set_egress_alpha(queue, &alpha(n));
                report_alpha(self.place.at("dynamic_th"), n, "egress_alpha", findings);
            }
            Some(Threshold::Static(bytes)) => {
                let place = self.place.at("static_th");
                if bytes == 0 || bytes > MAX_BYTES || pool_size.is_some_and(|size| bytes >= size) {
                    values.set_priority(queue, "egress_limit", "off");
                    findings.changed(place, "egress_limit = off: 0 and the size of the pool mean no limit");
                } else {
                    values.set_priority(queue, "egress_limit", bytes);
                    findings.taken(place, format!("egress_limit = {bytes}"));
                }
            }
            None => {
                values.set_priority(queue, "egress_limit", "off");
                findings.changed(self.place.entry.clone(), "no dynamic_th or static_th: egress_limit = off");
            }
        }
        if self.size > 0 {
            findings.not_modelled(self.place.at("size"), "queues have no reserve of their own");
        }
    }
}

/// Threshold of a profile; `None` if the profile has no threshold. If the profile has both kinds, `static_th`
/// applies in a pool with static mode, otherwise `dynamic_th` applies. SONiC's `orchagent` creates no profile
/// with two thresholds, because the mode would be set twice.
fn threshold(row: ConfigRow<'_>, findings: &mut Findings) -> Option<Threshold> {
    let dynamic = row.number("dynamic_th", -64..=64, findings).map(Threshold::Dynamic);
    let fixed = row.number("static_th", 0..=u64::MAX, findings).map(Threshold::Static);
    if dynamic.is_none() || fixed.is_none() {
        return dynamic.or(fixed);
    }
    let pool = row.referred("pool", "BUFFER_POOL");
    let is_static = pool.and_then(|pool| pool.get("mode")) == Some("static");
    let (used, unused, threshold) =
        if is_static { ("static_th", "dynamic_th", fixed) } else { ("dynamic_th", "static_th", dynamic) };
    let reason = format!(
        "left out: the profile has {used}, too, which fits the mode of its pool; SONiC creates no profile with both, so \
         remove one"
    );
    findings.changed(row.place(unused), reason);
    threshold
}

/// α = 2ⁿ as text, limited to the range of the simulator: 1/256 to 128.
fn alpha(n: i64) -> String {
    match n.clamp(-8, 7) {
        n @ 0.. => (1u32 << n).to_string(),
        n => format!("1/{}", 1u32 << -n),
    }
}

fn report_alpha(place: FilePlace, n: i64, name: &str, findings: &mut Findings) {
    let alpha = alpha(n);
    if (-8..=7).contains(&n) {
        findings.taken(place, format!("{name} = {alpha}"));
    } else {
        findings.changed(place, format!("{name} = {alpha}: 2 to the power of {n} is outside 1/256 to 128"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(size: u64, xoff: u64) -> Profile {
        Profile {
            place: EntryPlace::default(),
            pool: None,
            xoff: Some(xoff),
            xon: None,
            xon_offset: None,
            size,
            threshold: None,
        }
    }

    #[test]
    fn size_is_the_reserve_or_holds_the_headroom() {
        // Tomahawk 2 with a shared headroom pool.
        assert_eq!(profile(1_248, 59_696).reserve(true), 1_248);
        // Spectrum and Tofino without one: size = xon + xoff.
        assert_eq!(profile(50_176, 30_720).reserve(false), 19_456);
        // Trident 2: size = xoff + 1248.
        assert_eq!(profile(48_464, 47_216).reserve(false), 1_248);
        // Jericho: size below xoff, no pool.
        assert_eq!(profile(1_280, 40_960).reserve(false), 1_280);
    }

    #[test]
    fn dynamic_th_is_a_power_of_two_within_the_simulators_range() {
        for (n, text) in [
            (0, "1"),
            (3, "8"),
            (-3, "1/8"),
            (9, "128"),
            (-10, "1/256"),
            (7, "128"),
            (-8, "1/256"),
            (6, "64"),
        ] {
            assert_eq!(alpha(n), text);
        }
    }
}
