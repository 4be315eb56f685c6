//! What each part of the model costs: W1 with its senders paced, so that
//! nothing waits and every variant moves the same frames at the same times,
//! with one part switched off or on.

use std::sync::Arc;

use fabric_sim::document::{Arrival, Problems};
use fabric_sim::engine::{Note, Recorder, World};
use fabric_sim::spec::Spec;
use fabric_sim::units::Rate;
use web_time::Instant;

use crate::workload::W1;

/// W1 with one part of the model switched.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What is different.
    pub name: &'static str,
    set: &'static [(&'static str, &'static str)],
    listens: bool,
}

/// W1 as it is, then what is compared with it.
pub const VARIANTS: [Variant; 6] = [
    Variant { name: "as it is", set: &[], listens: false },
    Variant { name: "PFC off", set: &[("pfc_tx", "off"), ("pfc_rx", "off")], listens: false },
    Variant { name: "ECN on", set: &[("kmin", "400k"), ("kmax", "1600k")], listens: false },
    Variant { name: "DCQCN on", set: &[("rate_control", "dcqcn")], listens: false },
    Variant { name: "watchdogs on", set: &[("watchdog", "sonic")], listens: false },
    Variant { name: "a recorder that counts", set: &[], listens: true },
];

/// A recorder that hears everything and keeps a number.
struct Count(u64);

impl Recorder for Count {
    const LISTENS: bool = true;

    fn note(&mut self, _: Note) {
        self.0 += 1;
    }
}

impl Variant {
    /// Its fabric.
    ///
    /// # Errors
    /// If its document is wrong; a test sees to it that none is.
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        let mut document = W1.document()?;
        for flow in &mut document.flows {
            // 16 senders together a little less than what the receiver's link carries.
            flow.arrival = Arrival::Constant(Rate::gbps(6));
        }
        let written = document.edit_all(self.set.iter().copied())?;
        Ok(Arc::new(document.compile_edited(&written)?))
    }

    /// Runs it; hops per second of wall time, and what was noted.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    pub fn run(&self, spec: &Arc<Spec>) -> Ran {
        let mut world = World::new(Arc::clone(spec));
        let mut count = Count(0);
        let start = Instant::now();
        if self.listens {
            world.run_until(spec.horizon, u64::MAX, &mut count);
        } else {
            world.run(spec.horizon, u64::MAX);
        }
        let wall_s = start.elapsed().as_secs_f64();
        let hops = world.counters().hops;
        Ran { hops, hops_per_s: hops as f64 / wall_s, notes: count.0 }
    }
}

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Per second of wall time.
    pub hops_per_s: f64,
    /// Notes that the recorder heard.
    pub notes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_moves_the_same_frames() {
        let ran = VARIANTS.map(|variant| (variant.run(&variant.spec().unwrap()), variant));
        assert!(ran.iter().all(|(ran, _)| ran.hops == 640_000), "{ran:?}");
        assert!(ran.iter().all(|(ran, variant)| (ran.notes > 0) == variant.listens));
    }
}
