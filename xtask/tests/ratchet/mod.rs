//! Checks whose findings only become fewer: compares the number of findings (places that break a rule) in
//! each package with a recorded number. Start with [`Ratchet::check`].

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::repo;

/// Number of findings by which a package may be below its record. With this slack, two branches that correct
/// comments merge without a conflict in the record.
const SLACK: usize = 20;

/// Check that finds places which break one rule, and records their number for each package. The recorded
/// numbers only go down.
pub struct Ratchet {
    /// File with the recorded number for each package, relative to the root of the checkout.
    pub record: &'static str,
    /// Name of the findings in messages, such as `banned openings`.
    pub counted: &'static str,
    /// Correction that a message advises, such as `name a test for its rule`.
    pub advice: &'static str,
    /// Extensions of the files that are searched, such as `rs`.
    pub extensions: &'static [&'static str],
}

impl Ratchet {
    /// Counts the findings (places that break the rule) of each package. `find` gets the path and the text of
    /// a file, and returns its findings, each as `line: text`. If `is_blessing`, writes lower counts to the
    /// record, never higher ones.
    ///
    /// # Errors
    /// If a package has more findings than recorded, or fewer by more than [`SLACK`]. Also if a file cannot
    /// be read or written.
    pub fn check(&self, is_blessing: bool, find: impl Fn(&Path, &str) -> Vec<String>) -> Result<()> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let record = repository.join(self.record);
        let before = recorded(&fs::read_to_string(&record)?)?;
        let counted = self.counted;
        let (mut after, mut wrong) = (String::new(), String::new());
        for (name, folder) in packages(&repository)? {
            let found = self.found_in(&repository, &folder, &find)?;
            // A package without a record may have no finding.
            let most = before.get(&name).copied().unwrap_or(0);
            writeln!(after, "{name} {}", found.len().min(most))?;
            if found.len() > most {
                writeln!(wrong, "{name}: {} {counted}, {most} recorded:", found.len())?;
                found.iter().try_for_each(|line| writeln!(wrong, "  {line}"))?;
            } else if found.len() + SLACK < most && !is_blessing {
                writeln!(
                    wrong,
                    "{name}: {} {counted}, {most} recorded; run `cargo xtask bless`",
                    found.len()
                )?;
            }
        }
        if is_blessing {
            fs::write(&record, after)?;
        }
        ensure!(wrong.is_empty(), "{}:\n{wrong}", self.advice);
        Ok(())
    }

    /// Findings (places that break the rule) of the package in `folder`, each as `path:line: text`. Paths are
    /// relative to the root of the checkout.
    fn found_in(
        &self,
        repository: &Path,
        folder: &Path,
        find: impl Fn(&Path, &str) -> Vec<String>,
    ) -> Result<Vec<String>> {
        let mut files = Vec::new();
        for part in ["src", "tests", "benches", "style", "assets"] {
            files.extend(repo::files_below(&folder.join(part), self.extensions)?);
        }
        files.sort();
        let mut found = Vec::new();
        for file in files {
            let code = fs::read_to_string(&file)?;
            let name = file.strip_prefix(repository).unwrap_or(&file);
            found.extend(find(name, &code).iter().map(|finding| format!("{}:{finding}", name.display())));
        }
        Ok(found)
    }
}

/// Folders of the packages of the workspace, by name. The root package is called `page`.
fn packages(repository: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut packages = BTreeMap::from([
        ("page".to_owned(), repository.to_owned()),
        ("xtask".to_owned(), repository.join("xtask")),
    ]);
    for entry in fs::read_dir(repository.join("crates"))? {
        let entry = entry?;
        packages.insert(entry.file_name().to_string_lossy().into_owned(), entry.path());
    }
    Ok(packages)
}

fn recorded(text: &str) -> Result<BTreeMap<String, usize>> {
    text.lines()
        .map(|line| {
            let (name, count) = line.split_once(' ').with_context(|| format!("{line}: no name and count"))?;
            Ok((name.to_owned(), count.parse()?))
        })
        .collect()
}
