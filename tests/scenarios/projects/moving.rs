//! Moving a conversation: what was learned in it follows, and summaries that cover it are left out and made again.

use super::*;
use ricordo_core::{
    session::maintain::Standing,
    settings::{Scope as SummaryScope, Settings, SummarySettings},
    summary::{Stale, Summary, SummaryKind},
    undo::UndoneCommand,
};

async fn project_of(chat: &Chat, id: ConversationId) -> Option<ProjectId> {
    chat.session.open(id, 1).await.unwrap().conversation.project
}

#[tokio::test]
async fn facts_and_tasks_follow_and_undo_brings_all_back() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let (id, beside) = (conversation(&chat, Some(rome)).await, conversation(&chat, Some(rome)).await);
    let fact = learn(&chat, id, "The user paints accordions").await;
    let others = learn(&chat, beside, "The user was born in Lutsk").await;
    let task = add_task(&chat, id, "Buy varnish").await;
    let before = chat.stored().await;

    assert!(chat.session.move_conversation(id, Some(oslo), beside).await.unwrap());
    let moved = chat.stored().await;
    assert!(!chat.session.move_conversation(id, Some(oslo), beside).await.unwrap(), "it is there already");
    assert_eq!(chat.stored().await, moved, "so that Undo takes back the move itself");
    assert_eq!(project_of(&chat, id).await, Some(oslo));
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(oslo));
    assert_eq!(scope_of(&chat, others.id).await, Scope::Project(rome));
    assert_eq!(chat.session.tasks().await.unwrap()[0].scope, Scope::Project(oslo));
    assert!(!sends(&chat, beside, "accordions").await && sends(&chat, id, "accordions").await);

    chat.session.move_conversation(id, None, beside).await.unwrap();
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Conversation(id), "it is not used everywhere by itself");
    assert_eq!(chat.session.tasks().await.unwrap()[0].scope, Scope::Conversation(id));
    assert!(sends(&chat, id, "accordions").await && !sends(&chat, id, "Lutsk").await);

    for project in [Some(oslo), Some(rome)] {
        assert_eq!(chat.session.undo(beside).await.unwrap(), Some(UndoneCommand::MoveConversation));
        assert_eq!(project_of(&chat, id).await, project);
    }
    let without_time = |stored: String| {
        let mut records: serde_json::Value = serde_json::from_str(&stored).unwrap();
        for record in records.as_array_mut().unwrap() {
            if let Some(conversation) = record.get_mut("conversation").and_then(|one| one.as_object_mut()) {
                conversation.remove("moved_at");
            }
        }
        records
    };
    assert_eq!(without_time(chat.stored().await), without_time(before));
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(rome));
    assert_eq!(chat.session.tasks().await.unwrap()[0].id, task.id);
}

/// Rome with two conversations, one conversation in none, and their summaries of the last days. The first is open.
async fn with_summaries() -> (Chat, ProjectId, [ConversationId; 3]) {
    let summaries = SummarySettings { enabled: true, scope: SummaryScope::All, ..SummarySettings::default() };
    let mut chat = Chat::open_with(Settings { summaries, ..Settings::default() }).await;
    let rome = project(&chat, "Rome").await;
    let mut all = [chat.id; 3];
    for (id, project) in all.iter_mut().zip([Some(rome), Some(rome), None]) {
        *id = conversation(&chat, project).await;
        chat.fill_in(*id, 8).await;
    }
    chat.id = all[0];
    for text in ["Recent: nobody is home.", "Long: nobody is home.", "Recent: Rome waits.", "Long: Rome waits."] {
        chat.model.then_say(text);
    }
    chat.maintain().await;
    (chat, rome, all)
}

async fn shared(chat: &Chat) -> Vec<Summary> {
    let records = chat.session.store().records(Kind::Summary).await.unwrap().into_iter();
    records.filter_map(|record| if let Record::Summary(summary) = record { Some(summary) } else { None }).collect()
}

fn covered(summary: &Summary) -> Vec<ConversationId> {
    let mut covered: Vec<ConversationId> = summary.coverage.iter().map(|one| one.conversation).collect();
    covered.sort_unstable();
    covered
}

