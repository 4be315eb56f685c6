//! The tests that `docs/model.md` names exist, so that the page stays true.

use std::fs;
use std::path::Path;

fn read_all(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            read_all(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn every_test_that_the_model_page_names_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["../fabric-engine/src", "src", "tests"] {
        read_all(&here.join(folder), &mut sources);
    }
    let page = fs::read_to_string(here.join("../../docs/model.md")).expect("the page is there");
    let names: Vec<&str> =
        page.split('`').skip(1).step_by(2).filter_map(|code| Some(code.split_once("::")?.1)).collect();
    assert!(names.len() > 40, "the names were read: {}", names.len());
    for name in names {
        assert!(
            sources.contains(&format!("fn {name}(")),
            "docs/model.md names a test that is not there: {name}"
        );
    }
}
