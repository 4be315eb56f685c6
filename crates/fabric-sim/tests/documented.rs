//! Test of the names of test functions on the pages in `docs/model`. Each named function must exist in the
//! module that the page names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Adds the functions of all Rust files in `folder` and its subfolders to `into`, each as `module::function`.
/// The module is the file, or any folder above the file, so a function is added several times.
fn read_functions(folder: &Path, modules: &[String], into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let inner = [modules, &[name]].concat();
        if path.is_dir() {
            read_functions(&path, &inner, into);
        } else if path.extension().is_some_and(|own| own == "rs") {
            let code = fs::read_to_string(&path).expect("text");
            let functions =
                code.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split('(').next());
            for function in functions {
                into.extend(inner.iter().map(|module| format!("{module}::{function}")));
            }
        }
    }
}

/// Names in backticks with a module, such as `pause::the_first_pause_acts_in_time`, in the pages of `folder`.
fn names_in(folder: &Path) -> Vec<String> {
    let pages = fs::read_dir(folder).expect("the pages are there");
    let texts = pages.map(|page| fs::read_to_string(page.expect("readable").path()).expect("text"));
    let names =
        texts.flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    names.filter(|name| name.contains("::")).collect()
}

#[test]
fn every_test_that_a_model_page_names_exists_in_its_module() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut functions = BTreeSet::new();
    for folder in ["../fabric-engine/src", "src", "tests"] {
        read_functions(&here.join(folder), &[], &mut functions);
    }
    let names = names_in(&here.join("../../docs/model"));
    assert!(names.len() > 300, "the names were read: {}", names.len());
    let absent: Vec<_> = names.iter().filter(|name| !functions.contains(*name)).collect();
    assert!(absent.is_empty(), "docs/model names tests that are not there: {absent:#?}");
}
