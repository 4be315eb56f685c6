//! Reads a wasm module: its functions and sections, with their sizes. Start with [`Module::read`]. Sizes are
//! in bytes; a missing section has size 0. Imported functions are left out.

use std::collections::HashMap;
use std::ops::Range;

use anyhow::Result;
use serde::Serialize;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// Function of a wasm module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Function {
    /// Demangled name without the hash of the compiler; empty if the function has no name.
    pub name: String,
    /// Bytes of the body of the function.
    pub bytes: u64,
}

/// Functions of a wasm module, and sizes of its sections.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Module {
    /// Functions in the order of the module, without imported functions.
    pub functions: Vec<Function>,
    /// Bytes of the code section of the wasm module.
    pub code: u64,
    /// Bytes of the data section of the wasm module, which holds texts and tables.
    pub data: u64,
    /// Bytes of the name section of the wasm module. The shipped page does not have this section.
    pub names: u64,
    /// Bytes of the whole wasm module.
    pub bytes: u64,
}

impl Module {
    /// Reads a wasm module. Functions without a name have an empty name.
    ///
    /// # Errors
    ///
    /// If `bytes` are not a wasm module.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut module = Self { bytes: bytes.len() as u64, ..Self::default() };
        let mut imported = 0;
        let mut bodies = Vec::new();
        let mut names = HashMap::new();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                    }
                }
                Payload::CodeSectionStart { unchecked_range, .. } => module.code = length(&unchecked_range),
                Payload::CodeSectionEntry(body) => bodies.push(length(&body.range())),
                Payload::DataSection(data) => module.data = length(&data.range()),
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(parts) = section.as_known() {
                        module.names = length(&section.range());
                        for part in parts {
                            let Name::Function(all) = part? else { continue };
                            for naming in all {
                                let naming = naming?;
                                names.insert(naming.index, naming.name);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        let function = |(index, bytes)| {
            let name = names.get(&(imported + index)).map_or_else(String::new, |name| plain(name));
            Function { name, bytes }
        };
        module.functions = (0..).zip(bodies).map(function).collect();
        Ok(module)
    }
}

fn length(range: &Range<u64>) -> u64 {
    range.end - range.start
}

/// Readable form of the function name `name`: demangled, without the hash of the compiler. A name that is not
/// mangled stays as it is.
pub(crate) fn plain(name: &str) -> String {
    let name = format!("{:#}", rustc_demangle::demangle(name));
    // Names that wasm-bindgen has demangled still have the hash.
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            path.to_owned()
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of a module with one imported function, one own function, and a name section.
    fn small() -> Vec<u8> {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, content: &[u8]| {
            bytes.push(id);
            bytes.push(u8::try_from(content.len()).unwrap());
            bytes.extend(content);
        };
        // Type section: the type () -> ().
        section(1, &[1, 0x60, 0, 0]);
        // Import section: "a"."b", a function of type 0.
        section(2, &[1, 1, b'a', 1, b'b', 0, 0]);
        // Function section: a function of type 0.
        section(3, &[1, 0]);
        // Memory section: a memory of one page.
        section(5, &[1, 0, 1]);
        // Code section: a body of three bytes, without locals: `nop`, `end`.
        section(10, &[1, 3, 0, 0x01, 0x0b]);
        // Data section: two bytes at address 0.
        section(11, &[1, 0, 0x41, 0, 0x0b, 2, b'h', b'i']);
        let name = b"a::b::h0123456789abcdef";
        let names = [&[4], &b"name"[..], &[1, 26, 1, 1, 23], name].concat();
        section(0, &names);
        bytes
    }

    #[test]
    fn functions_are_counted_behind_the_imported_ones() {
        let module = Module::read(&small()).unwrap();
        let only = Function { name: "a::b".to_owned(), bytes: 3 };
        assert_eq!(module.functions, [only]);
        assert_eq!((module.code, module.data), (5, 8));
        assert_eq!(module.bytes, small().len() as u64);
        assert!(module.names > 23);
    }

    #[test]
    fn a_file_that_is_no_module_is_refused() {
        assert!(Module::read(b"<!doctype html>").is_err());
    }

    #[test]
    fn both_ways_of_mangling_are_read() {
        assert_eq!(plain("_ZN4core3fmt5write17h0123456789abcdefE"), "core::fmt::write");
        assert_eq!(plain("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
        assert_eq!(plain("a::h"), "a::h");
    }
}
