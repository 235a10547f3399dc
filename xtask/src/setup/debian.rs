//! Debian's packages: installed directly when root, otherwise the command is printed.

use std::{path::Path, process::Command};

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
    which::which,
};

use super::progress::Progress;

/// Whether this system installs packages with apt.
pub(crate) fn is_here(project: &Project) -> bool {
    cfg!(target_os = "linux") && Path::new("/etc/debian_version").exists() && which(project, "apt-get").is_some()
}

/// Whether `install` would install rather than print a command.
pub(crate) fn may_install(project: &Project) -> bool {
    is_here(project) && is_root(project)
}

/// Installs the missing packages, or fails with the command that would.
pub(crate) fn install(project: &Project, progress: &Progress, packages: &[&str]) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !has(project, package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let line = command_line(&missing);
    if !may_install(project) {
        return Err(Failure::new(
            format!("The packages {} are missing, and only root may install them.", missing.join(", ")),
            format!("Run `sudo {line}` and then this command again."),
        ));
    }
    println!("    installs Debian packages: {}", missing.join(" "));
    let remedy = format!("Check the network and the package sources, then run `apt-get update && {line}` by hand.");
    progress.run(apt(project).arg("update"), &remedy)?;
    progress.run(apt(project).args(["install", "-y", "--no-install-recommends"]).args(&missing), &remedy)
}

/// The command that installs the packages, without `sudo`.
pub(crate) fn command_line(packages: &[&str]) -> String {
    format!("apt-get install --no-install-recommends {}", packages.join(" "))
}

fn has(project: &Project, package: &str) -> bool {
    let mut query = child::command(project, "dpkg-query");
    query.args(["-W", "-f=${db:Status-Status}", package]);
    child::output(&mut query).is_ok_and(|status| status == "installed")
}

fn is_root(project: &Project) -> bool {
    child::output(child::command(project, "id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn apt(project: &Project) -> Command {
    let mut apt = child::command(project, "apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}
