//! Finds passages of documents by words, for the user's own search. It searches every document, including those that the user
//! does not want recalled. It queries the index of recall, which is stored, so the search holds no text of documents in
//! memory.

use super::super::Session;
use crate::{
    branch::Sequence,
    document::{ChunkPlace, Document},
    error::{Error, StoreError},
    host::Host,
    id::{BranchId, DocumentId, MessageId},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    search::{Excerpt, Filter, Hit, Target},
    store::Store,
};
use futures_util::future::try_join_all;
use ricordo_recall::{
    fused,
    ranked::{Found, Question, best_place, places},
};
use ricordo_text::excerpt::around;
use std::{cell::Cell, collections::BTreeMap};

/// Share of the typed words, weighted by their rarity, that a passage must have.
const LEAST_SHARE: f32 = 0.6;
/// Length of an excerpt, in characters.
const SHOWN: usize = 180;

/// A passage of a document that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The chunk, with an excerpt.
    pub hit: Hit,
    /// The name of the document.
    pub name: String,
    /// Where the chunk is in it.
    pub place: ChunkPlace,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The passages that fit some words best, in any of their forms; at most `most`, best first. None without words.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn find_passages(&self, text: &str, filter: &Filter, most: usize) -> Result<Vec<Passage>, Error> {
        let question = Question::new(self.host.now()).with(text, 1.0);
        let Some(recall) = self.store.recall().filter(|_| !question.is_empty() && filter.role.is_none()) else {
            return Ok(Vec::new());
        };
        let documents = self.searched_documents(filter).await?;
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        self.load_all(recall, &|| false).await?;
        let found = {
            let index = recall.index();
            // The chunks are asked for document by document.
            let last: Cell<Option<(BranchId, bool)>> = Cell::new(None);
            let admits = |branch: BranchId, _: Sequence, _: MessageId| {
                let known = last.get().filter(|(other, _)| *other == branch);
                let (_, is_wanted) =
                    known.unwrap_or_else(|| (branch, documents.contains_key(&DocumentId::of_branch(branch))));
                last.set(Some((branch, is_wanted)));
                is_wanted
            };
            fused::find(&index.index, &question, None, &admits, most).unwrap_or_default()
        };
        let passages = found.iter().map(|found| self.passage(&found.message, &documents));
        Ok(try_join_all(passages).await?.into_iter().flatten().collect())
    }

    /// The documents that pass a filter. One is hidden with its conversation, as the messages are.
    async fn searched_documents(&self, filter: &Filter) -> Result<BTreeMap<DocumentId, Document>, Error> {
        let documents = self.documents().await?;
        let deleted: Vec<_> = match documents.iter().any(|document| matches!(document.scope, Scope::Conversation(_))) {
            true => {
                let all = self.store.records(Kind::Conversation).await?.into_iter();
                all.filter_map(|record| match record {
                    Record::Conversation(one) if one.deleted_at.is_some() => Some(one.id),
                    _ => None,
                })
                .collect()
            }
            false => Vec::new(),
        };
        let is_wanted = |document: &Document| {
            let of = if let Scope::Conversation(of) = document.scope { Some(of) } else { None };
            of.is_none_or(|of| !deleted.contains(&of)) && filter.takes(of, document.added_at)
        };
        Ok(documents.into_iter().filter(is_wanted).map(|document| (document.id, document)).collect())
    }

    /// `None`: it has few of the words itself, or it is gone or cannot be read.
    async fn passage(
        &self,
        found: &Found,
        documents: &BTreeMap<DocumentId, Document>,
    ) -> Result<Option<Passage>, StoreError> {
        let id = DocumentId::of_branch(found.branch);
        let Some(document) = documents.get(&id).filter(|_| found.share >= LEAST_SHARE) else { return Ok(None) };
        let key = RecordKey::Chunk(id, found.sequence);
        let Some(Record::Chunk(chunk)) = self.page((key, key), 1).await?.records.pop() else { return Ok(None) };
        let Some(at) = best_place(&found.words, &chunk.text) else { return Ok(None) };
        let text = around(&chunk.text, at, SHOWN);
        let excerpt = Excerpt { found: places(&found.words, &text), text };
        let conversation = if let Scope::Conversation(of) = document.scope { Some(of) } else { None };
        let target = Target::Document { id, chunk: Some(chunk.number) };
        let hit = Hit { target, conversation, at: document.added_at, excerpt };
        Ok(Some(Passage { hit, name: document.name.clone(), place: chunk.place }))
    }
}
