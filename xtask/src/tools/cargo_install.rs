//! Installs tools that are published as crates. Start with [`ensure`]. A tool on PATH or in the cache is used
//! if all its programs have the right version. Otherwise `cargo binstall` downloads the tool. If `cargo
//! binstall` is missing, or has no files for this machine, cargo builds the tool.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::cache::{self, Install};
use crate::process;

/// Environment variables with which a tool is built quickly and without much optimisation, because the tool
/// runs only for seconds.
const QUICK_BUILD: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
];

/// Folder `bin` of the tool in the cache. Installs the tool first if it is missing. `None` if each of
/// `programs` is already on PATH in the right version. `arguments` are further arguments of `cargo install`
/// if the tool is built; a download ignores them.
///
/// # Errors
///
/// If the tool can neither be downloaded nor built.
pub fn ensure(install: Install<'_>, programs: &[&str], arguments: &[&str]) -> Result<Option<PathBuf>> {
    if programs.iter().all(|program| is_version(process::version_of(program), install.version)) {
        return Ok(None);
    }
    let folder = cache::ensure(install, |dir| {
        if download("cargo", dir, install, programs) { Ok(()) } else { build(dir, install, arguments) }
    })?;
    Ok(Some(folder.join("bin")))
}

/// Downloads the tool with `cargo binstall` into `dir`. Returns true if every program was downloaded in the
/// right version. Without `cargo binstall`, returns false and prints nothing. After an incomplete download,
/// the downloaded files are deleted.
fn download(cargo: impl AsRef<OsStr>, dir: &Path, install: Install<'_>, programs: &[&str]) -> bool {
    let binstall = || process::command(&cargo);
    if !runs(binstall().args(["binstall", "-V"])) {
        return false;
    }
    let is_whole = runs(
        binstall()
            .args(["binstall", "--no-confirm", "--disable-telemetry", "--no-track"])
            // Only binaries of the tool's own authors are used. Without them, `ensure` builds the tool.
            .args(["--disable-strategies", "quick-install,compile"])
            .arg("--install-path")
            .arg(dir.join("bin"))
            .arg(format!("{}@{}", install.name, install.version)),
    ) && programs
        .iter()
        .all(|program| is_version(process::version_of(dir.join("bin").join(program)), install.version));
    if !is_whole {
        eprintln!("cargo binstall has no {} {} for this machine: building it", install.name, install.version);
        // The files of an incomplete download must not be mixed with those of the build.
        let _ = fs::remove_dir_all(dir.join("bin"));
    }
    is_whole
}

/// Whether `command` can be started and exits with status 0. The output of `command` is not shown.
fn runs(command: &mut Command) -> bool {
    process::capture(command).is_ok_and(|captured| captured.ok)
}

/// Builds the tool with `cargo install` into `dir`. The intermediate files are deleted.
///
/// # Errors
///
/// If cargo fails, or the intermediate files cannot be deleted.
fn build(dir: &Path, install: Install<'_>, arguments: &[&str]) -> Result<()> {
    process::run(
        process::command("cargo")
            .args(["install", "--quiet", install.name])
            .args(["--version", install.version])
            .args(arguments)
            .envs(QUICK_BUILD)
            .arg("--root")
            .arg(dir)
            // A separate folder, which is deleted with an incomplete installation. The user's own target
            // folder would be shared with the builds of the checkout.
            .arg("--target-dir")
            .arg(dir.join("build")),
    )
    .with_context(|| {
        format!("cargo failed; put {} {} on PATH, or correct the errors above", install.name, install.version)
    })?;
    Ok(fs::remove_dir_all(dir.join("build"))?)
}

