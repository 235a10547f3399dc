//! Paths of the project's folders and files. Runs no programs.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::failure::{Failure, Result};

/// Compiler of Debian's Rust packages.
pub(crate) const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Target for which the page and the npm package are compiled.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Crate whose tests only run in a browser.
pub(crate) const BROWSER_TESTS: &str = "ricordo-browser-tests";

#[derive(Clone)]
pub(crate) struct Project {
    /// Folder of the workspace manifest.
    pub(crate) root: PathBuf,
    /// Folder of the tools: `.tools`, or `RICORDO_TOOLS` if several clones share one.
    pub(crate) tools: PathBuf,
}

impl Project {
    pub(crate) fn find() -> Result<Self> {
        let manifest =
            env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().map(Path::to_path_buf).unwrap_or_default();
        if !root.join("Cargo.toml").is_file() {
            return Err(Failure::new(
                format!("No workspace manifest in {}.", root.display()),
                "Run `cargo xtask` inside the project's folder.",
            ));
        }
        let tools = env::var_os("RICORDO_TOOLS").map_or_else(|| root.join(".tools"), |folder| root.join(folder));
        Ok(Self { root, tools })
    }

    /// Folder of one tool in one version; a new version gets a new folder.
    pub(crate) fn tool(&self, name: &str, version: &str) -> PathBuf {
        self.tools.join(format!("{name}-{version}"))
    }

    /// Folder with links to the programs of all tools, first on PATH.
    pub(crate) fn tools_bin(&self) -> PathBuf {
        self.tools.join("bin")
    }

    /// Folder that Trunk copies into the page's `/vendor/`.
    pub(crate) fn vendor(&self) -> PathBuf {
        self.root.join("web").join("vendor")
    }

    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Toolchain file, written if the wasm32 standard library does not come from rustup. Ignored by git.
    pub(crate) fn toolchain_file(&self) -> PathBuf {
        self.root.join("rust-toolchain.toml")
    }

    /// Folder of the toolchain that `setup` builds from the system's Rust packages, if both exist.
    pub(crate) fn debian_toolchain(&self) -> Option<PathBuf> {
        if !cfg!(target_os = "linux") || !Path::new(DEBIAN_RUSTC).exists() {
            return None;
        }
        let mut folders: Vec<PathBuf> = fs::read_dir(&self.tools).ok()?.flatten().map(|entry| entry.path()).collect();
        folders.retain(|folder| is_toolchain(folder));
        folders.sort();
        folders.pop()
    }
}

fn is_toolchain(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("rust-debian-") && !name.ends_with(".unfinished") && folder.join("bin/rustc").is_file()
}

/// Creates the folder and those above it.
pub(crate) fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| Failure::file("create", path, &error))
}

/// Creates an empty folder, replacing an existing one.
pub(crate) fn fresh_folder(path: &Path) -> Result<()> {
    remove_folder(path)?;
    create_folder(path)
}

pub(crate) fn remove_folder(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).map_err(|error| Failure::file("remove", path, &error))?;
    }
    Ok(())
}

/// Temporary name for something that is being installed, so that an aborted installation does not look finished.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Renames an [`unfinished`] installation to its final name.
pub(crate) fn finish(path: &Path) -> Result<()> {
    remove_folder(path)?;
    fs::rename(unfinished(path), path).map_err(|error| Failure::file("put in place", path, &error))
}
