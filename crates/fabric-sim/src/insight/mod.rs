//! What a run means, as pure functions of a fabric and of what was counted:
//! the [`Report`], [`warnings()`] about unwise settings, and calculators.

pub mod headroom;
mod measure;
mod misled;
mod report;
mod shares;
mod warnings;

pub use measure::{Mark, flow_names};
pub use report::{
    Conservation, EtsReport, FabricReport, FlowReport, HostReport, LatencyReport, PortReport, Report,
    SwitchReport, Window, report_schema,
};
pub use warnings::warnings;
