//! Where facts and tasks are used, and what the tools see.

use super::*;
use ricordo_core::{
    error::Error,
    memory::MemoryState,
    message::Part,
    model::ChatEvent,
    project::ProjectRefusal,
    settings::{MemorySettings, Settings},
    testing::Step,
    undo::UndoneCommand,
};

#[tokio::test]
async fn a_fact_told_in_a_project_is_used_there_alone() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let here = conversation(&chat, Some(rome)).await;
    let [beside, other, none] = [Some(rome), Some(oslo), None];
    let beside = conversation(&chat, beside).await;
    let (other, none) = (conversation(&chat, other).await, conversation(&chat, none).await);
    let fact = learn(&chat, here, "The user paints accordions").await;
    assert_eq!(fact.scope, Scope::Project(rome));
    let everywhere = learn(&chat, none, "The user was born in Lutsk").await;
    assert_eq!(everywhere.scope, Scope::Everywhere);
    for (id, knows) in [(here, true), (beside, true), (other, false), (none, false)] {
        assert_eq!(sends(&chat, id, "accordions").await, knows);
        assert!(sends(&chat, id, "Lutsk").await);
    }
    let isolated = ProjectText { isolated: true, ..text("Rome") };
    chat.session.update_project(rome, isolated, here).await.unwrap();
    assert!(sends(&chat, here, "accordions").await && !sends(&chat, here, "Lutsk").await);
}

#[tokio::test]
async fn the_user_can_choose_where_a_fact_is_used() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let (here, other) = (conversation(&chat, Some(rome)).await, conversation(&chat, Some(oslo)).await);
    let fact = learn(&chat, here, "The user paints accordions").await;
    let scoped = async |scope| {
        let kept = chat.session.set_memory_scope(here, fact.id, scope).await.unwrap();
        assert_eq!(kept.memory.scope, scope);
        (sends(&chat, here, "accordions").await, sends(&chat, other, "accordions").await)
    };
    assert_eq!(scoped(Scope::Everywhere).await, (true, true));
    assert_eq!(scoped(Scope::Conversation(here)).await, (true, false));
    assert_eq!(scoped(Scope::Project(oslo)).await, (false, true));
    for expected in [Scope::Conversation(here), Scope::Everywhere, Scope::Project(rome)] {
        assert_eq!(chat.session.undo(here).await.unwrap(), Some(UndoneCommand::MemoryScope));
        assert_eq!(scope_of(&chat, fact.id).await, expected);
    }
    chat.session.delete_project(oslo, here).await.unwrap();
    let refused = chat.session.set_memory_scope(here, fact.id, Scope::Project(oslo)).await.unwrap_err();
    assert_eq!(refused, Error::Project(ProjectRefusal::NotFound));
}

#[tokio::test]
async fn the_same_fact_is_merged_only_within_its_scope_and_each_scope_has_a_cap_of_its_own() {
    let memories = MemorySettings { max_facts: 10, ..MemorySettings::default() };
    let chat = Chat::open_with(Settings { memories, ..Settings::default() }).await;
    let rome = project(&chat, "Rome").await;
    let (here, none) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    let inside = learn(&chat, here, "The user paints accordions").await;
    let outside = learn(&chat, none, "The user paints accordions").await;
    assert_ne!(inside.id, outside.id);
    assert_eq!(learn(&chat, here, "The user paints accordions").await.id, inside.id);
    for fact in ["Lutsk", "tea", "bridges", "owls", "chess", "snow", "radios", "maps", "sailing", "yoga"] {
        learn(&chat, here, &format!("{fact} and {fact}")).await;
    }
    let kept = async |scope| {
        let all = chat.session.store().records(Kind::Memory).await.unwrap().into_iter();
        let kept = |record: &Record| matches!(record, Record::Memory(one) if one.scope == scope && one.state == MemoryState::Kept);
        all.filter(kept).count()
    };
    assert_eq!((kept(Scope::Project(rome)).await, kept(Scope::Everywhere).await), (10, 1));
    // In the same scope they are one fact.
    chat.session.keep_memory(here, inside.id).await.unwrap();
    let merged = chat.session.set_memory_scope(here, inside.id, Scope::Everywhere).await.unwrap().memory;
    let all = chat.session.store().records(Kind::Memory).await.unwrap();
    assert_eq!((merged.id, all.len()), (inside.id, 11));
}

fn call(name: &str, arguments: &str) -> Vec<Step> {
    let asked = ChatEvent::ToolCall {
        index: 0,
        id: Some("call".to_owned()),
        name: Some(name.to_owned()),
        arguments: arguments.to_owned(),
    };
    vec![Step::Event(asked), Step::Event(ChatEvent::Finish { finish: ricordo_core::message::Finish::ToolCalls })]
}

