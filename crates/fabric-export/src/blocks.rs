//! Construction of blocks of a pcapng file (draft-ietf-opsawg-pcapng), little-endian. Start with [`Block`].

/// Type number of a section header block in a pcapng file.
pub const SECTION: u32 = 0x0A0D_0D0A;
/// Type number of an interface description block in a pcapng file.
pub const INTERFACE: u32 = 1;
/// Type number of a name resolution block in a pcapng file.
pub const NAMES: u32 = 4;
/// Type number of an enhanced packet block in a pcapng file.
pub const PACKET: u32 = 6;

/// Code of the option for a comment, in any block of a pcapng file.
pub const COMMENT: u16 = 1;

/// Block under construction. [`Block::finish`] fills in its length fields.
pub struct Block {
    bytes: Vec<u8>,
    has_options: bool,
}

impl Block {
    /// Begins a block of type `kind`.
    pub fn new(kind: u32) -> Self {
        let mut bytes = kind.to_le_bytes().to_vec();
        // The total length is set by `finish`.
        bytes.extend([0; 4]);
        Self { bytes, has_options: false }
    }

    /// Appends the bytes of a field, without padding.
    pub fn field(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend(bytes);
        self
    }

    /// Appends `bytes`, and zeros until the block is a multiple of 4 B long.
    pub fn padded(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self
    }

    /// Appends an option, or a record of a name resolution block: code, length and value, with padding. A
    /// value that is too long for the 16-bit length field is truncated.
    pub fn record(self, code: u16, value: &[u8]) -> Self {
        let length = u16::try_from(value.len()).unwrap_or(u16::MAX);
        let block = self.field(&code.to_le_bytes()).field(&length.to_le_bytes());
        block.padded(&value[..usize::from(length)])
    }

    /// Appends an option with `code` and `value` to the block (pcapng). [`Block::finish`] marks the end of
    /// the options.
    pub fn option(mut self, code: u16, value: &[u8]) -> Self {
        self.has_options = true;
        self.record(code, value)
    }

    /// Completes the block: ends the options, and writes the length of the block at both ends. Returns the
    /// bytes of the block.
    pub fn finish(self) -> Vec<u8> {
        let block = if self.has_options { self.field(&[0; 4]) } else { self };
        let length = u32::try_from(block.bytes.len() + 4).unwrap_or(u32::MAX).to_le_bytes();
        let mut block = block.field(&length);
        block.bytes[4..8].copy_from_slice(&length);
        block.bytes
    }
}
