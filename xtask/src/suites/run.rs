//! Runs suites and prints their results. Suites of native code and of wasm run side by side; suites of the
//! page follow. A suite that cannot be started, or whose tool is missing, counts as failed. A run without any
//! passed test has failed.

use std::fmt::Write;
use std::thread;
use std::time::Instant;

use super::suite_result::{SuiteResult, suite_result};
use super::{SUITES, Suite, SuiteGroup};
use crate::counts::Counts;
use crate::process::Captured;
use crate::tools::Toolbox;

/// Suite to run, and the reason why one of its tools is missing; `None` if all its tools are ready.
type Wanted = (&'static Suite, Option<String>);

/// Runs the suites named in `wanted`, or all suites if `wanted` is empty, and prints their results. Returns
/// true if at least one test passed and none failed. After a failed suite, the other suites still run, so
/// that the report is complete. A named suite without tests counts as failed. A name that occurs twice runs
/// once; unknown names are ignored.
pub fn run(tools: &mut Toolbox, wanted: &[String]) -> bool {
    let start = Instant::now();
    let mut total = Counts::default();
    let mut suites = Vec::new();
    for suite in &SUITES {
        let is_named = wanted.iter().any(|name| name == suite.name);
        if !wanted.is_empty() && !is_named {
            continue;
        }
        if !(suite.present)() {
            println!("{:13} absent: the checkout has no such tests", suite.name);
            // A request for a suite that the checkout lacks cannot succeed.
            total.failed += u64::from(is_named);
            continue;
        }
        suites.push((suite, tools.need(suite.needs).err().map(|error| format!("{error:#}"))));
    }
    let of_group = |group: SuiteGroup| suites.iter().filter(move |(suite, _)| suite.group == group);
    let tools = &*tools;
    thread::scope(|scope| {
        let wasm = scope.spawn(|| run_group(of_group(SuiteGroup::Wasm), tools));
        total += run_group(of_group(SuiteGroup::Native), tools);
        total += wasm.join().unwrap_or(Counts { passed: 0, failed: 1 });
    });
    total += run_group(of_group(SuiteGroup::Page), tools);
    println!("\nAll suites: {:.1} s", start.elapsed().as_secs_f64());
    println!("{} passed, {} failed", total.passed, total.failed);
    total.failed == 0 && total.passed > 0
}

/// Runs suites one after the other, prints each result, and returns the sum of the counts. A suite whose tool
/// is missing is not started; its output is the reason why the tool is missing.
fn run_group<'a>(suites: impl Iterator<Item = &'a Wanted>, tools: &Toolbox) -> Counts {
    let mut total = Counts::default();
    for (suite, missing) in suites {
        println!("{:13} runs", suite.name);
        let start = Instant::now();
        // A suite that could not be started has failed.
        let outcome = match missing {
            Some(why) => Captured { ok: false, output: why.clone() },
            None => (suite.run)(tools)
                .unwrap_or_else(|error| Captured { ok: false, output: format!("{error:#}") }),
        };
        let seconds = start.elapsed().as_secs_f64();
        let result = suite_result(suite.counted, &outcome);
        // A single call of `print!`, because the other group prints at the same time.
        print!("{}", report(suite.name, seconds, &result, &outcome.output));
        total += result.counts;
    }
    total
}

/// Text that reports a suite in one line. If tests failed, the output of the suite and the reason follow.
fn report(name: &str, seconds: f64, result: &SuiteResult, output: &str) -> String {
    let Counts { passed, failed } = result.counts;
    let mut report = format!("{name:13} {seconds:7.1} s  {passed:5} passed, {failed} failed\n");
    if failed > 0 {
        let _ = writeln!(report, "\n---- {name} failed ----\n{}", output.trim_end());
        if let Some(reason) = result.reason {
            let _ = writeln!(report, "\n{name}: {reason}");
        }
        let _ = writeln!(report, "---- end of {name} ----\n");
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_reported_with_its_output_and_reason() {
        let result = |failed, reason| SuiteResult { counts: Counts { passed: 2, failed }, reason };
        assert_eq!(
            report("doc", 1.25, &result(0, None), "fine"),
            "doc               1.2 s      2 passed, 0 failed\n"
        );
        assert_eq!(
            report("doc", 1.0, &result(1, Some("why")), "bad\n"),
            "doc               1.0 s      2 passed, 1 failed\n\n---- doc failed ----\nbad\n\ndoc: why\n---- end of doc ----\n\n"
        );
    }

    #[test]
    fn suites_of_a_group_stand_together() {
        let mut groups: Vec<SuiteGroup> = SUITES.iter().map(|suite| suite.group).collect();
        groups.dedup();
        assert_eq!(groups, [SuiteGroup::Native, SuiteGroup::Wasm, SuiteGroup::Page]);
    }
}
