//! Adds the content security policy of `Trunk.toml` to the built page. Start with [`add`]. A page that is
//! served with `trunk serve` needs no policy in it, because the server sends the policy as a header.

use anyhow::{Result, ensure};

use crate::trunk_toml::TrunkToml;

/// HTML element after which the policy is inserted. The policy applies only to elements that follow it.
const BEFORE_ALL: &str = "<meta charset=\"utf-8\" />";

/// Returns the page `html` with the policy, which must not be in the page yet. The placeholder of the nonce
/// is removed from the policy and the page: a nonce in a static file never changes, and would allow any
/// script that repeats it.
///
/// # Errors
///
/// If the page has no place for the policy, or the policy has the word `nonce` without this placeholder.
pub fn add(html: &str, config: &TrunkToml) -> Result<String> {
    let nonce = config.nonce_placeholder();
    let policy = config.policy().join("; ").replace(&format!(" 'nonce-{nonce}'"), "");
    ensure!(
        !policy.contains("nonce"),
        "Trunk.toml: serve.csp has another nonce than build.nonce_placeholder; make them equal"
    );
    ensure!(html.contains(BEFORE_ALL), "index.html has no {BEFORE_ALL} for the policy to follow; add it");
    let meta =
        format!("{BEFORE_ALL}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />");
    Ok(html.replace(&format!(" nonce=\"{nonce}\""), "").replacen(BEFORE_ALL, &meta, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"
        [build]
        pattern_script = ""
        nonce_placeholder = "{{NONCE}}"
        [serve]
        csp = ["default-src 'none'", "script-src 'self' 'nonce-{{NONCE}}'"]
    "#;

    fn with_policy(html: &str, config: &str) -> Result<String> {
        add(html, &TrunkToml::parse(config)?)
    }

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
