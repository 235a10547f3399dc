//! Summaries of other conversations: when they are found, and when they never are.

use super::*;
use ricordo_core::{
    id::{ProviderId, SummaryId},
    project::ProjectText,
    session::{RecallQuery, Source, Sources},
    summary::{Coverage, Maker, OutputTarget, Summary, SummaryKind, sources::source},
    time::Timestamp,
};

/// What a summary says that no message says in these words.
pub(super) const SUMMARY: &str = "Oksana, a sister of the user, keeps seven hedgehogs.";

/// A summary of messages that follow each other.
fn summary_of(messages: &[Message], text: &str) -> Summary {
    let (first, last) = (&messages[0], &messages[messages.len() - 1]);
    Summary {
        id: SummaryId::new(Timestamp(last.created_at.0 + 1), [u8::try_from(text.len()).unwrap(); 10]),
        kind: SummaryKind::Compressed,
        conversation: Some(first.conversation),
        project: None,
        text: text.to_owned(),
        coverage: vec![Coverage {
            conversation: first.conversation,
            branch: first.branch,
            from: first.sequence,
            to: last.sequence + 1,
        }],
        sources: messages.iter().map(source).collect(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        maker: Maker::Model("test".to_owned()),
        prompt_version: 1,
        tokens_before: 100,
        tokens: 12,
        target: OutputTarget::Memory,
        priority: 50,
        created_at: Timestamp(last.created_at.0 + 1),
        edited_at: None,
        lines_by_worth: Vec::new(),
    }
}

pub(super) async fn summarize(chat: &Recalling, messages: &[Message], text: &str) -> Summary {
    let summary = summary_of(messages, text);
    chat.session.store().apply(vec![Change::Add(Record::Summary(summary.clone()))]).await.unwrap();
    summary
}

/// The first conversation with a summary, and another one.
pub(super) async fn two() -> (Recalling, Vec<Message>, Summary, ConversationId) {
    let chat = open().await;
    let texts = ["My sister has many animals.", "Does she?", "Seven of them, spiny ones.", "How lovely."];
    let stored = put(&chat, chat.id, &texts).await;
    let summary = summarize(&chat, &stored, SUMMARY).await;
    let other = new(&chat).await;
    (chat, stored, summary, other)
}

pub(super) async fn is_found(chat: &Recalling, in_conversation: ConversationId) -> bool {
    recalled(&preview(chat, in_conversation, QUESTION).await).contains(SUMMARY)
}

#[tokio::test]
async fn a_summary_of_another_conversation_is_sent_with_a_question_that_it_answers() {
    let (chat, _, summary, other) = two().await;
    chat.host.advance(3 * DAY);
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!(recalled(&compiled), format!("Relevant memory:\n- {SUMMARY}"));
    let [piece] = &compiled.recalled[..] else { panic!("{:?}", compiled.recalled) };
    assert_eq!((piece.kind, &piece.matched), (RecallKind::Memory, &vec![SourceId::Summary(summary.id)]));
    assert_eq!((piece.reason.level, piece.reason.days_ago), (RecallLevel::Medium, 3));
    assert!(piece.reason.words.iter().any(|word| word == "hedgehogs"), "{:?}", piece.reason);
    // It can be opened, and a program reads which conversation it is of.
    let found = chat.session.source(piece.matched[0]).await.unwrap();
    assert!(matches!(found, Some(Source::Summary(found)) if found.conversation == Some(chat.id)));
    let query = RecallQuery { text: QUESTION, most: None, finds_held: false, sources: Sources::Everything };
    let here = chat.session.recall_query(other, query, &provider()).await.unwrap();
    assert_eq!(here.iter().map(|here| here.conversation).collect::<Vec<_>>(), [Some(chat.id)]);
    // In its own conversation it is one of the memories.
    let own = preview(&chat, chat.id, QUESTION).await;
    assert!(own.recalled.is_empty() && serde_json::to_string(&own.request).unwrap().contains(SUMMARY));
}

#[tokio::test]
async fn one_of_many_summaries_in_many_conversations_is_found() {
    let chat = open().await;
    let animals = ["walrus", "badger", "otter", "raven", "lizard", "camel"];
    for number in 0..40 {
        let id = new(&chat).await;
        let stored = put(&chat, id, &["Good evening.", "Hello."]).await;
        summarize(&chat, &stored[..1], &format!("{} {number} lives in the zoo.", animals[number % 6])).await;
        summarize(&chat, &stored[1..], "They talk about trees and nothing else.").await;
    }
    let compiled = preview(&chat, chat.id, "Does the raven 33 live in a zoo?").await;
    assert!(recalled(&compiled).starts_with("Relevant memory:\n- raven 33 lives"), "{}", recalled(&compiled));
}

/// Whether the summary is found elsewhere after something was done.
async fn is_found_after<F: AsyncFnOnce(&Recalling, &[Message], &Summary)>(act: F) -> bool {
    let (chat, stored, summary, other) = two().await;
    assert!(is_found(&chat, other).await);
    act(&chat, &stored, &summary).await;
    let found = is_found(&chat, other).await;
    // Another page on the same data says the same.
    assert_eq!(is_found(&page_on(&chat), other).await, found);
    found
}

#[tokio::test]
async fn a_summary_of_what_was_taken_back_is_never_found() {
    let kept = is_found_after(async |_, _, _| ()).await;
    let archived = is_found_after(async |chat, _, _| {
        let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
        let archived = Conversation { archived: true, ..conversation };
        chat.session.store().apply(vec![Change::Put(Record::Conversation(archived))]).await.unwrap();
    });
    let pinned = is_found_after(async |chat, stored, _| {
        chat.session.mark(chat.id, stored[2].id, Some(MarkKind::Pinned)).await.unwrap();
    });
    assert_eq!([kept, archived.await, pinned.await], [true; 3], "as the messages");
    // One message of four is enough.
    let forgotten = is_found_after(async |chat, _, _| chat.session.forget(chat.id, 2).await.unwrap());
    let muted = is_found_after(async |chat, stored, _| {
        chat.session.mark(chat.id, stored[2].id, Some(MarkKind::Muted)).await.unwrap();
    });
    let not_again = is_found_after(async |chat, stored, _| {
        chat.session.do_not_recall(&[stored[2].id], chat.id).await.unwrap();
    });
    let erased = is_found_after(async |chat, stored, _| chat.session.erase_message(stored[2].id).await.unwrap());
    let gone = is_found_after(async |chat, _, _| chat.session.erase_conversation(chat.id).await.unwrap());
    let deleted = is_found_after(async |chat, _, _| chat.session.delete_conversation(chat.id, chat.id).await.unwrap());
    let elsewhere = is_found_after(async |chat, stored, _| {
        let provider = provider();
        let call = ModelCall::new(&chat.model, &provider);
        chat.session.edit(&call, chat.id, stored[2].id, "Nothing of the kind.").await.unwrap();
    });
    let replaced = is_found_after(async |chat, _, summary| {
        chat.session.edit_summary(chat.id, summary.id, "Nothing to speak of.").await.unwrap();
    });
    let not_wanted = is_found_after(async |chat, _, summary| {
        chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    });
    let taken_back = [forgotten.await, muted.await, not_again.await, erased.await, gone.await, deleted.await];
    assert_eq!(taken_back, [false; 6]);
    assert_eq!([elsewhere.await, replaced.await, not_wanted.await], [false; 3]);
}

#[tokio::test]
async fn an_undone_forget_brings_the_summary_back_and_an_edited_one_is_found_as_it_reads_now() {
    let (chat, _, summary, other) = two().await;
    chat.session.forget(chat.id, 2).await.unwrap();
    assert!(!is_found(&chat, other).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(is_found(&chat, other).await);
    let edited = "Oksana keeps eight hedgehogs by now.";
    chat.session.edit_summary(chat.id, summary.id, edited).await.unwrap();
    let found = recalled(&preview(&chat, other, QUESTION).await);
    assert!(found.contains(edited) && !found.contains(SUMMARY), "{found}");
}

#[tokio::test]
async fn of_two_summaries_the_one_that_covers_the_other_is_found() {
    let (chat, stored, _, other) = two().await;
    let narrow = "Oksana keeps seven hedgehogs, and they are spiny.";
    summarize(&chat, &stored[2..], narrow).await;
    let found = recalled(&preview(&chat, other, QUESTION).await);
    assert!(found.contains(SUMMARY) && !found.contains(narrow), "{found}");
}

#[tokio::test]
async fn the_levels_hold_for_the_time_of_all_messages_that_a_summary_covers() {
    let chat = open().await;
    let mut stored = put(&chat, chat.id, &["My sister has many animals.", "Does she?"]).await;
    summarize(&chat, &stored, SUMMARY).await;
    let other = new(&chat).await;
    let with = async |medium, long| {
        set(&chat, |recall| (recall.medium, recall.long) = (medium, long)).await;
        is_found(&chat, other).await
    };
    chat.host.advance(20 * DAY);
    assert_eq!([with(true, false).await, with(false, true).await], [true, false]);
    chat.host.advance(20 * DAY);
    assert_eq!([with(true, false).await, with(false, true).await], [false, true]);
    // One that goes on until today is of both.
    stored.extend(put(&chat, chat.id, &["Seven of them, spiny ones.", "How lovely."]).await);
    summarize(&chat, &stored, &format!("Still so. {SUMMARY}")).await;
    assert_eq!([with(true, false).await, with(false, true).await, with(true, true).await], [false, false, true]);
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!((compiled.recalled[0].reason.level, compiled.recalled[0].reason.days_ago), (RecallLevel::Medium, 0));
}

#[tokio::test]
async fn another_project_is_not_searched_and_a_moved_conversation_takes_its_summaries_along() {
    let (chat, _, _, other) = two().await;
    let text = ProjectText { name: "Rome".to_owned(), isolated: false, ..Default::default() };
    let rome = chat.session.create_project(text).await.unwrap().id;
    let inside = chat.session.new_conversation_in(Some(rome)).await.unwrap().conversation.id;
    put(&chat, inside, &["Hello there.", "Good morning."]).await;
    assert_eq!([is_found(&chat, other).await, is_found(&chat, inside).await], [true, true]);
    chat.session.move_conversation(chat.id, Some(rome), chat.id).await.unwrap();
    assert_eq!([is_found(&chat, other).await, is_found(&chat, inside).await], [false, true]);
    let text = ProjectText { name: "Bonn".to_owned(), isolated: true, ..Default::default() };
    let bonn = chat.session.create_project(text).await.unwrap().id;
    chat.session.move_conversation(chat.id, None, chat.id).await.unwrap();
    let closed = chat.session.new_conversation_in(Some(bonn)).await.unwrap().conversation.id;
    put(&chat, closed, &["Hello there.", "Good morning."]).await;
    assert_eq!([is_found(&chat, other).await, is_found(&chat, closed).await], [true, false]);
}

#[tokio::test]
async fn what_stays_on_this_computer_is_not_found_for_a_provider_elsewhere() {
    let (chat, _, _, other) = two().await;
    let here = Provider { base_url: "http://127.0.0.1:11434".to_owned(), ..provider() };
    let id = ProviderId::new(Timestamp(2), [2; 10]);
    let far = Provider { base_url: "https://api.example.org/v1".to_owned(), id, ..provider() };
    for known in [&here, &far] {
        chat.session.save_provider(known).await.unwrap();
    }
    choose(&chat, chat.id, &here).await;
    choose(&chat, other, &far).await;
    assert_eq!(recalled(&preview_with(&chat, other, QUESTION, &far).await), "");
    assert!(recalled(&preview_with(&chat, other, QUESTION, &here).await).contains(SUMMARY));
}

#[tokio::test]
async fn a_temporary_conversation_finds_summaries_and_its_own_are_found_nowhere() {
    let (chat, _, _, other) = two().await;
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    let stored = put(&chat, temporary, &["I have a secret.", "I see."]).await;
    summarize(&chat, &stored, "The password of the safe is Okapi.").await;
    assert!(is_found(&chat, temporary).await);
    assert_eq!(recalled(&preview(&chat, other, "What is the password of the safe?").await), "");
}

#[tokio::test]
async fn messages_that_say_the_same_are_preferred_and_a_summary_that_says_more_is_sent_with_them() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let summary = summarize(&chat, &stored, SUMMARY).await;
    let found = preview(&chat, other, QUESTION).await;
    assert_eq!(found.recalled.iter().map(|piece| piece.kind).collect::<Vec<_>>(), [RecallKind::Conversation]);
    let question = "How many hedgehogs does Oksana keep, and does she fear the marten?";
    assert!(!recalled(&preview(&chat, other, question).await).contains("marten"));
    let more = "Oksana keeps seven hedgehogs; they fear the marten of the neighbours.";
    chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    summarize(&chat, &stored, more).await;
    let found = recalled(&preview(&chat, other, question).await);
    assert!(found.contains(more) && found.contains(FACT), "{found}");
}

#[tokio::test]
async fn a_copy_of_what_the_request_holds_is_not_sent_again() {
    let (chat, stored, _, _) = two().await;
    let copy = chat.session.fork_conversation(chat.id, stored[3].id).await.unwrap();
    let sent = async || serde_json::to_string(&preview(&chat, copy, QUESTION).await.request).unwrap();
    assert_eq!(sent().await.matches(SUMMARY).count(), 1);
    // Without its own copy of the summary it has the messages.
    let own = chat.session.summaries(copy).await.unwrap().remove(0).summary;
    chat.session.uncompress_summary(copy, own.id).await.unwrap();
    let sent = sent().await;
    assert!(sent.contains("Seven of them") && !sent.contains(SUMMARY), "{sent}");
}

#[tokio::test]
async fn what_another_tab_made_is_found_and_what_it_took_back_is_not() {
    let (chat, stored, summary, other) = two().await;
    assert!(is_found(&chat, other).await);
    // A page that has not heard of it yet does not send it.
    let tab = page_on(&chat);
    tab.session.mark(chat.id, stored[2].id, Some(MarkKind::Muted)).await.unwrap();
    assert!(!is_found(&chat, other).await);
    chat.session.recall_changed(chat.id);
    assert!(!is_found(&chat, other).await);
    tab.session.mark(chat.id, stored[2].id, None).await.unwrap();
    chat.session.recall_changed(chat.id);
    assert!(is_found(&chat, other).await);
    tab.session.delete_summary(chat.id, summary.id).await.unwrap();
    assert!(!is_found(&chat, other).await);
    let text = "Oksana keeps her hedgehogs in the garden.";
    summarize(&tab, &stored, text).await;
    // Background work makes summaries of any conversation, and says that the open one has changed.
    chat.session.recall_changed(other);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(text));
}

