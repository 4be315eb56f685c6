//! Settings of NICs (`--nic`), applied to the hosts of an import. Start with [`apply`].
//!
//! Rule: headroom and thresholds of receive buffers are those of `mlx5` (`en/port_buffer.c`). [`scheduling`]
//! converts the traffic classes. A rate limit becomes the maximum rate `pir` of its priorities. Fallback: the
//! MTU is 1500 B if the switch port has none; an unknown cable has 0 m. Settings that the file lacks do not
//! change. If several files of a host have a setting, the last file applies. If the two ends of a link have
//! different cable lengths, the link gets the longer length. Left out: trust and DSCP map of the NIC. The
//! import only compares them with trust and DSCP map of the switch port.

use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::units::Rate;

use super::host;
use super::links::{Host, Topology};
use super::pfc::words;
use super::rates;
use super::values::NodeValues;
use super::{ImportedSwitch, Mismatch};
use crate::finding::{FilePlace, Findings, Refusals};
use crate::nic::{NicSettings, scheduling};

/// Largest MTU that `mlx5` assumes when it calculates XON, in bytes (`en/port_buffer.c`).
const LARGEST_MTU: u64 = 9_216;

/// Smallest receive buffer of a host, in bytes.
const LEAST_BUFFER: u64 = 10_000;

/// File with the settings of a NIC, and the host that has the NIC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NicFile {
    /// Host that has the NIC: its name in the document, or its name as a neighbour of a switch if it has only
    /// one link. `None`: the name of the file or a shell prompt in the file names the host, or the fabric has
    /// only one host.
    pub host: Option<String>,
    /// Output of `mlnx_qos` or `dcb`.
    pub file: super::File,
}

/// Cable of a host whose NIC and switch port have different lengths.
pub(super) struct NicCable {
    /// Index of the host in [`Topology::hosts`].
    pub host: usize,
    /// Cable length according to the NIC, in metres.
    pub metres: u64,
    /// Place of the cable length in the file of the NIC.
    pub place: FilePlace,
    /// Place of the cable length in the file of the switch.
    pub far: FilePlace,
}

/// Applies the settings of NICs to their hosts. `values` has the values of all switches, then the values of
/// all hosts. If a host has several files, the files are joined first. A file whose host is not found is
/// refused in `findings`. Returns the cables whose lengths at NIC and switch port differ.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn apply(
    nics: &[NicFile],
    imported_switches: &[ImportedSwitch],
    topology: &Topology,
    values: &mut [NodeValues],
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) -> Result<Vec<NicCable>, Refusals> {
    let mut of_hosts: Vec<(usize, &Host, NicSettings)> = Vec::new();
    for nic in nics {
        let settings = NicSettings::read_and_report(&nic.file, findings)?;
        let found = match &nic.host {
            Some(name) => find(topology, name, &settings, findings),
            None => host::mentioned(topology, &nic.file, findings),
        };
        let Some((number, host)) = found else { continue };
        findings.skipped(&nic.file.name, nic.file.prompts());
        match of_hosts.iter_mut().find(|(other, _, _)| *other == number) {
            Some((_, _, earlier)) => earlier.join(settings, findings),
            None => of_hosts.push((number, host, settings)),
        }
    }
    let mut cables = Vec::new();
    for (number, host, settings) in of_hosts {
        let Some(values) = values.get_mut(imported_switches.len() + number) else { continue };
        let end = HostEnd { settings: &settings, host, imported: &imported_switches[host.at.switch] };
        end.write(values, mismatches, findings);
        if let Some(metres) = end.compare(mismatches, findings) {
            let (place, far) = (settings.place("Cable len", ""), end.cable_place());
            cables.push(NicCable { host: number, metres, place, far });
        }
    }
    Ok(cables)
}

