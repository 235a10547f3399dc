//! How much each sentence tells. Which are taken is decided elsewhere.
//!
//! The measure is that of LexRank (Erkan and Radev, 2004): a sentence is central when it is near to many that are central.
//! All pairs of thousands of sentences are too many, so a sentence is compared with the sum of all, and with those just
//! before and after it. Then a statement with names, numbers or a decision counts for more, and a question, a greeting
//! or a thank-you for less.

use super::candidates::Candidate;

/// A sentence has this many neighbours on each side: a few turns of a conversation.
const REACH: usize = 8;
/// The walk settles after about so many steps.
const STEPS: usize = 10;
/// Below this worth, per mille, nothing is told: a greeting, a question of one word.
const LEAST_WORTH: u64 = 200;
/// Sentences of more words than these cost more than they tell.
const MANY_WORDS: u64 = 40;

/// How small talk begins, in normal form.
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

/// A score for each candidate; more is better, and 0 is not to be taken. Integers alone, so that it is the same everywhere.
pub(super) fn scores(candidates: &[Candidate<'_>]) -> Vec<u64> {
    let central = random_walk(&near_the_whole(candidates), candidates);
    let score = |(central, candidate): (&u64, &Candidate<'_>)| {
        // What is told far from everything else is told all the same.
        (central * statement(candidate) / 1000).max(u64::from(is_telling(candidate)))
    };
    central.iter().zip(candidates).map(score).collect()
}

/// Whether the sentence states a decision, a number or a name. A name in a greeting is none, and a question states nothing.
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

/// How near each is to the sum of all, in millionths of the nearest.
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

/// Half of a rank is the sentence's own, half comes from its neighbours by how near they are.
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

/// How much more or less the sentence tells than a plain statement does, per mille.
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
