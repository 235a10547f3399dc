//! Messages that wait for the end of a reply, above the composer: why they wait, and what can be done with each.

use super::{
    field_keys::{FieldKey, field_key},
    icon::{Icon, Picture},
};
use crate::{
    chat::{Chat, button_of, use_chat},
    state::{Edit, keep_edit, queue, typed_for},
    texts::{common::common, fill, queue::queue as texts},
};
use leptos::{ev::KeyboardEvent, html::Textarea, prelude::*};
use ricordo_core::{id::MessageId, queued::QueuedMessage};

/// Characters of a message in the names of its buttons.
const NAMED: usize = 60;

/// The list. It is empty, and not on screen, when nothing waits.
#[component]
pub fn QueueList() -> impl IntoView {
    let chat = use_chat();
    let state = Memo::new(move |_| chat.queue_state());
    let waiting = queue().waiting;
    let count = Memo::new({
        let waiting = waiting.clone();
        move |_| waiting.with(Vec::len)
    });
    let sentence = move || {
        let count = texts().count.say(count.get() as u64);
        format!("{count} {}", state.with(|(sentence, _)| *sentence))
    };
    view! {
        <Show when=move || count.get() != 0>
            <section class="queue" aria-label=texts().name data-testid="queue">
                <div class="head">
                    <p role="status" data-testid="queue-state">{sentence}</p>
                    <Show when=move || state.with(|(_, is_paused)| *is_paused)>
                        <button class="button" data-testid="queue-go-on" on:click=move |_| chat.go_on_with_queue()>
                            {texts().go_on}
                        </button>
                    </Show>
                </div>
                <ol>
                    <For
                        each={
                            let waiting = waiting.clone();
                            move || waiting.get()
                        }
                        key=|one| one.message
                        children=|one| view! { <Waiting one/> }
                    />
                </ol>
            </section>
        </Show>
    }
}

#[component]
fn Waiting(one: QueuedMessage) -> impl IntoView {
    let message = one.message;
    let (edited, waiting) = (queue().edited, queue().waiting);
    let is_edited = Memo::new(move |_| edited.get() == Some(message));
    // A change in another tab draws the message again, but not its editor, and another place draws neither.
    let one = Memo::new(move |before: Option<&QueuedMessage>| {
        let now = waiting.with(|waiting| waiting.iter().find(|other| other.message == message).cloned());
        let now = now.or_else(|| before.cloned()).unwrap_or_else(|| one.clone());
        QueuedMessage { position: 0, ..now }
    });
    view! {
        <li data-testid="queued">
            <Show
                when=move || is_edited.get()
                fallback=move || move || view! { <Shown one=one.get()/> }
            >
                <Editor one=one.get_untracked()/>
            </Show>
        </li>
    }
}

/// A waiting message with its buttons.
#[component]
fn Shown(one: QueuedMessage) -> impl IntoView {
    let chat = use_chat();
    let message = one.message;
    let waiting = queue().waiting;
    let place = Memo::new(move |_| {
        waiting.with(|waiting| (waiting.iter().position(|one| one.message == message), waiting.len()))
    });
    let named = StoredValue::new(beginning(&one));
    let label = move |what: &str| named.with_value(|named| fill(texts().label, &[("what", what), ("text", named)]));
    let button = move |what: &'static str, name: &'static str, picture: Picture| {
        view! {
            <button
                class="icon-button"
                id=button_of(what, message)
                data-testid=format!("queued-{what}")
                aria-label=label(name)
                title=name
                disabled=move || place.with(|(at, of)| is_at_end(what, *at, *of))
                on:click=move |_| press(chat, what, message)
            >
                <Icon picture/>
            </button>
        }
    };
    view! {
        <Text one/>
        <div class="actions">
            <button class="button" data-testid="queued-send" aria-label=label(texts().send_now) title=texts().send_now_hint
                on:click=move |_| chat.send_queued_now(message)>{texts().send_now}</button>
            {button("edit", texts().edit, Picture::Write)}
            <Show when=move || { place.get().1 > 1 }>
                {button("up", texts().move_up, Picture::Up)}
                {button("down", texts().move_down, Picture::Down)}
            </Show>
            {button("drop", texts().drop, Picture::Bin)}
        </div>
    }
}

/// Whether a message cannot be moved further, because it is the first or the last.
fn is_at_end(what: &str, at: Option<usize>, of: usize) -> bool {
    match what {
        "up" => at == Some(0),
        "down" => at.is_some_and(|at| at + 1 == of),
        _ => false,
    }
}

fn press(chat: Chat, what: &str, message: MessageId) {
    match what {
        "edit" => chat.begin_queue_edit(message),
        "drop" => chat.drop_queued(message),
        up_or_down => chat.move_queued(message, up_or_down == "up"),
    }
}

/// The first lines of a message, and what goes with it.
#[component]
fn Text(one: QueuedMessage) -> impl IntoView {
    let more = besides(&one);
    view! {
        <div class="what">
            <p class="text" dir="auto" data-testid="queued-text">{one.draft.text}</p>
            {(!more.is_empty()).then(|| view! { <p class="more">{more}</p> })}
        </div>
    }
}

