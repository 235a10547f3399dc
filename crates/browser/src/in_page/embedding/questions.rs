//! The vectors of the last questions, by their texts. Pure.

use std::collections::VecDeque;

/// Number of questions: those of the last minutes, and what was typed on the way to them.
const MOST: usize = 32;

/// The last questions, the one that was used last at the end.
#[derive(Default)]
pub(super) struct Questions {
    vectors: VecDeque<(String, Vec<f32>)>,
}

impl Questions {
    /// The vector of a question, if it was asked.
    pub(super) fn get(&mut self, text: &str) -> Option<Vec<f32>> {
        let at = self.vectors.iter().position(|(question, _)| question == text)?;
        let found = self.vectors.remove(at)?;
        let vector = found.1.clone();
        self.vectors.push_back(found);
        Some(vector)
    }

    /// Keeps the vector of a question that is not there yet.
    pub(super) fn put(&mut self, text: String, vector: Vec<f32>) {
        if self.vectors.len() == MOST {
            self.vectors.pop_front();
        }
        self.vectors.push_back((text, vector));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_questions_that_were_used_last_stay() {
        let mut questions = Questions::default();
        for number in 0..MOST {
            questions.put(number.to_string(), vec![number as f32]);
        }
        assert_eq!(questions.get("0"), Some(vec![0.0]));
        questions.put("new".to_owned(), vec![0.5]);
        assert_eq!(questions.get("1"), None, "it was used longest ago");
        assert_eq!(questions.get("0"), Some(vec![0.0]));
        assert_eq!(questions.get("new"), Some(vec![0.5]));
        assert_eq!(questions.vectors.len(), MOST);
    }
}
