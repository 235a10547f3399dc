//! Step that installs `wasm-opt`, from the npm package `binaryen`.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions,
    which::{number, version, which},
};

use super::{
    links, npm,
    progress::Progress,
    step::{State, Step},
};

const NAME: &str = "wasm-opt";

pub(crate) struct WasmOpt;

impl Step for WasmOpt {
    fn name(&self) -> &'static str {
        NAME
    }

    fn state(&self, project: &Project) -> State {
        if links::is_set(project, NAME, &program(project)) {
            return State::Present(versions::WASM_OPT.to_owned());
        }
        let own = which(project, NAME)
            .filter(|program| version(project, program).is_some_and(|printed| number(&printed) == versions::WASM_OPT));
        match own {
            Some(program) => State::Present(format!("{} ({})", versions::WASM_OPT, program.display())),
            None => State::Missing(format!("install the npm package binaryen {} (14 MB)", versions::BINARYEN)),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if !program(project).exists() {
            npm::install(project, progress, &folder(project), &[format!("binaryen@{}", versions::BINARYEN)])?;
        }
        links::set(project, NAME, &program(project))
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("binaryen", versions::BINARYEN)
}

fn program(project: &Project) -> PathBuf {
    let modules = folder(project).join("node_modules");
    if cfg!(windows) { modules.join(".bin").join("wasm-opt.cmd") } else { modules.join("binaryen/bin/wasm-opt") }
}
