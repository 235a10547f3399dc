//! The step that brings what the benchmarks import: the tokenizer, the history trimmer, the Markdown renderer and the
//! search that other chats use, to compare with, and Lighthouse.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions::{DOMPURIFY, GPT_TOKENIZER, LANGCHAIN_CORE, LIGHTHOUSE, MARKED, MINISEARCH},
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

/// The `node_modules` with `gpt-tokenizer`, `@langchain/core`, `marked`, `dompurify`, `minisearch` and `lighthouse`.
pub(crate) fn bench_modules(project: &Project) -> PathBuf {
    folder(project).join("node_modules")
}

pub(crate) struct BenchPackages;

const PACKAGES: [(&str, &str); 6] = [
    ("gpt-tokenizer", GPT_TOKENIZER),
    ("@langchain/core", LANGCHAIN_CORE),
    ("marked", MARKED),
    ("dompurify", DOMPURIFY),
    ("minisearch", MINISEARCH),
    ("lighthouse", LIGHTHOUSE),
];

impl Step for BenchPackages {
    fn name(&self) -> &'static str {
        "benchmark packages"
    }

    fn state(&self, project: &Project) -> State {
        if PACKAGES.iter().all(|(name, _)| npm::package(&folder(project), name).is_dir()) {
            State::Present(PACKAGES.map(|(name, version)| format!("{name} {version}")).join(", "))
        } else {
            State::Missing("install six npm packages to compare with and to measure by (about 270 MB)".to_owned())
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let packages = PACKAGES.map(|(name, version)| format!("{name}@{version}"));
        npm::install(project, progress, &folder(project), &packages)
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("bench", &format!("{GPT_TOKENIZER}-{LANGCHAIN_CORE}-{MARKED}-{DOMPURIFY}-{MINISEARCH}-{LIGHTHOUSE}"))
}
