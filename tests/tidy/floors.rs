//! Checks the floors of the core and of the page, and that no crate has a cycle between its modules. A module is an
//! item at the top of a crate's `src`, with everything below it. Test code does not count.

use crate::files;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Floors of the core, lowest first. A module may use its own floor and lower ones.
const FLOORS_OF_THE_CORE: [(&str, &[&str]); 4] = [
    // The labels are here because they are counted with the request.
    (
        "ports",
        &["cancel", "forward", "host", "labels", "memory_store", "model", "recall", "snapshot", "store", "tokens"],
    ),
    // The tools are here because the settings name them, and the code that reads settings checks the names.
    (
        "rules",
        &[
            "accept",
            "backup",
            "command",
            "fork",
            "memory",
            "preset",
            "prompt",
            "reminder",
            "settings",
            "shipped_text",
            "summary",
            "task",
            "template",
            "tools",
            "upgrade",
        ],
    ),
    ("engine", &["compile", "doctor", "exchange", "inspect", "search"]),
    ("session", &["session", "testing"]),
];

/// Floors of the page, lowest first.
const FLOORS_OF_THE_PAGE: [(&str, &[&str]); 6] = [
    ("platform", &["address", "boot", "browser", "floats", "images", "lightbox", "list", "loaded", "mount"]),
    ("texts", &["dates", "texts", "values", "words"]),
    // Below the state, because a row of the transcript stores its text as it is drawn.
    ("markdown", &["markdown"]),
    ("state", &["state"]),
    ("view", &["components", "scroll"]),
    ("app", &["app", "element"]),
];

/// Modules of a crate, each with the modules that it uses and a file that does.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn no_crate_has_a_cycle_between_its_modules() {
    let sources = files(&[".rs"]);
    let crates: BTreeSet<&str> =
        sources.iter().filter_map(|(name, _)| name.split_once("/src/")).map(|(of, _)| of).collect();
    assert!(crates.len() > 8 && crates.contains("crates/core"), "{crates:?}: the test looks in the wrong place");
    let cycles: Vec<String> =
        crates.iter().filter_map(|of| Some(format!("{of}: {}", cycle(&uses(&sources, of))?))).collect();
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

#[test]
fn the_floors_of_the_core_hold() {
    let wrong = above(&uses(&files(&[".rs"]), "crates/core"), &FLOORS_OF_THE_CORE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_floors_of_the_page_hold() {
    let wrong = above(&uses(&files(&[".rs"]), "web"), &FLOORS_OF_THE_PAGE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The dependencies between the modules of a crate, from its sources (paths and texts).
fn uses(sources: &[(String, String)], of: &str) -> Uses {
    let start = format!("{of}/src/");
    let own: Vec<(&str, &str)> =
        sources.iter().filter_map(|(path, text)| Some((path.strip_prefix(&start)?, text.as_str()))).collect();
    let is_root = |path: &str| matches!(path, "lib.rs" | "main.rs");
    let modules: BTreeSet<&str> = own.iter().map(|(path, _)| module(path)).filter(|name| !name.is_empty()).collect();
    // A name that the root re-exports stands for its original module.
    let mut given_again = BTreeMap::new();
    for (_, text) in own.iter().filter(|(path, _)| is_root(path)) {
        for line in statements(text, "use ") {
            for path in leaves(line) {
                let path: Vec<&str> = path.into_iter().filter(|part| !matches!(*part, "self" | "crate")).collect();
                if let [first, .., last] = path[..]
                    && modules.contains(first)
                {
                    given_again.insert(last, first);
                }
            }
        }
    }
    let mut all: Uses = modules.iter().map(|name| ((*name).to_owned(), BTreeMap::new())).collect();
    for (path, text) in own.iter().filter(|(path, _)| !is_root(path) && !is_of_tests(path)) {
        let from = module(path);
        for name in names_of_the_root(&code(text), depth(path)) {
            let to = given_again.get(name.as_str()).map_or(name.as_str(), |module| *module);
            if to != from && modules.contains(to) {
                all.entry(from.to_owned()).or_default().entry(to.to_owned()).or_insert_with(|| (*path).to_owned());
            }
        }
    }
    all
}

/// The top-level module of a file; empty for the root.
fn module(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or_default();
    let name = first.strip_suffix(".rs").unwrap_or(first);
    if matches!(name, "lib" | "main" | "bin") { "" } else { name }
}

/// Depth of a file's module: 1 at the top.
fn depth(path: &str) -> usize {
    path.split('/').filter(|part| *part != "mod.rs").count()
}

fn is_of_tests(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "tests" | "tests.rs" | "bin"))
}

/// A source without its comments and without its test module.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("// ").next().unwrap_or_default())
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |mut all, line| {
            all.push_str(line);
            all.push('\n');
            all
        })
}

/// Statements that begin with a word at the start of a line, up to the semicolon.
fn statements<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let starts = text.match_indices(word).map(|(at, _)| at);
    let starts = starts.filter(|at| {
        let line = text[..*at].rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line.starts_with("pub")
    });
    starts.filter_map(|at| text[at + word.len()..].split(';').next()).collect()
}

/// Names that a source takes from its crate's root, by `crate::` or by `super::`.
fn names_of_the_root(text: &str, depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in text.match_indices(&root) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '$')) {
                continue;
            }
            let rest = &text[at + root.len()..];
            names.extend(leaves(rest).into_iter().filter_map(|path| path.first().map(|name| (*name).to_owned())));
        }
    }
    names
}

/// The paths of a leading use tree such as `a::{b, c::d as e}`, each as its names.
fn leaves(text: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    tree(text, &mut Vec::new(), &mut found);
    found
}

