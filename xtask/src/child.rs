//! Runs other programs, with the project's tools first on PATH and with the project's toolchain.
//!
//! rustup's proxies pass the toolchain to their children through the environment. `setup` may change the project's
//! toolchain while this program runs, so children have to determine it again.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    failure::{Failure, Result},
    project::Project,
};

/// Variables that `cargo run` sets for this program and that would confuse another cargo.
const CARGO_LEFTOVERS: [&str; 4] = ["CARGO", "CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_PRIMARY_PACKAGE"];

/// A command that runs in the project's folder.
pub(crate) fn command(project: &Project, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(&project.root).env("PATH", path(project));
    for name in CARGO_LEFTOVERS {
        command.env_remove(name);
    }
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    if project.toolchain_file().is_file() {
        command.env_remove("RUSTUP_TOOLCHAIN");
    }
    command
}

/// Like [`command`], but with less of the processor while something else needs it. On Windows there is no such program.
pub(crate) fn patient(project: &Project, program: &str) -> Command {
    if cfg!(windows) {
        return command(project, program);
    }
    let mut patient = command(project, "nice");
    patient.args(["-n", "10", program]);
    patient
}

/// PATH for children: the project's tools, then, if there is no rustup to choose it, the toolchain of `setup`.
pub(crate) fn path(project: &Project) -> OsString {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let mut folders = vec![project.tools_bin()];
    let mut rest: Vec<PathBuf> = env::split_paths(&inherited).filter(|folder| *folder != project.tools_bin()).collect();
    let rustup = rest.iter().any(|folder| folder.join(format!("rustup{}", env::consts::EXE_SUFFIX)).is_file());
    if !rustup && let Some(toolchain) = project.debian_toolchain() {
        folders.push(toolchain.join("bin"));
    }
    folders.append(&mut rest);
    env::join_paths(folders).unwrap_or(inherited)
}

/// Tells a child a path, unless whoever started this program has set that variable.
pub(crate) fn tell(child: &mut Command, variable: &str, path: &Path) {
    if env::var_os(variable).is_none() {
        child.env(variable, path);
    }
}

/// npm has a different program name on Windows.
pub(crate) fn npm(project: &Project) -> Command {
    command(project, if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Runs a command with this program's standard streams.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::new(format!("`{}` failed ({status}).", shown(command)), "What it said above names the reason."))
}

/// Runs a command quietly and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let printed = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Failure::new(format!("`{}` failed ({}): {printed}", shown(command), output.status), ""))
}

pub(crate) fn not_started(command: &Command, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("`{}` could not be started: {error}.", command.get_program().to_string_lossy()),
        "Check that it is installed and on PATH; `cargo xtask setup --check` lists what is missing.",
    )
}

/// The command as a user would type it: program names instead of full paths.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let mut text = program.to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}
