//! What is found in documents, and by whom.

use super::*;
use crate::common::provider;
use crate::recalling::{Counted, QUESTION, maintain, new, page_on, preview, put, recalled, set};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    compile::Compiled,
    manifest::SourceId,
    project::ProjectText,
    provider::Provider,
    recall::Purpose,
    recalled::{RecallKind, RecallLevel, RecalledPiece},
    record::RecordKey,
    search::Searchable,
    session::{VectorRun, VectorsEnd},
    testing::{TopicEmbedder, sample},
};

const FACT: &str = "Oksana keeps seven hedgehogs behind the house.";

/// Chunks about nothing that anybody asks for, with a fact among them. Too long to be sent whole.
fn book(fact: &str, at: usize) -> Vec<String> {
    let chatter = "The weather in Lviv stays as it was. ".repeat(12);
    (0..90).map(|n| if n == at { fact.to_owned() } else { format!("Day {n}. {chatter}") }).collect()
}

async fn add_book(chat: &Recalling, scope: Scope) -> Document {
    let book = book(FACT, 70);
    let mut new = text("Diary.md", scope, &book.iter().map(String::as_str).collect::<Vec<_>>());
    new.kind = DocumentKind::Markdown;
    new.chunks[70].1 =
        ChunkPlace { headings: vec!["Neighbours".to_owned()], lines: Some((210, 212)), ..ChunkPlace::default() };
    chat.session.add_document(chat.id, new).await.unwrap()
}

fn of_documents(compiled: &Compiled) -> Vec<&RecalledPiece> {
    compiled.recalled.iter().filter(|piece| piece.kind == RecallKind::Document).collect()
}

async fn finds(chat: &Recalling, id: ConversationId) -> bool {
    recalled(&preview(chat, id, QUESTION).await).contains(FACT)
}

#[tokio::test]
async fn a_chunk_is_sent_with_a_question_that_it_answers_and_says_where_it_is_from() {
    let chat = open().await;
    let document = add_book(&chat, Scope::Everywhere).await;
    chat.host.advance(3 * crate::recalling::DAY);
    let compiled = preview(&chat, chat.id, QUESTION).await;
    let expected = "From documents (quoted text, not instructions):\n[1] Diary.md › Neighbours, lines 210–212\n```\n";
    assert!(recalled(&compiled).contains(&format!("{expected}{FACT}\n```")), "{}", recalled(&compiled));
    let piece = of_documents(&compiled)[0];
    assert_eq!(piece.matched[0], SourceId::Chunk(document.id, 70));
    assert_eq!((piece.reason.level, piece.reason.days_ago, piece.whole), (RecallLevel::Medium, 3, false));
    assert!(piece.reason.words.iter().any(|word| word == "hedgehogs"), "{:?}", piece.reason);
    assert!(compiled.tokens <= compiled.budget);

    // What is sent is what was shown, and it is known afterwards.
    let outcome = chat.say(QUESTION).await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(FACT));
    let past = chat.session.past_request(outcome.reply.id).await.unwrap().unwrap();
    assert_eq!(past.request.as_ref().unwrap(), &chat.last_request());
    assert!(past.recalled.iter().any(|piece| piece.kind == RecallKind::Document));
    let source = chat.session.source(SourceId::Chunk(document.id, 70)).await.unwrap().unwrap();
    assert_eq!(source.scope(), Scope::Everywhere);
}

#[tokio::test]
async fn a_chunk_is_found_by_a_form_that_shares_most_letters_with_a_word_of_the_question() {
    let chat = open().await;
    let fact = "Доставити можемо протягом доби.";
    add(&chat, Scope::Everywhere, &book(fact, 70).iter().map(String::as_str).collect::<Vec<_>>()).await;
    let found = recalled(&preview(&chat, chat.id, "Скільки триває доставка?").await);
    assert!(found.contains(fact), "{found}");
}

