//! Builds a WebAssembly crate with its JavaScript: compiler, `wasm-bindgen`, `wasm-opt`.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, WASM_TARGET, create_folder},
    source_paths, wasm_opt,
};

/// Build settings of a WebAssembly crate with its JavaScript.
pub(crate) struct Recipe {
    pub(crate) krate: &'static str,
    /// Options of `cargo build`, without the profile.
    pub(crate) options: &'static [&'static str],
    pub(crate) profile: &'static str,
    /// wasm-bindgen's target: the environment that loads the file.
    pub(crate) target: &'static str,
    /// Optimisation option of `wasm-opt`.
    pub(crate) optimise: &'static str,
    /// Base name of the two files.
    pub(crate) name: &'static str,
}

impl Recipe {
    /// Name of the WebAssembly file.
    pub(crate) fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// Name of the script that loads it.
    pub(crate) fn script(&self) -> String {
        format!("{}.js", self.name)
    }

    /// Builds both files into a folder. Nothing is written if the compiler has nothing new.
    pub(crate) fn build(&self, project: &Project, folder: &Path) -> Result<()> {
        create_folder(folder)?;
        let module = self.compile(project)?;
        if last_change(&folder.join(self.wasm())) > last_change(&module) {
            return Ok(());
        }
        self.bind(project, &module, folder)
    }

    /// Compiles the crate and returns the path of the module.
    fn compile(&self, project: &Project) -> Result<PathBuf> {
        let mut cargo = child::command(project, "cargo");
        cargo
            .args(["build", "--package", self.krate, "--profile", self.profile, "--target", WASM_TARGET])
            .args(self.options);
        source_paths::leave_out(project, &mut cargo)?;
        child::run(&mut cargo)?;
        let file = format!("{}.wasm", self.krate.replace('-', "_"));
        Ok(target_folder(project)?.join(WASM_TARGET).join(self.profile).join(file))
    }

    /// Generates the JavaScript and optimises the module. The last step writes the file whose modification time is
    /// checked.
    fn bind(&self, project: &Project, module: &Path, folder: &Path) -> Result<()> {
        let work = project.tools.join("lazy.work");
        create_folder(&work)?;
        let mut bindgen = child::command(project, "wasm-bindgen");
        bindgen
            .args(["--target", self.target, "--out-name", self.name])
            .args(["--no-typescript", "--out-dir"])
            .arg(&work)
            .arg(module);
        child::output(&mut bindgen)?;
        let optimised = work.join("optimised.wasm");
        wasm_opt::optimise(project, &[self.optimise], &work.join(self.wasm()), &optimised)?;
        copy(&work.join(self.script()), &folder.join(self.script()))?;
        copy(&optimised, &folder.join(self.wasm()))
    }
}

/// Cargo's target folder, whatever the environment and the configuration are.
pub(crate) fn target_folder(project: &Project) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    let metadata = child::output(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let folder = metadata.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let folder = folder.map(|(folder, _)| PathBuf::from(folder.replace("\\\\", "\\")));
    folder.ok_or_else(|| Failure::new("`cargo metadata` does not say where it builds.", ""))
}

/// Last modification of a file, or of any file below a folder; `None` if there is none.
pub(crate) fn last_change(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        return fs::read_dir(path).ok()?.flatten().filter_map(|entry| last_change(&entry.path())).max();
    }
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    // Removed first, not overwritten: the old file may be linked from elsewhere.
    if to.exists() {
        fs::remove_file(to).map_err(|error| Failure::file("replace", to, &error))?;
    }
    fs::copy(from, to).map(drop).map_err(|error| Failure::file("copy", from, &error))
}
