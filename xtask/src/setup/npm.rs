//! Installs npm packages into a folder of the tools, without running their scripts.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, finish, fresh_folder, unfinished},
};

use super::progress::Progress;

/// Installs the packages ("name@version") in turn into `folder`, all or none.
pub(crate) fn install(project: &Project, progress: &Progress, folder: &Path, packages: &[String]) -> Result<()> {
    install_with(project, progress, folder, packages, &["--omit=optional"])
}

/// As [`install`], with optional dependencies, which include the packages for this system.
pub(crate) fn install_all(project: &Project, progress: &Progress, folder: &Path, packages: &[String]) -> Result<()> {
    install_with(project, progress, folder, packages, &[])
}

fn install_with(
    project: &Project,
    progress: &Progress,
    folder: &Path,
    packages: &[String],
    options: &[&str],
) -> Result<()> {
    let new = unfinished(folder);
    fresh_folder(&new)?;
    let manifest = new.join("package.json");
    fs::write(&manifest, "{ \"private\": true }\n").map_err(|error| Failure::file("write", &manifest, &error))?;
    for package in packages {
        let mut npm = child::npm(project);
        npm.current_dir(&new)
            .args(["install", "--ignore-scripts", "--no-audit", "--no-fund"])
            .args(options)
            .arg(package);
        progress
            .run(&mut npm, "Check the network and npm's settings (`npm config list`), then run the command again.")?;
    }
    finish(folder)
}

/// Folder of an installed package.
pub(crate) fn package(folder: &Path, name: &str) -> PathBuf {
    name.split('/').fold(folder.join("node_modules"), |path, part| path.join(part))
}