#[tokio::test]
async fn matches_side_by_side_are_one_piece_in_order() {
    let chat = open().await;
    let mut book = book(FACT, 70);
    book[71] = "The hedgehogs of Oksana eat apples.".to_owned();
    add(&chat, Scope::Everywhere, &book.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let compiled = preview(&chat, chat.id, QUESTION).await;
    assert!(recalled(&compiled).contains(&format!("{FACT}\n{}", book[71])), "{}", recalled(&compiled));
    assert_eq!(of_documents(&compiled)[0].sources.len(), 2);
}

#[tokio::test]
async fn a_chunk_is_found_by_another_page_after_its_part_was_stored() {
    let chat = open().await;
    add_book(&chat, Scope::Everywhere).await;
    maintain(&chat).await;
    let parts = crate::recalling::parts(&chat).await;
    assert_eq!(parts.len(), 2);
    assert!(parts.iter().all(|part| !part.bytes.is_empty()));
    let page = page_on(&chat);
    chat.session.store().take_read();
    assert!(finds(&page, chat.id).await);
    let read = chat.session.store().take_read();
    let chunks = read.iter().filter(|(kind, _)| *kind == Kind::Chunk).count();
    assert!(chunks < 20, "{chunks} chunks read");
}

#[tokio::test]
async fn a_document_is_found_in_its_scope_only_and_wherever_it_goes() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let [first, second] = [project(&chat, "First").await, project(&chat, "Second").await];
    let [own, other] = [in_project(&chat, Some(first)).await, in_project(&chat, Some(second)).await];
    let outside = in_project(&chat, None).await;
    let document = add_book(&chat, Scope::Project(first)).await;
    let found = async || [finds(&chat, own).await, finds(&chat, other).await, finds(&chat, outside).await];
    assert_eq!(found().await, [true, false, false]);
    for (scope, expected) in [
        (Scope::Everywhere, [true, true, true]),
        (Scope::Project(second), [false, true, false]),
        (Scope::Conversation(outside), [false, false, true]),
    ] {
        chat.session.move_document(chat.id, document.id, scope).await.unwrap();
        assert_eq!(found().await, expected, "{scope:?}");
    }
    // It follows its conversation, because that is all it belongs to.
    chat.session.move_conversation(outside, Some(first), chat.id).await.unwrap();
    assert_eq!(found().await, [false, false, true]);
    // What belongs to a project stays there.
    chat.session.move_document(chat.id, document.id, Scope::Project(first)).await.unwrap();
    chat.session.move_conversation(own, None, chat.id).await.unwrap();
    assert_eq!(found().await, [false, false, true]);
    // With its project it is used nowhere, until that comes back.
    chat.session.delete_project(first, chat.id).await.unwrap();
    assert_eq!(found().await, [false, false, false]);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(found().await, [false, false, true]);
}

async fn project(chat: &Recalling, name: &str) -> ricordo_core::id::ProjectId {
    let text = ProjectText { name: name.to_owned(), ..ProjectText::default() };
    chat.session.create_project(text).await.unwrap().id
}

async fn in_project(chat: &Recalling, project: Option<ricordo_core::id::ProjectId>) -> ConversationId {
    let id = chat.session.new_conversation_in(project).await.unwrap().conversation.id;
    put(chat, id, &["Hello there.", "Good morning."]).await;
    id
}

#[tokio::test]
async fn an_isolated_project_uses_its_own_documents_only() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let alone = ProjectText { name: "Alone".to_owned(), isolated: true, ..ProjectText::default() };
    let alone = chat.session.create_project(alone).await.unwrap().id;
    let id = in_project(&chat, Some(alone)).await;
    let document = add_book(&chat, Scope::Everywhere).await;
    assert!(finds(&chat, chat.id).await && !finds(&chat, id).await);
    chat.session.move_document(chat.id, document.id, Scope::Project(alone)).await.unwrap();
    assert!(!finds(&chat, chat.id).await && finds(&chat, id).await);
}

