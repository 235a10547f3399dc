//! The developer's commands: `cargo xtask help` lists them.
//!
//! Contains everything that a developer runs at a prompt: installing the tools, serving, testing, checking and
//! measuring. Rules of the product are tests of the other crates.

#![expect(clippy::print_stdout, reason = "a command line program speaks through standard output")]

mod bench;
mod beside;
mod browser;
mod built;
mod child;
mod ci;
mod dist;
mod end_to_end;
mod engines;
mod env;
mod failure;
mod help;
mod lazy;
mod lints;
mod options;
mod package;
mod page;
mod pieces;
mod project;
mod recall;
mod release;
mod repeat;
mod results;
mod runner;
mod screenshots;
mod serve;
mod setup;
mod short_names;
mod sizes;
mod skipped;
mod source_paths;
mod split;
mod stages;
mod test;
#[cfg(test)]
mod test_folder;
mod vector_stores;
mod vendor_server;
mod versions;
mod wasm_module;
mod wasm_opt;
mod which;
mod work_folder;

use std::process::ExitCode;

use failure::{Failure, Result};
use project::Project;

const HELP: &str = "--help";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_else(|| "help".to_owned());
    ended(run(&command, arguments.collect()))
}

fn ended(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n✗ {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, arguments: Vec<String>) -> Result<()> {
    let project = Project::find()?;
    // Also after a command, which would begin its work otherwise.
    let command = if arguments.iter().any(|argument| argument == HELP) { HELP } else { command };
    match command {
        "setup" => setup::command(&project, arguments),
        "serve" => serve::command(&project, arguments),
        "modules" => serve::modules(&project, arguments),
        "test" => test::command(&project, arguments),
        "ci" => ci::command(&project, arguments),
        "dist" => dist::command(&project, arguments),
        "package" => release::package_command(&project, arguments),
        "bench" => bench::command(&project, arguments),
        "screenshots" => screenshots::command(&project, arguments),
        "env" => env::command(&project),
        "help" | HELP | "-h" => {
            help::print();
            Ok(())
        }
        unknown => {
            Err(Failure::new(format!("There is no command `{unknown}`."), "`cargo xtask help` lists the commands."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HELP, run};

    #[test]
    fn help_is_printed_and_nothing_else_is_done() {
        for command in ["screenshots", "serve", "no-such-command"] {
            assert!(run(command, vec![HELP.to_owned()]).is_ok(), "{command}");
        }
    }
}
