//! Exports of Chatbox, LobeHub, SillyTavern and Jan.

use super::{
    programs::{prompt_of, shown, skipped, switch, templates},
    support::{conversation_of, import, lines_of, messages, session, zip},
};
use ricordo_core::{
    exchange::{End, Format, Why},
    memory::find::{MemoryEntry, MemoryKind, MemoryOrder, MemoryQuery},
    message::{Finish, Role},
};

pub(crate) const CHATBOX: &str = include_str!("../files/chatbox.json");
pub(crate) const LOBEHUB: &str = include_str!("../files/lobehub.json");
pub(crate) const SILLY_TAVERN: &str = include_str!("../files/silly-tavern.jsonl");
pub(crate) const CHARACTER: &str = include_str!("../files/silly-tavern-character.json");
pub(crate) const WORLD: &str = include_str!("../files/silly-tavern-world.json");
pub(crate) const JAN_THREAD: &str = include_str!("../files/jan-thread.json");
pub(crate) const JAN_MESSAGES: &str = include_str!("../files/jan-messages.jsonl");

#[tokio::test]
async fn a_chatbox_backup_brings_forks_threads_and_copilots() {
    let session = session();
    let came = import(&session, CHATBOX.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::Chatbox)));
    assert_eq!((came.imported.conversations, came.imported.messages, came.imported.others), (2, 6, 1));
    assert_eq!(
        skipped(&came),
        [("Maps: picture:gone", Why::NotInFile), ("Maps: route.gpx", Why::NotInFile), ("settings", Why::NoPlace)]
    );
    assert_eq!(
        shown(&session, "Maps").await,
        [
            (
                Role::User,
                vec![
                    "Where is it?".to_owned(),
                    "<image/png >".to_owned(),
                    "[image picture:gone]\n\n[file route.gpx]".to_owned()
                ]
            ),
            (Role::Assistant, vec!["(I look.)".to_owned(), "call_1: web_search {\"query\":\"map\"}".to_owned()]),
            (Role::Tool, vec!["call_1 = {\"found\":1}".to_owned()]),
            (Role::Assistant, vec!["In Rome.".to_owned()]),
        ]
    );
    let stored = messages(&session, "Maps").await;
    assert_eq!((stored[3].finish.clone(), stored[3].model.as_deref()), (Some(Finish::Length), Some("gpt-4o")));
    assert_eq!(prompt_of(&session, "Maps").await.as_deref(), Some("Be exact."));
    switch(&session, "Maps").await;
    assert_eq!(lines_of(&session, "Maps").await[1..], ["Assistant: In Naples."]);
    assert_eq!(lines_of(&session, "Maps: Before").await, ["User: Hello"]);
    assert_eq!(templates(&session).await[0].text, "You are a guide.");
}

#[tokio::test]
async fn a_lobehub_export_brings_topics_with_the_results_of_tools_in_a_row() {
    let session = session();
    let came = import(&session, LOBEHUB.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::LobeHub)));
    assert_eq!((came.imported.conversations, came.imported.messages, came.imported.others), (2, 6, 1));
    assert_eq!(skipped(&came), [("Soup: file-1", Why::NotInFile), ("settings", Why::NoPlace)]);
    assert_eq!(
        shown(&session, "Soup").await,
        [
            (Role::User, vec!["How long does it boil?\n\n[file file-1]".to_owned()]),
            (
                Role::Assistant,
                vec!["call_a: ask {\"of\":\"soup\"}".to_owned(), "call_b: ask {\"of\":\"salt\"}".to_owned()]
            ),
            (Role::Tool, vec!["call_a = An hour".to_owned()]),
            (Role::Tool, vec!["call_b = At the end".to_owned()]),
            (Role::Assistant, vec!["(Simple.)".to_owned(), "An hour.".to_owned()]),
        ]
    );
    let conversation = conversation_of(&session, "Soup").await;
    assert_eq!((conversation.pinned, conversation.own.system_prompt.as_deref()), (true, Some("You are a cook.")));
    assert_eq!(lines_of(&session, "Cook").await, ["User: Outside of topics"]);
    let templates = templates(&session).await;
    assert_eq!((templates[0].name.as_str(), templates[0].text.as_str()), ("Cook", "You are a cook."));
}

