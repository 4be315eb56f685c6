//! Makes the page from the template `index.html`: replaces each line that has an instruction for trunk (an
//! element with `data-trunk`) by the HTML that trunk would write. Start with [`assemble`].
//!
//! Lines stay in their order, and lines without an instruction are copied unchanged. Elements that preload
//! the program are added before the end of the head. The name of a stylesheet has a hash of its contents. A
//! packed page has one stylesheet: the text of all stylesheets in their order, without comments and
//! indentation. This halves the compressed size. An unknown instruction, a missing instruction for the
//! program, or a missing end of the head is an error.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha384};

use super::program::Program;
use super::{PageFile, cannot_read};
use crate::trunk_toml::TrunkToml;

/// Start of an HTML element that is an instruction for trunk.
const FOR_TRUNK: &str = "<link data-trunk ";

/// Line of `index.html` before which elements that preload the program are inserted.
const END_OF_HEAD: &str = "  </head>";

/// Page in memory, before its files are written.
#[derive(Debug)]
pub(super) struct Page {
    /// Text of `index.html`, without the content security policy, which [`crate::policy::add`] inserts later.
    pub html: String,
    /// All other files of the page, in the order of their instructions; the files of the program come last.
    pub files: Vec<PageFile>,
}

/// Builds the page from `source`, the text of `index.html`. Paths in the text are relative to `root`. On a
/// line with an instruction, the HTML replaces everything from the instruction to the end of the line. If
/// `is_packed`, all stylesheets become one file, and the element that loads this file replaces the first
/// instruction for a stylesheet.
///
/// # Errors
///
/// If an instruction for trunk is unknown, lacks an attribute, or is missing for the program. If the end of
/// the head is missing, or a file cannot be read.
pub(super) fn assemble(
    source: &str,
    config: &TrunkToml,
    root: &Path,
    program: &Program,
    is_packed: bool,
) -> Result<Page> {
    let mut html = String::new();
    let mut files = Vec::new();
    // Text of the packed stylesheets, and the position in `html` of the element that loads them.
    let mut style = String::new();
    let mut style_at = None;
    for line in source.split_inclusive('\n') {
        let Some(at) = line.find(FOR_TRUNK) else {
            if line.trim_end() == END_OF_HEAD {
                html.push_str("  ");
                html.push_str(&preloads(program));
                html.push_str(line.trim_start());
            } else {
                html.push_str(line);
            }
            continue;
        };
        let (indent, link) = line.split_at(at);
        let path = || attribute(link, "href").map(|path| root.join(path));
        let rel = attribute(link, "rel")?;
        if rel == "css" && is_packed {
            style_at.get_or_insert(html.len());
            style.push_str(&packed_stylesheet(&path()?)?);
            continue;
        }
        html.push_str(indent);
        match rel {
            "css" => {
                let path = path()?;
                let stem = name_of(&path)?.trim_end_matches(".css");
                html.push_str(&stylesheet(stem, read(&path)?, &mut files));
            }
            "copy-file" => {
                let path = path()?;
                files.push((name_of(&path)?.to_owned(), read(&path)?));
            }
            "rust" => {
                let script = config.script(&javascript_name(program), &wasm_name(program));
                html.push_str(&script.replacen(
                    "></script>",
                    &format!("{}></script>", addresses(program)),
                    1,
                ));
            }
            other => bail!("index.html: rel=\"{other}\" must be css, copy-file or rust"),
        }
        html.push('\n');
    }
    if let Some(at) = style_at {
        let link = stylesheet("style", style.into_bytes(), &mut files);
        html.insert_str(at, &format!("    {link}\n"));
    }
    ensure!(html.contains("<script"), "index.html has no {FOR_TRUNK}rel=\"rust\" …>; add it");
    ensure!(html.contains("modulepreload"), "index.html has no line `{END_OF_HEAD}`; add it");
    files.push((javascript_name(program), program.javascript.clone()));
    files.push((wasm_name(program), program.wasm.clone()));
    files.extend(program.parts.iter().map(|(part, wasm)| (part_name(program, part), wasm.clone())));
    Ok(Page { html, files })
}

/// Adds a stylesheet to `files`. The name of the file consists of `stem` and a hash of its contents, so that
/// equal contents have equal names. Returns the HTML element that loads the stylesheet.
fn stylesheet(stem: &str, bytes: Vec<u8>, files: &mut Vec<PageFile>) -> String {
    let name = format!("{stem}-{:x}.css", seahash::hash(&bytes));
    let link = format!(r#"<link rel="stylesheet" href="./{name}" integrity="{}"/>"#, integrity(&bytes));
    files.push((name, bytes));
    link
}

/// Text of the stylesheet at `path`, without comments, indentation and empty lines.
///
/// # Errors
///
/// If the file cannot be read, is not UTF-8, or has a comment without an end.
fn packed_stylesheet(path: &Path) -> Result<String> {
    let text = String::from_utf8(read(path)?).with_context(|| cannot_read(path))?;
    let mut parts = text.split("/*");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part
            .split_once("*/")
            .with_context(|| format!("{}: a comment has no end; add */", path.display()))?;
        bare.push_str(after);
    }
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

/// HTML elements that preload the JavaScript and the main wasm module of the program.
fn preloads(program: &Program) -> String {
    let module = integrity(&program.javascript);
    let wasm = integrity(&program.wasm);
    format!(
        r#"<link rel="modulepreload" href="./{}" crossorigin="anonymous" integrity="{module}"><link rel="preload" href="./{}" crossorigin="anonymous" integrity="{wasm}" as="fetch" type="application/wasm">"#,
        javascript_name(program),
        wasm_name(program),
    )
}

/// Attribute `data-parts` of the script element: addresses of the wasm modules of the program's parts,
/// separated by spaces. Empty text if the program has no parts.
fn addresses(program: &Program) -> String {
    let files = program.parts.iter().map(|(part, _)| format!("./{}", part_name(program, part)));
    let files: Vec<_> = files.collect();
    if files.is_empty() { String::new() } else { format!(r#" data-parts="{}""#, files.join(" ")) }
}

/// Hash of `bytes` with which a browser verifies a file (W3C Subresource Integrity).
fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)))
}

