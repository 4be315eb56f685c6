//! Output with a limit on the size of the file. Start with [`Bounded`].

use std::io::{self, Write};

/// Reason why data was not written to a file.
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

/// Output with a limit in bytes. Data that would exceed the limit is not written at all.
pub struct Bounded<'a> {
    out: Box<dyn Write + 'a>,
    /// Number of bytes written so far.
    written: u64,
    /// Greatest number of bytes that may be written.
    most: u64,
}

impl<'a> Bounded<'a> {
    /// Creates an output that writes at most `most` bytes to `out`; exactly `most` bytes are permitted.
    pub fn new(out: impl Write + 'a, most: u64) -> Self {
        Self { out: Box::new(out), written: 0, most }
    }

    /// Writes `part`, the next bytes of the file.
    ///
    /// # Errors
    /// [`Unwritten::TooLarge`] if the data would exceed the limit; the data is then not written.
    /// [`Unwritten::Failed`] if the write fails.
    pub fn write(&mut self, part: &[u8]) -> Result<(), Unwritten> {
        let length = self.written + part.len() as u64;
        if length > self.most {
            return Err(Unwritten::TooLarge);
        }
        self.out.write_all(part)?;
        self.written = length;
        Ok(())
    }

    /// Number of bytes written so far.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Flushes the output. The output cannot be used afterwards.
    ///
    /// # Errors
    /// If the flush fails.
    pub fn finish(mut self) -> Result<(), Unwritten> {
        Ok(self.out.flush()?)
    }
}
