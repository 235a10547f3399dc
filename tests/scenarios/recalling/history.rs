//! What the tool `search_history` finds by the ranking of recall, and what it never finds.

use super::*;
use ricordo_core::{
    cancel::Cancel, conversation::TitleOrigin, id::ProviderId, message::Part, session::ToolContext, settings::Settings,
    time::Timestamp,
};

/// What the tool answers in a conversation, for a request to a provider.
async fn search_with(chat: &Recalling, id: ConversationId, query: &str, provider: &Provider) -> String {
    let settings = chat.session.settings().await.unwrap();
    let arguments = serde_json::json!({ "query": query }).to_string();
    let call = Part::ToolCall { id: "1".to_owned(), name: "search_history".to_owned(), arguments, back: None };
    let source = MessageId::new(Timestamp(0), [9; 10]);
    let cancel = Cancel::default();
    let context = ToolContext {
        conversation: id,
        source,
        settings: &settings,
        provider,
        cancel: &cancel,
        has_document_text: false,
        last_source: 0,
    };
    match chat.session.answer(&[call], &context).await.unwrap().results.remove(0) {
        Part::ToolResult { content, .. } => content,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn search(chat: &Recalling, id: ConversationId, query: &str) -> String {
    search_with(chat, id, query, &provider()).await
}

const NOTHING: &str = "No earlier message holds all these words. Try fewer words or another form of them.";

#[tokio::test]
async fn other_forms_of_the_words_are_found_here_and_elsewhere_with_date_author_and_title() {
    let chat = open().await;
    let texts = ["The children went to Zanzibar.", "Did they?", "Сестра подарувала мені двох котів.", "Гарно!"];
    put(&chat, chat.id, &texts).await;
    chat.session.rename(chat.id, "The island").await.unwrap();
    let other = new(&chat).await;
    put(&chat, other, &["Подруга гладит чёрную кошку.", "Хорошо."]).await;
    let lines = async |id, query| search(&chat, id, query).await.lines().map(str::to_owned).collect::<Vec<_>>();
    let found = lines(other, "child going Zanzibar").await;
    assert_eq!(found[0], "2026-11-21 11:01, user, in the conversation \"The island\": The children went to Zanzibar.");
    assert!(lines(chat.id, "child going Zanzibar").await[0].ends_with("user: The children went to Zanzibar."));
    assert!(lines(other, "кіт сестри").await[0].ends_with("Сестра подарувала мені двох котів."));
    assert!(lines(other, "черные кошки").await[0].ends_with(", user: Подруга гладит чёрную кошку."));
}

#[tokio::test]
async fn the_excerpt_is_around_the_words_that_matched_in_whichever_form() {
    let chat = open().await;
    let text = format!("{} My children went to Zanzibar by ship. {}", "Before. ".repeat(60), "After. ".repeat(60));
    put(&chat, chat.id, &[&text, "Oh."]).await;
    let found = search(&chat, chat.id, "child goes").await;
    let line = found.lines().next().unwrap();
    assert!(line.contains("children went to Zanzibar") && line.contains(": …") && line.ends_with('…'), "{line}");
    assert!(line.chars().count() < 240, "{line}");
}

#[tokio::test]
async fn what_the_request_holds_is_found_and_the_message_that_is_answered_is_not() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let arguments = r#"{"query": "hedgehogs Oksana"}"#.to_owned();
    let (id, name) = (Some("1".to_owned()), Some("search_history".to_owned()));
    chat.model.then(vec![
        Step::Event(ChatEvent::ToolCall { index: 0, id, name, arguments }),
        Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls }),
    ]);
    chat.model.then_say("Seven.");
    chat.say("Look up the hedgehogs of Oksana.").await;
    let results = chat.last_request().messages.pop().unwrap();
    let [Part::ToolResult { content, .. }] = &results.parts[..] else { panic!("{results:?}") };
    assert!(content.contains(FACT) && !content.contains("Look up"), "{content}");
}

