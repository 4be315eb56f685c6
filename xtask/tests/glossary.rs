//! Compares `docs/glossary.md` with the code: each name in the last column exists in the code. Each term
//! occurs once, and the terms are in alphabetical order.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::{Ident, ImplItem, Item, TraitItem, Type};
use xtask::repo;

/// Row of the glossary.
#[derive(Debug, PartialEq, Eq)]
struct GlossaryRow {
    term: String,
    meaning: String,
    source: String,
    /// Paths of items in the code, each beginning with a crate, such as
    /// `fabric_engine::fabric::pfc::PfcReceiver`.
    names: Vec<String>,
}

/// Rows of the table in `text`, without the two lines of its head. Returns an error if a row does not have
/// four cells.
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

/// Terms that equal the term of the previous row, or come before it in alphabetical order. Case is ignored.
fn out_of_order(rows: &[GlossaryRow]) -> Vec<&str> {
    let key = |row: &GlossaryRow| row.term.to_lowercase();
    rows.windows(2).filter(|pair| key(&pair[0]) >= key(&pair[1])).map(|pair| pair[1].term.as_str()).collect()
}

/// Names that the source files of one module declare.
#[derive(Default)]
struct Declarations {
    /// Names of the declared types, traits, functions, constants and modules.
    items: BTreeSet<String>,
    /// Fields, variants, methods and constants, each with its type: `Pg::admit`.
    members: BTreeSet<String>,
}

impl Declarations {
    /// Adds the items of `code`, the text of a Rust file, with those of its inline modules.
    fn read(&mut self, code: &str) -> Result<()> {
        syn::parse_file(code)?.items.iter().for_each(|item| self.add(item));
        Ok(())
    }

    fn add(&mut self, item: &Item) {
        match item {
            Item::Struct(item) => {
                let fields = item.fields.iter().filter_map(|field| field.ident.as_ref());
                self.add_type(&item.ident, fields);
            }
            Item::Enum(item) => {
                self.add_type(&item.ident, item.variants.iter().map(|variant| &variant.ident));
            }
            Item::Trait(item) => {
                let methods = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(&method.sig.ident),
                    _ => None,
                });
                self.add_type(&item.ident, methods);
            }
            Item::Impl(item) => {
                let Type::Path(path) = &*item.self_ty else { return };
                let Some(owner) = path.path.segments.last() else { return };
                let members = item.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(method) => Some(&method.sig.ident),
                    ImplItem::Const(constant) => Some(&constant.ident),
                    _ => None,
                });
                self.add_members(&owner.ident, members);
            }
            Item::Fn(item) => self.add_item(&item.sig.ident),
            Item::Const(item) => self.add_item(&item.ident),
            Item::Static(item) => self.add_item(&item.ident),
            Item::Type(item) => self.add_item(&item.ident),
            Item::Mod(item) => {
                self.add_item(&item.ident);
                item.content.iter().flat_map(|(_, items)| items).for_each(|item| self.add(item));
            }
            _ => (),
        }
    }

    fn add_item(&mut self, name: &Ident) {
        self.items.insert(name.to_string());
    }

    fn add_type<'a>(&mut self, name: &Ident, members: impl Iterator<Item = &'a Ident>) {
        self.add_item(name);
        self.add_members(name, members);
    }

    fn add_members<'a>(&mut self, owner: &Ident, members: impl Iterator<Item = &'a Ident>) {
        self.members.extend(members.map(|member| format!("{owner}::{member}")));
    }

    /// Whether `path` is declared. `path` is an item, or a type and its member, such as `Pg::admit`.
    fn has(&self, path: &str) -> bool {
        self.items.contains(path) || self.members.contains(path)
    }
}

/// Declarations in the file of a module and in all files of its folder. `module` is the path of the module
/// without extension. The result is empty if neither the file nor the folder exists.
fn declarations_in(module: &Path) -> Result<Declarations> {
    let mut declarations = Declarations::default();
    declarations.read(&fs::read_to_string(module.with_extension("rs")).unwrap_or_default())?;
    for path in repo::files_below(module, &["rs"])? {
        declarations.read(&fs::read_to_string(path)?)?;
    }
    Ok(declarations)
}

/// Whether the item with this `path` exists. The path begins with a crate and modules, which must exist as
/// files. The last module must declare the rest of the path: an item, or a type and its member.
fn exists(repository: &Path, path: &str) -> Result<bool> {
    let mut parts: VecDeque<&str> = path.split("::").collect();
    let name = parts.pop_front().unwrap_or_default().replace('_', "-");
    let mut module: PathBuf = repository.join("crates").join(name).join("src");
    ensure!(module.is_dir(), "{path}: its first part is no crate");
    while let Some(part) = parts.front() {
        let inner = module.join(part);
        if !inner.is_dir() && !inner.with_extension("rs").is_file() {
            break;
        }
        module = inner;
        parts.pop_front();
    }
    if parts.is_empty() {
        return Ok(true);
    }
    Ok(declarations_in(&module)?.has(&Vec::from(parts).join("::")))
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
        ("fabric_engine::fabric::pfc::PfcLoss::drops", true),
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
fn a_member_belongs_to_its_own_type() -> Result<()> {
    let mut declarations = Declarations::default();
    declarations.read(
        "pub struct Pool { pub bytes: u32 }
        enum Limit { Static(u32), Dynamic }
        impl Pool { const CELLS: u32 = 3; fn admit(&self) { let local = Free::new(); } }
        trait Meter { fn level(&self); }
        mod inside { pub fn inner() {} }
        // struct Comment;",
    )?;
    for (path, declared) in [
        ("Pool", true),
        ("Pool::bytes", true),
        ("Pool::CELLS", true),
        ("Pool::admit", true),
        ("Limit::Static", true),
        ("Limit::Dynamic", true),
        ("Meter::level", true),
        ("inside", true),
        ("inner", true),
        ("Limit::bytes", false),
        ("Pool::Dynamic", false),
        ("bytes", false),
        ("local", false),
        ("Free", false),
        ("Comment", false),
    ] {
        assert_eq!(declarations.has(path), declared, "{path}");
    }
    Ok(())
}
