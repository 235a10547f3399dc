//! Step that installs rustfmt and clippy for `ci`.

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
    which::which,
};

use super::{
    progress::Progress,
    step::{State, Step},
    wasm::rustup_may_fetch,
};

pub(crate) struct Lints;

impl Step for Lints {
    fn name(&self) -> &'static str {
        "rustfmt and clippy"
    }

    fn state(&self, project: &Project) -> State {
        let says = |tool: &str| {
            let mut cargo = child::command(project, "cargo");
            child::output(cargo.args([tool, "--version"])).ok().map(|text| text.trim().to_owned())
        };
        match (says("fmt"), says("clippy")) {
            (Some(fmt), Some(clippy)) => State::Present(format!("{fmt}, {clippy}")),
            _ => State::Missing("run `rustup component add rustfmt clippy`".to_owned()),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if which(project, "rustup").is_none() || !rustup_may_fetch() {
            return Err(Failure::new(
                "The toolchain has no rustfmt or no clippy, and rustup is not here or may not fetch them.",
                "Install them from the same source as the compiler (Debian: rust-web-clippy and rustfmt-web).",
            ));
        }
        let mut rustup = child::command(project, "rustup");
        progress.run(rustup.args(["component", "add", "rustfmt", "clippy"]), "Check the network, then run it by hand.")
    }
}
