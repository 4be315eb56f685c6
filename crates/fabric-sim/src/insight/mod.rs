//! Interpretation of a run: reports, warnings and explanations, calculated from a fabric and its counters. No
//! function changes the run.
//!
//! Start with [`Report`], which has the figures of a run. [`warnings()`] finds unwise settings.
//! [`why_paused`] explains a pause, and [`Decisions`] what happened to a frame. [`SizeReport`] recommends
//! buffer sizes. [`MEASURES`] lists the figures by which runs are compared.

mod amount;
mod bandwidth_limits;
mod blocked;
pub mod capture;
mod causes;
mod class_mismatch;
mod cycle_order;
pub mod dcqcn;
mod dependency;
mod drops_without_pause;
pub mod efficiency;
pub mod end_to_end;
mod flow_credits;
mod ideal_fct;
mod inflow;
mod joint_arrivals;
pub mod latency;
mod losses;
mod lost_pauses;
mod measure;
mod measures;
pub mod objects;
mod occupancy;
mod paused;
mod queueing_theory;
mod report;
mod report_recorder;
mod required_headroom;
mod shared_memory;
mod shares;
mod size;
mod static_drops;
mod unloaded;
mod warnings;
mod watchdog_decisions;
mod why;

pub use blocked::{BlockedReport, CycleReport, DependencyReport, PausedReport, RootReport, WaitReport};
pub use causes::{BlockedQueueReport, CauseReport, Causes, PauseSpan, SourceReport};
pub use cycle_order::in_order;
pub use dependency::{DependencyCycle, dependency_cycles};
pub use drops_without_pause::DropsWithoutPause;
pub use ideal_fct::ideal_fct;
pub use joint_arrivals::{JointArrivals, joint_arrivals};
pub use lost_pauses::{LostPauseReport, LostPauses};
pub use measure::{WindowStart, flow_names};
pub use measures::{MEASURES, Measure, MeasureScope, MeasureUnit, Reading};
pub use occupancy::{MemoryUse, Occupancy};
pub use paused::{BlockedBy, Chain, ChainOutcome, ChainQueue, RootEffects, root_effects, roots, why_paused};
pub use report::{
    CollectiveReport, ComponentReport, Conservation, CrossbarReport, EtsReport, FabricReport, FlowReport,
    HostReport, LatencyReport, PortReport, ReceiverReport, RecoveryReport, Report, SlowdownReport,
    SwitchReport, WarningPlaces, Window, WorkloadReport, report_schema, sizes_schema,
};
pub use report_recorder::ReportRecorder;
pub use required_headroom::{Need, greatest_unmet_headroom, need};
pub use size::{
    FlowSize, FrameSize, GroupSize, LinkPauseSize, OutputSize, SizeReport, SwitchSize, VendorSize,
};
pub use static_drops::StaticDropReport;
pub use unloaded::{UnloadedFrame, unloaded_frame};
pub use warnings::{Warning, class_mismatches, contradicting_links, placed_warnings, warnings};
pub use watchdog_decisions::{MissReport, VerdictReport, WatchdogReport, misses};
pub use why::{Decided, Decision, Decisions};
