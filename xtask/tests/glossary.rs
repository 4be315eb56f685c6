//! Compares `docs/glossary.md` with the code: each name in the last column exists in the code. Each term
//! occurs once, and the terms are in alphabetical order.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Row of the glossary.
#[derive(Debug, PartialEq, Eq)]
struct GlossaryRow {
    term: String,
    meaning: String,
    source: String,
    /// Paths in the code, each beginning with a crate, such as `fabric_engine::fabric::pfc::Receiver`.
    names: Vec<String>,
}

/// Rows of the table in `text`, without the two lines of its head. An error if a row does not have four
/// cells.
fn rows(text: &str) -> Result<Vec<GlossaryRow>> {
    text.lines().filter(|line| line.starts_with('|')).skip(2).map(row).collect()
}

fn row(line: &str) -> Result<GlossaryRow> {
    let inside = line.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    let cells: Vec<String> = inside
        .with_context(|| format!("{line}: no row"))?
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect();
    let [term, meaning, source, code] = <[String; 4]>::try_from(cells)
        .map_err(|cells| anyhow::anyhow!("{line}: {} cells are not 4", cells.len()))?;
    let names = code.split(',').map(|name| name.trim().trim_matches('`').to_owned()).collect();
    Ok(GlossaryRow { term, meaning, source, names })
}

/// Terms that do not follow the term of the row before in alphabetical order, or equal it. Case is ignored.
fn out_of_order(rows: &[GlossaryRow]) -> Vec<&str> {
    let key = |row: &GlossaryRow| row.term.to_lowercase();
    rows.windows(2).filter(|pair| key(&pair[0]) >= key(&pair[1])).map(|pair| pair[1].term.as_str()).collect()
}

/// Whether a line of `code` declares `name` as a type, function, module, field or variant. Lines of comments
/// do not count.
fn declares(code: &str, name: &str) -> bool {
    const ITEMS: [&str; 8] = ["struct", "enum", "fn", "type", "const", "static", "mod", "trait"];
    code.lines().map(str::trim_start).filter(|line| !line.starts_with("//")).any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let (before, after) = (line[..at].trim_end(), &line[at + name.len()..]);
            if after.starts_with(|next: char| next.is_alphanumeric() || next == '_') {
                return false;
            }
            let last = before.rsplit(' ').next().unwrap_or_default();
            let is_item = ITEMS.contains(&last) && line[..at].ends_with(' ');
            let is_member = (before.is_empty() || before == "pub" || before.ends_with("pub(super)"))
                && (after.is_empty()
                    || after.starts_with([':', ',', '('])
                    || after.starts_with(" {")
                    || after.starts_with(" = ") && after.ends_with(','))
                && !after.starts_with("::");
            is_item || is_member
        })
    })
}

/// Code of the module `module`, a path without extension: its file and all files in its folder. Empty if
/// neither exists.
fn code_of(module: &Path) -> Result<String> {
    let mut code = fs::read_to_string(module.with_extension("rs")).unwrap_or_default();
    let mut folders = vec![module.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                code += &fs::read_to_string(path)?;
            }
        }
    }
    Ok(code)
}

/// Whether the item `path` exists. The first parts of `path` are a crate and modules, found as files. The
/// code of the last module must declare each further part. An error if there is no such crate.
fn exists(repository: &Path, path: &str) -> Result<bool> {
    let mut parts = path.split("::").peekable();
    let name = parts.next().unwrap_or_default().replace('_', "-");
    let mut module: PathBuf = repository.join("crates").join(name).join("src");
    ensure!(module.is_dir(), "{path}: its first part is no crate");
    while let Some(part) = parts.peek() {
        let inner = module.join(part);
        if !inner.is_dir() && !inner.with_extension("rs").is_file() {
            break;
        }
        module = inner;
        parts.next();
    }
    let code = code_of(&module)?;
    Ok(parts.all(|part| declares(&code, part)))
}

#[test]
fn each_name_in_the_glossary_exists_in_the_code() -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rows = rows(&fs::read_to_string(repository.join("docs/glossary.md"))?)?;
    ensure!(rows.len() > 60, "{} rows", rows.len());
    let mut gone = Vec::new();
    for row in &rows {
        ensure!(!row.meaning.is_empty() && !row.source.is_empty(), "{}: a cell is empty", row.term);
        for name in &row.names {
            if !exists(&repository, name)? {
                gone.push(format!("{}: {name}", row.term));
            }
        }
    }
    assert!(gone.is_empty(), "docs/glossary.md has names that the code has not:\n{}", gone.join("\n"));
    Ok(())
}

#[test]
fn each_term_stands_once_in_alphabetical_order() -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rows = rows(&fs::read_to_string(repository.join("docs/glossary.md"))?)?;
    assert_eq!(out_of_order(&rows), [""; 0], "not in alphabetical order, or twice");
    Ok(())
}

#[test]
fn a_missing_name_a_repeated_term_and_a_wrong_order_are_found() -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, there) in [
        ("fabric_engine::fabric::pfc", true),
        ("fabric_engine::fabric::pfc::PfcLoss", true),
        ("fabric_engine::fabric::pfc::PfcLoss::takes", true),
        ("fabric_engine::fabric::pfc::PfcLos", false),
        ("fabric_engine::fabric::nowhere::PfcLoss", false),
    ] {
        assert_eq!(exists(&repository, path)?, there, "{path}");
    }
    assert!(exists(&repository, "no_crate::fabric").is_err());
    let table = "| a | b | c | d |\n|---|---|---|---|\n";
    let found = |terms: [&str; 3]| -> Result<usize> {
        let lines = terms.map(|term| format!("| {term} | m | s | `x`, `y` |\n")).concat();
        Ok(out_of_order(&rows(&format!("{table}{lines}"))?).len())
    };
    assert_eq!([found(["A", "b", "C"])?, found(["A", "a", "C"])?, found(["B", "A", "C"])?], [0, 1, 1]);
    assert_eq!(row("| t | m | s | `x`, `y` |")?.names, ["x", "y"]);
    assert!(row("| t | m |").is_err());
    Ok(())
}

#[test]
fn a_declaration_is_distinguished_from_a_use() {
    for (code, declared) in [
        ("pub struct Pool {", true),
        ("    Pool(u32),", true),
        ("    pub Pool: u32,", true),
        ("    Pool = 3,", true),
        ("    Pool = 3;", false),
        ("pub(super) fn Pool(&self) {", true),
        ("let pool = Pool::new();", false),
        ("// struct Pool", false),
        ("struct Pools;", false),
        ("    MyPool,", false),
        ("    Pool::new(),", false),
    ] {
        assert_eq!(declares(code, "Pool"), declared, "{code}");
    }
}
