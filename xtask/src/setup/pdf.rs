//! Step that installs pdf.js, which takes the text out of PDF documents and draws scanned pages, from the npm package
//! `pdfjs-dist`. Its code, its tables of characters and its decoders of scanned pictures become `/vendor/pdf/` of the page,
//! which loads them when the first PDF needs them.

use std::{fs, path::PathBuf};

use crate::{failure::Result, project::Project, versions::PDFJS};

use super::{
    npm,
    progress::Progress,
    runtime::{is_as_long, place},
    step::{State, Step},
};

const PACKAGE: &str = "pdfjs-dist";
/// Tables of characters, in the package and in the page's folder.
const TABLES: &str = "cmaps";
/// The code, the decoders and the licences, each with its path in the package and in the page's folder. The code is the
/// build that brings what browsers may lack, such as `Iterator` and `Promise.try`: the other one needs the newest.
const FILES: [(&str, &str); 9] = [
    ("legacy/build/pdf.min.mjs", "pdf.js"),
    ("legacy/build/pdf.worker.min.mjs", "pdf.worker.js"),
    ("LICENSE", "LICENSE"),
    ("wasm/jbig2.wasm", "wasm/jbig2.wasm"),
    ("wasm/LICENSE_JBIG2", "wasm/jbig2.LICENSE"),
    ("wasm/LICENSE_PDFJS_JBIG2", "wasm/jbig2-in-pdfjs.LICENSE"),
    ("wasm/openjpeg.wasm", "wasm/openjpeg.wasm"),
    ("wasm/LICENSE_OPENJPEG", "wasm/openjpeg.LICENSE"),
    ("wasm/LICENSE_PDFJS_OPENJPEG", "wasm/openjpeg-in-pdfjs.LICENSE"),
];

pub(crate) struct Pdf;

impl Step for Pdf {
    fn name(&self) -> &'static str {
        "PDF reader"
    }

    fn state(&self, project: &Project) -> State {
        let files = files(project);
        let is_there = files.len() > FILES.len() && files.iter().all(|(from, to)| is_as_long(from, to));
        if is_there {
            State::Present(format!("pdf.js {PDFJS}"))
        } else {
            State::Missing(format!("install the npm package {PACKAGE} {PDFJS} (40 MB)"))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let folder = folder(project);
        if !npm::package(&folder, PACKAGE).exists() {
            npm::install(project, progress, &folder, &[format!("{PACKAGE}@{PDFJS}")])?;
        }
        files(project).iter().try_for_each(|(from, to)| place(from, to))
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("pdf", PDFJS)
}

/// All files, each with its path in the package and in the page's folder.
fn files(project: &Project) -> Vec<(PathBuf, PathBuf)> {
    let (package, ours) = (npm::package(&folder(project), PACKAGE), project.vendor().join("pdf"));
    let entries = fs::read_dir(package.join(TABLES)).map(|entries| entries.flatten().collect::<Vec<_>>());
    let tables = entries.unwrap_or_default().into_iter().map(|entry| entry.path());
    let tables = tables.filter_map(|from| Some((from.clone(), ours.join(TABLES).join(from.file_name()?))));
    FILES.iter().map(|(from, to)| (package.join(from), ours.join(to))).chain(tables).collect()
}