#[tokio::test]
async fn the_new_database_of_lobehub_is_read_too() {
    let text = r#"{"mode":"postgres","schemaHash":"x","data":{
        "agents":[{"id":"ag","title":"Cook","systemRole":"You cook."}],"sessions":[{"id":"ses","title":"Cook"}],
        "agentsToSessions":[{"agentId":"ag","sessionId":"ses"}],"topics":[{"id":"t","title":"Bread","sessionId":"ses","createdAt":"2026-06-25T14:00:00.000Z"}],
        "files":[{"id":"f","name":"loaf.png","fileType":"image/png","url":"files/loaf.png"}],"messagesFiles":[{"fileId":"f","messageId":"a"}],
        "messagePlugins":[{"id":"c","toolCallId":"call_1","apiName":"ask","error":{"type":"none"}}],
        "messages":[
          {"id":"a","role":"user","content":"Flour?","sessionId":"ses","topicId":"t","createdAt":"2026-06-25T14:00:01.000Z"},
          {"id":"b","role":"assistant","content":"","model":"gpt-5","parentId":"a","sessionId":"ses","topicId":"t","createdAt":"2026-06-25T14:00:02.000Z","tools":[{"id":"call_1","apiName":"ask","arguments":"{}"}]},
          {"id":"c","role":"tool","content":"no","parentId":"b","sessionId":"ses","topicId":"t","createdAt":"2026-06-25T14:00:03.000Z"},
          {"id":"d","role":"assistant","content":"Rye.","model":"gpt-5","parentId":"c","sessionId":"ses","topicId":"t","createdAt":"2026-06-25T14:00:04.000Z"},
          {"id":"e","role":"assistant","content":"Wheat.","model":"gpt-4","parentId":"a","sessionId":"ses","topicId":"t","createdAt":"2026-06-25T14:00:05.000Z"}]}}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end.clone(), came.format, came.imported.messages), (End::Whole, Some(Format::LobeHub), 5));
    assert_eq!(skipped(&came), [("Bread: loaf.png", Why::NotInFile)]);
    assert_eq!(lines_of(&session, "Bread").await[1..], ["Assistant: Wheat."]);
    switch(&session, "Bread").await;
    let all = shown(&session, "Bread").await;
    assert_eq!((all[2].1.clone(), all[3].1.clone()), (vec!["call_1 = no!".to_owned()], vec!["Rye.".to_owned()]));
    assert_eq!(prompt_of(&session, "Bread").await.as_deref(), Some("You cook."));
    assert_eq!(templates(&session).await.len(), 1, "an agent once, though its session has it too");
}

#[tokio::test]
async fn a_sillytavern_chat_brings_its_swipes_as_branches() {
    let session = session();
    let came = import(&session, SILLY_TAVERN.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::SillyTavern)));
    assert_eq!((came.imported.conversations, came.imported.messages), (1, 4));
    assert_eq!(skipped(&came), [("Seraphina: me.png", Why::NotInFile)]);
    assert_eq!(
        shown(&session, "Seraphina").await,
        [
            (Role::Assistant, vec!["Welcome to my glade.".to_owned()]),
            (Role::User, vec!["Hello!\n\n[image me.png]".to_owned()]),
            (Role::Assistant, vec!["(She is kind.)".to_owned(), "Sit with me.".to_owned()]),
        ]
    );
    let stored = messages(&session, "Seraphina").await;
    assert_eq!((stored[2].model.as_deref(), stored[2].created_at.0), (Some("gpt-4"), 1_719_326_340_000));
    switch(&session, "Seraphina").await;
    assert_eq!(lines_of(&session, "Seraphina").await, ["Assistant: Who is there?"]);
    assert_eq!(import(&session, SILLY_TAVERN.into()).await.imported.here, 1);
}