/// Parses one tree and returns the rest of the text.
fn tree<'a>(text: &'a str, path: &mut Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            let before = rest.len();
            rest = tree(rest, path, found);
            if rest.len() == before {
                return rest;
            }
        }
    }
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let known = path.len();
    path.extend((!name.is_empty()).then_some(name));
    let rest = if let Some(rest) = rest.strip_prefix("::").filter(|_| !name.is_empty()) {
        tree(rest, path, found)
    } else {
        let rest = rest.strip_prefix('*').unwrap_or(rest);
        let renamed = rest.trim_start().strip_prefix("as ").map(|rest| (rest, rest.find([',', '}', ';'])));
        let (alias, rest) = match renamed {
            Some((rest, end)) => rest.split_at(end.unwrap_or(rest.len())),
            None => ("", rest),
        };
        let mut whole = path.clone();
        whole.extend((!alias.is_empty()).then_some(alias.trim()));
        found.push(whole);
        rest
    };
    path.truncate(known);
    rest
}

/// The shortest cycle, as a sentence; `None` if there is none.
fn cycle(uses: &Uses) -> Option<String> {
    let shortest = uses.keys().filter_map(|from| path_back(uses, from)).min_by_key(Vec::len)?;
    let steps = shortest.windows(2).map(|step| format!("{} uses {} ({})", step[0], step[1], uses[step[0]][step[1]]));
    Some(steps.collect::<Vec<_>>().join(", "))
}

/// The shortest path from a module to itself.
fn path_back<'a>(uses: &'a Uses, from: &'a str) -> Option<Vec<&'a str>> {
    let mut waiting = VecDeque::from([vec![from]]);
    let mut seen = BTreeSet::new();
    while let Some(path) = waiting.pop_front() {
        let last = path.last()?;
        for next in uses.get(*last)?.keys() {
            let mut longer = path.clone();
            longer.push(next);
            if next == from {
                return Some(longer);
            }
            if seen.insert(next) {
                waiting.push_back(longer);
            }
        }
    }
    None
}

/// Violations of the floors: a module without a floor, a floor with a missing module, a use of a higher floor.
fn above(uses: &Uses, floors: &[(&str, &[&str])]) -> Vec<String> {
    let floor = |module: &str| floors.iter().position(|(_, modules)| modules.contains(&module));
    let without = uses.keys().filter(|module| floor(module).is_none());
    let mut wrong: Vec<String> =
        without.map(|module| format!("{module} is on no floor: add it to the table")).collect();
    let gone = floors.iter().flat_map(|(_, modules)| modules.iter()).filter(|module| !uses.contains_key(**module));
    wrong.extend(gone.map(|module| format!("{module} is on a floor and is no module")));
    for (from, used) in uses {
        for (to, file) in used {
            if let (Some(own), Some(other)) = (floor(from), floor(to))
                && own < other
            {
                wrong.push(format!("{from} ({}) uses {to} ({}) in {file}", floors[own].0, floors[other].0));
            }
        }
    }
    wrong
}

mod tests {
    use super::*;

    fn invented(files: &[(&str, &str)]) -> Uses {
        let sources: Vec<(String, String)> =
            files.iter().map(|(path, text)| (format!("crates/one/src/{path}"), (*text).to_owned())).collect();
        uses(&sources, "crates/one")
    }

    fn used<'a>(uses: &'a Uses, module: &str) -> Vec<&'a str> {
        uses[module].keys().map(String::as_str).collect()
    }

    #[test]
    fn modules_are_found_in_every_way_to_name_them() {
        let uses = invented(&[
            ("lib.rs", "mod a;\npub use c::{Three as Given, Two};\n"),
            ("a.rs", "use crate::{\n    b::{One, x::*},\n    Given,\n};\nuse std::fmt;\n"),
            ("b/mod.rs", "//! Not `crate::a`.\nfn f() { crate::c::f() } // crate::a\n"),
            ("b/x.rs", "use super::super::d::Four;\nuse super::f;\n"),
            ("c.rs", "use super::d;\n$crate::a!();\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n"),
            ("d/mod.rs", ""),
            ("d/tests.rs", "use crate::a;\n"),
        ]);
        assert_eq!(used(&uses, "a"), ["b", "c"]);
        assert_eq!(used(&uses, "b"), ["c", "d"]);
        assert_eq!(used(&uses, "c"), ["d"]);
        assert!(used(&uses, "d").is_empty());
        assert_eq!(cycle(&uses), None);
    }

    #[test]
    fn a_cycle_is_named_with_its_files() {
        let uses = invented(&[
            ("main.rs", ""),
            ("a.rs", "use crate::b::One;\n"),
            ("b/mod.rs", ""),
            ("b/x.rs", "use crate::c;\n"),
            ("c.rs", "pub(crate) use crate::{a::Two, d};\n"),
            ("d.rs", ""),
        ]);
        assert_eq!(cycle(&uses).unwrap(), "a uses b (a.rs), b uses c (b/x.rs), c uses a (c.rs)");
    }

    #[test]
    fn an_arrow_upwards_and_a_module_without_a_floor_are_named() {
        let uses = invented(&[("a.rs", "use crate::b;\n"), ("b.rs", ""), ("c.rs", "use crate::a;\n")]);
        let low: (&str, &[&str]) = ("low", &["a", "gone"]);
        let wrong = above(&uses, &[low, ("high", &["b"])]);
        let expected = [
            "c is on no floor: add it to the table",
            "gone is on a floor and is no module",
            "a (low) uses b (high) in a.rs",
        ];
        assert_eq!(wrong, expected);
        assert!(above(&uses, &[("low", &["b"]), ("high", &["a", "c"])]).is_empty());
    }
}