/// Finds a host by its name in the document, or by its name as a neighbour of a switch. Returns the index of
/// the host in [`Topology::hosts`] and the host. `None`, with a refusal, if no host or several hosts match.
fn find<'a>(
    topology: &'a Topology,
    name: &str,
    settings: &NicSettings,
    findings: &mut Findings,
) -> Option<(usize, &'a Host)> {
    let hosts = || topology.hosts.iter().enumerate();
    if let Some(found) = hosts().find(|(_, host)| host.name == name) {
        return Some(found);
    }
    let mut of_device = hosts().filter(|(_, host)| host.device == name);
    let (first, second) = (of_device.next(), of_device.next());
    let place = FilePlace::file(&settings.file);
    match (first, second) {
        (Some(found), None) => return Some(found),
        (Some((_, a)), Some((_, b))) => findings.refuse(
            place,
            format!("--nic {name} has several links; name one of its hosts: {}, {} …", a.name, b.name),
        ),
        _ => {
            let names: Vec<&str> = hosts().map(|(_, host)| host.name.as_str()).take(10).collect();
            findings.refuse(place, format!("--nic {name}: there is no such host among {}", names.join(", ")));
        }
    }
    None
}

/// Host with the settings of its NIC, and the switch at the other end of its link.
pub(super) struct HostEnd<'a> {
    pub settings: &'a NicSettings,
    pub host: &'a Host,
    /// Settings of the switch at the other end of the link.
    pub imported: &'a ImportedSwitch,
}

