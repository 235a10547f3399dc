//! Runs another of this program's commands, or Cargo, while this one goes on. What it prints is kept and shown in one block at
//! its end.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, create_folder},
    wasm_module::target_folder,
};

/// A command that runs beside this one. Dropping it waits for its end, so that it never outlives this program.
pub(crate) struct Beside {
    shown: String,
    output: PathBuf,
    child: Child,
}

impl Beside {
    /// Starts `cargo xtask ARGUMENT…`. It has no standard input.
    pub(crate) fn start(project: &Project, arguments: &[&str]) -> Result<Self> {
        let this = env::current_exe().map_err(|error| Failure::file("find", Path::new("xtask"), &error))?;
        let mut command = child::command(project, this);
        command.args(arguments);
        Self::spawn(project, command, &arguments.join("-"), format!("cargo xtask {}", arguments.join(" ")))
    }

    /// Starts `cargo ARGUMENT…`. `name`: of the file for what it prints.
    pub(crate) fn cargo(project: &Project, name: &str, arguments: &[&str]) -> Result<Self> {
        let mut command = child::command(project, "cargo");
        command.args(arguments);
        let shown = child::shown(&command);
        Self::spawn(project, command, name, shown)
    }

    fn spawn(project: &Project, mut command: Command, name: &str, shown: String) -> Result<Self> {
        let folder = target_folder(project)?;
        create_folder(&folder)?;
        let output = folder.join(format!("xtask-{name}.txt"));
        let open = |error| Failure::file("write", &output, &error);
        let out = File::create(&output).map_err(open)?;
        let errors = out.try_clone().map_err(open)?;
        command.stdin(Stdio::null()).stdout(out).stderr(errors);
        let child = command.spawn().map_err(|error| child::not_started(&command, &error))?;
        Ok(Self { shown, output, child })
    }

    /// Ends it at once.
    pub(crate) fn stop(mut self) {
        // An error means that it has ended.
        let _ = self.child.kill();
    }

    /// Waits for its end and prints what it has printed. Fails if it has failed.
    pub(crate) fn finish(mut self) -> Result<()> {
        let cause = |error| Failure::new(format!("`{}` was lost: {error}.", self.shown), "Start it again.");
        let status = self.child.wait().map_err(cause)?;
        let printed = fs::read(&self.output).map_err(|error| Failure::file("read", &self.output, &error))?;
        println!("{}", String::from_utf8_lossy(&printed).trim_end());
        if status.success() {
            return Ok(());
        }
        Err(Failure::new(format!("`{}` failed ({status}).", self.shown), "What it said above names the reason."))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // An error means that it is not there any more.
        let _ = self.child.wait();
    }
}
