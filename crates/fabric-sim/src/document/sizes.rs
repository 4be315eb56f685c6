//! Distributions of flow sizes from published workloads. A distribution is given by points of its cumulative
//! distribution function, which is linear between two points. Sizes are drawn by inversion. Start with
//! [`SizeDistribution`].
//!
//! A drawn size is rounded up to whole bytes, and is at least 1 B. Equal random bits give equal sizes. Only
//! the upper 53 of the 64 bits are used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Distribution of flow sizes, with the points that published simulators use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SizeDistribution {
    /// Flow sizes of web search (DCTCP, SIGCOMM 2010), as in the HPCC simulator; mean 1.7 MB.
    WebSearch,
    /// Flow sizes of data mining (VL2, SIGCOMM 2009), as in the pFabric simulator; mean 7.5 MB.
    DataMining,
    /// Flow sizes of Hadoop at Facebook (SIGCOMM 2015), as in the HPCC simulator; mean 120 kB.
    Hadoop,
    /// Flow sizes of storage at Alibaba (2019), as in the HPCC simulator; mean 41 kB.
    Storage,
}

/// Number that stands for probability 1 in a [`Point`].
const WHOLE: u32 = 10_000;

/// Point of a cumulative distribution: a size in bytes, and the number of flows, out of [`WHOLE`], that have
/// at most this size.
type Point = (u64, u32);

/// Points of the distribution `WebSearch`, from `traffic_gen/WebSearch_distribution.txt` of the HPCC
/// simulator. The file follows figure 4 of Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010.
const WEB_SEARCH: [Point; 12] = [
    (0, 0),
    (10_000, 1_500),
    (20_000, 2_000),
    (30_000, 3_000),
    (50_000, 4_000),
    (80_000, 5_300),
    (200_000, 6_000),
    (1_000_000, 7_000),
    (2_000_000, 8_000),
    (5_000_000, 9_000),
    (10_000_000, 9_700),
    (30_000_000, WHOLE),
];

/// Points of the distribution `DataMining`, from `CDF_vl2.tcl` of the pFabric simulator (SIGCOMM 2013), in
/// packets of 1460 B. The file follows figure 2 of Greenberg et al., "VL2", SIGCOMM 2009.
const DATA_MINING: [Point; 9] = [
    (1_460, 0),
    (1_460, 5_000),
    (2 * 1_460, 6_000),
    (3 * 1_460, 7_000),
    (7 * 1_460, 8_000),
    (267 * 1_460, 9_000),
    (2_107 * 1_460, 9_500),
    (66_667 * 1_460, 9_900),
    (666_667 * 1_460, WHOLE),
];

/// Points of the distribution `Hadoop`, from `traffic_gen/FbHdp_distribution.txt` of the HPCC simulator. The
/// file follows figure 6 of Roy et al., "Inside the Social Network's (Datacenter) Network", SIGCOMM 2015.
const HADOOP: [Point; 20] = [
    (0, 0),
    (100, 100),
    (200, 200),
    (300, 500),
    (350, 1_500),
    (400, 2_000),
    (500, 3_000),
    (600, 4_000),
    (700, 5_000),
    (1_000, 6_000),
    (2_000, 6_700),
    (7_000, 7_000),
    (30_000, 7_200),
    (50_000, 8_200),
    (80_000, 8_700),
    (120_000, 9_000),
    (300_000, 9_500),
    (1_000_000, 9_750),
    (2_000_000, 9_900),
    (10_000_000, WHOLE),
];

/// Points of the distribution `Storage`, from `traffic_gen/AliStorage2019.txt` of the HPCC simulator (Li et
/// al., SIGCOMM 2019).
const STORAGE: [Point; 9] = [
    (0, 0),
    (4_000, 2_293),
    (8_000, 6_921),
    (16_000, 8_061),
    (32_000, 9_047),
    (64_000, 9_353),
    (128_000, 9_677),
    (256_000, 9_753),
    (2_000_000, WHOLE),
];