impl HostEnd<'_> {
    pub fn port(&self) -> &str {
        &self.imported.switch.ports[self.host.at.port]
    }

    pub fn switch_end(&self) -> String {
        format!("{} {}", self.imported.switch.name, self.port())
    }

    /// Ends of the link, as in [`Mismatch::ends`]: the host, then the switch with its port.
    pub fn ends(&self) -> [String; 2] {
        [self.host.name.clone(), self.switch_end()]
    }

    fn write(&self, values: &mut NodeValues, mismatches: &mut Vec<Mismatch>, findings: &mut Findings) {
        let settings = self.settings;
        let Some(port) = values.ports.first_mut() else { return };
        if let Some(pfc) = settings.pfc_priorities() {
            for priority in PrioritySet::ALL.iter() {
                port.set_priority(priority, "lossless", if pfc.contains(priority) { "on" } else { "off" });
            }
            findings.taken(settings.place("PFC", "enabled"), format!("lossless = on for {}", words(pfc)));
        }
        if let Some(scheduling) = scheduling(settings) {
            for (priority, share) in Priority::ALL.into_iter().zip(scheduling.shares) {
                port.set_priority(priority, "class", if share.is_some() { "ets" } else { "strict" });
                let share = share.map_or("auto".to_owned(), |share| share.to_string());
                port.set_priority(priority, "share", share);
            }
            findings.taken(settings.place("tc", ""), "class and share by priority");
            for change in scheduling.changes {
                findings.changed(settings.place("tc", ""), change);
            }
        }
        self.write_limits(values, findings);
        self.write_buffers(values, mismatches, findings);
    }

    /// Writes the maximum rate of each priority: the rate limit of its traffic class, divided among the
    /// priorities of the class. The rate is rounded down to a multiple of [`rates::least_rate`], and is at
    /// least that rate. The maximum rate is `off` if the class has no limit, or a limit above the rate of the
    /// link.
    fn write_limits(&self, values: &mut NodeValues, findings: &mut Findings) {
        let classes = &self.settings.classes;
        if classes.values().all(|class| class.limit.is_none()) {
            return;
        }
        let link = rates::of_link(&self.imported.switch, self.port());
        let place = self.settings.place("tc", "ratelimit");
        for priority in Priority::ALL {
            values.ports[0].set_priority(priority, "pir", "off");
        }
        for (number, class) in classes {
            let Some(limit) = class.limit else { continue };
            let count = u64::try_from(class.priorities.len()).unwrap_or(1).max(1);
            let megabits = (limit.bps() / count / rates::least_rate()).max(1);
            let rate = Rate::from_bps(megabits * rates::least_rate()).unwrap_or(limit);
            // The limit applies to the whole class. If it is above the rate of the link, it limits no
            // priority.
            if limit > link {
                let reason =
                    format!("TC {number}: pir = off, since {limit} is above {link}, the rate of the link");
                findings.changed(place.clone(), reason);
                continue;
            }
            for priority in class.priorities.iter().filter_map(|n| Priority::checked_new(u64::from(*n))) {
                values.ports[0].set_priority(priority, "pir", rate);
            }
            if count == 1 {
                findings.taken(place.clone(), format!("TC {number}: pir = {rate}"));
            } else {
                let reason = format!(
                    "TC {number}: pir = {rate} for each of its {count} priorities, which share {limit} on the NIC"
                );
                findings.changed(place.clone(), reason);
            }
        }
    }

    /// Writes the size and the thresholds of the receive buffer, calculated as in `mlx5`
    /// (`update_xoff_threshold`, `en/port_buffer.c`). The size is the sum of all buffers; if the sum is 0,
    /// nothing is written. A priority with PFC gets thresholds only if its buffer is larger than the headroom
    /// for the cable length of the NIC. Adds a mismatch if the buffer is not larger than the headroom for the
    /// cable length of the switch port.
    fn write_buffers(
        &self,
        values: &mut NodeValues,
        mismatches: &mut Vec<Mismatch>,
        findings: &mut Findings,
    ) {
        let settings = self.settings;
        let sum: u64 = settings.buffers.iter().fold(0, |sum, size| sum.saturating_add(*size));
        if sum == 0 {
            return;
        }
        let place = settings.place("buffer", "size");
        let buffer = sum.clamp(LEAST_BUFFER, super::profile::MAX_BYTES);
        values.ports[0].set("receive_buffer", buffer);
        findings.changed(
            place.clone(),
            format!("receive_buffer = {buffer}: one buffer holds all priorities here"),
        );
        let Some(pfc) = settings.pfc_priorities().filter(|pfc| !pfc.is_empty()) else { return };
        let Some(buffer_of) = settings.buffer_of else {
            findings.not_modelled(place, "the output does not say which buffer a priority has: no marks");
            return;
        };
        let own = settings.cable.unwrap_or_default();
        let there = self.cable().unwrap_or(own);
        for priority in pfc.iter() {
            let number = usize::from(buffer_of[priority.index()]);
            let size = settings.buffers.get(number).copied().unwrap_or_default();
            let needed = self.headroom(there);
            if needed >= size {
                let reason = format!(
                    "buffer {number} of {} has {size} B for priority {priority}; the headroom of {there} m at the rate of \
                     {} is {needed} B",
                    self.host.name,
                    self.switch_end()
                );
                mismatches.push(Mismatch::new(&place, &self.cable_place(), reason, self.ends()));
            }
            let Some(high) = size.checked_sub(self.headroom(own)).filter(|high| *high > 0) else {
                let reason = format!(
                    "buffer {number} is not larger than its headroom: no marks for priority {priority}"
                );
                findings.changed(place.clone(), reason);
                continue;
            };
            let low = high.saturating_sub(LARGEST_MTU.max(self.mtu()));
            values.ports[0].set_priority(priority, "receive_high", high);
            values.ports[0].set_priority(priority, "receive_low", low);
            let reason = format!(
                "receive_high = {high}, receive_low = {low} for priority {priority}, as mlx5 reckons"
            );
            findings.changed(place.clone(), reason);
        }
    }

    /// Headroom of a lossless receive buffer in bytes, for a cable of `metres` (`calculate_xoff`,
    /// `en/port_buffer.c`).
    fn headroom(&self, metres: u64) -> u64 {
        let speed =
            self.imported.switch.port_field(self.port(), "speed").and_then(|speed| speed.parse().ok());
        let mbps: u64 = speed.unwrap_or_default();
        let of_cable = metres.saturating_mul(216) / 100;
        (of_cable.saturating_add(301)).saturating_mul(mbps) / 1_000 + 272 * self.mtu() / 100
    }

    /// MTU of the switch port in bytes; 1500, the default of `mlx5`, if the file of the switch has none.
    fn mtu(&self) -> u64 {
        let mtu = self.imported.switch.port_field(self.port(), "mtu").and_then(|mtu| mtu.parse().ok());
        mtu.filter(|mtu| *mtu <= 65_535).unwrap_or(1_500)
    }

    /// Cable length of the switch port in whole metres; `None` if the length is unknown.
    pub fn cable(&self) -> Option<u64> {
        let (_, text) = super::cable::cable(&self.imported.switch, self.port())?;
        text.trim().strip_suffix('m')?.parse().ok().filter(|metres| *metres > 0)
    }

    pub fn cable_place(&self) -> FilePlace {
        super::cable::place(&self.imported.switch, self.port())
    }
}
