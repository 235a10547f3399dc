//! Step that installs the wasm32 standard library: from the current toolchain, from rustup, or built from Debian's
//! Rust.

use std::{env, fs, path::Path};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, WASM_TARGET},
    which::which,
};

use super::{
    debian, debian_rust,
    progress::Progress,
    step::{State, Step},
};

pub(crate) struct StandardLibrary;

impl Step for StandardLibrary {
    fn name(&self) -> &'static str {
        "wasm32 library"
    }

    fn state(&self, project: &Project) -> State {
        let mut ask = child::command(project, "rustc");
        ask.args(["--print", "target-libdir", "--target", WASM_TARGET]);
        let present = child::output(&mut ask).is_ok_and(|folder| holds_standard_library(Path::new(folder.trim())));
        if present {
            let version = child::output(child::command(project, "rustc").arg("--version")).unwrap_or_default();
            return State::Present(version.lines().next().unwrap_or_default().to_owned());
        }
        State::Missing(match installer(project) {
            Installer::Rustup => format!("run `rustup target add {WASM_TARGET}`"),
            Installer::Debian => {
                "install Debian's Rust and build the library from its sources (about a minute)".to_owned()
            }
            Installer::None => {
                "say how to install it: there is neither a rustup that may fetch nor Debian's apt".to_owned()
            }
        })
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        match installer(project) {
            Installer::Rustup => {
                let mut add = child::command(project, "rustup");
                add.args(["target", "add", WASM_TARGET]);
                let added = progress.run(&mut add, "Check the network, then run it by hand.");
                match added {
                    Err(failure) if debian::is_here(project) => {
                        println!("    rustup could not: {}", failure.cause);
                        debian_rust::install(project, progress)
                    }
                    added => added,
                }
            }
            Installer::Debian => debian_rust::install(project, progress),
            Installer::None => Err(Failure::new(
                format!("The Rust toolchain has no standard library for {WASM_TARGET}."),
                format!(
                    "With rustup: `rustup target add {WASM_TARGET}`. With a Rust from the system, install its package \
                     for WebAssembly (Fedora: rust-std-static-{WASM_TARGET}; Arch: rust-wasm), then run this command \
                     again."
                ),
            )),
        }
    }
}

enum Installer {
    Rustup,
    Debian,
    None,
}

fn installer(project: &Project) -> Installer {
    if which(project, "rustup").is_some() && rustup_may_fetch() {
        Installer::Rustup
    } else if debian::is_here(project) {
        Installer::Debian
    } else {
        Installer::None
    }
}

/// Whether rustup may download toolchains; `RUSTUP_AUTO_INSTALL=0` forbids it on this machine.
pub(crate) fn rustup_may_fetch() -> bool {
    env::var("RUSTUP_AUTO_INSTALL").as_deref() != Ok("0")
}

fn holds_standard_library(folder: &Path) -> bool {
    let Ok(files) = fs::read_dir(folder) else { return false };
    files.flatten().any(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd") && name.ends_with(".rlib")
    })
}
