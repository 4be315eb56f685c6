//! Tests of output files: which files a command may write, and what the files contain after a failed run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{fabric, refused, stdout_of, text};

/// Temporary folder, which is removed after the test.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fabric-files-{name}-{}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
#[test]
fn a_capture_never_replaces_the_document_that_it_reads() {
    let folder = Folder::new("same");
    let document = folder.path("same.json");
    fs::write(&document, stdout_of(&["presets", "pause"])).unwrap();
    let (hard, soft) = (folder.path("hard"), folder.path("soft"));
    fs::hard_link(&document, &hard).unwrap();
    std::os::unix::fs::symlink("same.json", &soft).unwrap();
    fs::create_dir(folder.path("sub")).unwrap();
    let around = folder.path("sub/../same.json");
    let before = fs::read(&document).unwrap();
    for (input, output) in [
        (&document, &document),
        (&document, &hard),
        (&document, &soft),
        (&document, &around),
        (&soft, &document),
        (&hard, &soft),
    ] {
        let reported = refused(&["capture", input, "-o", output], "");
        assert!(reported.contains("is a file that is read; name another one"), "{reported}");
        assert_eq!(fs::read(&document).unwrap(), before);
    }
    // The document must also stay unchanged if it is read from standard input.
    if Path::new("/dev/stdin").exists() {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
            .args(["capture", "-", "-o", &document])
            .stdin(fs::File::open(&document).unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read(&document).unwrap(), before);
    }
    assert_eq!(folder.names(), ["hard", "same.json", "soft", "sub"]);
}

#[test]
fn a_capture_that_fails_leaves_the_older_file_and_nothing_else() {
    let folder = Folder::new("fails");
    let target = folder.path("keep.pcapng");
    fs::write(&target, "older").unwrap();
    let capture = ["capture", "preset:pause", "-o", &target, "--until", "100us"];
    for (more, expected) in [
        (["--max-size", "64k"], "--max-size: the capture is larger than 64k at "),
        (["--max-size", "0"], "--max-size: the capture is larger than 0 at 0s of 100us"),
        (["--events", "1000"], "after 1000 events the run had come to"),
        (["--port", "s1.99"], "there is no port"),
    ] {
        let reported = refused(&[&capture[..], &more].concat(), "");
        assert!(reported.contains(expected), "{reported}");
        assert_eq!(fs::read(&target).unwrap(), b"older");
        assert_eq!(folder.names(), ["keep.pcapng"]);
    }
    let reported = stdout_of(&[&capture[..], &["--max-size", "100M", "--events", "1000000"]].concat());
    assert!(reported.contains(" frames in "), "{reported}");
    assert!(fs::read(&target).unwrap().starts_with(&[0x0a, 0x0d, 0x0d, 0x0a]));
    assert_eq!(folder.names(), ["keep.pcapng"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_stays_one_and_the_permissions_of_the_file_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("links");
    let (target, link) = (folder.path("real"), folder.path("link"));
    fs::write(&target, "older").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real", &link).unwrap();
    stdout_of(&["capture", "preset:pause", "-o", &link, "--until", "1us"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read(&target).unwrap().len() > 100);
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    std::os::unix::fs::symlink("nothing", folder.path("lost")).unwrap();
    let reported = refused(&["capture", "preset:pause", "-o", &folder.path("lost")], "");
    assert!(reported.contains("is a link to a file that is not there; name that file"), "{reported}");
    assert_eq!(folder.names(), ["link", "lost", "real"]);
}

#[test]
fn a_target_that_cannot_be_written_is_refused_with_its_reason() {
    let folder = Folder::new("targets");
    let (inside, new) = (folder.path(""), folder.path("new/"));
    for (target, expected) in [
        (inside.as_str(), "is a directory; name a file in it"),
        (&new, "is a directory; name a file in it"),
        ("/no/such/..", "names no file; name one"),
        ("/no/such/place.pcapng", "cannot be written: no such directory; check the path"),
    ] {
        for command in [&["capture", "preset:pause", "-o", target][..], &["bench", "growth", "--svg", target]]
        {
            let reported = refused(command, "");
            assert!(reported.contains(expected) && reported.contains(target), "{command:?}: {reported}");
        }
    }
    // Even root cannot create a file in this folder.
    if Path::new("/sys/kernel").exists() {
        let reported = refused(&["capture", "preset:pause", "-o", "/sys/kernel/x"], "");
        assert!(
            reported.contains("--output /sys/kernel/x: ") && reported.contains(" cannot be written: "),
            "{reported}"
        );
    }
}

/// If the run continued after the failed write, it would end at its last event, with another message.
#[cfg(target_os = "linux")]
#[test]
fn a_run_ends_at_the_first_frame_that_cannot_be_written() {
    let capture =
        ["capture", "preset:dcqcn-off", "-o", "/dev/full", "--until", "100s", "--events", "30000000"];
    let reported = refused(&capture, "");
    assert!(
        reported.contains("--output /dev/full: cannot be written: no space is left; free some"),
        "{reported}"
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let line = stdout_of(&["capture", "preset:pause", "-o", "/dev/null", "--until", "10us"]);
    assert!(line.ends_with(" frames in /dev/null\n"), "{line}");
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn standard_output_has_the_bytes_of_the_file_and_nothing_else() {
    let folder = Folder::new("stdout");
    let file = folder.path("pause.pcapng");
    stdout_of(&["capture", "preset:pause", "-o", &file, "--until", "20us"]);
    let output = fabric(&["capture", "preset:pause", "-o", "-", "--until", "20us"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.stdout, fs::read(&file).unwrap());
    assert!(!Path::new("-").exists());
    // A capture that is too large ends with a whole block, and with exit status 2.
    let cut = fabric(&["capture", "preset:pause", "-o", "-", "--until", "20us", "--max-size", "10k"]);
    assert_eq!(cut.status.code(), Some(2));
    assert!(output.stdout.starts_with(&cut.stdout) && cut.stdout.len() <= 10_000);
    let mut reader = pcap_file::pcapng::PcapNgReader::new(&cut.stdout[..]).unwrap();
    let mut blocks = 0;
    while let Some(block) = reader.next_block() {
        block.unwrap();
        blocks += 1;
    }
    assert!(blocks > 10, "{blocks}");
}

#[test]
fn a_capture_to_a_pipe_that_is_closed_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fabric"))
        .args(["capture", "preset:dcqcn-off", "-o", "-", "--until", "100s", "--events", "30000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn two_results_never_go_to_one_file() {
    let folder = Folder::new("two-results");
    let (a, same) = (folder.path("a.csv"), folder.path("./a.csv"));
    let run = |options: &[&str]| refused(&[&["run", "preset:pause", "--until", "5us"], options].concat(), "");
    for (refusal, options) in [
        (run(&["--flows", &a, "--trace", &a]), "--flows and --trace"),
        (run(&["--series", "1us", "-o", &a, "--trace", &same]), "--output and --trace"),
        (refused(&["export", "hpcc", "preset:pause", "--fct", &a, "--pfc", &same], ""), "--fct and --pfc"),
    ] {
        assert!(refusal.contains(&format!("{options} cannot both be")), "{refusal}");
    }
    assert!(!std::path::Path::new(&a).exists());
}
