//! Where things are: the project's folders and files. Nothing here runs a program.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::failure::{Failure, Result};

/// The compiler of Debian's Rust packages.
pub(crate) const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

pub(crate) struct Project {
    /// The folder of the workspace manifest.
    pub(crate) root: PathBuf,
    /// The folder of the tools: `.tools`, or `RICORDO_TOOLS` where several clones share one.
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

    /// The folder of one tool in one version; a new version gets a new folder.
    pub(crate) fn tool(&self, name: &str, version: &str) -> PathBuf {
        self.tools.join(format!("{name}-{version}"))
    }

    /// Links to the programs of all tools; this goes to the front of PATH.
    pub(crate) fn tools_bin(&self) -> PathBuf {
        self.tools.join("bin")
    }

    /// What Trunk copies into the page's `/vendor/`.
    pub(crate) fn vendor(&self) -> PathBuf {
        self.root.join("web").join("vendor")
    }

    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Written where the wasm32 standard library does not come from rustup. Ignored by git.
    pub(crate) fn toolchain_file(&self) -> PathBuf {
        self.root.join("rust-toolchain.toml")
    }

    /// The folder of the toolchain that `setup` makes from the system's own Rust packages, if it did and they are still there.
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

/// An empty folder, whatever was there before.
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

/// The name under which something is put together before it becomes visible under its own,
/// so that an installation which broke off does not look finished.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Gives what was put together under [`unfinished`] its name.
pub(crate) fn finish(path: &Path) -> Result<()> {
    remove_folder(path)?;
    fs::rename(unfinished(path), path).map_err(|error| Failure::file("put in place", path, &error))
}
