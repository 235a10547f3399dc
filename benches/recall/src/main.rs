//! `cargo xtask bench recall`: what recall finds of the evidence for questions about conversations, by words and with
//! given vectors, and how long it takes, by words and with made vectors.

#![expect(clippy::print_stdout, reason = "a command line program speaks through standard output")]

mod arguments;
mod conversation;
mod data;
mod dates;
mod documents;
mod elsewhere;
mod endpoint;
mod given;
mod meaning;
mod plain;
mod quality;
mod random;
mod rankings;
mod replay;
mod request;
mod shipped;
mod speed;

use std::process::ExitCode;

/// The preset for conversations that look back, which gives recall the largest share of a request.
const LOOKS_BACK: &str = "hybrid";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments = arguments::read(std::env::args().skip(1))?;
    let conversations = data::read(arguments.data.as_deref())?;
    if let Some(path) = arguments.save_texts {
        return given::save_texts(&conversations, &path);
    }
    if arguments.data.is_none() {
        println!("{}\n", data::WHERE);
    }
    if arguments.documents {
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
        return runtime.block_on(documents::print(&conversations)).map_err(|error| error.to_string());
    }
    let given = match (&arguments.endpoint, &arguments.vectors) {
        (Some(endpoint), _) => Some(given::Given::ask(endpoint, &conversations)?),
        (None, Some(path)) => Some(given::Given::read(path, &conversations)?),
        (None, None) => None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    let given = match given {
        Some(given) if arguments.elsewhere => {
            println!("All vectors are in a store elsewhere.\n");
            Some(runtime.block_on(given.moved_elsewhere())?)
        }
        given => given,
    };
    let rankings = rankings::Rankings::new(&conversations, given);
    let presets = arguments.preset.map_or_else(|| vec![None, Some(LOOKS_BACK.to_owned())], |name| vec![Some(name)]);
    for preset in presets {
        println!("## {}\n", preset.as_ref().map_or("Default settings".to_owned(), |name| format!("Preset {name}")));
        let limits = shipped::Limits { preset, budget: arguments.budget, ceiling: arguments.ceiling };
        runtime.block_on(quality::print(&conversations, &rankings, &limits)).map_err(|error| error.to_string())?;
    }
    if arguments.speed {
        speed::print(&conversations);
        meaning::print(&conversations);
    }
    if let Some(path) = arguments.save {
        speed::save(&conversations, &path)?;
    }
    Ok(())
}
