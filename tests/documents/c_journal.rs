//! Document C: a journal of conversations: timestamped messages, the last thirty messages, the tools used, `/new`.

use super::stage::Stage;
use ricordo_core::{
    memory::MemorySource,
    message::Finish,
    model::ChatEvent,
    session::Kept,
    settings::{Language, Settings},
    store::Store,
    task::TaskText,
    testing::Step,
};

const SYSTEM: &str = "system: Ты полезный помощник. Отвечай ясно и по существу, на языке пользователя.";

async fn journal() -> Stage {
    Stage::under("journal", |settings| {
        settings.language = Language::Ru;
        settings.time_zone = Some("Europe/Moscow".to_owned());
    })
    .await
}

/// `[Текущее время: YYYY-MM-DD HH:MM] {текст}` in Moscow, `Tools used: …` as a system message.
#[tokio::test]
async fn messages_are_stamped_and_tools_are_named() {
    let mut stage = journal().await;
    // The test clock is at 09:00 UTC.
    stage.provider.has_tools = true;
    stage.model.then(vec![
        Step::Event(ChatEvent::ToolCall {
            index: 0,
            id: Some("1".to_owned()),
            name: Some("list_tasks".to_owned()),
            arguments: "{}".to_owned(),
        }),
        Step::Event(ChatEvent::ToolCall {
            index: 1,
            id: Some("2".to_owned()),
            name: Some("add_task".to_owned()),
            arguments: "{\"title\": \"Купить хлеб\"}".to_owned(),
        }),
        Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls }),
    ]);
    stage.say("Запиши хлеб", "Записал.").await;
    stage.provider.has_tools = false;
    stage.host.advance(60_000);
    stage.say("Спасибо", "Пожалуйста.").await;
    assert_eq!(
        stage.sent(),
        format!(
            "{SYSTEM}
user: [Текущее время: 2026-11-21 12:00] Запиши хлеб
assistant: Записал.
system: Использованные инструменты: list_tasks, add_task
user: [Текущее время: 2026-11-21 12:01] Спасибо"
        )
    );
}

/// `load_last_messages(limit=30)`, in chronological order.
#[tokio::test]
async fn the_last_thirty_messages_are_loaded_in_order() {
    let stage = journal().await;
    for number in 1..=20 {
        stage.say(&format!("Вопрос {number}"), &format!("Ответ {number}")).await;
    }
    stage.say("Последний", "Да").await;
    let mut expected = SYSTEM.to_owned();
    for number in 6..=20 {
        expected += &format!("\nuser: [Текущее время: 2026-11-21 12:00] Вопрос {number}\nassistant: Ответ {number}");
    }
    assert_eq!(stage.sent(), expected + "\nuser: [Текущее время: 2026-11-21 12:00] Последний");
}

/// The latest conversation is opened or created; `/new` deletes the old ones with their messages and creates a new one.
#[tokio::test]
async fn new_deletes_the_old_conversations() {
    let stage = journal().await;
    stage.say("Секрет прошлого", "Да").await;
    assert_eq!(stage.session.open_latest(30).await.unwrap().conversation.id, stage.id);
    assert!(stage.session.settings().await.unwrap().erase_on_new);

    let fresh = stage.session.new_and_erase(Kept { tasks: true, facts: true }).await.unwrap();
    assert_ne!(fresh.conversation.id, stage.id);
    assert_eq!(stage.session.store().conversations().await.unwrap().len(), 1);
    assert!(!stage.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap().contains("Секрет"));
}

/// The document deletes conversations and messages; tasks and facts that came from them stay unless they are selected,
/// too.
#[tokio::test]
async fn new_deletes_no_tasks_and_no_facts_unasked() {
    for kept in [Kept { tasks: true, facts: true }, Kept { tasks: true, facts: false }, Kept::default()] {
        let stage = journal().await;
        stage.say("Секрет прошлого", "Да").await;
        let message = stage.messages().await[0].id;
        let source = Some(MemorySource { conversation: stage.id, message });
        let task = TaskText { title: "Позвонить Анне".to_owned(), due: None };
        stage.session.add_task(stage.id, &task, source).await.unwrap();
        stage.session.add_memory(stage.id, "Живёт во Львове", source).await.unwrap();
        stage.session.new_and_erase(kept).await.unwrap();
        let stored = stage.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
        let is_there = ["Секрет", "Позвонить Анне", "Живёт во Львове"].map(|words| stored.contains(words));
        assert_eq!(is_there, [false, kept.tasks, kept.facts]);
    }
}

/// Clearing the messages of a conversation keeps the conversation.
#[tokio::test]
async fn clearing_keeps_the_conversation() {
    let stage = journal().await;
    stage.say("Раз", "Два").await;
    stage.session.clear(stage.id).await.unwrap();
    assert!(stage.messages().await.is_empty());
    stage.say("Три", "Четыре").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: [Текущее время: 2026-11-21 12:00] Три"));
}

/// The numbers of the document.
#[test]
fn the_numbers_of_the_document() {
    let settings = ricordo_core::preset::apply("journal", &Settings::default()).unwrap();
    assert_eq!(settings.immediate_messages, Some(30));
    assert!(settings.stamp_messages && settings.erase_on_new);
}
