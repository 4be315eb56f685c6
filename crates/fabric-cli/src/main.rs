//! `fabric`: the command line of Lossless Fabric Lab.
//!
//! A command writes its result to standard output, and errors to standard error. Exit status 1: an import
//! refuses its files, or an assertion of a document fails; 2: all other errors. Start with [`command`], which
//! has a module for each subcommand.

mod command;
mod input;
mod output;
mod source;
mod summary;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use fabric_sim::document::escape_unprintable;
use peak_alloc::PeakAlloc;

/// Allocator that counts bytes for `fabric bench`. The event loop does not allocate, so that counting does
/// not slow it down.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Result of a subcommand. An error has one or more lines of text for the user.
type Outcome = Result<(), Box<dyn Error>>;

/// Error with exit status 1, such as refusals of an import or failed assertions. The text has one line for
/// each refusal or assertion.
#[derive(Debug)]
struct Refused(String);

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Refused {}

/// Simulator of lossless Ethernet with priority-based flow control (PFC), enhanced transmission selection
/// (ETS) and explicit congestion notification (ECN).
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: command::Command,
}

/// Runs the subcommand of the command line. Without arguments, prints the help and exits with status 2. If
/// the reader of standard output closes the pipe, the exit status is 0.
fn main() -> ExitCode {
    let arguments = match parse(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => refuse(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = arguments.command.run(&mut out).and_then(|()| Ok(out.flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of standard output has closed the pipe, because it needs no more output.
        Err(error) if closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let status = if error.is::<Refused>() { 1 } else { 2 };
            print_message(error);
            ExitCode::from(status)
        }
    }
}

/// Parses a command line. Each option takes a negative number as its value, so that the refusal names the
/// option and its range.
fn parse<T: Into<OsString> + Clone>(line: impl IntoIterator<Item = T>) -> Result<Arguments, clap::Error> {
    let matches = with_negative_numbers(Arguments::command()).try_get_matches_from(line)?;
    Arguments::from_arg_matches(&matches)
}

/// Makes `command` and its subcommands accept negative numbers as values of options.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let with_numbers =
        |arg: clap::Arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(with_numbers).mut_subcommands(with_negative_numbers)
}

/// Prints the error about wrong arguments and exits with status 2. If help was requested, prints the help and
/// exits with status 0. The parser (clap) quotes arguments unchanged in its errors. Therefore the arguments
/// are parsed again with unprintable characters escaped.
fn refuse(error: &clap::Error) -> ! {
    let escaped = std::env::args_os().map(|one| escape_unprintable(&one.to_string_lossy()).into_owned());
    let refusal = parse(escaped).err();
    // If the escaped arguments give no error, an argument is not UTF-8. The original error is then printed,
    // because it quotes no argument.
    let refusal = refusal.as_ref().unwrap_or(error);
    if !refusal.use_stderr() || refusal.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        refusal.exit()
    }
    print_message(refusal_of_arguments(refusal));
    std::process::exit(2)
}

/// Refusal of wrong arguments as one line: `OPTION: is "VALUE", but must be RANGE`, or `OPTION: "VALUE" is
/// refused: REASON; REMEDY`. Other refusals have the reason of the parser (clap); its advice and the usage
/// are the remedy. If an option has an empty value, the remedy is to give a value or leave out the option.
fn refusal_of_arguments(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if let (Some(option), Some(value)) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue)) {
        let option = option.split(' ').next().unwrap_or(option);
        if value.is_empty() && option.starts_with('-') {
            return format!(
                "{option}: is \"\", but must not be empty; give a value, or leave out the option"
            );
        }
        if let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) {
            return format!("{option}: is \"{value}\", but must be {}", known.join(" or "));
        }
        if let Some(error) = error.source().and_then(|error| error.downcast_ref::<ParseIntError>()) {
            let range = match error.kind() {
                IntErrorKind::PosOverflow => "a smaller whole number",
                _ => "a whole number from 0",
            };
            return format!("{option}: is \"{value}\", but must be {range}; see --help");
        }
        if let Some(reason) = error.source().map(ToString::to_string) {
            if reason.starts_with("must ") {
                return format!("{option}: is \"{value}\", but {reason}");
            }
            let least_and_most = reason.strip_prefix(&format!("{value} is not in "));
            if let Some((least, most)) = least_and_most.and_then(|range| range.split_once("..=")) {
                return format!(
                    "{option}: is \"{value}\", but must be a whole number from {least} to {most}"
                );
            }
            // A value of links names its own key, which is not the option.
            if let Some((_, range)) = reason.split_once(&format!(": is \"{value}\", but must be ")) {
                return format!("{option}: is \"{value}\", but must be {range}");
            }
            if let Some(range) = reason.strip_prefix(&format!("\"{value}\" is not ")) {
                return format!("{option}: is \"{value}\", but must be {range}");
            }
            let remedy = if reason.contains("; ") { "" } else { "; see --help" };
            return format!("{option}: \"{value}\" is refused: {reason}{remedy}");
        }
    }
    // The first paragraph is the reason; tips and the usage follow.
    let rendered = error.render().to_string();
    let paragraphs = rendered.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut parts: Vec<String> = paragraphs.filter(|part| !part.is_empty()).collect();
    let advice = "For more information, try '--help'.";
    for part in &mut parts {
        *part = part.trim_end_matches(advice).trim_end().to_owned();
    }
    parts.retain(|part| !part.is_empty());
    if let Some(first) = parts.first_mut() {
        *first = first.trim_start_matches("error: ").to_owned();
    }
    if parts.len() < 2 {
        parts.push("see --help".to_owned());
    }
    parts.join("; ")
}

/// Prints a message on standard error, after `fabric: ` in its first line. Unprintable characters, except
/// line feeds, are escaped.
fn print_message(message: impl Display) {
    for (n, line) in message.to_string().split('\n').enumerate() {
        let start = if n == 0 { "fabric: " } else { "" };
        // If standard error fails, the failure cannot be reported.
        let _ = writeln!(io::stderr(), "{start}{}", escape_unprintable(line));
    }
}

/// Whether the error means that the reader has closed the pipe. Only errors of input and output, and errors
/// of JSON, can mean a closed pipe.
fn closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let kind = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(kind)
        || error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
            == Some(io::ErrorKind::BrokenPipe)
}