/// The result of a tool that the model calls in a conversation.
async fn result(chat: &mut Chat, id: ConversationId, name: &str, arguments: &str) -> String {
    chat.id = id;
    chat.model.then(call(name, arguments));
    chat.model.then_say("Noted.");
    chat.say("Go on.").await;
    let request = chat.last_request();
    let parts = request.messages.iter().rev().flat_map(|message| &message.parts);
    let mut results = parts.filter_map(|part| match part {
        Part::ToolResult { content, .. } => Some(content.clone()),
        _ => None,
    });
    results.next().unwrap()
}

#[tokio::test]
async fn the_tools_see_what_is_in_scope_and_write_within_it() {
    let memories = MemorySettings { auto_keep: true, ..MemorySettings::default() };
    let mut chat = Chat::open_with(Settings { memories, ..Settings::default() }).await;
    let rome = project(&chat, "Rome").await;
    let (here, none) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    result(&mut chat, here, "save_user_fact", r#"{"fact": "The user paints accordions"}"#).await;
    result(&mut chat, here, "save_user_data", r#"{"field": "City", "value": "Lutsk"}"#).await;
    result(&mut chat, here, "add_task", r#"{"title": "Buy varnish"}"#).await;
    let facts = result(&mut chat, here, "get_user_facts", "{}").await;
    assert!(facts.contains("accordions") && facts.contains("City: Lutsk"), "{facts}");
    assert!(result(&mut chat, here, "list_tasks", "{}").await.contains("varnish"));
    assert_eq!(chat.session.user_data().await.unwrap().fields, [], "the user data is used everywhere");

    let facts = result(&mut chat, none, "get_user_facts", "{}").await;
    assert!(!facts.contains("accordions") && !facts.contains("Lutsk"), "{facts}");
    assert!(!result(&mut chat, none, "list_tasks", "{}").await.contains("varnish"));
    let unknown = result(&mut chat, none, "complete_task", r#"{"id": "Buy varnish"}"#).await;
    assert!(chat.session.tasks().await.unwrap()[0].completed_at.is_none(), "{unknown}");
}

#[tokio::test]
async fn a_fact_of_everywhere_is_not_rewritten_in_a_project() {
    let mut chat = Chat::open().await;
    let rome = project(&chat, "Rome").await;
    let (here, none) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    learn(&chat, none, "The user lives in Lutsk").await;
    let change = r#"{"id": "The user lives in Lutsk", "fact": "The user moves to Rome to paint accordions"}"#;
    result(&mut chat, here, "update_user_fact", change).await;
    let texts = chat.session.store().records(Kind::Memory).await.unwrap().into_iter().map(|record| match record {
        Record::Memory(memory) => (memory.text, memory.scope),
        other => panic!("{other:?}"),
    });
    let expected = [
        ("The user lives in Lutsk".to_owned(), Scope::Everywhere),
        ("The user moves to Rome to paint accordions".to_owned(), Scope::Project(rome)),
    ];
    assert_eq!(texts.collect::<Vec<_>>(), expected);
}

/// Two conversations of a project; a fact from the first is rewritten in the second, and only the second moves or stays.
#[tokio::test]
async fn what_the_model_rewrites_follows_the_conversation_in_which_the_words_were_said() {
    let mut chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let (first, second) = (conversation(&chat, Some(rome)).await, conversation(&chat, Some(rome)).await);
    let fact = learn(&chat, first, "The user lives in Lutsk").await;
    let change = r#"{"id": "The user lives in Lutsk", "fact": "The user lives in Rome and paints accordions"}"#;
    result(&mut chat, second, "update_user_fact", change).await;
    chat.session.move_conversation(first, Some(oslo), second).await.unwrap();
    assert!(!sends(&chat, first, "accordions").await, "it was said in a conversation of the other project");
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(rome));
    chat.session.move_conversation(second, Some(oslo), second).await.unwrap();
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(oslo));
}

#[tokio::test]
async fn the_scope_of_a_task_can_be_changed_and_changed_back() {
    let mut chat = Chat::open().await;
    let rome = project(&chat, "Rome").await;
    let (here, none) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    let task = add_task(&chat, here, "Buy varnish").await;
    assert_eq!(task.scope, Scope::Project(rome));
    chat.session.set_task_scope(here, task.id, Scope::Everywhere).await.unwrap();
    assert!(result(&mut chat, none, "list_tasks", "{}").await.contains("varnish"));
    assert_eq!(chat.session.undo(here).await.unwrap(), Some(UndoneCommand::TaskScope));
    assert_eq!(chat.session.tasks().await.unwrap()[0].scope, Scope::Project(rome));
}
