use fabric_sim::engine::{Inside, PortView};
use fabric_sim::ids::priorities;

/// Steps of the colour scale, above nothing.
pub const LEVELS: u8 = 7;

/// An input and an output with something waiting between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Row.
    pub input: u8,
    /// Column.
    pub output: u8,
    /// Frame bytes that wait.
    pub bytes: u32,
    /// Its colour: 1 to [`LEVELS`], in proportion to the largest.
    pub level: u8,
}

impl Spot {
    /// The bytes in at most four letters: `640`, `12k`, `1.5M`.
    #[must_use]
    pub fn figure(&self) -> String {
        match self.bytes {
            bytes @ 0..1_000 => bytes.to_string(),
            bytes @ 1_000..999_500 => format!("{}k", (bytes + 500) / 1_000),
            bytes => format!("{:.1}M", f64::from(bytes) / 1e6),
        }
    }
}

/// Bytes charged to the outputs of a switch, of the priorities in `mask`, wherever the frames are
/// in the switch, in whole cells.
#[must_use]
pub fn queued(ports: &[PortView], mask: u8) -> u64 {
    let bytes =
        |port: &PortView| priorities(mask).map(|n| port.priorities[usize::from(n)].egress_bytes).sum::<u64>();
    ports.iter().map(bytes).sum()
}

/// Bytes that wait, by input and output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    /// The largest of all.
    pub most: u32,
    /// Their sum.
    pub total: u64,
    /// Pairs with something waiting, by input, then output.
    pub spots: Vec<Spot>,
}

impl Heat {
    /// The bytes of these priorities that wait, by input and output.
    #[must_use]
    pub fn of(inside: &Inside, mask: u8) -> Self {
        let ports = u8::try_from(inside.ports).unwrap_or(u8::MAX);
        let pairs = (0..ports).flat_map(|input| (0..ports).map(move |output| (input, output)));
        let bytes = |(input, output): (u8, u8)| {
            let (row, column) = (usize::from(input), usize::from(output));
            priorities(mask).map(|priority| inside.waiting(row, column, priority)).sum::<u32>()
        };
        let mut spots: Vec<Spot> = pairs
            .map(|pair| Spot { input: pair.0, output: pair.1, bytes: bytes(pair), level: 0 })
            .filter(|spot| spot.bytes > 0)
            .collect();
        let most = spots.iter().map(|spot| spot.bytes).max().unwrap_or(0);
        for spot in &mut spots {
            let level = (u64::from(spot.bytes) * u64::from(LEVELS)).div_ceil(u64::from(most.max(1)));
            spot.level = u8::try_from(level).unwrap_or(LEVELS);
        }
        Self { most, total: spots.iter().map(|spot| u64::from(spot.bytes)).sum(), spots }
    }

    /// The bytes between an input and an output.
    #[must_use]
    pub fn bytes(&self, input: u8, output: u8) -> u32 {
        let found = self.spots.iter().find(|spot| (spot.input, spot.output) == (input, output));
        found.map_or(0, |spot| spot.bytes)
    }
}

#[cfg(test)]
mod tests;
