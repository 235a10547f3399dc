//! Parts of keys: the first and the last of each type, for ranges of keys, and how stores write them.

use crate::{
    branch::Sequence,
    digest::Digest,
    id::{
        BlobId, BranchId, ConversationId, DocumentId, ForgetId, MemoryId, MessageId, ProjectId, ProviderId, SummaryId,
        TaskId, TemplateId, UndoId,
    },
    job::Job,
};
use uuid::Uuid;

/// What a store writes for a key, or a part of it. Texts sort by their letters, numbers by size. These are stored with
/// every row, so they never change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredPart {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

impl StoredPart {
    fn text(value: impl ToString) -> Self {
        Self::Text(value.to_string())
    }
}

/// A conversation's id as text; the empty string stands for all conversations and sorts first.
fn or_all(conversation: Option<ConversationId>) -> StoredPart {
    StoredPart::Text(conversation.map_or_else(String::new, |id| id.to_string()))
}

/// A type that keys are made of.
pub trait KeyPart: Sized {
    /// Sorts before all others.
    const FIRST: Self;
    /// Sorts after all others.
    const LAST: Self;

    /// Gives what a store writes for the part. It sorts like the part.
    fn store(self, to: &mut dyn FnMut(StoredPart));

    /// The part of the keys of a conversation (`None`: of all), for a type that names one.
    fn within(_: Option<ConversationId>) -> Option<Self> {
        None
    }
}

macro_rules! ids {
    ($($id:ident),+) => {$(
        impl KeyPart for $id {
            const FIRST: Self = Self(Uuid::nil());
            const LAST: Self = Self(Uuid::max());

            fn store(self, to: &mut dyn FnMut(StoredPart)) {
                to(StoredPart::text(self));
            }
        }
    )+};
}

ids!(
    BlobId, BranchId, DocumentId, ForgetId, MemoryId, MessageId, ProjectId, ProviderId, SummaryId, TaskId, TemplateId,
    UndoId
);

impl KeyPart for ConversationId {
    const FIRST: Self = Self(Uuid::nil());
    const LAST: Self = Self(Uuid::max());

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        to(StoredPart::text(self));
    }

    fn within(of: Option<ConversationId>) -> Option<Self> {
        of
    }
}

impl KeyPart for Option<ConversationId> {
    const FIRST: Self = None;
    const LAST: Self = Some(ConversationId::LAST);

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        to(or_all(self));
    }

    fn within(of: Option<ConversationId>) -> Option<Self> {
        Some(of)
    }
}

impl KeyPart for Sequence {
    const FIRST: Self = Self::MIN;
    const LAST: Self = Self::MAX;

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        to(StoredPart::Number(self.into()));
    }
}

impl KeyPart for i32 {
    const FIRST: Self = Self::MIN;
    const LAST: Self = Self::MAX;

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        to(StoredPart::Number(self.into()));
    }
}

impl KeyPart for Digest {
    const FIRST: Self = Self(u64::MIN);
    const LAST: Self = Self(u64::MAX);

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        // Always 16 digits, so they sort like the number.
        to(StoredPart::text(self));
    }
}

impl KeyPart for Job {
    const FIRST: Self = Self::Compression(ConversationId::FIRST);
    const LAST: Self = Self::ProjectLong(ProjectId::LAST);

