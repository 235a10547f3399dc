//! A shared summary that one conversation makes stale: the other conversations see it without reading that
//! conversation.

use crate::common::{Chat, provider};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    conversation::Conversation,
    id::ConversationId,
    mark::MarkKind,
    memory_store::MemoryStore,
    message::Role,
    record::{Kind, Record, RecordKey},
    session::{
        Confirmed, Gathered, ImportProgress, ModelCall, NewMessage, Scope as Exported, Session, maintain::Standing,
    },
    settings::{Scope, Settings, SummarySettings},
    store::Store,
    summary::{Stale, Summary},
};

/// Two conversations and their shared summaries. The first is open.
async fn two() -> (Chat, ConversationId) {
    let summaries = SummarySettings { enabled: true, scope: Scope::All, ..SummarySettings::default() };
    let chat = Chat::open_with(Settings { summaries, ..Settings::default() }).await;
    chat.fill(8).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.fill_in(other, 8).await;
    chat.model.then_say("Recent: they talk about Lviv.");
    chat.model.then_say("Long: they talk about Lviv.");
    chat.maintain().await;
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    (chat, other)
}

async fn standings(chat: &Chat) -> Vec<Standing> {
    let listed = chat.session.summaries(chat.id).await.unwrap();
    listed.into_iter().map(|listed| listed.standing).filter(|standing| *standing != Standing::Replaced).collect()
}

#[tokio::test]
async fn what_another_conversation_forgot_is_told_in_none() {
    let (chat, other) = two().await;
    assert!(chat.request().await.contains("Recent: they talk"));
    chat.session.forget(other, 2).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Forgotten); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
    chat.session.undo(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    chat.session.forget(other, 2).await.unwrap();
    chat.session.remember(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    chat.session.undo(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Forgotten); 2]);
    assert!(chat.request().await.contains("Message 0003"), "its own messages are not concerned");
}

#[tokio::test]
async fn what_another_conversation_muted_is_told_in_none() {
    let (chat, other) = two().await;
    let message = chat.session.open(other, 8).await.unwrap().messages.remove(3).id;
    chat.session.mark(other, message, Some(MarkKind::Muted)).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Muted); 2]);
    chat.session.mark(other, message, None).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    chat.session.mark(other, message, Some(MarkKind::Pinned)).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
}

#[tokio::test]
async fn a_summary_that_comes_back_knows_what_was_forgotten_meanwhile() {
    let (chat, other) = two().await;
    let summary = chat.in_force().await.remove(0);
    chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    chat.session.forget(other, 2).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Forgotten); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
}

#[tokio::test]
async fn what_is_muted_from_a_third_conversation_is_told_in_none() {
    let (chat, other) = two().await;
    let third = chat.session.new_conversation().await.unwrap().conversation.id;
    let message = chat.session.open(other, 8).await.unwrap().messages.remove(3).id;
    let summary = chat.in_force().await.remove(0).id;
    let confirmed = Confirmed { messages: vec![message], ..Confirmed::default() };
    chat.session.forget_about(third, &confirmed).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Muted); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
    chat.session.undo(third).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    // A summary that was taken out of force with the message comes back without the note, too.
    let confirmed = Confirmed { summaries: vec![summary], ..confirmed };
    chat.session.forget_about(third, &confirmed).await.unwrap();
    chat.session.undo(third).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
}

/// Edits the third message of a conversation, on a branch of its own.
async fn edit(chat: &Chat, id: ConversationId) {
    let message = chat.session.open(id, 8).await.unwrap().messages.remove(2).id;
    let provider = provider();
    chat.session.edit(&ModelCall::new(&chat.model, &provider), id, message, "They stay in Kyiv.").await.unwrap();
}

#[tokio::test]
async fn a_summary_that_comes_back_knows_which_branch_was_left_meanwhile() {
    let (chat, other) = two().await;
    for summary in chat.in_force().await {
        chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    }
    edit(&chat, other).await;
    for _ in 0..2 {
        chat.session.undo(chat.id).await.unwrap();
    }
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::BranchedAway); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
    // Where the branch is shown again they hold again, and what is undone is not noted by mistake.
    chat.session.undo(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    edit(&chat, other).await;
    let summary = chat.with_standing(|one| one == Standing::Stale(Stale::BranchedAway)).await.remove(0);
    chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    chat.session.undo(other).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
}

#[tokio::test]
async fn what_another_conversation_cleared_is_told_in_none() {
    let (chat, other) = two().await;
    chat.session.clear(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::BranchedAway); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
    chat.session.undo(other).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    let before = chat.in_force().await;
    chat.session.clear(chat.id).await.unwrap();
    assert!(!chat.request().await.contains("they talk about Lviv"));
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.in_force().await, before);
}

/// A backup, as one text and as records.
async fn backup(chat: &Chat) -> (String, Vec<Record>) {
    let mut records = Vec::new();
    let take = |gathered: Gathered| records.extend(gathered.records);
    chat.session.export(Exported::Everything, &Cancel::default(), take).await.unwrap();
    (chat.session.export_text(Exported::Everything).await.unwrap(), records)
}

/// Imports a backup, as one text or as the page reads it.
async fn import(chat: &Chat, (text, records): (String, Vec<Record>), as_text: bool) {
    if as_text {
        chat.session.import_text(&text).await.unwrap();
        return;
    }
    let mut import = ImportProgress::default();
    chat.session.import_records(&mut import, records).await;
    chat.session.finish_import(&mut import, true).await;
    assert_eq!(import.imported.stopped, None);
}

