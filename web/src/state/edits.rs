//! What was typed into the editor of a message and is neither sent nor saved. It is kept by message while another
//! conversation is open, while the row of the message is not loaded, and across a reload.

use crate::{browser, mount};
use ricordo_core::{
    id::{ConversationId, MessageId},
    queued::QueuedMessage,
};
use serde_json::{Value, json};
use std::cell::RefCell;

/// Key under which the tab keeps them.
const KEPT: &str = "ricordo.edits";

/// Text typed into an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Conversation of the message.
    pub conversation: ConversationId,
    /// The message.
    pub message: MessageId,
    /// What was typed.
    pub text: String,
    /// Whether the message waited in the queue.
    pub is_queued: bool,
    /// Whether its editor was not closed by the user.
    pub is_open: bool,
    /// Whether the conversation is temporary. Nothing of it outlasts the page.
    pub is_temporary: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<Edit>);

thread_local! {
    static EDITS: RefCell<Option<Edits>> = const { RefCell::new(None) };
}

/// Reads or changes them. They are read from the tab when they are used first.
fn with_edits<T>(act: impl FnOnce(&mut Edits) -> T) -> T {
    EDITS.with_borrow_mut(|edits| {
        let kept = || Edits::of_text(&browser::kept(&mount::own_name(KEPT)).unwrap_or_default());
        act(edits.get_or_insert_with(kept))
    })
}

/// Changes them, also in the tab.
fn change(act: impl FnOnce(&mut Edits)) {
    let text = with_edits(|edits| {
        act(edits);
        edits.to_text()
    });
    browser::keep(&mount::own_name(KEPT), text.as_deref());
}

/// What was typed when this message was last edited.
pub fn typed_for(message: MessageId) -> Option<String> {
    with_edits(|edits| edits.of(message).map(|edit| edit.text.clone()))
}

/// Keeps what is being typed. `before`: the text of the message.
pub fn keep_edit(edit: Edit, before: &str) {
    if edit.text == before { end_edit(edit.message) } else { change(|edits| edits.put(edit)) }
}

/// Forgets what was typed, because it was sent or saved, or is the text of the message again.
pub fn end_edit(message: MessageId) {
    if typed_for(message).is_some() {
        change(|edits| edits.remove(message));
    }
}

/// The user opened the editor of a waiting message, or closed it. What they typed is restored when it is opened again.
pub fn set_open(message: MessageId, is_open: bool) {
    change(|edits| edits.set_open(message, is_open));
}

/// Forgets what was typed in a conversation that is erased, or in all.
pub fn erase_edits(conversation: Option<ConversationId>) {
    change(|edits| edits.erase(conversation));
}

/// The waiting message whose editor was open when the user left.
pub fn open_edit(waiting: &[QueuedMessage]) -> Option<MessageId> {
    with_edits(|edits| edits.open_of(waiting))
}

/// What was typed for a message of this conversation that does not wait any more.
pub fn left_over_edit(conversation: ConversationId, waiting: &[QueuedMessage]) -> Option<Edit> {
    with_edits(|edits| edits.left_over(conversation, waiting).cloned())
}

impl Edits {
    fn of(&self, message: MessageId) -> Option<&Edit> {
        self.0.iter().find(|edit| edit.message == message)
    }

    fn put(&mut self, edit: Edit) {
        self.remove(edit.message);
        self.0.push(edit);
    }

    fn remove(&mut self, message: MessageId) {
        self.0.retain(|edit| edit.message != message);
    }

    fn set_open(&mut self, message: MessageId, is_open: bool) {
        self.0.iter_mut().filter(|edit| edit.message == message).for_each(|edit| edit.is_open = is_open);
    }

    fn erase(&mut self, conversation: Option<ConversationId>) {
        self.0.retain(|edit| conversation.is_some_and(|conversation| edit.conversation != conversation));
    }

    fn open_of(&self, waiting: &[QueuedMessage]) -> Option<MessageId> {
        let is_open = |one: &&QueuedMessage| self.of(one.message).is_some_and(|edit| edit.is_open);
        waiting.iter().find(is_open).map(|one| one.message)
    }

    fn left_over(&self, conversation: ConversationId, waiting: &[QueuedMessage]) -> Option<&Edit> {
        let waits = |edit: &Edit| waiting.iter().any(|one| one.message == edit.message);
        self.0.iter().find(|edit| edit.conversation == conversation && edit.is_queued && edit.is_open && !waits(edit))
    }

    /// Writes them as a text for the tab; `None` if there is nothing to keep.
    fn to_text(&self) -> Option<String> {
        let kept: Vec<Value> = self.0.iter().filter(|edit| !edit.is_temporary).map(Edit::to_json).collect();
        (!kept.is_empty()).then(|| Value::Array(kept).to_string())
    }

    /// Reads what [`Edits::to_text`] wrote. What cannot be read counts as nothing.
    fn of_text(kept: &str) -> Self {
        let kept: Value = serde_json::from_str(kept).unwrap_or_default();
        Self(kept.as_array().into_iter().flatten().filter_map(Edit::of_json).collect())
    }
}

