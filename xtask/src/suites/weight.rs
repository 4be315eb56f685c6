//! Check of the page's size against its budget.

use anyhow::Result;

use crate::dist;
use crate::process::Captured;
use crate::tools::Toolbox;
use crate::weight::{BUDGET, GOAL, Weight};

pub(super) fn of_page(tools: &Toolbox) -> Result<Captured> {
    let page = dist::for_tests();
    dist::built_for_tests(tools)?.and_then(|| {
        let weights = Weight::of_folder(&page)?;
        let total = Weight::total(&weights);
        let ok = total.brotli <= BUDGET;
        let told = weights.iter().chain([&total]).map(ToString::to_string);
        let rule = format!("everything may weigh {BUDGET} bytes as brotli, and is to weigh {GOAL}");
        let output = told.chain([rule]).collect::<Vec<_>>().join("\n");
        Ok(Captured { ok, output })
    })
}
