//! The vectors of the last questions: a text that is asked with again, as when a message is written in the composer and
//! then sent, needs no second request.

use crate::host::BrowserHost;
use futures_util::{
    FutureExt as _,
    future::{Either, LocalBoxFuture, Shared, select},
};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    host::Host,
    recall::{EmbedError, Purpose},
    wire::embeddings::EmbeddingsError,
};
use std::{cell::RefCell, collections::VecDeque, future::Future, pin::pin, rc::Rc};
use wasm_bindgen_futures::spawn_local;

/// Most questions that are kept.
const MOST: usize = 32;

/// Longest time in milliseconds that a request goes on.
const LONGEST_MS: u32 = 10_000;

/// The vector of a question, once there is one. Clones have the same result.
type Asked = Shared<LocalBoxFuture<'static, Result<Vec<f32>, EmbedError>>>;

/// The last 32 questions with their vectors. Clones share them.
///
/// A request that has not ended is kept, too, so that a question that is asked meanwhile waits for the same one.
#[derive(Clone, Debug, Default)]
pub struct EmbeddingCache(Rc<RefCell<VecDeque<Kept>>>);

#[derive(Debug)]
struct Kept {
    embedder: String,
    text: String,
    asked: Asked,
}

impl EmbeddingCache {
    /// The vectors of texts by the embedder with this id: that of one question as [`EmbeddingCache::question`] has it, all
    /// others by `request`, which is dropped with the future.
    ///
    /// # Errors
    /// Those of `request`.
    pub async fn vectors<F>(
        &self,
        embedder: &str,
        texts: &[&str],
        purpose: Purpose,
        request: impl FnOnce(Vec<String>) -> F,
    ) -> Result<Vec<Vec<f32>>, EmbedError>
    where
        F: Future<Output = Result<Vec<Vec<f32>>, EmbedError>> + 'static,
    {
        let owned = texts.iter().map(|text| (*text).to_owned()).collect();
        match (texts, purpose) {
            ([], _) => Ok(Vec::new()),
            ([text], Purpose::Question) => Ok(vec![self.question(embedder, text, || request(owned)).await?]),
            _ => request(owned).await,
        }
    }

    /// The vector of a question by the embedder with this id: the kept one, or that of `request`, which is then kept.
    ///
    /// A question is dropped when its message cannot wait any longer. The request goes on for at most 10 seconds all the
    /// same, and its vector is there when the question is asked again.
    ///
    /// # Errors
    /// Those of `request`, and that it took too long. What failed is requested again.
    pub async fn question<F>(
        &self,
        embedder: &str,
        text: &str,
        request: impl FnOnce() -> F,
    ) -> Result<Vec<f32>, EmbedError>
    where
        F: Future<Output = Result<Vec<Vec<f32>>, EmbedError>> + 'static,
    {
        let (asked, is_new) = self.ask(embedder, text, || in_time(request()));
        if is_new {
            let goes_on = asked.clone();
            spawn_local(async move {
                let _ = goes_on.await;
            });
        }
        asked.await
    }

    /// The vector, once there is one, and whether its request is new: then the caller has to run a clone to its end.
    fn ask<F>(&self, embedder: &str, text: &str, request: impl FnOnce() -> F) -> (Asked, bool)
    where
        F: Future<Output = Result<Vec<f32>, EmbedError>> + 'static,
    {
        let known = self.take(embedder, text).filter(|kept| !matches!(kept.asked.peek(), Some(Err(_))));
        let is_new = known.is_none();
        let kept = known.unwrap_or_else(|| Kept {
            embedder: embedder.to_owned(),
            text: text.to_owned(),
            asked: request().boxed_local().shared(),
        });
        let asked = kept.asked.clone();
        let mut all = self.0.borrow_mut();
        all.push_front(kept);
        all.truncate(MOST);
        (asked, is_new)
    }

    fn take(&self, embedder: &str, text: &str) -> Option<Kept> {
        let mut all = self.0.borrow_mut();
        let index = all.iter().position(|kept| kept.embedder == embedder && kept.text == text)?;
        all.remove(index)
    }
}

/// The only vector of a request, if it does not take too long.
async fn in_time(request: impl Future<Output = Result<Vec<Vec<f32>>, EmbedError>>) -> Result<Vec<f32>, EmbedError> {
    let failed = match select(pin!(request), pin!(BrowserHost.sleep(LONGEST_MS))).await {
        Either::Left((vectors, _)) => match vectors?.pop() {
            Some(vector) => return Ok(vector),
            None => EmbeddingsError::NoVectors,
        },
        Either::Right(_) => EmbeddingsError::Refused(ModelError::new(ModelErrorKind::TimedOut, "")),
    };
    Err(EmbedError::Failed(failed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    fn vector(value: f32) -> impl Future<Output = Result<Vec<f32>, EmbedError>> + 'static {
        ready(Ok(vec![value]))
    }

    /// The result of a question for which `value` would be requested.
    fn ask(cache: &EmbeddingCache, text: &str, value: f32) -> Option<Result<Vec<f32>, EmbedError>> {
        cache.ask("m", text, || vector(value)).0.now_or_never()
    }

    #[test]
    fn a_question_is_requested_once() {
        let cache = EmbeddingCache::default();
        assert_eq!(ask(&cache, "one", 1.0), Some(Ok(vec![1.0])));
        assert_eq!(ask(&cache.clone(), "one", 2.0), Some(Ok(vec![1.0])));
        assert_eq!(ask(&cache, "two", 3.0), Some(Ok(vec![3.0])));
        assert_eq!(cache.ask("another model", "one", || vector(4.0)).0.now_or_never(), Some(Ok(vec![4.0])));
    }

    #[test]
    fn what_failed_is_requested_again() {
        let cache = EmbeddingCache::default();
        let failed = || ready(Err(EmbedError::NotReady));
        assert_eq!(cache.ask("m", "one", failed).0.now_or_never(), Some(Err(EmbedError::NotReady)));
        assert_eq!(ask(&cache, "one", 1.0), Some(Ok(vec![1.0])));
    }

    #[test]
    fn a_request_that_has_not_ended_is_shared() {
        let cache = EmbeddingCache::default();
        let (first, is_new) = cache.ask("m", "one", pending);
        assert!(is_new && first.now_or_never().is_none());
        let (second, is_new) = cache.ask("m", "one", || vector(2.0));
        assert!(!is_new && second.now_or_never().is_none(), "it waits for the first");
    }

    #[test]
    fn a_request_whose_question_was_dropped_ends_all_the_same() {
        let cache = EmbeddingCache::default();
        let (asked, is_new) = cache.ask("m", "one", || vector(1.0));
        assert!(is_new);
        let runs_on = asked.clone();
        drop(asked);
        assert!(runs_on.now_or_never().is_some());
        assert_eq!(ask(&cache, "one", 2.0), Some(Ok(vec![1.0])));
    }

    #[test]
    fn the_question_that_was_asked_longest_ago_is_dropped() {
        let cache = EmbeddingCache::default();
        for text in 0..MOST {
            ask(&cache, &text.to_string(), 1.0);
        }
        ask(&cache, "0", 2.0);
        ask(&cache, "one more", 1.0);
        assert_eq!(ask(&cache, "0", 2.0), Some(Ok(vec![1.0])), "it was asked again");
        assert_eq!(ask(&cache, "1", 2.0), Some(Ok(vec![2.0])));
    }
}
