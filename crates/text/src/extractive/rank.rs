//! Scores how informative each sentence is. The selection is made elsewhere.
//!
//! The measure is that of LexRank (Erkan and Radev, 2004): a sentence is central if it is similar to many central ones.
//! Comparing all pairs of thousands of sentences is too expensive, so a sentence is compared with the sum of all, and
//! with those just before and after it. Statements with names, numbers or a decision then score higher; questions,
//! greetings and thanks score lower.

use super::candidates::Candidate;

/// Number of neighbours on each side: a few turns of a conversation.
const REACH: usize = 8;
/// Iterations until the random walk has about converged.
const STEPS: usize = 10;
/// Score per mille below which a sentence says nothing: a greeting, a one-word question.
const LEAST_WORTH: u64 = 200;
/// Sentences with more words cost more than they are worth.
const MANY_WORDS: u64 = 40;

/// Beginnings of small talk, in normal form.
const CHATTER: &[&str] = &[
    "hi ",
    "hello",
    "hey ",
    "thank",
    "thanks",
    "ok ",
    "okay",
    "great ",
    "sure ",
    "bye ",
    "good morning",
    "good evening",
    "you re welcome",
    "you're welcome",
    "nice ",
    "cool ",
    "lol ",
    "haha",
    "how are you",
    "sounds good",
    "no problem",
    "привіт",
    "вітаю",
    "добрий ",
    "доброго ",
    "дякую",
    "будь ласка",
    "бувай",
    "гаразд",
    "чудово",
    "супер ",
    "ага ",
    "як справи",
    "на здоров",
    "нема за що",
    "привет",
    "здравствуй",
    "добрый ",
    "доброе ",
    "спасибо",
    "пожалуйста",
    "пока ",
    "хорошо ",
    "отлично",
    "ладно",
    "как дела",
    "не за что",
    "рад помочь",
    "класс ",
];

/// The score of each candidate; higher is better, and 0 excludes it. Integer arithmetic only, so that it is the same
/// everywhere.
pub(super) fn scores(candidates: &[Candidate<'_>]) -> Vec<u64> {
    let central = random_walk(&near_the_whole(candidates), candidates);
    let score = |(central, candidate): (&u64, &Candidate<'_>)| {
        // An informative sentence counts even if it is unrelated to everything else.
        (central * statement(candidate) / 1000).max(u64::from(is_telling(candidate)))
    };
    central.iter().zip(candidates).map(score).collect()
}

/// Whether the sentence states a decision, a number or a name. Names in greetings do not count, and a question states
/// nothing.
pub(super) fn is_telling(candidate: &Candidate<'_>) -> bool {
    let states = candidate.decides || !candidate.numbers.is_empty();
    !is_question(candidate) && (states || candidate.names > 0 && !is_chatter(candidate))
}

fn is_question(candidate: &Candidate<'_>) -> bool {
    let ending = candidate.text.trim_end_matches(['"', '\'', '»', '”', ')', '*', '_', '!', '.']);
    ending.ends_with(['?', '？'])
}

fn is_chatter(candidate: &Candidate<'_>) -> bool {
    CHATTER.iter().any(|opening| candidate.opening.starts_with(opening))
}

/// Similarity of each sentence to the sum of all, in millionths of the highest.
fn near_the_whole(candidates: &[Candidate<'_>]) -> Vec<u64> {
    let stems = candidates.iter().flat_map(|candidate| &candidate.weights).map(|(stem, _)| stem + 1).max().unwrap_or(0);
    let mut whole = vec![0_u64; stems];
    for candidate in candidates {
        for (stem, weight) in &candidate.weights {
            whole[*stem] += weight * 1024 / candidate.norm;
        }
    }
    let near = candidates.iter().map(|candidate| {
        let sum: u64 = candidate.weights.iter().map(|(stem, weight)| weight * whole[*stem]).sum();
        sum / candidate.norm
    });
    let near: Vec<u64> = near.collect();
    let nearest = near.iter().copied().max().unwrap_or(0).max(1);
    near.iter().map(|near| near * 1_000_000 / nearest).collect()
}

/// Half of a rank is the sentence's own, half comes from its neighbours, weighted by similarity.
fn random_walk(own: &[u64], candidates: &[Candidate<'_>]) -> Vec<u64> {
    let edges: Vec<Vec<u64>> = candidates
        .iter()
        .enumerate()
        .map(|(at, candidate)| candidates[at + 1..].iter().take(REACH).map(|next| candidate.cosine(next)).collect())
        .collect();
    let mut sums = vec![0_u64; own.len()];
    for (at, nexts) in edges.iter().enumerate() {
        for (step, edge) in nexts.iter().enumerate() {
            sums[at] += edge;
            sums[at + 1 + step] += edge;
        }
    }
    let mut ranks = own.to_vec();
    for _ in 0..STEPS {
        let mut received = vec![0_u64; own.len()];
        for (at, nexts) in edges.iter().enumerate() {
            for (step, edge) in nexts.iter().enumerate() {
                let other = at + 1 + step;
                received[other] += ranks[at] * edge / sums[at].max(1);
                received[at] += ranks[other] * edge / sums[other].max(1);
            }
        }
        ranks = own.iter().zip(&received).map(|(own, received)| (own + received) / 2).collect();
    }
    ranks
}

/// The weight of the sentence relative to a plain statement, per mille.
fn statement(candidate: &Candidate<'_>) -> u64 {
    let mut worth = 1000;
    worth += if candidate.numbers.is_empty() { 0 } else { 300 };
    worth += if candidate.names == 0 { 0 } else { 300 };
    worth += if candidate.decides { 400 } else { 0 };
    if is_question(candidate) {
        worth = worth * 400 / 1000;
    }
    if is_chatter(candidate) {
        worth = worth * 300 / 1000;
    }
    // Stop words are not counted.
    let words = candidate.weights.len();
    worth = match words {
        0 | 1 => worth * 300 / 1000,
        2 => worth * 600 / 1000,
        _ => worth,
    };
    if worth < LEAST_WORTH {
        return 0;
    }
    worth * MANY_WORDS / MANY_WORDS.max(u64::try_from(words).unwrap_or(u64::MAX))
}
