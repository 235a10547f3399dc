//! The tools of documents: when they are offered, and what they answer.

use super::*;
use crate::{
    common::provider,
    recalling::{new, put, set},
    tool_turns::asks,
};
use ricordo_core::{
    cancel::Cancel, id::MessageId, message::Part, session::ToolContext, settings::Language, time::Timestamp,
    tokens::estimate, tools::LONGEST_RESULT,
};

const NAMES: [&str; 3] = ["vector_rag", "search_repos", "list_documents"];

/// What a tool answers in a conversation, and whether that is an error.
async fn call(chat: &Recalling, id: ConversationId, name: &str, arguments: &str) -> (String, bool) {
    let settings = chat.session.settings().await.unwrap();
    let call =
        Part::ToolCall { id: "1".to_owned(), name: name.to_owned(), arguments: arguments.to_owned(), back: None };
    let source = MessageId::new(Timestamp(0), [9; 10]);
    let (cancel, provider) = (Cancel::default(), provider());
    let context = ToolContext {
        conversation: id,
        source,
        settings: &settings,
        provider: &provider,
        cancel: &cancel,
        has_document_text: false,
        last_source: 0,
    };
    match chat.session.answer(&[call], &context).await.unwrap().results.remove(0) {
        Part::ToolResult { content, is_error, .. } => (content, is_error),
        other => panic!("{other:?}"),
    }
}

async fn offered(chat: &Recalling, id: ConversationId) -> Vec<String> {
    let tools = chat.session.preview(id, "Hello?", &provider()).await.unwrap().request.tools;
    tools.into_iter().map(|tool| tool.name).filter(|name| NAMES.contains(&name.as_str())).collect()
}

fn repository(scope: Scope) -> NewDocument {
    let file = |path: &str, text: &str| {
        let place = ChunkPlace { path: Some(path.to_owned()), lines: Some((1, 2)), ..ChunkPlace::default() };
        (text.to_owned(), place)
    };
    NewDocument {
        kind: DocumentKind::Repository,
        chunks: vec![
            file("src/hedgehog.rs", "fn feed_hedgehog() {}"),
            file("tests/hedgehog.rs", "fn the_hedgehog_is_fed() {}"),
            file("src/fox.rs", "fn feed_fox() {}"),
        ],
        ..text("garden", scope, &["of the repository"])
    }
}

#[tokio::test]
async fn they_are_offered_where_there_is_a_document_to_search() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let other = new(&chat).await;
    assert_eq!(offered(&chat, chat.id).await, [""; 0]);
    assert!(call(&chat, chat.id, "list_documents", "").await.1, "it is not there");
    add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    assert_eq!(offered(&chat, chat.id).await, ["vector_rag", "list_documents"]);
    assert_eq!(offered(&chat, other).await, [""; 0]);
    chat.session.add_document(chat.id, repository(Scope::Everywhere)).await.unwrap();
    assert_eq!(offered(&chat, chat.id).await, NAMES);
    assert_eq!(offered(&chat, other).await, NAMES);
    set(&chat, |recall| recall.documents = false).await;
    assert_eq!(offered(&chat, chat.id).await, [""; 0]);
    set(&chat, |recall| (recall.documents, recall.enabled) = (true, false)).await;
    assert_eq!(offered(&chat, chat.id).await, [""; 0]);
    // They are not chosen in the settings.
    let mut settings = chat.session.settings().await.unwrap();
    settings.tools = NAMES.map(str::to_owned).to_vec();
    chat.session.save_settings(&settings).await.unwrap();
    assert_eq!(offered(&chat, chat.id).await, [""; 0]);
}

