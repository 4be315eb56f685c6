//! Empty folders to try packages in.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// An empty folder outside of the checkout, removed when it is dropped: programs that look for files in the folders
/// above find none of the checkout.
#[derive(Debug)]
pub(super) struct Trial(PathBuf);

impl Trial {
    /// Makes the folder.
    ///
    /// # Errors
    ///
    /// When it can't be made.
    pub fn new(name: &str) -> Result<Self> {
        let path = env::temp_dir().join(format!("fabric-lab-{name}-{}", std::process::id()));
        fs::create_dir(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self(path))
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // What is left is in the folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
