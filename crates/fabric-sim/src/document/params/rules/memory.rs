//! Checks that the reserves, headrooms and credits of a switch fit into its memory.
//!
//! Sums equal to the memory are allowed. Only the first broken rule is reported. The order is: largest
//! headroom, credits, reserves, reserves with headrooms, XON of dynamic thresholds. Start with [`violation`].

use super::super::Key;
use super::RuleViolation;
use crate::fabric::buffer::{HeadroomPool, Pool, PoolConfig, Threshold};
use crate::ids::Priority;
use crate::spec::PriorityConfig;
use crate::units::Bytes;

/// Port number and priority of the PG with the greatest sum of reserve and headroom. Problems of the memory
/// are reported at this PG. `priorities` gives the eight priorities of each port in turn. If several PGs have
/// the greatest sum, the last of them is returned. Without ports, returns port 0 and priority 3.
pub(crate) fn largest_group<'a>(priorities: impl Iterator<Item = &'a PriorityConfig>) -> (usize, Priority) {
    let ports = (0..).flat_map(|port| Priority::ALL.into_iter().map(move |priority| (port, priority)));
    let most = ports.zip(priorities).max_by_key(|(_, priority)| priority.pg.reserve + priority.pg.headroom);
    most.map_or((0, Priority::P3), |(named, _)| named)
}

/// Checks that the memory of a switch is large enough. `priorities` gives all priorities of all ports of the
/// switch. Returns the first broken rule, or `None` if none is broken.
pub(crate) fn violation<'a, I>(pool: &PoolConfig, priorities: impl Fn() -> I) -> Option<RuleViolation>
where
    I: Iterator<Item = &'a PriorityConfig>,
{
    let memory = pool.memory;
    let reserves: u64 = priorities().map(|priority| priority.pg.reserve).sum();
    let headrooms: u64 = priorities().map(|priority| priority.pg.headroom).sum();
    let largest = priorities().map(|priority| priority.pg.headroom).max().unwrap_or(0);
    let pooled = pool.headroom.size(headrooms);
    let too_much = |what: String| format!("{what} not fit in the memory ({})", Bytes(memory));
    if largest > memory {
        let message = too_much(format!("the headroom of one group ({}) does", Bytes(largest)));
        return Some(RuleViolation::new(&[Key::Headroom, Key::Memory], message));
    }
    let credits: u64 = priorities().filter_map(|priority| priority.credits).sum();
    if credits > memory {
        let message = too_much(format!("the credits of all ports ({}) do", Bytes(credits)));
        return Some(RuleViolation::new(&[Key::Credits, Key::Memory], message));
    }
    if reserves > memory {
        let message = too_much(format!("the reserves of all ports ({}) do", Bytes(reserves)));
        return Some(RuleViolation::new(&[Key::Reserve, Key::Credits, Key::Memory], message));
    }
    if reserves + pooled > memory {
        let sum = Bytes(reserves + pooled);
        let (keys, what): (&'static [Key], _) = match pool.headroom {
            HeadroomPool::Private => (
                &[Key::Memory, Key::Reserve, Key::Headroom, Key::Credits],
                "reserves and headrooms of all ports",
            ),
            HeadroomPool::Ratio(_) => (
                &[Key::Memory, Key::Reserve, Key::Headroom, Key::HeadroomRatio],
                "the reserves of all ports and the headroom pool",
            ),
            // A pool of a given size does not depend on the headrooms.
            HeadroomPool::Bytes(_) => (
                &[Key::Memory, Key::HeadroomPool, Key::Reserve],
                "the reserves of all ports and the headroom pool",
            ),
        };
        return Some(RuleViolation::new(keys, too_much(format!("{what} ({sum}) do"))));
    }
    let free = Pool::new(*pool, priorities().map(|priority| &priority.pg)).free();
    priorities().find_map(|priority| match priority.pg.threshold {
        // A static threshold is checked with its priority, in [`super::priority`].
        Threshold::Dynamic(_) if priority.pg.lossless && priority.pg.xon > priority.pg.threshold.bytes(free) => {
            let most = Bytes(priority.pg.threshold.bytes(free));
            let message = format!(
                "XON ({}) is above the most that the dynamic XOFF threshold can be ({most}, with nothing in use)",
                Bytes(priority.pg.xon)
            );
            Some(RuleViolation::new(&[Key::Xon, Key::Alpha, Key::Memory], message))
        }
        _ => None,
    })
}
