//! The user's decision about a held tool call. See `components/held_call.rs`.

use super::{
    Chat,
    kept_memories::{only, with_made_room},
};
use crate::texts::{errors::Localized, tools::held_outcomes};
use ricordo_core::{id::MessageId, memory::Memory, message::Part, session::DecidedCall, tools::ToolEvent};

impl Chat {
    /// Makes a held call, or dismisses it. One tab at a time, so that a call is never made twice.
    pub(super) fn decide_call(self, message: MessageId, call: usize, allowed: bool) {
        self.act(async move |chat: Self, id| {
            let session = chat.storage.session();
            let decided = if allowed {
                session.allow_call(id, message, call).await?
            } else {
                session.dismiss_call(id, message, call).await?
            };
            chat.refresh(id).await;
            let made_room = decided.as_ref().map(archived).unwrap_or_default();
            let notice = with_made_room(sentence(decided.as_ref(), allowed), &made_room);
            if decided.is_some_and(|decided| decided.can_be_undone) {
                let undo = chat.undo_since(id, None).await;
                chat.say_kept(id, notice, only(&made_room), undo);
            } else {
                chat.notices.say(notice);
            }
            Ok(None)
        });
    }
}

/// What became of a call, as a sentence. `decided` is `None` if the call was decided before.
fn sentence(decided: Option<&DecidedCall>, allowed: bool) -> String {
    let Some(DecidedCall { result, events, .. }) = decided else { return held_outcomes().decided.to_owned() };
    let refused = events.iter().find_map(|event| match event {
        ToolEvent::MemoryRefused(refusal) => Some(refusal.localized()),
        ToolEvent::TaskRefused(refusal) => Some(refusal.localized()),
        _ => None,
    });
    match result {
        _ if !allowed => held_outcomes().dismissed.to_owned(),
        Part::ToolResult { is_error: true, .. } => refused.unwrap_or_else(|| held_outcomes().gone.to_owned()),
        _ => held_outcomes().done.to_owned(),
    }
}

/// The memories that made room for a new one.
fn archived(decided: &DecidedCall) -> Vec<Memory> {
    let archived = decided.events.iter().filter_map(|event| match event {
        ToolEvent::MemoryArchived(memory) => Some(memory.clone()),
        _ => None,
    });
    archived.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::memory,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{memory::MemoryRefusal, memory::MemoryState};

    fn decided(is_error: bool, events: Vec<ToolEvent>) -> DecidedCall {
        let result = Part::ToolResult { call: "1".to_owned(), content: "m1: saved.".to_owned(), is_error, held: false };
        DecidedCall { result, events, can_be_undone: true }
    }

    #[test]
    fn it_says_what_became_of_a_call() {
        speak(UiLanguage::En);
        let done = decided(false, Vec::new());
        assert_eq!(sentence(Some(&done), true), "Done, as the model asked.");
        assert_eq!(sentence(Some(&done), false), "Dismissed. Nothing was changed.");
        assert_eq!(sentence(None, true), "This was already decided. Nothing more was done.");
        let failed = sentence(Some(&decided(true, Vec::new())), true);
        assert_eq!(failed, "Not done: the model named something that no longer exists.");
        let refused = decided(true, vec![ToolEvent::MemoryRefused(MemoryRefusal::Empty)]);
        assert_eq!(sentence(Some(&refused), true), MemoryRefusal::Empty.localized());
    }

    #[test]
    fn memories_that_made_room_are_found() {
        let old = memory(1, "Likes tea", MemoryState::Archived);
        let new = memory(2, "Likes coffee", MemoryState::Kept);
        let events = vec![ToolEvent::MemoryKept(new), ToolEvent::MemoryArchived(old.clone())];
        assert_eq!(archived(&decided(false, events)), [old]);
    }
}
