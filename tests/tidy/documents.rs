//! What the documents say of the code is there.

use crate::{files, root};
use ricordo_core::record::Kind;
use std::{collections::BTreeSet, fs};

/// Paths in the documents that are not in the repository: what a build or a test writes, and what an example adds.
const NOT_THERE: [&str; 4] =
    ["web/vendor", "tests/e2e/screenshots", "web/locales/de/language.toml", "web/src/components/bookmarks_dialog.rs"];

/// The documents give paths of files relative to `crates` or to the root.
#[test]
fn every_file_that_a_document_names_exists() {
    let roots = roots();
    let (mut missing, mut all) = (Vec::new(), BTreeSet::new());
    for (document, text) in documents() {
        let codes = text.split('`').skip(1).step_by(2).flat_map(expanded);
        for path in codes.filter(|code| is_path(code, &roots)) {
            let is_there = ["", "crates"].iter().any(|under| root().join(under).join(&path).exists());
            if !is_there && !NOT_THERE.contains(&path.as_str()) {
                missing.push(format!("{document}: {path}"));
            }
            all.insert(path);
        }
    }
    assert!(all.len() > 250, "{} paths: the test looks in the wrong place", all.len());
    assert!(missing.is_empty(), "{missing:#?}");
    let stale: Vec<_> = NOT_THERE.iter().filter(|path| !all.contains(**path)).collect();
    assert!(stale.is_empty(), "no document names {stale:?}");
}

#[test]
fn every_symbol_that_a_document_names_with_its_file_is_in_it() {
    let roots = roots();
    let (mut missing, mut count) = (Vec::new(), 0);
    for (document, text) in documents() {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let pieces: Vec<&str> = text.split('`').collect();
        for three in pieces.windows(3) {
            let [symbol, " in ", path] = *three else { continue };
            let file = ["", "crates"].iter().map(|under| root().join(under).join(path)).find(|file| file.is_file());
            let Some(file) = file.filter(|_| is_symbol(symbol) && is_path(path, &roots)) else { continue };
            let code = fs::read_to_string(file).unwrap();
            let name = symbol.rsplit("::").next().unwrap_or_default();
            count += 1;
            if !code.split(|sign: char| !is_of_symbol(sign)).any(|word| word == name) {
                missing.push(format!("{document}: {symbol} in {path}"));
            }
        }
    }
    assert!(count > 20, "{count} symbols: the test looks in the wrong place");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The documents that describe the code as it is. What has changed is not looked at: it names files as they were.
fn documents() -> Vec<(String, String)> {
    let is_meant =
        |name: &str| ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"].contains(&name) || name.starts_with("docs/");
    files(&[".md"]).into_iter().filter(|(name, _)| is_meant(name)).collect()
}

/// Whether a piece of code is a name, such as `a` or `A::b`.
fn is_symbol(code: &str) -> bool {
    code.chars().all(|sign| is_of_symbol(sign) || sign == ':')
}

fn is_of_symbol(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// The first folders of paths: those of the repository, and the crates.
fn roots() -> BTreeSet<String> {
    let mut roots = BTreeSet::new();
    for (name, _) in files(&[""]) {
        let mut folders = name.split('/');
        let first = folders.next().unwrap_or_default().to_owned();
        if let Some(second) = folders.next() {
            if first == "crates" {
                roots.insert(second.to_owned());
            }
            roots.insert(first);
        }
    }
    roots
}

/// A piece of code with its first braces written out: `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn expanded(code: &str) -> Vec<String> {
    let parts = code.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?)));
    match parts {
        Some((start, (choices, end))) => choices.split(',').map(|one| format!("{start}{one}{end}")).collect(),
        None => vec![code.to_owned()],
    }
}

/// Whether a piece of code is the path of a file or folder of this repository, and not a name or a pattern.
fn is_path(code: &str, roots: &BTreeSet<String>) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    code.chars().all(plain) && code.split_once('/').is_some_and(|(first, _)| roots.contains(first))
}

#[test]
fn paths_are_told_from_names_and_patterns() {
    let roots = roots();
    assert!(["wire", "recall", "reader", "benches", "docs", "crates"].iter().all(|name| roots.contains(*name)));
    assert_eq!(expanded("web/src/{mount,element}.rs"), ["web/src/mount.rs", "web/src/element.rs"]);
    assert_eq!(expanded("wire/src"), ["wire/src"]);
    assert!(is_path("wire/src/sse.rs", &roots) && is_path("docs/size.md", &roots));
    for name in ["core", "/forget", "crates/*/src", "session/tools", "documents/a::b", "ricordo/chat"] {
        assert!(!is_path(name, &roots), "{name}");
    }
}

#[test]
fn every_kind_of_record_is_named_where_the_records_are_described() {
    let of_files: fn(&Kind) -> bool = |kind| !kind.is_index();
    let of_stores: fn(&Kind) -> bool = |_| true;
    for (file, heading, is_meant) in
        [("ARCHITECTURE.md", "### Records", of_stores), ("docs/export-format.md", "## The records", of_files)]
    {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let (_, section) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{file}: no {heading}"));
        let section = section.split("\n#").next().unwrap_or_default();
        let name = |kind: Kind| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned();
        let missing: Vec<String> = Kind::ALL
            .into_iter()
            .filter(is_meant)
            .map(name)
            .filter(|name| !section.contains(&format!("`{name}`")))
            .collect();
        assert!(missing.is_empty(), "{file}, {heading}, lacks {missing:?}");
    }
}

#[test]
fn every_benchmark_and_every_option_of_the_one_of_recall_is_in_the_help() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (help, contributing) = (read("xtask/src/help.rs"), read("CONTRIBUTING.md"));
    let run = read("benches/run.mjs");
    let (_, table) = run.split_once("const BENCHMARKS = {").unwrap();
    let entries = table.split('}').next().unwrap_or_default().split(',');
    let benchmarks: Vec<&str> =
        entries.map(|entry| entry.split(':').next().unwrap_or_default().trim_matches([' ', '\''])).collect();
    let arguments = read("benches/recall/src/arguments.rs");
    let named = arguments.lines().filter_map(|line| line.trim().strip_prefix("\"--")?.split_once("\" =>"));
    // The command itself gives the option that saves messages.
    let options: Vec<String> =
        named.map(|(name, _)| format!("--{name}")).filter(|name| name != "--save-messages").collect();
    assert!(
        benchmarks.len() > 10 && options.len() > 8,
        "{benchmarks:?} {options:?}: the test looks in the wrong place"
    );
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '-')).map(str::to_owned).collect()
    };
    let (of_help, of_contributing) = (words(&help), words(&contributing));
    let mut missing: Vec<String> =
        benchmarks.iter().filter(|name| !of_help.contains(**name)).map(|name| (*name).to_owned()).collect();
    missing.extend(options.into_iter().filter(|name| !of_help.contains(name) || !of_contributing.contains(name)));
    assert!(missing.is_empty(), "{missing:?}");
}
