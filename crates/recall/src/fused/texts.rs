//! Ranks texts without an index, such as memories and summaries, by words and by meaning.

use super::{IN_CONTEXT, LEAST, Nearness, OWN};
use crate::ranked::{FoundText, Question, Texts, best};
use uuid::Uuid;

/// A text that answers a question.
#[derive(Clone, Debug, PartialEq)]
pub struct FusedText {
    /// Its id.
    pub id: Uuid,
    /// The text with its words. Its score is that of words and meaning together.
    pub text: FoundText,
    /// How near in meaning it is; `None` if it has no vector.
    pub nearness: Option<Nearness>,
}

/// The texts that answer a question best, at most `most`, best first. A text is found if it has words of the question, or if
/// it is nearer in meaning than most. Those that `admits` refuses have no influence on how the others are ranked. Where no
/// text has a nearness, words alone decide, as in [`Texts::find`].
pub fn find_texts(
    texts: &Texts,
    question: &Question,
    nearness: &dyn Fn(Uuid) -> Option<Nearness>,
    admits: &dyn Fn(Uuid) -> bool,
    most: usize,
) -> Vec<FusedText> {
    let question = question.without_dates();
    if question.is_empty() {
        return Vec::new();
    }
    let ranking = texts.recall().ranking(&question, &|_, _, id| admits(id.0));
    let nearness: Vec<Option<Nearness>> = ranking.places().map(|(.., id)| nearness(id.0)).collect();
    let mut scores = ranking.scores();
    for (score, nearness) in scores.iter_mut().zip(&nearness) {
        // A text is its own context, as is a message that stands alone.
        *score += (OWN + IN_CONTEXT) * nearness.map_or(0.0, |nearness| nearness.deviations);
    }
    let is_near = |row: usize| nearness[row].is_some_and(|nearness| nearness.deviations > LEAST);
    let best = best(&scores, &|row| ranking.has_words(row) || is_near(row), most);
    let found = best.into_iter().filter_map(|row| {
        let found = ranking.found(row, scores[row], &question)?;
        Some(FusedText { id: found.message.0, text: FoundText::from(found), nearness: nearness[row] })
    });
    found.collect()
}
