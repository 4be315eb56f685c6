//! Import of `pg_profile_lookup.ini`, from which buffermgrd creates the buffer profiles of lossless priority
//! groups.
//!
//! Rule: a port uses the row with exactly its speed and its cable length
//! (`BufferMgr::readPgProfileLookupFile`, cfgmgr/buffermgr.cpp). If a file has several such rows, the last
//! row applies.
//! Fallback: without such a row the priority group is lossy. The finding has the message of buffermgrd.
//! Left out: the row of the next longer cable, which SONiC does not use either.
//!
//! Start with [`Lookup`] and [`profile_of`].

use super::pool::Pool;
use super::profile::{MAX_BYTES, Profile, Threshold};
use super::switch::{Switch, known_names};
use super::switch_file::{SwitchFile, belongs_to};
use crate::finding::{FilePlace, Findings, Refusal, Refusals};
use crate::terminal::is_prompt;

/// Columns of a row in `pg_profile_lookup.ini`. The last can be absent.
const COLUMNS: [&str; 7] = ["speed", "cable", "size", "xon", "xoff", "threshold", "xon_offset"];

/// Smallest headroom that is accepted in a row, in bytes. Headrooms of all SKUs are more than ten times as
/// large, so a smaller number must come from another column.
const LEAST_XOFF: u64 = 1_000;

/// Smallest number of columns of a row in `pg_profile_lookup.ini`.
const LEAST_COLUMNS: usize = COLUMNS.len() - 1;

/// Rows of a `pg_profile_lookup.ini`.
#[derive(Debug)]
pub(super) struct Lookup {
    /// Host name of the switch that the file belongs to; `None`: all switches.
    switch: Option<String>,
    file: String,
    /// Rows in the order of the file. Rows that a later row replaces are left out.
    rows: Vec<LookupRow>,
    /// Replaced rows, each with the line number of its replacement.
    replaced: Vec<(LookupRow, usize)>,
    /// Number of lines with a prompt or a command, which were skipped.
    pub prompts: usize,
}

/// Columns of a row. Speed and cable length are text; sizes are in bytes. `xon_offset` is `None` if the row
/// has no such column.
#[derive(Debug)]
struct LookupRow {
    /// Line number of the row in the file, from 1.
    line: usize,
    speed: String,
    cable: String,
    size: u64,
    xon: u64,
    xoff: u64,
    threshold: i64,
    xon_offset: Option<u64>,
}

