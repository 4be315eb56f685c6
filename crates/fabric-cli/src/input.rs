//! Reading of files and standard input, with a limit on the length.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use fabric_interop::NotText;
use fabric_sim::document::Document;

use crate::output::shown;

/// Greatest number of bytes that are read from one input. Input above its limit is read up to this number,
/// but not stored, so that the error message can give the length.
const COUNTED: u64 = 1 << 30;

/// Reads `from` to its end. Keeps at most `most` + 1 bytes in memory. Input of exactly `most` bytes is
/// permitted.
///
/// # Errors
/// If `from` cannot be read, or is longer than `most` bytes. The message then gives the length, at most as
/// `at least 1073741824 bytes`.
pub fn read(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut from = from.take(COUNTED);
    let mut bytes = Vec::new();
    from.by_ref().take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= most {
        return Ok(bytes);
    }
    let length = bytes.len() as u64 + io::copy(&mut from, &mut io::sink())?;
    let at_least = if from.limit() == 0 { "at least " } else { "" };
    let message =
        format!("a file of {at_least}{length} bytes is too long: at most {most}; give a shorter one");
    Err(io::Error::new(ErrorKind::FileTooLarge, message))
}

/// Reads the text of the file `path`, or of standard input for `-`: UTF-8 of at most [`Document::LONGEST`]
/// bytes. `wanted` names the kind of file in the error message, such as `a document`.
///
/// # Errors
/// If the file cannot be read, is too long, or is not UTF-8. The message is one line, and begins with the
/// path.
pub fn text(path: &Path, wanted: &str) -> Result<String, String> {
    let bytes = if path.as_os_str() == "-" {
        read(io::stdin().lock(), Document::LONGEST)
    } else {
        File::open(path).and_then(|file| read(file, Document::LONGEST))
    };
    let named = |reason: String| format!("{}: {reason}", shown(path));
    let bytes = bytes.map_err(|error| named(unreadable(&error, wanted)))?;
    let reason = match NotText::of(&String::from_utf8_lossy(&bytes)) {
        Some(NotText::Utf16) => "is UTF-16; save it as UTF-8".to_owned(),
        Some(NotText::Binary) => format!("is a binary file; give {wanted}"),
        None => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(error) => {
                format!("byte {} is not UTF-8; save it as UTF-8", error.utf8_error().valid_up_to())
            }
        },
    };
    Err(named(reason))
}

/// Reason why a file cannot be read, and a remedy: `cannot be read: no such file; give the path of WANTED`.
/// If a file is too long, the error comes from [`read`], and its text is returned unchanged.
pub fn unreadable(error: &io::Error, wanted: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            format!("cannot be read: no such file; give the path of {wanted}")
        }
        ErrorKind::PermissionDenied => {
            "cannot be read: permission denied; change the permissions of the file".to_owned()
        }
        ErrorKind::IsADirectory => "is a directory; name a file in it".to_owned(),
        ErrorKind::FileTooLarge => error.to_string(),
        _ => format!("cannot be read: {error}; give the path of {wanted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_that_is_too_long_is_refused_with_its_own_length() {
        assert_eq!(read(&[7; 5][..], 5).unwrap(), [7; 5]);
        let refusal = |from: &mut dyn Read| read(from, 5).unwrap_err().to_string();
        assert_eq!(refusal(&mut &[7; 6][..]), "a file of 6 bytes is too long: at most 5; give a shorter one");
        assert_eq!(
            refusal(&mut &[7; 1000][..]),
            "a file of 1000 bytes is too long: at most 5; give a shorter one"
        );
        assert_eq!(
            refusal(&mut io::repeat(7)),
            "a file of at least 1073741824 bytes is too long: at most 5; give a shorter one"
        );
    }
}
