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

/// What has arrived of one reply, and the limits.
#[derive(Debug)]
pub struct Limits {
    most_tokens: u32,
    most_bytes: usize,
    tokens: u32,
    bytes: usize,
    gathered: String,
}

impl Limits {
    /// Limits for a reply of at most that many tokens. Twice as many plus 200 are allowed, because the count is an
    /// estimate.
    pub fn new(max_response_tokens: u32) -> Self {
        let raw =
            usize::try_from(max_response_tokens).map_or(usize::MAX, |tokens| tokens.saturating_mul(RAW_PER_TOKEN));
        Self {
            most_tokens: max_response_tokens.saturating_mul(2).saturating_add(200),
            most_bytes: raw.max(RAW),
            tokens: 0,
            bytes: 0,
            gathered: String::new(),
        }
    }

    /// Counts the text of an event.
    pub fn count(&mut self, event: &ChatEvent) {
        match event {
            ChatEvent::Text { text } | ChatEvent::Reasoning { text } => self.gathered.push_str(text),
            ChatEvent::ToolCall { arguments, .. } => self.gathered.push_str(arguments),
            _ => {}
        }
        if self.gathered.len() >= GATHERED {
            self.tokens = self.tokens.saturating_add(estimate(&self.gathered));
            self.gathered.clear();
        }
    }

    /// Adds the bytes of a chunk and checks the limits.
    ///
    /// # Errors
    /// [`ModelErrorKind::RanOn`] if the reply is too long.
    pub fn check(&mut self, bytes: usize) -> Result<(), ModelError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.tokens <= self.most_tokens && self.bytes <= self.most_bytes {
            return Ok(());
        }
        let detail = format!("about {} tokens, {} bytes", self.tokens, self.bytes);
        Err(ModelError::new(ModelErrorKind::RanOn, detail))
    }
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
