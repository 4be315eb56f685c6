//! Check whether the disk is full, because other programs seldom report this clearly. A disk with less than
//! 200 MB of free space counts as full.

use std::path::Path;

use crate::repo;
use crate::tools::cache;

/// Free space in bytes below which the disk counts as full. Builds then fail with misleading messages.
const MIN_FREE_BYTES: u64 = 200_000_000;

/// Advice for a full disk. A build from nothing and all tests need less than 10 GB.
const ADVICE: &str = "free 10 GB, or set CARGO_TARGET_DIR and XDG_CACHE_HOME to folders of another disk";

/// Advice if the disk of the builds or the disk of the tools is full; `None` if neither is full.
#[must_use]
pub fn advice() -> Option<String> {
    let folders = [Some(repo::target()), cache::folder().ok()];
    folders.into_iter().flatten().find_map(|folder| advice_for(&folder, available(&folder)?))
}

fn advice_for(folder: &Path, available: u64) -> Option<String> {
    (available < MIN_FREE_BYTES)
        .then(|| format!("the disk of {} has {} MB left; {ADVICE}", folder.display(), available / 1_000_000))
}

/// Free bytes for this user on the disk of `folder`. If `folder` does not exist, its nearest existing parent
/// folder counts. `None` if the free space cannot be read.
fn available(folder: &Path) -> Option<u64> {
    let existing = folder.ancestors().find(|folder| folder.is_dir())?;
    let disk = rustix::fs::statvfs(existing).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_disk_is_reported() {
        let folder = Path::new("/a");
        assert_eq!(advice_for(folder, MIN_FREE_BYTES), None);
        let full = advice_for(folder, 1_500_000).unwrap();
        assert!(full.starts_with("the disk of /a has 1 MB left; free 10 GB"), "{full}");
    }

    #[test]
    fn a_folder_that_is_not_there_yet_is_on_the_disk_of_the_one_above() {
        let temporary = std::env::temp_dir();
        assert!(available(&temporary.join("none").join("none")).is_some());
    }
}
