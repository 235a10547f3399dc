//! Erased text is in no result of a tool any more, whichever conversation asked for it.

use super::*;
use ricordo_core::{
    digest::Digest,
    document::{ChunkPlace, DocumentKind},
    memory::MemorySource,
    message::Part,
    scope::Scope,
    session::NewDocument,
    task::TaskText,
};

/// A part of the fact that is said nowhere else, whatever is asked for.
const CANARY: &str = "hedgehogs in her garden";
const ERASED: &str = "What this tool found was erased since.";

/// A turn in which the model calls some tools, each with its arguments.
async fn ask(chat: &Recalling, id: ConversationId, calls: &[(&str, &str)]) -> MessageId {
    let call = |(index, (name, arguments)): (usize, &(&str, &str))| {
        let id = Some(format!("call-{index}"));
        Step::Event(ChatEvent::ToolCall {
            index: u32::try_from(index).unwrap(),
            id,
            name: Some((*name).to_owned()),
            arguments: (*arguments).to_owned(),
        })
    };
    let mut steps: Vec<Step> = calls.iter().enumerate().map(call).collect();
    steps.push(Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls }));
    chat.model.then(steps);
    chat.model.then_say("Here it is.");
    let provider = provider();
    let outcome = chat.session.send(&ModelCall::new(&chat.model, &provider), id, "Look it up.").await.unwrap();
    outcome.reply.id
}

const SEARCH: (&str, &str) = ("search_history", r#"{"query": "hedgehogs Oksana"}"#);

/// What the tools answered in a conversation, in order.
async fn results(chat: &Recalling, id: ConversationId) -> Vec<String> {
    let messages = chat.session.open(id, 1_000).await.unwrap().messages.into_iter();
    let results = messages.flat_map(|message| message.parts).filter_map(|part| match part {
        Part::ToolResult { content, .. } => Some(content),
        _ => None,
    });
    results.collect()
}

/// Whether a text is in anything that is stored, or in an answer of a page that has just been opened.
async fn is_left(chat: &Recalling, text: &str) -> bool {
    let page = page_on(chat);
    for conversation in chat.session.conversations().await.unwrap() {
        let found = history::search(&page, conversation.id, "hedgehogs Oksana").await;
        let sent = preview(&page, conversation.id, "How many hedgehogs are there?").await;
        if found.contains(text) || serde_json::to_string(&sent.request).unwrap().contains(text) {
            return true;
        }
    }
    dump(chat.session.store()).await.contains(text)
}

/// A fact in the first conversation, and another one in which a tool found it. Recall does not send it besides.
async fn looked_up() -> (Recalling, MessageId, ConversationId, MessageId) {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["Listen.", "I do.", FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let reply = ask(&chat, other, &[SEARCH]).await;
    assert!(results(&chat, other).await[0].contains(CANARY));
    (chat, stored[2].id, other, reply)
}

#[tokio::test]
async fn an_erased_message_is_in_no_result_of_a_search_and_in_no_request_with_it() {
    let (chat, fact, other, reply) = looked_up().await;
    let before = chat.session.past_request(reply).await.unwrap().unwrap();
    assert!(serde_json::to_string(&before.request.unwrap()).unwrap().contains(CANARY));
    chat.session.erase_message(fact).await.unwrap();
    assert!(!is_left(&chat, CANARY).await);
    assert_eq!(results(&chat, other).await, [ERASED]);
    assert!(chat.session.past_request(reply).await.unwrap().unwrap().request.is_err(), "it cannot be shown any more");
    // The conversation goes on with the sentence.
    let sent = serde_json::to_string(&preview(&chat, other, "And now?").await.request).unwrap();
    assert!(sent.contains(ERASED) && sent.contains("Here it is."), "{sent}");
    while chat.session.undo(other).await.unwrap().is_some() {}
    assert!(!is_left(&chat, CANARY).await);
}

#[tokio::test]
async fn what_was_forgotten_stays_in_results_because_it_can_come_back() {
    let (chat, _, other, _) = looked_up().await;
    chat.session.forget(chat.id, 0).await.unwrap();
    assert!(results(&chat, other).await[0].contains(CANARY));
}

#[tokio::test]
async fn an_erased_conversation_is_in_no_result_of_a_search() {
    let (chat, _, other, _) = looked_up().await;
    chat.session.rename(chat.id, "Oksana's animals").await.unwrap();
    ask(&chat, other, &[SEARCH]).await;
    assert!(results(&chat, other).await[1].contains("Oksana's animals"));
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED; 2]);
    assert!(!is_left(&chat, CANARY).await && !is_left(&chat, "Oksana's animals").await);
}

