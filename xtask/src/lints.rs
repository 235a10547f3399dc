//! Clippy on the host and on wasm32, with every warning as an error, and the commands of the tests that share what they compile
//! with it.
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

/// What macros are expanded by. The manifest has them optimised, so that a changed line is soon in the page: that takes two
/// minutes of a processor, and saves seconds each time. Where `CI` is set everything is compiled once, and they are not.
const MACROS: [&str; 5] = ["syn", "proc-macro2", "rstml", "leptos_macro", "serde_derive"];

/// Cargo for the development profile, with its subcommand. All commands that share what they compile are made here.
fn cargo(project: &Project, subcommand: &str) -> Command {
    let mut cargo = child::command(project, "cargo");
    cargo.arg(subcommand);
    if is_in_compile() {
        leave_macros_as_they_are(&mut cargo);
    }
    cargo
}

/// The tests on the host, with less of the processor while something else needs it. Where `CI` is set, Clippy compiles them.
pub(crate) fn native_tests(project: &Project) -> Result<Command> {
    let mut cargo = child::patient(project, "cargo");
    cargo.args(["test", "--workspace", "--exclude", BROWSER_TESTS]);
    if is_in_compile() {
        leave_macros_as_they_are(&mut cargo);
        use_clippy(project, &mut cargo)?;
    }
    Ok(cargo)
}

fn leave_macros_as_they_are(cargo: &mut Command) {
    for name in MACROS {
        cargo.args(["--config", &format!("profile.dev.package.{name}.opt-level=0")]);
    }
}

/// Lints all crates on the host, their tests and benchmarks included.
pub(crate) fn on_host(project: &Project) -> Result<()> {
    let mut cargo = cargo(project, if is_in_compile() { "test" } else { "clippy" });
    cargo.args(["--workspace", "--exclude", BROWSER_TESTS, "--all-targets"]);
    if is_in_compile() {
        cargo.arg("--no-run");
        use_clippy(project, &mut cargo)?;
    } else {
        cargo.args(["--", DENIED]);
    }
    child::run(&mut cargo)
}

/// Lints the crates of the browser on wasm32, and the tests that run there. All other tests run on the host, where
/// [`on_host`] lints them.
pub(crate) fn on_wasm(project: &Project) -> Result<()> {
    let mut cargo = cargo(project, "clippy");
    cargo.args(["--lib", "--bins", "--test", "in_browser", "--target", WASM_TARGET]);
    choose(&mut cargo, &BROWSER_CRATES);
    child::run(cargo.args(["--", DENIED]))
}

/// Makes the documentation, of the code for wasm32. After [`on_wasm`], what it depends on is checked already, because the
/// chosen packages, and with them the features of all others, are the same. Of the page, a program, there is none.
pub(crate) fn documentation(project: &Project) -> Result<()> {
    let mut cargo = cargo(project, "doc");
    cargo.args(["--no-deps", "--lib", "--target", WASM_TARGET]).env("RUSTDOCFLAGS", DENIED);
    choose(&mut cargo, &BROWSER_CRATES);
    choose(&mut cargo, &["ricordo-core"]);
    use_clippy(project, &mut cargo)?;
    child::run(&mut cargo)
}

/// Tests in a browser, of the same packages as [`on_wasm`] lints: so the features of all dependencies are the same, and what
/// expands macros is compiled once for both, and for the tests on the host.
pub(crate) fn browser_tests(project: &Project) -> Command {
    let mut cargo = cargo(project, "test");
    cargo.args(["--test", "in_browser", "--target", WASM_TARGET]);
    choose(&mut cargo, &BROWSER_CRATES);
    cargo
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

#[cfg(test)]
mod tests {
    use super::MACROS;

    #[test]
    fn what_the_manifest_optimises_of_macros_is_left_alone_in_continuous_integration() {
        let manifest = include_str!("../../Cargo.toml");
        let (_, of_macros) = manifest.split_once("# What the macros of every crate are expanded by").unwrap();
        let (of_macros, _) = of_macros.split_once("[profile.release]").unwrap();
        let named = of_macros.matches("[profile.dev.package.").count();
        assert_eq!(named, MACROS.len());
        for name in MACROS {
            assert!(of_macros.contains(&format!("[profile.dev.package.{name}]")), "{name}");
        }
    }
}
