//! Extractive summaries, made without a model: the most informative sentences, verbatim, in their original order.
//!
//! `rank` scores the sentences; this module selects them. Code blocks are left out.

mod candidates;
mod rank;
pub mod stop_words;

use crate::tokens;
use candidates::Candidate;

/// A message to summarize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utterance<'a> {
    /// Name of the speaker; may be empty.
    pub speaker: &'a str,
    /// Text of the message.
    pub text: &'a str,
}

/// Most sentences of a summary; it also bounds the number of comparisons.
const MOST_SENTENCES: usize = 800;
/// Shortest possible line, in tokens.
const SHORTEST_LINE: u32 = 3;

/// Cosine similarity per mille from which two sentences are redundant.
const REDUNDANT: u64 = 600;
/// The threshold for a sentence that states a decision is higher: one different word can be a different decision.
const REDUNDANT_DECISION: u64 = 850;

/// The most informative sentences, one per line, each after its speaker: `Anna: sentence.`
///
/// The result has at most `max_tokens` by [`tokens::estimate`], and always fewer than the source. It is empty if the
/// source is, or if not even one sentence with its speaker fits. Deterministic on every machine. Close to linear: each
/// sentence is compared with the whole and with its neighbours; only selected ones are compared with each other.
///
/// ```
/// use ricordo_text::extractive::{Utterance, extract};
///
/// let messages = [
///     Utterance { speaker: "Anna", text: "Hi! How are you? We decided to move to Lviv on 5 May." },
///     Utterance { speaker: "Bot", text: "Great. I noted that you move to Lviv." },
/// ];
/// assert_eq!(extract(&messages, 18), "Anna: We decided to move to Lviv on 5 May.");
/// ```
pub fn extract(messages: &[Utterance<'_>], max_tokens: u32) -> String {
    extract_all(messages, max_tokens, max_tokens)
}

/// Like [`extract`], with more room, up to `most` tokens, for every sentence that states a decision, a name or a
/// number: none of them is displaced by a better sentence as long as they fit. Of two redundant ones, one is taken.
pub fn extract_all(messages: &[Utterance<'_>], max_tokens: u32, most: u32) -> String {
    let source = messages.iter().map(|message| tokens::estimate(message.text)).fold(0, u32::saturating_add);
    let limit = max_tokens.max(most).min(source.saturating_sub(1));
    if limit == 0 {
        return String::new();
    }
    let candidates = candidates::of(messages);
    let scores = rank::scores(&candidates);
    let mut order: Vec<usize> = (0..candidates.len()).filter(|at| scores[*at] > 0).collect();
    crate::small_sort::by_key(&mut order, |at| (std::cmp::Reverse(scores[*at]), *at));
    let mut taken = Vec::new();
    choose(&candidates, &order, max_tokens.min(limit), &mut taken);
    if most > max_tokens {
        order.retain(|at| rank::is_telling(&candidates[*at]) && !taken.contains(at));
        choose(&candidates, &order, limit, &mut taken);
    }
    within(&candidates, taken, limit)
}

/// The indexes of an extract's lines, the best first: those with a number, then those that state a decision. If the
/// extract does not fit a prompt, its lines are taken in this order. Uninformative lines are left out.
pub fn by_worth(extract: &str) -> Vec<u32> {
    let utterances = extract.lines().map(|line| match line.split_once(": ") {
        Some((speaker, text)) => Utterance { speaker, text },
        None => Utterance { speaker: "", text: line },
    });
    let candidates = candidates::of(&utterances.collect::<Vec<_>>());
    let scores = rank::scores(&candidates);
    let kind = |at: usize| match (!candidates[at].numbers.is_empty(), candidates[at].decides) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    let mut order: Vec<usize> = (0..candidates.len()).filter(|at| scores[*at] > 0).collect();
    crate::small_sort::by_key(&mut order, |at| (kind(*at), std::cmp::Reverse(scores[*at]), *at));
    let mut lines = Vec::new();
    for line in order.into_iter().filter_map(|at| u32::try_from(candidates[at].message).ok()) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The lines of the selected candidates, given best first, in their original order.
fn within(candidates: &[Candidate<'_>], mut taken: Vec<usize>, limit: u32) -> String {
    loop {
        let text = lines(candidates, &taken);
        // Each line was counted separately; together they may cost a little more.
        if tokens::estimate(&text) <= limit {
            return text;
        }
        taken.pop();
    }
}

/// Selects more candidates, the best first, until the selection has `limit` tokens.
fn choose(candidates: &[Candidate<'_>], order: &[usize], limit: u32, taken: &mut Vec<usize>) {
    let used = taken.iter().map(|at| tokens::estimate(&line(&candidates[*at])));
    let mut left = limit.saturating_sub(used.fold(0, u32::saturating_add));
    for &at in order {
        let candidate = &candidates[at];
        let cost = tokens::estimate(&line(candidate));
        let fits = cost <= left;
        if fits && !taken.iter().any(|other| tells_the_same(candidate, &candidates[*other])) {
            taken.push(at);
            left -= cost;
        }
        if taken.len() >= MOST_SENTENCES || left < SHORTEST_LINE {
            break;
        }
    }
}

fn tells_the_same(one: &Candidate<'_>, taken: &Candidate<'_>) -> bool {
    let near = if one.decides { REDUNDANT_DECISION } else { REDUNDANT };
    one.text == taken.text || (one.adds_nothing_to(taken) && one.cosine(taken) >= near)
}

fn lines(candidates: &[Candidate<'_>], taken: &[usize]) -> String {
    let mut in_order = taken.to_vec();
    crate::small_sort::ascending(&mut in_order);
    let lines: Vec<_> = in_order.iter().map(|at| line(&candidates[*at])).collect();
    lines.join("\n")
}

fn line(candidate: &Candidate<'_>) -> String {
    match candidate.speaker {
        "" => candidate.text.to_owned(),
        speaker => format!("{speaker}: {}", candidate.text),
    }
}

#[cfg(test)]
mod tests;
