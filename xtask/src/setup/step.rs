//! A step of the setup: its state, what it would do, and doing it.

use crate::{failure::Result, project::Project};

use super::progress::Progress;

pub(crate) trait Step {
    /// Short name for the list.
    fn name(&self) -> &'static str;

    fn state(&self, project: &Project) -> State;

    /// Installs what is missing. The state is checked again afterwards.
    fn install(&self, project: &Project, progress: &Progress) -> Result<()>;

    /// Whether the page works without this step, with fewer features; then setup only warns.
    fn optional(&self) -> bool {
        false
    }
}

pub(crate) enum State {
    /// What was found.
    Present(String),
    /// What an installation would do; completes "will …".
    Missing(String),
}

/// What the tools are needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The compiler with its library for wasm32, which [`Goal::Page`] needs first.
    Toolchain,
    /// The page, in whatever way it is built.
    Page,
    /// Serving the page during development, in addition to building it.
    Serve,
    /// The release build of the page, in addition to [`Goal::Page`].
    Publish,
    /// The npm package.
    Package,
    /// wasm-bindgen-test in a headless browser.
    BrowserTests,
    /// The release build in a headless browser, with real models.
    EndToEnd,
    /// The benchmarks, in addition to what the end-to-end tests need.
    Benchmarks,
    /// The page's embedding model in a headless browser, without the page.
    Embedding,
    /// Formatting, lints and documentation.
    Checks,
}