#[tokio::test]
async fn the_data_folder_of_sillytavern_is_read_as_an_archive() {
    let session = session();
    let files: [(&str, &[u8]); 4] = [
        ("default-user/chats/Seraphina/Seraphina - 2024-6-25.jsonl", SILLY_TAVERN.as_bytes()),
        ("default-user/worlds/Eldoria.json", WORLD.as_bytes()),
        ("default-user/settings.json", br#"{"firstRun":false,"power_user":{}}"#),
        ("default-user/user/images/me.png", b"\x89PNG\r\n\x1a\n"),
    ];
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end.clone(), came.imported.conversations, came.imported.others), (End::Whole, 1, 2));
    assert!(shown(&session, "Seraphina - 2024-6-25").await[1].1.contains(&"<image/png me.png>".to_owned()));
}

#[tokio::test]
async fn a_character_becomes_a_template_and_world_info_memories_with_key_words_or_a_document() {
    let session = session();
    let came = import(&session, CHARACTER.into()).await;
    assert_eq!((came.end.clone(), came.imported.others), (End::Whole, 2));
    assert_eq!(skipped(&came), [("Seraphina: first_mes", Why::NoPlace)]);
    let template = templates(&session).await.remove(0);
    assert_eq!(template.name, "Seraphina");
    assert_eq!(template.text, "Seraphina guards a forest and likes {username}.\n\nKind\n\n{username}: Hi");
    let world = import(&session, WORLD.into()).await;
    assert_eq!((world.format, world.imported.others), (Some(Format::SillyTavern), 2));
    assert_eq!(skipped(&world), [("World Info #1: long", Why::InDocument)]);
    let query = MemoryQuery { kind: Some(MemoryKind::Proposed), order: MemoryOrder::Oldest, ..MemoryQuery::default() };
    let entries = session.memories(&query).await.unwrap().entries;
    let mut proposed: Vec<(String, Vec<String>)> = entries
        .into_iter()
        .filter_map(|entry| match entry {
            MemoryEntry::Fact(memory) => Some((memory.text, memory.key_words)),
            MemoryEntry::Summary(_) => None,
        })
        .collect();
    proposed.sort();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        proposed,
        [
            ("Eldoria is a magic forest.".to_owned(), words(&["eldoria", "wood"])),
            ("The glade is safe.".to_owned(), words(&["glade"])),
        ]
    );
    let documents = session.documents().await.unwrap();
    let [world_info] = &documents[..] else { panic!("{documents:?}") };
    assert_eq!(world_info.name, "World Info #1", "the long entry");
    let chunks = session.document_text(world_info.id, 0..9).await.unwrap();
    assert!(chunks.len() == 1 && chunks[0].text.starts_with("A very long history"));
    assert_eq!(chunks[0].place.headings, ["long"]);
    assert!(world_info.added_at.0 > 0 && world_info.chunks == 1);
    let again = import(&session, WORLD.into()).await;
    assert_eq!((again.imported.is_something(), again.imported.kept), (false, 0));
}

#[tokio::test]
async fn what_world_info_loses_is_in_the_report_and_entries_that_are_switched_off_are_left_out() {
    let session = session();
    let book = r#"{"name":"Eldoria","entries":{
        "0":{"key":["wood"],"keysecondary":["night"],"selective":true,"content":"The wood is dark at night.","order":100},
        "1":{"key":["/dra(gon|ke)/i","wyrm"],"content":"The dragon sleeps.","order":5,"position":4,"depth":2},
        "2":{"key":["elf"],"content":"Elves sing.","constant":true,"order":100},
        "3":{"key":["gate"],"content":"The gate is open.","probability":40,"useProbability":true,"order":100},
        "4":{"key":["secret"],"comment":"The king","content":"The king is dead.","disable":true,"order":7},
        "5":{"key":["old"],"content":"It was long ago.","disable":true,"order":100}}}"#;
    let came = import(&session, book.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::SillyTavern)));
    assert_eq!(
        skipped(&came),
        [
            ("Eldoria: key, keysecondary, constant, order, depth, probability", Why::NoPlace),
            ("Eldoria: The king: secret, old", Why::SwitchedOff),
        ]
    );
    let documents = session.documents().await.unwrap();
    let [document] = &documents[..] else { panic!("{documents:?}") };
    let chunks = session.document_text(document.id, 0..9).await.unwrap();
    assert_eq!(chunks.iter().map(|chunk| chunk.text.as_str()).collect::<Vec<_>>(), ["Elves sing."]);
    let query = MemoryQuery { kind: Some(MemoryKind::Proposed), ..MemoryQuery::default() };
    assert_eq!(session.memories(&query).await.unwrap().entries.len(), 3, "and no entry that is switched off");
}

