//! Erasing takes everything derived with it, proved by searching everything that is stored; and marks, which keep a message
//! in or out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{Chat, idle::words};
use ricordo_core::{
    compile::{LayerKind, OmittedReason},
    error::Error,
    id::MessageId,
    mark::MarkKind,
    memory::MemorySource,
    record::{Kind, Record},
    session::{Confirmed, Outcome},
    settings::Settings,
    store::Store,
    task::TaskText,
    testing::conformance::dump,
    undo::UndoneCommand,
};

/// A word that no other text holds.
const SECRET: &str = "Zanzibar";

/// What stands before the word, for the message of a failed test.
fn around(text: &str) -> Option<String> {
    let (before, _) = text.split_once(SECRET)?;
    let tail: Vec<char> = before.chars().rev().take(300).collect();
    Some(tail.into_iter().rev().collect())
}

async fn id_of(chat: &Chat, text: &str) -> MessageId {
    let messages = chat.session.open(chat.id, 1_000).await.unwrap().messages;
    messages.iter().find(|message| message.text().contains(text)).expect("the message is there").id
}

/// A conversation in which the word is everywhere it can get: a message, the title, a memory, a task, summaries, prompts,
/// drafts and undo entries.
async fn soaked() -> Chat {
    let settings = Settings {
        system_prompt: "You are in {chatname}.\n{user_memories}".to_owned(),
        immediate_messages: 10,
        ..Settings::default()
    };
    let chat = Chat::open_with(settings).await;
    chat.say(&format!("{SECRET} is where I want to live, I tell you. {}", words(1))).await;
    chat.fill(24).await;
    let spoken = id_of(&chat, SECRET).await;
    let source = Some(MemorySource { conversation: chat.id, message: spoken });
    let memory =
        chat.session.add_memory(chat.id, &format!("The user wants to live in {SECRET}"), source).await.unwrap();
    chat.session.update_memory(chat.id, memory.id, &format!("The user loves {SECRET}")).await.unwrap();
    let task = TaskText { title: format!("Buy a map of {SECRET}"), due: None };
    chat.session.add_task(chat.id, &task, source).await.unwrap();
    chat.model.then_say(&format!("They want to live in {SECRET}."));
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    chat.say("And now?").await;
    chat.session.mark(chat.id, spoken, Some(MarkKind::Pinned)).await.unwrap();
    chat.say("And then?").await;
    chat.session.uncompress(chat.id).await.unwrap().unwrap();
    chat.session.save_composer(chat.id, "An innocent draft").await.unwrap();
    assert!(dump(chat.session.store()).await.matches(SECRET).count() > 8);
    chat
}

#[tokio::test]
async fn an_erased_message_is_nowhere_any_more() {
    let chat = soaked().await;
    chat.session.erase_message(id_of(&chat, SECRET).await).await.unwrap();
    let left = dump(chat.session.store()).await;
    assert_eq!(around(&left), None);
    assert!(!chat.session.export().await.unwrap().contains(SECRET));
    // What did not come from it is there.
    assert!(left.contains("An innocent draft") && left.contains("And then?"));
    // And nothing brings it back.
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert!(!dump(chat.session.store()).await.contains(SECRET));
    assert!(!chat.request().await.contains(SECRET));
}

#[tokio::test]
async fn an_erased_conversation_is_nowhere_any_more_and_others_stay() {
    let chat = soaked().await;
    let other = chat.session.new_temporary().await.unwrap().conversation.id;
    chat.session.save_composer(other, "Another draft").await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    let left = dump(chat.session.store()).await;
    assert!(!left.contains(SECRET) && left.contains("Another draft"));
    let kinds = [Kind::Message, Kind::Branch, Kind::Forget, Kind::Mark, Kind::Manifest, Kind::Fragment, Kind::Summary];
    for kind in kinds {
        let records = chat.session.store().records(kind).await.unwrap();
        let own =
            records.iter().filter(|record| !matches!(record, Record::Branch(branch) if branch.conversation == other));
        assert_eq!(own.count(), 0, "{kind:?}");
    }
    assert_eq!(chat.session.erase_conversation(chat.id).await, Err(Error::NoConversation));
}

#[tokio::test]
async fn an_erased_memory_takes_the_prompts_with_its_words_along() {
    let chat = Chat::open().await;
    let memory = chat.session.add_memory(chat.id, &format!("The user loves {SECRET}"), None).await.unwrap();
    let outcome = chat.say("Hello").await;
    assert!(dump(chat.session.store()).await.contains(SECRET));
    chat.session.erase_memory(memory.id).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
    // The request cannot be shown word for word any more, and says so.
    assert!(chat.sent_for(outcome.reply.id).await.is_err());
}

