//! Step that finds the browser that the end-to-end tests drive: Chromium without what only a person needs. Without it they drive
//! Chromium, and take longer.

use std::env;

use crate::{
    browser::{self, SHELL},
    child,
    failure::{Failure, Result},
    project::Project,
    which::number,
};

use super::{
    debian,
    progress::Progress,
    step::{State, Step},
};

pub(crate) struct BrowserShell;

impl Step for BrowserShell {
    fn name(&self) -> &'static str {
        "browser for tests"
    }

    fn state(&self, project: &Project) -> State {
        let Some(found) = browser::find(project) else {
            return State::Missing(format!("install Debian's {SHELL}"));
        };
        if found.for_tests != found.program {
            return State::Present(format!("{SHELL} {}", number(&found.version)));
        }
        match package(project) {
            _ if env::var_os("CHROME").is_some() => State::Present("what CHROME names".to_owned()),
            Some(package) if debian::may_install(project) => State::Missing(format!("install Debian's {package}")),
            _ => State::Present(format!("Chromium itself; {SHELL} of the same version would be faster")),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let package = package(project).ok_or_else(|| {
            Failure::new("Chromium is not Debian's.", format!("Put {SHELL} of its version on PATH, or go on without."))
        })?;
        debian::install(project, progress, &[&package])
    }

    fn optional(&self) -> bool {
        true
    }
}

/// The package in exactly the version of the installed Chromium, which another version would replace.
fn package(project: &Project) -> Option<String> {
    let mut query = child::command(project, "dpkg-query");
    query.args(["-W", "-f=${db:Status-Status} ${Version}", "chromium"]);
    let answer = child::output(&mut query).ok()?;
    Some(format!("{SHELL}={}", answer.trim().strip_prefix("installed ")?))
}
