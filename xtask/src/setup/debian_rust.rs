//! Builds the wasm32 standard library from Debian's Rust and makes the project use that toolchain.
//!
//! Debian has a current compiler (package `rustc-web`) and its sources, but no library for wasm32 without an operating
//! system. The whole project then uses this one toolchain, including native code: artefacts of two compilers do not mix
//! in one target folder. `debian_toolchain` creates the toolchain's folder.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{DEBIAN_RUSTC as RUSTC, Project, WASM_TARGET, fresh_folder, remove_folder},
};

use super::{debian, debian_compiler::Compiler, debian_toolchain, progress::Progress};

const CARGO: &str = "/usr/bin/cargo";
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy", "rustfmt-web"];
const REMEDY: &str = "Run the command again; if it fails in the same way, install Rust with rustup and run \
                       `rustup target add wasm32-unknown-unknown`.";

pub(crate) fn install(project: &Project, progress: &Progress) -> Result<()> {
    debian::install(project, progress, &PACKAGES)?;
    let compiler = Compiler::ask(project)?;
    debian::install(project, progress, &[&format!("lld-{}", compiler.llvm)])?;
    let toolchain = project.tool("rust-debian", &compiler.version);
    if !debian_toolchain::works(project, &toolchain) {
        let libraries = build(project, progress, &compiler)?;
        debian_toolchain::make(&toolchain, &compiler, &libraries)?;
        debian_toolchain::verify(project, &toolchain)?;
        remove_folder(&work_folder(project))?;
    }
    select(project, &toolchain)
}

fn work_folder(project: &Project) -> PathBuf {
    project.tools.join("rust-debian.work")
}

/// Compiles the standard library; returns the folder with its `.rlib` files.
fn build(project: &Project, progress: &Progress, compiler: &Compiler) -> Result<PathBuf> {
    let work = work_folder(project);
    fresh_folder(&work)?;
    let sources = compiler.sysroot.join("lib/rustlib/src/rust/library");
    if !sources.is_dir() {
        return Err(Failure::new(
            format!("The sources of the standard library are not in {}.", sources.display()),
            format!("Run `{}`.", debian::command_line(&["--reinstall", "rust-web-src"])),
        ));
    }
    progress.run(child::command(project, "cp").arg("-rL").arg(&sources).arg(work.join("library")), REMEDY)?;
    let mut cargo = child::command(project, CARGO);
    for name in ["RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(name);
    }
    cargo
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", flags(&work).join("\u{1f}"))
        .args(["build", "--release", "--target", WASM_TARGET, "--manifest-path"])
        .arg(work.join("library/sysroot/Cargo.toml"))
        .arg("--target-dir")
        .arg(work.join("out"));
    progress.run(&mut cargo, REMEDY)?;
    Ok(work.join("out").join(WASM_TARGET).join("release/deps"))
}

/// Removes this machine's paths, so that a library built elsewhere is byte-for-byte the same: cargo considers the two
/// equal, and code compiled with one must work with the other.
fn flags(work: &Path) -> Vec<String> {
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let mut flags = vec!["-Cembed-bitcode=yes".to_owned(), "-Zforce-unstable-if-unmarked".to_owned()];
    for (path, shown) in [(work.join("library"), "/rust/library"), (cargo.join("registry"), "/rust/registry")] {
        flags.push(format!("--remap-path-prefix={}={shown}", path.display()));
    }
    flags
}

/// Makes rustup's proxies use the toolchain in the project's folder. Without rustup it goes first on PATH.
fn select(project: &Project, toolchain: &Path) -> Result<()> {
    let file = project.toolchain_file();
    let text = format!(
        "# Written by `cargo xtask setup`: the standard library for wasm32 comes from the system's own Rust.\n\
         # Remove this file to go back to rustup's default toolchain.\n\
         [toolchain]\npath = {:?}\n",
        toolchain.to_string_lossy()
    );
    fs::write(&file, text).map_err(|error| Failure::file("write", &file, &error))
}
