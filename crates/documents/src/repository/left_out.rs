//! What of a repository is no text that somebody wrote.

use crate::{
    known::{ending, file_name},
    reading::Reason,
};

/// Largest text of a repository, in bytes. Larger ones are data.
pub(super) const LARGEST_TEXT: u64 = 2 << 20;
/// Average length of lines, in bytes, from which a script or style sheet is minified.
const MINIFIED: usize = 400;

/// Folders of dependencies, of builds and of tools.
const FOLDERS: &[&str] = &[
    ".cache",
    ".git",
    ".gradle",
    ".hg",
    ".idea",
    ".mypy_cache",
    ".next",
    ".nuxt",
    ".pytest_cache",
    ".svn",
    ".tox",
    ".venv",
    "__MACOSX",
    "__pycache__",
    "bower_components",
    "build",
    "dist",
    "node_modules",
    "target",
    "vendor",
    "venv",
];

/// Files in which package managers list exact versions.
const LOCK_FILES: &[&str] = &[
    "bun.lock",
    "bun.lockb",
    "cargo.lock",
    "composer.lock",
    "deno.lock",
    "flake.lock",
    "gemfile.lock",
    "go.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "pipfile.lock",
    "pnpm-lock.yaml",
    "podfile.lock",
    "poetry.lock",
    "pubspec.lock",
    "uv.lock",
    "yarn.lock",
];

/// Whether a folder is left out by its name.
pub(super) fn is_folder(name: &str) -> bool {
    FOLDERS.contains(&name)
}

/// Whether a path leads out of the archive.
pub(super) fn is_unsafe(path: &str) -> bool {
    path.starts_with('/')
        || path.contains('\0')
        || path.split('/').any(|name| matches!(name, ".." | "."))
        || path.as_bytes().get(1) == Some(&b':')
}

/// Why a file is left out by its name or its size; `None` if it has to be read.
pub(super) fn by_name(path: &str, size: u64) -> Option<Reason> {
    let name = file_name(path).to_lowercase();
    let ending = ending(&name).unwrap_or_default();
    if LOCK_FILES.contains(&name.as_str()) {
        Some(Reason::LockFile)
    } else if name.contains(".min.") || matches!(ending, "map" | "svg") {
        Some(Reason::Minified)
    } else if size == 0 {
        Some(Reason::Empty)
    } else if ending == "pdf" {
        Some(Reason::Pdf)
    } else if size > LARGEST_TEXT && !matches!(ending, "docx" | "epub") {
        Some(Reason::TooLarge)
    } else {
        None
    }
}

/// Whether a script or style sheet was made by a program.
pub(super) fn is_minified(path: &str, text: &str) -> bool {
    let name = path.to_lowercase();
    let is_of_pages = matches!(ending(&name), Some("js" | "mjs" | "cjs" | "css" | "html" | "htm"));
    is_of_pages && text.len() > 10 * MINIFIED && text.len() / (text.lines().count().max(1)) > MINIFIED
}
