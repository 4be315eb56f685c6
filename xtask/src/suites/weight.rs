//! Suite that compares the size of the built page with its limit. The limit is for the files that are loaded
//! when the page is opened, compressed with brotli. A size equal to the limit passes.

use anyhow::Result;

use crate::dist;
use crate::process::Captured;
use crate::tools::Toolbox;
use crate::weight::{BUDGET, GOAL, Weight};

/// Builds the page, measures its files and compares them with [`BUDGET`]. The output lists the size of each
/// file.
///
/// # Errors
///
/// If the build cannot be started, or a file of the page cannot be read.
pub(super) fn of_page(tools: &Toolbox) -> Result<Captured> {
    let page = dist::for_tests();
    dist::built_for_tests(tools)?.and_then(|| {
        let weights = Weight::of_folder(&page)?;
        let (at_once, later) = (Weight::at_opening(&weights), Weight::later(&weights));
        let ok = at_once.brotli <= BUDGET;
        let lines = weights.iter().chain([&later, &at_once]).map(ToString::to_string);
        let rule = format!(
            "the files that are loaded when the page opens may have {BUDGET} bytes as brotli; the goal is {GOAL}"
        );
        let output = lines.chain([rule]).collect::<Vec<_>>().join("\n");
        Ok(Captured { ok, output })
    })
}
