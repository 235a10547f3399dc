//! The matches in documents: reads the chunks, checks once more whether they may be found, and joins consecutive ones.

use super::{
    super::Session,
    Asking,
    nearby::is_near,
    reach::{days_between, level_of},
    weighed::{Weighed, percent, words_of},
};
use crate::{
    compile::{Recalled, RecalledChunk, RecalledContent, RecalledDocument},
    document::{Chunk, Document},
    error::StoreError,
    host::Host,
    id::{DocumentId, MessageId},
    manifest::SourceId,
    message::text_of,
    recall::chunk_text,
    recalled::{RecallLevel, RecallReason},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
};
use futures_util::future::{try_join, try_join_all};
use ricordo_recall::{fused, ranked::best_place};
use ricordo_text::small_sort;

/// A chunk that answers a question.
struct ChunkMatch {
    found: fused::Found,
    chunk: Chunk,
}

impl ChunkMatch {
    /// Whether the chunk answers the question itself, instead of standing beside a chunk that does: chunks are long.
    fn answers(&self, document: &Document) -> bool {
        is_near(self.found.nearness) || {
            let text = text_of(&chunk_text(document, &self.chunk).parts);
            best_place(&self.found.message.words, &text).is_some()
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The pieces of documents that answer a question. `found`: the chunks.
    pub(super) async fn find_chunks(
        &self,
        found: &[fused::Found],
        asking: Asking<'_>,
    ) -> Result<Vec<Weighed>, StoreError> {
        let ids = small_sort::set(found.iter().map(|found| DocumentId::of_branch(found.message.branch)));
        let all = try_join_all(ids.into_iter().map(|id| self.matches_in(id, found, asking))).await?;
        let pieces = all.into_iter().flatten().flat_map(|(document, matches)| {
            joined(matches).into_iter().map(move |group| piece(&document, group, asking))
        });
        Ok(pieces.collect())
    }

    /// The matches in a document, by number. `None` if the document no longer exists or is no longer in scope.
    async fn matches_in(
        &self,
        id: DocumentId,
        found: &[fused::Found],
        asking: Asking<'_>,
    ) -> Result<Option<(Document, Vec<ChunkMatch>)>, StoreError> {
        let own = found.iter().filter(|found| found.message.branch == id.branch());
        let chunks = own.clone().map(|found| RecordKey::Chunk(id, found.message.sequence)).collect();
        let (stored, chunks) = try_join(self.document_as_stored(id), self.each_readable(chunks)).await?;
        let Some((document, hidden)) = stored else { return Ok(None) };
        if !document.scope.reaches(&asking.snapshot.place()) {
            return Ok(None);
        }
        let matches = own.zip(chunks).filter_map(|(found, mut read)| match read.pop() {
            Some(Record::Chunk(chunk)) if !hidden.contains(&id.chunk(chunk.number)) => {
                Some(ChunkMatch { found: found.clone(), chunk })
            }
            _ => None,
        });
        let mut matches: Vec<ChunkMatch> = matches.filter(|one| one.answers(&document)).collect();
        small_sort::by_key(&mut matches, |one| one.chunk.number);
        Ok(Some((document, matches)))
    }

    /// What is stored under each of some keys, if it can be read.
    async fn each_readable(&self, keys: Vec<RecordKey>) -> Result<Vec<Vec<Record>>, StoreError> {
        match self.store.several_between(keys.iter().map(|key| (*key, *key)).collect()).await {
            Err(StoreError::Damaged { .. }) => {}
            read => return read,
        }
        let mut read = Vec::with_capacity(keys.len());
        for key in keys {
            read.push(self.page((key, key), 1).await?.records);
        }
        Ok(read)
    }

    /// A document as it is stored now, with the ids of its chunks that are never to be recalled.
    pub(super) async fn document_as_stored(
        &self,
        id: DocumentId,
    ) -> Result<Option<(Document, Vec<MessageId>)>, StoreError> {
        let read = self.store.record(RecordKey::Document(id));
        let (document, marks) = try_join(read, self.owned(Kind::Mark, Some(id.marks()))).await?;
        let hidden = marks.into_iter().filter_map(|record| match record {
            Record::Mark(mark) => Some(mark.message),
            _ => None,
        });
        Ok(match document {
            Some(Record::Document(document)) => Some((document, hidden.collect())),
            _ => None,
        })
    }
}

/// Matches by number, in groups of consecutive chunks.
fn joined(matches: Vec<ChunkMatch>) -> Vec<Vec<ChunkMatch>> {
    let mut groups: Vec<Vec<ChunkMatch>> = Vec::new();
    for one in matches {
        let follows = |group: &&mut Vec<ChunkMatch>| {
            group.last().is_some_and(|last| last.chunk.number.checked_add(1) == Some(one.chunk.number))
        };
        match groups.last_mut().filter(follows) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// A piece of a document: consecutive chunks.
fn piece(document: &Document, group: Vec<ChunkMatch>, asking: Asking<'_>) -> Weighed {
    let mut best: Vec<&fused::Found> = group.iter().map(|one| &one.found).collect();
    best.sort_by(|one, other| other.message.score.total_cmp(&one.message.score));
    let share = best.iter().map(|found| found.message.share).fold(0.0, f32::max);
    let scores = best.iter().map(|found| found.message.score).collect();
    let nearer_than = best.iter().filter_map(|found| found.nearer_than).reduce(f32::max).map(percent);
    let nearness = best.iter().filter_map(|found| found.nearness).reduce(f32::max);
    let words = words_of(best.iter().map(|found| &found.message));
    let matched = best.iter().map(|found| SourceId::Chunk(document.id, found.message.sequence)).collect();
    let days_ago = days_between(document.added_at, asking.now.at);
    let is_own = document.scope == Scope::Conversation(asking.snapshot.conversation.id);
    let level =
        if is_own { RecallLevel::Short } else { level_of(document.added_at, asking.now.at, asking.settings.recall) };
    let content = content(document, group.into_iter().map(|one| one.chunk), false);
    let reason = RecallReason { words, level, share: percent(share), nearer_than, days_ago, by_key_word: false };
    Weighed { piece: Recalled { content, matched, ranks: Vec::new(), reason }, share, nearness, scores }
}

/// The part of a document that is sent.
fn content(document: &Document, chunks: impl Iterator<Item = Chunk>, is_whole: bool) -> RecalledContent {
    let chunks = chunks.map(|chunk| RecalledChunk { number: chunk.number, text: chunk.text, place: chunk.place });
    RecalledContent::Document(RecalledDocument {
        id: document.id,
        name: document.name.clone(),
        chunks: chunks.collect(),
        is_whole,
    })
}

/// A short document as a piece.
pub(super) fn whole(document: &Document, chunks: Vec<Chunk>, days_ago: u32) -> Recalled {
    let matched = chunks.iter().map(|chunk| SourceId::Chunk(document.id, chunk.number)).collect();
    let level = RecallLevel::Short;
    let reason = RecallReason { words: Vec::new(), level, share: 0, nearer_than: None, days_ago, by_key_word: false };
    Recalled { content: content(document, chunks.into_iter(), true), matched, ranks: Vec::new(), reason }
}
