//! Compiles a crate to WebAssembly and splits it: into a module that is loaded at once, with its script, and pieces that
//! are loaded on first call. `web` and `embed` are built in this way.
//!
//! The steps run one after the other: `cargo build`, `wasm-split`, `wasm-bindgen`, short names. What follows differs:
//! `page` makes the published page of it, and `pieces` the module of the npm package.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, WASM_TARGET, fresh_folder},
    short_names, source_paths,
    wasm_module::target_folder,
    wasm_opt,
};

/// Script that loads the pieces, as `wasm-split` names it.
pub(crate) const LINK: &str = "__wasm_split.js";

/// Options of `wasm-opt` that make the module small in transfer. A function with one caller is only inlined if it is small:
/// otherwise the file is smaller on disk but larger in transfer, because similar code is no longer written alike. Sorting
/// functions by name puts similar code together.
pub(crate) const OPTIMISE: &[&str] =
    &["-O2", "--one-caller-inline-max-function-size", "30", "--reorder-functions-by-name"];

/// A crate that is split.
pub(crate) struct Source {
    pub(crate) package: &'static str,
    /// Base name of the module that cargo writes, and of the files that are made of it.
    pub(crate) name: &'static str,
    /// Options of `wasm-opt`, for the module and for the pieces.
    pub(crate) optimise: &'static [&'static str],
    pub(crate) optimise_pieces: &'static [&'static str],
}

/// Compiles modules, and returns where they are. Together, so that what they share is compiled once, and the last step of
/// each, which keeps one processor busy for minutes, runs beside that of the other.
///
/// The symbols mark the places to split at; wasm-opt removes them afterwards.
pub(crate) fn compile<const N: usize>(project: &Project, sources: [&Source; N]) -> Result<[PathBuf; N]> {
    let mut cargo = child::command(project, "cargo");
    cargo.args(["build", "--release", "--target", WASM_TARGET]).env("CARGO_PROFILE_RELEASE_STRIP", "false");
    source_paths::leave_out(project, &mut cargo)?;
    for source in sources {
        cargo.args(["--package", source.package, "--features", &format!("{}/split", source.package)]);
    }
    child::run(&mut cargo)?;
    let folder = target_folder(project)?.join(WASM_TARGET).join("release");
    Ok(sources.map(|source| folder.join(format!("{}.wasm", source.name))))
}

impl Source {
    /// Splits a compiled module in a folder.
    pub(crate) fn split(&self, project: &Project, module: &Path, work: &Path) -> Result<Split> {
        let (cut, bound) = (work.join("cut"), work.join("bound"));
        fresh_folder(&cut)?;
        fresh_folder(&bound)?;
        child::output(child::command(project, "wasm-split-cli").arg(module).arg(&cut).args(["--out-name", self.name]))?;
        let mut bindgen = child::command(project, "wasm-bindgen");
        bindgen
            .args(["--target", "web", "--out-name", self.name, "--keep-lld-exports", "--no-demangle", "--out-dir"])
            .arg(&bound)
            .arg(cut.join(format!("{}.wasm", self.name)));
        child::output(&mut bindgen)?;
        let split = Split {
            script: bound.join(format!("{}.js", self.name)),
            module: bound.join(format!("{}_bg.wasm", self.name)),
            link: read(&cut.join(LINK))?,
            cut,
            bound,
        };
        short_names::shorten(&split.script, &split.module)?;
        Ok(split)
    }

    /// Optimises the module.
    pub(crate) fn optimise(&self, project: &Project, from: &Path, to: &Path) -> Result<()> {
        wasm_opt::optimise(project, self.optimise, from, to)
    }

    /// Optimises a piece.
    pub(crate) fn optimise_piece(&self, project: &Project, from: &Path, to: &Path) -> Result<()> {
        wasm_opt::optimise(project, self.optimise_pieces, from, to)
    }
}

/// A module that is split.
pub(crate) struct Split {
    /// The script of the module.
    pub(crate) script: PathBuf,
    /// The module that is loaded at once.
    pub(crate) module: PathBuf,
    /// Text of the script that loads the pieces.
    pub(crate) link: String,
    /// Folder of the pieces.
    pub(crate) cut: PathBuf,
    /// Folder of what `wasm-bindgen` wrote.
    pub(crate) bound: PathBuf,
}

/// A file that is loaded on first call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its name in `wasm-split`, without its ending.
    pub(crate) file: String,
    /// Its published name, without its ending: from its calls, or from those that share it, as in `commands-turn`.
    pub(crate) name: String,
}

impl Split {
    /// The pieces that the script loads.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        pieces(&self.link)
    }
}

/// The pieces that a script of `wasm-split` loads. Above one that several share, a comment names them.
pub(crate) fn pieces(link: &str) -> Vec<Piece> {
    let mut shared_by = None;
    let mut pieces = Vec::new();
    for line in link.lines() {
        shared_by = line.strip_prefix("/* ").and_then(|rest| rest.strip_suffix(" */")).or(shared_by);
        let file = line.split_once("new URL(\"./").and_then(|(_, rest)| rest.split_once(".wasm\""));
        if let Some((file, _)) = file {
            let own = || file.trim_start_matches("split_").to_owned();
            let name = shared_by.take().map_or_else(own, |names| names.replace(", ", "-"));
            pieces.push(Piece { file: file.to_owned(), name });
        }
    }
    pieces
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}
