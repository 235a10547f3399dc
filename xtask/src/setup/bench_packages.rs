//! The step that brings what the benchmarks compare with: the tokenizer, the history trimmer and the Markdown
//! renderer that other chats use.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions::{DOMPURIFY, GPT_TOKENIZER, LANGCHAIN_CORE, MARKED},
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

/// The `node_modules` with `gpt-tokenizer`, `@langchain/core`, `marked` and `dompurify`.
pub(crate) fn bench_modules(project: &Project) -> PathBuf {
    folder(project).join("node_modules")
}

pub(crate) struct BenchPackages;

const PACKAGES: [(&str, &str); 4] = [
    ("gpt-tokenizer", GPT_TOKENIZER),
    ("@langchain/core", LANGCHAIN_CORE),
    ("marked", MARKED),
    ("dompurify", DOMPURIFY),
];

impl Step for BenchPackages {
    fn name(&self) -> &'static str {
        "benchmark packages"
    }

    fn state(&self, project: &Project) -> State {
        if PACKAGES.iter().all(|(name, _)| npm::package(&folder(project), name).is_dir()) {
            State::Present(PACKAGES.map(|(name, version)| format!("{name} {version}")).join(", "))
        } else {
            State::Missing("install four npm packages to compare with (about 70 MB)".to_owned())
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let packages = PACKAGES.map(|(name, version)| format!("{name}@{version}"));
        npm::install(project, progress, &folder(project), &packages)
    }
}

fn folder(project: &Project) -> PathBuf {
    project.tool("bench", &format!("{GPT_TOKENIZER}-{LANGCHAIN_CORE}-{MARKED}-{DOMPURIFY}"))
}
