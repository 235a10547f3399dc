//! The vectors of memories and summaries: when they are made and for whom, and that they go with what they were made of.

use super::{
    derived::{MEMORY, MESSAGES, SUMMARY, add, add_in, finds, open_by_meaning, summarized},
    meaning::{OTHER_WORDS, far_embedder, far_provider, make, passages, progress, rows, with},
    summaries::summarize,
    *,
};
use crate::common::branches::asks;
use ricordo_core::{
    cancel::Cancel,
    error::StoreError,
    id::MemoryId,
    memory::MemorySource,
    project::ProjectText,
    recall::{EmbedError, Embedder, Purpose},
    scope::Scope,
    session::{Scope as Exported, VectorProgress, VectorRun, VectorsEnd},
    testing::{MemoryVectorStore, TopicEmbedder, sample},
};
#[tokio::test]
async fn what_is_archived_deleted_or_erased_loses_its_vector_at_once() {
    let (chat, embedder, other) = open_by_meaning().await;
    make(&chat, &embedder).await.unwrap();
    let before = rows(&chat).await;
    let archived = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len() + 1);
    chat.session.archive_memory(chat.id, archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await, before, "what is not sent needs none");
    chat.session.restore_memory(chat.id, archived).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.delete_memory(chat.id, archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    chat.session.undo(chat.id).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.erase_memory(archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    assert!(!finds(&chat, other, MEMORY).await);
    // A summary with a message, and both with their conversation.
    let summary = summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len() + 1);
    chat.session.erase_message(summary.sources[0].message).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len());
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(rows(&chat).await.len(), 1, "that of the other conversation");
    // What is left in the index of words is removed while the page is idle.
    maintain(&chat).await;
    assert_eq!(parts(&chat).await.len(), 1);
}

/// An embedder during whose calls another tab changes a memory: to another text, or, without one, it erases it.
struct Meanwhile<'a> {
    embedder: &'a TopicEmbedder,
    tab: Recalling,
    memory: MemoryId,
    text: Option<&'a str>,
}

impl Embedder for Meanwhile<'_> {
    fn id(&self) -> &str {
        self.embedder.id()
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        8
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let session = &self.tab.session;
        match self.text {
            Some(text) => drop(session.update_memory(self.tab.id, self.memory, text).await.unwrap()),
            None => session.erase_memory(self.memory).await.unwrap(),
        }
        self.embedder.embed(texts, purpose).await
    }
}

#[tokio::test]
async fn a_memory_that_is_changed_while_its_vector_is_made_gets_none_of_its_old_text() {
    for text in [None, Some("The user owns a car")] {
        let (chat, embedder, _) = open_by_meaning().await;
        make(&chat, &embedder).await.unwrap();
        let before = rows(&chat).await;
        let memory = add(&chat, MEMORY).await;
        let meanwhile = Meanwhile { embedder: &embedder, tab: page_on(&chat), memory, text };
        let run = VectorRun::here(&meanwhile, None);
        chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
        assert!(passages(&embedder.take_asked()).contains(&MEMORY));
        assert_eq!(rows(&chat).await, before);
        make(&chat, &embedder).await.unwrap();
        assert_eq!(rows(&chat).await.len(), before.len() + usize::from(text.is_some()));
    }
}

#[tokio::test]
async fn a_write_after_the_text_was_read_refuses_its_vector() {
    let (chat, ..) = open_by_meaning().await;
    let memory = add(&chat, MEMORY).await;
    let branch = memory.branch();
    let sign = RecordKey::IndexPart(branch, 0);
    let store = chat.session.store();
    // As a tab stores a vector: the sign goes before the text is read, and must not be back after it.
    store.apply(vec![Change::Remove(sign)]).await.unwrap();
    page_on(&chat).session.erase_memory(memory).await.unwrap();
    let changes = vec![
        Change::Add(Record::IndexPart(IndexPart::empty(branch, 0))),
        Change::Remove(sign),
        Change::Put(Record::VectorPart(IndexPart { branch, number: 0, bytes: vec![1] })),
    ];
    assert_eq!(store.apply(changes.clone()).await, Err(StoreError::Conflict));
    assert_eq!(rows(&chat).await, []);
    // Without a write in between it is stored, and leaves no sign.
    store.apply(vec![Change::Remove(sign)]).await.unwrap();
    store.apply(changes).await.unwrap();
    assert_eq!(rows(&chat).await.len(), 1);
    assert!(parts(&chat).await.iter().all(|part| part.branch != branch));
}

