use std::error::Error;
use std::fs::File as OpenFile;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use fabric_interop::sonic::{self, File, Import as Imported, LONGEST, NicFile, Request, SideFile};
use fabric_interop::{List, Refusals};

use crate::output::{is_stdout, shown, write_text};
use crate::{Outcome, Refused, input, tell};

/// `fabric import`.
#[derive(Args)]
pub struct Import {
    #[command(subcommand)]
    kind: Kind,
}

/// The files that are read.
#[derive(Subcommand)]
enum Kind {
    /// Read `config_db.json` of one or several `SONiC` switches, or what
    /// `show runningconfiguration all` prints. Exit status 0: a document was
    /// written; 1: the files are refused; 2: a file cannot be read or written
    Sonic(Sonic),
}

/// `fabric import sonic`.
#[derive(Args)]
struct Sonic {
    /// Configurations; a file without a host name, such as buffers.json or
    /// qos.json, is a part of the switch before it
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
    /// compared
    #[arg(long, value_name = "HOST=FILE")]
    nic: Vec<Side>,
    /// Whether neighbours without a file become hosts
    #[arg(long, value_enum, default_value_t)]
    neighbours: Neighbours,
    /// Ports that get a link, with or without a neighbour; default: those that
    /// have a neighbour and are up
    #[arg(long, value_name = "[SWITCH:]PORT", value_delimiter = ',')]
    ports: Vec<String>,
    /// The document to write, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write what was taken, changed and left out as JSON, or as text to
    /// standard output with `-`; default: counts and warnings on standard error
    #[arg(long, value_name = "FILE|-")]
    report: Option<PathBuf>,
    /// Refuse a configuration of which something is not modelled
    #[arg(long)]
    strict: bool,
}

/// A file that may have its switch or host in front: `leaf1=pg_profile_lookup.ini`.
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

/// The fate of neighbours without a file.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Neighbours {
    /// Each link to one becomes a host
    #[default]
    Hosts,
    /// None becomes a node: only links between the given switches remain
    None,
}

impl Import {
    /// Imports, and writes the document and the report.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let Kind::Sonic(sonic) = &self.kind;
        sonic.run(out)
    }
}

impl Sonic {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let [document, report] =
            [Some(&self.output), self.report.as_ref()].map(|path| path.is_some_and(|path| is_stdout(path)));
        if document && report {
            return Err("--output and --report cannot both be standard output; name a file for one".into());
        }
        let (request, nics) = (self.request()?, self.nics()?);
        let imported =
            sonic::import_with_nics(&request, &nics).map_err(|refusals| Refused(refusals.to_string()))?;
        if self.strict {
            strict(&imported)?;
        }
        self.write(&self.output, "--output", &imported.document.to_json(), out)?;
        match &self.report {
            Some(path) if is_stdout(path) => write!(out, "{}", imported.text())?,
            Some(path) => {
                let json = serde_json::to_string_pretty(&imported.json())?;
                self.write(path, "--report", &(json + "\n"), out)?;
            }
            None => summarise(&imported),
        }
        Ok(())
    }

    fn request(&self) -> Result<Request, Box<dyn Error>> {
        let side = |Side { switch, path }: &Side| {
            Ok::<_, String>(SideFile { switch: switch.clone(), file: read(path)? })
        };
        let mut parts = Vec::new();
        for (of_kind, tables) in [
            (&self.buffers, sonic::buffer_tables as fn(&File) -> Result<File, Refusals>),
            (&self.lldp, sonic::lldp_tables),
        ] {
            for one in of_kind {
                let SideFile { switch, file } = side(one)?;
                let file = tables(&file).map_err(|refusals| Refused(refusals.to_string()))?;
                parts.push(SideFile { switch, file });
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
        let nic = |Side { switch, path }: &Side| match switch {
            Some(host) => Ok(NicFile { host: host.clone(), file: read(path)? }),
            None => Err(format!("--nic {}: expected HOST=FILE", shown(path))),
        };
        self.nic.iter().map(nic).collect()
    }

    /// Writes a file, or to standard output.
    fn write(&self, path: &Path, option: &str, text: &str, out: &mut dyn Write) -> Outcome {
        let sides = [&self.pg_lookup, &self.buffers, &self.lldp, &self.nic];
        let files = self.files.iter().chain(sides.into_iter().flatten().map(|side| &side.path));
        let inputs: Vec<&Path> = files.map(PathBuf::as_path).collect();
        write_text(path, option, &inputs, text, out)
    }
}

/// Refuses what is not modelled.
fn strict(imported: &Imported) -> Result<(), Refused> {
    let left_out: Vec<String> = imported
        .list(List::NotModelled)
        .map(|finding| format!("{}: not modelled: {}", finding.place, finding.reason))
        .collect();
    if left_out.is_empty() { Ok(()) } else { Err(Refused(left_out.join("\n"))) }
}

/// Says on standard error how much was found, and what matters most.
fn summarise(imported: &Imported) {
    let counts =
        List::ALL.map(|list| format!("{} {}", imported.list(list).count(), list.title().to_lowercase()));
    tell(format!("{}; --report lists them", counts.join(", ")));
    for mismatch in &imported.mismatches {
        tell(&mismatch.reason);
    }
    for warning in &imported.warnings {
        tell(warning);
    }
}

fn read(path: &Path) -> Result<File, String> {
    let name = shown(path);
    let bytes = OpenFile::open(path).and_then(|file| input::read(file, LONGEST));
    let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
    Ok(File::new(name, String::from_utf8_lossy(&bytes)))
}
