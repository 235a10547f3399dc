//! Step that installs the vector stores of the browser tests from Python packages: Chroma's server, and Qdrant's engine,
//! for which a script of the tests stands in as a server.

use std::path::PathBuf;

use crate::{
    child,
    failure::Result,
    project::{Project, finish, fresh_folder, unfinished},
    versions::{CHROMADB, QDRANT_EDGE},
};

use super::{
    progress::Progress,
    step::{State, Step},
    wheel::python,
};

/// What the scripts import.
const MODULES: [&str; 2] = ["chromadb_rust_bindings", "qdrant_edge"];

pub(crate) struct VectorStores;

impl Step for VectorStores {
    fn name(&self) -> &'static str {
        "vector stores"
    }

    fn state(&self, project: &Project) -> State {
        let folder = python_modules(project);
        if MODULES.iter().all(|module| folder.join(module).is_dir()) {
            State::Present(format!("chromadb {CHROMADB}, qdrant-edge-py {QDRANT_EDGE}"))
        } else {
            State::Missing(format!(
                "install the Python packages chromadb {CHROMADB} and qdrant-edge-py {QDRANT_EDGE} with pip, into a folder \
                 of the tools (100 MB)"
            ))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = python_modules(project);
        let new = unfinished(&folder);
        fresh_folder(&new)?;
        let mut pip = child::command(project, python(project, progress)?);
        // The server and the engine are libraries of their own; what the packages depend on is for their Python parts.
        pip.args(["-m", "pip", "install", "--no-deps", "--no-input", "--disable-pip-version-check"])
            .args(["--only-binary=:all:", "--target"])
            .arg(&new)
            .args([format!("chromadb=={CHROMADB}"), format!("qdrant-edge-py=={QDRANT_EDGE}")]);
        progress.run(&mut pip, "Check the network and pip's settings and run the command again.")?;
        finish(&folder)
    }
}

/// Folder with the Python packages of the vector stores.
pub(crate) fn python_modules(project: &Project) -> PathBuf {
    project.tool("vector-stores", &format!("{CHROMADB}-{QDRANT_EDGE}"))
}