impl Lookup {
    /// Reads `pg_profile_lookup.ini`.
    ///
    /// # Errors
    /// If there is no row, or a row does not have these columns: speed, cable, size, xon, xoff, threshold
    /// and, optionally, `xon_offset`. If a row has fewer columns than the header. If a size is not a whole
    /// number up to [`MAX_BYTES`], or `xoff` is below [`LEAST_XOFF`], as in a row without `xoff`. Only the
    /// first such line is refused.
    ///
    /// Empty lines, lines that begin with `#`, and lines with a prompt or a command are skipped.
    pub fn read(of: &SwitchFile) -> Result<Self, Refusals> {
        let name = &of.file.name;
        of.file.check()?;
        let refuse = |reason: String| Refusals::from(Refusal::new(FilePlace::file(name), &reason));
        let (mut rows, mut replaced, mut prompts, mut header) =
            (Vec::<LookupRow>::new(), Vec::new(), 0, None);
        for (number, line) in (1..).zip(of.file.content().lines()) {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix('#') {
                let names: Vec<&str> = comment.split_whitespace().collect();
                header = (COLUMNS.starts_with(&names) && names.len() >= LEAST_COLUMNS)
                    .then_some(names.len())
                    .or(header);
                continue;
            }
            if line.is_empty() {
                continue;
            }
            if is_prompt(line) {
                prompts += 1;
                continue;
            }
            let row = LookupRow::read(number, line, header.unwrap_or(LEAST_COLUMNS));
            let row = row.map_err(|reason| refuse(format!("line {number}: {reason}")))?;
            if let Some(n) = rows.iter().position(|old| (&old.speed, &old.cable) == (&row.speed, &row.cable))
            {
                replaced.push((rows.remove(n), number));
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Err(refuse(format!("has no row; give a file with the columns {}", COLUMNS.join(", "))));
        }
        Ok(Self { switch: of.switch.clone(), file: name.clone(), rows, replaced, prompts })
    }

    /// Reports the rows that a later row replaces. Refuses a file whose owner is none of `switches`.
    pub fn report(&self, switches: &[Switch], findings: &mut Findings) {
        for (row, by) in &self.replaced {
            findings.changed(
                self.place(&row.speed, &row.cable),
                format!("left out: line {} is replaced by line {by}, as in buffermgrd", row.line),
            );
        }
        if switches.iter().any(|switch| belongs_to(self.switch.as_deref(), switch)) {
            return;
        }
        if let Some(owner) = &self.switch {
            let names = known_names(switches);
            let reason = format!("--pg-lookup {owner}: there is no such switch among {names}");
            findings.refuse(FilePlace::file(&self.file), reason);
        }
    }

    /// Place of the row for this speed in Mb/s and this cable length.
    fn place(&self, speed: &str, cable: &str) -> FilePlace {
        FilePlace::new(&self.file, &format!("speed {speed}, cable {cable}"), "", "")
    }

    /// Profile of the row with this speed in Mb/s and this cable length, both compared as text; `None` if no
    /// row matches. A negative static threshold becomes 0. Refuses a dynamic threshold outside −64 to 64.
    fn profile(&self, speed: &str, cable: &str, pool: &Pool, findings: &mut Findings) -> Option<Profile> {
        let row = self.rows.iter().find(|row| row.speed == speed && row.cable == cable)?;
        if !pool.is_static && !(-64..=64).contains(&row.threshold) {
            let reason =
                format!("line {}: threshold is {}, but must be from -64 to 64", row.line, row.threshold);
            findings.refuse(self.place(speed, cable), reason);
        }
        // The mode of the pool decides whether buffermgrd writes the column as `dynamic_th` or `static_th`.
        let threshold = if pool.is_static {
            Threshold::Static(u64::try_from(row.threshold).unwrap_or_default())
        } else {
            Threshold::Dynamic(row.threshold)
        };
        Some(Profile {
            place: self.place(speed, cable).into(),
            pool: None,
            xoff: Some(row.xoff),
            xon: Some(row.xon),
            xon_offset: row.xon_offset,
            size: row.size,
            threshold: Some(threshold),
        })
    }
}

impl LookupRow {
    /// Reads the text of the line `number`, which must have at least `least` columns.
    ///
    /// # Errors
    /// The column that is wrong or missing, and its range.
    fn read(number: usize, text: &str, least: usize) -> Result<Self, String> {
        let columns: Vec<&str> = text.split_whitespace().collect();
        if columns.len() < least || columns.len() > COLUMNS.len() {
            let optional = if least < COLUMNS.len() { " or nothing" } else { "" };
            let expected = COLUMNS.join(", ").replace(", xon_offset", ", and xon_offset");
            return Err(format!("\"{text}\" must have the columns {expected}{optional}"));
        }
        let bytes = |n: usize| {
            let value = columns[n].parse().ok().filter(|bytes| *bytes <= MAX_BYTES);
            value.ok_or_else(|| {
                format!(
                    "{} is \"{}\", but must be a number of bytes up to {MAX_BYTES}",
                    COLUMNS[n], columns[n]
                )
            })
        };
        let threshold = columns[5].parse();
        let xoff = bytes(4)?;
        if xoff < LEAST_XOFF {
            return Err(format!(
                "xoff is {xoff}, but must be a headroom of at least {LEAST_XOFF} B; give the columns {}, in this order",
                COLUMNS[..LEAST_COLUMNS].join(", ")
            ));
        }
        Ok(Self {
            line: number,
            speed: columns[0].to_owned(),
            cable: columns[1].to_owned(),
            size: bytes(2)?,
            xon: bytes(3)?,
            xoff,
            threshold: threshold
                .map_err(|_| format!("threshold is \"{}\", but must be a whole number", columns[5]))?,
            xon_offset: if columns.len() > LEAST_COLUMNS { Some(bytes(6)?) } else { None },
        })
    }
}

/// Profile for lossless groups of a port of `switch`, from the first file of the switch that has a matching
/// row.
///
/// # Errors
/// If no row matches exactly: the message of buffermgrd. Refuses a threshold out of range.
pub(super) fn profile_of(
    lookups: &[Lookup],
    switch: &Switch,
    speed: &str,
    cable: &str,
    pool: &Pool,
    findings: &mut Findings,
) -> Result<Profile, String> {
    let mut own = lookups.iter().filter(|lookup| belongs_to(lookup.switch.as_deref(), switch));
    own.find_map(|lookup| lookup.profile(speed, cable, pool, findings))
        .ok_or_else(|| format!("No PG profile configured for speed {speed} and cable length {cable}"))
}

#[cfg(test)]
mod tests {
    use super::super::read::File;
    use super::*;

