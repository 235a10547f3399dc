//! Finds Chromium and ChromeDriver, and writes the settings with which the tests start them.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
    which::{number, version, which},
};

const BROWSERS: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC_BROWSERS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/// No window, no sandbox (tests also run as root), no GPU, no background requests.
const FLAGS: [&str; 9] = [
    "headless=new",
    "no-sandbox",
    "disable-gpu",
    "disable-dev-shm-usage",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
];

/// Chromium without what only a person needs: the same pages take a tenth to a quarter less of the processor.
pub(crate) const SHELL: &str = "chromium-headless-shell";

pub(crate) struct Browser {
    pub(crate) program: PathBuf,
    /// The program for most of the tests that drive the browser themselves: [`SHELL`], if it is of the same version.
    pub(crate) for_tests: PathBuf,
    pub(crate) version: String,
    pub(crate) driver: PathBuf,
    pub(crate) driver_version: String,
}

/// `CHROME` and `CHROMEDRIVER` if set, otherwise the programs on PATH.
pub(crate) fn find(project: &Project) -> Option<Browser> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_file());
    let program = named("CHROME")
        .or_else(|| BROWSERS.iter().find_map(|name| which(project, name)))
        .or_else(|| MAC_BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file()))?;
    let driver = named("CHROMEDRIVER").or_else(|| which(project, "chromedriver"))?;
    let found = version(project, &program)?;
    let is_same = |shell: &PathBuf| version(project, shell).is_some_and(|of| number(&of) == number(&found));
    let shell = which(project, SHELL).filter(|shell| named("CHROME").is_none() && is_same(shell));
    Some(Browser {
        for_tests: shell.unwrap_or_else(|| program.clone()),
        driver_version: version(project, &driver)?,
        version: found,
        program,
        driver,
    })
}

pub(crate) fn require(project: &Project) -> Result<Browser> {
    find(project).ok_or_else(|| {
        Failure::new(
            "Chromium and ChromeDriver were not found.",
            "`cargo xtask setup --for test` installs them or says how.",
        )
    })
}

/// Writes the settings file for wasm-bindgen's test runner and returns its path.
pub(crate) fn write_webdriver_settings(project: &Project, browser: &Browser) -> Result<PathBuf> {
    create_folder(&project.tools)?;
    let file = project.tools.join("webdriver.json");
    fs::write(&file, webdriver_settings(&browser.program)).map_err(|error| Failure::file("write", &file, &error))?;
    Ok(file)
}

fn webdriver_settings(program: &Path) -> String {
    let flags: Vec<String> = FLAGS.iter().map(|flag| format!("\"{flag}\"")).collect();
    format!(
        "{{ \"goog:chromeOptions\": {{ \"binary\": {:?}, \"args\": [{}] }} }}\n",
        program.to_string_lossy(),
        flags.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_quote_the_path() {
        let settings = webdriver_settings(Path::new("a\"b"));
        assert!(settings.contains(r#""binary": "a\"b""#));
        assert!(settings.contains(r#""headless=new", "#));
    }
}
