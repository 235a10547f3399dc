//! The page's lazy modules: WebAssembly files other than the page's own, each loaded on first use. They are the tokenizer,
//! one module per vocabulary, the import parser, and the reader of documents.
//!
//! A module is built into `web/vendor`, which Trunk copies. `build_files` builds them all; `cargo xtask serve` builds each
//! when the page requests it. A module that is newer than its sources is not rebuilt.

use std::{
    fs::{self, File},
    path::PathBuf,
    time::SystemTime,
};

use crate::{
    failure::{Failure, Result},
    project::Project,
    setup,
    wasm_module::{Recipe, last_change},
};

const TOKENIZER: &str = "tokenizer";
const EXCHANGE: &str = "exchange";
const DOCUMENTS: &str = "documents";
const TOKENIZER_SOURCES: &[&str] = &["crates/tokenizer", "Cargo.toml", "Cargo.lock"];
const EXCHANGE_SOURCES: &[&str] = &[
    "crates/exchange/src",
    "crates/exchange/Cargo.toml",
    "crates/text",
    "crates/record",
    "crates/wire",
    "crates/recall",
    "crates/core",
    "Cargo.toml",
    "Cargo.lock",
];

const DOCUMENT_SOURCES: &[&str] = &[
    "crates/reader/src",
    "crates/reader/Cargo.toml",
    "crates/documents/src",
    "crates/documents/Cargo.toml",
    "crates/text",
    "crates/record",
    "Cargo.toml",
    "Cargo.lock",
];

/// Scripts that are loaded on first use, too, without being built: source, path in `web/vendor`.
const SCRIPTS: [(&str, &str); 16] = [
    ("crates/tokenizer/js/worker.mjs", "tokenizer/worker.js"),
    ("crates/exchange/js/page.mjs", "exchange/page.js"),
    ("crates/exchange/js/worker.mjs", "exchange/worker.js"),
    ("crates/reader/js/page.mjs", "documents/page.js"),
    ("crates/reader/js/worker.mjs", "documents/worker.js"),
    ("crates/reader/js/pdf.mjs", "documents/pdf.js"),
    ("crates/reader/js/pdf-filled.mjs", "documents/pdf-filled.js"),
    ("crates/reader/js/pdf-hidden.mjs", "documents/pdf-hidden.js"),
    ("crates/reader/js/pdf-load.mjs", "documents/pdf-load.js"),
    ("crates/reader/js/pdf-pages.mjs", "documents/pdf-pages.js"),
    ("crates/browser/js/backups.mjs", "backups/backups.js"),
    ("crates/browser/js/weights.mjs", "in-page/weights.js"),
    ("crates/browser/js/in-page.mjs", "in-page/engine.js"),
    ("crates/browser/js/embedding.mjs", "in-page/embedding.js"),
    ("crates/browser/js/widen.mjs", "in-page/widen.js"),
    ("crates/browser/js/wllama.mjs", "in-page/wllama.js"),
];

/// A lazy module.
///
/// Its modification time is compared with those of its sources here, not by Cargo: Cargo's outputs for the two
/// vocabularies have the same name, so it would link both each time.
pub(crate) struct Module {
    /// What it is, for messages.
    pub(crate) title: &'static str,
    /// Its folder in `web/vendor`.
    folder: &'static str,
    /// Files and folders that it is made of.
    sources: &'static [&'static str],
    recipe: Recipe,
}

static MODULES: [Module; 4] = [
    Module {
        title: "token counter for o200k",
        folder: TOKENIZER,
        sources: TOKENIZER_SOURCES,
        recipe: recipe("ricordo-tokenizer", "o200k", &["--no-default-features", "--features", "o200k"]),
    },
    Module {
        title: "token counter for cl100k",
        folder: TOKENIZER,
        sources: TOKENIZER_SOURCES,
        recipe: recipe("ricordo-tokenizer", "cl100k", &["--no-default-features", "--features", "cl100k"]),
    },
    Module {
        title: "import parser",
        folder: EXCHANGE,
        sources: EXCHANGE_SOURCES,
        recipe: recipe("ricordo-exchange", EXCHANGE, SMALL_RECORDS),
    },
    Module {
        title: "reader of documents",
        folder: DOCUMENTS,
        sources: DOCUMENT_SOURCES,
        recipe: recipe("ricordo-reader", "reader", SMALL_RECORDS),
    },
];

/// Of these crates a parser and a reader use little but the forms of the records: small before fast. Of the import parser it
/// is a tenth of the download and a third of the time to compile, and importing takes as long.
const SMALL_RECORDS: &[&str] = &[
    "--config",
    "profile.fast.package.ricordo-core.opt-level=\"z\"",
    "--config",
    "profile.fast.package.ricordo-record.opt-level=\"z\"",
    "--config",
    "profile.fast.package.ricordo-wire.opt-level=\"z\"",
];

const fn recipe(krate: &'static str, name: &'static str, options: &'static [&'static str]) -> Recipe {
    Recipe { krate, options, profile: "fast", target: "web", optimise: "-O3", name }
}

