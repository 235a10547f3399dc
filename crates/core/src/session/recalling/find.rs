//! Queries the index, and reads the matches with the messages around them.

use super::{
    super::Session,
    Asking, ByMeaning, Sources, is_enough,
    meaning::Meaning,
    memories::{in_force, kept},
    nearby::{Nearby, is_near, place_of},
    pieces::{Match, of_conversations},
    question::Search,
    reach::Reach,
    readers::Readers,
    summaries,
    weighed::{Weighed, by_score, distinct},
};
use crate::{
    digest::Digest,
    document::{Document, DocumentKind},
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, MessageId},
    manifest::SourceId,
    message::{Message, Role},
    recall::{Embedder, RecallIndex, Seen, SharedRecall, Sight, VectorStore, fact_text},
    record::{Kind, Record, RecordKey},
    store::Store,
};
use futures_util::future::{join, try_join};
use ricordo_recall::{
    fused,
    ranked::{Found, PartKey},
};
use ricordo_text::small_sort;

/// Matches to fetch beyond the wanted pieces: some are side by side, some repeat each other.
const MORE_MATCHES: usize = 4;
/// How often twice as many matches are fetched because some repeat each other: a forked conversation has copies of its messages.
const MOST_DOUBLED: u32 = 2;
/// Messages without text, such as those of tools, that may stand between a match and its neighbours.
const WITHOUT_TEXT: u32 = 4;

/// What was found in conversations and documents, and how near memories and summaries are.
#[derive(Default)]
pub(super) struct FoundMessages {
    /// Best first.
    pub(super) pieces: Vec<Weighed>,
    pub(super) nearby: Nearby,
    /// Whether it was found by words alone although a vector was wanted.
    pub(super) by_words_alone: bool,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The pieces of conversations and documents that answer a question, and how near memories and summaries are to it.
    pub(super) async fn find_messages<E: Embedder, V: VectorStore>(
        &self,
        search: Search<'_>,
        by_meaning: Option<ByMeaning<'_, E, V>>,
    ) -> Result<FoundMessages, Error> {
        let Search { asking, held, readers, .. } = search;
        let settings = asking.levels();
        let Some(recall) = self.store.recall() else { return Ok(FoundMessages::default()) };
        let is_on = settings.short || settings.medium || settings.long || settings.documents;
        // Memories are found where no message is.
        if !is_on && (by_meaning.is_none() || asking.sources != Sources::Everything) {
            return Ok(FoundMessages::default());
        }
        let began = self.host.now().at;
        let loaded = async {
            let everything = settings.medium || settings.long;
            if is_on { self.load_for(recall, asking.snapshot, everything).await } else { Ok(()) }
        };
        let (loaded, meaning) = join(loaded, self.meaning(recall, asking, by_meaning)).await;
        loaded?;
        let reach = reach_in_memory(recall, asking, readers, hidden_of(held));
        let admits = |branch, sequence, id| reach.admits(branch, sequence, id);
        let has_nearest = self.fetch_nearest(recall, (asking, began), &meaning, (by_meaning, &admits)).await;
        let most = settings.most_pieces as usize + MORE_MATCHES;
        let (matches, nearby) = self.ask_index(recall, search, &meaning, &reach, most << MOST_DOUBLED).await;
        let mut pieces = Vec::new();
        for doubled in 0..=MOST_DOUBLED {
            let some = &matches[..matches.len().min(most << doubled)];
            pieces = self.pieces_of(some, search, &reach).await?;
            let distinct = distinct(&pieces);
            if distinct == pieces.len() || distinct >= settings.most_pieces as usize || some.len() == matches.len() {
                break;
            }
        }
        let by_words_alone = matches!(meaning, Meaning::Missing) || !has_nearest;
        Ok(FoundMessages { pieces, nearby, by_words_alone })
    }

