//! Exports of Claude, Open WebUI, LibreChat and NextChat.

use super::support::{Came, TestSession, conversation_of, id_of, import, lines_of, messages, session, zip};
use ricordo_core::{
    exchange::{End, Format, Why},
    fork::forks,
    memory::{Memory, MemoryState},
    message::{Finish, Message, Part, Role},
    project::Project,
    record::{Kind, Record},
    scope::Scope,
    store::Store,
    template::Template,
};

pub(crate) const CLAUDE: &str = include_str!("../files/claude-conversations.json");
pub(crate) const CLAUDE_PROJECTS: &str = include_str!("../files/claude-projects.json");
pub(crate) const CLAUDE_MEMORIES: &str = include_str!("../files/claude-memories.json");
pub(crate) const OPEN_WEBUI: &str = include_str!("../files/open-webui.json");
pub(crate) const LIBRECHAT: &str = include_str!("../files/librechat.json");
pub(crate) const NEXT_CHAT: &str = include_str!("../files/next-chat.json");

/// What was skipped, in the order of the file.
pub(crate) fn skipped(came: &Came) -> Vec<(&str, Why)> {
    came.skipped.iter().map(|skipped| (skipped.what.as_str(), skipped.why)).collect()
}

/// The parts of a message, in words.
pub(crate) fn parts(message: &Message) -> Vec<String> {
    let words = |part: &Part| match part {
        Part::Text { text } => text.clone(),
        Part::Reasoning { text } => format!("({text})"),
        Part::Image { media_type, alt, .. } => format!("<{media_type} {alt}>"),
        Part::ToolCall { id, name, arguments, .. } => format!("{id}: {name} {arguments}"),
        Part::ToolResult { call, content, is_error, .. } => {
            format!("{call} = {content}{}", if *is_error { "!" } else { "" })
        }
        other => format!("{other:?}"),
    };
    message.parts.iter().map(words).collect()
}

/// The messages of the branch that is shown, in words.
pub(crate) async fn shown(session: &TestSession, title: &str) -> Vec<(Role, Vec<String>)> {
    messages(session, title).await.iter().map(|message| (message.role, parts(message))).collect()
}

/// Shows the other branch at the only fork.
pub(crate) async fn switch(session: &TestSession, title: &str) {
    let id = id_of(session, title).await;
    let snapshot = session.open(id, 100).await.unwrap();
    let found = forks(&snapshot.branches, snapshot.conversation.active_branch);
    assert_eq!((found.len(), found[0].siblings.len()), (1, 2));
    let other = found[0].siblings[1 - found[0].shown];
    session.switch_branch(id, other, found[0].sequence).await.unwrap();
}

pub(crate) async fn prompt_of(session: &TestSession, title: &str) -> Option<String> {
    conversation_of(session, title).await.own.system_prompt
}

pub(crate) async fn memories(session: &TestSession) -> Vec<Memory> {
    let records = session.store().records(Kind::Memory).await.unwrap();
    records
        .into_iter()
        .filter_map(|record| if let Record::Memory(memory) = record { Some(memory) } else { None })
        .collect()
}

pub(crate) async fn templates(session: &TestSession) -> Vec<Template> {
    let records = session.store().records(Kind::Template).await.unwrap();
    let template = |record| if let Record::Template(template) = record { Some(template) } else { None };
    records.into_iter().filter_map(template).collect()
}

async fn projects(session: &TestSession) -> Vec<Project> {
    let records = session.store().records(Kind::Project).await.unwrap();
    records
        .into_iter()
        .filter_map(|record| if let Record::Project(project) = record { Some(project) } else { None })
        .collect()
}

