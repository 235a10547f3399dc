//! Marks pin or mute messages, singly or all about one topic.

use crate::common::Chat;
use ricordo_core::{
    compile::OmittedReason, mark::MarkKind, session::Confirmed, settings::Settings, undo::UndoneCommand,
};

/// A word that occurs in no other text.
const SECRET: &str = "Zanzibar";

#[tokio::test]
async fn a_muted_message_is_not_sent_and_comes_back() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.say("Two").await;
    let before = chat.request().await;
    let one = chat.id_of("One").await;
    chat.session.mark(chat.id, one, Some(MarkKind::Muted)).await.unwrap();
    chat.say("Three").await;
    assert!(!chat.last_window().contains(&"One".to_owned()));
    let omitted = chat.compiled().await.omitted;
    assert!(omitted.iter().any(|omitted| omitted.reason == OmittedReason::Muted));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(chat.request().await.contains("One") && before.contains("One"));
}

#[tokio::test]
async fn a_message_pinned_after_the_forget_is_sent_and_one_pinned_before_is_forgotten() {
    let chat = Chat::open().await;
    chat.say("Remember the code 4711").await;
    chat.say("And the door").await;
    let (code, entry) = (chat.id_of("4711").await, chat.id_of("door").await);
    chat.session.mark(chat.id, entry, Some(MarkKind::Pinned)).await.unwrap();
    chat.host.advance(1_000);
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(1_000);
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    chat.say("Hello").await;
    assert_eq!(chat.last_window(), ["Remember the code 4711"]);
}

#[tokio::test]
async fn what_is_pinned_stays_however_long_the_talk() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.say("Remember the code 4711").await;
    let code = chat.id_of("4711").await;
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    for number in 0..20 {
        chat.say(&format!("Question {number}")).await;
    }
    assert_eq!(chat.last_window()[0], "Remember the code 4711");
}

#[tokio::test]
async fn forgetting_about_something_mutes_what_is_confirmed_in_one_step() {
    let chat = Chat::open().await;
    chat.say(&format!("I love {SECRET} and tea")).await;
    chat.say("Something else").await;
    let memory = chat.session.add_memory(chat.id, &format!("The user loves {SECRET}"), None).await.unwrap().memory;
    let about = chat.session.find_about(chat.id, &SECRET.to_lowercase()).await.unwrap();
    assert_eq!((about.messages.len(), about.memories.len()), (1, 1));
    let confirmed = Confirmed {
        messages: about.messages.iter().map(|message| message.id).collect(),
        memories: vec![memory.id],
        summaries: Vec::new(),
    };
    chat.session.forget_about(chat.id, &confirmed).await.unwrap();
    let request = chat.request().await;
    assert!(!request.contains(SECRET) && request.contains("Something else"));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(chat.request().await.contains(&format!("I love {SECRET}")));
    assert!(chat.session.find_about(chat.id, "").await.unwrap().messages.is_empty());
}
