//! What a run means, as pure functions of a fabric and of what was counted:
//! the [`Report`], [`warnings()`] about unwise settings, and calculators.

mod blocked;
pub mod capture;
mod dependency;
pub mod efficiency;
pub mod end_to_end;
pub mod headroom;
pub mod latency;
mod losses;
mod measure;
mod misled;
mod report;
mod shares;
mod warnings;
mod why;

pub use blocked::{BlockedReport, DependencyReport, PausedReport, WaitReport};
pub use dependency::{DependencyCycle, dependency_cycles};
pub use measure::{Mark, flow_names};
pub use report::{
    ComponentReport, Conservation, CrossbarReport, EtsReport, FabricReport, FlowReport, HostReport,
    LatencyReport, PortReport, Report, SwitchReport, Window, report_schema,
};
pub use warnings::warnings;
pub use why::{Decided, Decision, Decisions};