fn claude_zip() -> Vec<u8> {
    let png = [0x89, b'P', b'N', b'G', 13, 10, 26, 10];
    zip(&[
        ("conversations.json", CLAUDE.as_bytes()),
        ("memories.json", CLAUDE_MEMORIES.as_bytes()),
        ("projects.json", CLAUDE_PROJECTS.as_bytes()),
        ("users.json", br#"[{"uuid":"u","full_name":"Anna","email_address":"a@example.org"}]"#),
        ("files/map.png", &png),
    ])
}

#[tokio::test]
async fn a_claude_export_brings_branches_reasoning_and_tools() {
    let session = session();
    let came = import(&session, CLAUDE.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::Claude)));
    assert_eq!((came.imported.conversations, came.imported.messages), (2, 7));
    assert_eq!(
        skipped(&came),
        [
            ("A trip to Rome: map.png", Why::NotInFile),
            ("A trip to Rome: plan.pdf", Why::NotInFile),
            ("Never begun", Why::Empty)
        ]
    );
    let all = shown(&session, "A trip to Rome").await;
    let question = "Where shall I eat?\n\nnotes.txt\n```\nNo fish, please.\n```\n\n[image map.png]\n\n[file plan.pdf]";
    assert_eq!(
        all,
        [
            (Role::User, vec![question.to_owned()]),
            (
                Role::Assistant,
                vec!["(They want to eat.)".to_owned(), "toolu_01: web_search {\"query\":\"eat in Rome\"}".to_owned()]
            ),
            (Role::Tool, vec!["toolu_01 = Da Enzo\nhttps://example.org\nA small place.\n\nOpen until ten.".to_owned()]),
            (Role::Assistant, vec!["In Trastevere.".to_owned()]),
        ]
    );
    let stored = messages(&session, "A trip to Rome").await;
    assert_eq!(stored[1].finish, Some(Finish::ToolCalls));
    assert_eq!(stored[3].finish, Some(Finish::Complete));
    assert_eq!(stored[3].created_at.0, 1_772_359_500_000);
    switch(&session, "A trip to Rome").await;
    assert_eq!(lines_of(&session, "A trip to Rome").await[1..], ["Assistant: Near the Pantheon."]);
    assert_eq!(lines_of(&session, "").await, ["User: An old export", "Assistant: has texts only."]);
}

#[tokio::test]
async fn a_claude_archive_brings_projects_memories_and_images() {
    let session = session();
    let came = import(&session, claude_zip()).await;
    assert_eq!((came.end.clone(), came.imported.conversations, came.imported.others), (End::Whole, 2, 5));
    let projects = projects(&session).await;
    assert_eq!(projects.len(), 1);
    assert_eq!((projects[0].name.as_str(), projects[0].instructions.as_str()), ("Garden", "Answer as a gardener."));
    let untitled = conversation_of(&session, "").await;
    assert_eq!(untitled.project, Some(projects[0].id));
    let documents = session.documents().await.unwrap();
    assert_eq!(
        (documents.len(), documents[0].name.as_str(), documents[0].scope),
        (1, "beds.md", Scope::Project(projects[0].id))
    );
    assert_eq!(session.document_text(documents[0].id, 0..9).await.unwrap()[0].text, "# Beds");
    let mut found = memories(&session).await;
    found.sort_by(|one, other| one.text.cmp(&other.text));
    let texts: Vec<(&str, Scope)> = found.iter().map(|memory| (memory.text.as_str(), memory.scope)).collect();
    let project = Scope::Project(projects[0].id);
    assert_eq!(
        texts,
        [
            ("Anna is an engineer who builds bridges.", Scope::Everywhere),
            ("Prefers short answers", Scope::Everywhere),
            ("The garden faces south.", project)
        ]
    );
    assert!(found.iter().all(|memory| memory.state == MemoryState::Proposed && memory.created_at.0 > 0));
    let all = skipped(&came);
    for expected in [
        ("How to use Claude", Why::NoPlace),
        ("Garden: description", Why::NoPlace),
        ("A trip to Rome: plan.pdf", Why::NotInFile),
    ] {
        assert!(all.contains(&expected), "{all:?}");
    }
    assert!(all.iter().any(|(_, why)| *why == Why::Secret) && !format!("{all:?}").contains("sk-ant"));
    assert_eq!(all.len(), 5, "{all:?}");
    assert!(shown(&session, "A trip to Rome").await[0].1.contains(&"<image/png map.png>".to_owned()));

    let before = ricordo_core::testing::conformance::dump(session.store()).await;
    let again = import(&session, claude_zip()).await;
    assert!(!again.imported.is_something());
    assert_eq!((again.imported.here, again.imported.kept), (2, 0));
    assert_eq!(ricordo_core::testing::conformance::dump(session.store()).await, before);
}

