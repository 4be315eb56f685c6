//! Suites of checks that `cargo xtask test` runs. `SUITES` lists the suites; [`run()`] runs them. Suites of a
//! group run one after the other, in the order of the list. A suite without tests in the checkout is skipped.
//! But if the user names such a suite, it counts as failed.

mod lint;
mod native;
mod node;
mod page;
mod run;
mod suite_result;
mod trunk;
mod wasm;
mod weight;

use anyhow::Result;

use crate::page::Profile;
use crate::process::Captured;
use crate::tools::{Tool, Toolbox};

pub use run::run;

/// Suite of checks, whose passed and failed tests are counted and reported together.
struct Suite {
    name: &'static str,
    about: &'static str,
    group: SuiteGroup,
    /// Tools that are installed before the suite runs.
    needs: &'static [Tool],
    counted: Counted,
    /// Whether the checkout has tests of this suite. A suite without tests is skipped, unless the user names
    /// it.
    present: fn() -> bool,
    run: fn(&Toolbox) -> Result<Captured>,
}

/// Group of suites that run one after the other.
///
/// [`SuiteGroup::Native`] and [`SuiteGroup::Wasm`] run at the same time, because each has long steps on a
/// single core. [`SuiteGroup::Page`] runs after both, because a page is slow while all cores are busy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SuiteGroup {
    /// Suites of code that is compiled for this machine.
    Native,
    /// Suites of code for wasm. Suites with release builds come first: while [`SuiteGroup::Native`]
    /// starts, it holds cargo's lock on the debug builds.
    Wasm,
    /// Suites of the built page in a browser.
    Page,
}

/// Source of the numbers of passed and failed tests of a suite. Ignored tests do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// No summary: the whole suite counts as one test.
    AsOne,
    /// Summary lines of libtest, which wasm-bindgen-test also prints.
    Libtest,
    /// Summary lines of the test runner of Node.js.
    Node,
}

fn always() -> bool {
    true
}

/// All suites, by group. Within a group, quick suites come first, and suites that share a build are
/// neighbours.
const SUITES: [Suite; 13] = [
    Suite {
        name: "format",
        about: "the code is formatted by rustfmt",
        group: SuiteGroup::Native,
        needs: &[],
        counted: Counted::AsOne,
        present: always,
        run: lint::format,
    },
    Suite {
        name: "clippy",
        about: "no warnings in the whole workspace, native",
        group: SuiteGroup::Native,
        needs: &[],
        counted: Counted::AsOne,
        present: always,
        run: lint::clippy,
    },
    Suite {
        name: "native",
        about: "the workspace's tests but those of the lessons",
        group: SuiteGroup::Native,
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::tests,
    },
    Suite {
        name: "lessons",
        about: "every lesson teaches what it says, for 20 seeds; students are graded",
        group: SuiteGroup::Native,
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::lessons,
    },
    Suite {
        name: "doc",
        about: "the examples in the documentation",
        group: SuiteGroup::Native,
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::doc_tests,
    },
    Suite {
        name: "node",
        about: "tests/node/*.test.mjs, the library as a package for Node.js",
        group: SuiteGroup::Wasm,
        needs: &crate::node_package::NEEDS,
        counted: Counted::Node,
        present: node::present,
        run: node::tests,
    },
    Suite {
        name: "package",
        about: "the npm package, installed in an empty folder, runs the examples of its README and of the project's; bundled, in headless Chromium",
        group: SuiteGroup::Wasm,
        needs: &crate::package::npm::NEEDS,
        counted: Counted::AsOne,
        present: always,
        run: |tools| crate::package::npm::build(tools, crate::package::npm::Wasm::AsCompiled),
    },
    Suite {
        name: "weight",
        about: "everything of the built page that travels keeps within its budget",
        group: SuiteGroup::Wasm,
        needs: Profile::Web.needs(),
        counted: Counted::AsOne,
        present: always,
        run: weight::of_page,
    },
    Suite {
        name: "trunk",
        about: "trunk builds the same page, byte for byte",
        group: SuiteGroup::Wasm,
        needs: &trunk::NEEDS,
        counted: Counted::AsOne,
        present: always,
        run: trunk::same_page,
    },
    Suite {
        name: "clippy-wasm",
        about: "no warnings in the page and the simulator, wasm32",
        group: SuiteGroup::Wasm,
        needs: &[Tool::WasmTarget],
        counted: Counted::AsOne,
        present: always,
        run: lint::clippy_wasm,
    },
    Suite {
        name: "wasm-node",
        about: "tests/wasm_node*.rs, as wasm in Node.js",
        group: SuiteGroup::Wasm,
        needs: &wasm::NODE_NEEDS,
        counted: Counted::Libtest,
        present: always,
        run: wasm::in_node,
    },
    Suite {
        name: "wasm-browser",
        about: "components of the page and tests/wasm_browser*.rs, as wasm in headless Chromium",
        group: SuiteGroup::Wasm,
        needs: &wasm::BROWSER_NEEDS,
        counted: Counted::Libtest,
        present: always,
        run: wasm::in_browser,
    },
    Suite {
        name: "e2e",
        about: "tests/e2e/*.test.mjs, the built page in headless Chromium",
        group: SuiteGroup::Page,
        needs: &Tool::PAGE,
        counted: Counted::Node,
        present: always,
        run: page::tests,
    },
];

/// Names of all suites, in the order of `SUITES`, for the command line.
#[must_use]
pub fn names() -> Vec<&'static str> {
    SUITES.iter().map(|suite| suite.name).collect()
}

/// Text for `--help` that lists all suites, one line each.
#[must_use]
pub fn list() -> String {
    let lines: Vec<String> =
        SUITES.iter().map(|suite| format!("  {:13} {}", suite.name, suite.about)).collect();
    format!("Suites:\n{}", lines.join("\n"))
}
