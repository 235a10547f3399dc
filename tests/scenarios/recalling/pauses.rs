//! Recall from a long history pauses, so that a page can draw and answer; what happens meanwhile counts.

use super::{
    meaning::{OTHER_WORDS, make, with_fact},
    *,
};
use ricordo_core::{session::VectorsEnd, testing::TopicEmbedder};
use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

/// More conversations than are compared at once, the fact in the first.
async fn long_history() -> (Recalling, TopicEmbedder, ConversationId) {
    let (chat, embedder, other) = with_fact().await;
    for _ in 0..520 {
        new(&chat).await;
    }
    assert_eq!(make(&chat, &embedder).await, Ok(VectorsEnd::Done));
    (chat, embedder, other)
}

#[tokio::test]
async fn a_long_history_is_compared_with_pauses_and_a_short_one_at_once() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    assert!(recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
    assert_eq!(chat.host.pauses(), 0);
    let (chat, _, other) = long_history().await;
    assert!(recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
    assert_eq!(chat.host.pauses(), 2);
}

#[tokio::test]
async fn what_is_taken_back_in_a_pause_is_not_sent() {
    for erases in [true, false] {
        let (chat, _, other) = long_history().await;
        let provider = provider();
        let mut compiling = pin!(chat.session.preview(other, OTHER_WORDS, &provider));
        while chat.host.pauses() == 0 {
            assert!(compiling.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        if erases {
            chat.session.erase_conversation(chat.id).await.unwrap();
        } else {
            chat.session.forget(chat.id, 0).await.unwrap();
        }
        let compiled = compiling.await.unwrap();
        assert!(!recalled(&compiled).contains(FACT), "{erases}: {}", recalled(&compiled));
    }
}
