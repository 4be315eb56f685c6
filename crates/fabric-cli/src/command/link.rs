//! Command `fabric link`: prints the share link of a document at a time, or the document of a share link.
//! Start with [`LinkArgs::run`].

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fabric_sim::document::link::{Check, Cursor};
use fabric_sim::document::{Zoom, is_printable};
use fabric_sim::engine::World;

use super::simulate::{Limit, Progress, warn_if_past_last_event, warn_of_hash_mismatch};
use crate::Outcome;
use crate::source::Source;

/// Arguments of `fabric link`.
#[derive(Args)]
pub struct LinkArgs {
    #[command(flatten)]
    source: Source,
    /// Time that the link names, or a time and the number of an event at this time (12.5us+3) [default: the
    /// time in the link or file, if any]
    #[arg(long, value_name = "TIME[+N]")]
    at: Option<Cursor>,
    /// Part of the time line that charts and lanes show [default: the part that the link or file names,
    /// otherwise the whole run]
    #[arg(long, value_name = "FROM..TO")]
    zoom: Option<Zoom>,
    #[command(flatten)]
    limit: Limit,
    /// Print the document as JSON instead, with the time and the event that the link would name
    #[arg(long)]
    json: bool,
}

impl LinkArgs {
    /// Runs the document to the time that the share link names, and writes the link, beginning with `#`.
    /// Without a time, the document does not run, and the link has no hash. `--at` and `--zoom` replace the
    /// values of the link or file.
    ///
    /// Prints a warning if the link or file states another hash for its own time. Also warns if the time has
    /// fewer events than the given number; the link then names the last event of this time.
    ///
    /// # Errors
    /// If the document is invalid, or the run exceeds its limit of events.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let mut link = self.source.load()?;
        link.document.view.zoom = self.zoom.or(link.document.view.zoom);
        let spec = Arc::new(self.source.compile(&link.document)?);
        if let Some(cursor) = self.at.or(link.cursor) {
            let mut world = World::new(spec);
            let most = self.limit.most(self.at.is_none());
            Progress::new(cursor.time).at_most(most).run_to(&mut world, cursor, &mut ())?;
            if self.at.is_none() {
                warn_of_hash_mismatch(&link, &world);
            } else {
                warn_if_past_last_event(cursor, &world);
            }
            let there = u32::try_from(world.ran_now()).unwrap_or(u32::MAX);
            // An event number above the number of events is lowered, so that the link names an existing
            // event.
            let cursor = Cursor { nth: cursor.nth.min(there), ..cursor };
            (link.cursor, link.check) = (Some(cursor), Some(Check::of_state(world.hash())));
        }
        if self.json {
            write!(out, "{}", printable(&link.document_to_save().to_json()))?;
        } else {
            writeln!(out, "{}", link.fragment())?;
        }
        Ok(())
    }
}

/// JSON text in which unprintable characters of strings are escaped. Line feeds stay. A character above
/// U+FFFF becomes two escapes, as JSON requires.
fn printable(json: &str) -> String {
    let mut printable = String::with_capacity(json.len());
    for character in json.chars() {
        // In JSON, a line feed can occur only between values, so it needs no escape.
        if is_printable(character) || character == '\n' {
            printable.push(character);
        } else {
            let units = &mut [0; 2];
            printable.extend(character.encode_utf16(units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    printable
}