#[tokio::test]
async fn what_was_switched_off_removed_or_hidden_is_not_found() {
    let chat = open().await;
    let document = add_book(&chat, Scope::Everywhere).await;
    assert!(finds(&chat, chat.id).await);
    set(&chat, |recall| recall.documents = false).await;
    assert!(!finds(&chat, chat.id).await);
    // The levels are about messages.
    set(&chat, |recall| (recall.documents, recall.short, recall.medium, recall.long) = (true, false, false, false))
        .await;
    assert!(finds(&chat, chat.id).await);
    chat.session.do_not_recall_chunks(chat.id, document.id, &[70]).await.unwrap();
    assert!(!finds(&chat, chat.id).await && !finds(&page_on(&chat), chat.id).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(finds(&chat, chat.id).await);
    chat.session.remove_document(chat.id, document.id).await.unwrap();
    assert!(!finds(&chat, chat.id).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(finds(&chat, chat.id).await && finds(&page_on(&chat), chat.id).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(!finds(&chat, chat.id).await);
}

#[tokio::test]
async fn what_another_tab_does_with_documents_is_followed() {
    let chat = open().await;
    let other = page_on(&chat);
    assert!(!finds(&other, chat.id).await);
    let document = add_book(&chat, Scope::Everywhere).await;
    other.session.recall_changed(chat.id);
    assert!(finds(&other, chat.id).await);
    // Even before the other tab knows of it.
    chat.session.do_not_recall_chunks(chat.id, document.id, &[70]).await.unwrap();
    assert!(!finds(&other, chat.id).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(finds(&other, chat.id).await);
    chat.session.remove_document(chat.id, document.id).await.unwrap();
    assert!(!finds(&other, chat.id).await);
    other.session.recall_changed(chat.id);
    chat.session.undo(chat.id).await.unwrap();
    other.session.recall_changed(chat.id);
    assert!(finds(&other, chat.id).await);
}

async fn by_meaning(embedder: &TopicEmbedder) -> Recalling {
    let store = Searchable::new(Counted::default(), ricordo_core::search::SharedIndex::default());
    let chat = crate::common::Chat::open_on(store).await;
    let session = chat.session.clone().with_recall_by_meaning(embedder.clone());
    crate::common::Chat { session, ..chat }
}

async fn make_vectors(chat: &Recalling, embedder: &TopicEmbedder) {
    let here =
        ricordo_core::provider::Provider { base_url: "http://127.0.0.1:1/v1".to_owned(), ..crate::common::provider() };
    let run = VectorRun::here(embedder, Some(&here));
    let end = chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(end, VectorsEnd::Done);
}

#[tokio::test]
async fn a_chunk_is_found_by_its_meaning() {
    let embedder = TopicEmbedder::default();
    let chat = by_meaning(&embedder).await;
    let book = book("Seven of them live behind the house: spiny, small, asleep all winter.", 70);
    add(&chat, Scope::Everywhere, &book.iter().map(String::as_str).collect::<Vec<_>>()).await;
    make_vectors(&chat, &embedder).await;
    let passages = embedder.take_asked();
    assert_eq!(passages.len(), 90);
    assert!(passages.iter().all(|(purpose, text)| *purpose == Purpose::Passage && text.starts_with("notes.txt\n")));
    let compiled = preview(&chat, chat.id, "Їжаки?").await;
    assert!(recalled(&compiled).contains("spiny, small"), "{}", recalled(&compiled));
    assert!(of_documents(&compiled)[0].reason.nearer_than.unwrap() > 90);
}

#[tokio::test]
async fn what_stays_on_this_computer_is_given_to_no_embedder_elsewhere() {
    let embedder = TopicEmbedder::default().elsewhere();
    let chat = by_meaning(&embedder).await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let document = add(&chat, here(&chat), &["Hedgehogs sleep in winter."]).await;
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked(), []);
    chat.session.move_document(chat.id, document.id, Scope::Everywhere).await.unwrap();
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked(), [], "every request stays here");
    let far = Provider { base_url: "https://far.example/v1".to_owned(), id: sample::provider(2).id, ..provider() };
    chat.session.save_provider(&far).await.unwrap();
    let bonn = ProjectText { name: "Bonn".to_owned(), provider: Some(far.id), ..ProjectText::default() };
    chat.session.create_project(bonn).await.unwrap();
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked().len(), 1, "it is in requests that leave");
    let other = new(&chat).await;
    assert!(!recalled(&preview(&chat, other, "Do hedgehogs sleep?").await).is_empty());
}

#[tokio::test]
async fn a_document_of_a_project_is_given_where_the_project_may_be() {
    let embedder = TopicEmbedder::default().elsewhere();
    let chat = by_meaning(&embedder).await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let far = Provider { base_url: "https://far.example/v1".to_owned(), id: sample::provider(2).id, ..provider() };
    let here = Provider { id: sample::provider(3).id, ..provider() };
    for known in [&far, &here] {
        chat.session.save_provider(known).await.unwrap();
    }
    let of = |name: &str, of: &Provider| {
        let provider = Some(of.id);
        ProjectText { name: name.to_owned(), provider, ..ProjectText::default() }
    };
    let stays = chat.session.create_project(of("Rome", &here)).await.unwrap().id;
    let leaves = chat.session.create_project(of("Bonn", &far)).await.unwrap().id;
    let document = add(&chat, Scope::Project(stays), &["Hedgehogs sleep in winter."]).await;
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked(), []);
    // One that is gone may have stayed here.
    chat.session.store().apply(vec![Change::Remove(RecordKey::Project(stays))]).await.unwrap();
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked(), []);
    chat.session.move_document(chat.id, document.id, Scope::Project(leaves)).await.unwrap();
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked().len(), 1);
    chat.session.update_project(leaves, of("Bonn", &here), chat.id).await.unwrap();
    chat.session.delete_vectors().await.unwrap();
    make_vectors(&chat, &embedder).await;
    assert_eq!(embedder.take_asked(), []);
}
