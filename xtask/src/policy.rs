//! What the page may load: the content security policy of `Trunk.toml`, written
//! into the built page. `trunk serve` sends it as a header.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::repo;

/// Where the policy goes: what is loaded before it is not bound by it.
const BEFORE_ALL: &str = "<meta charset=\"utf-8\" />";

/// What of `Trunk.toml` is needed.
#[derive(Deserialize)]
struct Config {
    build: Build,
    serve: Serve,
}

#[derive(Deserialize)]
struct Build {
    nonce_placeholder: String,
}

#[derive(Deserialize)]
struct Serve {
    csp: Vec<String>,
}

/// Writes the policy into `index.html` of the built page in `folder`.
///
/// # Errors
///
/// When a file can't be read or written, or the page has no place for it.
pub fn write(folder: &Path) -> Result<()> {
    let config = repo::root().join("Trunk.toml");
    let config = fs::read_to_string(&config).with_context(|| format!("cannot read {}", config.display()))?;
    let page = folder.join("index.html");
    let html = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let html = with_policy(&html, &config)?;
    fs::write(&page, html).with_context(|| format!("cannot write {}", page.display()))
}

/// The page with the policy of a `Trunk.toml`. A file has no nonce: one that
/// never changes would allow whatever names it.
fn with_policy(html: &str, config: &str) -> Result<String> {
    let config: Config = toml::from_str(config).context("Trunk.toml")?;
    let nonce = config.build.nonce_placeholder;
    let policy = config.serve.csp.join("; ").replace(&format!(" 'nonce-{nonce}'"), "");
    ensure!(
        !policy.contains("nonce"),
        "Trunk.toml: serve.csp has another nonce than build.nonce_placeholder"
    );
    ensure!(html.contains(BEFORE_ALL), "index.html has no {BEFORE_ALL} for the policy to follow");
    let meta =
        format!("{BEFORE_ALL}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
    Ok(html.replace(&format!(" nonce=\"{nonce}\""), "").replacen(BEFORE_ALL, &meta, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"
        [build]
        nonce_placeholder = "{{NONCE}}"
        [serve]
        csp = ["default-src 'none'", "script-src 'self' 'nonce-{{NONCE}}'"]
    "#;

    #[test]
    fn the_policy_comes_before_all_else_and_has_no_nonce() {
        let html = "<head>\n    <meta charset=\"utf-8\" />\n<link nonce=\"{{NONCE}}\" href=\"a\"></head>";
        assert_eq!(
            with_policy(html, CONFIG).unwrap(),
            "<head>\n    <meta charset=\"utf-8\" />\n    <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; script-src 'self'\" />\n<link href=\"a\"></head>"
        );
    }

    #[test]
    fn a_page_or_a_policy_that_does_not_fit_is_refused() {
        assert!(with_policy("<head></head>", CONFIG).is_err());
        let other = CONFIG.replace("nonce_placeholder = \"{{NONCE}}\"", "nonce_placeholder = \"x\"");
        assert!(with_policy("<meta charset=\"utf-8\" />", &other).is_err());
    }
}
