//! Inline editor for a message of the user, with the keys of the composer: Enter sends, Shift+Enter inserts a line
//! break, Escape cancels. Unsent input is kept and restored when the editor is opened again.

use super::field_keys::{FieldKey, field_key};
use crate::{
    browser,
    chat::use_chat,
    state::{Edit, keep_edit, typed_for},
    texts::{common::common, message::message as texts},
};
use leptos::{ev::KeyboardEvent, html::Textarea, prelude::*};
use ricordo_core::message::{Message, Part};
use std::sync::Arc;

/// Text field with its buttons. Takes the focus when it is mounted.
#[component]
pub fn MessageEditor(message: Arc<Message>) -> impl IntoView {
    let chat = use_chat();
    let field = NodeRef::<Textarea>::new();
    field.on_load(|_| browser::focus_next_frame("message-editor"));
    let text = typed_for(message.id).unwrap_or_else(|| message.text());
    let typed = move || field.get_untracked().map(|field| field.value()).unwrap_or_default();
    let message = StoredValue::new(message);
    let keep = move |_| {
        message.with_value(|message| {
            let (conversation, is_temporary) = (message.conversation, untrack(|| chat.is_temporary()));
            let text = typed();
            let edit = Edit { conversation, message: message.id, text, is_queued: false, is_open: true, is_temporary };
            keep_edit(edit, &message.text());
        });
    };
    let leave = move || {
        chat.actions.edited.set(None);
        browser::focus_if_lost([browser::element_of(message.with_value(|message| message.id))]);
    };
    let send = move || {
        let text = typed().trim().to_owned();
        message.with_value(|message| is_something(message, &text).then(|| chat.edit(message, text)));
    };
    let key = move |event: KeyboardEvent| {
        // Keep keys from the message and the page around the editor.
        event.stop_propagation();
        match field_key(&event) {
            Some(FieldKey::Submit) => send(),
            Some(FieldKey::Leave) => leave(),
            None => return,
        }
        event.prevent_default();
    };
    view! {
        <div class="message-editor">
            <textarea
                id="message-editor"
                data-testid="message-editor"
                class="input"
                aria-label=texts().edit_label
                aria-describedby="message-editor-hint"
                autocomplete="off"
                enterkeyhint="send"
                dir="auto"
                prop:value=text
                node_ref=field
                on:input=keep
                on:keydown=key
            ></textarea>
            <p id="message-editor-hint" class="hint">{texts().edit_hint}</p>
            <div class="actions">
                <button class="button" data-testid="edit-cancel" on:click=move |_| leave()>{common().cancel}</button>
                <button class="button primary" data-testid="edit-send" on:click=move |_| send()>{texts().edit_send}</button>
            </div>
        </div>
    }
}

/// Whether there is something to send: an image or a file, which stays with the message, needs no text.
fn is_something(message: &Message, text: &str) -> bool {
    !text.is_empty() || message.parts.iter().any(|part| matches!(part, Part::Image { .. } | Part::File { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message;
    use ricordo_core::{message::Role, testing::sample};

    #[test]
    fn a_message_is_edited_down_to_its_image_but_not_to_nothing() {
        let written = message(4, Role::User, "What is this?");
        let blob = sample::blob(7);
        let image =
            Part::Image { blob: blob.id, media_type: blob.media_type, width: None, height: None, alt: String::new() };
        let shown = Message { parts: vec![image], ..written.clone() };
        for (text, has_image, wanted) in [("", false, false), ("", true, true), ("Where?", false, true)] {
            assert_eq!(is_something(if has_image { &shown } else { &written }, text), wanted, "{text:?} {has_image}");
        }
    }
}
