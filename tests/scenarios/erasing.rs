//! Erasing removes all derived data; the tests search everything that is stored.

use crate::{
    common::{Chat, idle::words},
    tool_turns::{asks, call},
};
use ricordo_core::{
    error::Error,
    id::{ConversationId, MessageId},
    mark::MarkKind,
    memory::MemorySource,
    record::{Kind, Record},
    session::{Kept, Outcome},
    settings::{MemorySettings, Settings},
    store::Store,
    task::TaskText,
    testing::conformance::dump,
    undo::UndoneCommand,
};

/// A word that occurs in no other text.
const SECRET: &str = "Zanzibar";

/// The text before the word, for the message of a failed test.
fn around(text: &str) -> Option<String> {
    let (before, _) = text.split_once(SECRET)?;
    let tail: Vec<char> = before.chars().rev().take(300).collect();
    Some(tail.into_iter().rev().collect())
}

/// A conversation with the word everywhere it can occur: a message, the title, a memory, a task, summaries, prompts,
/// drafts and undo entries.
async fn soaked() -> Chat {
    let settings = Settings {
        system_prompt: "You are in {chatname}.\n{user_memories}".into(),
        immediate_messages: Some(10),
        ..Settings::default()
    };
    let chat = Chat::open_with(settings).await;
    chat.say(&format!("{SECRET} is where I want to live, I tell you. {}", words(1))).await;
    chat.fill(24).await;
    let spoken = chat.id_of(SECRET).await;
    let source = Some(MemorySource { conversation: chat.id, message: spoken });
    let memory =
        chat.session.add_memory(chat.id, &format!("The user wants to live in {SECRET}"), source).await.unwrap().memory;
    chat.session.update_memory(chat.id, memory.id, &format!("The user loves {SECRET}")).await.unwrap();
    let task = TaskText { title: format!("Buy a map of {SECRET}"), due: None };
    chat.session.add_task(chat.id, &task, source).await.unwrap();
    chat.model.then_say(&format!("They want to live in {SECRET}."));
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    chat.say("And now?").await;
    chat.session.mark(chat.id, spoken, Some(MarkKind::Pinned)).await.unwrap();
    chat.say("And then?").await;
    chat.session.uncompress(chat.id).await.unwrap();
    chat.session.save_composer(chat.id, "An innocent draft").await.unwrap();
    assert!(dump(chat.session.store()).await.matches(SECRET).count() > 8);
    chat
}

#[tokio::test]
async fn an_erased_message_is_nowhere_any_more() {
    let chat = soaked().await;
    chat.session.erase_message(chat.id_of(SECRET).await).await.unwrap();
    let left = dump(chat.session.store()).await;
    assert_eq!(around(&left), None);
    assert!(!chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap().contains(SECRET));
    // Unrelated data remains.
    assert!(left.contains("An innocent draft") && left.contains("And then?"));
    // Undo brings nothing back.
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert!(!dump(chat.session.store()).await.contains(SECRET));
    assert!(!chat.request().await.contains(SECRET));
}

#[tokio::test]
async fn a_deleted_summary_of_an_erased_message_cannot_be_brought_back() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.say(&format!("{SECRET} is where I want to live, I tell you. {}", words(1))).await;
    chat.session.rename(chat.id, "Plans").await.unwrap();
    chat.fill(24).await;
    let spoken = chat.id_of(SECRET).await;
    chat.model.then_say(&format!("They want to live in {SECRET}."));
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    chat.say("And now?").await;
    let summary = chat.in_force().await.remove(0);
    chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    chat.session.erase_message(spoken).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert!(!dump(chat.session.store()).await.contains(SECRET));
}

