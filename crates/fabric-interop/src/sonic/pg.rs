//! Import of `BUFFER_PG`: priority groups of ports (`processPriorityGroup`, orchagent/bufferorch.cpp). Start
//! with [`groups`].
//!
//! Rule: a priority is lossless if `pfc_enable` contains it and the profile of its group has headroom.
//! Fallback: if a group is missing, its profile comes from `pg_profile_lookup.ini`, as buffermgrd creates it.
//! If a group has the profile `NULL`, its profile comes from the dynamic buffer model. If the profile does
//! not exist, the priority is lossy.
//! Left out: sharing of a group by several traffic classes. In the simulator each priority has its own group.

use fabric_sim::ids::{Priority, PrioritySet};

use super::Switch;
use super::cable::cable;
use super::config_db::ConfigRow;
use super::dynamic;
use super::key::ByIndex;
use super::lookup::{Lookup, profile_of};
use super::maps::PortMaps;
use super::pool::{Pool, Totals};
use super::profile::Profile;
use super::values::NodeValues;
use crate::finding::Findings;

const PG: &str = "BUFFER_PG";

/// Profiles of the priority groups of a port, indexed by priority. A priority is in at most one of the two
/// arrays `lossless` and `lossy`. `None`: the priority has no profile of this kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// Profiles of the lossless priorities, indexed by priority; `None` for a lossy priority.
    pub lossless: [Option<Profile>; 8],
    /// Profiles of the lossy priorities, indexed by priority. `None` for a lossless priority, and for a lossy
    /// priority whose group is missing or has headroom.
    pub lossy: [Option<Profile>; 8],
    /// Reason why a priority in `pfc_enable` is lossy, indexed by priority; `None` for all other
    /// priorities.
    pub causes: [Option<String>; 8],
}

impl Groups {
    /// Set of the priorities that are lossless at the port.
    pub fn lossless_set(&self) -> PrioritySet {
        PrioritySet::ALL.iter().filter(|n| self.lossless[n.index()].is_some()).collect()
    }
}

/// Reads the priority groups of all linked ports. `maps`, `enabled` and the result are indexed by port
/// number.
pub(super) fn groups(
    switch: &Switch,
    maps: &[PortMaps],
    enabled: &[PrioritySet],
    pool: &Pool,
    lookups: &[Lookup],
    findings: &mut Findings,
) -> Vec<Groups> {
    let entries = ByIndex::read(switch, PG, findings);
    let mut all = Vec::new();
    for (number, (maps, enabled)) in maps.iter().zip(enabled).enumerate() {
        let mut groups = Groups::default();
        for priority in Priority::ALL {
            let n = priority.index();
            if enabled.contains(priority) {
                match lossless(switch, &entries, number, priority, maps, pool, lookups, findings) {
                    Ok(profile) => groups.lossless[n] = Some(profile),
                    Err(cause) => groups.causes[n] = Some(cause),
                }
            } else if let Some(row) = entries.get(number, priority.get()) {
                report_unpaused(switch, row, priority, findings);
            }
            if groups.lossless[n].is_none() {
                groups.lossy[n] = lossy(switch, &entries, number, maps.pg_of_queue(priority.get()), findings);
            }
        }
        all.push(groups);
    }
    all
}

