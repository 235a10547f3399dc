//! Sample records: helpers to build a stored conversation in one line, and one record of every kind.

mod drafts;
mod in_a_file;
mod kinds;
mod learned;
mod own_settings;
mod people;
mod work;

pub use drafts::*;
pub use in_a_file::of_every_kind_in_a_file;
pub use kinds::*;
pub use learned::*;
pub use people::user_data;
pub use work::maintenance;

use crate::{
    branch::{Branch, Sequence},
    conversation::{Conversation, TitleOrigin},
    id::{BranchId, ConversationId, ForgetId, MessageId, SummaryId, UndoId},
    message::{Finish, Message, Part, Role},
    record::{
        Record,
        change::Change,
        undo::{Undo, UndoneCommand},
    },
    settings::OwnSettings,
    summary::{Coverage, Maker, OutputTarget, Summary, SummaryKind},
    time::Timestamp,
};

fn bytes(seed: u32) -> [u8; 10] {
    let mut bytes = [7; 10];
    bytes[2..6].copy_from_slice(&seed.to_be_bytes());
    bytes
}

/// The id of the conversation of a seed.
pub fn conversation_id(seed: u32) -> ConversationId {
    ConversationId::new(Timestamp(1_000), bytes(seed))
}

/// The id of the first branch of the conversation of a seed.
pub fn branch_id(seed: u32) -> BranchId {
    BranchId::new(Timestamp(1_001), bytes(seed))
}

/// A conversation last used at `seed` milliseconds past the second.
pub fn conversation(seed: u32) -> Conversation {
    Conversation {
        id: conversation_id(seed),
        title: format!("Conversation {seed}"),
        active_branch: branch_id(seed),
        provider: None,
        created_at: Timestamp(1_000),
        updated_at: Timestamp(1_000 + i64::from(seed)),
        template: None,
        own: OwnSettings::default(),
        reminders: false,
        temporary: false,
        pinned: false,
        archived: false,
        tags: Vec::new(),
        title_origin: TitleOrigin::default(),
        titled_from: Vec::new(),
        deleted_at: None,
        restored_at: None,
        chat: Default::default(),
        people: Vec::new(),
        speaker: None,
        consents: Vec::new(),
        project: None,
        moved_at: None,
    }
}

/// The first branch of the conversation of a seed.
pub fn branch(seed: u32) -> Branch {
    Branch { id: branch_id(seed), conversation: conversation_id(seed), parent: None, first: 0, left_at: None }
}

/// A message on the first branch: of the user at even positions, of the assistant at odd ones. Ten tokens each.
pub fn message(seed: u32, sequence: Sequence, text: &str) -> Message {
    let is_user = sequence.is_multiple_of(2);
    Message {
        id: MessageId::new(Timestamp(2_000 + i64::from(sequence)), bytes(seed)),
        conversation: conversation_id(seed),
        branch: branch_id(seed),
        sequence,
        role: if is_user { Role::User } else { Role::Assistant },
        author: None,
        parts: vec![Part::Text { text: text.to_owned() }],
        reply_to: None,
        created_at: Timestamp(2_000 + i64::from(sequence)),
        offset_minutes: None,
        model: (!is_user).then(|| "scripted".to_owned()),
        finish: (!is_user).then_some(Finish::Complete),
        usage: None,
        tokens: 10,
        tokens_before: u64::from(sequence) * 10,
        exact: None,
        first_word_ms: None,
        total_ms: None,
    }
}

/// The changes that store a conversation with this many messages.
pub fn stored(seed: u32, messages: Sequence) -> Vec<Change> {
    let head = [Record::Conversation(conversation(seed)), Record::Branch(branch(seed))];
    let body = (0..messages).map(|n| Record::Message(Box::new(message(seed, n, &format!("Message {n}")))));
    head.into_iter().chain(body).map(Change::Add).collect()
}

/// An empty undo entry, for the store to fill.
pub fn undo(seed: u32, number: u32) -> Undo {
    Undo {
        id: UndoId::new(Timestamp(3_000 + i64::from(number)), bytes(number)),
        conversation: conversation_id(seed),
        command: UndoneCommand::Forget,
        at: Timestamp(3_000 + i64::from(number)),
        changes: Vec::new(),
        after: Vec::new(),
        number,
        bytes_before: 0,
    }
}

/// The id of a forget.
pub fn forget_id(number: u32) -> ForgetId {
    ForgetId::new(Timestamp(4_000 + i64::from(number)), bytes(number))
}

/// A compressed summary of the messages `from..to` on the first branch, without the sources.
pub fn compressed(seed: u32, number: u32, from: Sequence, to: Sequence) -> Summary {
    Summary {
        id: SummaryId::new(Timestamp(5_000 + i64::from(number)), bytes(number)),
        kind: SummaryKind::Compressed,
        conversation: Some(conversation_id(seed)),
        text: format!("Summary of {from} to {to}."),
        coverage: vec![Coverage { conversation: conversation_id(seed), branch: branch_id(seed), from, to }],
        sources: Vec::new(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        maker: Maker::Extractive,
        prompt_version: 1,
        tokens_before: u64::from(to.saturating_sub(from)) * 10,
        tokens: 8,
        target: OutputTarget::Memory,
        priority: 50,
        created_at: Timestamp(5_000 + i64::from(number)),
        edited_at: None,
        lines_by_worth: Vec::new(),
    }
}
