//! Empty folders in which packages are tested.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Empty folder outside the checkout. A drop of this value removes the folder. Programs that search parent
/// folders find no file of the checkout.
#[derive(Debug)]
pub(super) struct Trial(PathBuf);

impl Trial {
    /// Creates an empty folder whose name contains `name`.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created, for example because it exists.
    pub fn new(name: &str) -> Result<Self> {
        let path = env::temp_dir().join(format!("fabric-lab-{name}-{}", std::process::id()));
        fs::create_dir(&path).with_context(|| {
            format!("cannot make {}; check its permissions and the free space", path.display())
        })?;
        Ok(Self(path))
    }

    /// Path of the empty folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // A folder that cannot be removed stays among the temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
