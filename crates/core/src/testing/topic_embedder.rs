//! An embedder whose vectors are counts of topics: texts of one topic are near, whichever words or language they use.

use crate::recall::{EmbedError, Embedder, Purpose};
use std::{
    cell::{Cell, RefCell},
    future::pending,
    rc::Rc,
};

/// Words of each topic, by how they begin.
const TOPICS: [&[&str]; 4] = [
    &["hedgehog", "spiny", "їжак"],
    &["car", "vehicle", "engine", "машин"],
    &["dinner", "supper", "вечер"],
    &["weather", "rain", "погод"],
];

/// The embedder. Clones share its state.
#[derive(Clone, Debug)]
pub struct TopicEmbedder {
    id: String,
    is_here: bool,
    /// The error that every call returns, if any.
    pub error: Rc<RefCell<Option<EmbedError>>>,
    /// Whether calls never end.
    pub hangs: Rc<Cell<bool>>,
    /// Length of the vectors; at least that of the topics.
    pub dimension: Rc<Cell<usize>>,
    asked: Rc<RefCell<Vec<(Purpose, String)>>>,
}

impl Default for TopicEmbedder {
    fn default() -> Self {
        Self::with_id("topics")
    }
}

impl TopicEmbedder {
    /// One that stands for another model.
    pub fn with_id(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            is_here: true,
            error: Rc::default(),
            hangs: Rc::default(),
            dimension: Rc::new(Cell::new(TOPICS.len() + 1)),
            asked: Rc::default(),
        }
    }

    /// The same, but not on this computer.
    #[must_use]
    pub fn elsewhere(self) -> Self {
        Self { is_here: false, ..self }
    }

    /// The texts of all calls since this was asked last, and what for.
    pub fn take_asked(&self) -> Vec<(Purpose, String)> {
        self.asked.take()
    }
}

impl Embedder for TopicEmbedder {
    fn id(&self) -> &str {
        &self.id
    }

    fn is_on_this_computer(&self) -> bool {
        self.is_here
    }

    fn most_texts(&self) -> usize {
        8
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.asked.borrow_mut().extend(texts.iter().map(|text| (purpose, (*text).to_owned())));
        if self.hangs.get() {
            pending::<()>().await;
        }
        if let Some(error) = self.error.borrow().clone() {
            return Err(error);
        }
        Ok(texts.iter().map(|text| vector(text, self.dimension.get())).collect())
    }
}

fn vector(text: &str, dimension: usize) -> Vec<f32> {
    let mut vector = vec![0.0; dimension];
    // Something that all texts have, as with real models.
    vector[TOPICS.len()] = 1.0;
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
        for (topic, beginnings) in TOPICS.iter().enumerate() {
            if beginnings.iter().any(|beginning| word.starts_with(beginning)) {
                vector[topic] += 1.0;
            }
        }
    }
    vector
}
