//! Clippy on the host and on wasm32, with every warning as an error.
//!
//! Cargo's own `clippy` command checks all crates again that the tests have just compiled. Where `CI` is set, the native
//! tests are therefore compiled by Clippy, which is the compiler with more warnings, and the lints cost next to nothing.

use std::{env, path::Path, process::Command};

use crate::{
    child,
    failure::{Failure, Result},
    project::{BROWSER_TESTS, Project, WASM_TARGET},
};

/// Crates that are compiled for the browser.
const BROWSER_CRATES: [&str; 5] = ["ricordo-web", "ricordo-browser", "ricordo", "ricordo-reader", BROWSER_TESTS];
const DENIED: &str = "-Dwarnings";

/// The compiler of the workspace's crates for a Cargo command: Clippy where `CI` is set.
pub(crate) fn compile_with_clippy(project: &Project, cargo: &mut Command) -> Result<()> {
    if is_in_compile() { use_clippy(project, cargo) } else { Ok(()) }
}

/// Lints all crates on the host, their tests and benchmarks included.
pub(crate) fn on_host(project: &Project) -> Result<()> {
    let mut cargo = child::command(project, "cargo");
    if is_in_compile() {
        cargo.args(["test", "--no-run", "--workspace", "--exclude", BROWSER_TESTS, "--all-targets"]);
        use_clippy(project, &mut cargo)?;
    } else {
        cargo.args(["clippy", "--workspace", "--exclude", BROWSER_TESTS, "--all-targets", "--", DENIED]);
    }
    child::run(&mut cargo)
}

/// Lints the crates of the browser on wasm32, and the tests that run there. All other tests run on the host, where
/// [`on_host`] lints them.
pub(crate) fn on_wasm(project: &Project) -> Result<()> {
    let mut cargo = child::command(project, "cargo");
    cargo.args(["clippy", "--lib", "--bins", "--test", "in_browser", "--target", WASM_TARGET]);
    choose(&mut cargo, &BROWSER_CRATES);
    child::run(cargo.args(["--", DENIED]))
}

/// Makes the documentation, of the code for wasm32. After [`on_wasm`], what it depends on is checked already, because the
/// chosen packages, and with them the features of all others, are the same. Of the page, a program, there is none.
pub(crate) fn documentation(project: &Project) -> Result<()> {
    let mut cargo = child::command(project, "cargo");
    cargo.args(["doc", "--no-deps", "--lib", "--target", WASM_TARGET]).env("RUSTDOCFLAGS", DENIED);
    choose(&mut cargo, &BROWSER_CRATES);
    choose(&mut cargo, &["ricordo-core"]);
    use_clippy(project, &mut cargo)?;
    child::run(&mut cargo)
}

/// Tests in a browser, of the same packages as [`on_wasm`] lints: so the features of all dependencies are the same, and what
/// expands macros is compiled once for both, and for the tests on the host.
pub(crate) fn choose_browser_tests(cargo: &mut Command) {
    cargo.args(["test", "--test", "in_browser", "--target", WASM_TARGET]);
    choose(cargo, &BROWSER_CRATES);
}

fn choose(cargo: &mut Command, packages: &[&str]) {
    for name in packages {
        cargo.args(["--package", name]);
    }
}

fn is_in_compile() -> bool {
    env::var_os("CI").is_some()
}

/// Sets what `cargo clippy` sets, so that both share what they have compiled.
fn use_clippy(project: &Project, cargo: &mut Command) -> Result<()> {
    let toolchain = child::output(child::command(project, "rustc").args(["--print", "sysroot"]))?;
    let clippy = Path::new(toolchain.trim()).join("bin").join(format!("clippy-driver{}", env::consts::EXE_SUFFIX));
    if !clippy.is_file() {
        return Err(Failure::new("The toolchain has no Clippy.", "`cargo xtask setup` installs it or says how."));
    }
    // The separator is Clippy's own.
    cargo.env("RUSTC_WORKSPACE_WRAPPER", clippy).env("CLIPPY_ARGS", format!("{DENIED}__CLIPPY_HACKERY__"));
    Ok(())
}
