//! `fabric import`: converts files of switches, NICs and other simulators to a document. Start with
//! `Import::run`.
//!
//! Exit status 1: the files are refused, and no document is written. Bytes that are not UTF-8 are replaced. A
//! file that is read is never overwritten.
//!
//! All files are read before anything is written. Exit status 2: a file cannot be read, is too long, or
//! cannot be written.

mod result;
mod simulators;

use std::error::Error;
use std::fs::File as OpenFile;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use fabric_interop::Refusals;
use fabric_interop::sonic::{self, File, LONGEST, NicFile, Request, SwitchFile};

use crate::output::shown;
use crate::{Outcome, Refused, input};

use result::Destinations;

/// Arguments of `fabric import`.
#[derive(Args)]
pub struct Import {
    #[command(subcommand)]
    kind: ImportFormat,
}

/// Kind of files to import.
#[derive(Subcommand)]
enum ImportFormat {
    /// Import `config_db.json` of one or several SONiC switches, or output of `show runningconfiguration
    /// all`. Exit status 0: a document was written; 1: the files are refused; 2: a file cannot be read or
    /// written
    Sonic(Sonic),
    /// Import the topology, flows and configuration of HPCC's ns-3 simulator, or of a simulator derived from
    /// it. Exit status as for `sonic`
    Hpcc(simulators::Hpcc),
    /// Import a fat tree and a connection matrix of htsim. Exit status as for `sonic`
    Htsim(simulators::Htsim),
}

/// Arguments of `fabric import sonic`.
#[derive(Args)]
struct Sonic {
    /// Configurations of switches. A file without a host name, such as buffers.json or qos.json, belongs to
    /// the switch of the file before it
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// `pg_profile_lookup.ini` of all switches, or of SWITCH: profiles for lossless groups that have none in
    /// the configuration
    #[arg(long, value_name = "[SWITCH=]FILE")]
    pg_lookup: Vec<OwnedFile>,
    /// Output of `show buffer information`, or a dump of `APPL_DB`: sizes that the dynamic buffer model
    /// computed. SWITCH can be left out if there is only one switch
    #[arg(long, value_name = "[SWITCH=]FILE")]
    buffers: Vec<OwnedFile>,
    /// Output of `show lldp table` or `lldpctl -f json`, or a dump of `APPL_DB`: neighbours of ports that
    /// `DEVICE_NEIGHBOR` lacks. Contradictions to `DEVICE_NEIGHBOR` are reported
    #[arg(long, value_name = "[SWITCH=]FILE")]
    lldp: Vec<OwnedFile>,
    /// Output of `mlnx_qos` or `dcb` for the NIC of a host. Both ends of the host's link are compared.
    /// Without HOST, the name of the file or a shell prompt in it names the host
    #[arg(long, value_name = "[HOST=]FILE")]
    nic: Vec<OwnedFile>,
    /// Whether neighbours without a file become hosts
    #[arg(long, value_enum, default_value_t)]
    neighbours: Neighbours,
    /// Ports that get a link; a listed port without a neighbour gets a host [default: ports that are up and
    /// have a neighbour; all ports that are up if no file names a neighbour of the switch]
    #[arg(long, value_name = "[SWITCH:]PORT", value_delimiter = ',')]
    ports: Vec<String>,
    #[command(flatten)]
    destinations: Destinations,
}

/// File with the name of its switch or host, such as `leaf1=pg_profile_lookup.ini`. `owner` is `None` if the
/// user gave no name.
#[derive(Clone)]
struct OwnedFile {
    owner: Option<String>,
    path: PathBuf,
}

/// Parses `OWNER=PATH` or `PATH`. The owner is the switch or host that the file belongs to. If the text
/// before the first `=` contains a slash or backslash, the whole text is a path.
impl From<String> for OwnedFile {
    fn from(text: String) -> Self {
        match text.split_once('=') {
            Some((owner, path)) if !owner.contains(['/', '\\']) => {
                Self { owner: Some(owner.to_owned()), path: path.into() }
            }
            _ => Self { owner: None, path: text.into() },
        }
    }
}

