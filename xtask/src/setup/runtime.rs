//! Step that installs the runtime of the in-page model: llama.cpp as WebAssembly, from the npm package
//! `@wllama/wllama`. Its module and its binary become `/vendor/wllama/` of the page.

use std::{fs, path::Path};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
    versions::WLLAMA,
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

const PACKAGE: &str = "@wllama/wllama";

/// Paths in the package and in the page: the smaller of the two module builds (its worker is included), and the binary.
const FILES: [(&str, &str); 3] =
    [("esm/index.min.js", "index.js"), ("esm/wasm/wllama.wasm", "wllama.wasm"), ("LICENCE", "LICENCE")];

pub(crate) struct Runtime;

impl Step for Runtime {
    fn name(&self) -> &'static str {
        "in-page runtime"
    }

    fn state(&self, project: &Project) -> State {
        let package = npm::package(&project.tool("wllama", WLLAMA), PACKAGE);
        let vendor = project.vendor().join("wllama");
        if FILES.iter().all(|(from, to)| same(&package.join(from), &vendor.join(to))) {
            State::Present(format!("wllama {WLLAMA}"))
        } else {
            State::Missing(format!("install the npm package {PACKAGE} {WLLAMA} (15 MB)"))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = project.tool("wllama", WLLAMA);
        let package = npm::package(&folder, PACKAGE);
        if !package.exists() {
            npm::install(project, progress, &folder, &[format!("{PACKAGE}@{WLLAMA}")])?;
        }
        FILES.iter().try_for_each(|(from, to)| place(&package.join(from), &project.vendor().join("wllama").join(to)))
    }
}

/// Places a file of the tools among the page's files: as a hard link if possible, otherwise as a copy.
pub(crate) fn place(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        create_folder(folder)?;
    }
    if to.exists() {
        fs::remove_file(to).map_err(|error| Failure::file("replace", to, &error))?;
    }
    fs::hard_link(from, to)
        .or_else(|_| fs::copy(from, to).map(|_| ()))
        .map_err(|error| Failure::file("copy", from, &error))
}

/// Whether both files exist and are of the same length.
pub(crate) fn is_as_long(one: &Path, other: &Path) -> bool {
    let length = |path: &Path| fs::metadata(path).map(|data| data.len()).ok();
    length(one).is_some() && length(one) == length(other)
}

/// Whether both files exist with the same content.
fn same(one: &Path, other: &Path) -> bool {
    matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}