    /// At most `most` matches of the index, best first, and how near memories and summaries are.
    async fn ask_index(
        &self,
        recall: &SharedRecall,
        search: Search<'_>,
        meaning: &Meaning,
        reach: &Reach,
        most: usize,
    ) -> (Vec<fused::Found>, Nearby) {
        let admits = |branch, sequence, id| reach.admits(branch, sequence, id);
        let (places, compared) = match meaning {
            Meaning::Is(vector) => {
                let places = places(&recall.index(), search);
                let compared = self.compared(recall, vector, &admits, &places).await;
                compared.map_or_else(Default::default, |compared| (places, compared))
            }
            Meaning::Off | Meaning::Missing => Default::default(),
        };
        let (matches, beside) = fused::find_with(&recall.index().index, search.question, compared, (&admits, most));
        (matches, Nearby::new(&places, beside))
    }

    /// The pieces of some matches, best first. `reach`: what may be found according to what is in memory.
    async fn pieces_of(
        &self,
        matches: &[fused::Found],
        search: Search<'_>,
        reach: &Reach,
    ) -> Result<Vec<Weighed>, Error> {
        let Search { asking, held, readers, .. } = search;
        let settings = asking.levels();
        let is_wanted = |found: &&fused::Found| is_enough(found.message.share, settings) || is_near(found.nearness);
        let wanted = matches.iter().filter(is_wanted).cloned();
        let (chunks, messages): (Vec<_>, Vec<_>) = wanted.partition(|found| reach.is_document(found.message.branch));
        let ids = small_sort::set(messages.iter().filter_map(|found| reach.conversation(found.message.branch)));
        let others = ids.into_iter().filter(|id| *id != asking.snapshot.conversation.id);
        // Another tab may have forgotten, muted or moved something since. The messages are of the same moment as what decides
        // about them.
        let ranges = messages.iter().map(|found| range_around(&found.message, settings.neighbours));
        let ranges = ranges.chain(others.flat_map(Sight::ranges_of)).collect();
        let read = self.store.several_between(ranges);
        let (mut read, mut documents) = try_join(read, self.find_chunks(&chunks, asking)).await?;
        let mut sight = Sight::default();
        sight.put_read(read.split_off(messages.len()).into_iter().flatten());
        let is_still = |seen: &Seen<'_>| readers.may_read(seen.conversation, &asking.snapshot.conversation);
        let reach = Reach::of(asking, sight.all_seen().filter(is_still), hidden_of(held));
        let sent = texts_of(asking, held);
        let checked = messages.into_iter().zip(read).filter_map(|(found, around)| {
            let fused::Found { message: found, nearer_than, nearness } = found;
            let messages = shown(&found, around, &reach, &sent, settings.neighbours)?;
            Some(Match { messages, found, nearer_than, nearness })
        });
        documents.extend(of_conversations(checked.collect(), &reach, asking));
        Ok(by_score(documents))
    }

    /// What is stored now about who may see the messages of some conversations: [`Sight::all_seen`] leaves out those that are
    /// gone, deleted or temporary. `also`: a kind that is read with it.
    pub(super) async fn sight_as_stored(
        &self,
        of: impl IntoIterator<Item = ConversationId>,
        also: Option<Kind>,
    ) -> Result<Sight, StoreError> {
        let ranges = of
            .into_iter()
            .flat_map(|id| Sight::ranges_of(id).chain(also.and_then(|kind| RecordKey::owned(kind, Some(id)))));
        let read = self.store.several_between(ranges.collect()).await?;
        let mut sight = Sight::default();
        sight.put_read(read.into_iter().flatten());
        Ok(sight)
    }
}

/// Where the messages around a match are stored.
fn range_around(found: &Found, neighbours: u32) -> (RecordKey, RecordKey) {
    let around = neighbours + WITHOUT_TEXT;
    let from = RecordKey::Message(found.branch, found.sequence.saturating_sub(around));
    (from, RecordKey::Message(found.branch, found.sequence.saturating_add(around)))
}

