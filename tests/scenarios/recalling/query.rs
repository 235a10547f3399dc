//! What a program finds by asking for it.

use super::{
    summaries::{SUMMARY, is_found, two},
    *,
};
use ricordo_core::{
    compile::{Recalled, RecalledContent},
    session::{Confirmed, RecallQuery, RecalledHere, Sources},
};

async fn ask(chat: &Recalling, id: ConversationId, query: RecallQuery<'_>) -> Vec<RecalledHere> {
    chat.session.recall_query(id, query, &provider()).await.unwrap()
}

fn query(text: &str) -> RecallQuery<'_> {
    RecallQuery { text, most: None, finds_held: false, sources: Sources::Everything }
}

fn texts(piece: &Recalled) -> Vec<&str> {
    match &piece.content {
        RecalledContent::Memory { text, .. } => vec![text],
        RecalledContent::Conversation(messages) => messages.iter().map(|message| message.text.as_str()).collect(),
        RecalledContent::Document(document) => document.chunks.iter().map(|chunk| chunk.text.as_str()).collect(),
    }
}

#[tokio::test]
async fn a_query_finds_what_a_message_with_these_words_would_bring_along() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let found = ask(&chat, other, query(QUESTION)).await;
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].conversation, Some(chat.id));
    assert_eq!(texts(&found[0].piece), [FACT, "Seven! How lovely."]);
    assert_eq!(found[0].piece.sources(), compiled.recalled[0].sources);
    assert_eq!(found[0].piece.reason, compiled.recalled[0].reason);
    assert_eq!(found[0].piece.matched[0], SourceId::Message(stored[0].id));
    assert!(parts(&chat).await.iter().all(|part| part.bytes.is_empty()), "nothing is stored");
}

#[tokio::test]
async fn what_the_request_holds_is_found_only_if_it_is_wanted() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chat.session.add_memory(chat.id, "Oksana keeps hedgehogs", None).await.unwrap();
    assert_eq!(ask(&chat, chat.id, query(QUESTION)).await, []);
    let found = ask(&chat, chat.id, RecallQuery { finds_held: true, ..query(QUESTION) }).await;
    let mut all: Vec<&str> = found.iter().flat_map(|here| texts(&here.piece)).collect();
    all.sort_unstable();
    assert_eq!(all, [FACT, "Oksana keeps hedgehogs", "Seven! How lovely."]);
    assert_eq!(found.iter().filter(|here| here.conversation.is_none()).count(), 1, "the memory has none");
    let one = RecallQuery { finds_held: true, most: Some(1), ..query(QUESTION) };
    assert_eq!(ask(&chat, chat.id, one).await.len(), 1);
}

#[tokio::test]
async fn a_program_may_ask_while_recall_is_off_and_the_levels_hold() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    set(&chat, |recall| recall.enabled = false).await;
    assert_eq!(ask(&chat, other, query(QUESTION)).await.len(), 1);
    set(&chat, |recall| (recall.medium, recall.long) = (false, false)).await;
    assert_eq!(ask(&chat, other, query(QUESTION)).await, []);
    chat.session.forget(chat.id, 0).await.unwrap();
    let held = RecallQuery { finds_held: true, ..query(QUESTION) };
    assert_eq!(ask(&chat, chat.id, held).await, [], "what is forgotten is not found");
    assert_eq!(ask(&chat, other, query("the")).await, []);
}

#[tokio::test]
async fn forgetting_about_something_lists_what_recall_may_send_from_elsewhere_and_mutes_it_there() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "How lovely."]).await;
    let other = new(&chat).await;
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    let about = chat.session.find_about(other, "hedgehogs", &provider()).await.unwrap();
    let ids = |messages: &[Message]| messages.iter().map(|message| message.id).collect::<Vec<_>>();
    assert_eq!((ids(&about.messages), ids(&about.recallable)), (vec![], vec![stored[0].id]));
    let here = chat.session.find_about(chat.id, "hedgehogs", &provider()).await.unwrap();
    assert_eq!((ids(&here.messages), ids(&here.recallable)), (vec![stored[0].id], vec![]), "not twice");

    let confirmed = Confirmed { messages: ids(&about.recallable), ..Confirmed::default() };
    chat.session.forget_about(other, &confirmed).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    let own = preview(&chat, chat.id, "And now?").await.request;
    let texts: Vec<String> = own.messages.iter().map(|message| text_of(&message.parts)).collect();
    assert!(!texts.concat().contains("hedgehogs"), "nor is it sent in its own conversation");
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));

    set(&chat, |recall| recall.enabled = false).await;
    let about = chat.session.find_about(other, "hedgehogs", &provider()).await.unwrap();
    assert_eq!(about.recallable, [], "nothing that is recalled");
}

#[tokio::test]
async fn one_undo_brings_back_all_messages_of_a_piece_that_was_not_to_be_recalled_again() {
    let chat = open().await;
    let sentences = [FACT, "Hedgehogs?", "Oksana feeds the hedgehogs at night."];
    let stored = put(&chat, chat.id, &sentences).await;
    let other = new(&chat).await;
    let before = recalled(&preview(&chat, other, QUESTION).await);
    assert!(sentences.iter().all(|text| before.contains(text)), "{before}");
    let messages: Vec<MessageId> = stored.iter().map(|message| message.id).collect();
    chat.session.do_not_recall(&messages, other).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::NotRecall));
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), before);
}

#[tokio::test]
async fn forgetting_about_something_lists_summaries_of_other_conversations_and_takes_them_out_there() {
    let (chat, _, summary, other) = two().await;
    chat.session.add_memory(other, "Hedgehogs are spiny", None).await.unwrap();
    let find = async |id| chat.session.find_about(id, "hedgehogs", &provider()).await.unwrap();
    let about = find(other).await;
    assert_eq!((about.summaries, about.memories.len()), (vec![summary.clone()], 1));
    assert_eq!(find(chat.id).await.summaries, std::slice::from_ref(&summary), "not twice");

    let is_in_its_own = async || {
        let own = preview(&chat, chat.id, "And now?").await.request;
        serde_json::to_string(&own).unwrap().contains(SUMMARY)
    };
    assert!(is_found(&chat, other).await && is_in_its_own().await);
    let confirmed = Confirmed { summaries: vec![summary.id], ..Confirmed::default() };
    chat.session.forget_about(other, &confirmed).await.unwrap();
    assert!(!is_found(&chat, other).await && !is_in_its_own().await);
    assert_eq!(find(other).await.summaries, []);
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(is_found(&chat, other).await && is_in_its_own().await);

    // What is not recalled is not listed.
    chat.session.do_not_recall_summary(summary.id, other).await.unwrap();
    assert_eq!(find(other).await.summaries, []);
    chat.session.undo(other).await.unwrap();
    set(&chat, |recall| recall.enabled = false).await;
    assert_eq!(find(other).await.summaries, []);
}
