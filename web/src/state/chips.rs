//! Chips under the answered message that show what tools did with the user's memories and tasks.
//!
//! Proposals come from storage, so they survive a reload. The others are reported once, while the turn runs, and
//! disappear when another conversation is shown.

use crate::texts::errors::Localized;
use leptos::prelude::*;
use ricordo_core::{
    id::{MemoryId, MessageId},
    memory::{Memory, MemoryState},
    scope::Scope,
    tools::ToolEvent,
};

/// What a chip shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChipKind {
    /// The model proposes a memory; the user accepts or rejects it.
    Proposed(MemoryId),
    /// A memory was saved.
    Kept(MemoryId),
    /// A field of the user data was set.
    Saved,
    /// The user rejected a proposal.
    Dropped,
    /// The text of a memory changed.
    Changed,
    /// The memory existed already.
    Known,
    /// A memory was archived to make room for another.
    Archived(MemoryId),
    /// A proposal was archived undecided, because too many wait.
    Expired(MemoryId),
    /// A memory was deleted.
    Deleted,
    /// A task was added.
    TaskAdded,
    /// A task was completed.
    TaskDone,
    /// Something was rejected; the text says why.
    Refused,
}

/// One chip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chip {
    /// What was done.
    pub kind: ChipKind,
    /// Text of the memory, field or task.
    pub text: String,
    /// Editable value, if the text starts with the name of a field.
    pub value: Option<String>,
}

impl Chip {
    fn new(kind: ChipKind, text: &str) -> Self {
        Self { kind, text: text.to_owned(), value: None }
    }

    fn of(kind: ChipKind, memory: &Memory) -> Self {
        Self { kind, text: memory.words(), value: memory.field.as_ref().map(|_| memory.text.clone()) }
    }
}

/// Data that the chips are made from.
#[derive(Clone, Copy)]
pub struct Chips {
    memories: RwSignal<Vec<Memory>>,
    reported: RwSignal<Vec<(MessageId, ToolEvent)>>,
}

impl Chips {
    /// Creates an empty state.
    pub fn new() -> Self {
        Self { memories: RwSignal::new(Vec::new()), reported: RwSignal::new(Vec::new()) }
    }

    /// Sets the stored memories.
    pub fn know(self, memories: &[Memory]) {
        if self.memories.with_untracked(|known| known != memories) {
            self.memories.set(memories.to_vec());
        }
    }

    /// Records what a tool did while `message` was answered.
    pub fn tell(self, message: Option<MessageId>, event: ToolEvent) {
        if let ToolEvent::MemoryProposed(memory)
        | ToolEvent::MemoryKept(memory)
        | ToolEvent::MemoryArchived(memory)
        | ToolEvent::MemoryExpired(memory) = &event
        {
            // It is already stored, but the memories are reloaded only when the turn ends.
            self.memories.update(|known| {
                known.retain(|other| other.id != memory.id);
                known.push(memory.clone());
            });
        }
        if let Some(message) = message {
            self.reported.update(|reported| reported.push((message, event)));
        }
    }

    /// Clears the reports when another conversation is shown.
    pub fn clear(self) {
        self.reported.set(Vec::new());
    }

    /// Where a memory is used; `None` if it is no longer stored.
    pub fn scope_of(self, id: MemoryId) -> Option<Scope> {
        self.memories.with(|memories| memories.iter().find(|memory| memory.id == id).map(|memory| memory.scope))
    }

    /// Reads the stored memories.
    pub fn with_memories<T>(self, read: impl FnOnce(&[Memory]) -> T) -> T {
        self.memories.with(|memories| read(memories))
    }

    /// Chips of a message.
    pub fn of(self, message: MessageId) -> Vec<Chip> {
        self.reported.with(|reported| self.memories.with(|memories| chips(message, reported, memories)))
    }
}

fn chips(message: MessageId, reported: &[(MessageId, ToolEvent)], memories: &[Memory]) -> Vec<Chip> {
    let reported: Vec<&ToolEvent> = reported.iter().filter(|(of, _)| *of == message).map(|(_, event)| event).collect();
    let is_reported = |id: MemoryId| {
        reported.iter().any(|event| matches!(event, ToolEvent::MemoryProposed(proposed) if proposed.id == id))
    };
    let mut chips: Vec<Chip> = reported.iter().filter_map(|event| chip(event, memories)).collect();
    let waiting = memories.iter().filter(|memory| {
        memory.state == MemoryState::Proposed
            && memory.source.is_some_and(|source| source.message == message)
            && !is_reported(memory.id)
    });
    chips.extend(waiting.map(|memory| Chip::of(ChipKind::Proposed(memory.id), memory)));
    chips
}

