//! `.tools/bin`: links to the programs of the tools, so that PATH needs only one folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
};

/// Makes `.tools/bin/<name>` run `program`, replacing an earlier link.
pub(crate) fn set(project: &Project, name: &str, program: &Path) -> Result<()> {
    let link = place(project, name, program);
    create_folder(&project.tools_bin())?;
    if link.symlink_metadata().is_ok() {
        fs::remove_file(&link).map_err(|error| Failure::file("replace", &link, &error))?;
    }
    make(program, &link).map_err(|error| Failure::file("link", &link, &error))
}

/// Whether `.tools/bin/<name>` runs `program`.
pub(crate) fn is_set(project: &Project, name: &str, program: &Path) -> bool {
    let link = place(project, name, program);
    match (fs::canonicalize(&link), fs::canonicalize(program)) {
        (Ok(link), Ok(program)) => link == program || cfg!(windows),
        _ => false,
    }
}

fn place(project: &Project, name: &str, program: &Path) -> PathBuf {
    let extension = if cfg!(windows) { program.extension() } else { None };
    let link = project.tools_bin().join(name);
    extension.map_or_else(|| link.clone(), |extension| link.with_extension(extension))
}

#[cfg(unix)]
fn make(program: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(program, link)
}

/// Without symbolic links, programs are hard-linked and scripts are called by a script.
#[cfg(not(unix))]
fn make(program: &Path, link: &Path) -> std::io::Result<()> {
    if program.extension().is_some_and(|extension| extension == "cmd") {
        return fs::write(link, format!("@call \"{}\" %*\r\n", program.display()));
    }
    fs::hard_link(program, link).or_else(|_| fs::copy(program, link).map(|_| ()))
}
