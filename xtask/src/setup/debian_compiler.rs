//! The compiler of Debian's Rust packages, as far as the toolchain that is made from it depends on it.

use std::path::PathBuf;

use crate::{
    child,
    failure::Result,
    project::{DEBIAN_RUSTC, Project},
};

/// Properties of Debian's compiler, from `rustc -vV`.
pub(crate) struct Compiler {
    pub(crate) version: String,
    pub(crate) host: String,
    /// Major version of LLVM, which is part of the linker's package name.
    pub(crate) llvm: String,
    pub(crate) sysroot: PathBuf,
}

impl Compiler {
    pub(crate) fn ask(project: &Project) -> Result<Self> {
        let printed = child::output(child::command(project, DEBIAN_RUSTC).arg("-vV"))?;
        let sysroot = child::output(child::command(project, DEBIAN_RUSTC).args(["--print", "sysroot"]))?;
        let field = |name: &str| printed.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        Ok(Self {
            version: field("release:").to_owned(),
            host: field("host:").to_owned(),
            llvm: field("LLVM version:").split('.').next().unwrap_or_default().to_owned(),
            sysroot: PathBuf::from(sysroot.trim()),
        })
    }
}
