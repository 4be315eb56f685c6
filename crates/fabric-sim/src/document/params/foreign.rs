//! Words that other systems (switches, NICs, standards, simulators) use for parameters. Error messages, the
//! search of the page and `docs/parameters.md` use the table. Start with [`FOREIGN_WORDS`].

/// Word that another system uses for a parameter or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignWord {
    /// Word in the spelling of the other system, such as `dynamic_th`.
    pub word: &'static str,
    /// System that uses the word, such as `SONiC`.
    pub system: &'static str,
    /// Corresponding parameters of this program, the most likely one first. Empty if the function is not
    /// modelled.
    pub here: &'static [&'static str],
    /// Difference in meaning between the word and the parameter, or what to use instead. May be empty.
    pub note: &'static str,
}

impl ForeignWord {
    /// Finds the entry of a word in the table. If several entries fit, returns the first. Ignores case, and
    /// every character that is not an ASCII letter or digit, such as `_`, `-`, `.` and spaces. Returns `None`
    /// if the word is unknown or empty.
    #[must_use]
    pub fn find(word: &str) -> Option<&'static Self> {
        // The text may be very long. No known word is longer than 64 characters.
        let start: String = word.chars().take(64).collect();
        FOREIGN_WORDS.iter().find(|row| letters(row.word).eq(letters(&start)))
    }

    /// Sentence without a full stop. The sentence says which parameter corresponds to the word, or that the
    /// function is not modelled. The note follows after a colon.
    #[must_use]
    pub fn answer(&self) -> String {
        let Self { word, system, here, note } = self;
        let known = match here {
            [] => format!("\"{word}\" ({system}) is not modelled"),
            names => format!("\"{word}\" ({system}) is {} here", names.join(" or ")),
        };
        if note.is_empty() { known } else { format!("{known}: {note}") }
    }
}

/// Letters and digits of a word in lower case, to compare words.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase())
}

const fn row(
    word: &'static str,
    system: &'static str,
    here: &'static [&'static str],
    note: &'static str,
) -> ForeignWord {
    ForeignWord { word, system, here, note }
}

const LINK_PAUSE: &str = "on, tx or rx, for all priorities of a link together, with link_xoff and link_xon";
const PER_FLOW: &str = "a flow keeps one of the equal paths, by a hash; it may name its path";
const RATE_CONTROLS: &str = "rate_control is none, dcqcn, connectx or window";
const OF_A_FLOW: &str = "each flow has the length of its frames in its field `frame`";

