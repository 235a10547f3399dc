//! Finds the programs that the end-to-end tests drive besides Chromium: Firefox, and WebKitGTK with its display.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{project::Project, which::which};

/// A program that the tests start.
pub(crate) struct Program {
    /// Name for messages.
    pub(crate) name: &'static str,
    /// Environment variable with the program's path, read by the tests and settable by the user.
    pub(crate) variable: &'static str,
    /// Possible names on PATH.
    commands: &'static [&'static str],
    /// Path on a Mac, if there is a version for it.
    on_mac: Option<&'static str>,
    /// Debian's package that contains it.
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
    /// The program that its variable names, otherwise one on PATH.
    pub(crate) fn find(&self, project: &Project) -> Option<PathBuf> {
        let named = env::var_os(self.variable).map(PathBuf::from);
        let on_mac = self.on_mac.map(Path::new).filter(|path| path.is_file());
        named
            .filter(|path| path.is_file())
            .or_else(|| self.commands.iter().find_map(|name| which(project, name)))
            .or_else(|| on_mac.map(Path::to_path_buf))
    }
}
