//! Standard terms for names in the code, so that one thing has one name.

use crate::files;
use proc_macro2::{TokenStream, TokenTree};
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

/// The names of a file that have a standard term, with that term. Names of tests are sentences and are exempt.
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

/// The names and keywords of some code, in order, without comments and literals.
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
