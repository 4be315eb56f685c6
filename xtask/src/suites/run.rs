//! Runs suites and reports them.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;

use super::verdict::{Verdict, judge};
use super::{SUITES, Suite};
use crate::counts::Counts;
use crate::process::Captured;
use crate::tools::Toolbox;

/// Runs the suites named in `wanted`, or all of them, in order. Returns whether all passed. A
/// failing suite does not stop the others, so that the report is complete.
pub fn run(tools: &mut Toolbox, wanted: &[String]) -> bool {
    let start = Instant::now();
    let mut total = Counts::default();
    for suite in &SUITES {
        let asked_for = wanted.iter().any(|name| name == suite.name);
        if !wanted.is_empty() && !asked_for {
            continue;
        }
        if !(suite.present)() {
            println!("{:13} absent: the checkout has no such tests", suite.name);
            // Asking by name for what isn't there can't be a success.
            total.failed += u64::from(asked_for);
            continue;
        }
        total += run_one(suite, tools);
    }
    println!("\nAll suites: {:.1} s", start.elapsed().as_secs_f64());
    println!("{} passed, {} failed", total.passed, total.failed);
    total.failed == 0 && total.passed > 0
}

fn run_one(suite: &Suite, tools: &mut Toolbox) -> Counts {
    let tools_are_there = tools.need(suite.needs);
    print!("{:13} ", suite.name);
    // Some take minutes: the name is shown while they run.
    let _ = io::stdout().flush();
    let start = Instant::now();
    let outcome = tools_are_there.and_then(|()| (suite.run)(tools));
    print!("{:7.1} s  ", start.elapsed().as_secs_f64());
    let (verdict, output) = verdict_of(suite, outcome);
    let Counts { passed, failed } = verdict.counts;
    println!("{passed:5} passed, {failed} failed");
    if failed > 0 {
        println!("\n---- {} failed ----\n{}", suite.name, output.trim_end());
        if let Some(reason) = verdict.reason {
            println!("\n{}: {reason}", suite.name);
        }
        println!("---- end of {} ----\n", suite.name);
    }
    verdict.counts
}

/// Verdict of a suite. A suite that could not be started has failed.
fn verdict_of(suite: &Suite, outcome: Result<Captured>) -> (Verdict, String) {
    let captured = outcome.unwrap_or_else(|error| Captured { ok: false, output: format!("{error:#}") });
    (judge(suite.counted, &captured), captured.output)
}