/// What another conversation deleted: a memory and a task of a message of this one, and the summary of that message.
async fn deleted_elsewhere() -> (Chat, ConversationId) {
    let settings = Settings {
        system_prompt: "You are helpful.\n{user_memories}".into(),
        immediate_messages: Some(10),
        ..Settings::default()
    };
    let chat = Chat::open_with(settings).await;
    chat.say(&format!("{SECRET} is where I want to live, I tell you. {}", words(1))).await;
    chat.session.rename(chat.id, "Plans").await.unwrap();
    chat.fill(24).await;
    chat.model.then_say(&format!("They want to live in {SECRET}."));
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    let first = chat.id;
    let source = Some(MemorySource { conversation: first, message: chat.id_of(SECRET).await });
    let memory =
        chat.session.add_memory(chat.id, &format!("The user wants to live in {SECRET}"), source).await.unwrap().memory;
    let task = TaskText { title: format!("Buy a map of {SECRET}"), due: None };
    let task = chat.session.add_task(chat.id, &task, source).await.unwrap();
    let summary = chat.in_force().await.remove(0);

    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    let elsewhere = Chat { id: other, ..chat };
    elsewhere.say("What do you know of me?").await;
    assert!(
        serde_json::to_string(&elsewhere.last_request()).unwrap().contains(SECRET),
        "a prompt elsewhere has the fact"
    );
    elsewhere.session.delete_memory(other, memory.id).await.unwrap();
    elsewhere.session.delete_task(other, task.id).await.unwrap();
    elsewhere.session.delete_summary(other, summary.id).await.unwrap();
    elsewhere.session.save_composer(other, "Another draft").await.unwrap();
    (elsewhere, first)
}

async fn nothing_comes_back(chat: &Chat) {
    let left = dump(chat.session.store()).await;
    assert_eq!(around(&left), None);
    assert!(left.contains("Another draft") && left.contains("What do you know of me?"), "unrelated data remains");
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert_eq!(around(&dump(chat.session.store()).await), None);
    assert!(!chat.request().await.contains(SECRET));
}

#[tokio::test]
async fn what_another_conversation_deleted_is_erased_with_its_message() {
    let (chat, first) = deleted_elsewhere().await;
    let spoken = chat.session.open(first, 1_000).await.unwrap().messages.remove(0);
    assert!(spoken.text().contains(SECRET));
    chat.session.erase_message(spoken.id).await.unwrap();
    nothing_comes_back(&chat).await;
}

#[tokio::test]
async fn what_another_conversation_deleted_is_erased_with_its_conversation() {
    let (chat, first) = deleted_elsewhere().await;
    chat.session.erase_conversation(first).await.unwrap();
    nothing_comes_back(&chat).await;
}

#[tokio::test]
async fn a_deleted_memory_of_an_erased_message_cannot_be_brought_back() {
    let chat = Chat::open().await;
    chat.say(&format!("I want to live in {SECRET}.")).await;
    chat.session.rename(chat.id, "Plans").await.unwrap();
    let message = chat.id_of(SECRET).await;
    let source = Some(MemorySource { conversation: chat.id, message });
    let text = format!("The user wants to live in {SECRET}");
    let memory = chat.session.add_memory(chat.id, &text, source).await.unwrap().memory;
    chat.session.delete_memory(chat.id, memory.id).await.unwrap();
    chat.session.erase_message(message).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert_eq!(around(&dump(chat.session.store()).await), None);
}

#[tokio::test]
async fn deleted_facts_that_are_kept_can_still_be_brought_back() {
    let (chat, first) = deleted_elsewhere().await;
    chat.session.erase_but(first, Kept { facts: true, tasks: true }).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.store().records(Kind::Memory).await.unwrap().len(), 1);
    assert_eq!(chat.session.tasks().await.unwrap().len(), 1);
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
async fn what_is_typed_in_an_erased_conversation_is_not_stored_in_it_any_more() {
    let chat = Chat::open().await;
    chat.say("Hello").await;
    chat.session.save_composer(chat.id, &format!("About {SECRET}")).await.unwrap();
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.erase_conversation(chat.id).await.unwrap();
    // Another tab still shows it.
    chat.session.save_composer(chat.id, &format!("More about {SECRET}")).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
    chat.session.save_composer(other, "Kept").await.unwrap();
    assert!(dump(chat.session.store()).await.contains("Kept"));
}

#[tokio::test]
async fn what_was_said_after_a_clear_that_was_taken_back_is_erased_with_its_conversation() {
    let chat = Chat::open().await;
    chat.say("Before").await;
    chat.session.clear(chat.id).await.unwrap();
    chat.say(&format!("I am going to {SECRET}.")).await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Clear));
    assert!(dump(chat.session.store()).await.contains(SECRET));
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
}

