//! Switch of an import: its tables, its names and its linked ports. Start with [`switches`].
//!
//! Rule: `DEVICE_METADATA|localhost.hostname` and `asic_name` give the switch that a file belongs to.
//! Fallback: a file without a host name belongs to the switch of the previous file. If no file has a host
//! name, the switch is called `sonic`.
//! Left out: two files with the same host name and ASIC (refused).

use std::collections::{BTreeMap, HashMap};

use super::config_db::{ConfigDb, ConfigRow};
use super::host;
use super::name::short;
use super::read::{File, read};
use super::switch_file::SwitchFile;
use crate::finding::{FilePlace, Findings, Refusal, Refusals, shown};

/// Table with the name and the platform of a switch.
const METADATA: &str = "DEVICE_METADATA";

/// Switch of an import. Port numbers are the numbers of the ports in the document.
#[derive(Debug)]
pub(super) struct Switch {
    /// Name of the switch in the document.
    pub name: String,
    pub db: ConfigDb,
    /// Names of the linked ports in SONiC, indexed by port number.
    pub ports: Vec<String>,
    /// Number in the document of each linked port; the key is the name of the port in SONiC.
    numbers: HashMap<String, usize>,
    /// Names of ports in SONiC, by alias of the port.
    aliases: HashMap<String, String>,
    /// Names of ports in SONiC, by name or alias in lower case.
    lower_case: HashMap<String, String>,
    /// Keys that list several ports; the map has the name of the table as its key.
    lists: HashMap<String, PortLists>,
}

/// Keys of one table that list several ports, such as `Ethernet0,Ethernet4`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PortLists {
    /// Keys with several ports, without repetition, in the order in which they were added.
    keys: Vec<String>,
    /// For each port name, the index in [`Self::keys`] of the first key that contains it.
    by_name: HashMap<String, usize>,
}

impl PortLists {
    /// Adds a key that lists several ports. The running time is proportional to the length of the key.
    fn add(&mut self, key: &str) {
        for name in key.split(',').map(str::trim) {
            if !self.by_name.contains_key(name) {
                self.by_name.insert(name.to_owned(), self.keys.len());
            }
        }
        self.keys.push(key.to_owned());
    }

    /// Index of the first key that contains `name`; `None` if no key does.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Key with this index in the list of keys; `None` if the list has no key with this index.
    pub fn key(&self, index: usize) -> Option<&str> {
        self.keys.get(index).map(String::as_str)
    }

    /// Index of this key in the list; `None` if the key names fewer than two ports.
    pub fn position(&self, key: &str) -> Option<usize> {
        self.keys.binary_search_by(|known| known.as_str().cmp(key)).ok()
    }
}

impl Switch {
    fn new(db: ConfigDb) -> Self {
        Self {
            name: String::new(),
            db,
            ports: Vec::new(),
            numbers: HashMap::new(),
            aliases: HashMap::new(),
            lower_case: HashMap::new(),
            lists: HashMap::new(),
        }
    }