/// Why a module has to be built.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Missing,
    /// Older than its sources.
    Old,
}

/// The folder of the tokenizer's files.
pub(crate) fn tokenizer(project: &Project) -> PathBuf {
    project.vendor().join(TOKENIZER)
}

/// Builds the modules that are missing or old, for the page and for the browser tests.
pub(crate) fn build_files(project: &Project) -> Result<()> {
    for module in &MODULES {
        if module.reason_to_build(project).is_some() {
            module.build(project)?;
        }
    }
    place_scripts(project)?;
    [TOKENIZER, EXCHANGE].iter().try_for_each(|folder| beside_the_tests(project, folder))
}

/// The module that a file of `web/vendor` belongs to, by the file's path in there.
pub(crate) fn module_of(path: &str) -> Option<&'static Module> {
    let (folder, name) = path.split_once('/')?;
    MODULES
        .iter()
        .find(|module| module.folder == folder && (name == module.recipe.wasm() || name == module.recipe.script()))
}

/// Source of a script of `web/vendor`, by the script's path in there.
pub(crate) fn source_of_script(project: &Project, path: &str) -> Option<PathBuf> {
    let (source, _) = SCRIPTS.iter().find(|(_, script)| *script == path)?;
    Some(project.root.join(source))
}

impl Module {
    pub(crate) fn reason_to_build(&self, project: &Project) -> Option<Reason> {
        let Some(built) = last_change(&self.file(project)) else { return Some(Reason::Missing) };
        let changed = self.sources.iter().filter_map(|name| last_change(&project.root.join(name))).max();
        (changed >= Some(built)).then_some(Reason::Old)
    }

    /// Builds the module.
    pub(crate) fn build(&self, project: &Project) -> Result<()> {
        let start = SystemTime::now();
        self.recipe.build(project, &project.vendor().join(self.folder))?;
        // A source that was saved during the build makes the module old. And one that the compiler does not read does
        // not make it old for ever.
        let file = self.file(project);
        let opened = File::options().write(true).open(&file);
        opened.and_then(|file| file.set_modified(start)).map_err(|error| Failure::file("date", &file, &error))
    }

    /// The file whose modification time counts.
    fn file(&self, project: &Project) -> PathBuf {
        project.vendor().join(self.folder).join(self.recipe.wasm())
    }
}

/// Puts the scripts next to the modules.
pub(crate) fn place_scripts(project: &Project) -> Result<()> {
    SCRIPTS
        .iter()
        .try_for_each(|(source, script)| setup::place(&project.root.join(source), &project.vendor().join(script)))
}

/// Copies files next to the browser tests: their runner serves the folder of the crate.
fn beside_the_tests(project: &Project, name: &str) -> Result<()> {
    let (folder, tests) = (project.vendor().join(name), project.root.join("tests/browser/vendor").join(name));
    let entries = fs::read_dir(&folder).map_err(|error| Failure::file("read", &folder, &error))?;
    entries.flatten().try_for_each(|entry| setup::place(&entry.path(), &tests.join(entry.file_name())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;
    use std::time::Duration;

    #[test]
    fn a_file_names_its_module() {
        let title = |path| module_of(path).map(|module| module.title);
        assert_eq!(title("tokenizer/cl100k_bg.wasm"), Some("token counter for cl100k"));
        assert_eq!(title("exchange/exchange.js"), Some("import parser"));
        assert_eq!(title("documents/reader_bg.wasm"), Some("reader of documents"));
        for path in ["tokenizer/worker.js", "exchange/o200k.js", "documents/page.js", "wllama/index.js", "exchange.js"]
        {
            assert_eq!(title(path), None, "{path}");
        }
    }

    #[test]
    fn a_module_is_built_when_it_is_missing_or_older_than_a_source() {
        let folder = TestFolder::new("module-state");
        let project = folder.project();
        let module = module_of("exchange/exchange.js").unwrap();
        let source = "crates/core/src/exchange/zip.rs";
        folder.write(source, "");
        folder.write("crates/tokenizer/src/lib.rs", "");
        assert_eq!(module.reason_to_build(&project), Some(Reason::Missing));
        folder.write("web/vendor/exchange/exchange_bg.wasm", "");
        let later = |name: &str, seconds| {
            let file = File::options().write(true).open(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() + Duration::from_secs(seconds)).unwrap();
        };
        later("web/vendor/exchange/exchange_bg.wasm", 10);
        later("crates/tokenizer/src/lib.rs", 20);
        assert_eq!(module.reason_to_build(&project), None);
        later(source, 20);
        assert_eq!(module.reason_to_build(&project), Some(Reason::Old));
    }

    #[test]
    fn sources_and_scripts_are_in_the_project() {
        let project = Project::find().unwrap();
        let sources = MODULES.iter().flat_map(|module| module.sources).chain(SCRIPTS.iter().map(|(source, _)| source));
        let missing: Vec<_> = sources.filter(|name| !project.root.join(name).exists()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
