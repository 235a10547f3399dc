//! A summary without a model: the sentences that tell the most, verbatim, in the order they were said.
//!
//! How much a sentence tells is measured in `rank`; here it is decided which are taken. Blocks of code are left out.

mod candidates;
mod rank;
mod stop_words;

use crate::tokens;
use candidates::Candidate;

/// One message, as far as a summary needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utterance<'a> {
    /// Who says it. Empty: nobody is named.
    pub speaker: &'a str,
    /// What is said.
    pub text: &'a str,
}

/// More sentences than these are no summary; it also bounds the comparisons.
const MOST_SENTENCES: usize = 800;
/// No line is shorter, in tokens.
const SHORTEST_LINE: u32 = 3;

/// Two sentences as near as this, per mille of the cosine, tell the same.
const REDUNDANT: u64 = 600;
/// For a sentence that states a decision they must be nearer: one other word can be another decision.
const REDUNDANT_DECISION: u64 = 850;

/// The sentences that tell the most, one a line, each after its speaker: `Anna: sentence.`
///
/// At most `max_tokens` by [`tokens::estimate`], and always less than the texts of the source. Empty where the source is
/// empty, or where not one sentence with its speaker fits. The same input gives the same bytes everywhere. Close to
/// linear: each sentence is compared with the whole and with its neighbours, and only those taken with each other.
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

/// As [`extract`], with more room, up to `most` tokens, for every sentence that states a decision, a name or a number:
/// none of them is left out for a better one as long as they fit. Of two that state the same, one is taken.
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

/// The lines of an extract by their index, the best first: those with a number, then those that state a decision. Where not
/// the whole extract fits a prompt, its lines are taken in this order. Lines that say nothing are left out.
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

/// The lines of the candidates that are taken, the best first, in the order in which they were said.
fn within(candidates: &[Candidate<'_>], mut taken: Vec<usize>, limit: u32) -> String {
    loop {
        let text = lines(candidates, &taken);
        // The lines were counted one by one; together they may cost a little more.
        if tokens::estimate(&text) <= limit {
            return text;
        }
        taken.pop();
    }
}

/// Takes more of the candidates, the best first, until all that are taken have `limit` tokens.
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