/// Profile of the lossless group of a priority.
///
/// # Errors
/// The reason, with a finding, if the priority is lossy in the document.
#[expect(clippy::too_many_arguments, reason = "a group follows from all of them")]
fn lossless(
    switch: &Switch,
    entries: &ByIndex<'_>,
    number: usize,
    priority: Priority,
    maps: &PortMaps,
    pool: &Pool,
    lookups: &[Lookup],
    findings: &mut Findings,
) -> Result<Profile, String> {
    let port = &switch.ports[number];
    if let Some(conflict) = maps.conflict(priority) {
        let reason = format!(
            "priority {priority} is lossy here: {conflict}, but TC, PG, queue and PFC priority are one number in the \
             simulator"
        );
        findings.not_modelled(switch.place("PORT_QOS_MAP", port, "pfc_enable"), reason);
        return Err(conflict);
    }
    let Some(row) = entries.get(number, priority.get()) else {
        return made_by_buffermgrd(switch, port, priority, pool, lookups, findings);
    };
    let Some(name) = row.reference("profile").filter(|name| *name != "NULL") else {
        // In the dynamic buffer model, `NULL` means a profile that the switch calculates and stores only in
        // `APPL_DB` (`BufferMgrDynamic::handleSingleBufferPgEntry`, cfgmgr/buffermgrdyn.cpp).
        if let Some(profile) = dynamic_profile(switch, port, findings) {
            findings.changed(row.place("profile"), format!("NULL stands for {}", profile.place.entry.key));
            return Ok(profile);
        }
        if let Some((profile, asic)) = dynamic::profile(switch, port, pool, findings) {
            let (xoff, xon) = (profile.xoff.unwrap_or_default(), profile.xon.unwrap_or_default());
            let reason = format!(
                "NULL stands for a profile that is worked out as on {asic}, for {}, without a gearbox: xoff {xoff}, xon \
                 {xon}, size {}",
                profile.place.entry.table, profile.size
            );
            findings.changed(row.place("profile"), reason);
            return Ok(profile);
        }
        let reason = "dynamic buffer model: the profile is in APPL_DB only, so the priority is lossy here; \
                      give a file with that BUFFER_PROFILE beside this one";
        findings.not_modelled(row.place("profile"), reason);
        return Err("its profile is in APPL_DB only (dynamic buffer model)".to_owned());
    };
    let Some(profile) = switch.db.row("BUFFER_PROFILE", name) else {
        let cause = format!("BUFFER_PROFILE has no entry {name}");
        findings.changed(row.place("profile"), format!("{cause}: priority {priority} is lossy here"));
        return Err(cause);
    };
    let profile = Profile::read(profile, findings);
    if profile.xoff.is_none() {
        let reason = format!("{name} has no xoff: priority {priority} is lossy here although it pauses");
        findings.changed(row.place("profile"), reason);
        return Err(format!("the profile {name} has no xoff"));
    }
    findings
        .taken(row.place("profile"), format!("{name} for each priority of the key that is in pfc_enable"));
    Ok(profile)
}

/// Profile that buffermgrd creates at run time (`BufferMgr::doSpeedUpdateTask`, cfgmgr/buffermgr.cpp). A
/// configuration that was saved before the first boot lacks this profile. The port must be up and have a
/// cable length other than 0 m.
///
/// # Errors
/// The reason, with a finding, if buffermgrd would create no profile.
fn made_by_buffermgrd(
    switch: &Switch,
    port: &str,
    priority: Priority,
    pool: &Pool,
    lookups: &[Lookup],
    findings: &mut Findings,
) -> Result<Profile, String> {
    let place = switch.place(PG, &format!("{port}|{priority}"), "");
    let lossy = |reason: String, findings: &mut Findings| {
        findings.changed(place.clone(), format!("priority {priority} is lossy here: {reason}"));
        Err(reason)
    };
    if lookups.is_empty() {
        return lossy(
            "there is no lossless PG; give pg_profile_lookup.ini, from which buffermgrd makes one".to_owned(),
            findings,
        );
    }
    let Some((_, length)) = cable(switch, port).filter(|(_, length)| *length != "0m") else {
        return lossy(
            "there is no lossless PG, and buffermgrd makes none without a cable length".to_owned(),
            findings,
        );
    };
    if switch.port_field(port, "admin_status") != Some("up") {
        return lossy(
            "there is no lossless PG, and buffermgrd makes none for a port that is down".to_owned(),
            findings,
        );
    }
    let speed = switch.port_field(port, "speed").unwrap_or_default();
    match profile_of(lookups, switch, speed, length, pool, findings) {
        Ok(profile) => {
            let reason =
                format!("a group as buffermgrd makes it, for speed {speed} and cable length {length}");
            findings.changed(place, reason);
            Ok(profile)
        }
        Err(sentence) => lossy(sentence, findings),
    }
}

