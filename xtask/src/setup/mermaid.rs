//! Step that installs Mermaid, which draws diagrams, from the npm package `@mermaid-js/tiny`: one script without
//! dependencies. It becomes `/vendor/mermaid/` of the page, which loads it when the first diagram is asked for.

use std::path::PathBuf;

use crate::{failure::Result, project::Project, versions::MERMAID};

use super::{
    npm,
    progress::Progress,
    runtime::{is_as_long, place},
    step::{State, Step},
};

const PACKAGE: &str = "@mermaid-js/tiny";
/// The script and its licence, each with its path in the package and in the page's folder.
const FILES: [(&str, &str); 2] = [("dist/mermaid.tiny.js", "mermaid.js"), ("LICENSE", "LICENSE")];

pub(crate) struct Mermaid;

impl Step for Mermaid {
    fn name(&self) -> &'static str {
        "diagrams"
    }

    fn state(&self, project: &Project) -> State {
        if files(project).iter().all(|(from, to)| is_as_long(from, to)) {
            State::Present(format!("Mermaid {MERMAID}"))
        } else {
            State::Missing(format!("install the npm package {PACKAGE} {MERMAID} (3 MB)"))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = folder(project);
        if !npm::package(&folder, PACKAGE).exists() {
            npm::install(project, progress, &folder, &[format!("{PACKAGE}@{MERMAID}")])?;
        }
        files(project).iter().try_for_each(|(from, to)| place(from, to))
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("mermaid", MERMAID)
}

fn files(project: &Project) -> [(PathBuf, PathBuf); 2] {
    let (package, ours) = (npm::package(&folder(project), PACKAGE), project.vendor().join("mermaid"));
    FILES.map(|(from, to)| (package.join(from), ours.join(to)))
}
