//! What the documents say of the code is there.

use crate::root;
use ricordo_core::record::Kind;
use std::{collections::BTreeSet, fs};

/// `ARCHITECTURE.md` gives paths of files relative to `crates` or to the root.
#[test]
fn every_file_that_the_architecture_names_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named: BTreeSet<&str> = text.split('`').skip(1).step_by(2).filter(|code| is_path(code)).collect();
    assert!(named.len() > 60, "{} paths: the test looks in the wrong place", named.len());
    let is_there = |path: &&&str| ["", "crates"].iter().any(|under| root().join(under).join(path).exists());
    let missing: Vec<_> = named.iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whether a piece of code is the path of a file or folder of this repository, and not a name or a pattern.
fn is_path(code: &str) -> bool {
    let roots = [
        "core/",
        "record/",
        "text/",
        "browser/",
        "embed/",
        "exchange/",
        "documents/",
        "markdown/",
        "tokenizer/",
        "web/",
        "tests/",
        "xtask/",
    ];
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    roots.iter().any(|start| code.starts_with(start)) && code.chars().all(plain)
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
