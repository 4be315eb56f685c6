//! Output files of commands. A command writes a regular file completely, or leaves it unchanged. Start with
//! [`OutputFile`].

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf, is_separator};
use std::process;

use fabric_sim::document::escape_unprintable;

use crate::Outcome;

/// Exit status after a signal, as in a shell after Ctrl C.
const INTERRUPTED: i32 = 130;

/// File that a command writes. For a regular file, the bytes go to a temporary file in the same directory.
/// [`OutputFile::finish`] renames the temporary file to the target. Without `finish`, the temporary file is
/// removed and the target stays unchanged. A device or pipe is written directly.
pub struct OutputFile {
    file: BufWriter<File>,
    /// Temporary file. `None` if the target is a device or pipe, or if the temporary file was already
    /// renamed.
    partial: Option<PartialFile>,
}

/// Temporary file, and the target to which it will be renamed.
struct PartialFile {
    path: PathBuf,
    target: PathBuf,
}

impl OutputFile {
    /// Opens `path` for writing. `inputs` are the files that the command reads, which are never overwritten.
    /// The new file gets the permissions of the file that it replaces. A signal such as Ctrl C ends the
    /// program with status 130. The signal removes the temporary file of the first call only.
    ///
    /// # Errors
    /// If `path` is a directory, has no file name, or is a symbolic link to a missing file. If the file is
    /// one of `inputs`, or cannot be written.
    pub fn create(path: &Path, inputs: &[&Path]) -> Result<Self, String> {
        let Some(target) = regular_target(path, inputs)? else {
            let file = File::options().write(true).open(path).map_err(|error| unwritable(&error))?;
            return Ok(Self { file: BufWriter::new(file), partial: None });
        };
        let (file, path) = create_beside(&target)?;
        let permissions = fs::metadata(&target).map(|found| found.permissions());
        let for_signals = path.clone();
        let output = Self { file: BufWriter::new(file), partial: Some(PartialFile { path, target }) };
        if let Ok(permissions) = permissions {
            fs::set_permissions(&for_signals, permissions).map_err(|error| unwritable(&error))?;
        }
        // The handler cannot be set where signals are ignored, as under nohup. A signal then leaves the
        // temporary file.
        let _ = ctrlc::try_set_handler(move || {
            let _ = fs::remove_file(&for_signals);
            process::exit(INTERRUPTED);
        });
        Ok(output)
    }

    /// Completes the file and renames it to its target. A device or pipe is only flushed.
    ///
    /// # Errors
    /// If the last bytes cannot be written, or the file cannot be renamed. The temporary file is then
    /// removed.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(PartialFile { path, target }) = &self.partial {
            // Some file systems report only here that they are full.
            self.file.get_ref().sync_all()?;
            fs::rename(path, target)?;
            self.partial = None;
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(PartialFile { path, .. }) = &self.partial {
            // The command has already failed and reported the reason.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes `text` to the file `path`, or to `out` if `path` is `-`. Adds no line feed. Errors begin with
/// `option` and `path`. `inputs` are the files that the command reads, which are never overwritten.
///
/// # Errors
/// If the file cannot be written, or is one of `inputs`.
pub fn write_text(path: &Path, option: &str, inputs: &[&Path], text: &str, out: &mut dyn Write) -> Outcome {
    write_bytes(path, option, inputs, text.as_bytes(), out)
}

/// Writes `bytes` to a file or to `out`, with the parameters of [`write_text`].
///
/// # Errors
/// If the file cannot be written, or is one of `inputs`.
pub fn write_bytes(
    path: &Path,
    option: &str,
    inputs: &[&Path],
    bytes: &[u8],
    out: &mut dyn Write,
) -> Outcome {
    let Some(mut file) = create(path, option, inputs)? else {
        out.write_all(bytes)?;
        return Ok(());
    };
    let named = |error: io::Error| format!("{option} {}: {}", shown(path), unwritable(&error));
    file.write_all(bytes).map_err(named)?;
    file.finish().map_err(named)?;
    Ok(())
}

/// Creates the file `path`. `None` if `path` is `-`, which means standard output. Errors begin with `option`
/// and `path`. `inputs` are the files that the command reads, which are never overwritten.
///
/// # Errors
/// If the file cannot be written, or is one of `inputs`.
pub fn create(path: &Path, option: &str, inputs: &[&Path]) -> Result<Option<OutputFile>, String> {
    if is_stdout(path) {
        return Ok(None);
    }
    OutputFile::create(path, inputs).map(Some).map_err(|why| format!("{option} {}: {why}", shown(path)))
}

/// Checks that all `outputs`, each an option and its file, are different regular files. Symbolic links are
/// resolved. Call this before any file is created. Standard output, devices and pipes are not compared.
///
/// # Errors
/// If two options name one file.
pub fn check_distinct(outputs: &[(&str, Option<&Path>)]) -> Result<(), String> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for (option, path) in outputs {
        let Some(path) = path.filter(|path| !is_stdout(path)) else { continue };
        let Some(target) = resolved(path) else { continue };
        if let Some((other, _)) = seen.iter().find(|(_, seen)| *seen == target) {
            let name = shown(path);
            return Err(format!("{other} and {option} cannot both be {name}; name another file for one"));
        }
        seen.push((option, target));
    }
    Ok(())
}

/// Absolute path of a regular file, with symbolic links resolved. If the file does not exist, only its
/// directory is resolved. `None` if `path` is a device, a pipe or a directory, or if its directory does not
/// exist.
fn resolved(path: &Path) -> Option<PathBuf> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => None,
        Ok(_) => fs::canonicalize(path).ok(),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(path.file_name()?))
        }
    }
}

