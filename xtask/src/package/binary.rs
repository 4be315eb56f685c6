//! Package of the program `fabric` for Linux: a static binary, with completion scripts for three shells.
//! Start with [`build`].

use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::npm::copy;
use super::trial::Trial;
use super::{LICENCES, VERSION, elf, folder};
use crate::process::{self, Captured, capture};
use crate::repo;
use crate::tools::{Toolbox, rust_target};

/// Shells, each with the file name under which the shell looks for the completion script.
const COMPLETIONS: [(&str, &str); 3] = [("bash", "fabric.bash"), ("zsh", "_fabric"), ("fish", "fabric.fish")];

/// Name of the folder in the archive. The file name of the archive begins with this name.
fn name() -> String {
    format!("fabric-{VERSION}-{ARCH}-linux")
}

/// Path of the archive with the binary for Linux.
pub(super) fn tarball() -> PathBuf {
    folder().join(name() + ".tar.gz")
}

/// Builds the archive with the binary for Linux. Then unpacks the archive in an empty folder, and runs the
/// unpacked binary there without environment variables. If the program does not compile, the archive cannot
/// be packed, or the run loses a frame, [`Captured::ok`] is `false`.
///
/// # Errors
///
/// When this machine does not run Linux, a tool is missing, the binary is not static, or a file cannot be
/// written.
pub(super) fn build(tools: &Toolbox) -> Result<Captured> {
    if OS != "linux" {
        bail!("this machine does not run Linux; build the binary for Linux on Linux");
    }
    let target = format!("{ARCH}-unknown-linux-musl");
    rust_target::ensure(&target, "a binary without shared libraries")?;
    let release = ["build", "--quiet", "--release", "--package", "fabric-cli", "--target", &target];
    capture(tools.command("cargo").args(release))?.and_then(|| {
        let binary = repo::target().join(&target).join("release").join("fabric");
        let bytes = fs::read(&binary)
            .with_context(|| format!("cannot read {}; check that it exists", binary.display()))?;
        anyhow::ensure!(
            elf::is_static(&bytes) == Some(true),
            "{} is not static; link it without shared libraries",
            binary.display()
        );
        pack(&binary)?.and_then(try_in_empty_folder)
    })
}

/// Creates the archive with the binary at `binary`, the licences, the README and the completion scripts. An
/// earlier archive is replaced. Equal files give an archive of equal bytes.
///
/// # Errors
///
/// If a file cannot be copied, or the binary prints no completion script for a shell.
fn pack(binary: &Path) -> Result<Captured> {
    let staging = folder().join(name());
    if staging.exists() {
        fs::remove_dir_all(&staging).with_context(|| {
            format!("cannot empty {}; check its permissions and the free space", staging.display())
        })?;
    }
    let completions = staging.join("completions");
    fs::create_dir_all(&completions).with_context(|| {
        format!("cannot make {}; check its permissions and the free space", completions.display())
    })?;
    copy(binary, &staging)?;
    for file in LICENCES.into_iter().chain(["README.md"]) {
        copy(&repo::root().join(file), &staging)?;
    }
    for (shell, file) in COMPLETIONS {
        let script = process::command(binary).args(["completions", shell]).output()?;
        anyhow::ensure!(
            script.status.success() && !script.stdout.is_empty(),
            "fabric prints no completions for {shell}; correct `fabric completions`"
        );
        fs::write(completions.join(file), script.stdout)?;
    }
    // Equal files give an equal archive, whatever their owner and age.
    let alike = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
    let mut tar = process::command("tar");
    tar.args(alike).arg("-czf").arg(tarball()).arg("-C").arg(folder()).arg(name());
    capture(&mut tar)
}

/// Unpacks the archive in an empty folder. Runs a preset with the unpacked binary, and checks that the binary
/// prints the completion scripts of the archive. The result is not successful if the run of the preset fails,
/// or its report does not contain `dropped 0`.
///
/// # Errors
///
/// If a script differs, or a program cannot be started.
fn try_in_empty_folder() -> Result<Captured> {
    let trial = Trial::new("binary")?;
    let mut tar = process::command("tar");
    capture(tar.arg("-xzf").arg(tarball()).arg("-C").arg(trial.path()))?.and_then(|| {
        let unpacked = trial.path().join(name());
        let run = |arguments: &[&str]| {
            let mut fabric = process::command(unpacked.join("fabric"));
            capture(fabric.args(arguments).env_clear().current_dir(trial.path()))
        };
        for (shell, file) in COMPLETIONS {
            let script = unpacked.join("completions").join(file);
            let script = fs::read_to_string(&script)
                .with_context(|| format!("cannot read {}; check that it exists", script.display()))?;
            let printed = run(&["completions", shell])?;
            anyhow::ensure!(
                printed.ok && printed.output == script,
                "{file} differs from the output of fabric; build the package again"
            );
        }
        let captured = run(&["run", "preset:pause", "--until", "40us"])?;
        let is_whole = captured.output.contains("dropped 0");
        Ok(Captured { ok: captured.ok && is_whole, ..captured })
    })
}