#[tokio::test]
async fn the_levels_say_whether_other_conversations_are_searched_and_the_own_one_always_is() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let is_found = async |id| search(&chat, id, "hedgehog").await.contains(FACT);
    chat.host.advance(20 * DAY);
    assert!(is_found(other).await);
    set(&chat, |recall| recall.medium = false).await;
    assert!(!is_found(other).await);
    chat.host.advance(20 * DAY);
    assert!(is_found(other).await);
    set(&chat, |recall| recall.long = false).await;
    assert!(!is_found(other).await);
    set(&chat, |recall| recall.short = false).await;
    assert!(is_found(chat.id).await);
    set(&chat, |recall| *recall = RecallSettings { enabled: false, ..RecallSettings::default() }).await;
    assert!(!is_found(other).await);
    assert!(is_found(chat.id).await, "word by word, as without an index");
    assert_eq!(search(&chat, chat.id, "hedgehog Oksana keeping").await, NOTHING);
}

#[tokio::test]
async fn without_words_about_a_topic_it_is_searched_word_by_word() {
    let chat = open().await;
    put(&chat, chat.id, &["To be or not to be.", "Why?"]).await;
    assert!(search(&chat, chat.id, "or not").await.ends_with("user: To be or not to be."));
    assert!(search(&chat, chat.id, "wh").await.ends_with("assistant: Why?"), "the beginning of a word");
    assert_eq!(search(&chat, chat.id, "xyzzy").await, NOTHING);
}

/// The fact in a conversation, something done to it, and whether the tool finds it then, there and elsewhere.
async fn is_found_after<F: AsyncFnOnce(&Recalling, &[Message])>(act: F) -> [bool; 2] {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["Good evening.", "Hello.", FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let is_found = async |chat: &Recalling, id| search(chat, id, "hedgehogs Oksana garden").await.contains(FACT);
    assert!(is_found(&chat, chat.id).await && is_found(&chat, other).await);
    act(&chat, &stored).await;
    let is_there = chat.session.open(chat.id, 1).await.is_ok();
    let found = [is_there && is_found(&chat, chat.id).await, is_found(&chat, other).await];
    // Another page on the same data says the same.
    assert_eq!(is_found(&page_on(&chat), other).await, found[1]);
    found
}

#[tokio::test]
async fn what_was_taken_back_is_never_found() {
    assert_eq!(is_found_after(async |_, _| ()).await, [true; 2]);
    let forgotten = is_found_after(async |chat, _| chat.session.forget(chat.id, 0).await.unwrap()).await;
    let muted = is_found_after(async |chat, stored| {
        chat.session.mark(chat.id, stored[2].id, Some(MarkKind::Muted)).await.unwrap();
    });
    let not_again = is_found_after(async |chat, stored| {
        chat.session.mark(chat.id, stored[2].id, Some(MarkKind::NotRecalled)).await.unwrap();
    });
    let erased = is_found_after(async |chat, stored| chat.session.erase_message(stored[2].id).await.unwrap());
    let gone = is_found_after(async |chat, _| chat.session.erase_conversation(chat.id).await.unwrap());
    let on_another_branch = is_found_after(async |chat, stored| edit(chat, stored[2].id).await);
    let all = [forgotten, muted.await, not_again.await, erased.await, gone.await, on_another_branch.await];
    assert_eq!(all, [[false; 2]; 6]);
    let [_, deleted] = is_found_after(async |chat, _| {
        chat.session.delete_conversation(chat.id, chat.id).await.unwrap();
    })
    .await;
    assert!(!deleted, "from another conversation");
}

/// Replaces a message by another one, on a branch of its own.
async fn edit(chat: &Recalling, message: MessageId) {
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.edit(&call, chat.id, message, "Nothing of the kind.").await.unwrap();
}

#[tokio::test]
async fn a_temporary_conversation_finds_its_own_messages_and_is_found_nowhere() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    put(&chat, temporary, &["The hedgehogs of Okapi are secret.", "I see."]).await;
    let found = search(&chat, temporary, "hedgehogs").await;
    assert!(found.contains("Okapi") && found.contains(FACT), "{found}");
    assert!(!search(&chat, chat.id, "hedgehogs Okapi secret").await.contains("Okapi"));
}

