//! Standard terms for names in the code, so that one thing has one name.

use crate::{files, names};
use std::collections::BTreeMap;

/// Words that may not be part of a name, with their replacement.
const PARTS: [(&str, &str); 25] = [
    ("upkeep", "maintenance"),
    ("errand", "background_request"),
    ("errands", "background_requests"),
    ("stretch", "span"),
    ("stretches", "spans"),
    ("ways", "siblings, branches"),
    ("talk", "conversation"),
    ("talks", "conversations"),
    ("talked", "sent, conversed"),
    ("said", "source, notice, texts"),
    ("told", "localized, reported, found"),
    ("heard", "on_event, announced"),
    ("soon", "deferred, next_frame"),
    ("shelf", "request_parts"),
    ("furnish", "complete"),
    ("landing", "import_progress"),
    ("landed", "imported"),
    ("fate", "import_state"),
    ("wish", "fetch_request"),
    ("aim", "scroll_target"),
    ("spare", "evictable"),
    ("sees", "supports_images"),
    ("deed", "kind"),
    ("deeds", "kinds"),
    ("door", "caller"),
];

/// Words that may not be a whole name but may be part of one.
const NAMES: [(&str, &str); 10] = [
    ("way", "sibling, branch"),
    ("walk", "visit, run"),
    ("ground", "inputs, mount_root"),
    ("house", "workspace"),
    ("gather", "resolve, collect"),
    ("acts", "actions"),
    ("Which", "Dialog"),
    ("Later", "Lazy"),
    ("Port", "Viewport"),
    ("Extent", "HeightEstimate"),
];

/// Names in scripts that stay, because they are in the interface of the npm package.
const PUBLISHED: [&str; 1] = ["sees"];

#[test]
fn names_take_the_standard_terms() {
    let files = files(&[".rs", ".js", ".mjs", ".ts", ".html", ".css"]);
    for ending in [".rs", ".mjs", ".ts", ".html", ".css"] {
        assert!(files.iter().any(|(file, _)| is_ours(file) && file.ends_with(ending)), "no file ends with {ending}");
    }
    let wrong: Vec<String> = files
        .iter()
        .filter(|(file, _)| is_ours(file))
        .flat_map(|(file, text)| {
            wrong_names(file, text).into_iter().map(move |(name, term)| format!("{file}: {name} → {term}"))
        })
        .collect();
    assert!(wrong.is_empty(), "names that have a standard term:\n{}", wrong.join("\n"));
}

/// Built and copied files have the names that others gave. The table above has the words themselves.
fn is_ours(file: &str) -> bool {
    let is_made = file.split('/').any(|part| matches!(part, "vendor" | "node_modules" | "target" | "dist"));
    !is_made && file != "tests/tidy/words.rs"
}

/// The names of a file that have a standard term, with that term. Names of tests are sentences and are exempt.
fn wrong_names(file: &str, text: &str) -> BTreeMap<String, &'static str> {
    let (all, published): (_, &[&str]) = match file.rsplit('.').next() {
        Some("rs") => (names::of_rust(text.parse().expect("the file is Rust")), &[]),
        Some("css") => (names::of_style(text), &[]),
        Some("html") => (names::of_page(text), &[]),
        _ => (names::of_script(text), &PUBLISHED),
    };
    let mut before = "";
    let mut found = BTreeMap::new();
    for name in &all {
        let is_sentence = before == "fn" && name.split('_').count() > 3;
        before = name;
        if is_sentence || published.contains(&name.as_str()) {
            continue;
        }
        let whole = NAMES.iter().find(|(word, _)| word == name);
        let part = PARTS.iter().find(|(word, _)| parts(name).iter().any(|part| part == word));
        if let Some((_, term)) = whole.or(part) {
            found.insert(name.clone(), *term);
        }
    }
    found
}

/// The words of a name: `SaidBy`, `said_by` and `said-by` have the same.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for char in name.chars() {
        let is_between = matches!(char, '_' | '-' | '$');
        if is_between || char.is_uppercase() && !parts.last().is_some_and(String::is_empty) {
            parts.push(String::new());
        }
        if let (Some(part), true) = (parts.last_mut(), !is_between) {
            part.extend(char.to_lowercase());
        }
    }
    parts
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let text = "/// Its upkeep.\nfn keep(errand: UpkeepOf) -> Which { let way = \"upkeep\"; a_way_on_which_it_said() }";
    let found = |file: &str, text: &str| wrong_names(file, text).into_keys().collect::<Vec<_>>().join(" ");
    assert_eq!(found("a.rs", text), "UpkeepOf Which a_way_on_which_it_said errand way");
    for file in ["a.mjs", "a.js", "a.ts", "a.d.ts"] {
        let text = "// told\nconst way = 'told', whatHeSaid = { sees: true }, $told = `${stretch} told`;";
        assert_eq!(found(file, text), "$told stretch way whatHeSaid", "{file}");
    }
    assert_eq!(found("a.css", "/* told */ .has-talked { --soon: 1px; content: \"said\"; }"), "--soon has-talked");
    assert_eq!(found("a.html", "<p id=\"talk\">told</p><script>said = 1;</script>"), "said talk");
}

#[test]
fn the_names_of_tests_and_words_inside_words_are_left_alone() {
    let text = "fn what_was_said_is_told_soon() {} fn always(away: Aimless) { walkway() }";
    assert_eq!(wrong_names("a.rs", text), BTreeMap::new());
}