    /// Fills [`Switch::aliases`] with the aliases of all ports, and with the port names within an ASIC
    /// (`Eth0-ASIC1`). If a text is an alias and also a port name within an ASIC, it counts as an alias; if
    /// several ports have one alias, the alias names the port with the last key. Fills
    /// [`Switch::lower_case`], in which a port name replaces an equal alias. Call this after all files of the
    /// switch are merged.
    fn index_aliases(&mut self) {
        let of_field = |field: &'static str| {
            let rows = self.db.rows("PORT");
            rows.filter_map(move |row: ConfigRow<'_>| {
                Some((row.get(field)?.to_owned(), row.key().to_owned()))
            })
        };
        let aliases: Vec<(String, String)> = of_field("asic_port_name").chain(of_field("alias")).collect();
        let names = self.db.rows("PORT").map(|row| (row.key().to_owned(), row.key().to_owned()));
        let all = aliases.iter().cloned().chain(names);
        self.lower_case = all.map(|(name, port)| (name.to_ascii_lowercase(), port)).collect();
        self.aliases = aliases.into_iter().collect();
    }

    /// Fills [`Switch::lists`]. Call this after all files of the switch are merged.
    fn index_lists(&mut self) {
        for table in self.db.names() {
            let mut lists = PortLists::default();
            self.db.rows(table).filter(|row| row.key().contains(',')).for_each(|row| lists.add(row.key()));
            if !lists.keys.is_empty() {
                self.lists.insert(table.to_owned(), lists);
            }
        }
    }

    /// Keys of a table that list several ports; `None` if the table has no such key.
    pub fn lists(&self, table: &str) -> Option<&PortLists> {
        self.lists.get(table)
    }

    fn metadata(&self, field: &str) -> Option<&str> {
        self.db.field(METADATA, "localhost", field)
    }

    /// Host name in the configuration. If the configuration has no host name: `sonic`, the default of SONiC.
    pub fn hostname(&self) -> &str {
        self.metadata("hostname").unwrap_or("sonic")
    }

    /// Name of the platform, such as `x86_64-mlnx_msn4600c-r0`; empty if unknown.
    pub fn platform(&self) -> &str {
        self.metadata("platform").unwrap_or_default()
    }

    /// Place of a field of `DEVICE_METADATA|localhost` in the file.
    pub fn metadata_place(&self, field: &str) -> FilePlace {
        let row = self.db.row(METADATA, "localhost");
        row.map_or_else(
            || FilePlace::new(self.db.file(), METADATA, "localhost", field),
            |row| row.place(field),
        )
    }

    /// Name of the ASIC if the device has a file for each ASIC; otherwise empty.
    fn asic(&self) -> &str {
        self.metadata("asic_name").unwrap_or_default()
    }

    /// Host name, followed by `-` and the name of the ASIC if the device has several ASICs.
    pub fn full_name(&self) -> String {
        let separator = if self.asic().is_empty() { "" } else { "-" };
        format!("{}{separator}{}", self.hostname(), self.asic())
    }

    /// Whether this switch is the ASIC called `name`, such as `ASIC1`, of the device that also contains the
    /// ASIC `other`.
    pub fn is_sibling_asic(&self, other: &Self, name: &str) -> bool {
        !name.is_empty() && self.asic().eq_ignore_ascii_case(name) && self.hostname() == other.hostname()
    }

    /// Whether `host` and `asic`, from a key with four parts, identify this switch. Case does not matter.
    /// For a switch without `asic_name`, any `asic` matches.
    pub fn is_owner(&self, (host, asic): (&str, &str)) -> bool {
        let is_asic = self.metadata("asic_name").is_none_or(|name| name.eq_ignore_ascii_case(asic));
        is_asic && self.hostname().eq_ignore_ascii_case(host)
    }

    /// Whether the name of a neighbour identifies this switch, without regard to case. The name is a host
    /// name, or host and ASIC of a chassis (`Linecard2|Asic0`). If only one of the two host names has a
    /// domain, the domain is ignored.
    pub fn is_named(&self, name: &str) -> bool {
        let host = self.hostname();
        let has_domain = |name: &str| short(name) != name;
        self.is_called(host, name)
            || has_domain(host) != has_domain(name) && self.is_called(short(host), short(name))
    }

    /// Whether `name` is `host`, or `host` with the ASIC of this switch.
    fn is_called(&self, host: &str, name: &str) -> bool {
        let Some(rest) = name.get(..host.len()).filter(|start| start.eq_ignore_ascii_case(host)) else {
            return false;
        };
        let rest = &name[rest.len()..];
        let of_asic = rest.strip_prefix(['|', '_', '-']);
        rest.is_empty() || of_asic.is_some_and(|rest| rest.eq_ignore_ascii_case(self.asic()))
    }

    /// Name in SONiC of a port. `name` is the name of the port or, if no port has this name, an alias of the
    /// port. If no port has this name or alias, the search is repeated without regard to case, because
    /// switches write aliases in capital and small letters. `None` if no port is found.
    pub fn port_called(&self, name: &str) -> Option<&str> {
        if let Some(row) = self.db.row("PORT", name) {
            return Some(row.key());
        }
        let in_other_case = || self.lower_case.get(&name.to_ascii_lowercase());
        self.aliases.get(name).or_else(in_other_case).map(String::as_str)
    }

    /// Entries of `table` that have the field `field`; the key is the name of the port in SONiC. Each key is
    /// a name or an alias of a port; keys of unknown ports are skipped. If a port has several entries, the
    /// entry under the name of the port applies, otherwise the last entry. The other entries are reported as
    /// changed.
    pub fn rows_by_port<'a>(
        &'a self,
        table: &'a str,
        field: &str,
        findings: &mut Findings,
    ) -> BTreeMap<&'a str, ConfigRow<'a>> {
        let mut rows: BTreeMap<&str, ConfigRow<'_>> = BTreeMap::new();
        for row in self.db.rows(table).filter(|row| row.get(field).is_some()) {
            let Some(port) = self.port_called(row.key()) else { continue };
            let Some(earlier) = rows.insert(port, row) else { continue };
            let (left_out, counting) = if earlier.key() == port { (row, earlier) } else { (earlier, row) };
            rows.insert(port, counting);
            let which = if counting.key() == port {
                "the entry under its name counts".to_owned()
            } else {
                format!("the entry {} counts", counting.key())
            };
            findings.changed(left_out.place(field), format!("names the port {port} a second time; {which}"));
        }
        rows
    }

    /// Adds a linked port by its name in SONiC. Returns its number in the document. The port must not be
    /// linked yet.
    pub fn add_port(&mut self, port: &str) -> usize {
        let number = self.ports.len();
        self.numbers.insert(port.to_owned(), number);
        self.ports.push(port.to_owned());
        number
    }

    /// Number of a linked port in the document; `None` if the port has no link.
    pub fn number(&self, port: &str) -> Option<usize> {
        self.numbers.get(port).copied()
    }

    /// Field of a port in the table `PORT`; `None` if the field is absent.
    pub fn port_field(&self, port: &str, field: &str) -> Option<&str> {
        self.db.field("PORT", port, field)
    }

    /// Entry of `table` for `port`. The key of the entry is the port or, if no entry has this key, a list of
    /// ports that contains the port. `None` if the table has neither entry.
    pub fn row_of_port<'a>(&'a self, table: &'a str, port: &str) -> Option<ConfigRow<'a>> {
        self.db.row(table, port).or_else(|| {
            let lists = self.lists(table)?;
            self.db.row(table, lists.key(lists.index(port)?)?)
        })
    }

    /// Place of a field in a table, even if the field or the entry is absent. If the key of the entry is a
    /// list of ports, `key` may be any port in the list.
    pub fn place(&self, table: &str, key: &str, field: &str) -> FilePlace {
        let row = self.row_of_port(table, key);
        row.map_or_else(
            || FilePlace { key: shown(key), field: shown(field), ..self.db.place(table) },
            |row| row.place(field),
        )
    }
}

