//! Words that have a standard term in this code. A name in the code takes the term, so that a reader looks for one thing
//! under one name.

use crate::files;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;

/// Words that no name has as a part, and what to write.
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

/// Whole names, whose words are fine as parts of others.
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

#[test]
fn names_take_the_standard_terms() {
    let wrong: Vec<String> = files(&[".rs"])
        .iter()
        .filter(|(file, _)| *file != "tests/tidy/words.rs")
        .flat_map(|(file, text)| {
            wrong_names(text).into_iter().map(move |(name, term)| format!("{file}: {name} → {term}"))
        })
        .collect();
    assert!(wrong.is_empty(), "names that have a standard term:\n{}", wrong.join("\n"));
}

/// The names of a file that have a standard term, with it. The names of tests are sentences: they are read, not looked for.
fn wrong_names(text: &str) -> BTreeMap<String, &'static str> {
    let mut all = Vec::new();
    names(text.parse().expect("the file is Rust"), &mut all);
    let mut before = "";
    let mut found = BTreeMap::new();
    for name in &all {
        let is_sentence = before == "fn" && name.split('_').count() > 3;
        before = name;
        if is_sentence {
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

/// The names and keywords of some code, in order: not what comments and texts hold.
fn names(code: TokenStream, found: &mut Vec<String>) {
    for token in code {
        match token {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The words of a name: `SaidBy` and `said_by` have the same.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for char in name.chars() {
        if char == '_' || char.is_uppercase() && !parts.last().is_some_and(String::is_empty) {
            parts.push(String::new());
        }
        if let (Some(part), true) = (parts.last_mut(), char != '_') {
            part.extend(char.to_lowercase());
        }
    }
    parts
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let text = "/// Its upkeep.\nfn keep(errand: UpkeepOf) -> Which { let way = \"upkeep\"; a_way_on_which_it_said() }";
    let found = wrong_names(text);
    assert_eq!(
        found.keys().map(String::as_str).collect::<Vec<_>>(),
        ["UpkeepOf", "Which", "a_way_on_which_it_said", "errand", "way"]
    );
}

#[test]
fn the_names_of_tests_and_words_inside_words_are_left_alone() {
    let text = "fn what_was_said_is_told_soon() {} fn always(away: Aimless) { walkway() }";
    assert_eq!(wrong_names(text), BTreeMap::new());
}
