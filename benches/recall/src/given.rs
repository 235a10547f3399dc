//! Vectors of a model: of a running server, or made by another program, which reads the texts that `--save-texts` writes,
//! and writes what `--vectors` reads.

use crate::{conversation::Conversation, elsewhere::Elsewhere, endpoint::Endpoint, replay};
use ricordo_core::{
    recall::{EmbedError, Embedder},
    session::recalling::{MOST_OF_A_MESSAGE, MOST_OF_A_QUESTION},
    wire::embeddings::{EmbeddingsError, Prefixes, prefixes},
};
use ricordo_recall::{
    fused,
    ranked::{PartKey, Question, Recall},
    vectors::{Embedded, Purpose, Space, Vector, VectorPart, Vectors},
};
use ricordo_record::{author::Author, id::BranchId, time::Now};
use ricordo_text::excerpt::beginning;
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    rc::Rc,
};

/// The vector of each text, and the index of those of the turns.
pub(crate) struct Given {
    prefixes: Prefixes,
    space: Space,
    of: HashMap<String, Vec<f32>>,
    index: Vectors,
    /// The same index with all values in a store; `None`: the values are in the first one.
    elsewhere: Option<Elsewhere>,
}

/// Saves the texts, with the prefixes that multilingual-e5 needs.
pub(crate) fn save_texts(conversations: &[Conversation], path: &str) -> Result<(), String> {
    let texts = texts(conversations, of_a_file());
    fs::write(path, serde_json::json!(texts).to_string()).map_err(|error| format!("{path}: {error}"))
}

/// The prefixes of the texts in files.
fn of_a_file() -> Prefixes {
    prefixes("multilingual-e5-small")
}

fn texts(conversations: &[Conversation], prefixes: Prefixes) -> Vec<String> {
    let texts = conversations.iter().flat_map(|one| {
        let passages = one.turns.iter().map(|turn| passage(prefixes, &turn.speaker, &turn.text));
        passages.chain(one.questions.iter().map(|question| query(prefixes, &question.text)))
    });
    texts.collect()
}

/// As a session asks for it.
fn passage(prefixes: Prefixes, speaker: &str, text: &str) -> String {
    let author = Author::new(speaker, None, None).map(|author| format!("{}: ", author.name)).unwrap_or_default();
    format!("{}{}", prefixes.passage, beginning(&format!("{author}{}", text.trim()), MOST_OF_A_MESSAGE))
}

/// As a session asks for it.
fn query(prefixes: Prefixes, text: &str) -> String {
    format!("{}{}", prefixes.question, beginning(text, MOST_OF_A_QUESTION))
}

impl Given {
    /// Reads a JSON object that has a list of numbers for each text.
    pub(crate) fn read(path: &str, conversations: &[Conversation]) -> Result<Self, String> {
        let json = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let of: HashMap<String, Vec<f32>> =
            serde_json::from_str(&json).map_err(|error| format!("{path} is not an object of vectors: {error}"))?;
        Self::of(conversations, of_a_file(), of)
    }

    /// Asks a server for the vectors.
    pub(crate) fn ask(endpoint: &Endpoint, conversations: &[Conversation]) -> Result<Self, String> {
        let prefixes = endpoint.prefixes();
        Self::of(conversations, prefixes, endpoint.vectors(texts(conversations, prefixes))?)
    }

    fn of(conversations: &[Conversation], prefixes: Prefixes, of: HashMap<String, Vec<f32>>) -> Result<Self, String> {
        let dimension = of.values().next().map_or(0, Vec::len);
        let space = Space::new("given", dimension).map_err(|error| error.to_string())?;
        let mut given = Self { prefixes, index: Vectors::new(space.clone()), elsewhere: None, space, of };
        for (number, conversation) in conversations.iter().enumerate() {
            given.put(number, conversation)?;
        }
        Ok(given)
    }

    /// The same with all vectors in a store elsewhere.
    pub(crate) async fn moved_elsewhere(self) -> Result<Self, String> {
        let index = Vectors::new(self.space.clone());
        let elsewhere = Elsewhere::of(self.index).await.map_err(|error| error.to_string())?;
        Ok(Self { index, elsewhere: Some(elsewhere), ..self })
    }