#[tokio::test]
async fn what_a_deleted_conversation_said_is_told_in_none() {
    let (chat, other) = two().await;
    for delete_several in [false, true] {
        match delete_several {
            false => chat.session.delete_conversation(other, chat.id).await.unwrap(),
            true => assert_eq!(chat.session.delete_conversations(&[other], chat.id).await.unwrap(), 1),
        }
        assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Moved); 2]);
        assert!(!chat.request().await.contains("they talk about Lviv"));
        chat.session.undo(chat.id).await.unwrap();
        assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
        assert!(chat.request().await.contains("Recent: they talk"));
    }
    // What another tab writes in it brings it back.
    chat.session.delete_conversation(other, chat.id).await.unwrap();
    let provider = provider();
    chat.session.send(&ModelCall::new(&chat.model, &provider), other, "And Kyiv?").await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    chat.session.delete_conversation(other, chat.id).await.unwrap();
    chat.session.append(other, &[NewMessage::text(Role::User, "And Odesa?")], Vec::new()).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
}

#[tokio::test]
async fn the_summaries_are_made_again_without_a_deleted_conversation() {
    let (chat, other) = two().await;
    chat.session.delete_conversation(other, chat.id).await.unwrap();
    chat.maintain().await;
    let made = chat.in_force().await;
    assert_eq!(made.len(), 2);
    assert!(made.iter().all(|one| one.coverage.iter().all(|part| part.conversation == chat.id)), "{made:?}");
}

#[tokio::test]
async fn what_a_build_that_noted_no_deletion_deleted_is_told_in_none() {
    let (chat, other) = two().await;
    let of = chat.session.open(other, 1).await.unwrap().conversation;
    let deleted = Conversation { deleted_at: Some(of.updated_at), ..of };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(deleted))]).await.unwrap();
    chat.session.sweep(&[chat.id]).await.unwrap();
    assert_eq!(standings(&chat).await, [Standing::Stale(Stale::Moved); 2]);
    assert!(!chat.request().await.contains("they talk about Lviv"));
}

#[tokio::test]
async fn a_summary_of_a_branch_that_was_left_here_is_noted_when_it_comes_in() {
    for as_text in [true, false] {
        let (chat, other) = two().await;
        let backup = backup(&chat).await;
        edit(&chat, other).await;
        for summary in chat.with_standing(|one| one == Standing::Stale(Stale::BranchedAway)).await {
            let key = RecordKey::Summary(None, summary.id);
            chat.session.store().apply(vec![Change::Remove(key)]).await.unwrap();
        }
        import(&chat, backup, as_text).await;
        assert_eq!(standings(&chat).await, [Standing::Stale(Stale::BranchedAway); 2]);
        assert!(!chat.request().await.contains("they talk about Lviv"));
    }
}

#[tokio::test]
async fn a_backup_does_not_bring_back_a_summary_that_was_replaced() {
    for as_text in [true, false] {
        let (chat, other) = two().await;
        let backup = backup(&chat).await;
        chat.session.forget(other, 2).await.unwrap();
        chat.model.then_say("Recent: they are at home.");
        chat.model.then_say("Long: they are at home.");
        chat.maintain().await;
        assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
        let before = chat.request().await;
        assert!(before.contains("they are at home"));
        import(&chat, backup, as_text).await;
        assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
        assert_eq!(chat.request().await, before);
    }
}

#[tokio::test]
async fn a_backup_does_not_bring_back_a_summary_of_an_erased_message() {
    for as_text in [true, false] {
        let (chat, other) = two().await;
        let backup = backup(&chat).await;
        let message = chat.session.open(other, 8).await.unwrap().messages.remove(3).id;
        chat.session.erase_message(message).await.unwrap();
        assert_eq!(standings(&chat).await, []);
        import(&chat, backup.clone(), as_text).await;
        assert_eq!(standings(&chat).await, []);
        // Once the whole conversation is of the file, so are its summaries.
        chat.session.erase_conversation(other).await.unwrap();
        import(&chat, backup, as_text).await;
        assert_eq!(standings(&chat).await, [Standing::InForce; 2]);
    }
}

#[tokio::test]
async fn a_backup_of_a_build_that_noted_nothing_is_noted_when_it_comes_in() {
    let (chat, other) = two().await;
    chat.session.forget(other, 2).await.unwrap();
    // As that build stored it: the forget exists, but the summaries do not mention it.
    for record in chat.session.store().records(Kind::Summary).await.unwrap() {
        let Record::Summary(summary) = record else { panic!("{record:?}") };
        let silent = Summary { forgotten_in: Vec::new(), ..summary };
        chat.session.store().apply(vec![Change::Put(Record::Summary(silent))]).await.unwrap();
    }
    let backup = chat.session.export_text(Exported::Everything).await.unwrap();
    let old = backup.replace(r#","forgotten_in":[],"muted_in":[]"#, "").replacen(r#""ricordo":4"#, r#""ricordo":3"#, 1);
    assert!(old.len() < backup.len() && !old.contains("forgotten_in"));
    let session = Session::new(MemoryStore::default(), chat.host.clone());
    session.import_text(&old).await.unwrap();
    let listed = session.summaries(chat.id).await.unwrap();
    let standings: Vec<_> = listed.iter().map(|listed| listed.standing).collect();
    assert_eq!(standings, [Standing::Stale(Stale::Forgotten); 2]);
}
