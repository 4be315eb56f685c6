//! `fabric import`.

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

/// `fabric import`.
#[derive(Args)]
pub struct Import {
    #[command(subcommand)]
    kind: ImportFormat,
}

/// Kind of files to read.
#[derive(Subcommand)]
enum ImportFormat {
    /// Read `config_db.json` of one or several SONiC switches, or what
    /// `show runningconfiguration all` prints. Exit status 0: a document was
    /// written; 1: the files are refused; 2: a file cannot be read or written
    Sonic(Sonic),
    /// Read the topology, flows and configuration of HPCC's ns-3 simulator, or
    /// of one that descends from it. Exit status as with `sonic`
    Hpcc(simulators::Hpcc),
    /// Read a fat tree and a connection matrix of htsim. Exit status as with
    /// `sonic`
    Htsim(simulators::Htsim),
}

/// `fabric import sonic`.
#[derive(Args)]
struct Sonic {
    /// Configurations; a file without a host name, such as buffers.json or qos.json, belongs to the
    /// switch before it
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Rows for lossless groups that are not in the configuration yet:
    /// `pg_profile_lookup.ini` of all switches, or of one
    #[arg(long, value_name = "[SWITCH=]FILE")]
    pg_lookup: Vec<Side>,
    /// Output of `show buffer information`, or a dump of `APPL_DB`, of the switch
    /// or of one of several: the numbers of the dynamic buffer model
    #[arg(long, value_name = "[SWITCH=]FILE")]
    buffers: Vec<Side>,
    /// Output of `show lldp table` or `lldpctl -f json`, or a dump of `APPL_DB`:
    /// neighbours where `DEVICE_NEIGHBOR` has none, and a check where it has
    #[arg(long, value_name = "[SWITCH=]FILE")]
    lldp: Vec<Side>,
    /// Output of `mlnx_qos` or `dcb` of a host's NIC; both ends of its link are
    /// compared. Without HOST, the name of the file or a prompt in it says whose
    /// it is
    #[arg(long, value_name = "[HOST=]FILE")]
    nic: Vec<Side>,
    /// Whether neighbours without a file become hosts
    #[arg(long, value_enum, default_value_t)]
    neighbours: Neighbours,
    /// Ports that get a link, with or without a neighbour [default: ports that are up and have a
    /// neighbour]
    #[arg(long, value_name = "[SWITCH:]PORT", value_delimiter = ',')]
    ports: Vec<String>,
    #[command(flatten)]
    written: Destinations,
}

/// File with its switch or host in front, such as `leaf1=pg_profile_lookup.ini`.
#[derive(Clone)]
struct Side {
    switch: Option<String>,
    path: PathBuf,
}

impl From<String> for Side {
    fn from(text: String) -> Self {
        match text.split_once('=') {
            Some((switch, path)) if !switch.contains(['/', '\\']) => {
                Self { switch: Some(switch.to_owned()), path: path.into() }
            }
            _ => Self { switch: None, path: text.into() },
        }
    }
}

/// Treatment of neighbours without a file.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Neighbours {
    /// Each link to a neighbour becomes a host
    #[default]
    Hosts,
    /// Neighbours are left out: only links between the given switches remain
    None,
}

impl Import {
    /// Imports, and writes the document and the report.
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
        self.written.check()?;
        let (request, nics) = (self.request()?, self.nics()?);
        let imported =
            sonic::import_with_nics(&request, &nics).map_err(|refusals| Refused(refusals.to_string()))?;
        let sides = [&self.pg_lookup, &self.buffers, &self.lldp, &self.nic];
        let files = self.files.iter().chain(sides.into_iter().flatten().map(|side| &side.path));
        let inputs: Vec<&Path> = files.map(PathBuf::as_path).collect();
        self.written.write(&imported, &inputs, out)
    }

    fn request(&self) -> Result<Request, Box<dyn Error>> {
        let side = |Side { switch, path }: &Side| {
            Ok::<_, String>(SwitchFile { switch: switch.clone(), file: read(path)? })
        };
        let mut parts = Vec::new();
        for (of_kind, tables) in [
            (&self.buffers, sonic::buffer_tables as fn(&File) -> Result<File, Refusals>),
            (&self.lldp, sonic::lldp_tables),
        ] {
            for one in of_kind {
                let SwitchFile { switch, file } = side(one)?;
                let file = tables(&file).map_err(|refusals| Refused(refusals.to_string()))?;
                parts.push(SwitchFile { switch, file });
            }
        }
        Ok(Request {
            files: self.files.iter().map(|path| read(path)).collect::<Result<_, _>>()?,
            parts,
            lookups: self.pg_lookup.iter().map(side).collect::<Result<_, String>>()?,
            neighbours: match self.neighbours {
                Neighbours::Hosts => sonic::Neighbours::Hosts,
                Neighbours::None => sonic::Neighbours::None,
            },
            ports: self.ports.clone(),
        })
    }

    fn nics(&self) -> Result<Vec<NicFile>, String> {
        let nic = |Side { switch, path }: &Side| {
            Ok::<_, String>(NicFile { host: switch.clone(), file: read(path)? })
        };
        self.nic.iter().map(nic).collect()
    }
}

/// Reads a file for an import.
fn read(path: &Path) -> Result<File, String> {
    let name = shown(path);
    let bytes = OpenFile::open(path).and_then(|file| input::read(file, LONGEST));
    let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
    Ok(File::new(name, String::from_utf8_lossy(&bytes)))
}