fn chip(event: &ToolEvent, memories: &[Memory]) -> Option<Chip> {
    let with = |kind, text: &str| Some(Chip::new(kind, text));
    match event {
        ToolEvent::MemoryProposed(memory) | ToolEvent::MemoryKept(memory) => {
            // Show the current state: the user may have decided already. A deleted memory has no chip.
            let Some(now) = memories.iter().find(|known| known.id == memory.id) else {
                // An accepted value of a field belongs to the user data and is no longer a memory.
                return memory.field.as_ref().map(|_| Chip::new(ChipKind::Saved, &memory.words()));
            };
            let kind = match now.state {
                MemoryState::Proposed => ChipKind::Proposed(now.id),
                MemoryState::Kept => ChipKind::Kept(now.id),
                MemoryState::Archived => ChipKind::Dropped,
            };
            Some(Chip::of(kind, now))
        }
        ToolEvent::UserDataSaved { field, value } => with(ChipKind::Saved, &format!("{field}: {value}")),
        ToolEvent::MemoryMerged(memory) => with(ChipKind::Known, &memory.text),
        ToolEvent::MemoryChanged { memory, .. } => with(ChipKind::Changed, &memory.text),
        ToolEvent::MemoryArchived(memory) => {
            let now = in_archive(memory, memories)?;
            with(ChipKind::Archived(now.id), &now.text)
        }
        ToolEvent::MemoryExpired(memory) => {
            let now = in_archive(memory, memories)?;
            with(ChipKind::Expired(now.id), &now.words())
        }
        ToolEvent::MemoryDeleted(memory) => with(ChipKind::Deleted, &memory.text),
        ToolEvent::MemoryRefused(refusal) => with(ChipKind::Refused, &refusal.localized()),
        ToolEvent::TaskAdded(task) => with(ChipKind::TaskAdded, &task.title),
        ToolEvent::TaskCompleted(task) => with(ChipKind::TaskDone, &task.title),
        ToolEvent::TaskRefused(refusal) => with(ChipKind::Refused, &refusal.localized()),
    }
}

