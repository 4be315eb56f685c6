//! Program behind `cargo xtask`; its commands are listed by `cargo xtask --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    xtask::cli::main()
}
