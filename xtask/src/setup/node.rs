//! Step that finds Node and npm on the system: installs Debian's packages when root, otherwise explains how to.

use std::path::PathBuf;

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
    versions::NODE_MAJOR,
    which::{major, version, which},
};

use super::{
    debian,
    progress::Progress,
    step::{State, Step},
};

pub(crate) struct Node;

impl Step for Node {
    fn name(&self) -> &'static str {
        "node and npm"
    }

    fn state(&self, project: &Project) -> State {
        match (node(project), npm(project)) {
            (Some(node), Some(npm)) if new_enough(&node) => State::Present(format!("{node}, npm {npm}")),
            (Some(node), _) if !new_enough(&node) => {
                State::Missing(format!("need Node {NODE_MAJOR} or newer; here is {node}"))
            }
            _ if debian::may_install(project) => State::Missing("install Debian's nodejs and npm".to_owned()),
            _ => State::Missing("say how to install them".to_owned()),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        if node(project).is_none() && debian::is_here(project) {
            debian::install(project, progress, &["nodejs", "npm"])?;
        } else if npm(project).is_none() && debian::is_here(project) {
            debian::install(project, progress, &["npm"])?;
        }
        match node(project) {
            Some(node) if !new_enough(&node) => Err(Failure::new(
                format!("Node {node} is too old; the scripts need {NODE_MAJOR} or newer."),
                "Install a newer one from nodejs.org or with a version manager such as nvm or fnm.",
            )),
            Some(_) if npm(project).is_some() => Ok(()),
            _ => Err(Failure::new(
                "Node or npm is not on PATH; they bring wasm-opt, the model's runtime and the end-to-end tests.",
                format!("Install Node {NODE_MAJOR} or newer from nodejs.org, or with your system's package manager."),
            )),
        }
    }
}

fn node(project: &Project) -> Option<String> {
    version(project, &which(project, "node")?)
}

fn npm(project: &Project) -> Option<String> {
    let npm = child::npm(project).get_program().to_owned();
    version(project, &PathBuf::from(npm))
}

fn new_enough(node: &str) -> bool {
    major(node).is_some_and(|major| major >= NODE_MAJOR)
}
