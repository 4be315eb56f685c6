//! Runs other programs in the root of the checkout. Start with [`step`]. The caller chooses whether output is
//! shown or captured. Captured output contains both output streams in the order of writing; the program then
//! has no input. An exit status other than 0 is an error only for [`run`].

use std::env;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repo;

/// Result of a program whose output was captured.
#[derive(Debug, Clone, Default)]
pub struct Captured {
    /// Whether the program exited with status 0.
    pub ok: bool,
    /// Standard output and standard error, in the order in which they were written. Empty if the output was
    /// shown.
    pub output: String,
}

impl Captured {
    /// Runs `next` if this step was successful. Returns the result of `next`, with the outputs of both steps
    /// one after the other. If this step has failed, returns the result of this step, and `next` does not
    /// run.
    ///
    /// # Errors
    ///
    /// When `next` returns an error.
    pub fn and_then(mut self, next: impl FnOnce() -> Result<Self>) -> Result<Self> {
        if self.ok {
            let next = next()?;
            self.ok = next.ok;
            self.output.push_str(&next.output);
        }
        Ok(self)
    }
}

/// Destination of the output of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Shown: standard output and standard error of the program go to standard error while the program runs.
    Shown,
    /// Captured: standard output and standard error go to [`Captured::output`], and not to the terminal.
    Captured,
}

/// Runs `command` and sends its output to `output`. A status other than 0 is no error, but makes
/// [`Captured::ok`] `false`.
///
/// # Errors
///
/// When the program cannot be started.
pub fn step(command: &mut Command, output: Output) -> Result<Captured> {
    match output {
        Output::Captured => capture(command),
        Output::Shown => {
            let status = command.stdout(io::stderr()).status().with_context(|| cannot_start(command))?;
            Ok(Captured { ok: status.success(), output: String::new() })
        }
    }
}

/// Command that runs `program` in the root of the checkout. Variables that cargo sets for xtask itself are
/// removed.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repo::root());
    // Cargo sets these variables for xtask only. Some build scripts run again whenever one of them changes.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs `command` with the terminal as its input and output.
///
/// # Errors
///
/// When the program cannot be started, or exits with a status other than 0.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("{} failed: {status}; see its output above", shown(command));
    }
    Ok(())
}

/// Runs `command` without input and returns its output. Bytes that are not UTF-8 are replaced. A status other
/// than 0 is no error; the output then ends with a line on the status.
///
/// # Errors
///
/// When the program cannot be started.
pub fn capture(command: &mut Command) -> Result<Captured> {
    // A single pipe for both output streams keeps their lines in order.
    let (mut reader, writer) = io::pipe()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .spawn()
        .with_context(|| cannot_start(command))?;
    // `command` still has the writing ends of the pipe. Unless they are closed, the read never ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let status = child.wait()?;
    let mut output = String::from_utf8_lossy(&bytes).into_owned();
    if !status.success() {
        output.extend([shown(command), format!(": {status}\n")]);
    }
    Ok(Captured { ok: status.success(), output })
}

/// Output of `program --version` on standard output, without spaces at both ends. `None` if the program does
/// not exist or fails.
pub fn version_of(program: impl AsRef<OsStr>) -> Option<String> {
    let output = command(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start {}; install it, or put it on PATH", command.get_program().to_string_lossy())
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    format!("`{}`", words.join(" "))
}
