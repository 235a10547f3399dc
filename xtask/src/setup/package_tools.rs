//! The step that brings what the npm package is made, checked and tried out with: the TypeScript compiler, the generator of
//! its reference, and what the examples are built with.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions::{REACT, REACT_TYPES, TYPEDOC, TYPESCRIPT, VITE},
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

/// The `node_modules` with `typescript`, `typedoc`, `vite`, `react` and `react-dom`.
pub(crate) fn package_modules(project: &Project) -> PathBuf {
    folder(project).join("node_modules")
}

pub(crate) struct PackageTools;

const PACKAGES: [(&str, &str); 7] = [
    ("typescript", TYPESCRIPT),
    ("typedoc", TYPEDOC),
    ("vite", VITE),
    ("react", REACT),
    ("react-dom", REACT),
    ("@types/react", REACT_TYPES),
    ("@types/react-dom", REACT_TYPES),
];

impl Step for PackageTools {
    fn name(&self) -> &'static str {
        "package tools"
    }

    fn state(&self, project: &Project) -> State {
        if PACKAGES.iter().all(|(name, _)| npm::package(&folder(project), name).is_dir()) {
            State::Present(format!("typescript {TYPESCRIPT}, typedoc {TYPEDOC}, vite {VITE}, react {REACT}"))
        } else {
            State::Missing("install the npm packages typescript, typedoc, vite and react (about 100 MB)".to_owned())
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let packages = PACKAGES.map(|(name, version)| format!("{name}@{version}"));
        // Vite's bundler is a library of the system, which is an optional package.
        npm::install_all(project, progress, &folder(project), &packages)
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("package", &format!("{TYPESCRIPT}-{TYPEDOC}-{VITE}-{REACT}-{REACT_TYPES}"))
}
