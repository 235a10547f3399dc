//! Tools that the user has installed: used instead of new ones if the version is exactly the wanted one.

use crate::{
    failure::Result,
    project::Project,
    which::{in_version, which},
};

use super::{links, step::State};

/// The state of a tool that is on PATH in the wanted version.
pub(crate) fn state(project: &Project, name: &str, wanted: &str) -> Option<State> {
    let program = in_version(project, name, wanted)?;
    let shown = program.display();
    // Another version that comes first on PATH would run instead.
    Some(if which(project, name).as_ref() == Some(&program) {
        State::Present(format!("{wanted} ({shown})"))
    } else {
        State::Missing(format!("use {shown}, which is version {wanted}"))
    })
}

/// Makes the tools' folder, which is first on PATH, contain the user's installation. Returns whether there is one.
pub(crate) fn link(project: &Project, name: &str, wanted: &str) -> Result<bool> {
    let Some(program) = in_version(project, name, wanted) else { return Ok(false) };
    links::set(project, name, &program).map(|()| true)
}
