//! Tests of the search.

use super::*;

#[test]
fn shortcuts_open_the_search_the_commands_and_the_outline_with_caps_lock_too() {
    for (key, has_shift, text) in [
        ("k", false, Some("")),
        ("K", false, Some("")),
        ("P", true, Some(">")),
        ("p", true, Some(">")),
        ("O", true, Some(OUTLINE)),
        ("o", true, Some(OUTLINE)),
        // Ctrl+O opens a file.
        ("o", false, None),
        // Ctrl+P prints, Ctrl+Shift+K belongs to the browser.
        ("p", false, None),
        ("K", true, None),
        ("л", false, None),
        ("", false, None),
    ] {
        assert_eq!(opened_by(key, has_shift), text, "{key} {has_shift}");
    }
}

#[test]
fn a_chosen_entry_is_followed_when_the_list_grows() {
    let before = ["tram", "red", "umbrella"];
    assert_eq!(still_chosen(&before, 1, &["title", "tram", "red", "umbrella"]), 2);
    assert_eq!(still_chosen(&before, 0, &["title", "tram"]), 0, "the first one, as long as the user does not move");
    assert_eq!(still_chosen(&before, 2, &["tram"]), 0, "an entry that is gone");
    assert_eq!(still_chosen(&before, 9, &before), 0);
    assert_eq!(still_chosen::<&str>(&[], 0, &[]), 0);
}