#[tokio::test]
async fn a_title_made_from_an_erased_message_is_in_no_result() {
    let chat = open().await;
    chat.say("The password of the safe is Okapi.").await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    ask(&chat, other, &[SEARCH]).await;
    assert!(results(&chat, other).await[0].contains("Okapi"));
    let first = chat.session.open(chat.id, 100).await.unwrap().messages.remove(0);
    chat.session.erase_message(first.id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED]);
    assert!(!is_left(&chat, "Okapi").await);
}

#[tokio::test]
async fn in_the_same_conversation_and_found_word_by_word_it_is_the_same() {
    for ranked in [true, false] {
        let chat = open().await;
        set(&chat, |recall| recall.enabled = ranked).await;
        let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
        ask(&chat, chat.id, &[SEARCH]).await;
        assert!(results(&chat, chat.id).await[0].contains(CANARY));
        // The entry that undoes this holds the title before, which was made from the message.
        chat.session.rename(chat.id, "Animals").await.unwrap();
        chat.session.erase_message(stored[0].id).await.unwrap();
        assert_eq!(results(&chat, chat.id).await, [ERASED], "{ranked}");
        assert!(!is_left(&chat, CANARY).await);
    }
}

#[tokio::test]
async fn other_results_stay_and_one_without_the_erased_text_stays_too() {
    let chat = open().await;
    let texts = [FACT, "Seven! How lovely.", "The children went to Zanzibar.", "Did they?"];
    let stored = put(&chat, chat.id, &texts).await;
    chat.session.rename(chat.id, "Animals").await.unwrap();
    let other = new(&chat).await;
    let zanzibar = ("search_history", r#"{"query": "children Zanzibar"}"#);
    ask(&chat, other, &[zanzibar, SEARCH, ("list_tasks", "{}")]).await;
    let before = results(&chat, other).await;
    chat.session.erase_message(stored[0].id).await.unwrap();
    let after = results(&chat, other).await;
    assert_eq!([&after[0], &after[2]], [&before[0], &before[2]]);
    assert_eq!(after[1], ERASED);
    assert!(after[0].contains("Zanzibar") && !is_left(&chat, CANARY).await);
    chat.session.erase_message(stored[2].id).await.unwrap();
    assert_eq!(results(&chat, other).await[0], ERASED);
}

#[tokio::test]
async fn a_copy_of_a_conversation_knows_what_its_results_were_found_in() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let elsewhere = new(&chat).await;
    let okapi = put(&chat, elsewhere, &["Oksana's hedgehogs fear the okapi.", "Why?"]).await;
    let reply = ask(&chat, chat.id, &[SEARCH]).await;
    let copy = chat.session.fork_conversation(chat.id, reply).await.unwrap();
    assert!(results(&chat, copy).await[0].contains(CANARY));
    // Its own copy of the message, then the one that it was copied from.
    let own = chat.session.open(copy, 100).await.unwrap().messages;
    let own = own.iter().find(|message| message.text() == FACT).unwrap().id;
    chat.session.erase_message(own).await.unwrap();
    assert_eq!(results(&chat, copy).await, [ERASED]);
    assert!(results(&chat, chat.id).await[0].contains(CANARY));
    let second = chat.session.fork_conversation(chat.id, reply).await.unwrap();
    chat.session.erase_message(stored[0].id).await.unwrap();
    assert_eq!(results(&chat, chat.id).await, [ERASED]);
    assert!(results(&chat, second).await[0].contains(CANARY), "it has a copy of the message, which stays");
    // What neither conversation said itself.
    let third = ask(&chat, chat.id, &[("search_history", r#"{"query": "okapi"}"#)]).await;
    let third = chat.session.fork_conversation(chat.id, third).await.unwrap();
    assert!(results(&chat, third).await[1].contains("fear the okapi"));
    chat.session.erase_message(okapi[0].id).await.unwrap();
    assert_eq!(results(&chat, third).await[1], ERASED);
    assert!(!dump(chat.session.store()).await.contains("fear the okapi"));
}

#[tokio::test]
async fn results_that_were_deleted_to_save_space_do_not_bring_erased_text_back() {
    let (chat, fact, other, _) = looked_up().await;
    chatter(&chat, other, 30).await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.max_storage = Some(10);
    chat.session.save_settings(&settings).await.unwrap();
    maintain(&chat).await;
    assert_eq!(results(&chat, other).await, [""; 0]);
    assert!(dump(chat.session.store()).await.contains(CANARY));
    chat.session.erase_message(fact).await.unwrap();
    assert!(!is_left(&chat, CANARY).await);
}

#[tokio::test]
async fn a_conversation_that_is_erased_takes_along_what_is_known_of_its_results() {
    let (chat, _, other, _) = looked_up().await;
    chat.session.erase_conversation(other).await.unwrap();
    assert_eq!(chat.session.store().records(Kind::Fragment).await.unwrap(), []);
    assert!(dump(chat.session.store()).await.contains(CANARY), "the message stays");
}

#[tokio::test]
async fn an_erased_document_is_in_no_result_of_its_tools() {
    let chat = open().await;
    let text = format!("Notes: {FACT} {}", "The weather in Lviv stays as it was. ".repeat(20));
    let document = NewDocument {
        name: "animals.txt".to_owned(),
        kind: DocumentKind::Text,
        scope: Scope::Everywhere,
        chunks: vec![(text, ChunkPlace::default())],
        digest: Digest::of(FACT.as_bytes()),
        bytes: 100,
        pages: None,
    };
    let document = chat.session.add_document(chat.id, document).await.unwrap();
    let other = new(&chat).await;
    ask(&chat, other, &[("vector_rag", r#"{"query": "hedgehogs Oksana"}"#), ("list_documents", "{}")]).await;
    let found = results(&chat, other).await;
    assert!(found[0].contains(CANARY) && found[1].contains("animals.txt"), "{found:?}");
    chat.session.erase_document(document.id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED; 2]);
    assert!(!is_left(&chat, CANARY).await);
}

#[tokio::test]
async fn facts_and_tasks_that_were_erased_are_in_no_result() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["Listen.", "I do."]).await;
    let source = Some(MemorySource { conversation: chat.id, message: stored[0].id });
    let fact = chat.session.add_memory(chat.id, "The user fears hedgehogs in her garden", None).await.unwrap().memory;
    let task = TaskText { title: "Feed the okapi".to_owned(), due: None };
    chat.session.add_task(chat.id, &task, source).await.unwrap();
    let other = new(&chat).await;
    ask(&chat, other, &[("get_user_facts", "{}"), ("list_tasks", "{}")]).await;
    let found = results(&chat, other).await;
    assert!(found[0].contains(CANARY) && found[1].contains("okapi"), "{found:?}");
    chat.session.erase_memory(fact.id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED, found[1].as_str()]);
    assert!(!is_left(&chat, CANARY).await);
    // The task is erased with the message that it came from.
    chat.session.erase_message(stored[0].id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED; 2]);
    assert!(!is_left(&chat, "okapi").await);
}

#[tokio::test]
async fn the_title_of_a_task_that_was_completed_in_another_conversation_is_erased_with_its_message() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["Listen.", "I do."]).await;
    let source = Some(MemorySource { conversation: chat.id, message: stored[0].id });
    let task = TaskText { title: "Feed the okapi".to_owned(), due: None };
    let task = chat.session.add_task(chat.id, &task, source).await.unwrap();
    let other = new(&chat).await;
    // By its id, so that the model does not repeat the title.
    let id = task.id.0.simple().to_string();
    ask(&chat, other, &[("complete_task", &format!(r#"{{"id": "t{}"}}"#, &id[id.len() - 6..]))]).await;
    let found = results(&chat, other).await;
    assert!(found[0].starts_with("Done: ") && found[0].contains("okapi"), "{found:?}");
    chat.session.erase_message(stored[0].id).await.unwrap();
    assert_eq!(results(&chat, other).await, [ERASED]);
    assert!(!is_left(&chat, "okapi").await);
}
