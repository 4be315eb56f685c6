//! Suites of `cargo xtask test`, in the order in which they run.

mod lint;
mod native;
mod node;
mod page;
mod run;
mod trunk;
mod verdict;
mod wasm;
mod weight;

use anyhow::Result;

use crate::page::Profile;
use crate::process::Captured;
use crate::tools::{Tool, Toolbox};

pub use run::run;

/// Suite of checks with a count of its own.
struct Suite {
    name: &'static str,
    about: &'static str,
    needs: &'static [Tool],
    counted: Counted,
    /// Whether the checkout has tests of this kind. An absent suite neither passes nor fails.
    present: fn() -> bool,
    run: fn(&Toolbox) -> Result<Captured>,
}

/// Method by which the tests of a suite are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// Single check for the whole suite.
    AsOne,
    /// Closing lines of libtest, which wasm-bindgen-test prints too.
    Libtest,
    /// Closing lines of Node.js's test runner.
    Node,
}

fn always() -> bool {
    true
}

/// Suites: quick ones first, those of the whole page last.
const SUITES: [Suite; 13] = [
    Suite {
        name: "format",
        about: "the code is formatted by rustfmt",
        needs: &[],
        counted: Counted::AsOne,
        present: always,
        run: lint::format,
    },
    Suite {
        name: "clippy",
        about: "no warnings in the whole workspace, native",
        needs: &[],
        counted: Counted::AsOne,
        present: always,
        run: lint::clippy,
    },
    Suite {
        name: "clippy-wasm",
        about: "no warnings in the page and the simulator, wasm32",
        needs: &[Tool::WasmTarget],
        counted: Counted::AsOne,
        present: always,
        run: lint::clippy_wasm,
    },
    Suite {
        name: "native",
        about: "the workspace's tests but those of the lessons",
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::tests,
    },
    Suite {
        name: "lessons",
        about: "every lesson teaches what it says, for 20 seeds; students are graded",
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::lessons,
    },
    Suite {
        name: "doc",
        about: "the examples in the documentation",
        needs: &[],
        counted: Counted::Libtest,
        present: always,
        run: native::doc_tests,
    },
    Suite {
        name: "wasm-node",
        about: "tests/wasm_node*.rs, as wasm in Node.js",
        needs: &wasm::NODE_NEEDS,
        counted: Counted::Libtest,
        present: always,
        run: wasm::in_node,
    },
    Suite {
        name: "wasm-browser",
        about: "components of the page and tests/wasm_browser*.rs, as wasm in headless Chromium",
        needs: &wasm::BROWSER_NEEDS,
        counted: Counted::Libtest,
        present: always,
        run: wasm::in_browser,
    },
    Suite {
        name: "node",
        about: "tests/node/*.test.mjs, the library as a package for Node.js",
        needs: &crate::node_package::NEEDS,
        counted: Counted::Node,
        present: node::present,
        run: node::tests,
    },
    Suite {
        name: "package",
        about: "the npm package, installed in an empty folder, runs the examples of its README and of the project's; bundled, in headless Chromium",
        needs: &crate::package::npm::NEEDS,
        counted: Counted::AsOne,
        present: always,
        run: |tools| crate::package::npm::build(tools, crate::package::npm::Wasm::AsCompiled),
    },
    Suite {
        name: "e2e",
        about: "tests/e2e/*.test.mjs, the built page in headless Chromium",
        needs: &Tool::PAGE,
        counted: Counted::Node,
        present: always,
        run: page::tests,
    },
    Suite {
        name: "weight",
        about: "everything of the built page that travels keeps within its budget",
        needs: Profile::Web.needs(),
        counted: Counted::AsOne,
        present: always,
        run: weight::of_page,
    },
    Suite {
        name: "trunk",
        about: "trunk builds the same page, byte for byte",
        needs: &trunk::NEEDS,
        counted: Counted::AsOne,
        present: always,
        run: trunk::same_page,
    },
];

/// Names of the suites, for the command line.
#[must_use]
pub fn names() -> Vec<&'static str> {
    SUITES.iter().map(|suite| suite.name).collect()
}

/// List of the suites for `--help`, one line each.
#[must_use]
pub fn list() -> String {
    let lines: Vec<String> =
        SUITES.iter().map(|suite| format!("  {:13} {}", suite.name, suite.about)).collect();
    format!("Suites, in their order:\n{}", lines.join("\n"))
}