fn javascript_name(program: &Program) -> String {
    format!("{}.js", program.name)
}

fn wasm_name(program: &Program) -> String {
    format!("{}_bg.wasm", program.name)
}

fn part_name(program: &Program, part: &str) -> String {
    format!("{}_{part}.wasm", program.name)
}

/// Value of the attribute `name` of the HTML element `element`; may be empty.
///
/// # Errors
///
/// If the element does not have the attribute between double quotes.
fn attribute<'a>(element: &'a str, name: &str) -> Result<&'a str> {
    let found = || element.split_once(&format!(" {name}=\""))?.1.split_once('"');
    found()
        .map(|(value, _)| value)
        .with_context(|| format!("index.html: no {name} in {}; add it", element.trim()))
}

fn name_of(path: &Path) -> Result<&str> {
    path.file_name()
        .and_then(|name| name.to_str())
        .with_context(|| format!("index.html: {} names no file; correct the path", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| cannot_read(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"
        [build]
        pattern_script = '<script src="{base}start.js" data-program="{base}{js}" data-wasm="{base}{wasm}"></script>'
        nonce_placeholder = "{{NONCE}}"
        [serve]
        csp = ["default-src 'none'"]
    "#;

    const HEAD: &str = "<head>\n    <title>T</title>\n    <link data-trunk rel=\"css\" href=\"a.css\" />\n    \
                        <link data-trunk rel=\"css\" href=\"c.css\" />\n    \
                        <link data-trunk rel=\"copy-file\" href=\"b.js\" />\n    \
                        <link data-trunk rel=\"rust\" data-bin=\"x\" />\n  </head>\n";

    fn assembled(html: &str, is_packed: bool) -> Result<Page> {
        // A folder for each test, because tests run in parallel.
        let test = std::thread::current().id();
        let folder = std::env::temp_dir().join(format!("xtask-index-{}-{test:?}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("a.css"), "/* Text. */\np {\n  margin: 0 /* px */;\n}\n\n")?;
        fs::write(folder.join("c.css"), "q {\n}\n")?;
        fs::write(folder.join("b.js"), "1")?;
        let program = Program {
            name: "x-1f".to_owned(),
            javascript: b"js".to_vec(),
            wasm: b"wasm".to_vec(),
            parts: vec![("p".to_owned(), b"part".to_vec())],
        };
        assemble(html, &TrunkToml::parse(CONFIG)?, &folder, &program, is_packed)
    }

    #[test]
    fn each_trunk_directive_is_replaced_by_its_output() {
        let page = assembled(HEAD, false).unwrap();
        let names: Vec<&str> = page.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "a-d2248a4431140981.css",
                "c-371a18579a2131ec.css",
                "b.js",
                "x-1f.js",
                "x-1f_bg.wasm",
                "x-1f_p.wasm"
            ]
        );
        assert_eq!(page.files[1].1, b"q {\n}\n");
        assert_eq!(page.html.matches("    <link rel=\"stylesheet\"").count(), 2, "{}", page.html);
        assert!(
            page.html.contains(
                r#"data-program="./x-1f.js" data-wasm="./x-1f_bg.wasm" data-parts="./x-1f_p.wasm">"#
            )
        );
        assert!(!page.html.contains("data-trunk"));
    }

    #[test]
    fn a_packed_page_has_one_stylesheet_without_comments_and_indentation() {
        let page = assembled(HEAD, true).unwrap();
        let names: Vec<&str> = page.files.iter().map(|(name, _)| name.as_str()).collect();
        let style = "p {\nmargin: 0 ;\n}\nq {\n}\n";
        let style_name = format!("style-{:x}.css", seahash::hash(style.as_bytes()));
        assert_eq!(names, ["b.js", &style_name, "x-1f.js", "x-1f_bg.wasm", "x-1f_p.wasm"]);
        assert_eq!(page.files[1].1, style.as_bytes());
        // Hash from `printf 'p {\nmargin: 0 ;\n}\nq {\n}\n' | openssl dgst -sha384 -binary | base64`.
        assert_eq!(
            page.html
                .matches(
                    "integrity=\"sha384-rRaJM22WlRUv8aSDdFweQEodI1Xn2I/mZ9OXxybfYbaEQDHfxjrUy4iSemQbb/de\"/>"
                )
                .count(),
            1,
            "{}",
            page.html
        );
        assert_eq!(page.html.matches("    <link rel=\"stylesheet\"").count(), 1, "{}", page.html);
    }

    #[test]
    fn an_index_that_is_not_understood_is_refused() {
        for (from, to) in [
            ("\"copy-file\"", "\"icon\""),
            ("rel=\"rust\"", "rel=\"copy-file\" href=\"b.js\""),
            ("  </head>", "</head>"),
            ("a.css", "none.css"),
        ] {
            let html = HEAD.replace(from, to);
            assert!(assembled(&html, false).is_err() && assembled(&html, true).is_err(), "{from} -> {to}");
        }
    }
}