#[tokio::test]
async fn a_conversation_with_claude_design_is_read_and_calls_without_ids_find_their_results() {
    let design = r#"{"uuid":"d1","project":{"uuid":"p","name":"Poster"},"messages":[
        {"uuid":"1","role":"user","content":{"role":"user","content":"Draw it","timestamp":"2026-08-01T10:00:01.000Z","attachments":[{"type":"text","name":"a.css","content":"b{}"}]}},
        {"uuid":"2","role":"assistant","created_at":"2026-08-01T10:00:02.000Z","content":{"role":"assistant","content":"","contentBlocks":[
          {"type":"thinking","text":"Blue."},{"type":"tool_call","toolCall":{"id":"t","name":"write file","input":{"path":"a"},"output":"ok"}},{"type":"text","text":"Done."}]}}]}"#;
    let session = session();
    let came = import(&session, design.into()).await;
    assert_eq!((came.end, came.format, came.imported.messages), (End::Whole, Some(Format::Claude), 4));
    let all = shown(&session, "Poster").await;
    assert_eq!(all[0].1, ["Draw it\n\na.css\n```\nb{}\n```"]);
    assert_eq!(all[1].1, ["(Blue.)", "t: write_file {\"path\":\"a\"}"]);
    assert_eq!((all[2].1.clone(), all[3].1.clone()), (vec!["t = ok".to_owned()], vec!["Done.".to_owned()]));
    let unnamed = r#"{"uuid":"u","name":"Unnamed","chat_messages":[{"uuid":"1","sender":"assistant","content":[
        {"type":"tool_use","id":null,"name":"a","input":{}},{"type":"tool_use","id":null,"name":"b","input":{}},
        {"type":"tool_result","tool_use_id":null,"content":"first"},{"type":"tool_result","tool_use_id":null,"content":"second"}]}]}"#;
    import(&session, unnamed.into()).await;
    let all = shown(&session, "Unnamed").await;
    assert_eq!(all[0].1, ["call_1: a {}", "call_2: b {}"]);
    assert_eq!(all[1].1, ["call_1 = first", "call_2 = second"]);
}

#[tokio::test]
async fn pasted_memories_are_proposed_line_by_line() {
    let session = session();
    let text = serde_json::json!({ "pasted_memories": "Here is what I know:\n\n1. [2026-01-31] - Lives in Kyiv\n- Lives in Kyiv\n- Has two cats\n" });
    let came = import(&session, text.to_string().into()).await;
    assert_eq!((came.end, came.format, came.imported.others), (End::Whole, Some(Format::Ricordo), 2));
    assert_eq!(came.imported.proposed, 2);
    assert!(memories(&session).await.iter().all(|memory| memory.state == MemoryState::Proposed));
}

#[tokio::test]
async fn a_proposal_that_was_kept_is_not_proposed_again() {
    let session = session();
    import(&session, claude_zip()).await;
    let memory = memories(&session).await.remove(0);
    let conversation = id_of(&session, "").await;
    session.keep_memory(conversation, memory.id).await.unwrap();
    let again = import(&session, claude_zip()).await;
    assert!(!again.imported.is_something());
    let kept = memories(&session).await.into_iter().find(|one| one.id == memory.id).unwrap();
    assert_eq!(kept.state, MemoryState::Kept);
}

#[tokio::test]
async fn an_open_webui_export_brings_each_model_as_a_branch() {
    let session = session();
    let came = import(&session, OPEN_WEBUI.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::OpenWebUi)));
    assert_eq!((came.imported.conversations, came.imported.messages), (2, 8));
    assert_eq!(
        skipped(&came),
        [("Weather: abc", Why::NotInFile), ("Weather: spec.pdf", Why::NotInFile), ("Empty", Why::Empty)]
    );
    let title = "Weather";
    let all = shown(&session, title).await;
    assert_eq!(all[0].1, ["Is it warm in Lviv?", "<image/png >", "[image abc]\n\n[file spec.pdf]"]);
    assert_eq!(all[1..], [(Role::Assistant, vec!["(Quick one.)".to_owned(), "Sunny.".to_owned()])]);
    assert_eq!(messages(&session, title).await[1].model.as_deref(), Some("gpt-4o"));
    let conversation = conversation_of(&session, title).await;
    assert_eq!(
        (conversation.pinned, conversation.tags, conversation.created_at.0),
        (true, vec!["travel".to_owned()], 1_700_000_000_000)
    );
    assert_eq!(conversation.own.system_prompt.as_deref(), Some("Answer in verse."));
    switch(&session, title).await;
    assert_eq!(
        shown(&session, title).await[1..],
        [
            (
                Role::Assistant,
                vec!["(I should look.)".to_owned(), "call_1: get_weather {\"city\": \"Lviv\"}".to_owned()]
            ),
            (Role::Tool, vec!["call_1 = 21C".to_owned()]),
            (Role::Assistant, vec!["It is 21 degrees.".to_owned()]),
            (Role::User, vec!["Thanks".to_owned()]),
        ]
    );
    let old = conversation_of(&session, "Old form").await;
    assert!(old.archived);
    assert_eq!(messages(&session, "Old form").await[1].finish, Some(Finish::Stopped));
}

