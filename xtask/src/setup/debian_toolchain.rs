//! Creates a toolchain folder: Debian's programs with a separate sysroot that adds the wasm32 library.
//!
//! Nothing is written outside the project. The programs are small scripts, because the compiler looks for its libraries
//! beside the shared library it is linked to and has to be given another path.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, WASM_TARGET, create_folder, finish, fresh_folder, unfinished},
};

use super::debian_compiler::Compiler;

/// Assembles the toolchain in `folder`, with the wasm32 libraries of the folder `libraries`.
pub(crate) fn make(folder: &Path, compiler: &Compiler, libraries: &Path) -> Result<()> {
    let new = unfinished(folder);
    let bin = new.join("bin");
    let rustlib = new.join("lib/rustlib");
    let host = rustlib.join(&compiler.host);
    let system = compiler.sysroot.join("lib/rustlib");
    fresh_folder(&new)?;
    for path in [&bin, &host.join("bin")] {
        create_folder(path)?;
    }
    for name in ["rustc", "rustdoc"] {
        script(&bin.join(name), &format!("exec /usr/bin/{name} --sysroot \"${{bin%/*}}\" \"$@\""))?;
    }
    script(&bin.join("clippy-driver"), "SYSROOT=\"${bin%/*}\" exec /usr/bin/clippy-driver \"$@\"")?;
    // cargo-clippy looks for clippy-driver beside itself, so it has to be a copy.
    copy(Path::new("/usr/bin/cargo-clippy"), &bin.join("cargo-clippy"))?;
    for name in ["cargo", "cargo-fmt", "rustfmt"] {
        link(&Path::new("/usr/bin").join(name), &bin.join(name))?;
    }
    link(&system.join(&compiler.host).join("lib"), &host.join("lib"))?;
    link(&PathBuf::from(format!("/usr/bin/lld-{}", compiler.llvm)), &host.join("bin/rust-lld"))?;
    for name in ["src", "etc"] {
        link(&system.join(name), &rustlib.join(name))?;
    }
    copy_libraries(libraries, &rustlib.join(WASM_TARGET).join("lib"))?;
    finish(folder)
}

/// Whether it can compile and link a wasm32 program.
pub(crate) fn works(project: &Project, folder: &Path) -> bool {
    verify(project, folder).is_ok()
}

/// Compiles and links a small program for wasm32.
pub(crate) fn verify(project: &Project, folder: &Path) -> Result<()> {
    let source = project.tools.join("try-wasm32.rs");
    let write = |text: &str| fs::write(&source, text).map_err(|error| Failure::file("write", &source, &error));
    create_folder(&project.tools)?;
    write("fn main() { println!(\"{}\", std::env::args().count()); }\n")?;
    let mut rustc = child::command(project, folder.join("bin/rustc"));
    rustc.args(["--target", WASM_TARGET, "-o"]).arg(source.with_extension("wasm")).arg(&source);
    let compiled = child::output(&mut rustc);
    for file in [source.clone(), source.with_extension("wasm")] {
        let _ = fs::remove_file(file);
    }
    compiled.map(|_| ())
}

fn script(path: &Path, line: &str) -> Result<()> {
    fs::write(path, format!("#!/bin/sh\nbin=${{0%/*}}\n{line}\n"))
        .map_err(|error| Failure::file("write", path, &error))?;
    make_executable(path).map_err(|error| Failure::file("make executable", path, &error))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(|_| ()).map_err(|error| Failure::file("copy", from, &error))
}

fn copy_libraries(from: &Path, to: &Path) -> Result<()> {
    create_folder(to)?;
    let files = fs::read_dir(from).map_err(|error| Failure::file("read", from, &error))?;
    for file in files.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "rlib"))
    {
        copy(&file, &to.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> Result<()> {
    std::os::unix::fs::symlink(from, to).map_err(|error| Failure::file("link", to, &error))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> Result<()> {
    copy(from, to)
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
