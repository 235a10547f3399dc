//! The step that brings what the end-to-end tests import: the browser's driver library, what looks for what keeps people
//! out, and a small model server. All lie in one `node_modules`, so that one folder is enough to find them.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions::{AXE, NODE_LLAMA, PLAYWRIGHT},
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

/// The `node_modules` with `playwright-core`, `axe-core`, `node-llama-cpp` and its binary.
pub(crate) fn node_modules(project: &Project) -> PathBuf {
    folder(project).join("node_modules")
}

pub(crate) struct EndToEnd;

impl Step for EndToEnd {
    fn name(&self) -> &'static str {
        "end-to-end packages"
    }

    fn state(&self, project: &Project) -> State {
        if packages().iter().all(|(name, _)| npm::package(&folder(project), name).is_dir()) {
            State::Present(format!("playwright-core {PLAYWRIGHT}, axe-core {AXE}, node-llama-cpp {NODE_LLAMA}"))
        } else {
            State::Missing(
                "install the npm packages playwright-core, axe-core and node-llama-cpp (about 100 MB)".to_owned(),
            )
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let packages: Vec<String> = packages().iter().map(|(name, version)| format!("{name}@{version}")).collect();
        npm::install(project, progress, &folder(project), &packages)
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("end-to-end", &format!("{PLAYWRIGHT}-{AXE}-{NODE_LLAMA}"))
}

fn packages() -> Vec<(&'static str, &'static str)> {
    let mut packages = vec![("playwright-core", PLAYWRIGHT), ("axe-core", AXE), ("node-llama-cpp", NODE_LLAMA)];
    packages.extend(llama_binary().map(|name| (name, NODE_LLAMA)));
    packages
}

/// The package with llama.cpp's library for this system. Elsewhere the model server is not available.
fn llama_binary() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("@node-llama-cpp/linux-x64"),
        ("linux", "aarch64") => Some("@node-llama-cpp/linux-arm64"),
        ("macos", "aarch64") => Some("@node-llama-cpp/mac-arm64-metal"),
        ("macos", "x86_64") => Some("@node-llama-cpp/mac-x64"),
        ("windows", "x86_64") => Some("@node-llama-cpp/win-x64"),
        _ => None,
    }
}