#[tokio::test]
async fn a_book_without_anything_special_loses_nothing() {
    let plain = r#"{"name":"Plain","entries":{
        "0":{"key":["wood",""],"keysecondary":["night"],"selective":false,"content":"The wood is dark.","order":100,"position":0,"depth":4,"probability":100,"useProbability":true},
        "1":{"key":["gate"],"keysecondary":[""],"content":"The gate is open.","order":100,"probability":40,"useProbability":false}}}"#;
    let came = import(&session(), plain.into()).await;
    assert_eq!((came.imported.others, skipped(&came)), (2, Vec::new()));
    // The book of a character keeps these settings among its extensions.
    let card = r#"{"spec":"chara_card_v2","data":{"name":"Ada","description":"Kind","character_book":{"entries":[
        {"keys":["tea"],"secondary_keys":["cup"],"selective":true,"content":"She likes tea.","enabled":true,"insertion_order":1,"extensions":{"position":4,"probability":50,"useProbability":true}},
        {"keys":["rain"],"content":"She likes rain.","enabled":false,"insertion_order":1,"extensions":{}}]}}}"#;
    let came = import(&session(), card.into()).await;
    let wanted = [("Ada: keysecondary, depth, probability", Why::NoPlace), ("Ada: rain", Why::SwitchedOff)];
    assert_eq!(skipped(&came), wanted);
}

#[tokio::test]
async fn a_character_is_read_from_its_picture() {
    let session = session();
    let came = import(&session, card(CHARACTER)).await;
    assert_eq!((came.end.clone(), came.format, came.imported.others), (End::Whole, Some(Format::SillyTavern), 2));
    let came = templates(&session).await.remove(0);
    assert_eq!(came.name, "Seraphina");
    assert!(came.picture.is_some_and(|picture| picture.starts_with("data:image/png;base64,iVBOR")));
}

/// A picture with a character in it, as SillyTavern writes them.
pub(crate) fn card(character: &str) -> Vec<u8> {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let text = [b"chara\0".as_slice(), BASE64_STANDARD.encode(character).as_bytes()].concat();
    for (kind, data) in [(b"IHDR", vec![0; 13]), (b"IDAT", vec![1; 20]), (b"tEXt", text), (b"IEND", Vec::new())] {
        bytes.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        bytes.extend(kind);
        bytes.extend(data);
        bytes.extend([0; 4]);
    }
    bytes
}

#[tokio::test]
async fn the_folder_of_a_jan_thread_is_read_with_its_title() {
    let session = session();
    let files: [(&str, &[u8]); 4] = [
        ("jan/threads/01JAN/messages.jsonl", JAN_MESSAGES.as_bytes()),
        ("jan/threads/01JAN/thread.json", JAN_THREAD.as_bytes()),
        ("jan/threads/02/messages.jsonl", br#"{"id":"k","object":"thread.message","thread_id":"02","role":"user","content":[{"type":"text","text":{"value":"Alone"}}],"created_at":1719326210}"#),
        ("jan/assistants/jan/assistant.json", br#"{"id":"jan","object":"assistant"}"#),
    ];
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::Jan)));
    assert_eq!((came.imported.conversations, came.imported.messages), (2, 5), "{:?}", came.skipped);
    assert_eq!(
        shown(&session, "Local talk").await,
        [
            (Role::User, vec!["What is it?".to_owned(), "<image/png >".to_owned()]),
            (Role::Assistant, vec!["call_1: see {}".to_owned()]),
            (Role::Tool, vec!["call_1 = fur".to_owned()]),
            (Role::Assistant, vec!["(Look.)".to_owned(), "A cat.".to_owned()]),
        ]
    );
    let stored = messages(&session, "Local talk").await;
    assert_eq!((stored[3].model.as_deref(), stored[3].finish.clone()), (Some("llama3.2-3b"), Some(Finish::Stopped)));
    assert_eq!(prompt_of(&session, "Local talk").await.as_deref(), Some("Be local."));
    assert_eq!(messages(&session, "").await[0].created_at.0, 1_719_326_210_000);
}
