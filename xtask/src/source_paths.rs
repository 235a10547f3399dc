//! Keeps the folders of the machine that builds out of what is published. A panic names the file it is in, so without this
//! every module would hold the path of cargo's registry, which often has the name of a user in it; and the same sources
//! would give another file, of another size, on each machine.

use std::{collections::BTreeSet, path::Path, process::Command};

use crate::{
    child,
    failure::Result,
    project::{Project, WASM_TARGET},
};

/// Makes a `cargo build` for wasm32 name the files of libraries without the folders that the libraries lie in:
/// `tokio-1.54.1/src/lib.rs`. It is added to the flags in `.cargo/config.toml`.
pub(crate) fn leave_out(project: &Project, build: &mut Command) -> Result<()> {
    let mut cargo = child::command(project, "cargo");
    let metadata = child::output(cargo.args(["metadata", "--format-version", "1"]))?;
    let flags: Vec<String> =
        folders(&metadata, &project.root).iter().map(|folder| format!("\"--remap-path-prefix={folder}=\"")).collect();
    build.arg("--config").arg(format!("target.{WASM_TARGET}.rustflags=[{}]", flags.join(", ")));
    Ok(())
}

/// The folders that hold the libraries outside the project, of what `cargo metadata` prints; escaped as they are there,
/// which TOML reads alike.
fn folders<'a>(metadata: &'a str, root: &Path) -> BTreeSet<&'a str> {
    let root = root.to_string_lossy().replace('\\', "\\\\");
    metadata
        .split("\"manifest_path\":\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(manifest, _)| manifest)
        .filter(|manifest| !manifest.starts_with(&root))
        .filter_map(|manifest| parent(parent(manifest)?))
        .collect()
}

fn parent(path: &str) -> Option<&str> {
    path.rsplit_once(['/', '\\']).map(|(folder, _)| folder.trim_end_matches('\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_libraries_are_left_out_each_once() {
        let metadata = r#"{"packages":[
            {"manifest_path":"/home/ana/.cargo/registry/src/crates.io-1/tokio-1.0.0/Cargo.toml","x":1},
            {"manifest_path":"/home/ana/.cargo/registry/src/crates.io-1/leptos-0.8.0/Cargo.toml"},
            {"manifest_path":"/home/ana/ricordo/crates/core/Cargo.toml"}]}"#;
        let found = folders(metadata, Path::new("/home/ana/ricordo"));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["/home/ana/.cargo/registry/src/crates.io-1"]);
    }

    #[test]
    fn a_path_of_windows_stays_escaped() {
        let metadata = r#"{"manifest_path":"C:\\cargo\\src\\crates.io-1\\tokio-1.0.0\\Cargo.toml"}"#;
        let found = folders(metadata, Path::new("C:\\ricordo"));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["C:\\\\cargo\\\\src\\\\crates.io-1"]);
    }
}