/// Reads the files of all switches. A file without a host name belongs to the switch of the previous file.
/// Files before the first host name belong to the first switch. `further` are files with tables that
/// complete a switch.
///
/// # Errors
/// If a file cannot be read, or two files have the same host name and ASIC (without regard to case). If a
/// file in `further` belongs to no switch, or if the file names no switch although there are several
/// switches.
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
                    let place = FilePlace::new(&file.name, METADATA, "localhost", "hostname");
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
    for switch in &mut switches {
        switch.index_aliases();
        switch.index_lists();
    }
    Ok(switches)
}

/// Switch to which the file `part` belongs. If `part` names a switch: this switch. Otherwise: the only switch
/// or, if there are several switches, the switch that the name or a prompt of the file mentions.
fn find_owner<'a>(switches: &'a mut [Switch], part: &SwitchFile) -> Result<&'a mut Switch, Refusals> {
    let number = match &part.switch {
        Some(name) => switches.iter().position(|switch| switch.is_named(name)),
        None if switches.len() == 1 => Some(0),
        None => mentioned(switches, &part.file),
    };
    let reason = if let Some(name) = &part.switch {
        format!("no file is of a switch called {name}; there are {}", known_names(switches))
    } else {
        let example = switches.first().map_or("leaf1", |switch| switch.hostname());
        format!(
            "there are several switches, and the name of the file has none of theirs; call it {example}-buffers.txt if \
             it is of {example}"
        )
    };
    let found = number.and_then(|number| switches.get_mut(number));
    found.ok_or_else(|| Refusal::new(FilePlace::file(&part.file.name), &reason).into())
}

/// Names of switches in the configurations, at most ten, separated by commas.
pub(super) fn known_names(switches: &[Switch]) -> String {
    let names: Vec<String> = switches.iter().map(Switch::full_name).take(10).collect();
    names.join(", ")
}

/// Index of the switch whose host name is a word in the name of `file`. If several host names match, the
/// longest is used. `None` if no host name matches, or if several switches have host names of this length.
fn mentioned(switches: &[Switch], file: &File) -> Option<usize> {
    let length =
        |switch: &Switch| Some(switch.hostname()).filter(|name| host::is_mentioned(file, name)).map(str::len);
    let longest = switches.iter().filter_map(length).max()?;
    let mut found = switches.iter().enumerate().filter(|(_, switch)| length(switch) == Some(longest));
    found.next().filter(|_| found.next().is_none()).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_of_a_list_has_each_name_and_each_key_once() {
        let names: Vec<String> = (0..50_000).map(|n| format!("Ethernet{}", n % 100)).collect();
        let mut lists = PortLists::default();
        lists.add(&names.join(","));
        lists.add("Ethernet5, Ethernet200");
        assert_eq!((lists.keys.len(), lists.by_name.len()), (2, 101));
        assert_eq!((lists.index("Ethernet5"), lists.index("Ethernet200")), (Some(0), Some(1)));
        assert_eq!((lists.index("Ethernet201"), lists.position("Ethernet5, Ethernet200")), (None, Some(1)));
    }
}
