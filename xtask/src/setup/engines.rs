//! Step that finds Firefox and WebKitGTK: installs Debian's packages when root, otherwise names the missing programs.

use crate::{
    engines::{PROGRAMS, Program},
    failure::{Failure, Result},
    project::Project,
    which::{number, version},
};

use super::{
    debian,
    progress::Progress,
    step::{State, Step},
};

/// Approximate size of the three packages with their dependencies.
const MEGABYTES: u32 = 490;

pub(crate) struct Engines;

impl Step for Engines {
    fn name(&self) -> &'static str {
        "Firefox and WebKit"
    }

    fn state(&self, project: &Project) -> State {
        let missing = missing(project);
        if missing.is_empty() {
            return State::Present(found(project));
        }
        State::Missing(if debian::may_install(project) {
            format!("install Debian's {} (up to {MEGABYTES} MB with what they need)", packages(&missing).join(", "))
        } else {
            format!("say how to install {}", names(&missing))
        })
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if debian::is_here(project) {
            debian::install(project, progress, &packages(&missing(project)))?;
        }
        let missing = missing(project);
        if missing.is_empty() {
            return Ok(());
        }
        let variables: Vec<&str> = missing.iter().map(|program| program.variable).collect();
        Err(Failure::new(
            format!(
                "Not found on PATH: {}. The end-to-end tests run in Firefox and in WebKitGTK, too.",
                names(&missing)
            ),
            format!(
                "Install Firefox, WebKitGTK with its WebDriver and Xvfb with your system's package manager, or name the \
                 programs in {}. WebKitGTK runs on Linux alone.",
                variables.join(", ")
            ),
        ))
    }

    /// WebKitGTK only exists for Linux. Elsewhere its tests fail, and all others can run.
    fn optional(&self) -> bool {
        !cfg!(target_os = "linux")
    }
}

fn missing(project: &Project) -> Vec<&'static Program> {
    PROGRAMS.iter().filter(|program| program.find(project).is_none()).collect()
}

fn packages(programs: &[&Program]) -> Vec<&'static str> {
    programs.iter().map(|program| program.package).collect()
}

fn names(programs: &[&Program]) -> String {
    programs.iter().map(|program| program.name).collect::<Vec<_>>().join(", ")
}

/// Names of the programs found, with the version if they report one.
fn found(project: &Project) -> String {
    let described = |program: &Program| {
        let version = program.find(project).and_then(|path| version(project, &path)).unwrap_or_default();
        format!("{} {}", program.name, number(&version)).trim_end().to_owned()
    };
    PROGRAMS.iter().map(described).collect::<Vec<_>>().join(", ")
}
