//! Writes documents as JSON: on several lines for files, and without whitespace for share links. Fields that
//! have their default value are left out.
//!
//! The text of a file ends with a line feed; the text for a share link does not. Fields are in the order of
//! the structs. Reading the text gives an equal document.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::Document;

impl Document {
    /// Writes the document for a file. Each node, link and flow has its own line. Each entry of another list
    /// or map of the document has its own line, too.
    ///
    /// # Panics
    /// Never. Writing to memory does not fail, and all keys are text.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write_json(true) + "\n"
    }

    /// Writes the document for a share link, without whitespace.
    pub(super) fn to_short_json(&self) -> String {
        self.write_json(false)
    }

    /// Writes the document on several lines if `rows` is true, and otherwise without whitespace. One function
    /// writes both forms, because a second serializer would double the size of the program.
    fn write_json(&self, rows: bool) -> String {
        let mut bytes = Vec::new();
        let mut serializer =
            Serializer::with_formatter(&mut bytes, Rows { has_lines: rows, depth: 0, has_entries: false });
        self.serialize(&mut serializer).expect("a document is JSON");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }
}

/// Depth of nesting down to which each entry has its own line. The entries of the document's lists have depth
/// 2.
const DEPTH: usize = 2;

/// JSON formatter. If `has_lines` is true, each entry down to [`DEPTH`] has its own line, and deeper entries
/// share a line. If `has_lines` is false, the formatter writes no whitespace.
struct Rows {
    has_lines: bool,
    depth: usize,
    has_entries: bool,
}

impl Rows {
    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }

    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_entries = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_lines && self.has_entries && self.depth < DEPTH {
            self.line(writer)?;
        }
        self.has_entries = true;
        writer.write_all(bracket)
    }

    fn entry<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if !self.has_lines {
            Ok(())
        } else if self.depth <= DEPTH {
            self.line(writer)
        } else if first {
            Ok(())
        } else {
            writer.write_all(b" ")
        }
    }
}

impl Formatter for Rows {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.entry(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_entries = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.entry(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.has_lines { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_entries = true;
        Ok(())
    }
}
