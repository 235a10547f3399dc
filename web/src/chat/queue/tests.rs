//! What waits, in which order it is sent, and what stops it.

use super::*;

#[test]
fn it_says_what_the_messages_wait_for_and_offers_to_go_on_only_where_nothing_sends_them() {
    let texts = texts();
    for (pause, coming, is_edited, is_asked, sentence, is_paused) in [
        (None, Coming::Reply, false, false, texts.after_reply, false),
        (None, Coming::Nothing, false, false, texts.idle, true),
        (None, Coming::Elsewhere, false, false, texts.elsewhere, false),
        (None, Coming::Retry, false, false, texts.after_retry, false),
        (Some(Pause::Loaded), Coming::Elsewhere, false, false, texts.elsewhere, false),
        (Some(Pause::Loaded), Coming::Nothing, false, false, texts.loaded, true),
        (Some(Pause::Editing), Coming::Nothing, true, false, texts.editing, false),
        (Some(Pause::Editing), Coming::Nothing, false, false, texts.idle, true),
        (Some(Pause::Failed), Coming::Reply, true, false, texts.failed, true),
        // They follow if it ends well.
        (Some(Pause::Failed), Coming::Retry, false, false, texts.after_retry, false),
        (Some(Pause::Stopped), Coming::Elsewhere, false, false, texts.stopped, true),
        (Some(Pause::Stopped), Coming::Retry, false, false, texts.stopped, true),
        (Some(Pause::Held(None)), Coming::Nothing, false, false, texts.held, true),
        (Some(Pause::Asked), Coming::Nothing, false, true, texts.asked, true),
        // The user did not want to send it for this price.
        (Some(Pause::Asked), Coming::Nothing, false, false, texts.idle, true),
    ] {
        let state = state_of(pause, coming, is_edited, is_asked);
        assert_eq!(state, (sentence, is_paused), "{pause:?} {coming:?} {is_edited} {is_asked}");
    }
}

#[test]
fn only_a_call_that_nobody_decided_about_holds_the_queue() {
    let result = |held| Part::ToolResult { call: "1".to_owned(), content: String::new(), is_error: false, held };
    let with = |parts: Vec<Part>| Message { parts, ..crate::state::testing::message(1, Role::Tool, "") };
    assert!(is_held(&with(vec![result(false), result(true)])));
    assert!(!is_held(&with(vec![result(false)])) && !is_held(&with(Vec::new())));
    let [held, decided] = [true, false].map(|held| with(vec![result(held)]));
    let [user, reply] = [Role::User, Role::Assistant].map(|role| crate::state::testing::message(2, role, ""));
    let waits = Some(Some(held.id));
    for (messages, wanted) in [
        (vec![&user, &reply, &held], waits),
        (vec![&user, &reply, &decided], Some(None)),
        (vec![&held, &user, &reply], Some(None)),
        (vec![&reply, &held], waits),
        (vec![&reply, &decided], None),
        (Vec::new(), None),
    ] {
        let messages: Vec<_> = messages.into_iter().cloned().collect();
        assert_eq!(held_call(&messages), wanted, "{messages:?}");
    }
}
