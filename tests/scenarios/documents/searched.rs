//! The search of the user finds documents by name and by their text.

use super::*;
use crate::recalling::{maintain, new, page_on, put};
use ricordo_core::{
    message::Role,
    search::{Filter, Found, Target},
    session::Passage,
};

async fn passages(chat: &Recalling, text: &str) -> Vec<(String, u32, String)> {
    with(chat, text, Filter::default()).await.into_iter().map(shown).collect()
}

async fn with(chat: &Recalling, text: &str, filter: Filter) -> Vec<Passage> {
    chat.session.find_passages(text, &filter, 9).await.unwrap()
}

/// The name of its document, its number, and the words that are marked in the excerpt.
fn shown(passage: Passage) -> (String, u32, String) {
    let Target::Document { chunk: Some(chunk), .. } = passage.hit.target else { panic!("{passage:?}") };
    let marked = passage.hit.excerpt.found.iter().map(|range| &passage.hit.excerpt.text[range.clone()]);
    (passage.name, chunk, marked.collect::<Vec<_>>().join(" "))
}

fn one(name: &str, chunk: u32, marked: &str) -> Vec<(String, u32, String)> {
    vec![(name.to_owned(), chunk, marked.to_owned())]
}

fn names_of(found: &Found) -> Vec<&str> {
    found.documents.hits.iter().map(|hit| hit.excerpt.text.as_str()).collect()
}

#[tokio::test]
async fn a_passage_is_found_by_its_words_in_any_form_and_conversation() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    add(&chat, here(&chat), &["Foxes hunt by night.", "The hedgehogs were sleeping all winter."]).await;
    let ukrainian = text("їжаки.txt", Scope::Everywhere, &["Лисиці полюють.", "Їжаків бачили в саду."]);
    chat.session.add_document(chat.id, ukrainian).await.unwrap();
    new(&chat).await;
    for stored in [false, true] {
        if stored {
            maintain(&chat).await;
        }
        let chat = page_on(&chat);
        assert_eq!(passages(&chat, "hedgehog sleep").await, one("notes.txt", 1, "hedgehogs sleeping"));
        assert_eq!(passages(&chat, "їжак").await, one("їжаки.txt", 1, "Їжаків"));
        assert_eq!(passages(&chat, "elephant").await, []);
        assert_eq!(passages(&chat, "").await, []);
    }
}

#[tokio::test]
async fn a_passage_is_found_and_marked_by_a_form_that_shares_most_letters_with_the_word() {
    let chat = open().await;
    let terms = text("умови.txt", Scope::Everywhere, &["Лисиці полюють.", "Можемо доставити завтра."]);
    chat.session.add_document(chat.id, terms).await.unwrap();
    assert_eq!(passages(&chat, "доставка").await, one("умови.txt", 1, "доставити"));
    assert_eq!(passages(&chat, "вистава").await, []);
}

#[tokio::test]
async fn what_is_removed_erased_or_in_a_deleted_conversation_is_not_found() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let document = add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    let found = one("notes.txt", 0, "Hedgehogs");
    assert_eq!(passages(&chat, "hedgehogs").await, found);
    // The user searches what is not to be recalled, too.
    chat.session.do_not_recall_chunks(chat.id, document.id, &[0]).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, found);
    let other = new(&chat).await;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, []);
    chat.session.undo(other).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, found);
    chat.session.remove_document(other, document.id).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, []);
    chat.session.undo(other).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, found);
    chat.session.erase_document(document.id).await.unwrap();
    assert_eq!(passages(&chat, "hedgehogs").await, []);
}

#[tokio::test]
async fn filters_leave_out_passages_of_elsewhere_and_of_other_times() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let document = add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    let other = new(&chat).await;
    let all = Filter { documents: true, ..Filter::default() };
    let found = async |filter| with(&chat, "hedgehogs", filter).await.len();
    assert_eq!(found(all).await, 1);
    assert_eq!(found(Filter { conversation: Some(chat.id), ..all }).await, 1);
    assert_eq!(found(Filter { conversation: Some(other), ..all }).await, 0);
    assert_eq!(found(Filter { until: Some(document.added_at), ..all }).await, 0);
    assert_eq!(found(Filter { from: Some(document.added_at), ..all }).await, 1);
    assert_eq!(found(Filter { role: Some(Role::User), ..all }).await, 0);
}

#[tokio::test]
async fn names_are_in_the_index_of_the_search_and_follow_every_change() {
    let chat = open().await;
    put(&chat, chat.id, &["A message about a notebook.", "Hi."]).await;
    let first = add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    chat.session.load_search(&|_| ()).await.unwrap();
    let search = |filter: Filter| chat.session.store().index().ask(|index| index.search("note", &filter, 9)).unwrap();
    let all = Filter::default();
    assert_eq!((names_of(&search(all)), search(all).messages.total), (vec!["notes.txt"], 1));
    let only = Filter { documents: true, ..all };
    assert_eq!((names_of(&search(only)), search(only).messages.total), (vec!["notes.txt"], 0));
    assert_eq!(names_of(&search(Filter { conversation: Some(chat.id), ..all })), ["notes.txt"]);
    assert_eq!(names_of(&search(Filter { role: Some(Role::User), ..all })), Vec::<&str>::new());
    chat.session.move_document(chat.id, first.id, Scope::Everywhere).await.unwrap();
    assert_eq!(names_of(&search(Filter { conversation: Some(chat.id), ..all })), Vec::<&str>::new());
    chat.session.remove_document(chat.id, first.id).await.unwrap();
    assert_eq!(names_of(&search(all)), Vec::<&str>::new());
}