#[tokio::test]
async fn a_past_request_is_shown_again_exactly() {
    let chat = Chat::open().await;
    chat.say("One").await;
    let second = chat.say("Two").await;
    let asked = chat.last_request();
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.say("Three").await;
    assert_eq!(chat.sent_for(second.reply.id).await.unwrap(), asked);
}

#[tokio::test]
async fn a_temporary_conversation_leaves_nothing() {
    let chat = Chat::open().await;
    chat.session.add_memory(chat.id, "The user likes tea", None).await.unwrap();
    let temporary = Chat { id: chat.session.new_temporary().await.unwrap().conversation.id, ..chat };
    temporary.say(&format!("I am going to {SECRET}.")).await;
    assert!(serde_json::to_string(&temporary.last_request()).unwrap().contains("likes tea"), "it reads memories");
    let refused = temporary.session.add_memory(temporary.id, "The user travels", None).await;
    assert_eq!(refused, Err(Error::Temporary));
    temporary.session.close_temporary(temporary.id).await.unwrap();
    let after = dump(temporary.session.store()).await;
    assert_eq!(around(&after), None);
    // Its counts are all that is left.
    for kind in Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::DayUsage | Kind::Calibration)) {
        let records = serde_json::to_string(&temporary.session.store().records(kind).await.unwrap()).unwrap();
        assert!(!records.contains(&temporary.id.to_string()), "{kind:?}: {records}");
    }
    // One that a closed tab left open is erased at the next start.
    let left = temporary.session.new_temporary().await.unwrap().conversation.id;
    temporary.session.sweep(None).await.unwrap();
    assert!(temporary.session.open(left, 1).await.is_err());
}

#[tokio::test]
async fn a_muted_message_is_not_sent_and_comes_back() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.say("Two").await;
    let before = chat.request().await;
    let one = id_of(&chat, "One").await;
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
    let (code, door) = (id_of(&chat, "4711").await, id_of(&chat, "door").await);
    chat.session.mark(chat.id, door, Some(MarkKind::Pinned)).await.unwrap();
    chat.host.advance(1_000);
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(1_000);
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    chat.say("Hello").await;
    assert_eq!(chat.last_window(), ["Remember the code 4711"]);
}

#[tokio::test]
async fn what_is_pinned_stays_however_long_the_talk() {
    let chat = Chat::open_with(Settings { immediate_messages: 10, ..Settings::default() }).await;
    chat.say("Remember the code 4711").await;
    let code = id_of(&chat, "4711").await;
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
    let memory = chat.session.add_memory(chat.id, &format!("The user loves {SECRET}"), None).await.unwrap();
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

#[tokio::test]
async fn deleting_renaming_and_clearing_can_be_undone_without_losing_what_came_since() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.clear(chat.id).await.unwrap();
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 10).await.unwrap().messages.len(), 2);

    chat.session.rename(chat.id, "  A new   name ").await.unwrap();
    chat.say("Two").await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().conversation.title, "A new name");
    chat.session.undo(chat.id).await.unwrap();
    let conversation = chat.session.open(chat.id, 10).await.unwrap();
    assert_eq!((conversation.conversation.title.as_str(), conversation.messages.len()), ("One", 4));

    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(chat.session.conversations().await.unwrap().len(), 1);
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Delete));
    assert_eq!(chat.session.conversations().await.unwrap().len(), 2);
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    chat.host.advance(31 * 86_400_000);
    chat.session.sweep(Some(other)).await.unwrap();
    assert!(chat.session.open(chat.id, 1).await.is_err(), "30 days later it is erased");
}

/// The last command is the one that was given last, whatever the clock says.
#[tokio::test]
async fn undo_takes_the_last_command_back_when_the_clock_jumped() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(-86_400_000);
    let reopened = ricordo_core::session::Session::new(chat.session.store().clone(), chat.host.clone());
    reopened.open(chat.id, 10).await.unwrap();
    reopened.rename(chat.id, "Later").await.unwrap();
    assert_eq!(reopened.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
    reopened.forget(chat.id, 0).await.unwrap();
    assert!(reopened.remember(chat.id).await.unwrap());
    assert_eq!(chat.compiled().await.layers.iter().filter(|layer| layer.kind == LayerKind::Window).count(), 0);
}