/// All words of other systems, grouped by system.
pub const FOREIGN_WORDS: &[ForeignWord] = &[
    row(
        "dynamic_th",
        "SONiC",
        &["alpha", "egress_alpha"],
        "alpha is 2 to the power of dynamic_th, such as 1/8 for -3",
    ),
    row("static_th", "SONiC", &["xoff", "egress_limit"], ""),
    row("over_subscribe_ratio", "SONiC", &["headroom_ratio"], ""),
    row("shared_headroom_pool", "SONiC", &["headroom_pool"], ""),
    row("size", "SONiC", &["reserve"], "if the size of a profile includes its xoff, only the rest"),
    row("xoff_threshold", "SONiC", &["xoff"], "the field xoff of SONiC is headroom here"),
    row("pfc_enable", "SONiC", &["lossless", "pfc_tx", "pfc_rx"], ""),
    row("pfcwd", "SONiC", &["watchdog"], ""),
    row("pfcwd_sw_enable", "SONiC", &["watchdog"], ""),
    row("detection_time", "SONiC", &["watchdog_detection"], ""),
    row("restoration_time", "SONiC", &["watchdog_restoration"], ""),
    row("recovery_time", "Junos", &["watchdog_restoration"], "with watchdog_restores = time"),
    row("poll_interval", "SONiC", &["watchdog_poll"], ""),
    row("green_min_threshold", "SONiC", &["kmin", "wred_min"], "ECN marks by kmin, WRED drops by wred_min"),
    row("green_max_threshold", "SONiC", &["kmax", "wred_max"], ""),
    row("green_drop_probability", "SONiC", &["pmax", "wred_drop"], ""),
    row("dscp_to_tc_map", "SONiC", &["trust"], "the maps are in the document's field `maps`"),
    row("min_bandwidth", "SAI", &["cir"], ""),
    row("max_bandwidth", "SAI", &["pir", "port_pir"], ""),
    row("weight", "SONiC, DWRR", &["share"], "shares are relative weights; they need not sum to 100"),
    row("dwrr", "SONiC", &["ets", "class"], ""),
    row("cable_length", "SONiC", &["cable"], "or the field `length` of a link"),
    row("tc_bw", "mlnx_qos", &["share"], ""),
    row("tsa", "mlnx_qos, dcb", &["class"], ""),
    row("cable_len", "mlnx_qos", &["cable"], ""),
    row("buffer_size", "mlnx_qos, HPCC simulator", &["receive_buffer", "memory"], "of a host, of a switch"),
    row("ratelimit", "mlnx_qos", &["pir"], "a rate in frame bytes"),
    row("dce_tcp_g", "mlx5", &["dcqcn_g"], ""),
    row("dce_tcp_rtt", "mlx5", &["dcqcn_alpha_timer"], ""),
    row("initial_alpha_value", "mlx5", &["dcqcn_alpha"], ""),
    row("rpg_ai_rate", "mlx5", &["dcqcn_ai"], ""),
    row("rpg_hai_rate", "mlx5", &["dcqcn_hai"], ""),
    row("rpg_min_rate", "mlx5", &["dcqcn_min"], ""),
    row("rpg_time_reset", "mlx5", &["dcqcn_timer"], ""),
    row("rpg_byte_reset", "mlx5", &["dcqcn_bytes"], ""),
    row("rpg_threshold", "mlx5", &["dcqcn_threshold"], ""),
    row("rate_reduce_monitor_period", "mlx5", &["dcqcn_cut_interval"], ""),
    row("min_time_between_cnps", "mlx5", &["cnp_interval"], ""),
    row("cnp_802p_prio", "mlx5", &["cnp_priority"], ""),
    row("cc_mode", "HPCC simulator", &["rate_control"], ""),
    row("kmin_map", "HPCC simulator", &["kmin"], "a value for each port in place of one for each rate"),
    row("kmax_map", "HPCC simulator", &["kmax"], ""),
    row("pmax_map", "HPCC simulator", &["pmax"], ""),
    row(
        "pfc_a_shift",
        "HPCC simulator",
        &["alpha"],
        "alpha is 1/8 for a shift of 3; profile=hpcc has it by rate",
    ),
    row("use_dynamic_pfc_threshold", "HPCC simulator", &["threshold"], ""),
    row("ewma_gain", "HPCC simulator", &["dcqcn_g"], ""),
    row("rate_ai", "HPCC simulator", &["dcqcn_ai"], ""),
    row("rate_hai", "HPCC simulator", &["dcqcn_hai"], ""),
    row("min_rate", "HPCC simulator", &["dcqcn_min"], ""),
    row("rp_timer", "HPCC simulator", &["dcqcn_timer"], ""),
    row("alpha_resume_interval", "HPCC simulator", &["dcqcn_alpha_timer"], ""),
    row("rate_decrease_interval", "HPCC simulator", &["dcqcn_cut_interval"], ""),
    row("fast_recovery_times", "HPCC simulator", &["dcqcn_threshold"], ""),
    row("l2_ack_interval", "HPCC simulator", &["ack_every"], "in frames, not in bytes"),
    row("l2_back_to_zero", "HPCC simulator", &["reliability"], "go_back_0"),
    row("packet_payload_size", "HPCC simulator", &[], OF_A_FLOW),
    row("hpcc", "congestion control", &[], RATE_CONTROLS),
    row("timely", "congestion control", &[], RATE_CONTROLS),
    row("swift", "congestion control", &[], RATE_CONTROLS),
    row("dctcp", "congestion control", &[], RATE_CONTROLS),
    row("powertcp", "congestion control", &[], RATE_CONTROLS),
    row("quanta", "IEEE 802.1Qbb", &["pause_quanta"], ""),
    row("pause_time", "IEEE 802.1Qbb", &["pause_quanta"], ""),
    row("802.3x", "IEEE 802.3", &["link_pause"], LINK_PAUSE),
    row("flow_control", "IEEE 802.3x", &["link_pause"], LINK_PAUSE),
    row("global_pause", "IEEE 802.3x", &["link_pause"], LINK_PAUSE),
    row("shaper", "switches", &["pir", "port_pir"], "a rate in frame bytes"),
    row("max_rate", "Linux, ETS", &["pir"], "a rate in frame bytes"),
    row("spray", "packet spraying", &[], PER_FLOW),
    row("load_balancing", "switches", &[], PER_FLOW),
    row("ecmp", "switches", &[], PER_FLOW),
    row("packet_spraying", "Ultra Ethernet", &[], PER_FLOW),
    row("drill", "load balancing", &[], PER_FLOW),
    row("flowlet", "load balancing", &[], PER_FLOW),
    row("conga", "load balancing", &[], PER_FLOW),
    row("adaptive_routing", "InfiniBand, Spectrum-X", &[], PER_FLOW),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::params::{Key, TABLE};

    #[test]
    fn every_foreign_word_leads_to_a_parameter_and_is_none_itself() {
        for (n, row) in FOREIGN_WORDS.iter().enumerate() {
            assert!(row.here.iter().all(|name| Key::find(name).is_some()), "{row:?}");
            // `hpcc` is also the name of a profile. Its congestion control is not modelled.
            assert!(TABLE.iter().all(|param| !letters(param.name).eq(letters(row.word))), "{row:?}");
            let again = FOREIGN_WORDS[..n].iter().find(|other| letters(other.word).eq(letters(row.word)));
            assert_eq!(again, None, "{row:?}");
            assert!(!row.here.is_empty() || !row.note.is_empty(), "{row:?} says what there is instead");
        }
    }

    #[test]
    fn a_word_is_found_however_it_is_written() {
        for word in ["dynamic_th", "Dynamic-TH", "dynamicTh", "DYNAMIC TH"] {
            assert_eq!(ForeignWord::find(word).map(|row| row.here[0]), Some("alpha"), "{word}");
        }
        assert_eq!(ForeignWord::find("802.3x"), ForeignWord::find("802-3X"));
        for word in ["", "dynamic", "xoff", &"y".repeat(1 << 20)] {
            assert_eq!(ForeignWord::find(word), None, "{word:.20}");
        }
        let answer = |word| ForeignWord::find(word).unwrap().answer();
        assert_eq!(answer("over_subscribe_ratio"), "\"over_subscribe_ratio\" (SONiC) is headroom_ratio here");
        assert_eq!(
            answer("drill"),
            "\"drill\" (load balancing) is not modelled: a flow keeps one of the equal paths, by a hash; it may name its path"
        );
    }
}
