//! Conversion of the traffic classes of a NIC to priorities of the simulator. Start with [`scheduling`].
//!
//! Rule: a class divides its bandwidth evenly among its priorities, in whole percentages (IEEE 802.1Q,
//! clause 37). `vendor` classes are ETS classes with equal shares (`mlx5e_build_tc_group`, `en_dcbnl.c` of
//! mlx5).
//! Fallback: an ETS class without a bandwidth counts as 100 %. Each priority of an ETS class with 0 % gets 1
//! %. Each priority of a `vendor` class gets 1 % if there are also ETS classes. If all shares would be 0 %,
//! all shares are equal. A priority without a class is strict.

use super::{NicSettings, Tsa};

/// Scheduling discipline and share of each priority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scheduling {
    /// Share of each ETS priority in percent, indexed by priority; all shares sum to 100. `None`: strict
    /// priority, or a priority in no class.
    pub shares: [Option<u64>; 8],
    /// Sentences for the report: differences between the simulator and the NIC.
    pub changes: Vec<String>,
}

/// Converts traffic classes to the most similar scheduling of the simulator, in which each priority is a
/// class of its own. `None` if no class of the settings has priorities.
pub(crate) fn scheduling(settings: &NicSettings) -> Option<Scheduling> {
    let used = || settings.classes.iter().filter(|(_, class)| !class.priorities.is_empty());
    used().next()?;
    let mut changes = Vec::new();
    changes.extend(unusual_sum(settings));
    let has_ets = used().any(|(_, class)| class.tsa == Tsa::Ets);
    // Weight of each priority. A class divides its weight evenly among its priorities.
    let mut weights: [u64; 8] = [0; 8];
    for (number, class) in used() {
        let count = u64::try_from(class.priorities.len()).unwrap_or(1).max(1);
        let bandwidth = match class.tsa {
            Tsa::Strict => continue,
            Tsa::Ets => class.bandwidth.unwrap_or(100),
            // `mlx5e_build_tc_group` gives `vendor` classes a lower level than all ETS classes.
            Tsa::Vendor if has_ets => 0,
            Tsa::Vendor => 100,
        };
        if bandwidth == 0 {
            changes.push(format!(
                "TC {number} has what ETS classes leave; a share of the simulator is at least 1 %: 1 %"
            ));
        }
        if count > 1 {
            changes.push(format!(
                "TC {number} carries {count} priorities, which share its bandwidth here evenly: each has a class of its own"
            ));
        }
        for priority in &class.priorities {
            weights[usize::from(*priority) % 8] = (bandwidth * 840 / count).max(1);
        }
    }
    if used().any(|(_, class)| class.tsa == Tsa::Vendor) {
        changes.push("tsa vendor is ETS with equal shares, the nearest to what mlx5 does".to_owned());
    }
    let mut order = Vec::new();
    for (number, class) in used().filter(|(_, class)| class.tsa == Tsa::Strict) {
        order.extend(class.priorities.iter().map(|priority| (*number, *priority)));
    }
    if order.iter().any(|(tc, priority)| order.iter().any(|(other, lower)| tc > other && priority < lower)) {
        changes.push(
            "strict priorities are served by their numbers here, by those of their TCs on the NIC".to_owned(),
        );
    }
    let ets: Vec<usize> = (0..8).filter(|n| weights[*n] > 0).collect();
    let of_ets: Vec<u64> = ets.iter().map(|n| weights[*n]).collect();
    let mut shares = [None; 8];
    for (n, share) in ets.into_iter().zip(percentages(&of_ets)) {
        shares[n] = Some(share);
    }
    Some(Scheduling { shares, changes })
}

/// Sentence for the report if the bandwidths of all ETS classes do not sum to 100 %. The TLV of ETS in IEEE
/// 802.1Q requires this sum. `None` if the sum is 0, because classes with 0 % are reported one by one.
fn unusual_sum(settings: &NicSettings) -> Option<String> {
    let ets = || settings.classes.values().filter(|class| class.tsa == Tsa::Ets);
    let sum: u64 = ets().filter_map(|class| class.bandwidth).sum();
    if ets().any(|class| class.bandwidth.is_none() && !class.priorities.is_empty()) {
        return Some("an ETS class without a bandwidth counts as 100 %: shares are in proportion".to_owned());
    }
    let is_usual = sum == 0 || sum == 100;
    (!is_usual).then(|| {
        format!("the bandwidths of ETS classes sum to {sum} %, not to 100 %: shares are in proportion")
    })
}

/// Whole percentages in proportion to `weights`, each at least 1. The percentages sum to 100, because they
/// are rounded by the largest-remainder method. Of equal remainders, the first is rounded up first. `weights`
/// has at most 100 values, all above 0; without values the result is empty.
pub(super) fn percentages(weights: &[u64]) -> Vec<u64> {
    let sum = weights.iter().sum::<u64>().max(1);
    let mut percentages: Vec<u64> = weights.iter().map(|weight| (100 * weight / sum).max(1)).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(100 * weights[*n] % sum));
    let given: u64 = percentages.iter().sum();
    for n in order.iter().take(usize::try_from(100u64.saturating_sub(given)).unwrap_or_default()) {
        percentages[*n] += 1;
    }
    // If the raised percentages make the sum exceed 100, the largest percentage falls by the excess.
    for _ in 100..given {
        if let Some(largest) = percentages.iter_mut().max() {
            *largest -= 1;
        }
    }
    percentages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_sum_to_100_and_are_at_least_1() {
        for (weights, expected) in [
            (&[14, 14, 14, 15, 15, 14, 14][..], &[14, 14, 14, 15, 15, 14, 14][..]),
            (&[10, 10, 10, 20, 10, 10, 70], &[7, 7, 7, 15, 7, 7, 50]),
            (&[1, 1, 1], &[34, 33, 33]),
            (&[255, 1, 1, 1], &[97, 1, 1, 1]),
            (&[7], &[100]),
        ] {
            assert_eq!(percentages(weights), expected);
            assert_eq!(percentages(weights).iter().sum::<u64>(), 100);
        }
    }
}
