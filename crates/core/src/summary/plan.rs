//! Plans the requests that turn many messages into one text: map each chunk, then merge until one text is left.
//!
//! A pure function of the chunks and the finished parts, so it resumes where a closed tab stopped, and never requests a
//! part twice.

use super::chunks::Chunk;
use crate::{
    digest::Digest,
    maintenance::FinishedChunk,
    prompt::{Filling, TemplateError, fill},
    tokens::estimate,
};

/// A chunk of a long source of at most this many tokens goes into the merge verbatim: a model would not make it
/// shorter.
const VERBATIM: u32 = 64;
/// The requested text is at most the source's size divided by this.
const ASKED_SHARE: u32 = 2;
/// Smallest size that is requested, in tokens.
const LEAST_ASKED: u32 = 32;
/// A merge takes at least this many texts.
const MERGED_AT_ONCE: u32 = 4;

/// Size limit of the answer about a part that is cut for `room` tokens, small enough that several parts fit one merge.
pub fn part_limit(max_tokens: u32, room: u32) -> u32 {
    max_tokens.min(room / MERGED_AT_ONCE).max(LEAST_ASKED)
}

/// A text to be made of chunks.
#[derive(Clone, Debug)]
pub struct Work {
    /// The source, cut to fit the model.
    pub chunks: Vec<Chunk>,
    /// Largest source a model can take now, in tokens. Finished chunks may have been cut for another size.
    pub chunk_tokens: u32,
    /// Size limit of the text, in tokens.
    pub max_tokens: u32,
    /// Prompt for a chunk, with `{history_messages}`.
    pub template: String,
    /// Prompt for a merge, in the same form as `template`.
    pub merge_template: String,
}

/// A request to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Key of the stored answer: the digest of the source and everything else in the request.
    pub key: Digest,
    /// The complete prompt.
    pub prompt: String,
    /// Size of the source, in tokens.
    pub source_tokens: u32,
    /// Longest answer that is accepted, in tokens. The prompt asks for no more, and for less if the source is short.
    pub max_tokens: u32,
    /// Number of finished requests.
    pub done: u32,
    /// Estimated total number of requests.
    pub of: u32,
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this request.
    Ask(Box<Question>),
    /// Finished: this is the text.
    Done(String),
}

impl Work {
    /// The next step.
    ///
    /// # Errors
    /// [`TemplateError`] for a prompt without a placeholder for the messages.
    pub fn next(&self, finished: &[FinishedChunk]) -> Result<Next, TemplateError> {
        let mut asking = Asking { finished, open: None, done: 0 };
        let part = self.part_tokens(self.chunk_tokens);
        let mut texts = Vec::new();
        for chunk in &self.chunks {
            texts.extend(self.text_of(chunk, &mut asking)?);
        }
        let mut expected = asking.done + u32::from(asking.open.is_some());
        expected = expected.max(u32::try_from(self.chunks.len()).unwrap_or(u32::MAX));
        if self.chunks.len() > 1 {
            expected = expected.saturating_add(1);
        }
        while asking.open.is_none() && texts.len() > 1 {
            let joined = texts.join("\n\n");
            if estimate(&joined) <= self.max_tokens {
                texts = vec![joined];
                break;
            }
            let groups = self.groups(&texts);
            let most = if groups.len() == 1 { self.max_tokens } else { part };
            let mut merged = Vec::new();
            for group in groups {
                match group {
                    [alone] => merged.push(alone.clone()),
                    _ => merged.extend(asking.answer(&self.merge_template, &group.join("\n\n"), most)?),
                }
            }
            texts = merged;
        }
        Ok(match asking.open {
            Some(question) => {
                Next::Ask(Box::new(Question { done: asking.done, of: expected.max(asking.done + 1), ..question }))
            }
            None => Next::Done(texts.pop().unwrap_or_default()),
        })
    }

    /// How many of the first chunks need no further request.
    ///
    /// # Errors
    /// As [`Work::next`].
    pub fn answered(&self, finished: &[FinishedChunk]) -> Result<usize, TemplateError> {
        let mut asking = Asking { finished, open: None, done: 0 };
        for (number, chunk) in self.chunks.iter().enumerate() {
            if self.text_of(chunk, &mut asking)?.is_none() {
                return Ok(number);
            }
        }
        Ok(self.chunks.len())
    }

    /// The text that replaces a chunk; `None` if it must be requested.
    fn text_of(&self, chunk: &Chunk, asking: &mut Asking<'_>) -> Result<Option<String>, TemplateError> {
        if self.chunks.len() > 1 && chunk.tokens <= VERBATIM {
            return Ok(Some(chunk.text.clone()));
        }
        asking.answer(&self.template, &chunk.text, self.part_tokens(chunk.room))
    }

    /// Size limit of a part cut for `room` tokens.
    fn part_tokens(&self, room: u32) -> u32 {
        match self.chunks.len() {
            0 | 1 => self.max_tokens,
            _ => part_limit(self.max_tokens, room),
        }
    }

    /// Groups consecutive texts that fit one merge. The first group has at least two, so that every round reduces their
    /// number.
    fn groups<'a>(&self, texts: &'a [String]) -> Vec<&'a [String]> {
        let mut groups = Vec::new();
        let (mut from, mut size) = (0, 0_u32);
        for (index, text) in texts.iter().enumerate() {
            let tokens = estimate(text).saturating_add(2);
            let is_first_pair = groups.is_empty() && index == from + 1;
            if index > from && size.saturating_add(tokens) > self.chunk_tokens && !is_first_pair {
                groups.push(&texts[from..index]);
                (from, size) = (index, 0);
            }
            size = size.saturating_add(tokens);
        }
        groups.push(&texts[from..]);
        groups
    }
}

