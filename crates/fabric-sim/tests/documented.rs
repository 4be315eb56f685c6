//! Test that all tests exist which the pages in `docs/model` name.

use std::fs;
use std::path::Path;

/// Appends the contents of all files with this extension in `folder` and its subfolders.
fn read_all(folder: &Path, extension: &str, into: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            read_all(&path, extension, into);
        } else if path.extension().is_some_and(|own| own == extension) {
            into.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn every_test_that_a_model_page_names_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["../fabric-engine/src", "src", "tests"] {
        read_all(&here.join(folder), "rs", &mut sources);
    }
    let mut pages = String::new();
    read_all(&here.join("../../docs/model"), "md", &mut pages);
    let names: Vec<&str> =
        pages.split('`').skip(1).step_by(2).filter_map(|code| Some(code.split_once("::")?.1)).collect();
    assert!(names.len() > 300, "the names were read: {}", names.len());
    for name in names {
        assert!(
            sources.contains(&format!("fn {name}(")),
            "docs/model names a test that is not there: {name}"
        );
    }
}
