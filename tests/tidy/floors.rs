//! Checks the floors of the core and of the page, and that no folder of any crate has a cycle between its modules. A module
//! is a file or a folder, with everything below it. Test code does not count. `uses` reads which module uses which.

use crate::{
    files,
    uses::{Uses, uses},
};
use std::collections::{BTreeSet, VecDeque};

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
const FLOORS_OF_THE_PAGE: [(&str, &[&str]); 7] = [
    ("platform", &["address", "boot", "browser", "floats", "images", "lightbox", "list", "loaded", "mount"]),
    ("texts", &["dates", "parts", "texts", "values", "words"]),
    // Below the state, because a row of the transcript stores its text as it is drawn.
    ("markdown", &["markdown"]),
    ("state", &["state"]),
    ("chat", &["chat"]),
    ("view", &["components", "scroll"]),
    ("app", &["app", "element"]),
];

#[test]
fn no_crate_has_a_cycle_between_its_modules() {
    let sources = files(&[".rs"]);
    let crates: BTreeSet<&str> =
        sources.iter().filter_map(|(name, _)| name.split_once("/src/")).map(|(of, _)| of).collect();
    assert!(crates.len() > 8 && crates.contains("crates/core"), "{crates:?}: the test looks in the wrong place");
    let cycles: Vec<String> = crates.iter().flat_map(|of| cycles(&sources, of)).collect();
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

#[test]
fn the_floors_of_the_core_hold() {
    let wrong = above(&uses(&files(&[".rs"]), "crates/core")[""], &FLOORS_OF_THE_CORE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_floors_of_the_page_hold() {
    let wrong = above(&uses(&files(&[".rs"]), "web")[""], &FLOORS_OF_THE_PAGE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A sentence for each folder of a crate whose modules depend on each other.
fn cycles(sources: &[(String, String)], of: &str) -> Vec<String> {
    let folders = uses(sources, of);
    let cycles = folders.iter().filter_map(|(folder, uses)| Some((folder, cycle(uses)?)));
    cycles.map(|(folder, cycle)| format!("{}: {cycle}", format!("{of}/src/{folder}").trim_end_matches('/'))).collect()
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

    fn invented(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(path, text)| (format!("crates/one/src/{path}"), (*text).to_owned())).collect()
    }

    #[test]
    fn a_cycle_is_named_with_its_files() {
        let sources = invented(&[
            ("main.rs", ""),
            ("a.rs", "use crate::b::One;\n"),
            ("b/mod.rs", ""),
            ("b/x.rs", "use crate::c;\n"),
            ("c.rs", "pub(crate) use crate::{a::Two, d};\n"),
            ("d.rs", ""),
        ]);
        let expected = "crates/one/src: a uses b (a.rs), b uses c (b/x.rs), c uses a (c.rs)";
        assert_eq!(cycles(&sources, "crates/one"), [expected]);
    }

    #[test]
    fn a_cycle_in_a_folder_is_named_with_the_folder() {
        let sources = invented(&[
            ("lib.rs", "mod a;\n"),
            ("a/mod.rs", "mod b;\nmod c;\npub use b::{One, deep::Two};\nuse c::Three;\n"),
            ("a/b/mod.rs", "mod deep;\n"),
            ("a/b/deep.rs", "use crate::a::c::Four;\n"),
            ("a/c.rs", "use super::One;\n"),
        ]);
        let expected = "crates/one/src/a: b uses c (a/b/deep.rs), c uses b (a/c.rs)";
        assert_eq!(cycles(&sources, "crates/one"), [expected]);
    }

    #[test]
    fn a_folder_may_use_what_is_in_it_and_the_other_way_round() {
        let sources = invented(&[
            ("lib.rs", "mod a;\nuse a::f;\n"),
            ("a.rs", "mod b;\nuse b::One;\nuse crate::a::c::Two;\nuse self::c::Three;\n"),
            ("a/b.rs", "use super::{f, c::Four};\nuse crate::f;\n"),
            ("a/c.rs", "use super::f;\nuse crate::g;\n"),
        ]);
        assert_eq!(cycles(&sources, "crates/one"), [""; 0]);
    }

    #[test]
    fn an_arrow_upwards_and_a_module_without_a_floor_are_named() {
        let sources = invented(&[("a.rs", "use crate::b;\n"), ("b.rs", ""), ("c.rs", "use crate::a;\n")]);
        let uses = &uses(&sources, "crates/one")[""];
        let low: (&str, &[&str]) = ("low", &["a", "gone"]);
        let wrong = above(uses, &[low, ("high", &["b"])]);
        let expected = [
            "c is on no floor: add it to the table",
            "gone is on a floor and is no module",
            "a (low) uses b (high) in a.rs",
        ];
        assert_eq!(wrong, expected);
        assert!(above(uses, &[("low", &["b"]), ("high", &["a", "c"])]).is_empty());
    }
}
