//! Reads the header of a Linux executable (ELF file). Start with [`is_static`].

/// Type of the segment that names the dynamic loader (`PT_INTERP`, ELF-64 object file format).
const INTERPRETER: u32 = 3;

/// Whether the Linux executable `bytes` needs no dynamic loader. `None` if `bytes` is not a 64-bit
/// little-endian ELF file, or ends within its program headers.
pub(super) fn is_static(bytes: &[u8]) -> Option<bool> {
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let half = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let offset = u64::from_le_bytes(bytes.get(32..40)?.try_into().ok()?);
    let (size, count) = (usize::from(half(54)?), usize::from(half(56)?));
    let start = usize::try_from(offset).ok()?;
    let kind = |n: usize| {
        let at = start.checked_add(n * size)?;
        Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    };
    let kinds: Vec<u32> = (0..count).map(kind).collect::<Option<_>>()?;
    Some(!kinds.contains(&INTERPRETER))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of an ELF executable with one segment of each type in `kinds`.
    fn executable(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(64, 0);
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = u8::try_from(kinds.len()).unwrap();
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes
    }

    #[test]
    fn an_executable_that_names_a_loader_is_not_static() {
        assert_eq!(is_static(&executable(&[1, 2, 6])), Some(true));
        assert_eq!(is_static(&executable(&[6, INTERPRETER, 1])), Some(false));
    }

    #[test]
    fn other_and_cut_files_are_no_executables() {
        assert_eq!(is_static(b"#!/bin/sh"), None);
        let whole = executable(&[1, 2]);
        assert_eq!(is_static(&whole[..whole.len() - 56]), None);
    }
}
