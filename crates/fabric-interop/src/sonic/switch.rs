//! Switch of the import: its tables, its names and its linked ports.
//!
//! Rule: a file belongs to the switch of its `DEVICE_METADATA|localhost.hostname` and `asic_name`.
//! Fallback: a file without a host name belongs to the switch before it; without any it is `sonic`.
//! Left out: two files with one host name and ASIC, which are refused.

use std::collections::{BTreeMap, HashMap};

use super::config_db::{ConfigDb, ConfigRow};
use super::read::{File, read};
use super::switch_file::SwitchFile;
use crate::finding::{Place, Refusal, Refusals, shown};

/// The table with the name and platform of a switch.
const METADATA: &str = "DEVICE_METADATA";

/// Switch of the import. Port numbers are those of the document.
#[derive(Debug)]
pub(super) struct Switch {
    /// The name in the document.
    pub name: String,
    pub db: ConfigDb,
    /// SONiC's names of the linked ports, by port number.
    pub ports: Vec<String>,
    numbers: HashMap<String, usize>,
    /// SONiC's names of ports by alias.
    aliases: HashMap<String, String>,
}

impl Switch {
    fn new(db: ConfigDb) -> Self {
        Self { name: String::new(), db, ports: Vec::new(), numbers: HashMap::new(), aliases: HashMap::new() }
    }

    /// Indexes the aliases of all ports, and their names within an ASIC (`Eth0-ASIC1`). Call it after
    /// all files of the switch are merged.
    fn index_aliases(&mut self) {
        let of_field = |field: &'static str| {
            let rows = self.db.rows("PORT");
            rows.filter_map(move |row: ConfigRow<'_>| {
                Some((row.get(field)?.to_owned(), row.key().to_owned()))
            })
        };
        self.aliases = of_field("asic_port_name").chain(of_field("alias")).collect();
    }

    fn metadata(&self, field: &str) -> Option<&str> {
        self.db.field(METADATA, "localhost", field)
    }

    /// Host name in the configuration; `sonic`, the default of SONiC, if there is none.
    pub fn hostname(&self) -> &str {
        self.metadata("hostname").unwrap_or("sonic")
    }

    /// The platform, such as `x86_64-mlnx_msn4600c-r0`; empty if unknown.
    pub fn platform(&self) -> &str {
        self.metadata("platform").unwrap_or_default()
    }

    /// The place of a field of `DEVICE_METADATA|localhost`.
    pub fn metadata_place(&self, field: &str) -> Place {
        let row = self.db.row(METADATA, "localhost");
        row.map_or_else(|| Place::new(self.db.file(), METADATA, "localhost", field), |row| row.place(field))
    }

    /// Name of the ASIC, in a device with a file for each ASIC; empty otherwise.
    fn asic(&self) -> &str {
        self.metadata("asic_name").unwrap_or_default()
    }

    /// The host name, and the ASIC if the device has several.
    pub fn full_name(&self) -> String {
        let separator = if self.asic().is_empty() { "" } else { "-" };
        format!("{}{separator}{}", self.hostname(), self.asic())
    }

    /// Whether `name`, of a neighbour of ASIC `other` of the same device, means this ASIC (`ASIC1`).
    pub fn is_beside(&self, other: &Self, name: &str) -> bool {
        !name.is_empty() && self.asic().eq_ignore_ascii_case(name) && self.hostname() == other.hostname()
    }

    /// Whether `host` and `asic`, from a key with four parts, mean this switch.
    pub fn is_called(&self, (host, asic): (&str, &str)) -> bool {
        let is_asic = self.metadata("asic_name").is_none_or(|name| name.eq_ignore_ascii_case(asic));
        is_asic && self.hostname().eq_ignore_ascii_case(host)
    }

    /// Whether the name of a neighbour means this switch: its host name, or host and ASIC of a chassis
    /// (`Linecard2|Asic0`).
    pub fn answers_to(&self, name: &str) -> bool {
        let host = self.hostname();
        let Some(rest) = name.get(..host.len()).filter(|start| start.eq_ignore_ascii_case(host)) else {
            return false;
        };
        let rest = &name[rest.len()..];
        let of_asic = rest.strip_prefix(['|', '_', '-']);
        rest.is_empty() || of_asic.is_some_and(|rest| rest.eq_ignore_ascii_case(self.asic()))
    }

    /// SONiC's name of the port with this name or alias; `None` if there is none.
    pub fn port_called(&self, name: &str) -> Option<&str> {
        if let Some(row) = self.db.row("PORT", name) {
            return Some(row.key());
        }
        self.aliases.get(name).map(String::as_str)
    }

    /// Adds a linked port. Returns its number.
    pub fn add_port(&mut self, port: &str) -> usize {
        let number = self.ports.len();
        self.numbers.insert(port.to_owned(), number);
        self.ports.push(port.to_owned());
        number
    }

    /// The number of a linked port.
    pub fn number(&self, port: &str) -> Option<usize> {
        self.numbers.get(port).copied()
    }

    /// A field of a port in `PORT`.
    pub fn port_field(&self, port: &str, field: &str) -> Option<&str> {
        self.db.field("PORT", port, field)
    }

    /// The entry of a table for a port; its key may be a list of ports.
    pub fn row_of_port<'a>(&'a self, table: &'a str, port: &str) -> Option<ConfigRow<'a>> {
        let of_list = || {
            let mut lists = self.db.rows(table).filter(|row| row.key().contains(','));
            lists.find(|row| row.key().split(',').any(|name| name.trim() == port))
        };
        self.db.row(table, port).or_else(of_list)
    }

    /// Place of a field of a port in a table, even if the field is absent.
    pub fn place(&self, table: &str, key: &str, field: &str) -> Place {
        let row = self.db.row(table, key);
        row.map_or_else(
            || Place { key: shown(key), field: shown(field), ..self.db.place(table) },
            |row| row.place(field),
        )
    }
}