#[tokio::test]
async fn an_embedder_elsewhere_gets_nothing_that_stays_on_this_computer() {
    let (chat, ..) = open_by_meaning().await;
    let far = far_embedder();
    let chat = with(chat, &far);
    let local = Provider { id: sample::provider(7).id, ..provider() };
    chat.session.save_provider(&local).await.unwrap();
    let project = |name: &str, provider| ProjectText { name: name.to_owned(), provider, ..Default::default() };
    let stays = chat.session.create_project(project("Rome", Some(local.id))).await.unwrap().id;
    let leaves = chat.session.create_project(project("Bonn", None)).await.unwrap().id;
    let first = chat.session.store().messages(chat.id, 4, 1).await.unwrap().remove(0);
    let deleted = new(&chat).await;
    choose(&chat, chat.id, &local).await;
    choose(&chat, deleted, &local).await;
    // What may go.
    add(&chat, "The user likes supper").await;
    add_in(&chat, "The user sings", Scope::Project(leaves)).await;
    // What may not.
    summarized(&chat, SUMMARY).await;
    add_in(&chat, "The user swims", Scope::Project(stays)).await;
    add_in(&chat, "The user skates", Scope::Conversation(chat.id)).await;
    let source = Some(MemorySource { conversation: chat.id, message: first.id });
    chat.session.add_memory(chat.id, "The user paints", source).await.unwrap();
    let first = chat.session.store().messages(deleted, 1, 1).await.unwrap().remove(0);
    let source = Some(MemorySource { conversation: deleted, message: first.id });
    chat.session.add_memory(chat.id, "The user dances", source).await.unwrap();
    chat.session.delete_conversation(deleted, chat.id).await.unwrap();
    let answers = far_provider();
    let run = VectorRun::here(&far, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    let asked = far.take_asked();
    let mut given = passages(&asked);
    given.sort_unstable();
    assert_eq!(given, ["Supper is ready.", "The engine is new.", "The user likes supper", "The user sings"]);
    let now = chat.session.vector_progress(&run).await.unwrap();
    assert_eq!((now.done, now.total), (4, 4));
    // One in the page gets the rest.
    let here = TopicEmbedder::with_id("far");
    let run = VectorRun::here(&here, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    let asked = here.take_asked();
    let given = passages(&asked);
    for text in [SUMMARY, "The user swims", "The user skates", "The user paints", "The user dances"] {
        assert!(given.contains(&text), "{text}: {given:?}");
    }
    assert!(!given.contains(&"The user sings"), "nothing is made twice");
}

#[tokio::test]
async fn what_is_not_sent_anyway_gets_no_vector() {
    let (chat, embedder, _) = open_by_meaning().await;
    make(&chat, &embedder).await.unwrap();
    embedder.take_asked();
    let archived = add(&chat, "The user likes supper").await;
    chat.session.archive_memory(chat.id, archived).await.unwrap();
    summarized(&chat, SUMMARY).await;
    chat.session.forget(chat.id, 2).await.unwrap();
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    let stored = put(&chat, temporary, &["A hedgehog, between us.", "Yes."]).await;
    summarize(&chat, &stored, "They have a secret.").await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
}

#[tokio::test]
async fn they_are_made_before_the_messages_and_counted_and_nothing_is_made_twice() {
    let (chat, embedder, _) = open_by_meaning().await;
    for number in 0..20 {
        chat.host.advance(1_000);
        add(&chat, &format!("The user has {number} of them")).await;
    }
    summarized(&chat, SUMMARY).await;
    let seen = RefCell::new(Vec::new());
    let answers = provider();
    let run = VectorRun::here(&embedder, Some(&answers));
    let cancel = Cancel::default();
    let stop = |progress: VectorProgress| {
        seen.borrow_mut().push((progress.done, progress.total));
        if progress.done >= 16 {
            cancel.cancel();
        }
    };
    assert_eq!(chat.session.make_vectors(&run, &cancel, &stop).await, Ok(VectorsEnd::Preempted));
    let first = embedder.take_asked();
    assert_eq!(passages(&first)[..2], ["The user has 19 of them", "The user has 18 of them"], "newest first");
    assert_eq!(progress(&chat, &embedder).await.done, 16);
    let total = MESSAGES + 2 + 21;
    let observe = |progress: VectorProgress| seen.borrow_mut().push((progress.done, progress.total));
    chat.session.make_vectors(&run, &Cancel::default(), &observe).await.unwrap();
    assert!(seen.borrow().is_sorted(), "{seen:?}");
    assert_eq!((seen.borrow()[0], *seen.borrow().last().unwrap()), ((0, total), (total, total)));
    let second = embedder.take_asked();
    let mut all: Vec<&str> = passages(&first).into_iter().chain(passages(&second)).collect();
    all.sort_unstable();
    let asked = all.len();
    all.dedup();
    assert_eq!((asked, all.len()), (total, all.len()));
    assert!(all.iter().filter(|text| text.starts_with("The user has")).count() == 20 && all.contains(&SUMMARY));
    let page = with(page_on(&chat), &embedder);
    let now = progress(&page, &embedder).await;
    assert_eq!((now.done, now.total), (total, total));
    make(&page, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
    // The progress shows that a changed one is missing.
    let id = add(&page, "The user sleeps").await;
    assert_eq!(progress(&page, &embedder).await.done, total);
    make(&page, &embedder).await.unwrap();
    page.session.pin_memory(chat.id, id, true).await.unwrap();
    assert!(progress(&page, &embedder).await.total == total + 1);
}

#[tokio::test]
async fn a_fact_that_the_model_reads_or_the_user_pins_keeps_its_vector() {
    let (chat, embedder, other) = open_by_meaning().await;
    let id = add(&chat, MEMORY).await;
    add(&chat, "The user likes supper").await;
    make(&chat, &embedder).await.unwrap();
    let of_facts = async || {
        let rows = rows(&chat).await.into_iter();
        rows.filter(|row| row.branch.is_derived()).collect::<Vec<_>>()
    };
    let before = of_facts().await;
    assert_eq!(before.len(), 2);
    chat.model.then(asks("get_user_facts"));
    chat.model.then_say("Supper.");
    chat.say("What do I like?").await;
    assert_eq!(chat.model.requests().len(), 2);
    assert_eq!(of_facts().await, before);
    chat.session.pin_memory(chat.id, id, true).await.unwrap();
    assert_eq!(of_facts().await, before);
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    let asked = embedder.take_asked();
    assert!(passages(&asked).iter().all(|text| ["What do I like?", "Supper."].contains(text)), "{asked:?}");
    for page in [&chat, &with(page_on(&chat), &embedder)] {
        assert!(finds(page, other, MEMORY).await);
    }
}

#[tokio::test]
async fn another_model_makes_them_again_and_those_of_two_are_never_compared() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    let second = TopicEmbedder::with_id("other");
    let page = with(page_on(&chat), &second);
    assert_eq!(progress(&page, &second).await.done, 0);
    assert_eq!(recalled(&preview(&page, other, OTHER_WORDS).await), "");
    make(&page, &second).await.unwrap();
    let asked = second.take_asked();
    let texts = passages(&asked);
    assert!(texts.contains(&MEMORY) && texts.contains(&SUMMARY));
    assert!(finds(&page, other, MEMORY).await);
    let now = progress(&page, &second).await;
    assert_eq!(now.done, now.total);
}

#[tokio::test]
async fn they_are_in_no_export_and_made_again_after_an_import() {
    let (chat, embedder, _) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    let file = chat.session.export_text(Exported::Everything).await.unwrap();
    assert!(!file.contains("vector_part"));
    let (there, other_embedder, other) = open_by_meaning().await;
    // Both test hosts make the same ids, and nothing is added to a conversation that is there.
    there.session.erase_conversation(there.id).await.unwrap();
    there.session.import_text(&file).await.unwrap();
    assert_eq!(rows(&there).await, []);
    assert!(!finds(&there, other, MEMORY).await);
    make(&there, &other_embedder).await.unwrap();
    let found = recalled(&preview(&there, other, OTHER_WORDS).await);
    assert!(found.contains(MEMORY) && found.contains(SUMMARY), "{found}");
    // They are deleted with all others.
    there.session.delete_vectors().await.unwrap();
    assert_eq!(rows(&there).await, []);
    assert!(!finds(&there, other, MEMORY).await);
}

#[tokio::test]
async fn what_another_tab_made_is_used_once_it_is_heard_of_and_not_made_again() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    let tab = with(page_on(&chat), &embedder);
    make(&tab, &embedder).await.unwrap();
    assert!(!finds(&chat, other, MEMORY).await);
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), [], "it reads what is stored first");
    chat.session.vectors_changed();
    assert!(finds(&chat, other, MEMORY).await);
}

#[tokio::test]
async fn they_stay_here_where_the_others_are_kept_elsewhere() {
    let (chat, embedder, other) = open_by_meaning().await;
    let memory = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    let store = MemoryVectorStore::default();
    let chat = Chat { session: chat.session.clone().with_vectors_elsewhere(embedder.clone(), store.clone()), ..chat };
    let answers = provider();
    let run = VectorRun { embedder: &embedder, elsewhere: Some(&store), answers: Some(&answers) };
    let all = progress(&chat, &embedder).await.total;
    chat.session.move_vectors(&run, 1, &Cancel::default(), &|_| ()).await.unwrap();
    let kept = store.all().len();
    assert!(kept < all - 1, "the newest message stays, and a memory does not count as one");
    chat.session.move_vectors(&run, 0, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(store.all().len(), all - 1);
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.erase_memory(memory).await.unwrap();
    assert!(!finds(&chat, other, MEMORY).await);
    chat.session.bring_vectors_back(&run, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(progress(&chat, &embedder).await.done, all - 1);
}
