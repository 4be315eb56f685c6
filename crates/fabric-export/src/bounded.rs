//! Limit of bytes of a file.

use std::io::{self, Write};

/// Reason why a part of a file was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The file would be larger than its limit.
    TooLarge,
    /// The write failed.
    Failed(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Output with a limit: each part is written whole or not at all.
pub struct Bounded<'a> {
    out: Box<dyn Write + 'a>,
    written: u64,
    most: u64,
}

impl<'a> Bounded<'a> {
    /// Output to `out` of at most `most` bytes.
    pub fn new(out: impl Write + 'a, most: u64) -> Self {
        Self { out: Box::new(out), written: 0, most }
    }

    /// Writes a part.
    ///
    /// # Errors
    /// If the limit is exceeded, which writes nothing, or the write fails.
    pub fn write(&mut self, part: &[u8]) -> Result<(), Unwritten> {
        let length = self.written + part.len() as u64;
        if length > self.most {
            return Err(Unwritten::TooLarge);
        }
        self.out.write_all(part)?;
        self.written = length;
        Ok(())
    }

    /// Bytes written so far.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Completes the output.
    ///
    /// # Errors
    /// If the write fails.
    pub fn finish(mut self) -> Result<(), Unwritten> {
        Ok(self.out.flush()?)
    }
}
