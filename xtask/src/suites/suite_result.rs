//! Result of a suite, from the exit status of its program and its numbers of passed and failed tests.

use super::Counted;
use crate::counts::{self, Counts};
use crate::process::Captured;

/// Result of a suite: its counts, and the reason of a failure that the counts do not show. `reason` is `None`
/// if the counts show everything.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SuiteResult {
    pub(super) counts: Counts,
    pub(super) reason: Option<&'static str>,
}

/// Result of a suite, from the exit status and the output of its program. Two failures are not in the counted
/// numbers: a program that is killed does not print its failure, and a test runner without tests exits with
/// 0. Each of them counts as one failed test and sets the reason.
pub(super) fn suite_result(counted: Counted, captured: &Captured) -> SuiteResult {
    let mut counts = match counted {
        Counted::AsOne if captured.ok => Counts { passed: 1, failed: 0 },
        Counted::AsOne => Counts { passed: 0, failed: 1 },
        Counted::Libtest => counts::libtest(&captured.output),
        Counted::Node => counts::node(&captured.output),
    };
    let mut reason = None;
    if counts.failed == 0 && !captured.ok {
        counts.failed = 1;
        reason = Some("it did not get to its end");
    } else if counts == Counts::default() {
        counts.failed = 1;
        reason = Some("it ran no test");
    }
    SuiteResult { counts, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(counted: Counted, ok: bool, output: &str) -> (u64, u64, Option<&'static str>) {
        let output = output.to_owned();
        let SuiteResult { counts, reason } = suite_result(counted, &Captured { ok, output });
        (counts.passed, counts.failed, reason)
    }

    #[test]
    fn a_lint_is_one_check() {
        assert_eq!(verdict(Counted::AsOne, true, ""), (1, 0, None));
        assert_eq!(verdict(Counted::AsOne, false, "warning"), (0, 1, None));
    }

    #[test]
    fn counted_failures_are_the_failures() {
        let output = "test result: FAILED. 4 passed; 2 failed; 0 ignored\n";
        assert_eq!(verdict(Counted::Libtest, false, output), (4, 2, None));
    }

    #[test]
    fn no_test_is_a_failure() {
        let none = Some("it ran no test");
        assert_eq!(verdict(Counted::Libtest, true, "no tests to run!"), (0, 1, none));
        assert_eq!(verdict(Counted::Node, true, "ℹ pass 0\nℹ fail 0"), (0, 1, none));
    }

    #[test]
    fn a_bad_exit_status_is_a_failure_even_if_all_tests_passed() {
        let output = "test result: ok. 4 passed; 0 failed; 0 ignored\nerror: SIGSEGV\n";
        let stopped = Some("it did not get to its end");
        assert_eq!(verdict(Counted::Libtest, false, output), (4, 1, stopped));
        assert_eq!(verdict(Counted::Node, false, "error: build"), (0, 1, stopped));
    }
}
