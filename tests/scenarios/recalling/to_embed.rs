//! How much is named before an embedder gets the texts: as much as it gets then.

use super::{
    derived::{MEMORY, SUMMARY, add, open_by_meaning, summarized},
    meaning::{far_embedder, far_provider, make, passages, with},
    *,
};
use ricordo_core::{
    digest::Digest,
    document::{ChunkPlace, DocumentKind},
    project::ProjectText,
    scope::Scope,
    session::{NewDocument, ToEmbed},
    testing::TopicEmbedder,
    tokens::estimate,
};

/// The counts, and the tokens of what an embedder was asked for.
async fn asked(chat: &Recalling, embedder: &TopicEmbedder) -> (u64, u64) {
    embedder.take_asked();
    make(chat, embedder).await.unwrap();
    let asked = embedder.take_asked();
    let texts = passages(&asked);
    (texts.len() as u64, texts.iter().map(|text| u64::from(estimate(text))).sum())
}

/// The same as the embedder gets; the tokens are an upper bound, and not one that is far off.
async fn assert_is_what_is_sent(chat: &Recalling, embedder: &TopicEmbedder, found: ToEmbed) {
    let (texts, tokens) = asked(chat, embedder).await;
    assert_eq!(found.messages + found.others, texts);
    assert!((tokens..=tokens * 2).contains(&found.tokens), "{tokens} were sent: {found:?}");
}

fn document(chunks: usize) -> NewDocument {
    let chunk = |n| (format!("Chapter {n}: how to repair the engine of a car. ").repeat(20), ChunkPlace::default());
    NewDocument {
        name: "cars.txt".to_owned(),
        kind: DocumentKind::Text,
        scope: Scope::Everywhere,
        chunks: (0..chunks).map(chunk).collect(),
        digest: Digest::of(b"cars"),
        bytes: 10_000,
        pages: None,
    }
}

#[tokio::test]
async fn what_is_named_before_the_user_agrees_is_what_is_sent_messages_documents_memories_and_summaries() {
    let (chat, embedder, _) = open_by_meaning().await;
    let answers = provider();
    let count = async |chat: &Recalling| chat.session.to_embed(true, Some(&answers)).await.unwrap();
    let messages = count(&chat).await;
    assert!(messages.messages > 0 && messages.others == 0, "{messages:?}");
    chat.session.add_document(chat.id, document(70)).await.unwrap();
    let document = count(&chat).await;
    assert_eq!((document.messages, document.others), (messages.messages, 70));
    assert!(document.tokens > messages.tokens + 70 * 100, "{document:?}");
    add(&chat, MEMORY).await;
    summarized(&chat, SUMMARY).await;
    let all = count(&chat).await;
    assert_eq!(all.others, 72);
    // A model that has made none gets all of it, and so does another one later.
    for embedder in [embedder, TopicEmbedder::with_id("another")] {
        let chat = with(page_on(&chat), &embedder);
        assert_eq!(count(&chat).await, all, "a page with nothing in memory");
        assert_is_what_is_sent(&chat, &embedder, all).await;
    }
    // What was taken back is not sent.
    let first = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    chat.session.mark(chat.id, first.id, Some(MarkKind::Muted)).await.unwrap();
    assert_eq!(count(&chat).await.messages, messages.messages - 1);
    chat.session.forget(chat.id, 0).await.unwrap();
    let forgotten = count(&chat).await;
    assert_eq!(forgotten.messages, 2, "those of the other conversation");
    assert_is_what_is_sent(&chat, &TopicEmbedder::with_id("third"), forgotten).await;
}

/// The vector of a message is made of its beginning. On another branch the tokens of what is above it do not count again.
#[tokio::test]
async fn of_a_long_message_its_beginning_counts_and_a_branch_counts_once() {
    let (chat, embedder, other) = open_by_meaning().await;
    let answers = provider();
    let before = chat.session.to_embed(true, Some(&answers)).await.unwrap();
    put(&chat, other, &["My car makes a noise. ".repeat(2_000).as_str()]).await;
    let long = chat.session.to_embed(true, Some(&answers)).await.unwrap();
    assert_eq!(long.messages, before.messages + 1);
    assert!(long.tokens > before.tokens && long.tokens <= before.tokens + 3 * 350, "{before:?} {long:?}");
    assert_eq!(asked(&chat, &embedder).await.0, long.messages);

    let first = chat.session.store().messages(chat.id, 41, 1).await.unwrap().remove(0);
    let call = ModelCall::new(&chat.model, &answers);
    let edited = chat.session.edit(&call, chat.id, first.id, "My car is new.").await.unwrap();
    assert_ne!(edited.reply.branch, first.branch);
    let branched = chat.session.to_embed(true, Some(&answers)).await.unwrap();
    assert_eq!(branched.messages, long.messages - 3);
    assert!(branched.tokens < long.tokens, "{long:?} {branched:?}");
}

#[tokio::test]
async fn what_stays_on_this_computer_does_not_count_for_a_model_elsewhere() {
    let (chat, _, other) = open_by_meaning().await;
    let (here, far) = (provider(), far_provider());
    let count = async |is_here| chat.session.to_embed(is_here, Some(&here)).await.unwrap();
    assert_eq!(count(false).await, ToEmbed::default());
    chat.session.save_provider(&far).await.unwrap();
    choose(&chat, other, &far).await;
    let found = count(false).await;
    assert_eq!((found.messages, found.others), (2, 0));
    assert!(count(true).await.messages > 2);
    let embedder = far_embedder();
    assert_is_what_is_sent(&with(page_on(&chat), &embedder), &embedder, found).await;
}

/// What is used everywhere is sent with requests, but as long as all of them stay here, so does it.
#[tokio::test]
async fn what_is_used_everywhere_goes_elsewhere_only_if_some_request_does() {
    let (chat, _, other) = open_by_meaning().await;
    let (here, far) = (provider(), far_provider());
    chat.session.save_provider(&far).await.unwrap();
    add(&chat, MEMORY).await;
    chat.session.add_document(chat.id, document(3)).await.unwrap();
    let others = async |answers: &Provider| chat.session.to_embed(false, Some(answers)).await.unwrap().others;
    assert_eq!(others(&here).await, 0, "every request stays on this computer");
    let embedder = far_embedder();
    assert_eq!(asked(&with(page_on(&chat), &embedder), &embedder).await, (0, 0));
    assert_eq!(others(&far).await, 4, "the model that answers by default is elsewhere");
    assert_eq!(chat.session.to_embed(true, Some(&here)).await.unwrap().others, 4, "an embedder here gets all");

    choose(&chat, other, &far).await;
    assert_eq!(others(&here).await, 4, "the requests of one conversation leave");
    chat.session.delete_conversation(other, chat.id).await.unwrap();
    assert_eq!(others(&here).await, 0);
    // A project whose requests would leave, unless it is sent nothing from outside it.
    let text = ProjectText { name: "Far".to_owned(), provider: Some(far.id), ..ProjectText::default() };
    let project = chat.session.create_project(text.clone()).await.unwrap();
    assert_eq!(others(&here).await, 4);
    chat.session.update_project(project.id, ProjectText { isolated: true, ..text }, chat.id).await.unwrap();
    assert_eq!(others(&here).await, 0);
}
