//! Failures of the model or of the vector store: why nothing is made or moved, and when it is tried again.

use super::Embedding;
use crate::texts::errors::Localized;
use leptos::prelude::*;
use ricordo_core::{recall::EmbedError, time::Timestamp, wire::embeddings::EmbeddingsError};
use std::time::Duration;

/// Why no vectors can be made, or moved, at present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingTrouble {
    /// The reason, as a sentence.
    pub why: String,
    /// When it is tried again.
    pub again_at: Timestamp,
    /// How many times in a row it failed.
    failures: u32,
}

impl EmbeddingTrouble {
    /// What follows a failure: a pause that grows with each, of at least `retry_after` milliseconds.
    pub(super) fn after(before: Option<&Self>, why: String, retry_after: Option<u64>, now: Timestamp) -> Self {
        let failures = before.map_or(0, |before| before.failures).saturating_add(1);
        let pause = i64::try_from(pause_after(failures, retry_after).as_millis()).unwrap_or(i64::MAX);
        Self { why, again_at: Timestamp(now.0.saturating_add(pause)), failures }
    }

    /// Time from now until it is tried again.
    pub fn pause(&self, now: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.again_at.0.saturating_sub(now.0)).unwrap_or_default())
    }
}

impl Embedding {
    /// Time from now until the model or the vector store is tried again after a failure; `None` if nothing failed.
    pub fn pause(self, now: Timestamp) -> Option<Duration> {
        soonest([self.trouble, self.elsewhere.trouble], now)
    }

    pub fn waits(self, now: Timestamp) -> bool {
        self.trouble.with_untracked(|trouble| trouble.as_ref().is_some_and(|trouble| !trouble.pause(now).is_zero()))
    }

    pub fn failed(self, error: &EmbedError, now: Timestamp) {
        self.trouble.update(|trouble| {
            let next = EmbeddingTrouble::after(trouble.as_ref(), error.localized(), retry_after(error), now);
            *trouble = Some(next);
        });
    }
}

/// The shortest pause; `None` if nothing failed.
fn soonest(troubles: [RwSignal<Option<EmbeddingTrouble>>; 2], now: Timestamp) -> Option<Duration> {
    let pauses =
        troubles.map(|trouble| trouble.with_untracked(|trouble| trouble.as_ref().map(|trouble| trouble.pause(now))));
    pauses.into_iter().flatten().min()
}

/// The pause that the server asked for, in milliseconds.
fn retry_after(error: &EmbedError) -> Option<u64> {
    match error {
        EmbedError::Failed(EmbeddingsError::Refused(error)) => error.retry_after_ms,
        _ => None,
    }
}

/// The first pause. Each further failure doubles it.
const FIRST: Duration = Duration::from_secs(60);

/// The longest pause of our own. A server may ask for a longer one.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The pause after this many failures in a row; at least what the server asked for.
pub fn pause_after(failures: u32, retry_after_ms: Option<u64>) -> Duration {
    let doubled = 2_u32.saturating_pow(failures.saturating_sub(1)).saturating_mul(60);
    let own = Duration::from_secs(doubled.into()).clamp(FIRST, LONGEST);
    own.max(retry_after_ms.map(Duration::from_millis).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{super::Elsewhere, *};
    use ricordo_core::error::{ModelError, ModelErrorKind};

    #[test]
    fn the_pause_doubles_up_to_an_hour() {
        let pauses = [0, 1, 2, 3, 7, 40, u32::MAX].map(|failures| pause_after(failures, None).as_secs());
        assert_eq!(pauses, [60, 60, 120, 240, 3_600, 3_600, 3_600]);
    }

    #[test]
    fn a_server_that_asks_for_a_longer_pause_gets_it_and_one_for_a_shorter_does_not() {
        assert_eq!(pause_after(1, Some(7_000_000)).as_secs(), 7_000);
        assert_eq!(pause_after(2, Some(1_000)).as_secs(), 120);
    }

    fn refused(retry_after_ms: Option<u64>) -> EmbedError {
        let error = ModelError { retry_after_ms, ..ModelError::new(ModelErrorKind::RateLimited, "slow") };
        EmbedError::Failed(EmbeddingsError::Refused(error))
    }

    #[test]
    fn a_server_that_asks_for_a_pause_gets_it_and_each_failure_makes_it_longer() {
        let trouble = |before: Option<&EmbeddingTrouble>, error: &EmbedError| {
            EmbeddingTrouble::after(before, String::new(), retry_after(error), Timestamp(1_000))
        };
        assert_eq!((retry_after(&refused(Some(7))), retry_after(&refused(None))), (Some(7), None));
        assert_eq!(retry_after(&EmbedError::NotReady), None);
        let first = trouble(None, &refused(None));
        let second = trouble(Some(&first), &refused(None));
        assert!(second.pause(Timestamp(1_000)) > first.pause(Timestamp(1_000)));
        let long = trouble(None, &refused(Some(3_600_000)));
        assert!(long.pause(Timestamp(1_000)) >= Duration::from_secs(3_600));
        assert!(long.pause(long.again_at).is_zero(), "the time has come");
    }

    #[test]
    fn the_next_run_comes_when_the_first_of_both_is_tried_again() {
        let embedding_trouble = |at: i64| EmbeddingTrouble { why: String::new(), again_at: Timestamp(at), failures: 1 };
        let (own, elsewhere) = (RwSignal::new(None), Elsewhere::new());
        let pause = || soonest([own, elsewhere.trouble], Timestamp(0)).map(|pause| pause.as_millis());
        assert_eq!(pause(), None);
        own.set(Some(embedding_trouble(500)));
        assert_eq!(pause(), Some(500));
        elsewhere.trouble.set(Some(embedding_trouble(200)));
        assert_eq!(pause(), Some(200));
        elsewhere.trouble.set(Some(embedding_trouble(-5)));
        assert_eq!(pause(), Some(0), "it is over");
    }

    #[test]
    fn a_model_that_fails_is_left_alone_until_its_time_has_come() {
        let embedding = Embedding::new(StoredValue::new(String::new()));
        let now = Timestamp(1_000_000);
        assert!(!embedding.waits(now) && embedding.pause(now).is_none());
        embedding.failed(&refused(None), now);
        let trouble = || embedding.trouble.get_untracked().unwrap();
        let first = trouble();
        assert!(embedding.waits(now) && embedding.waits(Timestamp(first.again_at.0 - 1)));
        assert!(!embedding.waits(first.again_at), "it is tried again");
        assert_eq!(first.why, refused(None).localized());
        embedding.failed(&EmbedError::Unusable(ricordo_core::recall::VectorError::NotFinite), first.again_at);
        let second = trouble();
        assert!(second.pause(first.again_at) > first.pause(now), "another reason does not make the pause short again");
        assert_ne!(second.why, first.why, "the last reason is shown");
        embedding.trouble.set(None);
        embedding.failed(&refused(None), now);
        assert_eq!(trouble(), first, "another model has not failed yet");
    }

    #[test]
    fn before_a_model_is_made_no_message_waits_for_another_computer() {
        let embedding = Embedding::new(StoredValue::new(String::new()));
        assert!(!embedding.asks_elsewhere());
        embedding.elsewhere.is_used.set_value(true);
        assert!(embedding.asks_elsewhere(), "the vectors near to it are in a store");
        embedding.elsewhere.renew();
        assert!(!embedding.asks_elsewhere(), "another store is asked when it is needed");
    }
}