/// The places of the vectors of the memories and summaries that may be found, if there are any, and of the messages that the
/// request holds: often those are all messages, and nearness is relative to other messages.
fn places(index: &RecallIndex, search: Search<'_>) -> Vec<(PartKey, MessageId)> {
    let Search { asking, held, .. } = search;
    if asking.sources != Sources::Everything {
        return Vec::new();
    }
    let memories = kept(asking, held).map(|memory| place_of(memory.id.branch(), &fact_text(memory)));
    let own = in_force(search).map(|summary| place_of(summary.id.branch(), &summary.text));
    let loaded = asking.snapshot.messages.iter().chain(&asking.snapshot.earlier);
    let in_request = loaded.filter(|message| held.contains(&SourceId::Message(message.id)));
    let in_request = in_request.map(|message| (PartKey::of(message.branch, message.sequence), message.id));
    let derived: Vec<_> = memories.chain(own).chain(summaries::places(index, search)).collect();
    // Without memories and summaries there is nothing to compare the messages with.
    if derived.is_empty() { derived } else { derived.into_iter().chain(in_request).collect() }
}

/// A match and its neighbours among the messages around it. `None` if the match no longer exists or may not be found.
fn shown(found: &Found, around: Vec<Record>, reach: &Reach, sent: &[Digest], neighbours: u32) -> Option<Vec<Message>> {
    let message = |record| if let Record::Message(message) = record { Some(*message) } else { None };
    let is_shown = |message: &Message| {
        let text = message.text();
        let has_text = matches!(message.role, Role::User | Role::Assistant) && !text.trim().is_empty();
        has_text
            && reach.shows(found.branch, message.sequence, message.id)
            && sent.binary_search(&Digest::of(text.as_bytes())).is_err()
    };
    let mut messages: Vec<Message> = around.into_iter().filter_map(message).filter(is_shown).collect();
    let at = messages.iter().position(|message| message.id == found.message)?;
    if !reach.admits(found.branch, found.sequence, found.message) {
        return None;
    }
    let neighbours = neighbours as usize;
    messages.truncate((at + 1).saturating_add(neighbours));
    messages.drain(..at.saturating_sub(neighbours));
    Some(messages)
}

/// Ids of the messages that a request holds, and the ids under which its chunks are indexed.
fn hidden_of(held: &[SourceId]) -> Vec<MessageId> {
    let hidden = held.iter().filter_map(|source| match source {
        SourceId::Message(id) => Some(*id),
        SourceId::Chunk(document, number) => Some(document.chunk(*number)),
        SourceId::Memory(_) | SourceId::Summary(_) | SourceId::Project(_) => None,
    });
    hidden.collect()
}

/// Digests of the texts of the messages that the request holds: a copy of the conversation has the same texts.
fn texts_of(asking: Asking<'_>, held: &[SourceId]) -> Vec<Digest> {
    let loaded = asking.snapshot.messages.iter().chain(&asking.snapshot.earlier);
    let held = loaded.filter(|message| held.contains(&SourceId::Message(message.id)));
    small_sort::set(held.map(|message| Digest::of(message.text().as_bytes())))
}

/// What may be found, according to the records in memory.
fn reach_in_memory(recall: &SharedRecall, asking: Asking<'_>, readers: &Readers<'_>, held: Vec<MessageId>) -> Reach {
    let own: ConversationId = asking.snapshot.conversation.id;
    let index = recall.index();
    let others = index.sight.iter().flat_map(|sight| {
        let others = sight.conversations().filter(|conversation| conversation.id != own);
        let others = others.filter(|conversation| readers.may_read(conversation, &asking.snapshot.conversation));
        others.map(|conversation| sight.seen(conversation))
    });
    let place = asking.snapshot.place();
    let is_wanted = |document: &&Document| {
        asking.settings.recall.documents
            && document.scope.reaches(&place)
            && (asking.sources != Sources::Repositories || document.kind == DocumentKind::Repository)
    };
    let documents = index.sight.iter().flat_map(|sight| {
        let documents = sight.documents().filter(is_wanted);
        documents.map(|document| (document, sight.hidden_chunks(document.id)))
    });
    Reach::of(asking, others, held).with_documents(documents, Some(own))
}
