//! Finds what the end-to-end tests drive beside Chromium: Firefox, and WebKitGTK with the screen that it is shown on.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{project::Project, which::which};

/// A program that the tests start.
pub(crate) struct Program {
    /// What it is called in sentences.
    pub(crate) name: &'static str,
    /// Names the program for the tests, and for the user who has it elsewhere.
    pub(crate) variable: &'static str,
    /// How it may be called on PATH.
    commands: &'static [&'static str],
    /// Where it is on a Mac that has it.
    on_mac: Option<&'static str>,
    /// Debian's package with it.
    pub(crate) package: &'static str,
}

pub(crate) const PROGRAMS: [Program; 3] = [
    Program {
        name: "Firefox",
        variable: "RICORDO_FIREFOX",
        commands: &["firefox-esr", "firefox"],
        on_mac: Some("/Applications/Firefox.app/Contents/MacOS/firefox"),
        package: "firefox-esr",
    },
    Program {
        name: "WebKitWebDriver",
        variable: "RICORDO_WEBKIT_DRIVER",
        commands: &["WebKitWebDriver"],
        on_mac: None,
        package: "webkit2gtk-driver",
    },
    Program { name: "Xvfb", variable: "RICORDO_XVFB", commands: &["Xvfb"], on_mac: None, package: "xvfb" },
];

impl Program {
    /// The one that its variable names, else what is on PATH.
    pub(crate) fn find(&self, project: &Project) -> Option<PathBuf> {
        let named = env::var_os(self.variable).map(PathBuf::from);
        let on_mac = self.on_mac.map(Path::new).filter(|path| path.is_file());
        named
            .filter(|path| path.is_file())
            .or_else(|| self.commands.iter().find_map(|name| which(project, name)))
            .or_else(|| on_mac.map(Path::to_path_buf))
    }
}