#[tokio::test]
async fn summaries_are_read_once_and_then_those_that_are_found() {
    let (chat, _, _, other) = two().await;
    for number in 0..20 {
        let id = new(&chat).await;
        let stored = put(&chat, id, &["Good evening.", "Hello."]).await;
        summarize(&chat, &stored, &format!("They talk about trees, number {number}.")).await;
    }
    let page = page_on(&chat);
    let read = async || {
        page.session.store().take_read();
        assert!(is_found(&page, other).await);
        page.session.store().take_read().iter().filter(|(kind, _)| *kind == Kind::Summary).count()
    };
    assert_eq!(read().await, 21 + 1);
    assert_eq!(read().await, 1);
}

#[tokio::test]
async fn the_tool_that_searches_messages_has_room_for_messages() {
    let (chat, _, _, other) = two().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let found = history::search(&chat, other, "hedgehogs Oksana").await;
    assert!(found.contains(FACT) && !found.contains(SUMMARY), "{found}");
}

#[tokio::test]
async fn an_erased_message_takes_the_requests_along_that_held_a_summary_of_it() {
    let (chat, stored, _, other) = two().await;
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.send(&call, other, QUESTION).await.unwrap();
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(SUMMARY));
    assert!(dump(chat.session.store()).await.contains("hedgehogs."));
    chat.session.erase_message(stored[2].id).await.unwrap();
    let left = dump(chat.session.store()).await;
    assert!(!left.contains("sister of the user") && left.contains(QUESTION));
}
