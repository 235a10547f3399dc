//! The invariants of ARCHITECTURE.md that a test can check.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "tidy/documents.rs"]
mod documents;
#[path = "tidy/floors.rs"]
mod floors;
#[path = "tidy/functions.rs"]
mod functions;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/results.rs"]
mod results;
#[path = "tidy/styles.rs"]
mod styles;
#[path = "tidy/tested.rs"]
mod tested;
#[path = "tidy/uses.rs"]
mod uses;
#[path = "tidy/words.rs"]
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const LONGEST_FILE: usize = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The files that git tracks or would track.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    let list = String::from_utf8(list.stdout).unwrap();
    let names = list.lines().filter(|name| endings.iter().any(|ending| name.ends_with(ending)));
    names.filter_map(|name| Some((name.to_owned(), fs::read_to_string(root().join(name)).ok()?))).collect()
}

/// Names of the direct and indirect dependencies of a package, on wasm32 or the host, without those of its tests.
fn dependencies(package: &str) -> Vec<String> {
    let mut names = tree(package, &[]);
    names.extend(tree(package, &["--target", "wasm32-unknown-unknown"]));
    names
}

/// Cargo's list of a package's dependencies for one target. It may have to download those that no build has used yet.
fn tree(package: &str, target: &[&str]) -> Vec<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", package, "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(target)
        .current_dir(root())
        .output()
        .expect("cargo prints the tree");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    tree.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Crates without I/O.
const PURE: [&str; 6] = [
    "crates/text/src/",
    "crates/record/src/",
    "crates/wire/src/",
    "crates/recall/src/",
    "crates/core/src/",
    "crates/documents/src/",
];

#[test]
fn arrows_between_the_pure_crates_point_down() {
    const RECORD: [&str; 2] = ["ricordo-record", "ricordo-text"];
    for (name, allowed) in [
        ("ricordo-text", &[] as &[&str]),
        ("ricordo-record", &["ricordo-text"]),
        ("ricordo-wire", &RECORD),
        ("ricordo-recall", &RECORD),
        ("ricordo-documents", &RECORD),
        ("ricordo-core", &["ricordo-record", "ricordo-text", "ricordo-wire", "ricordo-recall"]),
    ] {
        let found: Vec<_> = dependencies(name).into_iter().filter(|found| found != name).collect();
        let wrong: Vec<_> =
            found.iter().filter(|found| found.starts_with("ricordo") && !allowed.contains(&found.as_str())).collect();
        assert!(wrong.is_empty(), "{name} depends on {wrong:?}");
    }
}

#[test]
fn the_core_knows_no_browser_no_clock_and_no_chance() {
    let forbidden =
        ["wasm-bindgen", "js-sys", "web-sys", "gloo-net", "tokio", "getrandom", "rand", "async-trait", "leptos"];
    let found = dependencies("ricordo-core");
    let wrong: Vec<_> = forbidden.iter().filter(|name| found.iter().any(|found| found == *name)).collect();
    assert!(wrong.is_empty(), "ricordo-core depends on {wrong:?}");
    for (name, text) in files(&[".rs"]).into_iter().filter(|(name, _)| PURE.iter().any(|start| name.starts_with(start)))
    {
        for word in [
            "SystemTime",
            "Instant::now",
            "Timestamp::now",
            "JsValue",
            "std::fs",
            "std::net",
            "std::thread",
            "async_trait",
        ] {
            assert!(!text.contains(word), "{name} holds {word}");
        }
    }
}

#[test]
fn the_page_does_not_link_the_exports_of_the_package() {
    assert!(!dependencies("ricordo-web").iter().any(|name| name == "ricordo"));
}

#[test]
fn only_the_session_awaits_a_store_and_a_model() {
    let awaits = |text: &str| text.contains("ChatModel") && text.contains("store.") && text.contains(".await");
    for (name, text) in files(&[".rs"]) {
        if name.starts_with("crates/core/src/")
            && !name.starts_with("crates/core/src/session/")
            && !name.contains("/testing/")
        {
            assert!(!awaits(&text), "{name} awaits both a store and a model");
        }
    }
}

#[test]
fn js_values_stay_at_the_edge() {
    let edge = [
        "crates/embed/",
        "crates/browser/src/",
        "web/src/browser.rs",
        "web/src/browser/",
        "web/src/element.rs",
        "web/src/mount.rs",
        "tests/browser/",
        "tests/tidy.rs",
    ];
    let adapters = ["web/src/dates.rs", "web/src/images.rs", "web/src/texts/intl.rs"];
    for (name, text) in files(&[".rs"]) {
        let is_edge = edge.iter().any(|start| name.starts_with(start));
        assert!(is_edge || !text.contains("JsValue"), "{name} holds JsValue");
        let makes = text.contains("js_sys::");
        assert!(
            is_edge || makes == adapters.contains(&name.as_str()),
            "{name}: js_sys belongs into the adapters, {adapters:?}"
        );
    }
}

