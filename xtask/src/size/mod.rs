//! Command `cargo xtask size`: lists the code size of each crate in the wasm, and the compressed size of each
//! file of the page. Start with [`run`]. Sizes are in bytes, the largest first; equal sizes are sorted by
//! name. The output as text has the 30 largest functions, the output as JSON the 300 largest.

mod module;
mod owner;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::bindgen::{self, Loader};
use crate::page::{self, Profile};
use crate::tools::{Toolbox, wasm_opt};
use crate::weight::{BUDGET, GOAL, Weight};
use crate::{dist, process, repo};

pub(crate) use module::plain;
pub use module::{Function, Module};
pub use owner::owner;

/// Number of the largest functions that are printed as text.
const LARGEST: usize = 30;
/// Number of the largest functions that are printed as JSON.
const LARGEST_JSON: usize = 300;

/// Code size of a crate or, for the crates of this repository, of a top-level module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Name of the crate or module.
    pub owner: String,
    /// Number of functions of the crate or module.
    pub functions: usize,
    /// Bytes of code of all functions of the crate or module.
    pub bytes: u64,
}

/// Sizes of the page. `total` is the sum of the files that are sent when the page is opened. `later` is the
/// sum of the files that are sent later. The sizes of code and data are those of the main module.
#[derive(Debug, Serialize)]
struct Figures {
    code_bytes: u64,
    data_bytes: u64,
    crates: Vec<Share>,
    largest: Vec<Function>,
    travels: Vec<Weight>,
    later: Weight,
    total: Weight,
    budget_brotli_bytes: u64,
    goal_brotli_bytes: u64,
}

/// Builds the page in the form in which it is shipped, measures it, and prints the sizes. Prints JSON if
/// `json`, otherwise text. A page above its budget is no error. Missing tools are installed.
///
/// # Errors
///
/// When a tool cannot be installed, a build fails, or the measured code differs in size from the shipped
/// code.
pub fn run(tools: &mut Toolbox, json: bool) -> Result<()> {
    let folder = dist::for_tests();
    page::build_from_nothing(tools, Profile::Web, &folder)?;
    let module = named(tools, &folder)?;
    let travels = Weight::of_folder(&folder)?;
    let figures = Figures {
        code_bytes: module.code,
        data_bytes: module.data,
        crates: shares(&module.functions),
        largest: largest(module.functions, if json { LARGEST_JSON } else { LARGEST }),
        later: Weight::later(&travels),
        total: Weight::at_opening(&travels),
        travels,
        budget_brotli_bytes: BUDGET,
        goal_brotli_bytes: GOAL,
    };
    if json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    } else {
        print!("{figures}");
    }
    Ok(())
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code_bytes;
        writeln!(f, "{:<44}{:>12}{:>12}{:>8}", "code of", "functions", "bytes", "%")?;
        for Share { owner, functions, bytes } in &self.crates {
            writeln!(f, "{owner:<44}{functions:>12}{bytes:>12}{:>8}", percent(*bytes, code))?;
        }
        writeln!(f, "{:<44}{:>12}{code:>12}", "all code", "")?;
        writeln!(f, "{:<44}{:>12}{:>12}", "data: texts, tables, messages", "", self.data_bytes)?;
        writeln!(f, "\n{:>12}  the largest functions", "bytes")?;
        for Function { name, bytes } in &self.largest {
            writeln!(f, "{bytes:>12}  {name}")?;
        }
        writeln!(f, "\n{:<44}{:>12}{:>12}", "loaded when the page opens", "bytes", "brotli")?;
        for weight in self.travels.iter().chain([&self.later, &self.total]) {
            writeln!(f, "{weight}")?;
        }
        writeln!(f, "{:<44}{:>24}", "budget", self.budget_brotli_bytes)?;
        writeln!(f, "{:<44}{:>24}", "goal", self.goal_brotli_bytes)
    }
}

/// The `count` largest functions, largest first. Functions of equal size are sorted by name.
fn largest(mut functions: Vec<Function>, count: usize) -> Vec<Function> {
    functions.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    functions.truncate(count);
    functions
}

/// Reads the main module of the page with the names of its functions. The shipped module in `folder` has no
/// names, so that the module is built again in the same way, but with names.
///
/// # Errors
///
/// If a build fails, or code or data differ in size from the shipped module.
fn named(tools: &Toolbox, folder: &Path) -> Result<Module> {
    let bound = repo::target().join("size");
    bindgen::bind(&page::compiled_wasm(Profile::Web), page::PROGRAM, Loader::Browser, &bound)?;
    let bound = page::modules(&bound, Profile::Web)?;
    let named = repo::target().join("size.wasm");
    process::run(wasm_opt::command(tools, &bound[0], &named).arg("--debuginfo"))?;
    let read = |path: &Path| -> Result<Module> {
        let bytes = fs::read(path)
            .with_context(|| format!("cannot read {}; check that it exists", path.display()))?;
        Module::read(&bytes)
    };
    let (module, shipped) = (read(&named)?, read(&shipped(folder)?)?);
    ensure!(
        (module.code, module.data) == (shipped.code, shipped.data),
        "the counted module has {} bytes of code, but the shipped one {}; build the page again",
        module.code,
        shipped.code
    );
    Ok(module)
}

/// Path of the main wasm module of the page in `folder`.
///
/// # Errors
///
/// If there is no such file, or more than one.
fn shipped(folder: &Path) -> Result<PathBuf> {
    let files = repo::files_ending_with(&folder.to_string_lossy(), "_bg.wasm");
    let [file] = &files[..] else {
        anyhow::bail!(
            "{} has {} wasm files, but must have one; build the page again",
            folder.display(),
            files.len()
        )
    };
    Ok(file.clone())
}

/// Code size of each crate or module to which functions belong, largest first. Equal sizes are sorted by
/// name.
fn shares(functions: &[Function]) -> Vec<Share> {
    let mut sums: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for function in functions {
        let sum = sums.entry(owner(&function.name)).or_default();
        sum.0 += 1;
        sum.1 += function.bytes;
    }
    let share = |(owner, (functions, bytes))| Share { owner, functions, bytes };
    let mut shares: Vec<Share> = sums.into_iter().map(share).collect();
    shares.sort_by_key(|share| Reverse(share.bytes));
    shares
}

/// Percentage of `part` in `all`, with one decimal, rounded down; "0.0" if `all` is 0.
fn percent(part: u64, all: u64) -> String {
    let thousandths = (part * 1_000).checked_div(all).unwrap_or(0);
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_the_whole_and_the_largest_is_first() {
        let function = |name: &str, bytes| Function { name: name.to_owned(), bytes };
        let functions = [
            function("serde_json::de::a", 10),
            function("fabric_engine::engine::b", 30),
            function("serde_json::ser::c", 5),
        ];
        let share = |owner: &str, functions, bytes| Share { owner: owner.to_owned(), functions, bytes };
        assert_eq!(shares(&functions), [share("fabric_engine::engine", 1, 30), share("serde_json", 2, 15)]);
    }

    #[test]
    fn the_largest_come_first_and_the_others_not_at_all() {
        let function = |name: &str, bytes| Function { name: name.to_owned(), bytes };
        let functions = vec![function("a", 1), function("b", 3), function("c", 2)];
        assert_eq!(largest(functions, 2), [function("b", 3), function("c", 2)]);
    }

    #[test]
    fn percents_have_one_place() {
        assert_eq!(percent(1, 3), "33.3");
        assert_eq!(percent(3, 3), "100.0");
        assert_eq!(percent(0, 0), "0.0");
    }
}
