//! Writer of the causes of pauses as a JSON object. The object has the end time of the run in ps, the number
//! of pauses that are not listed, and the causes in the form that the report uses.

use fabric_sim::engine::World;
use fabric_sim::insight::Causes;
use serde_json::json;

use crate::{Bounded, Unwritten};

/// Writes the causes that `causes` has recorded. `world` is the observed run at its end.
///
/// # Errors
/// If the limit of `out` is exceeded, or a write fails.
pub fn write_causes(world: &World, causes: &Causes, mut out: Bounded<'_>) -> Result<(), Unwritten> {
    let report = json!({
        "until_ps": world.now().ps(),
        "pauses_left_out": causes.left_out(),
        "causes": causes.report(world),
    });
    out.write(report.to_string().as_bytes())?;
    out.write(b"\n")?;
    out.finish()
}