/// A memory that was archived, as it is stored; `None` once it is not in the archive any more.
fn in_archive<'a>(memory: &Memory, memories: &'a [Memory]) -> Option<&'a Memory> {
    memories.iter().find(|known| known.id == memory.id && known.state == MemoryState::Archived)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{id::ConversationId, memory::MemorySource, time::Timestamp};

    fn asked(of: u8) -> MessageId {
        MessageId::new(Timestamp(0), [of; 10])
    }

    fn memory(state: MemoryState) -> Memory {
        let at = Timestamp(0);
        let source = MemorySource { conversation: ConversationId::new(at, [0; 10]), message: asked(1) };
        Memory {
            id: MemoryId::new(at, [9; 10]),
            text: "Likes tea".to_owned(),
            state,
            source: Some(source),
            pinned: false,
            created_at: at,
            updated_at: at,
            last_used_at: None,
            uses: 0,
            typed: false,
            field: None,
            about: None,
            scope: Default::default(),
            key_words: Vec::new(),
        }
    }

    #[test]
    fn a_proposal_is_shown_once_and_also_after_a_reload() {
        let stored = [memory(MemoryState::Proposed)];
        let reported = [(asked(1), ToolEvent::MemoryProposed(stored[0].clone()))];
        let wanted = vec![Chip::new(ChipKind::Proposed(stored[0].id), "Likes tea")];
        assert_eq!(chips(asked(1), &reported, &stored), wanted);
        assert_eq!(chips(asked(1), &[], &stored), wanted);
        assert!(chips(asked(2), &reported, &stored).is_empty());
    }

    #[test]
    fn a_chip_follows_what_the_user_decided() {
        let reported = [(asked(1), ToolEvent::MemoryProposed(memory(MemoryState::Proposed)))];
        let kind = |stored: &[Memory]| chips(asked(1), &reported, stored).pop().map(|chip| chip.kind);
        assert_eq!(kind(&[memory(MemoryState::Kept)]), Some(ChipKind::Kept(memory(MemoryState::Kept).id)));
        assert_eq!(kind(&[memory(MemoryState::Archived)]), Some(ChipKind::Dropped));
        assert_eq!(kind(&[]), None);
    }

    #[test]
    fn a_field_is_shown_with_its_name_edited_without_and_saved_once_it_is_no_proposal_any_more() {
        let city = Memory { field: Some("City".to_owned()), text: "Lviv".to_owned(), ..memory(MemoryState::Proposed) };
        let reported = [(asked(1), ToolEvent::MemoryProposed(city.clone()))];
        let proposed = chips(asked(1), &reported, std::slice::from_ref(&city)).remove(0);
        assert_eq!((proposed.text.as_str(), proposed.value.as_deref()), ("City: Lviv", Some("Lviv")));
        let saved = chips(asked(1), &reported, &[]).remove(0);
        assert_eq!((saved.kind, saved.text.as_str()), (ChipKind::Saved, "City: Lviv"));
    }

    #[test]
    fn an_archived_memory_is_offered_until_it_is_restored() {
        let archived = memory(MemoryState::Archived);
        let reported = [(asked(1), ToolEvent::MemoryArchived(archived.clone()))];
        let kinds = |stored: &[Memory]| {
            chips(asked(1), &reported, stored).into_iter().map(|chip| chip.kind).collect::<Vec<_>>()
        };
        let none: Vec<ChipKind> = Vec::new();
        assert_eq!(kinds(std::slice::from_ref(&archived)), [ChipKind::Archived(archived.id)]);
        assert_eq!(kinds(&[memory(MemoryState::Kept)]), none);
        assert_eq!(kinds(&[]), none, "it was deleted");
    }

    #[test]
    fn a_suggestion_that_expired_names_its_field_and_is_offered_as_one_that_was_never_saved() {
        let field = Some("City".to_owned());
        let city = Memory { field, text: "Lviv".to_owned(), ..memory(MemoryState::Archived) };
        let state = Chips::new();
        state.tell(Some(asked(1)), ToolEvent::MemoryExpired(city.clone()));
        assert_eq!(state.of(asked(1)), [Chip::new(ChipKind::Expired(city.id), "City: Lviv")]);
        // The user saves it, or the model suggests it again.
        state.know(&[]);
        assert_eq!(state.of(asked(1)), []);
        state.know(&[Memory { state: MemoryState::Kept, ..city }]);
        assert_eq!(state.of(asked(1)), []);
    }

    #[test]
    fn reports_come_in_their_order_before_proposals_that_nobody_reported() {
        let other = MemoryId::new(Timestamp(5), [5; 10]);
        let waiting = Memory { id: other, text: "Likes rain".to_owned(), ..memory(MemoryState::Proposed) };
        let saved = |value: &str| ToolEvent::UserDataSaved { field: "City".to_owned(), value: value.to_owned() };
        let reported = [
            (asked(1), saved("Lviv")),
            (asked(2), saved("Rome")),
            (asked(1), ToolEvent::MemoryMerged(memory(MemoryState::Kept))),
        ];
        let shown: Vec<_> = chips(asked(1), &reported, &[waiting]).into_iter().map(|chip| chip.text).collect();
        assert_eq!(shown, ["City: Lviv", "Likes tea", "Likes rain"]);
    }

    #[test]
    fn what_a_tool_did_is_shown_at_once_and_gone_in_another_conversation() {
        let state = Chips::new();
        let kinds = |of: u8| state.of(asked(of)).into_iter().map(|chip| chip.kind).collect::<Vec<_>>();
        let kept = memory(MemoryState::Kept);
        state.tell(Some(asked(1)), ToolEvent::MemoryKept(kept.clone()));
        state.tell(None, ToolEvent::MemoryDeleted(memory(MemoryState::Kept)));
        assert_eq!((kinds(1), kinds(2)), (vec![ChipKind::Kept(kept.id)], Vec::new()));
        // The user rejects it on the memories page.
        state.know(&[memory(MemoryState::Archived)]);
        assert_eq!(kinds(1), [ChipKind::Dropped]);
        state.clear();
        assert_eq!(kinds(1), []);
    }

    #[test]
    fn another_scope_does_not_make_another_chip_so_that_the_focus_stays_on_it() {
        let state = Chips::new();
        let before = memory(MemoryState::Proposed);
        state.know(std::slice::from_ref(&before));
        let shown = state.of(asked(1));
        let scope = Scope::Conversation(ConversationId::new(Timestamp(0), [0; 10]));
        state.know(&[Memory { scope, ..before.clone() }]);
        assert_eq!((state.of(asked(1)), state.scope_of(before.id)), (shown, Some(scope)));
        state.know(&[]);
        assert_eq!(state.scope_of(before.id), None);
    }

    #[test]
    fn each_thing_that_a_tool_did_has_a_chip_and_a_refusal_says_why() {
        use ricordo_core::{memory::MemoryRefusal, task::TaskRefusal, testing::sample};
        let (kept, task) = (memory(MemoryState::Kept), sample::task(1));
        let (no_fact, no_day) = (MemoryRefusal::Empty, TaskRefusal::NoSuchDay { given: "{given}".to_owned() });
        for language in UiLanguage::all() {
            speak(language);
            let changed = ToolEvent::MemoryChanged { memory: kept.clone(), before: "Likes coffee".to_owned() };
            for (event, kind, text) in [
                (changed, ChipKind::Changed, "Likes tea".to_owned()),
                (ToolEvent::MemoryMerged(kept.clone()), ChipKind::Known, "Likes tea".to_owned()),
                (ToolEvent::MemoryDeleted(kept.clone()), ChipKind::Deleted, "Likes tea".to_owned()),
                (ToolEvent::TaskAdded(task.clone()), ChipKind::TaskAdded, task.title.clone()),
                (ToolEvent::TaskCompleted(task.clone()), ChipKind::TaskDone, task.title.clone()),
                (ToolEvent::MemoryRefused(no_fact), ChipKind::Refused, no_fact.localized()),
                (ToolEvent::TaskRefused(no_day.clone()), ChipKind::Refused, no_day.localized()),
            ] {
                let shown = chips(asked(1), &[(asked(1), event)], &[]);
                assert_eq!(shown, [Chip { kind, text, value: None }], "also if it is no longer stored");
            }
            assert_ne!(no_fact.localized(), no_day.localized());
        }
    }
}
