//! Step that installs code highlighting and mathematics for replies: the npm packages `@highlightjs/cdn-assets`, one
//! file per language of `web/lazy/languages.mjs`, and `temml`. They become `/vendor/highlight/` and `/vendor/temml/` of
//! the page, which loads them when the first code block or formula comes into view.

use std::{fs, path::PathBuf};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
    versions::{HIGHLIGHT, TEMML},
};

use super::{
    npm,
    progress::Progress,
    runtime::{is_as_long, place},
    step::{State, Step},
};

const COLOURS: &str = "@highlightjs/cdn-assets";
const MATHS: &str = "temml";

/// Temml's small build is a script that defines a global; this makes it a module.
const EXPORT: &str = "\nexport default temml;\n";

pub(crate) struct Decoration;

impl Step for Decoration {
    fn name(&self) -> &'static str {
        "code and maths"
    }

    fn state(&self, project: &Project) -> State {
        let files = files(project);
        let is_there = !files.is_empty() && files.iter().all(|(from, to)| is_as_long(from, to));
        let is_set = is_there && fs::read_to_string(maths(project)).is_ok_and(|text| text.ends_with(EXPORT));
        if is_set {
            State::Present(format!("highlight.js {HIGHLIGHT}, Temml {TEMML}"))
        } else {
            State::Missing(format!("install the npm packages {COLOURS} {HIGHLIGHT} and {MATHS} {TEMML} (10 MB)"))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = folder(project);
        if !npm::package(&folder, MATHS).exists() {
            let packages = [format!("{COLOURS}@{HIGHLIGHT}"), format!("{MATHS}@{TEMML}")];
            npm::install(project, progress, &folder, &packages)?;
        }
        for (from, to) in files(project) {
            place(&from, &to)?;
        }
        let source = npm::package(&folder, MATHS).join("dist/temml.min.js");
        let script = fs::read_to_string(&source).map_err(|error| Failure::file("read", &source, &error))?;
        let module = maths(project);
        if let Some(folder) = module.parent() {
            create_folder(folder)?;
        }
        fs::write(&module, script + EXPORT).map_err(|error| Failure::file("write", &module, &error))
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("decoration", &format!("{HIGHLIGHT}-{TEMML}"))
}

fn maths(project: &Project) -> PathBuf {
    project.vendor().join("temml/temml.js")
}

/// The core, grammars and licences, each with its path in the packages and in the page's folder.
fn files(project: &Project) -> Vec<(PathBuf, PathBuf)> {
    let (colours, vendor) = (npm::package(&folder(project), COLOURS), project.vendor());
    let ours = vendor.join("highlight");
    let wanted = fs::read_to_string(project.root.join("web/lazy/languages.mjs")).unwrap_or_default();
    let grammars = fs::read_dir(colours.join("es/languages")).map(|entries| entries.flatten().collect::<Vec<_>>());
    let grammars = grammars.unwrap_or_default().into_iter().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let language = name.strip_suffix(".min.js").filter(|name| wanted.contains(&format!("\n  {name}: ")))?;
        Some((entry.path(), ours.join("languages").join(format!("{language}.js"))))
    });
    let mut files: Vec<_> = grammars.collect();
    if files.is_empty() {
        return files;
    }
    files.push((colours.join("es/core.min.js"), ours.join("core.js")));
    files.push((colours.join("LICENSE"), ours.join("LICENSE")));
    files.push((npm::package(&folder(project), MATHS).join("LICENSE"), vendor.join("temml/LICENSE")));
    files
}
