//! Tests of the search.

use super::*;
use crate::state::testing::conversation_id;
use ricordo_core::time::Timestamp;

#[test]
fn two_days_that_are_still_to_be_chosen_filter_nothing() {
    let search = Searching::new();
    let is_filtered = |since, from: &str| {
        search.since.set(since);
        search.days.set((from.to_owned(), String::new()));
        search.is_filtered()
    };
    assert!(!is_filtered(Since::Ever, "") && !is_filtered(Since::Range, ""));
    assert!(is_filtered(Since::Days(7), "") && is_filtered(Since::Range, "2026-11-22"));
    assert!(!is_filtered(Since::Ever, "2026-11-22"), "days of a filter that is not chosen any more");
    search.role.set(Some(Role::User));
    assert!(is_filtered(Since::Ever, ""));
    search.role.set(None);
    search.documents.set(true);
    assert!(is_filtered(Since::Ever, ""));
    search.documents.set(false);
    search.only.set(Some(conversation_id(1)));
    assert!(is_filtered(Since::Ever, ""));
}

#[test]
fn documents_and_authors_are_never_searched_at_the_same_time() {
    let search = Searching::new();
    let now = || (search.documents.get_untracked(), search.role.get_untracked());
    search.choose_role(Some(Role::User));
    search.toggle_documents();
    assert_eq!(now(), (true, None));
    search.choose_role(Some(Role::Assistant));
    assert_eq!(now(), (false, Some(Role::Assistant)));
    search.toggle_documents();
    search.toggle_documents();
    assert_eq!(now(), (false, None), "everything again");
}

#[test]
fn a_filter_of_the_dialog_is_the_filter_of_the_search() {
    let search = Searching::new();
    assert_eq!(search.filter(Now { at: Timestamp(0), offset_minutes: 0 }), Filter::default());
    search.only.set(Some(conversation_id(1)));
    search.choose_role(Some(Role::User));
    search.since.set(Since::Days(1));
    let filter = search.filter(Now { at: Timestamp(90_000_000), offset_minutes: 0 });
    assert_eq!(
        (filter.conversation, filter.role, filter.documents),
        (Some(conversation_id(1)), Some(Role::User), false)
    );
    assert_eq!((filter.from, filter.until), (Some(Timestamp(86_400_000)), None));
}

#[test]
fn a_text_is_a_command_by_its_first_letter_alone() {
    let search = Searching::new();
    for (text, is_command) in
        [(">", true), ("/", true), ("/undo", true), (" /undo", false), ("", false), ("a > b", false)]
    {
        search.text.set(text.to_owned());
        assert_eq!(search.is_command(), is_command, "{text:?}");
    }
}

#[test]
fn a_conversation_that_changed_twice_is_read_again_once() {
    let search = Searching::new();
    for number in [1, 2, 1, 1] {
        search.changed_elsewhere(conversation_id(number));
    }
    assert_eq!(search.changed.get_value(), [conversation_id(1), conversation_id(2)]);
}

#[test]
fn nothing_is_searched_for_a_command_or_without_words_and_filters() {
    let search = Searching::new();
    let now = Now { at: Timestamp(0), offset_minutes: 0 };
    let wanted = |text: &str| {
        search.text.set(text.to_owned());
        search.wanted(now).map(|(text, _)| text)
    };
    for text in ["", " \t", "/undo", "> settings"] {
        assert_eq!(wanted(text), None, "{text:?}");
    }
    assert_eq!(wanted(" tram ").as_deref(), Some(" tram "));
    search.choose_role(Some(Role::User));
    assert_eq!(wanted("").as_deref(), Some(""), "all messages of the user");
    assert_eq!(wanted("/undo"), None, "a filter makes no search of a command");
    search.choose_role(None);
    search.since.set(Since::Range);
    search.days.set(("2026-02-30".to_owned(), String::new()));
    assert_eq!(wanted(""), None, "a day that does not exist is no limit");
}