    /// Whether they are in a store elsewhere.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// Gives `work` the index that a question is compared with.
    async fn with_index<T>(
        &self,
        question: &Vector,
        branch: BranchId,
        work: impl FnOnce(&Vectors) -> T,
    ) -> Result<T, String> {
        match &self.elsewhere {
            None => Ok(work(&self.index)),
            Some(elsewhere) => {
                let found = elsewhere.with_nearest(question, &|other, _, _| other == branch, work).await;
                found.map_err(|error| error.to_string())
            }
        }
    }

    /// Adds the turns of a conversation to the index.
    fn put(&mut self, number: usize, conversation: &Conversation) -> Result<(), String> {
        let mut parts: BTreeMap<PartKey, VectorPart> = BTreeMap::new();
        for (at, turn) in conversation.turns.iter().enumerate() {
            let message = replay::message(number, at, &turn.speaker, &turn.text, turn.at);
            let vector = self.vector(&turn.text, &passage(self.prefixes, &turn.speaker, &turn.text))?;
            let key = PartKey::of(message.branch, message.sequence);
            let part = parts.entry(key).or_insert_with(|| VectorPart::new(self.space.clone()));
            let embedded = Embedded { sequence: message.sequence, message: message.id, at: message.created_at };
            part.put(embedded, Purpose::Passage, &vector).map_err(|error| error.to_string())?;
        }
        for (key, part) in parts {
            self.index.put_part(key, part).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The turns of a conversation that are nearest to a question, nearest first.
    pub(crate) async fn by_vectors(
        &self,
        conversation: usize,
        question: &str,
        most: usize,
    ) -> Result<Vec<usize>, String> {
        let vector = self.vector(question, &query(self.prefixes, question))?;
        let branch = replay::branch(conversation);
        let find = |index: &Vectors| index.find(&vector, &|other, _, _| other == branch, most);
        let near = self.with_index(&vector, branch, find).await?.map_err(|error| error.to_string())?;
        Ok(near.into_iter().map(|near| near.sequence as usize).collect())
    }

    /// The turns of a conversation that answer a question by words and vectors, best first.
    pub(crate) async fn by_both(
        &self,
        recall: &Recall,
        conversation: usize,
        question: &str,
        most: usize,
    ) -> Result<Vec<usize>, String> {
        let vector = self.vector(question, &query(self.prefixes, question))?;
        let branch = replay::branch(conversation);
        let words = Question::new(Now::default()).with(question, 1.0);
        let find =
            |index: &Vectors| fused::find(recall, &words, Some((index, &vector)), &|other, _, _| other == branch, most);
        let found = self.with_index(&vector, branch, find).await?.map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|found| found.message.sequence as usize).collect())
    }

    fn vector(&self, text: &str, prefixed: &str) -> Result<Vector, String> {
        let values = self.of.get(prefixed).ok_or_else(|| format!("There is no vector for \"{prefixed}\"."))?;
        self.space.vector(text, values).map_err(|error| format!("\"{prefixed}\": {error}"))
    }
}

/// What a session asks for its vectors.
#[derive(Clone)]
pub(crate) struct GivenEmbedder(pub(crate) Rc<Given>);

impl Embedder for GivenEmbedder {
    fn id(&self) -> &str {
        "given"
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        64
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let prefix = match purpose {
            Purpose::Passage => self.0.prefixes.passage,
            Purpose::Question => self.0.prefixes.question,
        };
        let vector = |text: &&str| {
            let prefixed = format!("{prefix}{text}");
            let vector = self.0.of.get(&prefixed).cloned();
            // Without it, a session goes on with words alone, and the figures would be theirs.
            if vector.is_none() {
                eprintln!("There is no vector for \"{prefixed}\".");
            }
            vector
        };
        texts.iter().map(vector).collect::<Option<_>>().ok_or(EmbedError::Failed(EmbeddingsError::NoVectors))
    }
}
