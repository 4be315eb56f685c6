//! Import of `pg_profile_lookup.ini`, from which buffermgrd creates the buffer profiles of lossless priority
//! groups.
//!
//! Rule: a port uses the row with exactly its speed and its cable length
//! (`BufferMgr::readPgProfileLookupFile`, cfgmgr/buffermgr.cpp).
//! Fallback: without such a row the priority group is lossy. The finding has the message of buffermgrd.
//! Left out: the row of the next longer cable, which SONiC does not use either.
//!
//! Start with [`Lookup`] and [`profile_of`].

use super::pool::Pool;
use super::profile::{MAX_BYTES, Profile, Threshold};
use super::switch::Switch;
use super::switch_file::{SwitchFile, belongs_to};
use crate::finding::{FilePlace, Refusal, Refusals};
use crate::terminal::is_prompt;

/// Rows of a `pg_profile_lookup.ini`.
#[derive(Debug)]
pub(super) struct Lookup {
    /// Host name of the switch that the file belongs to; `None`: all switches.
    switch: Option<String>,
    file: String,
    rows: Vec<LookupRow>,
    /// Number of lines with a prompt or a command, which were skipped.
    pub prompts: usize,
}

/// Columns of a row; speed and cable length are text, sizes are in bytes. `xon_offset` is `None` if the row
/// has no such column.
#[derive(Debug)]
struct LookupRow {
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
    /// If a line has other columns than speed, cable, size, xon, xoff, threshold and, optionally,
    /// `xon_offset`, or a size that is no whole number up to [`MAX_BYTES`]. Only the first such line is
    /// refused. Empty lines, lines that begin with `#`, and lines with a prompt or a command are skipped.
    pub fn read(of: &SwitchFile) -> Result<Self, Refusals> {
        let name = &of.file.name;
        of.file.check_length()?;
        let (mut rows, mut prompts) = (Vec::new(), 0);
        for (number, line) in of.file.content().lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if is_prompt(line) {
                prompts += 1;
                continue;
            }
            let Some(row) = LookupRow::read(line) else {
                let reason = format!(
                    "line {}: \"{line}\" must have the columns speed, cable, size, xon, xoff, threshold, and xon_offset \
                     or nothing",
                    number + 1
                );
                return Err(Refusal::new(FilePlace::file(name), &reason).into());
            };
            rows.push(row);
        }
        Ok(Self { switch: of.switch.clone(), file: name.clone(), rows, prompts })
    }

    /// Profile of the first row with this speed in Mb/s and this cable length, both compared as text; `None`
    /// if there is no such row. A negative static threshold becomes 0.
    fn profile(&self, speed: &str, cable: &str, pool: &Pool) -> Option<Profile> {
        let row = self.rows.iter().find(|row| row.speed == speed && row.cable == cable)?;
        // The mode of the pool decides whether buffermgrd writes the column as `dynamic_th` or `static_th`.
        let threshold = if pool.is_static {
            Threshold::Static(u64::try_from(row.threshold).unwrap_or_default())
        } else {
            Threshold::Dynamic(row.threshold)
        };
        Some(Profile {
            place: FilePlace::new(&self.file, &format!("speed {speed}, cable {cable}"), "", "").into(),
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
    fn read(line: &str) -> Option<Self> {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let ([speed, cable, size, xon, xoff, threshold] | [speed, cable, size, xon, xoff, threshold, _]) =
            columns[..]
        else {
            return None;
        };
        let bytes = |text: &str| text.parse().ok().filter(|bytes| *bytes <= MAX_BYTES);
        let xon_offset = match columns.get(6) {
            Some(text) => Some(bytes(text)?),
            None => None,
        };
        Some(Self {
            speed: speed.to_owned(),
            cable: cable.to_owned(),
            size: bytes(size)?,
            xon: bytes(xon)?,
            xoff: bytes(xoff)?,
            threshold: threshold.parse().ok()?,
            xon_offset,
        })
    }
}

/// Profile for lossless groups of a port of `switch`, from the first file of the switch that has a matching
/// row.
///
/// # Errors
/// If no row matches exactly: the message of buffermgrd.
pub(super) fn profile_of(
    lookups: &[Lookup],
    switch: &Switch,
    speed: &str,
    cable: &str,
    pool: &Pool,
) -> Result<Profile, String> {
    let mut own = lookups.iter().filter(|lookup| belongs_to(lookup.switch.as_deref(), switch));
    own.find_map(|lookup| lookup.profile(speed, cable, pool))
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
        let profile = lookup.profile("100000", "40m", &Pool::default()).unwrap();
        assert_eq!((profile.size, profile.xon, profile.xoff), (1_248, Some(1_300), Some(59_696)));
        assert_eq!((profile.threshold, profile.xon_offset), (Some(Threshold::Dynamic(-2)), Some(2_496)));
        assert!(lookup.profile("100000", "39m", &Pool::default()).is_none());
    }

    #[test]
    fn lines_with_a_prompt_or_a_command_are_skipped() {
        let lookup =
            read("admin@leaf1:~$ cat x.ini\n100000 40m 1248 1300 59696 -2\nadmin@leaf1:~$ \n").unwrap();
        assert_eq!((lookup.rows.len(), lookup.prompts), (1, 2));
    }

    #[test]
    fn another_shape_is_refused_with_its_line() {
        let said = read("# x\n100000 40m 1248\n").unwrap_err().to_string();
        assert!(said.starts_with("x.ini: line 2: \"100000 40m 1248\" must have the columns"), "{said}");
    }
}
