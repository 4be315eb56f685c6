//! Interpretation of a run, as pure functions of a fabric and its counters. Start with [`Report`],
//! the figures of a run; [`warnings()`] are unwise settings, and the other modules explain,
//! calculate and compare.

mod alone;
mod amount;
mod beliefs;
mod blocked;
pub mod capture;
mod causes;
mod completion;
mod crowd;
pub mod dcqcn;
mod dependency;
pub mod efficiency;
pub mod end_to_end;
mod explained;
pub mod latency;
mod losses;
mod measure;
mod measures;
mod misled;
mod need;
mod occupancy;
mod order;
mod paused;
mod promises;
mod report;
mod service;
mod shares;
mod size;
mod unasked;
mod waiting;
mod warnings;
mod why;

pub use alone::{Alone, alone};
pub use beliefs::{BeliefReport, MissReport, VerdictReport, misses};
pub use blocked::{BlockedReport, CycleReport, DependencyReport, PausedReport, RootReport, WaitReport};
pub use causes::{CauseReport, Causes, HeldReport, HeldSpan};
pub use completion::ideal_completion;
pub use crowd::{Crowd, crowd};
pub use dependency::{DependencyCycle, dependency_cycles};
pub use explained::Explained;
pub use measure::{Mark, flow_names};
pub use measures::{MEASURES, Measure, MeasureScope, MeasureUnit, Reading};
pub use misled::sentences as class_mismatches;
pub use need::{Need, missing_headroom, need};
pub use occupancy::{MemoryUse, Occupancy};
pub use order::in_order;
pub use paused::{Blast, Chain, ChainOutcome, ChainQueue, Means, blast, roots, why_paused};
pub use report::{
    CollectiveReport, ComponentReport, Conservation, CrossbarReport, EtsReport, FabricReport, FlowReport,
    HostReport, LatencyReport, PortReport, ReceiverReport, RecoveryReport, Report, SlowdownReport,
    SwitchReport, Window, WorkloadReport, report_schema, sizes_schema,
};
pub use size::{FlowSize, FrameSize, GroupSize, OutputSize, SizeReport, SwitchSize, VendorSize};
pub use unasked::UnaskedReport;
pub use warnings::warnings;
pub use why::{Decided, Decision, Decisions};