#[tokio::test]
async fn quotes_of_documents_and_messages_are_numbered_with_their_sources() {
    let chat = open().await;
    put(&chat, chat.id, &["Our hedgehog is called Borys.", "Lovely."]).await;
    chat.session.rename(chat.id, "The garden").await.unwrap();
    let other = new(&chat).await;
    let document = add(&chat, Scope::Everywhere, &["Hedgehogs sleep.", "Foxes do not."]).await;
    let (found, is_error) = call(&chat, other, "vector_rag", r#"{"query": "hedgehog"}"#).await;
    assert!(!is_error);
    assert!(found.contains("] notes.txt\n```\nHedgehogs sleep.\n```"), "{found}");
    assert!(found.contains("user, in the conversation \"The garden\": Our hedgehog is called Borys."), "{found}");
    assert!(found.starts_with("[1] ") && found.contains("\n\n[2] "), "{found}");
    let (found, _) = call(&chat, other, "vector_rag", r#"{"query": "hedgehog", "limit": "1"}"#).await;
    assert!(found.starts_with("[1] ") && !found.contains("[2] "), "{found}");
    assert_eq!(
        call(&chat, other, "vector_rag", r#"{"query": "zebra"}"#).await.0,
        "Nothing was found. Try other words."
    );
    assert!(call(&chat, other, "vector_rag", "{}").await.1);
    assert!(call(&chat, other, "vector_rag", r#"{"query": "hedgehog", "limit": "many"}"#).await.1);
    // Whatever may not be recalled is not found.
    chat.session.do_not_recall_chunks(other, document.id, &[0]).await.unwrap();
    assert!(!call(&chat, other, "vector_rag", r#"{"query": "hedgehog"}"#).await.0.contains("notes.txt"));
    chat.session.move_document(other, document.id, here(&chat)).await.unwrap();
    assert!(call(&chat, other, "vector_rag", r#"{"query": "foxes"}"#).await.1, "no document is in scope");
}

#[tokio::test]
async fn the_source_code_is_searched_under_a_path() {
    let chat = open().await;
    add(&chat, Scope::Everywhere, &["Hedgehogs sleep."]).await;
    chat.session.add_document(chat.id, repository(Scope::Everywhere)).await.unwrap();
    let (found, _) = call(&chat, chat.id, "search_repos", r#"{"query": "hedgehog"}"#).await;
    assert!(found.contains("garden › src/hedgehog.rs, lines 1–2\n```\nfn feed_hedgehog() {}\n```"), "{found}");
    assert!(found.contains("garden › tests/hedgehog.rs") && !found.contains("notes.txt"), "{found}");
    let (found, _) = call(&chat, chat.id, "search_repos", r#"{"query": "hedgehog", "path": "Src/"}"#).await;
    assert!(found.contains("[1] garden › src/hedgehog.rs") && !found.contains("tests/"), "{found}");
}

/// They are one piece of the document, which is longer than a result.
#[tokio::test]
async fn of_many_passages_side_by_side_the_best_are_quoted() {
    let passage = |number: usize| {
        let words = if number == 7 { "Hedgehogs sleep in winter. " } else { "They sleep through the long winter. " };
        format!("Hedgehog number {number}: {}", words.repeat(80))
    };
    let passages: Vec<String> = (0..12).map(passage).collect();
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    for (name, kind) in [("vector_rag", DocumentKind::Text), ("search_repos", DocumentKind::Repository)] {
        let chat = open().await;
        let new = NewDocument { kind, ..text("garden", Scope::Everywhere, &passages) };
        chat.session.add_document(chat.id, new).await.unwrap();
        let (found, is_error) = call(&chat, chat.id, name, r#"{"query": "hedgehog"}"#).await;
        assert!(!is_error && found.starts_with("[1] garden"), "{name}: {found}");
        let quoted = found.matches("Hedgehog number").count();
        assert!(found.contains("Hedgehog number 7:") && (2..12).contains(&quoted), "{name}: {found}");
        assert!(found.ends_with("```") && estimate(&found) <= LONGEST_RESULT, "{name}: nothing is cut");
    }
}

#[tokio::test]
async fn documents_are_listed_with_their_kinds() {
    let chat = open().await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.language = Language::Uk;
    chat.session.save_settings(&settings).await.unwrap();
    let pdf = NewDocument { kind: DocumentKind::Pdf, pages: Some(12), ..text("Care\n.pdf", here(&chat), &["Text."]) };
    chat.session.add_document(chat.id, pdf).await.unwrap();
    chat.session.add_document(chat.id, repository(Scope::Everywhere)).await.unwrap();
    let (list, _) = call(&chat, chat.id, "list_documents", "").await;
    assert_eq!(list, "Care .pdf (pdf, сторінки: 12)\ngarden (repository)");
}

#[tokio::test]
async fn no_number_stands_for_two_sources_of_a_request() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    add(&chat, here(&chat), &["Badgers dig."]).await;
    let garden = text("garden.txt", Scope::Everywhere, &["Hedgehogs sleep.", "Foxes do not."]);
    chat.session.add_document(chat.id, garden).await.unwrap();
    let search =
        |index, words: &str| crate::tool_turns::call(index, "vector_rag", &format!(r#"{{"query": "{words}"}}"#));
    chat.model.then(vec![search(0, "hedgehogs"), search(1, "foxes"), asks()]);
    chat.model.then(vec![search(0, "badgers"), asks()]);
    chat.say("What is in the text?").await;
    chat.say("And is there more in the text?").await;
    for request in &chat.model.requests()[1..] {
        let parts = request.messages.iter().flat_map(|message| &message.parts);
        let texts = parts.filter_map(|part| match part {
            Part::Text { text } => Some(text),
            Part::ToolResult { content, .. } => Some(content),
            _ => None,
        });
        let number = |line: &str| line.strip_prefix('[')?.split_once("] ")?.0.parse::<u32>().ok();
        let mut numbers: Vec<u32> = texts.flat_map(|text| text.lines()).filter_map(number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers.first(), Some(&1), "the short document is sent whole");
        let found = numbers.iter().filter(|number| **number > 100).count();
        assert!(found >= 2 && numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    }
}