impl Edit {
    fn to_json(&self) -> Value {
        json!([self.conversation.to_string(), self.message.to_string(), self.text, self.is_queued, self.is_open])
    }

    fn of_json(kept: &Value) -> Option<Self> {
        Some(Self {
            conversation: kept[0].as_str()?.parse().ok()?,
            message: kept[1].as_str()?.parse().ok()?,
            text: kept[2].as_str()?.to_owned(),
            is_queued: kept[3].as_bool()?,
            is_open: kept[4].as_bool()?,
            is_temporary: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, message_id};
    use ricordo_core::{draft::ComposerDraft, time::Timestamp};

    /// Text typed for a waiting message of conversation 1, whose editor is open.
    fn edit(number: u32, text: &str) -> Edit {
        Edit {
            conversation: conversation_id(1),
            message: message_id(number),
            text: text.to_owned(),
            is_queued: true,
            is_open: true,
            is_temporary: false,
        }
    }

    fn waiting(numbers: &[u32]) -> Vec<QueuedMessage> {
        let one = |number: &u32| QueuedMessage {
            message: message_id(*number),
            draft: ComposerDraft::text(conversation_id(1), "Next"),
            author: None,
            position: 0,
            created_at: Timestamp(0),
        };
        numbers.iter().map(one).collect()
    }

    fn edits(all: &[Edit]) -> Edits {
        let mut edits = Edits::default();
        all.iter().for_each(|edit| edits.put(edit.clone()));
        edits
    }

    #[test]
    fn what_was_typed_is_kept_by_message_until_it_is_sent() {
        let mut edits = edits(&[edit(1, "ha"), edit(2, "other"), edit(1, "half")]);
        let text = |edits: &Edits, number| edits.of(message_id(number)).map(|edit| edit.text.clone());
        assert_eq!((text(&edits, 1).as_deref(), text(&edits, 2).as_deref()), (Some("half"), Some("other")));
        edits.set_open(message_id(1), false);
        assert_eq!(text(&edits, 1).as_deref(), Some("half"), "Escape keeps it, too");
        edits.remove(message_id(1));
        assert_eq!((text(&edits, 1), text(&edits, 2).as_deref(), text(&edits, 3)), (None, Some("other"), None));
    }

    #[test]
    fn a_reload_keeps_what_was_typed_and_nothing_of_a_temporary_conversation() {
        let odd = "line\n\"quoted\" {braces} \u{202e}שלום 🦔\0";
        let all = [edit(1, odd), Edit { is_queued: false, is_open: false, ..edit(2, "") }];
        let temporary = Edit { is_temporary: true, ..edit(3, "private") };
        let kept = edits(&[all[0].clone(), temporary.clone(), all[1].clone()]).to_text().unwrap();
        assert!(!kept.contains("private"));
        assert_eq!(Edits::of_text(&kept).0, all);
        assert_eq!(edits(&[temporary]).to_text(), None);
        for nothing in ["", "null", "[]", "{", "7", r#"[["id","id","text",true,true],[],7]"#] {
            assert_eq!(Edits::of_text(nothing).0, [], "{nothing}");
        }
    }

    #[test]
    fn an_editor_of_the_queue_opens_where_it_was_left_unless_the_user_closed_it() {
        let mut edits = edits(&[edit(2, "half"), Edit { is_queued: false, ..edit(9, "sent long ago") }]);
        assert_eq!(edits.open_of(&waiting(&[1, 2, 3])), Some(message_id(2)));
        assert_eq!(edits.open_of(&waiting(&[1, 3])), None);
        edits.set_open(message_id(2), false);
        assert_eq!(edits.open_of(&waiting(&[1, 2, 3])), None);
        edits.set_open(message_id(2), true);
        assert_eq!(edits.open_of(&waiting(&[1, 2, 3])), Some(message_id(2)));
    }

    #[test]
    fn what_was_typed_for_a_message_that_left_the_queue_is_given_back_in_its_conversation() {
        let all = [
            edit(1, "half"),
            Edit { conversation: conversation_id(2), ..edit(2, "elsewhere") },
            Edit { is_queued: false, ..edit(3, "a message of the conversation") },
            Edit { is_open: false, ..edit(4, "cancelled") },
        ];
        let edits = edits(&all);
        let left_over =
            |conversation, numbers: &[u32]| edits.left_over(conversation_id(conversation), &waiting(numbers));
        assert_eq!(left_over(1, &[1, 5]), None, "it still waits");
        assert_eq!(left_over(1, &[5]), Some(&all[0]));
        assert_eq!(left_over(2, &[]), Some(&all[1]));
        assert_eq!(left_over(3, &[]), None);
    }

    #[test]
    fn what_is_erased_takes_along_what_was_typed_for_it() {
        let other = Edit { conversation: conversation_id(2), ..edit(2, "other") };
        let mut edits = edits(&[edit(1, "half"), other.clone()]);
        edits.erase(Some(conversation_id(1)));
        assert_eq!(edits.0, [other]);
        edits.erase(None);
        assert_eq!(edits.0, []);
    }
}