#[tokio::test]
async fn a_librechat_export_brings_branches_and_tool_calls() {
    let session = session();
    let came = import(&session, LIBRECHAT.into()).await;
    assert_eq!((came.end.clone(), came.format, came.imported.messages), (End::Whole, Some(Format::LibreChat), 5));
    assert_eq!(skipped(&came), [("Stories: cat.png", Why::NotInFile)]);
    assert_eq!(
        shown(&session, "Stories").await,
        [
            (Role::User, vec!["Tell me a story\n\n[image cat.png, 80 × 60]".to_owned()]),
            (Role::Assistant, vec!["(A cat, then.)".to_owned(), "call_9: look_up {\"what\":\"cat\"}".to_owned()]),
            (Role::Tool, vec!["call_9 = It purrs.".to_owned()]),
            (Role::Assistant, vec!["There was a cat.".to_owned()]),
        ]
    );
    let stored = messages(&session, "Stories").await;
    assert_eq!((stored[3].finish.clone(), stored[3].model.as_deref()), (Some(Finish::Length), Some("gpt-4o")));
    assert_eq!(prompt_of(&session, "Stories").await.as_deref(), Some("Tell it briefly."));
    switch(&session, "Stories").await;
    let other = messages(&session, "Stories").await;
    assert_eq!((other[1].text().as_str(), other[1].finish.clone()), ("Once", Some(Finish::Stopped)));
}

#[tokio::test]
async fn a_recursive_librechat_export_is_read_however_deep_it_is() {
    let message = |number: usize, children: &str| {
        let (user, parent) = (number.is_multiple_of(2), number.wrapping_sub(1));
        format!(
            r#"{{"messageId":"m{number}","parentMessageId":"m{parent}","isCreatedByUser":{user},"text":"{number} \"children\":[{{","createdAt":"2024-05-28T18:08:55.014Z","children":[{children}]}}"#
        )
    };
    let tree = (0..2_000).rev().fold(String::new(), |inner, number| message(number, &inner));
    for field in ["messages", "messagesTree"] {
        let text = format!(r#"{{"conversationId":"deep","title":"Deep","recursive":true,"{field}":[{tree}]}}"#);
        let session = session();
        let came = import(&session, text.into()).await;
        assert_eq!((came.end.clone(), came.imported.messages), (End::Whole, 2_000), "{:?}", came.skipped);
        assert_eq!(messages(&session, "Deep").await.last().unwrap().text(), "1999 \"children\":[{");
    }
}

#[tokio::test]
async fn a_nextchat_backup_brings_chats_and_masks_with_the_time_of_the_writer() {
    let session = session();
    let came = import(&session, NEXT_CHAT.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::NextChat)));
    assert_eq!((came.imported.conversations, came.imported.messages, came.imported.others), (1, 4, 1));
    assert_eq!(
        skipped(&came),
        [
            ("Cats: memoryPrompt", Why::NoPlace),
            ("New Conversation", Why::Empty),
            ("access-control", Why::NoPlace),
            ("prompt-store", Why::NoPlace)
        ]
    );
    assert_eq!(
        shown(&session, "Cats").await,
        [
            (Role::User, vec!["What is this?".to_owned(), "<image/png >".to_owned()]),
            (Role::Assistant, vec!["call_1: look {\"at\":\"it\"}".to_owned()]),
            (Role::Tool, vec!["call_1 = a cat".to_owned()]),
            (Role::Assistant, vec!["(Fur.)".to_owned(), "A cat.".to_owned()]),
        ]
    );
    assert_eq!(prompt_of(&session, "Cats").await.as_deref(), Some("You know animals."));
    let stored = messages(&session, "Cats").await;
    assert_eq!((stored[0].created_at.0, stored[3].created_at.0), (1_719_326_220_000, 1_719_326_232_000));
    assert_eq!(stored[3].model.as_deref(), Some("deepseek-r1"));
    let templates = templates(&session).await;
    assert_eq!((templates[0].name.as_str(), templates[0].text.as_str()), ("Vet", "You are a vet."));
    let stored = serde_json::to_string(&ricordo_core::testing::conformance::dump(session.store()).await).unwrap();
    assert!(!stored.contains("sk-secret"));
}

#[tokio::test]
async fn a_chat_of_roles_and_texts_has_the_time_of_the_import() {
    let text = r#"{"messages":[{"role":"system","content":"You are an assistant that likes cats"},{"role":"user","content":"Hi"},{"role":"assistant","content":"Miaow"}]}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end.clone(), came.imported.messages), (End::Whole, 2));
    assert_eq!(prompt_of(&session, "").await.as_deref(), Some("You are an assistant that likes cats"));
    let now = ricordo_core::host::Host::now(session.host()).at;
    assert!(messages(&session, "").await.iter().all(|message| message.created_at == now));
    let again = import(&session, text.into()).await;
    assert_eq!((again.imported.here, again.imported.newer_in_file.len()), (1, 0));
}