/// What goes with the text of a message: who wrote it, its images, and that it replies to another.
fn besides(one: &QueuedMessage) -> String {
    let images = one.draft.images.len() as u64;
    let parts = [
        one.author.as_ref().map(|author| author.name.clone()),
        (images > 0).then(|| texts().images.say(images)),
        one.draft.reply_to.map(|_| texts().replies.to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Editor of a waiting message, with the keys of the composer. What is typed outlasts it.
#[component]
fn Editor(one: QueuedMessage) -> impl IntoView {
    let chat = use_chat();
    let field = NodeRef::<Textarea>::new();
    let (conversation, message) = (one.draft.conversation, one.message);
    let text = typed_for(message).unwrap_or_else(|| one.draft.text.clone());
    let one = StoredValue::new(one);
    let typed = move || field.get_untracked().map(|field| field.value()).unwrap_or_default();
    let keep = move |_| {
        let (text, is_temporary) = (typed(), untrack(|| chat.is_temporary()));
        let edit = Edit { conversation, message, text, is_queued: true, is_open: true, is_temporary };
        one.with_value(|one| keep_edit(edit, &one.draft.text));
    };
    let leave = move || chat.cancel_queue_edit(conversation, message);
    let save = move || one.with_value(|one| chat.edit_queued(one, typed().trim().to_owned()));
    let key = move |event: KeyboardEvent| {
        event.stop_propagation();
        match field_key(&event) {
            Some(FieldKey::Submit) => save(),
            Some(FieldKey::Leave) => leave(),
            None => return,
        }
        event.prevent_default();
    };
    view! {
        <textarea
            id="queued-editor"
            data-testid="queued-editor"
            class="input"
            aria-label=texts().edit_label
            autocomplete="off"
            enterkeyhint="done"
            dir="auto"
            prop:value=text
            node_ref=field
            on:input=keep
            on:keydown=key
        ></textarea>
        <div class="actions">
            <button class="button" data-testid="queued-cancel" on:click=move |_| leave()>{common().cancel}</button>
            <button class="button primary" data-testid="queued-save" on:click=move |_| save()>{common().save}</button>
        </div>
    }
}

/// The beginning of a message, for the names of its buttons.
fn beginning(one: &QueuedMessage) -> String {
    let line = one.draft.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = line.chars();
    let head: String = letters.by_ref().take(NAMED).collect();
    match letters.next() {
        Some(_) => format!("{}…", head.trim_end()),
        None if head.is_empty() => texts().images.say(one.draft.images.len() as u64),
        None => head,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::message_id,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{
        draft::ComposerDraft,
        id::{BlobId, ConversationId},
        message::{Author, Part},
        time::Timestamp,
    };

    /// Waiting message with one image.
    fn queued(text: &str) -> QueuedMessage {
        let blob = BlobId::new(Timestamp(1), [1; 10]);
        let image = Part::Image { blob, media_type: String::new(), width: None, height: None, alt: String::new() };
        let draft = ComposerDraft::text(ConversationId::new(Timestamp(1), [1; 10]), text);
        let draft = ComposerDraft { images: vec![image], ..draft };
        QueuedMessage { message: message_id(1), draft, author: None, position: 0, created_at: Timestamp(1) }
    }

    #[test]
    fn only_the_first_message_cannot_move_up_and_only_the_last_down() {
        for (at, of, up, down) in [
            (Some(0), 3, true, false),
            (Some(1), 3, false, false),
            (Some(2), 3, false, true),
            (Some(0), 1, true, true),
            // It was sent meanwhile.
            (None, 3, false, false),
        ] {
            assert_eq!((is_at_end("up", at, of), is_at_end("down", at, of)), (up, down), "{at:?} of {of}");
            assert!(!is_at_end("edit", at, of) && !is_at_end("drop", at, of));
        }
    }

    #[test]
    fn what_goes_with_a_message_is_listed_below_it() {
        speak(UiLanguage::En);
        let author = || Author::new("Ada", None, None);
        let with = |author: Option<Author>, images: usize, reply_to| {
            let mut one = QueuedMessage { author, ..queued("Hi") };
            one.draft.reply_to = reply_to;
            one.draft.images = vec![one.draft.images[0].clone(); images];
            besides(&one)
        };
        assert_eq!(with(None, 0, None), "");
        assert_eq!(with(author(), 0, None), "Ada");
        assert_eq!(with(None, 1, None), "1 image");
        assert_eq!(with(author(), 2, Some(message_id(9))), format!("Ada · 2 images · {}", texts().replies));
    }

    #[test]
    fn a_button_is_named_after_the_beginning_of_its_message() {
        let named = |text: &str| beginning(&queued(text));
        assert_eq!(named(" Two\n lines "), "Two lines");
        assert_eq!(named(""), "1 image");
        let long = named(&"я".repeat(NAMED + 1));
        assert_eq!(long, format!("{}…", "я".repeat(NAMED)));
    }
}
