//! A flow in the run that this one is compared with, A.

use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::number::ps;
use super::rates::{arriving, traced};
use crate::charts::Trace;
use crate::lab::{Ghost, Lab};

/// The flow of the same name in the run that this one is compared with.
pub struct Beside<'a> {
    a: &'a Ghost,
    /// Its number there.
    pub flow: FlowId,
}

impl<'a> Beside<'a> {
    /// Of `flow` of the run that is shown, if A has one of its name.
    pub fn of(lab: &'a Lab, flow: FlowId) -> Option<Self> {
        let a = lab.ghost()?;
        Some(Self { a, flow: a.flow(flow, lab.flow_pace(flow)?.0)? })
    }

    /// What it may send at, or what of it arrives.
    pub fn rate(&self, allowed: bool, receiver: usize, window: Time, end: Time, width: f64) -> Trace {
        let (past, known) = (self.a.history().flow(self.flow), self.a.known_until());
        if !allowed {
            return arriving(past, receiver, known, window);
        }
        let mut trace = past.map(|past| traced(&past.allowed, end, width, 1.0)).unwrap_or_default();
        trace.last_until(ps(known));
        trace
    }

    /// α of DCQCN, if it has one.
    pub fn alpha(&self, end: Time, width: f64) -> Option<Trace> {
        let mut trace = traced(&self.a.history().flow(self.flow)?.alpha, end, width, 1e-6);
        trace.last_until(ps(self.a.known_until()));
        Some(trace)
    }
}
