//! Stops a reply that far exceeds the requested length: a server that ignores the limit would fill the memory and run
//! up the bill.

use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    model::ChatEvent,
    tokens::estimate,
};

/// Size that every raw reply may have, in bytes: room for some images, which arrive as text.
const RAW: usize = 16 * 1024 * 1024;
/// Generous raw size of one token in bytes: each token may arrive in its own event, wrapped in JSON.
const RAW_PER_TOKEN: usize = 1024;
/// Bytes of text collected before their tokens are estimated: single fragments of a word would count as one token each.
const GATHERED: usize = 2048;
/// Tokens of reasoning that every reply may have. Some servers limit only the answer after it.
const REASONING: u32 = 131_072;

/// What has arrived of one reply, and the limits.
#[derive(Debug)]
pub struct Limits {
    most_tokens: u32,
    most_bytes: usize,
    answer: Counted,
    reasoning: Counted,
    bytes: usize,
}

/// Text whose tokens are counted.
#[derive(Debug, Default)]
struct Counted {
    tokens: u32,
    gathered: String,
}

impl Counted {
    fn add(&mut self, text: &str) {
        self.gathered.push_str(text);
        if self.gathered.len() >= GATHERED {
            self.tokens = self.tokens.saturating_add(estimate(&self.gathered));
            self.gathered.clear();
        }
    }
}

impl Limits {
    /// Limits for a reply of at most that many tokens. Twice as many plus 200 are allowed, because the count is an
    /// estimate.
    pub fn new(max_response_tokens: u32) -> Self {
        Self {
            most_tokens: max_response_tokens.saturating_mul(2).saturating_add(200),
            most_bytes: raw_size(max_response_tokens).max(RAW),
            answer: Counted::default(),
            reasoning: Counted::default(),
            bytes: 0,
        }
    }

    /// Counts the text of an event.
    pub fn count(&mut self, event: &ChatEvent) {
        match event {
            ChatEvent::Text { text } => self.answer.add(text),
            ChatEvent::Reasoning { text } => self.reasoning.add(text),
            ChatEvent::ToolCall { arguments, .. } => self.answer.add(arguments),
            _ => {}
        }
    }

    /// Adds the bytes of a chunk and checks the limits.
    ///
    /// # Errors
    /// [`ModelErrorKind::RanOn`] if the reply is too long.
    pub fn check(&mut self, bytes: usize) -> Result<(), ModelError> {
        self.bytes = self.bytes.saturating_add(bytes);
        let (answer, reasoning) = (self.answer.tokens, self.reasoning.tokens);
        let most_bytes = self.most_bytes.saturating_add(raw_size(reasoning));
        let is_short = answer <= self.most_tokens && reasoning <= self.most_tokens.max(REASONING);
        if is_short && self.bytes <= most_bytes {
            return Ok(());
        }
        let detail = format!("about {} tokens, {} bytes", answer.saturating_add(reasoning), self.bytes);
        Err(ModelError::new(ModelErrorKind::RanOn, detail))
    }
}

/// The most bytes that so many tokens may arrive in.
fn raw_size(tokens: u32) -> usize {
    usize::try_from(tokens).map_or(usize::MAX, |tokens| tokens.saturating_mul(RAW_PER_TOKEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> ChatEvent {
        ChatEvent::Text { text: text.to_owned() }
    }

    #[test]
    fn a_reply_of_the_length_asked_for_goes_through() {
        let mut limits = Limits::new(300);
        for _ in 0..300 {
            limits.count(&text(" word"));
            assert!(limits.check(300).is_ok());
        }
    }

    #[test]
    fn a_reply_that_never_ends_is_stopped() {
        let mut limits = Limits::new(300);
        let stopped = (0..10_000).position(|_| {
            limits.count(&text(" word"));
            limits.check(100).is_err()
        });
        let stopped = stopped.expect("it is stopped");
        assert!((800..2_000).contains(&stopped), "{stopped}");
    }

    #[test]
    fn reasoning_does_not_count_as_the_answer_and_has_a_limit_of_its_own() {
        let mut limits = Limits::new(2_048);
        let think = |limits: &mut Limits| {
            limits.count(&ChatEvent::Reasoning { text: " word".repeat(1_000) });
            limits.check(300_000)
        };
        for _ in 0..60 {
            assert!(think(&mut limits).is_ok(), "{limits:?}");
        }
        limits.count(&text(&" word".repeat(2_000)));
        assert!(limits.check(10_000).is_ok(), "the answer");
        let stopped = (0..1_000).find_map(|_| think(&mut limits).err()).expect("it is stopped");
        assert_eq!(stopped.kind, ModelErrorKind::RanOn);
    }

    #[test]
    fn bytes_without_words_are_stopped_too() {
        let mut limits = Limits::new(2_048);
        assert!(limits.check(RAW).is_ok());
        assert_eq!(limits.check(1).expect_err("too much").kind, ModelErrorKind::RanOn);
    }

    #[test]
    fn a_long_reply_may_be_long() {
        let mut limits = Limits::new(65_536);
        assert!(limits.check(20_000_000).is_ok());
    }
}