#[tokio::test]
async fn each_project_has_summaries_of_its_own() {
    let (chat, rome, [first, second, none]) = with_summaries().await;
    let of = async |project: Option<ProjectId>, kind: SummaryKind| {
        let all = shared(&chat).await;
        let found = all.into_iter().find(|summary| summary.project == project && summary.kind == kind);
        found.map(|summary| (covered(&summary), summary.text)).unwrap()
    };
    for kind in [SummaryKind::Recent, SummaryKind::Long] {
        let (of_rome, in_none) = (of(Some(rome), kind).await, of(None, kind).await);
        assert_eq!((of_rome.0, in_none.0), (vec![first, second], vec![none]));
        let (inside, outside) = (of_rome.1, in_none.1);
        assert!(sends(&chat, first, &inside).await && sends(&chat, first, &outside).await);
        assert!(!sends(&chat, none, &inside).await && sends(&chat, none, &outside).await);
    }
    let isolated = ProjectText { isolated: true, ..text("Rome") };
    chat.session.update_project(rome, isolated, first).await.unwrap();
    assert!(!sends(&chat, first, &of(None, SummaryKind::Recent).await.1).await);
    assert!(sends(&chat, first, &of(Some(rome), SummaryKind::Recent).await.1).await);
}

#[tokio::test]
async fn a_summary_that_covers_a_moved_conversation_is_left_out_until_it_is_made_again() {
    let (chat, rome, [first, second, _]) = with_summaries().await;
    let standings = async || {
        let listed = chat.session.summaries(chat.id).await.unwrap().into_iter();
        let of_rome = listed.filter(|one| one.summary.project == Some(rome) && one.standing != Standing::Replaced);
        of_rome.map(|one| one.standing).collect::<Vec<_>>()
    };
    let inside = shared(&chat).await.into_iter().find(|one| one.project == Some(rome)).unwrap();
    assert_eq!(standings().await, [Standing::InForce; 2]);
    chat.session.move_conversation(second, None, first).await.unwrap();
    assert_eq!(standings().await, [Standing::Stale(Stale::Moved); 2]);
    assert!(!sends(&chat, first, &inside.text).await);
    chat.session.undo(first).await.unwrap();
    assert_eq!(standings().await, [Standing::InForce; 2]);

    chat.session.move_conversation(second, None, first).await.unwrap();
    let asked = chat.model.requests().len();
    chat.maintain().await;
    let of_rome: Vec<Summary> = shared(&chat).await.into_iter().filter(|one| one.project == Some(rome)).collect();
    assert!(of_rome.iter().all(|one| covered(one) == [first] && one.moved_out.is_empty()), "{of_rome:?}");
    assert!(chat.model.requests().len() > asked);
    // The one that was replaced knows where its conversations are when it returns.
    chat.session.move_conversation(second, Some(rome), first).await.unwrap();
    assert_eq!(standings().await, [Standing::InForce; 2]);
}

#[tokio::test]
async fn what_was_undone_elsewhere_stays_in_its_project() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let id = conversation(&chat, Some(rome)).await;
    let other = conversation(&chat, None).await;
    let fact = learn(&chat, id, "The user paints accordions").await;
    // Each of these is undone in the conversation, after it has moved.
    chat.session.rename(id, "A trip").await.unwrap();
    chat.session.update_memory(id, fact.id, "The user paints small accordions").await.unwrap();
    chat.session.delete_memory(id, fact.id).await.unwrap();
    chat.session.move_conversation(id, Some(oslo), other).await.unwrap();
    for command in [UndoneCommand::Memory, UndoneCommand::Memory, UndoneCommand::Rename] {
        assert_eq!(chat.session.undo(id).await.unwrap(), Some(command));
        assert_eq!(project_of(&chat, id).await, Some(oslo));
        assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(oslo));
    }
    assert_eq!(memory(&chat, fact.id).await.text, "The user paints accordions");
}

#[tokio::test]
async fn undo_does_not_bring_a_conversation_into_a_deleted_project() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let (id, other) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    let fact = learn(&chat, id, "The user paints accordions").await;
    chat.session.move_conversation(id, Some(oslo), other).await.unwrap();
    chat.session.delete_project(rome, id).await.unwrap();
    chat.session.undo(other).await.unwrap();
    assert_eq!(project_of(&chat, id).await, None);
    assert!(!sends(&chat, other, "accordions").await, "{:?}", scope_of(&chat, fact.id).await);
}
