//! Settings of `Trunk.toml` that a build without trunk follows, too.

use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::repo;

/// The settings of trunk.
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
    /// When it cannot be read, or lacks a setting.
    pub fn read() -> Result<Self> {
        let path = repo::root().join("Trunk.toml");
        Self::parse(&fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?)
    }

    /// Reads the settings from a text.
    ///
    /// # Errors
    ///
    /// When it is no TOML, or lacks a setting.
    pub fn parse(text: &str) -> Result<Self> {
        toml::from_str(text).context("Trunk.toml")
    }

    /// HTML element that starts the program, whose files are beside the page.
    #[must_use]
    pub fn script(&self, javascript: &str, wasm: &str) -> String {
        let pattern = &self.build.pattern_script;
        pattern.replace("{base}", "./").replace("{js}", javascript).replace("{wasm}", wasm)
    }

    /// Text that `trunk serve` replaces by a nonce in each response.
    #[must_use]
    pub fn nonce_placeholder(&self) -> &str {
        &self.build.nonce_placeholder
    }

    /// Directives of the content security policy.
    #[must_use]
    pub fn policy(&self) -> &[String] {
        &self.serve.csp
    }
}
