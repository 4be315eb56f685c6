//! Search for the host of a NIC, if the user gives a file of NIC settings without the name of the host.
//!
//! Rule: the name of the file, or a shell prompt in its text, contains the name of the host. The longest
//! name found is used. Fallback: if no name is found and the fabric has only one host, this host is used.
//! Left out: files that contain several host names of the same length (refused).

use super::File;
use super::links::{Host, Topology};
use crate::finding::{FilePlace, Findings};

/// Largest number of hosts that a refusal lists.
const NAMED: usize = 10;

/// Host whose name `file` contains, and its index in [`Topology::hosts`]. `None`, with a refusal, if the file
/// names no host or several.
///
/// If several names match, the longest is used. So `server1-eth1.txt` belongs to the host `server1-eth1`, and
/// not to a neighbour called `server1`.
pub(super) fn mentioned<'a>(
    topology: &'a Topology,
    file: &File,
    findings: &mut Findings,
) -> Option<(usize, &'a Host)> {
    let length = |host: &Host| {
        let names = [&host.name, &host.device].into_iter().filter(|name| is_mentioned(file, name));
        names.map(String::len).max()
    };
    let all: Vec<(usize, &Host)> = topology.hosts.iter().enumerate().collect();
    let longest = all.iter().filter_map(|(_, host)| length(host)).max();
    let found: Vec<(usize, &Host)> =
        all.iter().filter(|(_, host)| longest.is_some() && length(host) == longest).copied().collect();
    let place = FilePlace::file(&file.name);
    match (&found[..], &all[..]) {
        ([(number, host)], _) => {
            findings.taken(FilePlace::new(&file.name, "host", "", ""), format!("the NIC of {}", host.name));
            Some((*number, host))
        }
        ([], [(number, host)]) => {
            let reason = format!("the NIC of {}, the only host", host.name);
            findings.changed(FilePlace::new(&file.name, "host", "", ""), reason);
            Some((*number, host))
        }
        (found, _) => {
            let choice = if found.is_empty() { &all[..] } else { found };
            let names: Vec<&str> = choice.iter().take(NAMED).map(|(_, host)| &host.name[..]).collect();
            let example = names.first().map_or("HOST", |name| name);
            let reason = format!(
                "the settings of a NIC, of which host is not known; call the file {example}.txt if it is that host's, or \
                 by another of {}",
                names.join(", ")
            );
            findings.refuse(place, reason);
            None
        }
    }
}

/// Whether the name of the file contains `name` as a word, or its text contains `name` in a prompt such as
/// `root@NAME:~#`.
pub(super) fn is_mentioned(file: &File, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let in_name = file.name.match_indices(name).any(|(at, _)| {
        !file.name[..at].ends_with(|c: char| c.is_alphanumeric()) && ends(&file.name[at + name.len()..])
    });
    let prompts = || file.text.split('@').skip(1);
    !name.is_empty() && (in_name || prompts().any(|rest| rest.strip_prefix(name).is_some_and(ends)))
}
