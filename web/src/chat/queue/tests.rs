//! What waits, in which order it is sent, and what stops it.

use super::*;

#[test]
fn it_says_what_the_messages_wait_for_and_offers_to_go_on_only_where_nothing_sends_them() {
    let texts = texts();
    for (pause, is_elsewhere, is_edited, is_streaming, sentence, is_paused) in [
        (None, false, false, true, texts.after_reply, false),
        (None, false, false, false, texts.idle, true),
        (None, true, false, false, texts.elsewhere, false),
        (Some(Pause::Loaded), true, false, false, texts.elsewhere, false),
        (Some(Pause::Loaded), false, false, false, texts.loaded, true),
        (Some(Pause::Editing), false, true, false, texts.editing, false),
        (Some(Pause::Editing), false, false, false, texts.idle, true),
        (Some(Pause::Failed), false, true, true, texts.failed, true),
        (Some(Pause::Stopped), true, false, false, texts.stopped, true),
        (Some(Pause::Held), false, false, false, texts.held, true),
    ] {
        let state = state_of(pause, is_elsewhere, is_edited, is_streaming);
        assert_eq!(state, (sentence, is_paused), "{pause:?} {is_elsewhere} {is_edited} {is_streaming}");
    }
}

#[test]
fn only_a_call_that_nobody_decided_about_holds_the_queue() {
    let result = |held| Part::ToolResult { call: "1".to_owned(), content: String::new(), is_error: false, held };
    let with = |parts: Vec<Part>| Message { parts, ..crate::state::testing::message(1, Role::Tool, "") };
    assert!(is_held(&with(vec![result(false), result(true)])));
    assert!(!is_held(&with(vec![result(false)])) && !is_held(&with(Vec::new())));
}
