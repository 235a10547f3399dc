//! Optimises WebAssembly modules with `wasm-opt`.

use std::{fs, path::Path, process::Command};

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
    setup,
};

/// WebAssembly features that the compiler may use; every current browser has them.
const FEATURES: [&str; 7] =
    ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue", "simd"];

/// Size in bytes from which a module is large: optimising it takes so long that compiling `wasm-opt` well pays for itself.
/// Seconds of the processor, compiled quickly and well: 0.6 MB 6.7 and 10.8, 2.8 MB 31.9 and 25.5; at `-O3` 2 MB 61.5 and 44.8.
const LARGE: u64 = 1 << 20;

/// Optimises a module with these options. The result does not depend on how `wasm-opt` is run.
pub(crate) fn optimise(project: &Project, options: &[&str], from: &Path, to: &Path) -> Result<()> {
    let size = fs::metadata(from).map_err(|error| Failure::file("read", from, &error))?.len();
    let mut command = command(project, size);
    command.args(options).args(FEATURES.map(|feature| format!("--enable-{feature}")));
    child::output(command.arg(from).arg("-o").arg(to)).map(drop)
}

/// The `wasm-opt` that set-up installs is WebAssembly itself, 11 MB of it, which Node compiles anew each time: by default
/// twice, first quickly and then well. Once is enough.
fn command(project: &Project, size: u64) -> Command {
    match setup::wasm_opt_script(project) {
        Some(script) => {
            let mut node = child::command(project, "node");
            node.arg(if size < LARGE { "--liftoff-only" } else { "--no-liftoff" }).arg(script);
            node
        }
        None => child::command(project, "wasm-opt"),
    }
}
