//! Step that finds Chromium and ChromeDriver: installs Debian's packages when root, otherwise prints the commands.

use crate::{
    browser::{self, Browser},
    failure::{Failure, Result},
    project::Project,
    which::{major, number},
};

use super::{
    debian,
    progress::Progress,
    step::{State, Step},
};

const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

pub(crate) struct BrowserDriver;

impl Step for BrowserDriver {
    fn name(&self) -> &'static str {
        "browser and driver"
    }

    fn state(&self, project: &Project) -> State {
        match browser::find(project) {
            Some(found) if fit(&found) => {
                State::Present(format!("browser {}, driver {}", number(&found.version), number(&found.driver_version)))
            }
            _ if debian::may_install(project) => {
                State::Missing("install Debian's chromium and chromium-driver".to_owned())
            }
            _ => State::Missing("say how to install Chromium and ChromeDriver".to_owned()),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if debian::is_here(project) {
            debian::install(project, progress, &PACKAGES)?;
        }
        match browser::find(project) {
            Some(found) if fit(&found) => Ok(()),
            Some(found) => Err(Failure::new(
                format!("{} and {} do not fit together.", found.version, found.driver_version),
                "Install a ChromeDriver of the browser's major version, or name a pair that fits in CHROME and CHROMEDRIVER.",
            )),
            None => Err(Failure::new(
                "Chromium or ChromeDriver was not found on PATH, nor in CHROME and CHROMEDRIVER.",
                "Install them with your system's package manager (macOS: `brew install --cask chromium chromedriver`), or name \
                 the programs in CHROME and CHROMEDRIVER.",
            )),
        }
    }
}

fn fit(found: &Browser) -> bool {
    let majors = (major(&found.version), major(&found.driver_version));
    matches!(majors, (Some(browser), Some(driver)) if browser == driver)
}
