//! Document E: summary, user data, short-term memory, search results, the date, the message and the tools' results;
//! tasks only through their tool.

use super::stage::Stage;
use ricordo_core::{
    compile::{Outgoing, RecallState, Recalled, RecalledContent, RecalledMessage, Round, compile},
    id::{MemoryId, MessageId},
    manifest::SourceId,
    message::{Part, Role},
    model::RequestMessage,
    recalled::{RecallKind, RecallLevel, RecallReason},
    record::Record,
    settings::{EmbeddedBy, Settings},
    snapshot::Snapshot,
    time::{Now, Timestamp},
    user_data::UserData,
};

const SYSTEM: &str =
    "system: You are a helpful assistant. Answer clearly and to the point, in the language of the user.";

fn reason() -> RecallReason {
    RecallReason {
        words: vec!["tea".to_owned()],
        level: RecallLevel::Long,
        share: 100,
        nearer_than: None,
        days_ago: 9,
        by_key_word: false,
    }
}

/// A hit of the vector memory.
fn memory(number: u8, text: &str) -> Recalled {
    let source = SourceId::Memory(MemoryId::new(Timestamp(0), [number; 10]));
    let content = RecalledContent::Memory { source, text: text.to_owned() };
    Recalled { content, matched: vec![source], ranks: Vec::new(), reason: reason() }
}

/// A hit of the conversation memory, with the messages around it. `at`: minutes after 2026-05-03 10:00 UTC.
fn conversation(number: u8, lines: &[(Role, i64, &str)]) -> Recalled {
    let messages = (0..).zip(lines).map(|(place, (role, at, text))| RecalledMessage {
        id: MessageId::new(Timestamp(1), [number * 16 + place; 10]),
        role: *role,
        author: None,
        written: Now { at: Timestamp(1_777_802_400_000 + at * 60_000), offset_minutes: 180 },
        text: (*text).to_owned(),
    });
    let messages: Vec<RecalledMessage> = messages.collect();
    let matched = vec![SourceId::Message(messages[0].id)];
    Recalled { content: RecalledContent::Conversation(messages), matched, ranks: Vec::new(), reason: reason() }
}

/// The order of `get_context_for_user()` and of the agent: date, summary, user data, short-term, vector hits, message.
#[tokio::test]
async fn the_context_is_collected_in_the_order_of_the_document() {
    let stage = Stage::under("hybrid", |settings| settings.tools.clear()).await;
    for number in 1..=8 {
        stage.say(&format!("Question {number}"), &format!("Answer {number}")).await;
    }
    let data = UserData {
        name: "Anna".to_owned(),
        fields: vec![("City".to_owned(), "Kyiv".to_owned())],
        ..UserData::default()
    };
    stage.session.save_user_data(stage.id, &data).await.unwrap();
    let mut snapshot = stage.session.open(stage.id, 100).await.unwrap();
    snapshot.summaries = vec![super::d_compression::summary_of(&snapshot, 0..6, "They spoke of six things.")];
    let settings = stage.session.settings().await.unwrap();
    let now = stage.session.now(&settings);
    let outgoing = Outgoing {
        recall: RecallState::Ready,
        recalled: vec![
            conversation(
                1,
                &[(Role::User, 0, "Is Rome hot?"), (Role::Assistant, 1, "In July."), (Role::User, 1_441, "Hm.")],
            ),
            memory(1, "Anna likes tea."),
            conversation(2, &[(Role::User, 9, "Tea or coffee?")]),
            memory(2, "In May they spoke of Rome."),
        ],
        ..Outgoing::text("And now?")
    };
    let compiled = compile(&snapshot, &outgoing, &settings, &stage.provider, &now).unwrap();
    let mut expected = format!(
        "{SYSTEM}
system: Current date: Saturday, 2026-11-21
system: Previous context summary: They spoke of six things.
system: User data:
- Name: Anna
- City: Kyiv"
    );
    for number in 4..=8 {
        expected += &format!("\nuser: Question {number}\nassistant: Answer {number}");
    }
    expected += "\nsystem: Relevant memory:\n- Anna likes tea.\n- In May they spoke of Rome.";
    expected += "\nsystem: Relevant conversation memory:\n[2026-05-03] Anna: Is Rome hot?\nRicordo: In July.";
    expected += "\n[2026-05-04] Anna: Hm.\n\n[2026-05-03] Anna: Tea or coffee?";
    assert_eq!(super::stage::written(&compiled.request), expected + "\nuser: And now?");
    let kinds: Vec<RecallKind> = compiled.recalled.iter().map(|piece| piece.kind).collect();
    assert_eq!(kinds, [RecallKind::Memory, RecallKind::Memory, RecallKind::Conversation, RecallKind::Conversation]);
}

