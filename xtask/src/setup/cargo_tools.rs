//! Tools that are compiled from the registry: wasm-bindgen's command line and Trunk.
//!
//! They are compiled with a cheap profile (their own asks for whole-program optimisation) and share one build folder,
//! which the setup removes at its end.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, finish, fresh_folder, unfinished},
    versions,
};

use super::{
    installed, links,
    progress::Progress,
    step::{State, Step},
};

const REMEDY: &str =
    "Check the network and the free disk space, then run the command again: what was compiled is kept.";

pub(crate) struct CargoTool {
    name: &'static str,
    /// Name of the crate and of the tool's folder.
    krate: &'static str,
    program: &'static str,
    version: fn(&Project) -> Result<String>,
    options: &'static [&'static str],
    /// How long it takes to compile, from two fast cores to two slow ones.
    minutes: &'static str,
}

/// Ignores its lock file, which names a version that the registry does not have. Without its feature, which is
/// encryption to a browser driver on another machine. Uses one level of optimisation, because it processes all of the
/// page's code.
pub(crate) fn wasm_bindgen() -> CargoTool {
    CargoTool {
        name: "wasm-bindgen",
        krate: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: versions::wasm_bindgen,
        options: &["--no-default-features", "--config", "profile.release.opt-level=1"],
        minutes: "one to seven minutes",
    }
}

/// The test runner is part of the same installation.
pub(crate) fn wasm_bindgen_tests() -> CargoTool {
    CargoTool { name: "wasm-bindgen tests", program: "wasm-bindgen-test-runner", ..wasm_bindgen() }
}

/// Without its features, which download tools and check for a newer Trunk. It mostly waits for other programs; only the
/// hashes it writes into the page need an optimised library.
pub(crate) fn trunk() -> CargoTool {
    CargoTool {
        name: "trunk",
        krate: "trunk",
        program: "trunk",
        version: |_| Ok(versions::TRUNK.to_owned()),
        options: &[
            "--locked",
            "--no-default-features",
            "--config",
            "profile.release.opt-level=0",
            "--config",
            "profile.release.package.sha2.opt-level=3",
            "--config",
            "profile.release.package.seahash.opt-level=3",
        ],
        minutes: "four to seven minutes",
    }
}

/// Only needed for the release build.
pub(crate) fn wasm_split() -> CargoTool {
    CargoTool {
        name: "wasm-split",
        krate: "wasm_split_cli_support",
        program: "wasm-split-cli",
        version: |_| Ok(versions::WASM_SPLIT.to_owned()),
        options: &["--locked", "--features", "build-binary", "--config", "profile.release.opt-level=1"],
        minutes: "one to two minutes",
    }
}

/// Folder in which the tools are compiled.
pub(crate) fn build_folder(project: &Project) -> PathBuf {
    project.tools.join("build")
}

impl CargoTool {
    fn program_in(&self, folder: &Path) -> PathBuf {
        folder.join("bin").join(format!("{}{}", self.program, env::consts::EXE_SUFFIX))
    }
}

impl Step for CargoTool {
    fn name(&self) -> &'static str {
        self.name
    }

    fn state(&self, project: &Project) -> State {
        let wanted = match (self.version)(project) {
            Ok(wanted) => wanted,
            Err(failure) => return State::Missing(failure.cause),
        };
        let program = self.program_in(&project.tool(self.krate, &wanted));
        if links::is_set(project, self.program, &program) {
            return State::Present(wanted);
        }
        installed::state(project, self.program, &wanted).unwrap_or_else(|| {
            State::Missing(if program.is_file() {
                format!("link the {} that {} {wanted} brought", self.program, self.krate)
            } else {
                format!("compile {} {wanted} from the registry ({})", self.krate, self.minutes)
            })
        })
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let wanted = (self.version)(project)?;
        let folder = project.tool(self.krate, &wanted);
        let program = self.program_in(&folder);
        if !program.is_file() && installed::link(project, self.program, &wanted)? {
            return Ok(());
        }
        if !program.is_file() {
            let new = unfinished(&folder);
            fresh_folder(&new)?;
            let mut cargo = child::command(project, "cargo");
            cargo
                .env("CARGO_TARGET_DIR", build_folder(project))
                .args(["install", self.krate, "--version", &format!("={wanted}")])
                .args(self.options)
                .args(["--config", "profile.release.lto=\"off\""])
                .args(["--config", "profile.release.codegen-units=16"])
                .args(["--config", "profile.release.debug=false"])
                .arg("--root")
                .arg(&new);
            progress.run(&mut cargo, REMEDY)?;
            finish(&folder)?;
        }
        if !program.is_file() {
            return Err(Failure::new(format!("{} brought no program `{}`.", self.krate, self.program), REMEDY));
        }
        links::set(project, self.program, &program)
    }
}
