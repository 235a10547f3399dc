//! Memories that only their key words bring into a request: those whose words stand in the message, in what it replies to, or
//! in the exchange before it. They are sent as recalled pieces, at the end of the request, so that what the provider has
//! cached of the beginning stays valid.

use super::outgoing::{Outgoing, Recalled, RecalledContent};
use crate::{
    manifest::SourceId,
    mark::MarkKind,
    memory::{Memory, MemoryState},
    message::{Message, Role, text_of},
    recalled::{RecallLevel, RecallReason},
    snapshot::Snapshot,
    time::{DAY_MS, Now},
};
use ricordo_text::{key_word::Text, small_sort};

/// Messages before the current one whose words count: the last question and its reply.
const BEFORE: usize = 2;

/// What is recalled for a message: the memories that its key words bring in, pinned and then older ones first; then what
/// recall found. A memory with key words is never sent for another reason.
pub(super) fn with_key_words(snapshot: &Snapshot, outgoing: &Outgoing, now: &Now) -> Vec<Recalled> {
    let place = snapshot.place();
    let in_scope = snapshot.memories.iter().filter(|memory| memory.scope.reaches(&place));
    let mut all: Vec<&Memory> = in_scope.filter(|memory| !memory.key_words.is_empty()).collect();
    if all.is_empty() {
        return outgoing.recalled.clone();
    }
    let is_one = |source: &SourceId| all.iter().any(|memory| SourceId::Memory(memory.id) == *source);
    let found = outgoing.recalled.iter().filter(|piece| !piece.sources().iter().any(is_one)).cloned();
    let found: Vec<Recalled> = found.collect();
    all.retain(|memory| memory.state == MemoryState::Kept);
    small_sort::by_key(&mut all, |memory| (!memory.pinned, memory.created_at, memory.id));
    let texts = texts(snapshot, outgoing);
    let texts: Vec<Text<'_>> = texts.iter().map(|text| Text::of(text)).collect();
    let pieces = all.into_iter().filter_map(|memory| {
        let words = words_of(memory, &texts);
        (!words.is_empty()).then(|| piece(memory, words, now))
    });
    pieces.chain(found).collect()
}

/// The key words of a memory that stand in the texts, as they are written there.
fn words_of(memory: &Memory, texts: &[Text<'_>]) -> Vec<String> {
    let found = memory.key_words.iter().filter_map(|word| texts.iter().find_map(|text| text.find(word)));
    found.map(str::to_owned).collect()
}

fn piece(memory: &Memory, words: Vec<String>, now: &Now) -> Recalled {
    let source = SourceId::Memory(memory.id);
    let about = memory.about.as_ref().map(|person| format!("{}: ", person.name)).unwrap_or_default();
    let text = format!("{about}{}", memory.text);
    let days_ago = u32::try_from((now.at.0 - memory.created_at.0).max(0) / DAY_MS).unwrap_or(u32::MAX);
    let level = RecallLevel::Short;
    let reason = RecallReason { words, level, share: 100, nearer_than: None, days_ago, by_key_word: true };
    Recalled { content: RecalledContent::Memory { source, text }, matched: vec![source], ranks: Vec::new(), reason }
}

/// The texts in which key words count. A forgotten or muted message brings nothing in.
fn texts(snapshot: &Snapshot, outgoing: &Outgoing) -> Vec<String> {
    let boundary = snapshot.boundary();
    let is_muted = |message: &Message| {
        snapshot.marks.iter().any(|mark| mark.kind == MarkKind::Muted && mark.message == message.id)
    };
    let is_forgotten = |message: &Message| boundary.is_some_and(|boundary| message.sequence < boundary);
    let is_seen = |message: &&Message| !is_forgotten(message) && !is_muted(message);
    let known = || snapshot.messages.iter().chain(&snapshot.earlier);
    let replied_to = outgoing.reply_to.and_then(|id| known().find(|message| message.id == id)).filter(is_seen);
    let written = snapshot.messages.iter().rev().filter(|message| matches!(message.role, Role::User | Role::Assistant));
    let before = written.filter(is_seen).take(BEFORE);
    let stored = replied_to.into_iter().chain(before).map(Message::text);
    std::iter::once(text_of(&outgoing.parts)).chain(stored).collect()
}
