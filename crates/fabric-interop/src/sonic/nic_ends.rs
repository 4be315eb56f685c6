//! Comparison of a NIC with the switch port at the other end of its link.
//!
//! Rule: cable length, priorities with PFC, and the trusted field (DSCP or PCP) must agree. A DSCP that is
//! lossless at one end must have the same priority at both ends.
//! Fallback: settings that the output of the NIC lacks are not compared. Without PFC in the output, the NIC
//! has the lossless priorities of the switch port. If the trusted fields differ, DSCPs are not compared. The
//! report says which maps are not compared.
//! Left out: ETS shares and rates, because they may differ; and receive buffers, which the module `nic`
//! compares.

use super::Mismatch;
use super::ends::{different_dscps, lossy_peer, one_sided};
use super::maps::Trust;
use super::nic::HostEnd;
use super::pfc::words;
use crate::finding::Findings;
use crate::nic::NicTrust;
use fabric_sim::ids::Priority;

impl HostEnd<'_> {
    /// Adds a mismatch for each contradiction between the NIC and the switch port: PFC, trust and DSCPs,
    /// cable length, in this order. Returns the cable length of the NIC in metres; `None` if the switch port
    /// has the same length.
    pub fn compare(&self, mismatches: &mut Vec<Mismatch>, findings: &mut Findings) -> Option<u64> {
        self.compare_pfc(mismatches);
        if self.settings.trust.is_some() || self.settings.dscp.is_some() {
            let compared = self.compare_maps(mismatches);
            let reason = format!("hosts have no trust state: flows say their DSCP and priority; {compared}");
            findings.not_modelled(self.settings.place("trust", ""), reason);
        }
        if let (Some(nic), Some(switch)) = (self.settings.cable, self.cable())
            && nic != switch
        {
            let reason = format!(
                "{} has cable length {nic}m, {} has {switch}m: the longer one is taken, and the shorter one's headroom may be too small",
                self.host.name,
                self.switch_end()
            );
            let near = self.settings.place("Cable len", "");
            mismatches.push(Mismatch::new(&near, &self.cable_place(), reason, self.ends()));
            return Some(nic);
        }
        None
    }

    fn compare_pfc(&self, mismatches: &mut Vec<Mismatch>) {
        let Some(nic) = self.settings.pfc_priorities() else { return };
        let number = self.host.at.port;
        let switch = self.imported.enabled[number];
        let obeyed = super::pfc::obeyed(&self.imported.switch, self.port(), switch);
        let (host, port) = (self.host.name.as_str(), self.switch_end());
        let near = self.settings.place("PFC", "enabled");
        let far = self.imported.switch.place("PORT_QOS_MAP", self.port(), "pfc_enable");
        let mut report = |reason: String| mismatches.push(Mismatch::new(&near, &far, reason, self.ends()));
        for priority in (nic ^ switch).iter() {
            report(if switch.contains(priority) {
                let sets = format!("PFC on {} against {}", words(switch), words(nic));
                one_sided([&port, host], priority, false, &sets)
            } else {
                let sets = format!("PFC on {} against {}", words(nic), words(switch));
                one_sided([host, &port], priority, obeyed.contains(priority), &sets)
            });
        }
        for (priority, cause) in Priority::ALL.into_iter().zip(&self.imported.groups[number].causes) {
            if let Some(cause) = cause.as_ref().filter(|_| nic.contains(priority)) {
                report(lossy_peer([host, &port], priority, cause));
            }
        }
    }

    /// Compares the NIC with the switch port: the trusted field (DSCP or PCP), and the DSCP maps if the NIC
    /// and the port both have one. Returns a clause for the report, which says whether the maps are compared.
    fn compare_maps(&self, mismatches: &mut Vec<Mismatch>) -> &'static str {
        let maps = &self.imported.maps[self.host.at.port];
        let near = self.settings.place("trust", "");
        let far = super::maps::dscp_place(&self.imported.switch, self.port());
        let mut report = |reason: String| mismatches.push(Mismatch::new(&near, &far, reason, self.ends()));
        let by = match (self.settings.trust, &maps.trust) {
            (Some(NicTrust::Pcp), Trust::Dscp(_)) => Some(("PCP", "DSCP")),
            (Some(NicTrust::Dscp), Trust::Pcp(_)) => Some(("DSCP", "PCP")),
            _ => None,
        };
        if let Some((nic, switch)) = by {
            report(format!("{} goes by {nic}, {} by {switch}", self.host.name, self.switch_end()));
            return "the maps are not compared, because one end goes by DSCP and the other by PCP";
        }
        if self.settings.trust == Some(NicTrust::Pcp) {
            return "the NIC goes by PCP, and priorities of PCPs are not compared";
        }
        let Some(nic) = self.settings.dscp else {
            return "the output has no map of DSCPs to compare with that of the switch";
        };
        if matches!(maps.trust, Trust::Pcp(_)) {
            return "the switch port goes by PCP, so its map is not compared";
        }
        let lossless = self.imported.lossless[self.host.at.port];
        let pfc = self.settings.pfc_priorities().unwrap_or(lossless);
        let names = [&self.host.name[..], &self.switch_end()];
        if let Some(reason) = different_dscps(names, [&nic, &maps.dscp_queues()], [pfc, lossless]) {
            report(reason);
        }
        "compared with the switch's map"
    }
}