/// Without embeddings the context has the summary, the user data and the short-term memory, and nobody is asked for a vector.
#[tokio::test]
async fn without_embeddings_short_term_memory_summary_and_user_data_are_sent() {
    let stage = Stage::under("hybrid", |settings| settings.tools.clear()).await;
    for number in 1..=8 {
        stage.say(&format!("Question {number}"), &format!("Answer {number}")).await;
    }
    stage.put(Record::UserData(UserData { name: "Anna".to_owned(), ..UserData::default() })).await;
    let snapshot = stage.session.open(stage.id, 100).await.unwrap();
    stage.put(Record::Summary(super::d_compression::summary_of(&snapshot, 0..6, "They spoke of six things."))).await;
    assert_eq!(stage.session.settings().await.unwrap().embeddings.by, EmbeddedBy::Nothing);
    let compiled = stage.session.preview(stage.id, "And now?", &stage.provider).await.unwrap();
    let mut expected = format!(
        "{SYSTEM}
system: Current date: Saturday, 2026-11-21
system: Previous context summary: They spoke of six things.
system: User data:
- Name: Anna"
    );
    for number in 4..=8 {
        expected += &format!("\nuser: Question {number}\nassistant: Answer {number}");
    }
    assert_eq!(super::stage::written(&compiled.request), expected + "\nuser: And now?");
}

/// `memory.short_term_window` is 10 messages.
#[tokio::test]
async fn short_term_memory_is_the_last_ten_messages() {
    let stage = Stage::under("hybrid", |settings| {
        settings.tools.clear();
    })
    .await;
    for number in 1..=7 {
        stage.say(&format!("Question {number}"), &format!("Answer {number}")).await;
    }
    stage.say("And now?", "Yes").await;
    let mut expected = format!("{SYSTEM}\nsystem: Current date: Saturday, 2026-11-21");
    for number in 3..=7 {
        expected += &format!("\nuser: Question {number}\nassistant: Answer {number}");
    }
    assert_eq!(stage.sent(), expected + "\nuser: And now?");
}

/// The tool results of the running task follow the message; tasks are not in the prompt otherwise.
#[tokio::test]
async fn tool_results_follow_the_message_and_tasks_come_by_their_tool_alone() {
    let mut stage = Stage::under("hybrid", |_| ()).await;
    stage.provider.has_tools = true;
    let task = ricordo_core::task::TaskText { title: "Buy bread".to_owned(), due: None };
    stage.session.add_task(stage.id, &task, None).await.unwrap();
    let settings = stage.session.settings().await.unwrap();
    let now = stage.session.now(&settings);
    let snapshot: Snapshot = stage.session.open(stage.id, 10).await.unwrap();
    let round = |number: u8, role, part| Round {
        id: MessageId::new(Timestamp(number.into()), [number; 10]),
        message: RequestMessage { role, parts: vec![part] },
    };
    let call =
        Part::ToolCall { id: "1".to_owned(), name: "list_tasks".to_owned(), arguments: "{}".to_owned(), back: None };
    let result =
        Part::ToolResult { call: "1".to_owned(), content: "Buy bread".to_owned(), is_error: false, held: false };
    let mut outgoing = Outgoing::text("What is to be done?");
    let without = compile(&snapshot, &outgoing, &settings, &stage.provider, &now).unwrap();
    assert!(!super::stage::written(&without.request).contains("bread"));
    outgoing.rounds = vec![round(1, Role::Assistant, call.clone()), round(2, Role::Tool, result.clone())];
    let compiled = compile(&snapshot, &outgoing, &settings, &stage.provider, &now).unwrap();
    let expected = format!(
        "{SYSTEM}\nsystem: Current date: Saturday, 2026-11-21\nuser: What is to be done?\nassistant: {call:?}\ntool: {result:?}"
    );
    assert_eq!(super::stage::written(&compiled.request), expected);
}

/// Every provider gets the same structure: changing the model does not change the memory.
#[tokio::test]
async fn the_context_does_not_depend_on_the_model() {
    let mut stage = Stage::under("hybrid", |_| ()).await;
    stage.put(Record::UserData(UserData { name: "Anna".to_owned(), ..UserData::default() })).await;
    stage.say("Hello", "Hi").await;
    let of = |stage: &Stage| stage.provider.clone();
    let one = stage.session.preview(stage.id, "Next", &of(&stage)).await.unwrap().request.messages;
    stage.provider.model = "another".to_owned();
    let other = stage.session.preview(stage.id, "Next", &of(&stage)).await.unwrap().request.messages;
    assert_eq!(one, other);
}

/// The numbers of the document.
#[test]
fn the_numbers_of_the_document() {
    let settings = ricordo_core::preset::apply("hybrid", &Settings::default()).unwrap();
    assert_eq!(settings.short_term_window, Some(10));
    assert!(settings.summary_threshold_messages.is_some());
}