/// Whether `path` is `-`, which means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reason why a file cannot be written, and a remedy: `cannot be written: no such directory; check the path`.
pub fn unwritable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "cannot be written: no such directory; check the path".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "cannot be written: permission denied; choose another path".to_owned()
        }
        io::ErrorKind::StorageFull => {
            "cannot be written: no space is left; free some, or choose another path".to_owned()
        }
        _ => format!("cannot be written: {error}; choose another path"),
    }
}

/// Path as text for a message, with unprintable characters escaped. Bytes that are not UTF-8 are replaced.
pub fn shown(path: &Path) -> String {
    escape_unprintable(&path.to_string_lossy()).into_owned()
}

/// Regular file that `path` names, with symbolic links resolved. The file may not exist yet, but a symbolic
/// link to a missing file is refused. `None` for a device or pipe.
///
/// # Errors
/// If `path` is a directory, is one of `inputs`, or cannot be written.
fn regular_target(path: &Path, inputs: &[&Path]) -> Result<Option<PathBuf>, String> {
    let is_folder = || "is a directory; name a file in it".to_owned();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(is_folder()),
        Ok(found) if !found.is_file() => Ok(None),
        Ok(_) if inputs.iter().any(|input| is_same_file(input, path)) => {
            Err("is a file that is read; name another one".to_owned())
        }
        Ok(_) => {
            // A file without write permission is not replaced, although the directory would permit this.
            let opened = File::options().append(true).open(path).and_then(|_| fs::canonicalize(path));
            opened.map(Some).map_err(|error| unwritable(&error))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok() {
                return Err("is a link to a file that is not there; name that file".to_owned());
            }
            if path.to_string_lossy().ends_with(is_separator) {
                return Err(is_folder());
            }
            let name = path.file_name().ok_or("names no file; name one")?;
            Ok(Some(path.with_file_name(name)))
        }
        Err(error) => Err(unwritable(&error)),
    }
}

/// Creates a new temporary file `TARGET.N.part` in the directory of `target`. `N` is the number of this
/// process or, if this file exists, the next free number. Returns the file and its path.
///
/// # Errors
/// If the file cannot be created.
fn create_beside(target: &Path) -> Result<(File, PathBuf), String> {
    for number in process::id().. {
        let mut partial = target.as_os_str().to_owned();
        partial.push(format!(".{number}.part"));
        match File::create_new(&partial) {
            Ok(file) => return Ok((file, partial.into())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(&error)),
        }
    }
    Err("there are too many files of failed runs beside it; remove them".to_owned())
}

/// Whether the two paths lead to the same file, also through symbolic links. `false` if either file does not
/// exist.
#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path| fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
    identity(a).is_some_and(|a| identity(b) == Some(a))
}

#[cfg(not(unix))]
fn is_same_file(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}