struct Asking<'a> {
    finished: &'a [FinishedChunk],
    /// The first request without an answer.
    open: Option<Question>,
    done: u32,
}

impl Asking<'_> {
    /// The stored answer, if there is one.
    fn answer(&mut self, template: &str, source: &str, most: u32) -> Result<Option<String>, TemplateError> {
        let source_tokens = estimate(source);
        let asked = most.min((source_tokens / ASKED_SHARE).max(LEAST_ASKED));
        let prompt = fill(template, &Filling { history: source, max_tokens: asked, known_facts: "" })?;
        let key = Digest::of(prompt.as_bytes()).with(&most.to_le_bytes());
        if let Some(found) = self.finished.iter().find(|chunk| chunk.sources == key) {
            self.done += 1;
            return Ok(Some(found.text.clone()));
        }
        let question = Question { key, prompt, source_tokens, max_tokens: most, done: 0, of: 0 };
        self.open.get_or_insert(question);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        maintenance::PartSize,
        summary::{chunks::chunks, sources::sources},
        testing::sample,
    };
    use proptest::prelude::*;

    fn work(messages: u32, chunk_tokens: u32, max_tokens: u32) -> Work {
        let words = "Anna and Boris talk about moving to Lviv in May and what it will cost them.";
        let messages: Vec<_> = (0..messages).map(|n| sample::message(1, n, &format!("{words} Part {n}."))).collect();
        Work {
            chunks: chunks(&sources(&messages, None, &[]), &[PartSize { from: 0, tokens: chunk_tokens }]),
            chunk_tokens,
            max_tokens,
            template: "Map {max_tokens}: {history_messages}".to_owned(),
            merge_template: "Merge {max_tokens}: {history_messages}".to_owned(),
        }
    }

    /// Answers every request with `answer` and returns the prompts and the final text.
    fn played(work: &Work, answer: impl Fn(&Question) -> String) -> (Vec<String>, String) {
        let (mut finished, mut prompts) = (Vec::new(), Vec::new());
        loop {
            match work.next(&finished).unwrap() {
                Next::Done(text) => return (prompts, text),
                Next::Ask(question) => {
                    assert!(question.done < question.of && question.done as usize >= prompts.len(), "{question:?}");
                    prompts.push(question.prompt.clone());
                    finished.push(FinishedChunk { sources: question.key, text: answer(&question) });
                }
            }
        }
    }

    #[test]
    fn what_fits_is_asked_for_at_once() {
        let (prompts, text) = played(&work(6, 4_000, 128), |_| "Short.".to_owned());
        assert_eq!((prompts.len(), text.as_str()), (1, "Short."));
        assert!(prompts[0].starts_with("Map ") && prompts[0].contains("Part 5."), "{prompts:?}");
    }

    #[test]
    fn what_does_not_fit_is_mapped_and_merged() {
        let work = work(200, 400, 80);
        let long = |question: &Question| "word ".repeat(question.max_tokens as usize - 5);
        let (prompts, text) = played(&work, long);
        let merges = prompts.iter().filter(|prompt| prompt.starts_with("Merge")).count();
        assert_eq!(prompts.len() - merges, work.chunks.len());
        assert!(merges > 1, "several rounds: {merges}");
        assert!(estimate(&text) <= 80);
    }

    #[test]
    fn parts_that_fit_together_are_not_merged_by_a_model() {
        let (prompts, text) = played(&work(60, 400, 500), |_| "A part.".to_owned());
        assert!(prompts.iter().all(|prompt| prompt.starts_with("Map")));
        assert!(text.starts_with("A part.\n\nA part."));
    }

    #[test]
    fn a_prompt_without_a_place_for_messages_is_refused() {
        let work = Work { template: "Summarise.".to_owned(), ..work(4, 400, 80) };
        assert_eq!(work.next(&[]), Err(TemplateError::NoHistory));
    }

    #[test]
    fn what_is_answered_is_counted_from_the_first_part_on() {
        let work = work(60, 400, 500);
        let answers = played(&work, |_| "A part.".to_owned()).0.len();
        assert_eq!(work.answered(&[]).unwrap(), 0);
        let Next::Ask(question) = work.next(&[]).unwrap() else { panic!("nothing to ask") };
        let finished = [FinishedChunk { sources: question.key, text: "A part.".to_owned() }];
        assert_eq!((work.answered(&finished).unwrap(), work.chunks.len()), (1, answers));
    }

    #[test]
    fn a_changed_source_is_asked_for_again() {
        let (one, other) = (work(4, 4_000, 80), work(5, 4_000, 80));
        let Next::Ask(question) = one.next(&[]).unwrap() else { panic!("nothing to ask") };
        let finished = [FinishedChunk { sources: question.key, text: "Old.".to_owned() }];
        assert_eq!(one.next(&finished).unwrap(), Next::Done("Old.".to_owned()));
        assert!(matches!(other.next(&finished).unwrap(), Next::Ask(_)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn it_always_comes_to_one_text_that_fits(
            messages in 0u32..80, chunk in 0u32..900, most in 40u32..600, words in 1usize..200,
        ) {
            let work = work(messages, chunk.max(super::super::chunks::SMALLEST_CHUNK), most);
            let (prompts, text) = played(&work, |question| {
                "w ".repeat(words.min(question.max_tokens as usize * 3 / 4)).trim_end().to_owned()
            });
            prop_assert!(prompts.len() <= 3 * messages as usize + 3);
            prop_assert!(work.chunks.len() == 1 || estimate(&text) <= most, "{} of {most}", estimate(&text));
        }
    }
}
