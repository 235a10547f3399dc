//! What a step of the set-up is: whether it is done, what it would do, and doing it.

use crate::{failure::Result, project::Project};

use super::progress::Progress;

pub(crate) trait Step {
    /// Short, as it stands in the list.
    fn name(&self) -> &'static str;

    fn state(&self, project: &Project) -> State;

    /// Installs what is missing. The state is looked at again afterwards.
    fn install(&self, project: &Project, progress: &Progress) -> Result<()>;

    /// Without an optional step the page works, with less; set-up warns and goes on.
    fn optional(&self) -> bool {
        false
    }
}

pub(crate) enum State {
    /// With what was found.
    Present(String),
    /// With what an installation would do; completes "will …".
    Missing(String),
}

/// What the tools are needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Build and serve the page.
    Serve,
    /// The release build of the page.
    Publish,
    /// The npm package.
    Package,
    /// wasm-bindgen-test in a headless browser.
    BrowserTests,
    /// The release build in a headless browser, with real models.
    EndToEnd,
    /// The benchmarks, beside what the end-to-end tests need.
    Benchmarks,
    /// Formatting, lints and documentation.
    Checks,
}