/// Reads all files. A file without a host name belongs to the switch before it, or to the first;
/// `further` files name their switch.
///
/// # Errors
/// If a file cannot be read, two files have one host name and ASIC, or a file belongs to no switch.
pub(super) fn switches(files: &[File], further: &[SwitchFile]) -> Result<Vec<Switch>, Refusals> {
    let mut switches: Vec<Switch> = Vec::new();
    let mut named: BTreeMap<[String; 2], String> = BTreeMap::new();
    let mut parts: Option<ConfigDb> = None;
    for file in files {
        let db = read(file)?;
        let of_switch = |field| db.field(METADATA, "localhost", field).map(str::to_owned);
        let (host, asic) = (of_switch("hostname"), of_switch("asic_name").unwrap_or_default());
        match (host, switches.last_mut()) {
            (None, Some(last)) => last.db.merge(db),
            (None, None) => match &mut parts {
                Some(parts) => parts.merge(db),
                None => parts = Some(db),
            },
            (Some(host), _) => {
                let name = [&host, &asic].map(|part| part.to_ascii_lowercase());
                if let Some(other) = named.insert(name, file.name.clone()) {
                    let reason =
                        format!("{other} is the switch \"{host}\", too; give each switch another name");
                    let place = Place::new(&file.name, METADATA, "localhost", "hostname");
                    return Err(Refusal::new(place, &reason).into());
                }
                let db = match parts.take() {
                    Some(mut parts) => {
                        parts.merge(db);
                        parts
                    }
                    None => db,
                };
                switches.push(Switch::new(db));
            }
        }
    }
    switches.extend(parts.map(Switch::new));
    for part in further {
        let db = read(&part.file)?;
        find_owner(&mut switches, part)?.db.merge(db);
    }
    switches.iter_mut().for_each(Switch::index_aliases);
    Ok(switches)
}

/// Switch that a further file belongs to.
fn find_owner<'a>(switches: &'a mut [Switch], part: &SwitchFile) -> Result<&'a mut Switch, Refusals> {
    let number = match &part.switch {
        Some(name) => switches.iter().position(|switch| switch.answers_to(name)),
        None if switches.len() == 1 => Some(0),
        None => None,
    };
    let reason = match &part.switch {
        Some(name) => format!("no file is of a switch called {name}"),
        None => "there are several switches; say which one has it, as in leaf1=FILE".to_owned(),
    };
    let found = number.and_then(|number| switches.get_mut(number));
    found.ok_or_else(|| Refusal::new(Place::file(&part.file.name), &reason).into())
}
