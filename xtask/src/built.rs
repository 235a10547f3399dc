//! Whether the release build, in `dist` and of the package, is newer than what it is made of.

use crate::{
    failure::{Failure, Result},
    package,
    project::Project,
    wasm_module::last_change,
};

/// Sources of the release build: of the page, of the modules that it loads later, and of the package; and what makes them. The
/// accepted types of the package are none of them, because a build may write them.
const SOURCES: [&str; 24] = [
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "crates/text",
    "crates/record",
    "crates/wire",
    "crates/recall",
    "crates/core",
    "crates/markdown",
    "crates/browser",
    "crates/tokenizer",
    "crates/exchange",
    "crates/documents",
    "crates/reader",
    "crates/embed/src",
    "crates/embed/Cargo.toml",
    "crates/embed/build.rs",
    "crates/embed/package/src",
    "crates/embed/package/package.json",
    "crates/embed/package/tsconfig.json",
    "crates/embed/package/README.md",
    "web",
    "xtask",
];
const OLD: &str = "The release build, in dist or of the package, is older than what it is made of, or not there.";

/// Fails unless the build is current.
pub(crate) fn require_current(project: &Project) -> Result<()> {
    if is_current(project)? {
        return Ok(());
    }
    Err(Failure::new(OLD, "Leave out `--no-build`; the tests and `cargo xtask dist` make it, too."))
}

/// For commands that take the last build as it is: says if it does not show what the sources say.
pub(crate) fn say_if_old(project: &Project) -> Result<()> {
    if !is_current(project)? {
        println!("\n{OLD} What follows is about that build; without `--no-build` it is made anew.");
    }
    Ok(())
}

/// Whether the page in `dist` is a published one, and it and the package are newer than their sources.
fn is_current(project: &Project) -> Result<bool> {
    let built = [project.dist().join("index.html"), package::packed(project)?];
    let sources = SOURCES.iter().map(|name| project.root.join(name));
    let changed = sources.filter_map(|path| last_change(&path)).max();
    Ok(project.dist().join("sw.js").is_file() && built.iter().all(|file| last_change(file) > changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn every_crate_is_a_source_of_the_release_build() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(SOURCES.iter().all(|name| root.join(name).exists()));
        let crates = fs::read_dir(root.join("crates")).unwrap().flatten().map(|entry| entry.file_name());
        for name in crates.map(|name| format!("crates/{}", name.to_str().unwrap())) {
            let inside = format!("{name}/");
            assert!(SOURCES.iter().any(|source| *source == name || source.starts_with(&inside)), "{name}");
        }
    }
}