    fn store(self, to: &mut dyn FnMut(StoredPart)) {
        // The number before the name keeps the jobs in the order of `Job`.
        let name = match self {
            Self::Compression(_) => "1-compression",
            Self::Extraction(_) => "2-extraction",
            Self::Recent(_) => "3-recent",
            Self::Long(_) => "4-long",
            Self::Title(_) => "5-title",
            Self::ProjectRecent(_) => "6-project-recent",
            Self::ProjectLong(_) => "7-project-long",
        };
        to(StoredPart::text(name));
        match self.project() {
            Some(project) => project.store(to),
            None => to(or_all(self.conversation())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Kind, RecordKey},
        time::Timestamp,
    };

    fn parts(key: RecordKey) -> Vec<StoredPart> {
        let mut parts = Vec::new();
        key.store(&mut |part| parts.push(part));
        parts
    }

    fn texts(parts: &[&str]) -> Vec<StoredPart> {
        parts.iter().map(StoredPart::text).collect()
    }

    #[test]
    fn keys_are_written_as_every_build_wrote_them() {
        let of = ConversationId::new(Timestamp(1), [2; 10]);
        let id = of.to_string();
        let nil = Uuid::nil().to_string();
        let number = |value: i64| StoredPart::Number(value);
        let cases = [
            (RecordKey::Settings, texts(&["settings"])),
            (RecordKey::UserData, texts(&["user_data"])),
            (RecordKey::Conversation(of), texts(&[&id])),
            (RecordKey::Branch(of, BranchId::FIRST), texts(&[&id, &nil])),
            (RecordKey::Message(BranchId::FIRST, 7), [texts(&[&nil]), vec![number(7)]].concat()),
            (RecordKey::Summary(None, SummaryId::FIRST), texts(&["", &nil])),
            (RecordKey::ReplacedSummary(Some(of), SummaryId::FIRST), texts(&[&id, &nil])),
            (RecordKey::Fragment(Digest(0xab)), texts(&["00000000000000ab"])),
            (RecordKey::ComposerDraft(of), texts(&[&id])),
            (RecordKey::QueuedMessage(of, MessageId::FIRST), texts(&[&id, &nil])),
            (
                RecordKey::DayUsage(of, -1, Digest(1)),
                [texts(&[&id]), vec![number(-1)], texts(&["0000000000000001"])].concat(),
            ),
            (RecordKey::Maintenance(Job::Compression(of)), texts(&["1-compression", &id])),
            (RecordKey::Maintenance(Job::Extraction(of)), texts(&["2-extraction", &id])),
            (RecordKey::Maintenance(Job::Recent(None)), texts(&["3-recent", ""])),
            (RecordKey::Maintenance(Job::Long(Some(of))), texts(&["4-long", &id])),
            (RecordKey::Maintenance(Job::Title(of)), texts(&["5-title", &id])),
            (RecordKey::Project(ProjectId::FIRST), texts(&[&nil])),
            (RecordKey::Document(DocumentId::FIRST), texts(&[&nil])),
            (RecordKey::Chunk(DocumentId::FIRST, 7), [texts(&[&nil]), vec![number(7)]].concat()),
            (RecordKey::Maintenance(Job::recent_of(None)), texts(&["3-recent", ""])),
            (RecordKey::Maintenance(Job::recent_of(Some(ProjectId::FIRST))), texts(&["6-project-recent", &nil])),
            (RecordKey::Maintenance(Job::long_of(Some(ProjectId::FIRST))), texts(&["7-project-long", &nil])),
        ];
        for (key, expected) in cases {
            assert_eq!(parts(key), expected, "{key:?}");
        }
    }

    #[test]
    fn what_is_written_sorts_like_the_keys_of_a_kind() {
        for kind in Kind::ALL {
            assert_eq!(RecordKey::first_of(kind).kind(), kind);
            let Some((from, to)) = RecordKey::owned(kind, Some(ConversationId::FIRST)) else { continue };
            assert!(from < to && parts(from) < parts(to), "{kind:?}");
            assert!(RecordKey::owned(kind, None).is_none_or(|(_, before)| before < from), "{kind:?}");
        }
    }

    #[test]
    fn kinds_that_sort_by_conversation_have_a_range_in_each() {
        let with_range: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| RecordKey::owned(*kind, Some(ConversationId::FIRST)).is_some())
            .collect();
        let expected = [
            Kind::Branch,
            Kind::Forget,
            Kind::Mark,
            Kind::Summary,
            Kind::ReplacedSummary,
            Kind::Manifest,
            Kind::QueuedMessage,
            Kind::Undo,
            Kind::DayUsage,
        ];
        assert_eq!(with_range, expected);
    }
}