/// Whether `printed`, the output of a program such as "trunk 0.21.14", has exactly this version as its second
/// word. `false` if `printed` is `None` or has no second word.
fn is_version(printed: Option<String>, version: &str) -> bool {
    printed.is_some_and(|text| text.split_whitespace().nth(1) == Some(version))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::os::unix::fs::PermissionsExt;
    use std::thread;

    use super::*;

    const INSTALL: Install<'static> =
        Install { name: "tool", version: "1.2.3", why: "a test", takes: "no time", holds: &["bin/tool"] };

    /// Scripts that a server offers as the tool: the right version, an old version, and a truncated file.
    const WHOLE: &str = "#!/bin/sh\necho tool 1.2.3\n";
    const OLD: &str = "#!/bin/sh\necho tool 1.2.2\n";
    const HALF: &str = "#!/bin/sh\nexit 1\n";

    /// Folder with a program `cargo`, whose `binstall` downloads the tool from a server on this machine.
    struct Machine {
        folder: PathBuf,
        port: u16,
    }

    impl Machine {
        /// Starts a server that answers one request with `offered`. If `offered` is `None`, the server
        /// answers that nothing was found.
        fn new(name: &str, offered: Option<&'static str>) -> Self {
            let folder = std::env::temp_dir().join(format!("xtask-binstall-{name}-{}", std::process::id()));
            fs::create_dir_all(folder.join("bin")).unwrap();
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            thread::spawn(move || {
                let (mut connection, _) = listener.accept().unwrap();
                // The whole request is read, because a connection closed with unread bytes may lose its
                // answer.
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    connection.read_exact(&mut byte).unwrap();
                    request.extend(byte);
                }
                let answer = match offered {
                    Some(body) => format!("HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()),
                    None => "HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned(),
                };
                connection.write_all(answer.as_bytes()).unwrap();
            });
            Self { folder, port }
        }

        /// Writes a script that stands in for the program `cargo`, and returns its path. The script downloads
        /// the tool from the server with bash alone, which can read from a network address.
        fn cargo(&self) -> PathBuf {
            let cargo = self.folder.join("cargo");
            let script = format!(
                "#!/bin/bash\n[ \"$2\" = -V ] && exit 0\n\
                 while [ $# -gt 1 ]; do [ \"$1\" = --install-path ] && bin=$2; shift; done\n\
                 [ \"$1\" = tool@1.2.3 ] || exit 2\n\
                 exec 3<>/dev/tcp/127.0.0.1/{} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3\n\
                 read -r _ status _ <&3; [ \"$status\" = 200 ] || exit 1\n\
                 while read -r line <&3 && [ \"$line\" != $'\\r' ]; do :; done\n\
                 mkdir -p \"$bin\" && cat <&3 > \"$bin/tool\" && chmod +x \"$bin/tool\"\n",
                self.port
            );
            fs::write(&cargo, script).unwrap();
            fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
            // While another test starts a program, that program holds the file open for a moment, and the
            // file is busy.
            while Command::new(&cargo).args(["binstall", "-V"]).status().is_err() {
                thread::yield_now();
            }
            cargo
        }

        fn downloads(&self) -> bool {
            download(self.cargo(), &self.folder.join("tool"), INSTALL, &["tool"])
        }

        fn has_tool(&self) -> bool {
            self.folder.join("tool").join("bin").exists()
        }
    }

    impl Drop for Machine {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn a_download_of_the_right_version_is_taken() {
        let machine = Machine::new("whole", Some(WHOLE));
        assert!(machine.downloads());
        assert!(machine.has_tool());
    }

    #[test]
    fn a_download_that_fails_leaves_nothing_behind() {
        for (name, offered) in [("none", None), ("old", Some(OLD)), ("half", Some(HALF))] {
            let machine = Machine::new(name, offered);
            assert!(!machine.downloads(), "{name}");
            assert!(!machine.has_tool(), "{name}");
        }
    }

    #[test]
    fn without_binstall_nothing_is_tried() {
        let dir = std::env::temp_dir();
        assert!(!download("false", &dir, INSTALL, &["tool"]));
        assert!(!download("no-such-program", &dir, INSTALL, &["tool"]));
    }

    #[test]
    fn only_the_exact_version_is_accepted() {
        assert!(is_version(Some("trunk 0.21.14".into()), "0.21.14"));
        assert!(is_version(Some("wasm-bindgen 0.2.130 (abc)".into()), "0.2.130"));
        assert!(!is_version(Some("trunk 0.21.1".into()), "0.21.14"));
        assert!(!is_version(Some("trunk".into()), "0.21.14"));
        assert!(!is_version(None, "0.21.14"));
    }
}