/// The browser reads the fields of a stored record in their order (`from_js`). Serde counts a second name as a field of its
/// own, and everything behind it would be read from the wrong place.
#[test]
fn a_stored_field_has_one_name_and_belongs_to_one_type() {
    for (file, text) in files(&[".rs"]) {
        let is_stored = file.starts_with("crates/record/src/");
        let attributes = text.split("#[serde(").skip(1).filter_map(|rest| rest.split(")]").next());
        let wrong: Vec<&str> =
            attributes.filter(|attribute| attribute.contains("alias") || attribute.contains("flatten")).collect();
        assert!(!is_stored || wrong.is_empty(), "{file}: {wrong:?}");
    }
}

#[test]
fn requests_are_made_by_compile_alone() {
    for (name, text) in files(&[".rs"]) {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let makes = text.contains("ChatRequest {") && !text.contains("struct ChatRequest {");
        let allowed = name.starts_with("crates/core/src/compile/")
            || name.starts_with("crates/wire/")
            || name.contains("/tests/")
            || name.starts_with("tests/");
        assert!(!makes || allowed, "{name} makes a ChatRequest");
    }
}

#[test]
fn every_module_says_what_it_owns() {
    for (name, text) in files(&[".rs"]) {
        assert!(text.starts_with("//!"), "{name} does not begin with //!");
    }
}

#[test]
fn no_file_is_long() {
    for (name, text) in files(&[".rs", ".css", ".mjs", ".js", ".ts"]) {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{name} has {lines} lines: find the concept that wants out");
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "README.md is longer than 150 lines");
}

/// Otherwise two components that use the same class would style each other.
#[test]
fn a_class_that_stands_alone_belongs_to_one_style_sheet() {
    let mut owners = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, text) in files(&["css"]).into_iter().filter(|(path, _)| path.contains("web/style/")) {
        let sheet = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".css").trim_end_matches("-parts");
        for line in text.lines().map(str::trim) {
            let Some(selector) = line.strip_suffix(" {").or(line.strip_suffix(',')) else { continue };
            if let Some(class) = selector.strip_prefix('.')
                && class.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
            {
                owners.entry(class.to_owned()).or_default().insert(sheet.to_owned());
            }
        }
    }
    assert!(owners.len() > 100, "{} classes: the test looks in the wrong place", owners.len());
    let shared: Vec<_> = owners.into_iter().filter(|(_, sheets)| sheets.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:?}");
}

/// `docs/documents.md` names the test of each row.
#[test]
fn every_row_of_the_documents_names_a_test_that_exists() {
    let table = fs::read_to_string(root().join("docs/documents.md")).unwrap();
    let sources = files(&[".rs"]);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .filter(|row: &Vec<&str>| row[0].starts_with(|letter| ('A'..='E').contains(&letter)) && row.len() == 4)
        .collect();
    assert!(rows.len() > 100, "{} rows", rows.len());
    let mut numbers = BTreeSet::new();
    for row in rows {
        assert!(numbers.insert(row[0]), "{} twice", row[0]);
        let (module, name) = row[3].trim_matches('`').split_once("::").unwrap_or_else(|| panic!("{}: no test", row[0]));
        let file = format!("/{module}.rs");
        let tests = sources.iter().filter(|(path, _)| path.ends_with(&file));
        let found = tests.into_iter().any(|(_, text)| is_test(text, name));
        assert!(found, "{}: there is no test {module}::{name}", row[0]);
    }
}

/// Whether a file has a test with this name.
fn is_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begins = |line: &str| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        line.strip_prefix("fn ").and_then(|line| line.strip_prefix(name)).is_some_and(|rest| rest.starts_with('('))
    };
    let marked = |at: usize| {
        lines[..at].iter().rev().take_while(|line| line.starts_with('#')).any(|line| line.contains("test]"))
    };
    (0..lines.len()).any(|at| begins(lines[at]) && marked(at))
}

#[test]
fn nothing_is_left_open() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("unimpl", "emented!(")];
    for (name, text) in files(&[".rs", ".mjs", ".js", ".css", ".html"]) {
        for mark in marks {
            assert!(!text.contains(mark), "{name} holds {mark}");
        }
    }
}
