//! Titles: the first words at once, a model's title after the first turn, and never in place of the user's.

use crate::common::Chat;
use ricordo_core::{
    accept::Refusal,
    conversation::TitleOrigin,
    error::{ModelError, ModelErrorKind},
    mark::MarkKind,
    session::{MaintainEvent, NotMade},
    settings::Settings,
    store::Store,
    testing::Step,
    undo::UndoneCommand,
};

const ASKED: &str = "Where do I walk in Rome for three days?";

async fn asked() -> Chat {
    let chat = Chat::open().await;
    chat.model.then_say("Start at the Forum, then see Trastevere.");
    chat.say(ASKED).await;
    chat
}

async fn title(chat: &Chat) -> String {
    chat.session.open(chat.id, 1).await.unwrap().conversation.title
}

/// Number of requests since the turn.
fn times_asked(chat: &Chat) -> usize {
    chat.model.requests().len() - 1
}

#[tokio::test]
async fn the_model_finds_a_title_after_the_first_turn_and_is_asked_once() {
    let chat = asked().await;
    assert_eq!(title(&chat).await, ASKED);
    chat.model.then_say("Title: \"Three Days in Rome\"");
    chat.maintain().await;
    assert_eq!(title(&chat).await, "Three Days in Rome");
    let prompt = crate::common::texts(&chat.last_request()).concat();
    assert!(prompt.contains(ASKED) && prompt.contains("see Trastevere") && prompt.ends_with("Title:"), "{prompt}");
    chat.maintain().await;
    assert_eq!(times_asked(&chat), 1);
}

#[tokio::test]
async fn a_title_of_the_users_is_never_touched_not_even_when_it_is_taken_back() {
    let chat = asked().await;
    chat.session.rename(chat.id, "Rome").await.unwrap();
    chat.maintain().await;
    assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), ("Rome", 0));

    let chat = asked().await;
    chat.model.then_say("Three Days in Rome");
    chat.maintain().await;
    chat.session.rename(chat.id, "Rome").await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
    chat.session.rename(chat.id, ASKED).await.unwrap();
    chat.maintain().await;
    assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), (ASKED, 1));
}

#[tokio::test]
async fn what_is_no_title_leaves_the_first_words_and_is_not_asked_for_again() {
    let chat = asked().await;
    chat.model.then_say("Here is a title:\n\nThree Days in Rome\n\nIt says what you asked.");
    let (_, events) = chat.maintain().await;
    chat.maintain().await;
    assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), (ASKED, 1));
    let fault = NotMade::NoTitle(Refusal::TooLong);
    let is_reported =
        |event: &MaintainEvent| matches!(event, MaintainEvent::Refused { why, again_at: None, .. } if *why == fault);
    assert!(events.iter().any(is_reported), "{events:?}");
    // In the place of its result, for one day, like a failure.
    let shown = async || chat.session.ahead(chat.id).await.unwrap().refused;
    let refused = shown().await;
    assert_eq!((refused.len(), refused[0].not_made.as_ref(), refused[0].again_at()), (1, Some(&fault), None));
    chat.host.advance(2 * 86_400_000);
    assert_eq!(shown().await, []);
}

#[tokio::test]
async fn a_model_that_fails_is_asked_again_later() {
    let chat = asked().await;
    chat.model.then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, "refused"))]);
    chat.maintain().await;
    assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), (ASKED, 1));
    chat.maintain().await;
    assert_eq!(times_asked(&chat), 1, "not at once");
    chat.host.advance(120_000);
    chat.model.then_say("Three Days in Rome");
    chat.maintain().await;
    assert_eq!(title(&chat).await, "Three Days in Rome");
}

#[tokio::test]
async fn what_is_forgotten_muted_temporary_or_switched_off_is_not_read() {
    let forgotten = asked().await;
    forgotten.session.forget(forgotten.id, 0).await.unwrap();
    let muted = asked().await;
    let first = muted.session.open(muted.id, 9).await.unwrap().messages[0].id;
    muted.session.mark(muted.id, first, Some(MarkKind::Muted)).await.unwrap();
    let off = asked().await;
    off.session.save_settings(&Settings { model_titles: false, ..Settings::default() }).await.unwrap();
    for chat in [forgotten, muted, off] {
        chat.maintain().await;
        assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), (ASKED, 0));
    }
    let mut chat = Chat::open().await;
    chat.id = chat.session.new_temporary().await.unwrap().conversation.id;
    chat.say(ASKED).await;
    chat.maintain().await;
    assert_eq!(times_asked(&chat), 0);
}

#[tokio::test]
async fn erasing_a_message_takes_the_title_that_was_made_from_it() {
    let chat = asked().await;
    chat.model.then_say("Three Days in Rome");
    chat.maintain().await;
    let reply = chat.session.open(chat.id, 9).await.unwrap().messages[1].id;
    chat.session.erase_message(reply).await.unwrap();
    let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    assert_eq!((conversation.title.as_str(), conversation.titled_from), ("", vec![]));
    let all = ricordo_core::testing::conformance::dump(chat.session.store()).await;
    assert!(!all.contains("Three Days"), "{all}");
    assert!(chat.session.store().conversations().await.is_ok());
}

#[tokio::test]
async fn where_a_title_is_from_is_stored() {
    let chat = asked().await;
    let origin = async || chat.session.open(chat.id, 9).await.unwrap();
    let first = origin().await;
    assert_eq!(first.conversation.title_origin, TitleOrigin::FirstWords);
    assert_eq!(first.conversation.titled_from, [first.messages[0].id]);
    chat.model.then_say("Three Days in Rome");
    chat.maintain().await;
    assert_eq!(origin().await.conversation.title_origin, TitleOrigin::Model);
    chat.session.rename(chat.id, "Where").await.unwrap();
    assert_eq!(origin().await.conversation.title_origin, TitleOrigin::User);
    // It begins like the message, but is still the user's title.
    chat.session.erase_message(first.messages[0].id).await.unwrap();
    assert_eq!(title(&chat).await, "Where");
}

#[tokio::test]
async fn a_title_of_the_users_stays_though_it_is_the_first_words() {
    let chat = asked().await;
    chat.session.rename(chat.id, "Rome").await.unwrap();
    chat.session.rename(chat.id, ASKED).await.unwrap();
    chat.maintain().await;
    assert_eq!((title(&chat).await.as_str(), times_asked(&chat)), (ASKED, 0));
}