impl SizeDistribution {
    /// All distributions of flow sizes.
    pub const ALL: [Self; 4] = [Self::WebSearch, Self::DataMining, Self::Hadoop, Self::Storage];

    /// Name of the distribution in documents and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WebSearch => "web_search",
            Self::DataMining => "data_mining",
            Self::Hadoop => "hadoop",
            Self::Storage => "storage",
        }
    }

    /// Points of the cumulative distribution, in ascending order.
    const fn points(self) -> &'static [Point] {
        match self {
            Self::WebSearch => &WEB_SEARCH,
            Self::DataMining => &DATA_MINING,
            Self::Hadoop => &HADOOP,
            Self::Storage => &STORAGE,
        }
    }

    /// Mean size in bytes. Between two points sizes are uniformly distributed, so their mean is halfway
    /// between the points.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    pub fn mean(self) -> f64 {
        let stretch = |ends: &[Point]| {
            let [(low, before), (high, upto)] = [ends[0], ends[1]];
            (low + high) as f64 / 2.0 * f64::from(upto - before)
        };
        self.points().windows(2).map(stretch).sum::<f64>() / f64::from(WHOLE)
    }

    /// Draws a size in bytes by inversion from 64 random bits. The size is rounded up and is at least 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the largest size")]
    pub fn draw(self, bits: u64) -> u64 {
        let part = (bits >> 11) as f64 / (1u64 << 53) as f64 * f64::from(WHOLE);
        let points = self.points();
        // `part` is less than `WHOLE`, so a point above it exists.
        let end = points.iter().position(|(_, upto)| part < f64::from(*upto)).unwrap_or(points.len() - 1);
        let [(low, before), (high, upto)] = [points[end - 1], points[end]];
        let along = (part - f64::from(before)) / f64::from(upto - before);
        ((low as f64 + along * (high - low) as f64).ceil() as u64).max(1)
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "sums and counts are far below 2^53")]
mod tests {
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn a_large_draw_has_the_mean_of_the_closed_form() {
        for (sizes, mean) in [
            (SizeDistribution::WebSearch, 1_711_250.0),
            // Mean in whole packets, as scripts of the pFabric simulator state it.
            (SizeDistribution::DataMining, 5_117.0 * 1_460.0),
            (SizeDistribution::Hadoop, 120_420.75),
            (SizeDistribution::Storage, 40_869.8),
        ] {
            let formed = sizes.mean();
            assert!((formed / mean - 1.0).abs() < 1e-4, "{sizes:?}: {formed}");
            let mut dice = Pcg32::seed_from_u64(7);
            let count = 2_000_000;
            let sum: u64 = (0..count).map(|_| sizes.draw(dice.next_u64())).sum();
            let drawn = sum as f64 / f64::from(count);
            assert!((drawn / formed - 1.0).abs() < 0.01, "{sizes:?}: {drawn} for {formed}");
        }
    }

    #[test]
    fn points_rise_from_none_to_all_and_draws_stay_within_them() {
        for sizes in SizeDistribution::ALL {
            let points = sizes.points();
            assert!(points.is_sorted() && points.windows(2).all(|ends| ends[0].1 < ends[1].1), "{sizes:?}");
            let (first, last) = (points[0], points[points.len() - 1]);
            assert_eq!((first.1, last.1), (0, WHOLE));
            assert_eq!(sizes.draw(0), first.0.max(1));
            assert!(sizes.draw(u64::MAX) <= last.0 && sizes.draw(u64::MAX) > last.0 / 2);
        }
    }

    #[test]
    fn the_share_of_smaller_flows_is_that_of_the_points() {
        let mut dice = Pcg32::seed_from_u64(1);
        let draws: Vec<u64> = (0..100_000).map(|_| SizeDistribution::Storage.draw(dice.next_u64())).collect();
        for (bytes, upto) in STORAGE {
            let count = draws.iter().filter(|size| **size <= bytes).count() as f64 / 10.0;
            assert!((count - f64::from(upto)).abs() < 60.0, "{bytes} B: {count} of {WHOLE}, not {upto}");
        }
    }
}
