//! Reads `Trunk.toml`: the settings that a build of the page without trunk must also follow. Start with
//! [`TrunkToml`].

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::repo;

/// Settings of `Trunk.toml` that a build without trunk uses.
#[derive(Debug, Deserialize)]
pub struct TrunkToml {
    build: Build,
    serve: Serve,
}

#[derive(Debug, Deserialize)]
struct Build {
    nonce_placeholder: String,
    pattern_script: String,
}

#[derive(Debug, Deserialize)]
struct Serve {
    csp: Vec<String>,
}

impl TrunkToml {
    /// Reads `Trunk.toml` of the checkout.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or lacks a setting.
    pub fn read() -> Result<Self> {
        let path = repo::root().join("Trunk.toml");
        Self::parse(
            &fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}; check that it exists", path.display()))?,
        )
    }

    /// Reads the settings from `text`, the contents of `Trunk.toml`. Other settings are ignored.
    ///
    /// # Errors
    ///
    /// If `text` is not TOML, or lacks a setting.
    pub fn parse(text: &str) -> Result<Self> {
        toml::from_str(text).context("Trunk.toml")
    }

    /// HTML element that loads and starts the program: the pattern of `Trunk.toml` with all its placeholders
    /// replaced. `javascript` and `wasm` are names of files in the folder of the page.
    #[must_use]
    pub fn script(&self, javascript: &str, wasm: &str) -> String {
        let pattern = &self.build.pattern_script;
        pattern.replace("{base}", "./").replace("{js}", javascript).replace("{wasm}", wasm)
    }

    /// Placeholder in the page, which `trunk serve` replaces by a new nonce in each response.
    #[must_use]
    pub fn nonce_placeholder(&self) -> &str {
        &self.build.nonce_placeholder
    }

    /// Directives of the content security policy of the page.
    #[must_use]
    pub fn policy(&self) -> &[String] {
        &self.serve.csp
    }
}
