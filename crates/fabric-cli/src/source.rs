//! Document of a command: a file, standard input, a preset or a link, with the values of `--set`. Start with
//! [`Source::load`].

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Preset, escape_unprintable};
use fabric_sim::spec::Spec;

use crate::{input, print_message};

/// Document given on the command line, and the changes to make to it.
#[derive(Args)]
pub struct Source {
    /// A document: a file, `-` for standard input, `preset:NAME`, or a share link
    #[arg(value_name = "FILE|preset:NAME|LINK")]
    document: String,
    /// Change a parameter (`xoff=96k`, `switch.s1.port.2.p3.kmin=30k`), several parameters
    /// (`p3.share=70,p4.share=25`), `seed` or `horizon`; or add an action (`at=12us:xoff=64k`). An empty
    /// value (`xoff=`) removes the parameter from the document
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<Edits>,
}

/// Values of one occurrence of `--set`: pairs of path and value. The path is the text before the first `=`.
/// A value may be empty.
#[derive(Clone)]
pub struct Edits(pub Vec<(String, String)>);

impl FromStr for Edits {
    type Err = String;

    /// Parses pairs `PATH=VALUE`, separated by commas. Text that begins with `at=` is a single pair, because
    /// an action may contain commas.
    ///
    /// # Errors
    /// If a pair has no `=`.
    fn from_str(text: &str) -> Result<Self, String> {
        let pair = |text: &str| {
            let (path, value) = text.split_once('=').ok_or("must be PATH=VALUE, such as xoff=96k")?;
            Ok((path.to_owned(), value.to_owned()))
        };
        // The text of an action is not split, because it may contain commas.
        let whole = text.starts_with("at=");
        let parts: Vec<&str> = if whole { vec![text] } else { text.split(',').collect() };
        parts.into_iter().map(pair).collect::<Result<_, String>>().map(Self)
    }
}

impl Source {
    /// Creates a source for the document called `document`, without changes.
    pub const fn of(document: String) -> Self {
        Self { document, set: Vec::new() }
    }

    /// Reads the document and applies the changes of `--set`, in the order of the command line. The result
    /// has the cursor of the share link or file. With any `--set`, the result has no hash, because the hash
    /// belongs to the unchanged document. Warnings about a share link are printed on standard error.
    ///
    /// Compiles the document as a check, but only if `--set` or the link changes a parameter.
    ///
    /// # Errors
    /// If the document cannot be read, or if values are invalid or contradict each other. The message begins
    /// with the name of the document, or with `--set`.
    pub fn load(&self) -> Result<ShareLink, Box<dyn Error>> {
        let (mut link, mut written) = self.read()?;
        for doubt in link.warnings() {
            print_message(doubt);
        }
        let edits = self.set.iter().flat_map(|Edits(pairs)| pairs);
        let edits = edits.map(|(path, value)| (path.as_str(), value.as_str()));
        written.extend(link.document.edit_all(edits).map_err(|problems| format!("--set: {problems}"))?);
        if !written.is_empty() {
            link.document.compile_edited(&written).map_err(|problems| self.placed(problems))?;
        }
        if !self.set.is_empty() {
            // The hash of the share link belongs to the unchanged document.
            link.check = None;
        }
        Ok(link)
    }

    /// Compiles `document`, which is the document of this source.
    ///
    /// # Errors
    /// If values contradict each other. The message has a line for each problem; each line begins with the
    /// name of the document.
    pub fn compile(&self, document: &Document) -> Result<Spec, String> {
        document.compile().map_err(|problems| self.placed(problems))
    }

    /// File from which the document is read, whether it exists or not; `/dev/stdin` for `-`. `None` if the
    /// document is a preset or a link.
    pub fn file(&self) -> Option<&Path> {
        match self.document.as_str() {
            "-" => Some(Path::new("/dev/stdin")),
            name if name.starts_with("preset:") || is_link(name) => None,
            name => Some(Path::new(name)),
        }
    }

    /// Reads the document: a file, standard input, a preset or a share link. Also returns the addresses of
    /// the parameters that the share link sets in its text. Standard input and files have at most
    /// [`Document::LONGEST`] bytes.
    ///
    /// # Errors
    /// If the preset or file does not exist, if the file is too long, or if the document or share link is
    /// refused. The message has a line for each problem; each line begins with the name of the document.
    fn read(&self) -> Result<(ShareLink, Vec<Address>), String> {
        let name = self.document.as_str();
        let whole = |document| (ShareLink::from_saved(document), Vec::new());
        if let Some(preset) = name.strip_prefix("preset:") {
            let preset = Preset::find(preset).map_err(|error| self.placed(error))?;
            return Ok(whole(preset.document()));
        }
        // A URL without the part after `#` is the first preset, as on the page.
        if is_link(name) {
            return ShareLink::parse_edited(name).map_err(|problems| self.placed(problems));
        }
        let wanted = match Preset::find(name) {
            Ok(_) => format!("a document, or preset:{name}"),
            Err(_) => "a document, preset:NAME or a link".to_owned(),
        };
        let text = input::text(Path::new(name), &wanted)?;
        Document::parse(&text).map(whole).map_err(|problems| self.placed(problems))
    }

    /// Problems of the document as text. Each line begins with the name of the document, truncated to 60
    /// characters.
    pub fn placed(&self, problems: impl Display) -> String {
        let short: String = self.document.chars().take(60).collect();
        let dots = if short.len() < self.document.len() { "…" } else { "" };
        let name = format!("{}{dots}", escape_unprintable(&short));
        let lines: Vec<String> = problems.to_string().lines().map(|line| format!("{name}: {line}")).collect();
        lines.join("\n")
    }
}

/// Whether the name is a share link: it contains `#/` or `://`, or begins with `#`. A file with such a name
/// cannot be read.
fn is_link(name: &str) -> bool {
    name.contains("#/") || name.contains("://") || name.starts_with('#')
}