#[tokio::test]
async fn another_project_is_not_searched() {
    let chat = open().await;
    let create = async |name: &str, isolated| {
        let text = ricordo_core::project::ProjectText { name: name.to_owned(), isolated, ..Default::default() };
        let project = chat.session.create_project(text).await.unwrap().id;
        let id = chat.session.new_conversation_in(Some(project)).await.unwrap().conversation.id;
        put(&chat, id, &["Hello there.", "Good morning."]).await;
        id
    };
    let (rome, oslo, closed) = (create("Rome", false).await, create("Oslo", false).await, create("Bonn", true).await);
    put(&chat, rome, &[FACT, "Seven! How lovely."]).await;
    assert_eq!(search(&chat, oslo, "hedgehogs").await, NOTHING);
    assert_eq!(search(&chat, chat.id, "hedgehogs").await, NOTHING);
    put(&chat, chat.id, &["Hedgehogs sleep in winter.", "They do."]).await;
    assert!(search(&chat, oslo, "hedgehogs").await.contains("in winter"));
    assert_eq!(search(&chat, closed, "hedgehogs").await, NOTHING);
}

#[tokio::test]
async fn what_stays_on_this_computer_is_not_found_for_a_provider_elsewhere() {
    let chat = open().await;
    let here = Provider { base_url: "http://127.0.0.1:11434".to_owned(), ..provider() };
    let id = ProviderId::new(Timestamp(2), [2; 10]);
    let far = Provider { base_url: "https://api.example.org/v1".to_owned(), id, ..provider() };
    for known in [&here, &far] {
        chat.session.save_provider(known).await.unwrap();
    }
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    choose(&chat, chat.id, &here).await;
    let other = new(&chat).await;
    choose(&chat, other, &far).await;
    assert_eq!(search_with(&chat, other, "hedgehogs", &far).await, NOTHING);
    assert!(search_with(&chat, other, "hedgehogs", &here).await.contains(FACT));
}

#[tokio::test]
async fn a_title_made_from_a_message_that_was_taken_back_is_not_told() {
    let chat = open().await;
    chat.say("The password of the safe is Okapi.").await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let title = "\"The password of the safe is Okapi.\"";
    assert!(search(&chat, other, "hedgehogs").await.contains(title));
    let first = chat.session.open(chat.id, 100).await.unwrap().messages.remove(0);
    assert!(first.text().contains("Okapi"));
    chat.session.mark(chat.id, first.id, Some(MarkKind::Muted)).await.unwrap();
    let found = search(&chat, other, "hedgehogs").await;
    assert!(found.contains(", in another conversation: ") && found.contains(FACT), "{found}");
    assert!(!found.contains("Okapi"), "{found}");
    // Nor is one of which nobody knows what it was made from.
    let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    let old = Conversation { title_origin: TitleOrigin::NotRecorded, titled_from: Vec::new(), ..conversation };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(old))]).await.unwrap();
    assert!(!search(&chat, other, "hedgehogs").await.contains("Okapi"));
    chat.session.rename(chat.id, "Animals").await.unwrap();
    assert!(search(&chat, other, "hedgehogs").await.contains(", in the conversation \"Animals\": "));
}

#[tokio::test]
async fn a_search_that_takes_long_is_left_when_the_reply_is_stopped() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chat.session.store().stall(Some(Kind::IndexPart));
    let (settings, provider, cancel) = (Settings::default(), provider(), Cancel::default());
    let arguments = r#"{"query": "hedgehogs"}"#.to_owned();
    let call = [Part::ToolCall { id: "1".to_owned(), name: "search_history".to_owned(), arguments, back: None }];
    let source = MessageId::new(Timestamp(0), [9; 10]);
    let context = ToolContext {
        conversation: chat.id,
        source,
        settings: &settings,
        provider: &provider,
        cancel: &cancel,
        has_document_text: false,
        last_source: 0,
    };
    let mut answer = std::pin::pin!(chat.session.answer(&call, &context));
    let mut waits = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(std::future::Future::poll(answer.as_mut(), &mut waits).is_pending());
    cancel.cancel();
    assert!(matches!(answer.await.unwrap().results[..], [Part::ToolResult { is_error: true, .. }]));
}
