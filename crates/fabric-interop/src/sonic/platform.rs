//! Chips of switches, by the name of their platform. Start with [`Chip::of`].
//!
//! Rule: `DEVICE_METADATA.platform` is the name of a folder in `device/*/` of sonic-buildimage. The file
//! `platform_asic` in this folder names the chip.
//! Fallback: the chip of a platform that no list contains is unknown.
//! Left out: names of SKUs, except some that users write in place of the platform.

/// Family of chips that share the scripts of SONiC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chip {
    /// Spectrum of NVIDIA (`mellanox`).
    Nvidia,
    /// Chips for which SONiC's watchdog script detects a storm by received pauses: Tofino (`barefoot`),
    /// Nephos, Marvell (also `innovium`), Clounix, and the virtual switch (`vs`).
    PauseReceived,
    /// Trident, Tomahawk and Jericho of Broadcom.
    Broadcom,
    /// Silicon One of Cisco (`cisco-8000`).
    Cisco,
}

/// Substrings of platform names, for each chip. The first substring that occurs in the name of a platform
/// determines the chip.
const PARTS: [(Chip, &[&str]); 4] = [
    (Chip::Nvidia, &["mlnx", "mellanox", "nvidia"]),
    (
        Chip::PauseReceived,
        &[
            // Tofino, by the names of platforms and SKUs.
            "barefoot",
            "bfn",
            "wedge100bf",
            "as9516",
            "arista_7170",
            "newport",
            "montara",
            "mavericks",
            // Nephos.
            "nephos",
            "as7116",
            "ingrasys_s9130",
            "ingrasys_s9230",
            "cig_cs",
            // Prestera and Teralynx of Marvell.
            "marvell",
            "ixs7215",
            "innovium",
            "cel_midstone",
            "sse_t7132s",
            "clounix",
            // The virtual switch.
            "kvm",
        ],
    ),
    (Chip::Cisco, &["cisco", "x86_64-8"]),
    (
        Chip::Broadcom,
        &[
            "broadcom",
            "arista",
            "dell",
            "accton",
            "celestica",
            "cel_",
            "quanta",
            "ingrasys",
            "ixr7220",
            "ixr7250",
        ],
    ),
];

impl Chip {
    /// Chip family of a platform; `None` if the platform is unknown.
    pub fn of(platform: &str) -> Option<Self> {
        let is_of = |(_, parts): &&(Self, &[&str])| parts.iter().any(|part| platform.contains(part));
        PARTS.iter().find(is_of).map(|(chip, _)| *chip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_has_the_chip_that_its_folder_names() {
        for (platform, chip) in [
            ("x86_64-mlnx_msn4600c-r0", Some(Chip::Nvidia)),
            ("x86_64-nvidia_sn5600-r0", Some(Chip::Nvidia)),
            ("armhf-nokia_ixs7215_52x-r0", Some(Chip::PauseReceived)),
            ("arm64-marvell_rd98DX35xx-r0", Some(Chip::PauseReceived)),
            ("x86_64-accton_wedge100bf_32x-r0", Some(Chip::PauseReceived)),
            ("x86_64-accton_as9516bf_32d-r0", Some(Chip::PauseReceived)),
            ("x86_64-arista_7170_64c", Some(Chip::PauseReceived)),
            ("x86_64-kvm_x86_64-r0", Some(Chip::PauseReceived)),
            ("x86_64-8102_64h_o-r0", Some(Chip::Cisco)),
            ("x86_64-88_lc0_36fh-r0", Some(Chip::Cisco)),
            ("x86_64-accton_as7726_32x-r0", Some(Chip::Broadcom)),
            ("x86_64-arista_7260cx3_64", Some(Chip::Broadcom)),
            ("x86_64-dellemc_z9332f_d1508-r0", Some(Chip::Broadcom)),
            ("x86_64-nokia_ixr7250e_36x400g-r0", Some(Chip::Broadcom)),
            ("x86_64-unknown-r0", None),
            ("", None),
        ] {
            assert_eq!(Chip::of(platform), chip, "{platform}");
        }
    }
}