/// Profile with the name that the dynamic buffer model derives from the speed and cable of the port; `None`
/// if no file has this profile.
fn dynamic_profile(switch: &Switch, port: &str, findings: &mut Findings) -> Option<Profile> {
    let speed = switch.port_field(port, "speed")?;
    let (_, length) = cable(switch, port)?;
    let row = switch.db.row("BUFFER_PROFILE", &format!("pg_lossless_{speed}_{length}_profile"))?;
    Some(Profile::read(row, findings)).filter(|profile| profile.xoff.is_some())
}

/// Reports a group whose profile has headroom although its priority has no PFC.
fn report_unpaused(switch: &Switch, row: ConfigRow<'_>, priority: Priority, findings: &mut Findings) {
    let name = row.reference("profile").unwrap_or_default();
    if name == "NULL" || switch.db.field("BUFFER_PROFILE", name, "xoff").is_some() {
        let why = if switch.db.has("PORT_QOS_MAP") {
            "pfc_enable leaves it out"
        } else {
            "there is no PORT_QOS_MAP"
        };
        let reason = format!("priority {priority} is lossy here: its group has a headroom, but {why}");
        findings.changed(row.place("profile"), reason);
    }
}

/// Profile of the group of a lossy priority. `None` if the priority has no group, if the group has no
/// profile, or if the profile has headroom.
fn lossy(
    switch: &Switch,
    entries: &ByIndex<'_>,
    number: usize,
    group: u8,
    findings: &mut Findings,
) -> Option<Profile> {
    let row = entries.get(number, group)?;
    let name = row.reference("profile")?;
    let profile = Profile::read(switch.db.row("BUFFER_PROFILE", name)?, findings);
    if profile.xoff.is_some() {
        return None;
    }
    findings.taken(row.place("profile"), format!("{name} for each lossy priority with this PG"));
    if profile.size > 0 {
        findings.not_modelled(
            profile.place.at("size"),
            "the reserve of a lossy PG, which several priorities share",
        );
    }
    Some(profile)
}

/// Sums of the reserves and of the headrooms of the lossless groups of all ports.
pub(super) fn totals(groups: &[Groups], pool: &Pool) -> Totals {
    let has_pool = pool.has_headroom_pool();
    let profiles = groups.iter().flat_map(|groups| groups.lossless.iter().flatten());
    profiles.fold(Totals::default(), |totals, profile| Totals {
        reserves: totals.reserves + profile.reserve(has_pool),
        headrooms: totals.headrooms + profile.xoff.unwrap_or_default(),
    })
}

/// Writes the groups of all ports, and the memory of the switch, into `values`. Lossy groups have no
/// reserve. A lossy group without a profile has α = 1.
pub(super) fn write(
    switch: &Switch,
    groups: &[Groups],
    pool: &Pool,
    values: &mut NodeValues,
    findings: &mut Findings,
) {
    let totals = totals(groups, pool);
    let shared = pool.modelled_shared(totals);
    let has_pool = pool.has_headroom_pool();
    for (number, (groups, values)) in groups.iter().zip(&mut values.ports).enumerate() {
        for (priority, (lossless, lossy)) in
            Priority::ALL.into_iter().zip(groups.lossless.iter().zip(&groups.lossy))
        {
            values.set_priority(priority, "lossless", if lossless.is_some() { "on" } else { "off" });
            if let Some(profile) = lossless {
                profile.write_lossless(priority, has_pool, shared, values, findings);
                continue;
            }
            values.set_priority(priority, "reserve", 0);
            if let Some(profile) = lossy {
                profile.write_threshold(priority, shared, values, findings);
                continue;
            }
            values.set_priority(priority, "threshold", "dynamic");
            values.set_priority(priority, "alpha", 1);
            let place = switch.place(PG, &format!("{}|{priority}", switch.ports[number]), "profile");
            findings.changed(place, "lossy, and its PG has no profile: alpha = 1");
        }
    }
    let lossless = groups.iter().flat_map(|groups| groups.lossless.iter().flatten());
    let thresholds = lossless.filter_map(|profile| profile.threshold);
    pool.report_mode(switch, super::pool::name(switch).as_deref(), thresholds, findings);
    pool.write(switch, totals, values, findings);
}
