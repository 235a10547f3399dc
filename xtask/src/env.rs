//! `cargo xtask env`: prints the lines that put the project's tools on a shell's PATH.

use crate::{browser, failure::Result, project::Project, which::which};

pub(crate) fn command(project: &Project) -> Result<()> {
    println!("{}", path_line(project));
    if let Some(found) = browser::find(project)
        && let Ok(settings) = browser::write_webdriver_settings(project, &found)
    {
        println!("{}", line("CHROMEDRIVER", &found.driver.to_string_lossy()));
        println!("{}", line("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &settings.to_string_lossy()));
    }
    Ok(())
}

/// The line that lets plain `trunk serve` find the tools.
pub(crate) fn path_line(project: &Project) -> String {
    let mut folders = vec![project.tools_bin()];
    if which(project, "rustup").is_none() {
        folders.extend(project.debian_toolchain().map(|toolchain| toolchain.join("bin")));
    }
    let folders: Vec<String> = folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
    if cfg!(windows) {
        format!("$env:PATH = \"{};$env:PATH\"", folders.join(";"))
    } else {
        format!("export PATH=\"{}:$PATH\"", folders.join(":"))
    }
}

fn line(name: &str, value: &str) -> String {
    if cfg!(windows) { format!("$env:{name} = \"{value}\"") } else { format!("export {name}=\"{value}\"") }
}
