//! A shared summary that one conversation makes stale: the other conversations see it without reading that
//! conversation.

use crate::common::Chat;
use ricordo_core::{
    change::Change,
    id::ConversationId,
    mark::MarkKind,
    memory_store::MemoryStore,
    record::{Kind, Record},
    session::{Scope as Exported, Session, maintain::Standing},
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