#[tokio::test]
async fn an_erased_memory_takes_the_prompts_with_its_words_along() {
    let chat = Chat::open().await;
    let memory = chat.session.add_memory(chat.id, &format!("The user loves {SECRET}"), None).await.unwrap().memory;
    let outcome = chat.say("Hello").await;
    assert!(dump(chat.session.store()).await.contains(SECRET));
    chat.session.erase_memory(memory.id).await.unwrap();
    assert_eq!(around(&dump(chat.session.store()).await), None);
    // The request can no longer be shown verbatim, and says so.
    assert!(chat.sent_for(outcome.reply.id).await.is_err());
}

/// A fact from one message that the model rewrites with what another says, and both messages.
async fn rewritten() -> (Chat, MessageId, MessageId) {
    let memories = MemorySettings { auto_keep: true, ..MemorySettings::default() };
    let chat = Chat::open_with(Settings { memories, ..Settings::default() }).await;
    chat.session.rename(chat.id, "Plans").await.unwrap();
    let asks = |name: &str, arguments: &str| chat.model.then(vec![call(0, name, arguments), asks()]);
    asks("save_user_fact", r#"{"fact": "The user lives in Kyiv"}"#);
    chat.model.then_say("Noted.");
    let first = chat.say("I live in Kyiv.").await.reply;
    asks("update_user_fact", &format!(r#"{{"id": "lives in Kyiv", "fact": "The user lives in {SECRET}"}}"#));
    chat.model.then_say("Noted again.");
    let second = chat.say(&format!("I moved to {SECRET}.")).await.reply;
    (chat, first.id, second.id)
}

/// Erases a reply with its tool calls, and the message that it answers.
async fn erase_turn(chat: &Chat, reply: MessageId, asked: &str) {
    chat.session.erase_message(reply).await.unwrap();
    chat.session.erase_message(chat.id_of(asked).await).await.unwrap();
}

#[tokio::test]
async fn a_fact_that_the_model_rewrote_is_erased_with_the_message_that_its_text_is_from() {
    let (chat, _, second) = rewritten().await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().memories.len(), 1, "it is one fact");
    erase_turn(&chat, second, SECRET).await;
    assert_eq!(around(&dump(chat.session.store()).await), None);
}

#[tokio::test]
async fn a_fact_that_the_model_rewrote_stays_when_the_message_that_it_first_came_from_is_erased() {
    let (chat, first, _) = rewritten().await;
    erase_turn(&chat, first, "I live in Kyiv.").await;
    let facts = chat.session.open(chat.id, 1).await.unwrap().memories;
    assert_eq!(
        facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>(),
        [format!("The user lives in {SECRET}")]
    );
}

#[tokio::test]
async fn a_fact_that_the_user_rewrote_is_still_erased_with_the_message_that_it_came_from() {
    let (chat, _, second) = rewritten().await;
    let fact = chat.session.open(chat.id, 1).await.unwrap().memories.remove(0);
    chat.session.update_memory(chat.id, fact.id, &format!("The user loves {SECRET}")).await.unwrap();
    erase_turn(&chat, second, SECRET).await;
    assert_eq!(around(&dump(chat.session.store()).await), None);
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
    // Only its token counts remain.
    for kind in Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::DayUsage | Kind::Calibration)) {
        let records = serde_json::to_string(&temporary.session.store().records(kind).await.unwrap()).unwrap();
        assert!(!records.contains(&temporary.id.to_string()), "{kind:?}: {records}");
    }
    // A temporary conversation that a closed tab left behind is erased at the next start.
    let left = temporary.session.new_temporary().await.unwrap().conversation.id;
    temporary.session.sweep(&[]).await.unwrap();
    assert!(temporary.session.open(left, 1).await.is_err());
}

#[tokio::test]
async fn nobody_comes_upon_a_temporary_conversation_of_another_tab() {
    let chat = Chat::open().await;
    chat.say("Kept").await;
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    assert_eq!(chat.session.open_latest(1).await.unwrap().conversation.id, chat.id);
    chat.session.sweep(&[temporary]).await.unwrap();
    assert!(chat.session.open(temporary, 1).await.is_ok(), "it is open elsewhere");

    let fresh = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.new_temporary().await.unwrap();
    assert_eq!(chat.session.new_conversation().await.unwrap().conversation.id, fresh, "the empty one is used");
}