/// Treatment of neighbours that have no file.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Neighbours {
    /// Each link to a neighbour without a file becomes a host
    #[default]
    Hosts,
    /// Neighbours without a file are left out, so that only links between the given switches remain
    None,
}

impl Import {
    /// Imports the files in the chosen format, and writes the document and the report.
    ///
    /// # Errors
    /// If the files are refused, which has exit status 1. Also if a file cannot be read or written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        match &self.kind {
            ImportFormat::Sonic(sonic) => sonic.run(out),
            ImportFormat::Hpcc(hpcc) => hpcc.run(out),
            ImportFormat::Htsim(htsim) => htsim.run(out),
        }
    }
}

impl Sonic {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        self.destinations.check()?;
        let (request, nics) = (self.request()?, self.nics()?);
        let imported =
            sonic::import_with_nics(&request, &nics).map_err(|refusals| refused_ports(&refusals))?;
        let owned = [&self.pg_lookup, &self.buffers, &self.lldp, &self.nic];
        let files = self.files.iter().chain(owned.into_iter().flatten().map(|one| &one.path));
        let inputs: Vec<&Path> = files.map(PathBuf::as_path).collect();
        self.destinations.write(&imported, &inputs, out)
    }

    /// Reads the files of switches. Files of `--buffers` and `--lldp` are converted to tables of a
    /// configuration, the files of `--buffers` first.
    ///
    /// # Errors
    /// If a file cannot be read, or a file of `--buffers` or `--lldp` is refused.
    fn request(&self) -> Result<Request, Box<dyn Error>> {
        let read_owned = |OwnedFile { owner, path }: &OwnedFile| {
            Ok::<_, String>(SwitchFile { switch: owner.clone(), file: read(path)? })
        };
        let mut parts = Vec::new();
        for (of_kind, tables) in [
            (&self.buffers, sonic::buffer_tables as fn(&File) -> Result<File, Refusals>),
            (&self.lldp, sonic::lldp_tables),
        ] {
            for one in of_kind {
                let SwitchFile { switch, file } = read_owned(one)?;
                let file = tables(&file).map_err(|refusals| Refused(refusals.to_string()))?;
                parts.push(SwitchFile { switch, file });
            }
        }
        Ok(Request {
            files: self.files.iter().map(|path| read(path)).collect::<Result<_, _>>()?,
            parts,
            lookups: self.pg_lookup.iter().map(read_owned).collect::<Result<_, String>>()?,
            neighbours: match self.neighbours {
                Neighbours::Hosts => sonic::Neighbours::Hosts,
                Neighbours::None => sonic::Neighbours::None,
            },
            ports: self.ports.clone(),
        })
    }

    fn nics(&self) -> Result<Vec<NicFile>, String> {
        let nic = |OwnedFile { owner, path }: &OwnedFile| {
            Ok::<_, String>(NicFile { host: owner.clone(), file: read(path)? })
        };
        self.nic.iter().map(nic).collect()
    }
}

/// Refusal of an import of switches. If the import may succeed with fewer ports, the last line names the
/// option that selects ports, with two ports as an example.
fn refused_ports(refusals: &Refusals) -> Refused {
    let [first, second, ..] = refusals.ports() else { return Refused(refusals.to_string()) };
    let most = refusals.ports().len();
    Refused(format!(
        "{refusals}\n--ports: name at most {most} ports of the switch, such as --ports {first},{second}"
    ))
}

/// Reads a file for an import. Bytes that are not UTF-8 are replaced. An error has exit status 2.
///
/// # Errors
/// If the file cannot be read or is longer than [`LONGEST`].
fn read(path: &Path) -> Result<File, String> {
    let name = shown(path);
    let bytes = OpenFile::open(path).and_then(|file| input::read(file, LONGEST));
    let bytes =
        bytes.map_err(|error| format!("{name}: {}", input::unreadable(&error, "a file to import")))?;
    Ok(File::new(name, String::from_utf8_lossy(&bytes)))
}
