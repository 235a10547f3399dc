//! `/clear`, and what is said before it is undone.

use crate::common::{Chat, branches::joined};
use ricordo_core::{
    fork::forks,
    record::{Kind, Record},
    search::{Searchable, SharedIndex},
    session::Scope,
    settings::Settings,
    store::Store,
    testing::conformance::dump,
    undo::UndoneCommand,
};

/// The conversation as undo of `/clear` leaves it: `Before` is shown, and `After` was sent meanwhile.
async fn undone() -> Chat {
    let chat = Chat::open().await;
    chat.say("Before").await;
    chat.session.clear(chat.id).await.unwrap();
    chat.say("After").await;
    undo_clear(&chat).await;
    chat
}

async fn undo_clear(chat: &Chat) {
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Clear));
}

async fn branches(chat: &Chat) -> usize {
    chat.session.store().records(Kind::Branch).await.unwrap().len()
}

#[tokio::test]
async fn what_was_sent_after_a_clear_is_beside_what_undo_brings_back() {
    let chat = undone().await;
    assert_eq!(joined(&chat.texts().await), "Before|Reply 1.");
    assert_eq!(chat.shown().await, [(0, 1, 2)]);
    assert!(!chat.request().await.contains("After"));
    let export = chat.session.export_text(Scope::Conversation(chat.id)).await.unwrap();
    assert!(export.contains("After") && export.contains("Before"));

    chat.switch(0, 1).await;
    assert_eq!(joined(&chat.texts().await), "After|Reply 2.");
    assert_eq!(chat.shown().await, [(0, 2, 2)]);
    assert!(!chat.request().await.contains("Before"));
    chat.say("And on").await;
    chat.switch(0, 0).await;
    assert_eq!(joined(&chat.texts().await), "Before|Reply 1.");
}

#[tokio::test]
async fn an_export_brings_both_branches_to_another_browser() {
    let chat = undone().await;
    let export = chat.session.export_text(Scope::Everything).await.unwrap();
    let other = Chat::open().await;
    // Both test hosts make the same ids, and nothing is added to a conversation that is there.
    other.session.erase_conversation(other.id).await.unwrap();
    other.session.import_text(&export).await.unwrap();
    let other = Chat { id: chat.id, ..other };
    assert_eq!(other.shown().await, [(0, 1, 2)]);
    other.switch(0, 1).await;
    assert_eq!(joined(&other.texts().await), "After|Reply 2.");
}

#[tokio::test]
async fn a_clear_after_which_nothing_was_sent_leaves_no_branch() {
    let chat = undone().await;
    for _ in 0..2 {
        chat.session.clear(chat.id).await.unwrap();
        assert_eq!(chat.texts().await, [""; 0]);
        assert_eq!(chat.shown().await, [], "a cleared conversation has no siblings");
        undo_clear(&chat).await;
        assert_eq!(joined(&chat.texts().await), "Before|Reply 1.");
        assert_eq!((chat.shown().await, branches(&chat).await), (vec![(0, 1, 2)], 2));
    }
}

#[tokio::test]
async fn each_of_several_clears_that_are_undone_leaves_its_messages_beside_the_others() {
    let chat = Chat::open().await;
    for text in ["One", "Two", "Three"] {
        chat.say(text).await;
        if text != "Three" {
            chat.session.clear(chat.id).await.unwrap();
        }
    }
    undo_clear(&chat).await;
    assert_eq!((joined(&chat.texts().await), chat.shown().await), ("Two|Reply 2.".to_owned(), vec![(0, 1, 2)]));
    // From the branch beside it.
    chat.switch(0, 1).await;
    undo_clear(&chat).await;
    assert_eq!((joined(&chat.texts().await), chat.shown().await), ("One|Reply 1.".to_owned(), vec![(0, 1, 3)]));
    for (sibling, text) in [(1, "Two|Reply 2."), (2, "Three|Reply 3."), (0, "One|Reply 1.")] {
        chat.switch(0, sibling).await;
        assert_eq!(joined(&chat.texts().await), text);
    }
}

#[tokio::test]
async fn an_edit_after_a_clear_stays_reachable_and_is_where_the_branch_was_left() {
    let chat = Chat::open().await;
    chat.say("Before").await;
    chat.session.clear(chat.id).await.unwrap();
    chat.say("After").await;
    chat.edit("After", "Put better").await;
    // Both are undone: the edit goes back to its own branch first.
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Edit));
    chat.switch(0, 1).await;
    undo_clear(&chat).await;
    assert_eq!((joined(&chat.texts().await), chat.shown().await), ("Before|Reply 1.".to_owned(), vec![(0, 1, 3)]));
    chat.switch(0, 2).await;
    assert_eq!(chat.texts().await[0], "Put better");
    chat.switch(0, 1).await;
    assert_eq!(chat.texts().await[0], "After");
}

#[tokio::test]
async fn what_is_beside_it_is_erased_searched_and_compiled_as_on_any_branch() {
    let chat = undone().await;
    let snapshot = chat.session.open(chat.id, 1).await.unwrap();
    let fork = forks(&snapshot.branches, snapshot.conversation.active_branch).remove(0);
    let records = chat.session.store().records(Kind::Message).await.unwrap();
    let after = records.into_iter().find_map(|record| match record {
        Record::Message(message) if message.text() == "After" => Some(*message),
        _ => None,
    });
    let after = after.unwrap();
    assert_eq!(Some(&after.branch), fork.siblings.get(1));
    chat.session.erase_message(after.id).await.unwrap();
    assert!(!dump(chat.session.store()).await.contains("After"));
    assert_eq!(joined(&chat.texts().await), "Before|Reply 1.");
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(chat.session.store().records(Kind::Message).await.unwrap(), []);
}

#[tokio::test]
async fn a_conversation_with_a_queue_alone_keeps_its_branch_when_it_is_cleared() {
    let chat = Chat::open().await;
    let waits = ricordo_core::draft::ComposerDraft::text(chat.id, "Waits");
    chat.session.enqueue(waits, None).await.unwrap();
    chat.session.clear(chat.id).await.unwrap();
    assert_eq!((chat.session.queue(chat.id).await.unwrap().len(), branches(&chat).await), (0, 1));
    chat.say("After").await;
    undo_clear(&chat).await;
    assert_eq!(joined(&chat.texts().await), "After|Reply 1.");
    assert_eq!(chat.session.queue(chat.id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn nothing_of_the_branch_beside_it_is_recalled() {
    let mut settings = Settings::default();
    settings.recall.enabled = true;
    let store = Searchable::new(ricordo_core::memory_store::MemoryStore::default(), SharedIndex::default());
    let chat = Chat::open_on(store).await;
    let chat = Chat { session: chat.session.clone().with_recall(), ..chat };
    chat.session.save_settings(&settings).await.unwrap();
    chat.say("Before").await;
    chat.session.clear(chat.id).await.unwrap();
    chat.say("My hedgehog is called Ada").await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Clear));
    chat.say("What is the name of my hedgehog?").await;
    assert!(!serde_json::to_string(&chat.last_request()).unwrap().contains("Ada"));
}
