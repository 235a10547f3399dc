//! Steps that install npm packages for tools that run in Node. The packages of one step share one `node_modules`.

use std::path::PathBuf;

use crate::{
    failure::Result,
    project::Project,
    versions::{
        AXE, DOMPURIFY, GPT_TOKENIZER, LANGCHAIN_CORE, LIGHTHOUSE, MARKED, MINISEARCH, NODE_LLAMA, PLAYWRIGHT, REACT,
        REACT_TYPES, TYPEDOC, TYPESCRIPT, VITE, WS,
    },
};

use super::{
    npm,
    progress::Progress,
    step::{State, Step},
};

/// Imports of the end-to-end tests: the Chromium driver library, the accessibility checker, the connection to Firefox,
/// and a small model server.
pub(crate) const END_TO_END: Packages = Packages {
    name: "end-to-end packages",
    folder: "end-to-end",
    megabytes: 100,
    has_optional: false,
    of_the_system: llama_binary,
    packages: &[("playwright-core", PLAYWRIGHT), ("axe-core", AXE), ("ws", WS), ("node-llama-cpp", NODE_LLAMA)],
};

/// Imports of the benchmarks: Lighthouse, and for comparison the tokenizer, history trimmer, Markdown renderer and
/// search that other chats use.
pub(crate) const BENCHMARKS: Packages = Packages {
    name: "benchmark packages",
    folder: "bench",
    megabytes: 270,
    has_optional: false,
    of_the_system: || None,
    packages: &[
        ("gpt-tokenizer", GPT_TOKENIZER),
        ("@langchain/core", LANGCHAIN_CORE),
        ("marked", MARKED),
        ("dompurify", DOMPURIFY),
        ("minisearch", MINISEARCH),
        ("lighthouse", LIGHTHOUSE),
    ],
};

/// Tools that build, check and test the npm package: the TypeScript compiler, the generator of its reference, and the
/// tools that build the examples.
pub(crate) const PACKAGE_TOOLS: Packages = Packages {
    name: "package tools",
    folder: "package",
    megabytes: 100,
    // Vite's bundler is a native library, which is an optional package.
    has_optional: true,
    of_the_system: || None,
    packages: &[
        ("typescript", TYPESCRIPT),
        ("typedoc", TYPEDOC),
        ("vite", VITE),
        ("react", REACT),
        ("react-dom", REACT),
        ("@types/react", REACT_TYPES),
        ("@types/react-dom", REACT_TYPES),
    ],
};

/// Packages that are installed together.
#[derive(Clone, Copy)]
pub(crate) struct Packages {
    name: &'static str,
    /// Folder for them, without the versions.
    folder: &'static str,
    /// Approximate size.
    megabytes: u32,
    /// Whether optional packages are wanted.
    has_optional: bool,
    /// One more package for the current system.
    of_the_system: fn() -> Option<(&'static str, &'static str)>,
    /// Names and versions.
    packages: &'static [(&'static str, &'static str)],
}

/// The `node_modules` with `playwright-core`, `axe-core`, `ws`, `node-llama-cpp` and its binary.
pub(crate) fn node_modules(project: &Project) -> PathBuf {
    END_TO_END.node_modules(project)
}

/// The `node_modules` with `gpt-tokenizer`, `@langchain/core`, `marked`, `dompurify`, `minisearch` and `lighthouse`.
pub(crate) fn bench_modules(project: &Project) -> PathBuf {
    BENCHMARKS.node_modules(project)
}

/// The `node_modules` with `typescript`, `typedoc`, `vite`, `react` and `react-dom`.
pub(crate) fn package_modules(project: &Project) -> PathBuf {
    PACKAGE_TOOLS.node_modules(project)
}

impl Packages {
    fn node_modules(self, project: &Project) -> PathBuf {
        self.place(project).join("node_modules")
    }

    fn all(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.packages.iter().copied().chain((self.of_the_system)())
    }

    fn place(self, project: &Project) -> PathBuf {
        let mut versions: Vec<&str> = self.all().map(|(_, version)| version).collect();
        versions.dedup();
        project.tool(self.folder, &versions.join("-"))
    }

    fn list(self) -> String {
        self.all().map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", ")
    }
}

impl Step for Packages {
    fn name(&self) -> &'static str {
        self.name
    }

    fn state(&self, project: &Project) -> State {
        if self.all().all(|(name, _)| npm::package(&self.place(project), name).is_dir()) {
            State::Present(self.list())
        } else {
            State::Missing(format!("install the npm packages {} (about {} MB)", self.list(), self.megabytes))
        }
    }

    fn install(&self, project: &Project, progress: &Progress) -> Result<()> {
        let packages: Vec<String> = self.all().map(|(name, version)| format!("{name}@{version}")).collect();
        let install = if self.has_optional { npm::install_all } else { npm::install };
        install(project, progress, &self.place(project), &packages)
    }
}

/// The package with llama.cpp's library for this system. Without one the model server is not available.
fn llama_binary() -> Option<(&'static str, &'static str)> {
    let name = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "@node-llama-cpp/linux-x64",
        ("linux", "aarch64") => "@node-llama-cpp/linux-arm64",
        ("macos", "aarch64") => "@node-llama-cpp/mac-arm64-metal",
        ("macos", "x86_64") => "@node-llama-cpp/mac-x64",
        ("windows", "x86_64") => "@node-llama-cpp/win-x64",
        _ => return None,
    };
    Some((name, NODE_LLAMA))
}
