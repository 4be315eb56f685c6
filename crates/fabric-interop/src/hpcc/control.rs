//! Import of the congestion control: `CC_MODE` and the parameters of DCQCN. Start with [`write`].
//!
//! Rule: `CC_MODE` 1 is DCQCN (`config_doc.txt`); its parameters have the meaning of `rdma-hw.cc`.
//! Fallback: without `CC_MODE` flows have no rate control. Absent parameters keep the defaults of this
//! simulator.
//! Left out: HPCC, TIMELY, DCTCP and HPCC-PINT (refused, unless the user chooses another rate control).

use fabric_sim::units::Time;

use super::RateControl;
use super::config::Config;
use super::units;
use crate::checked::Params;
use crate::finding::{FilePlace, Findings, Refusal};
use crate::sonic::File;

/// Numbers of `CC_MODE` and the names of their congestion controls (`config_doc.txt`).
const MODES: [(u64, &str); 5] = [(1, "DCQCN"), (3, "HPCC"), (7, "TIMELY"), (8, "DCTCP"), (10, "HPCC-PINT")];

/// Times of DCQCN in microseconds. Each pair has a key of `config.txt` and a parameter of the document.
const TIMES: [(&str, &str); 3] = [
    ("ALPHA_RESUME_INTERVAL", "dcqcn_alpha_timer"),
    ("RP_TIMER", "dcqcn_timer"),
    ("RATE_DECREASE_INTERVAL", "dcqcn_cut_interval"),
];

/// Rates of DCQCN. Each pair has a key of `config.txt` and a parameter of the document.
const RATES: [(&str, &str); 3] =
    [("RATE_AI", "dcqcn_ai"), ("RATE_HAI", "dcqcn_hai"), ("MIN_RATE", "dcqcn_min")];

/// Keys of `config.txt` for the congestion control.
pub(super) const KEYS: [&str; 9] = [
    "CC_MODE",
    "EWMA_GAIN",
    "FAST_RECOVERY_TIMES",
    "ALPHA_RESUME_INTERVAL",
    "RP_TIMER",
    "RATE_DECREASE_INTERVAL",
    "RATE_AI",
    "RATE_HAI",
    "MIN_RATE",
];

/// Whether this simulator models the congestion control of a `config.txt`: DCQCN, or no `CC_MODE`. Also true
/// if the file cannot be read, or `CC_MODE` has no value.
#[must_use]
pub fn models_control(file: &File) -> bool {
    let mode =
        Config::read(file).ok().and_then(|config| Some(config.values("CC_MODE")?.first()?.text == "1"));
    mode.unwrap_or(true)
}

/// Writes the rate control of all flows into `params`. `chosen` replaces `CC_MODE`; `None`: `CC_MODE`
/// decides. If flows get no rate control, parameters of DCQCN are not read, and are reported as not
/// modelled.
///
/// # Errors
/// If `CC_MODE` is not modelled and `chosen` is `None`, or a number that is read is malformed.
pub(super) fn write(
    config: &Config<'_>,
    chosen: Option<RateControl>,
    params: &mut Params,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let place = config.place("CC_MODE");
    let control = match (config.one("CC_MODE")?, chosen) {
        (None, None) => {
            let reason = "no CC_MODE is given: flows send at the rate of their link";
            findings.changed(place.clone(), reason);
            RateControl::None
        }
        (None, Some(chosen)) => chosen,
        (Some(word), chosen) => {
            let mode = word.whole("CC_MODE", 0..=u64::from(u32::MAX))?;
            let known = MODES.iter().find(|(number, _)| *number == mode);
            let name = known.map_or("an unknown control", |(_, name)| *name);
            match chosen {
                None if mode == 1 => {
                    findings.taken(place.clone(), "rate_control dcqcn");
                    RateControl::Dcqcn
                }
                None => {
                    let reason = format!(
                        "CC_MODE {mode} is {name}, which is not modelled; choose --rate-control none or --rate-control dcqcn"
                    );
                    return Err(Refusal::new(config.line("CC_MODE"), &reason));
                }
                Some(chosen) => {
                    if mode == 1 && chosen == RateControl::Dcqcn {
                        findings.taken(place.clone(), "rate_control dcqcn");
                    } else {
                        let reason = format!("{name} is replaced by what was chosen: {}", chosen.name());
                        findings.not_modelled(place.clone(), reason);
                    }
                    chosen
                }
            }
        }
    };
    params.set("rate_control", control.name(), &config.line("CC_MODE"));
    if control == RateControl::Dcqcn {
        return dcqcn(config, params, findings);
    }
    for key in KEYS[1..].iter().filter(|key| config.values(key).is_some()) {
        findings.not_modelled(config.place(key), "a parameter of DCQCN, but the flows have no rate control");
    }
    Ok(())
}

/// Writes the parameters of DCQCN. Times are in microseconds; rates without a suffix in bits per second.
fn dcqcn(config: &Config<'_>, params: &mut Params, findings: &mut Findings) -> Result<(), Refusal> {
    if let Some(word) = config.one("EWMA_GAIN")? {
        let range = "a number above 0, at most 1";
        word.scaled("EWMA_GAIN", 1_000_000_000_000, range)?;
        params.set("dcqcn_g", word.text, &word.place());
    }
    if let Some(word) = config.one("FAST_RECOVERY_TIMES")? {
        params.set("dcqcn_threshold", word.whole("FAST_RECOVERY_TIMES", 0..=31)?, &word.place());
    }
    for (key, param) in TIMES {
        if let Some(word) = config.one(key)? {
            let ps = word.scaled(key, 1_000_000, "a number of microseconds, 0 or more")?;
            params.set(param, Time(ps), &word.place());
        }
    }
    for (key, param) in RATES {
        if let Some(word) = config.one(key)? {
            params.set(param, units::rate(&word, key)?, &word.place());
        }
    }
    for key in &KEYS[1..] {
        if config.values(key).is_some() {
            findings.taken(config.place(key), "the parameter of DCQCN");
        }
    }
    // `rdma-hw.cc` raises rates by timer only, never by bytes sent. It reports each marked frame by a flag
    // in the ack; here, a CNP without a minimum interval replaces the flag.
    let none = FilePlace::default();
    params.set("dcqcn_bytes", "off", &none);
    params.set("cnp_interval", "0s", &none);
    findings.changed(
        config.place("CC_MODE"),
        "each marked frame causes a CNP of its own, in place of a flag in its ack",
    );
    Ok(())
}
