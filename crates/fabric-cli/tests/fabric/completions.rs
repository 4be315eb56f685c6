//! Tests of `fabric completions`: scripts that complete the command line.

use std::process::Command;

use super::files::Folder;
use super::{refused, stdout_of};

#[test]
fn each_shell_has_a_script_with_every_command() {
    let help = stdout_of(&["--help"]);
    let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let lines = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names: Vec<&str> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert!(names.contains(&"sweep") && names.contains(&"completions"), "{names:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout_of(&["completions", shell]);
        for name in &names {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    assert!(refused(&["completions", "csh"], "").contains("is \"csh\", but must be bash or "));
}

/// The test checks nothing on a machine without bash.
#[test]
fn bash_completes_a_command() {
    let folder = Folder::new("completions");
    let script = folder.path("fabric.bash");
    std::fs::write(&script, stdout_of(&["completions", "bash"])).unwrap();
    let ask = "source \"$0\"; COMP_WORDS=(fabric imp); COMP_CWORD=1; _fabric fabric imp fabric; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", ask, &script]).output() else { return };
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "import");
}
