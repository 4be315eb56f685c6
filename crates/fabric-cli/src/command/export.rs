//! `fabric export`: writes a document, or the results of its run, in the formats of other programs.

mod hpcc;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use fabric_interop::{nic, sonic};

use crate::output::write_text;
use crate::source::Source;
use crate::{Outcome, Refused, print_message};

/// Arguments of `fabric export`.
#[derive(Args)]
pub struct Export {
    #[command(subcommand)]
    kind: ExportFormat,
}

/// Format of the export.
#[derive(Subcommand)]
enum ExportFormat {
    /// Write a switch as a patch for `config load` of SONiC. Exit status 0: the patch was written; 1: SONiC
    /// cannot express a setting of the document; 2: a file cannot be read or written
    Sonic(Sonic),
    /// Print the commands that configure the NIC of a host as in the document
    Nic(Nic),
    /// Simulate a document, and write completion times and PFC frames in the formats of HPCC's simulator. A
    /// node called `h0` or `s1` gets the number in its name as id. A flow called `h2:10000 to h1:100` gets
    /// the ports in its name. Other nodes and flows are numbered
    Hpcc(hpcc::Hpcc),
}

/// Arguments of `fabric export sonic`.
#[derive(Args)]
struct Sonic {
    #[command(flatten)]
    source: Source,
    /// Name of the switch to export
    #[arg(long, value_name = "NAME")]
    switch: String,
    /// Names of the ports of the switch, in the order of port numbers; default: names from the configuration
    /// that the document was imported from, otherwise Ethernet0, Ethernet4 …
    #[arg(long, value_name = "PORT", value_delimiter = ',')]
    ports: Vec<String>,
    /// File to write the patch to [default: standard output]
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// Arguments of `fabric export nic`.
#[derive(Args)]
struct Nic {
    #[command(flatten)]
    source: Source,
    /// Name of the host to export
    #[arg(long, value_name = "NAME")]
    host: String,
    /// Name of the host's network interface in the commands
    #[arg(long, value_name = "NAME", default_value = "eth0")]
    interface: String,
    /// Tool whose commands are printed
    #[arg(long, value_enum, default_value_t)]
    tool: Tool,
}

/// Tool that configures a NIC on a host.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Tool {
    /// `mlnx_qos` of NVIDIA's mlnx-tools
    #[default]
    #[value(name = "mlnx_qos")]
    MlnxQos,
    /// `dcb` of iproute2
    Dcb,
}

impl Export {
    /// Writes the export in the chosen format. Notes about the export go to standard error.
    ///
    /// # Errors
    /// If the document is invalid, or a file cannot be read or written (exit status 2). If the document has a
    /// setting that the format cannot express, or does not have the node (exit status 1).
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        match &self.kind {
            ExportFormat::Sonic(sonic) => sonic.run(out),
            ExportFormat::Nic(nic) => nic.run(out),
            ExportFormat::Hpcc(hpcc) => hpcc.run(out),
        }
    }
}

impl Nic {
    /// Prints the commands of the chosen tool, one in a line.
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let spec = self.source.compile(&self.source.load()?.document)?;
        let commands = nic::commands(&spec, &self.host, &self.interface)
            .map_err(|refusals| Refused(refusals.to_string()))?;
        let commands = match self.tool {
            Tool::MlnxQos => &commands.mlnx_qos,
            Tool::Dcb => &commands.dcb,
        };
        for line in &commands.lines {
            writeln!(out, "{line}")?;
        }
        for note in &commands.notes {
            print_message(note);
        }
        Ok(())
    }
}

impl Sonic {
    /// Checks that `--ports`, if it is given, names all `count` ports of the switch.
    ///
    /// # Errors
    /// If `--ports` has fewer or more names than the switch has ports.
    fn check_ports(&self, count: usize) -> Result<(), String> {
        let given = self.ports.len();
        if given == 0 || given == count {
            return Ok(());
        }
        let switch = &self.switch;
        Err(format!(
            "--ports has {given} names, but {switch} has {count} ports; name all of them, in the order of their numbers"
        ))
    }

    /// Writes the patch as indented JSON. Without `--ports`, the ports have the names that the document
    /// contains for the switch.
    fn run(&self, out: &mut dyn Write) -> Outcome {
        let document = self.source.load()?.document;
        let spec = self.source.compile(&document)?;
        if let Some(node) = spec.nodes.iter().find(|node| node.name == self.switch) {
            self.check_ports(node.ports.len())?;
        }
        let known = document.interfaces.get(&self.switch).map_or(&[][..], Vec::as_slice);
        let ports = if self.ports.is_empty() { known } else { &self.ports };
        let export =
            sonic::export(&spec, &self.switch, ports).map_err(|refusals| Refused(refusals.to_string()))?;
        let json = serde_json::to_string_pretty(&export.patch)?;
        let inputs: Vec<&Path> = self.source.file().into_iter().collect();
        write_text(&self.output, "--output", &inputs, &(json + "\n"), out)?;
        for note in &export.notes {
            print_message(note);
        }
        Ok(())
    }
}
