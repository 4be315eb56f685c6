//! Lines of run A in the chart of rates, for the flow that the chart shows. Flows of the two runs correspond
//! if their names are equal. A line ends at the last time that run A has recorded.

use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::number::ps;
use super::rates::{MILLIONTH, arriving};
use crate::charts::Trace;
use crate::lab::{Lab, Pyramid, RunA, ShownWindow};

/// Flow of run A with the same name as the flow that the chart shows.
pub struct FlowOfRunA<'a> {
    a: &'a RunA,
    /// Identifier of the flow in run A. The flow of the same name in run B can have another identifier.
    pub flow: FlowId,
    window: ShownWindow,
}

impl<'a> FlowOfRunA<'a> {
    /// Finds the flow of run A that has the name of `flow` of run B. `None` if there is no run A that differs
    /// from run B, or if run A has no flow of this name.
    pub fn of(lab: &'a Lab, flow: FlowId) -> Option<Self> {
        let a = lab.distinct_run_a()?;
        Some(Self { a, flow: a.flow(flow, lab.flow_pace(flow)?.0)?, window: lab.shown_window() })
    }

    /// Line of the flow's rate in run A, in b/s, with `columns` columns. If `allowed` is true, draws the rate
    /// that rate control allows; otherwise the arrivals at `receiver`, averaged over the time `over`. Empty
    /// if nothing was recorded.
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

    /// Line of the flow's DCQCN α in run A, from 0 to 1. `None` if nothing was recorded for the flow.
    pub fn alpha(&self, columns: usize) -> Option<Trace> {
        Some(self.line(&self.a.history().flow(self.flow)?.alpha, columns, MILLIONTH))
    }

    /// Line of a quantity that run A recorded, in the shown window of time. Each value of `past` is
    /// multiplied by `unit`. The line ends at the last recorded time.
    fn line(&self, past: &Pyramid, columns: usize, unit: f64) -> Trace {
        let mut trace = self.window.line(past, columns, unit);
        if !self.a.history().is_behind(None) {
            trace.last_until(ps(self.a.known_until()));
        }
        self.window.cut(trace)
    }
}