    fn read(text: &str) -> Result<Lookup, Refusals> {
        Lookup::read(&SwitchFile { switch: None, file: File::new("x.ini", text) })
    }

    #[test]
    fn a_row_is_found_by_exact_speed_and_cable() {
        let lookup =
            read("# speed cable size xon xoff threshold xon_offset\n 100000  40m 1248 1300 59696 -2 2496\n");
        let lookup = lookup.unwrap();
        let profile = lookup.profile("100000", "40m", &Pool::default(), &mut Findings::default()).unwrap();
        assert_eq!((profile.size, profile.xon, profile.xoff), (1_248, Some(1_300), Some(59_696)));
        assert_eq!((profile.threshold, profile.xon_offset), (Some(Threshold::Dynamic(-2)), Some(2_496)));
        assert!(lookup.profile("100000", "39m", &Pool::default(), &mut Findings::default()).is_none());
    }

    #[test]
    fn lines_with_a_prompt_or_a_command_are_skipped() {
        let lookup =
            read("admin@leaf1:~$ cat x.ini\n100000 40m 1248 1300 59696 -2\nadmin@leaf1:~$ \n").unwrap();
        assert_eq!((lookup.rows.len(), lookup.prompts), (1, 2));
    }

    #[test]
    fn the_last_row_of_a_speed_and_cable_counts() {
        let lookup = read("100000 40m 1 2 3000 0\n100000 5m 1 2 3000 0\n100000 40m 4 5 6000 0\n").unwrap();
        let profile = lookup.profile("100000", "40m", &Pool::default(), &mut Findings::default());
        assert_eq!(profile.map(|profile| profile.size), Some(4));
        let replaced: Vec<_> = lookup.replaced.iter().map(|(row, by)| (row.line, *by)).collect();
        assert_eq!(replaced, [(1, 3)]);
    }

    #[test]
    fn a_wrong_or_missing_column_is_refused_with_its_line() {
        let header = "# speed cable size xon xoff threshold xon_offset\n";
        for (text, expected) in [
            ("", "has no row"),
            ("# x\n", "has no row"),
            (
                &format!("{header}100000 40m 1248 2288 0 2288\n")[..],
                "line 2: \"100000 40m 1248 2288 0 2288\" must",
            ),
            ("100000 40m 1248 2288 -2 2288\n", "line 1: xoff is \"-2\", but must be"),
            ("100000 40m 1248 2288 0 2288\n", "line 1: xoff is 0, but must be a headroom of at least 1000 B"),
            ("100000 40m 1248 2288 53248 x\n", "line 1: threshold is \"x\", but must be"),
        ] {
            let refusal = read(text).unwrap_err().to_string();
            assert!(refusal.contains(expected), "{text}: {refusal}");
        }
        for (threshold, is_refused) in [(64, false), (65, true), (-65, true)] {
            let mut findings = Findings::default();
            let lookup = read(&format!("100000 40m 1 2 3000 {threshold}\n")).unwrap();
            lookup.profile("100000", "40m", &Pool::default(), &mut findings);
            assert_eq!(findings.or_refuse().is_err(), is_refused, "{threshold}");
        }
    }

    #[test]
    fn another_shape_is_refused_with_its_line() {
        let refusal = read("# x\n100000 40m 1248\n").unwrap_err().to_string();
        assert!(refusal.starts_with("x.ini: line 2: \"100000 40m 1248\" must have the columns"), "{refusal}");
    }
}
