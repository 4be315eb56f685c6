//! Numbers of passed and failed tests, read from the output of test runners. Start with [`libtest`] and
//! [`node`]. Ignored tests do not count. Several summaries are added up. Output without a summary gives 0
//! passed and 0 failed.

use std::ops::AddAssign;

/// Numbers of passed and failed tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of tests that passed.
    pub passed: u64,
    /// Number of tests that failed.
    pub failed: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Numbers of passed and failed tests in `output`, the output of libtest. The summary lines of all test
/// binaries are added up, also with text before `test result:`; other lines do not count. A count that is no
/// number is 0. The test runner of wasm-bindgen prints the same lines.
///
/// ```
/// use xtask::counts::{Counts, libtest};
///
/// let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\
///               test result: FAILED. 1 passed; 2 failed; 0 ignored\n";
/// assert_eq!(libtest(output), Counts { passed: 4, failed: 2 });
/// ```
#[must_use]
pub fn libtest(output: &str) -> Counts {
    let mut total = Counts::default();
    for line in output.lines() {
        let Some((_, result)) = line.split_once("test result: ") else {
            continue;
        };
        let Some((_, numbers)) = result.split_once(". ") else {
            continue;
        };
        for part in numbers.split("; ") {
            match part.split_once(' ') {
                Some((number, "passed")) => total.passed += number.parse().unwrap_or(0),
                Some((number, "failed")) => total.failed += number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
    total
}

/// Numbers of passed and failed tests in `output`, the output of the test runner of Node.js with its reporter
/// `spec` or `tap`. A cancelled test counts as failed; other lines, and lines that begin with a space, do not
/// count.
///
/// ```
/// use xtask::counts::{Counts, node};
///
/// let output = "ℹ tests 4\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n";
/// assert_eq!(node(output), Counts { passed: 2, failed: 2 });
/// ```
#[must_use]
pub fn node(output: &str) -> Counts {
    let mut total = Counts::default();
    for line in output.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        // The sign at the start of the line distinguishes the summary from the output of a test.
        let (["ℹ" | "#", what, number], false) = (words.as_slice(), line.starts_with(' ')) else {
            continue;
        };
        let number = number.parse().unwrap_or(0);
        match *what {
            "pass" => total.passed += number,
            "fail" | "cancelled" => total.failed += number,
            _ => {}
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_adds_up_every_binary() {
        let output = "\
running 2 tests
test a ... ok

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

test result: FAILED. 10 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s
";
        let expected = Counts { passed: 12, failed: 3 };
        assert_eq!(libtest(output), expected);
    }

    #[test]
    fn a_wasm_run_without_tests_counts_none() {
        assert_eq!(libtest("no tests to run!\n"), Counts::default());
        assert_eq!(
            libtest("running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n"),
            Counts::default()
        );
    }

    #[test]
    fn only_summary_lines_are_counted() {
        assert_eq!(libtest("5 passed; 3 failed\ntest result: ?\n"), Counts::default());
        assert_eq!(node("pass 5\n  # pass 5\n# pass many\n"), Counts::default());
    }

    #[test]
    fn node_reads_both_reporters() {
        let tap = "1..2\n# tests 2\n# suites 0\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0\n";
        let expected = Counts { passed: 1, failed: 1 };
        assert_eq!(node(tap), expected);
        assert_eq!(node(&tap.replace('#', "ℹ")), expected);
    }

    #[test]
    fn counts_add_up() {
        let mut total = Counts::default();
        total += Counts { passed: 1, failed: 2 };
        total += Counts { passed: 10, failed: 20 };
        assert_eq!(total, Counts { passed: 11, failed: 22 });
    }
}
