//! Test of the order of the top modules of the two crates, engine and simulator. Each module may import only
//! modules that come before it, in either crate. The test reads the import lines of the source files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Crates whose modules are in [`MODULES`].
const CRATES: [&str; 2] = ["../fabric-engine", "."];

/// Modules in their order: each may import only modules before it. `digest`, `ids`, `mem_size`, `mask` and
/// `sort` are basic types like `units`.
const MODULES: [&str; 16] = [
    "units",
    "digest",
    "ids",
    "mem_size",
    "mask",
    "sort",
    "wire",
    "fabric",
    "spec",
    "engine",
    "sizing",
    "document",
    "new_document",
    "worst_case",
    "sweep",
    "check",
];

/// Modules at the position of `document` in the order. These modules do not import each other.
const BESIDE_DOCUMENT: [&str; 2] = ["insight", "seekable"];

/// Position of a module in the order. `None` if the module is not in the order.
fn place(module: &str) -> Option<usize> {
    let module = if BESIDE_DOCUMENT.contains(&module) { "document" } else { module };
    MODULES.iter().position(|name| *name == module)
}

fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Modules that the source text names, as `crate::module` or as a module of the engine. Comments and tests
/// are ignored.
fn named(text: &str) -> Vec<String> {
    // Tests are at the end of a file, or in another file that this file only names.
    let ends = |line: &&str, next: &&str| *line == "#[cfg(test)]" && next.ends_with('{');
    let count = text.lines().zip(text.lines().skip(1)).take_while(|(line, next)| !ends(line, next)).count();
    let lines = text.lines().take(count + 1).filter(|line| !line.trim_start().starts_with("//"));
    let behind = |line, prefix: &'static str| {
        str::match_indices(line, prefix).map(move |(at, prefix)| &line[at + prefix.len()..])
    };
    lines
        .flat_map(|line| behind(line, "crate::").chain(behind(line, "fabric_engine::")))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn no_module_imports_a_later_one() {
    let (mut arrows, mut found) = (0, BTreeSet::new());
    for top in CRATES.map(|name| folder(name).join("src")) {
        let mut files = Vec::new();
        sources(&top, &mut files);
        for file in files {
            let inside = file.strip_prefix(&top).expect("under src");
            let module = inside.components().next().expect("a first part").as_os_str().to_string_lossy();
            let module = module.trim_end_matches(".rs");
            let Some(here) = place(module) else {
                assert_eq!(module, "lib", "{} has no place in the order", inside.display());
                continue;
            };
            found.insert(module.to_owned());
            for other in named(&fs::read_to_string(&file).expect("text")) {
                assert!(
                    other == module || place(&other).is_some_and(|there| there < here),
                    "{} imports `{other}`, which does not come before `{module}`",
                    inside.display()
                );
                arrows += 1;
            }
        }
    }
    assert!(arrows > 50, "the imports were read: {arrows}");
    let all = MODULES.into_iter().chain(BESIDE_DOCUMENT);
    assert!(
        found.iter().map(String::as_str).eq(all.collect::<BTreeSet<_>>()),
        "every module was read: {found:?}"
    );
}

#[test]
fn the_simulator_depends_on_no_crate_of_browsers() {
    for name in CRATES {
        let manifest = fs::read_to_string(folder(name).join("Cargo.toml")).expect("text");
        let dependencies = manifest.split("[dependencies]").nth(1).expect("has dependencies");
        for web in ["web-sys", "js-sys", "wasm-bindgen", "leptos", "plotters"] {
            assert!(!dependencies.contains(web), "{web} is a web crate");
        }
    }
}
