//! Step that installs `wasm-opt`, from the npm package `binaryen`.

use std::path::PathBuf;

use crate::{failure::Result, project::Project, versions};

use super::{
    installed, links, npm,
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
        installed::state(project, NAME, versions::WASM_OPT).unwrap_or_else(|| {
            State::Missing(format!("install the npm package binaryen {} (14 MB)", versions::BINARYEN))
        })
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if !program(project).exists() && installed::link(project, NAME, versions::WASM_OPT)? {
            return Ok(());
        }
        if !program(project).exists() {
            npm::install(project, progress, &folder(project), &[format!("binaryen@{}", versions::BINARYEN)])?;
        }
        links::set(project, NAME, &program(project))
    }
}

/// The script for Node, if `wasm-opt` is the one installed here and not another one on PATH.
pub(crate) fn script(project: &Project) -> Option<PathBuf> {
    let script = folder(project).join("node_modules/binaryen/bin/wasm-opt");
    links::is_set(project, NAME, &program(project)).then_some(script)
}

fn folder(project: &Project) -> PathBuf {
    project.tool("binaryen", versions::BINARYEN)
}

fn program(project: &Project) -> PathBuf {
    let modules = folder(project).join("node_modules");
    if cfg!(windows) { modules.join(".bin").join("wasm-opt.cmd") } else { modules.join("binaryen/bin/wasm-opt") }
}
