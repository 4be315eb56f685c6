//! Bytes that wait in a switch, by pair of input and output. Start with [`WaitingMatrix`]. Pairs without
//! waiting bytes are left out. The level of the colour of a pair is in proportion to its bytes, rounded up.

use fabric_sim::engine::{PortView, SwitchView};
use fabric_sim::ids::{LocalPort, PrioritySet};

/// Number of levels of the colour scale for waiting bytes; level 0, without bytes, does not count.
pub const LEVELS: u8 = 7;

/// Pair of input and output of a switch for which frames wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingPair {
    /// Input port of the pair, which is a row of the matrix.
    pub input: LocalPort,
    /// Output port of the pair, which is a column of the matrix.
    pub output: LocalPort,
    /// Bytes of the frames that wait at the input for the output.
    pub bytes: u32,
    /// Level of the colour, 1 to [`LEVELS`], in proportion to the bytes; the pair with the most bytes has
    /// [`LEVELS`].
    pub level: u8,
}

impl WaitingPair {
    /// Label of the bytes, rounded: `640`, `12k`, `1.5M`. The label has at most four characters below 9.9 MB.
    #[must_use]
    pub fn figure(&self) -> String {
        match self.bytes {
            bytes @ 0..1_000 => bytes.to_string(),
            bytes @ 1_000..999_500 => format!("{}k", (bytes + 500) / 1_000),
            bytes => format!("{:.1}M", f64::from(bytes) / 1e6),
        }
    }
}

/// Bytes charged to the egress queues of a switch for the priorities in `mask`, including frames that
/// wait at the inputs of the crossbar. Each frame counts as whole memory cells.
#[must_use]
pub fn queued(ports: &[PortView], mask: PrioritySet) -> u64 {
    let bytes = |port: &PortView| mask.iter().map(|n| port.priorities[n.index()].egress_bytes).sum::<u64>();
    ports.iter().map(bytes).sum()
}

/// Bytes that wait in a switch, for each pair of input and output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitingMatrix {
    /// Largest number of bytes that wait at one input for one output.
    pub most: u32,
    /// Sum of the bytes that wait at all inputs.
    pub total: u64,
    /// Pairs for which bytes wait, sorted by input, then output.
    pub pairs: Vec<WaitingPair>,
}

impl WaitingMatrix {
    /// Bytes of the frames of the priorities in `mask` that wait in the switch `inside`.
    #[must_use]
    pub fn of(inside: &SwitchView, mask: PrioritySet) -> Self {
        let ports = inside.ports;
        let pairs =
            LocalPort::all(ports).flat_map(|input| LocalPort::all(ports).map(move |output| (input, output)));
        let bytes = |(input, output): (LocalPort, LocalPort)| {
            let waiting = |priority| inside.waiting(input, output, priority);
            mask.iter().map(waiting).sum::<u32>()
        };
        let mut pairs: Vec<WaitingPair> = pairs
            .map(|pair| WaitingPair { input: pair.0, output: pair.1, bytes: bytes(pair), level: 0 })
            .filter(|pair| pair.bytes > 0)
            .collect();
        let most = pairs.iter().map(|pair| pair.bytes).max().unwrap_or(0);
        for pair in &mut pairs {
            let level = (u64::from(pair.bytes) * u64::from(LEVELS)).div_ceil(u64::from(most.max(1)));
            pair.level = u8::try_from(level).unwrap_or(LEVELS);
        }
        Self { most, total: pairs.iter().map(|pair| u64::from(pair.bytes)).sum(), pairs }
    }

    /// Bytes that wait at `input` for `output`; 0 if none wait.
    #[must_use]
    pub fn bytes(&self, input: LocalPort, output: LocalPort) -> u32 {
        let found = self.pairs.iter().find(|pair| (pair.input, pair.output) == (input, output));
        found.map_or(0, |pair| pair.bytes)
    }
}

#[cfg(test)]
mod tests;
