//! A flow in the run that this one is compared with, A.

use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::number::ps;
use super::rates::{MILLIONTH, arriving};
use crate::charts::Trace;
use crate::lab::{Lab, Pyramid, RunA, Window};

/// Flow of run A with the same name as the flow on display.
pub struct FlowOfRunA<'a> {
    a: &'a RunA,
    /// Identifier of the flow in the other run.
    pub flow: FlowId,
    window: Window,
}

impl<'a> FlowOfRunA<'a> {
    /// Finds the flow of run A with the name of `flow`; `None` if run A has none.
    pub fn of(lab: &'a Lab, flow: FlowId) -> Option<Self> {
        let a = lab.distinct_run_a()?;
        Some(Self { a, flow: a.flow(flow, lab.flow_pace(flow)?.0)?, window: lab.window() })
    }

    /// Allowed rate of the flow in run A, or its rate of arrivals, averaged over the time `over`.
    pub fn rate(&self, allowed: bool, receiver: usize, over: Time, columns: usize) -> Trace {
        let history = self.a.history();
        if !allowed {
            return arriving(
                history,
                self.flow,
                receiver,
                self.a.known_until(),
                (self.window, (over, columns)),
            );
        }
        history.flow(self.flow).map(|past| self.line(&past.allowed, columns, 1.0)).unwrap_or_default()
    }

    /// α of DCQCN, if it has one.
    pub fn alpha(&self, columns: usize) -> Option<Trace> {
        Some(self.line(&self.a.history().flow(self.flow)?.alpha, columns, MILLIONTH))
    }

    /// Line of a quantity of run A, up to the last recorded time.
    fn line(&self, past: &Pyramid, columns: usize, unit: f64) -> Trace {
        let mut trace = self.window.line(past, columns, unit);
        if !self.a.history().is_behind(None) {
            trace.last_until(ps(self.a.known_until()));
        }
        self.window.cut(trace)
    }
}
