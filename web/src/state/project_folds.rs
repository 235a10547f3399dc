//! Which projects are folded in the list. This browser keeps them, one id per line; they are not a record.

use crate::browser;
use leptos::prelude::*;
use ricordo_core::id::ProjectId;
use std::{fmt::Display, str::FromStr};

/// Key in local storage.
const KEY: &str = "ricordo.projects.folded";

/// Projects whose conversations the user has hidden.
#[derive(Clone, Copy)]
pub struct Folds(pub RwSignal<Vec<ProjectId>>);

impl Folds {
    /// What this browser keeps.
    pub fn kept() -> Self {
        let storage = window().local_storage().ok().flatten();
        let text = storage.and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
        Self(RwSignal::new(of_text(&text)))
    }

    /// Folds the project, or unfolds it. `existing`: all projects.
    pub fn toggle(self, project: ProjectId, existing: &[ProjectId]) {
        self.0.update(|folded| toggle(folded, project));
        if let Some(storage) = window().local_storage().ok().flatten().filter(|_| browser::may_keep()) {
            // If storage is full, the fold lasts until the page is closed.
            let _ = storage.set_item(KEY, &self.0.with_untracked(|folded| to_text(folded, existing)));
        }
    }
}

/// Reads the kept text. Skips lines that are no id, such as those of another build.
fn of_text<P: FromStr>(text: &str) -> Vec<P> {
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// Text to keep. Drops projects that no longer exist, so the text does not grow for ever.
fn to_text<P: Display + PartialEq>(folded: &[P], existing: &[P]) -> String {
    folded.iter().filter(|one| existing.contains(one)).map(P::to_string).collect::<Vec<_>>().join("\n")
}

/// Folds the project, or unfolds it.
fn toggle<P: PartialEq>(folded: &mut Vec<P>, project: P) {
    match folded.iter().position(|one| *one == project) {
        Some(at) => drop(folded.remove(at)),
        None => folded.push(project),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_folded_is_read_back_without_projects_that_are_gone() {
        assert_eq!(of_text::<u32>(&to_text(&[3, 1, 9], &[1, 2, 3])), [3, 1]);
        assert_eq!(to_text::<u32>(&[9], &[]), "");
    }

    #[test]
    fn text_of_another_build_folds_nothing() {
        assert_eq!(of_text::<u32>("7\nnot an id\n\n8"), [7, 8]);
        assert!(of_text::<u32>("").is_empty());
    }

    #[test]
    fn folding_twice_unfolds() {
        let mut folded = vec![1];
        toggle(&mut folded, 2);
        assert_eq!(folded, [1, 2]);
        toggle(&mut folded, 1);
        assert_eq!(folded, [2]);
    }
}
