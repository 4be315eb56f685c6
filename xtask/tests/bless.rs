//! Compares the table of `cargo xtask bless` with the tests of the checkout. Each test that writes a file is
//! in the table, and each file of the table exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;
use xtask::bless::{RECORDS, VARIABLE};
use xtask::repo;

/// Adds to `into` each source file below `folder` that reads the environment variable [`VARIABLE`]. Paths are
/// relative to the root of the checkout.
fn readers(folder: &Path, into: &mut BTreeSet<String>) -> Result<()> {
    for path in repo::files_below(folder, &["rs"])? {
        if fs::read_to_string(&path)?.contains(&format!("var_os(\"{VARIABLE}\")")) {
            into.insert(path.strip_prefix(repo::root())?.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

#[test]
fn every_test_that_writes_a_record_is_renewed_by_bless() -> Result<()> {
    let mut found = BTreeSet::new();
    for folder in ["crates", "src", "tests", "xtask/tests"] {
        readers(&repo::root().join(folder), &mut found)?;
    }
    let listed: BTreeSet<String> = RECORDS.iter().map(|record| record.source.to_owned()).collect();
    assert_eq!(found, listed);
    Ok(())
}

#[test]
fn every_record_exists_and_its_test_is_in_its_source() -> Result<()> {
    for record in RECORDS {
        for file in record.files {
            assert!(repo::root().join(file).is_file(), "{file}");
            let name = file.rsplit('/').next().unwrap_or_default();
            let source = fs::read_to_string(repo::root().join(record.source))?;
            assert!(source.contains(name), "{}: does not name {name}", record.source);
        }
        let name = record.test.rsplit("::").next().unwrap_or_default();
        let source = fs::read_to_string(repo::root().join(record.source))?;
        assert!(source.contains(&format!("fn {name}()")), "{}: no test {name}", record.source);
    }
    Ok(())
}
