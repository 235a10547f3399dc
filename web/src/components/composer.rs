//! Composer: the text field, the connection button, Send and Stop.

use super::{
    add_images::{AddImages, pasted},
    field_keys::is_composing,
    focus::focus_composer,
    icon::{Icon, Picture},
    lazy::{Lazy, LazyConsent, LazyPart, LazyQueue, LazySpending, LazySuggestions},
    messages::{Messages, MessagesPart},
    notice::NoticeView,
    privacy::Privacy,
    speaker::Speaker,
    suggestions::option_id,
    to_end::ToEnd,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    scroll::Scroll,
    state::{DialogKind, Step},
    texts::composer::composer as texts,
    words::short,
};
use leptos::{ev::KeyboardEvent, html::Textarea, prelude::*};
use ricordo_core::provider::ProviderKind;

/// Composer and what is directly above it.
#[component]
pub fn Composer(scroll: Scroll) -> impl IntoView {
    let chat = use_chat();
    view! {
        <div class="composer-area">
            <ToEnd scroll/>
            <div class="notice-area" role="status" aria-live="polite"><LazyConsent/><LazySpending/></div>
            <NoticeView/>
            <LazyQueue/>
            <div class="composer">
                <LazySuggestions/>
                <Messages part=MessagesPart::Attachments/>
                <Field/>
                <div class="row">
                    <AddImages/>
                    <Lazy open=chat.is_whole which=LazyPart::Voice/>
                    <Speaker/>
                    <ProviderPill/>
                    <SendOrStop/>
                </div>
            </div>
            <Privacy/>
        </div>
    }
}

#[component]
fn Field() -> impl IntoView {
    let chat = use_chat();
    let composer = chat.composer;
    let field = NodeRef::<Textarea>::new();
    grow(field, chat);
    let has_suggestions = Memo::new(move |_| !composer.suggestions().is_empty());
    view! {
        <textarea
            id="composer"
            data-testid="composer"
            rows="1"
            placeholder=texts().placeholder
            aria-label=texts().label
            aria-autocomplete="list"
            aria-controls=move || has_suggestions.get().then_some("command-suggestions")
            aria-activedescendant=move || has_suggestions.get().then(|| option_id(composer.chosen.get()))
            autocomplete="off"
            enterkeyhint="send"
            dir="auto"
            node_ref=field
            prop:value=move || composer.text.get()
            on:input=move |event| composer.typed(chat, event_target_value(&event))
            on:keydown=move |event| key(chat, &event)
            on:paste=move |event| pasted(chat, &event)
        ></textarea>
    }
}

/// Grows the field with its text in browsers without `field-sizing: content`.
fn grow(field: NodeRef<Textarea>, chat: Chat) {
    Effect::new(move |_| {
        chat.composer.text.track();
        let Some(field) = field.get() else { return };
        if web_sys::css::supports("field-sizing: content").unwrap_or(false) {
            return;
        }
        let _ = field.style(("height", "auto"));
        let height = field.scroll_height();
        let _ = field.style(("height", format!("{height}px")));
    });
}

/// Handles keys: Enter sends, Shift+Enter inserts a line break, the arrow keys choose a suggestion, Tab accepts it,
/// Escape dismisses the list. In an empty field, Ctrl+Z or Cmd+Z undoes the last command, unless it was emptied by typing, and
/// the up arrow edits the last message.
fn key(chat: Chat, event: &KeyboardEvent) {
    let composer = chat.composer;
    if is_composing(event) {
        return;
    }
    let field = FieldNow {
        has_suggestions: untrack(|| !composer.suggestions().is_empty()),
        is_empty: composer.text.with_untracked(String::is_empty),
        is_command: composer.runs_as_it_is(),
        is_emptied: composer.is_emptied.get_value(),
    };
    let has_control = event.ctrl_key() || event.meta_key();
    let Some(pressed) = field.pressed(&browser::key_of(event), event.shift_key(), has_control) else { return };
    match pressed {
        Pressed::Submit => composer.submit(chat),
        Pressed::Accept => composer.accept(chat),
        Pressed::Choose(by) => composer.choose_next(by),
        Pressed::Dismiss => composer.dismiss(),
        Pressed::Undo => chat.step(Step::Undo(None)),
        Pressed::EditLast => chat.step(Step::EditLast),
    }
    event.prevent_default();
}

/// What a key depends on.
#[derive(Clone, Copy, Debug)]
struct FieldNow {
    /// Whether commands are suggested.
    has_suggestions: bool,
    /// Whether nothing is typed.
    is_empty: bool,
    /// Whether the text is a command that can run as it is.
    is_command: bool,
    /// Whether the text was emptied by typing, so that the browser can bring it back.
    is_emptied: bool,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    /// Sends the text or runs it as a command.
    Submit,
    /// Inserts the chosen suggestion.
    Accept,
    /// Moves the choice among the suggestions.
    Choose(isize),
    /// Dismisses the suggestions.
    Dismiss,
    /// Undoes the last command.
    Undo,
    /// Edits the last message of the user.
    EditLast,
}

impl FieldNow {
    /// What a key does; `None` if the browser handles it.
    fn pressed(self, key: &str, has_shift: bool, has_control: bool) -> Option<Pressed> {
        let Self { has_suggestions, is_empty, is_command, is_emptied } = self;
        match key {
            "Enter" if has_shift => None,
            "Enter" if has_suggestions && !is_command => Some(Pressed::Accept),
            "Enter" => Some(Pressed::Submit),
            "Tab" if has_suggestions && !has_shift => Some(Pressed::Accept),
            "ArrowDown" if has_suggestions => Some(Pressed::Choose(1)),
            "ArrowUp" if has_suggestions => Some(Pressed::Choose(-1)),
            "ArrowUp" if is_empty && !has_shift && !has_control => Some(Pressed::EditLast),
            "Escape" if has_suggestions => Some(Pressed::Dismiss),
            "z" if is_empty && !is_emptied && has_control && !has_shift => Some(Pressed::Undo),
            _ => None,
        }
    }
}

/// Button that shows the model that answers and opens the connection dialog.
#[component]
fn ProviderPill() -> impl IntoView {
    let chat = use_chat();
    let provider = Memo::new(move |_| chat.connection.provider());
    let is_in_page = move || provider.with(|provider| provider.kind == ProviderKind::InPage);
    let name = move || {
        let name = chat.connection.answering_name();
        if is_in_page() { texts().in_page.replace("{model}", short(&name)) } else { name }
    };
    let title = move || provider.with(|provider| format!("{} · {}", provider.name, provider.model));
    view! {
        <button
            class="provider-pill"
            data-testid="provider-button"
            title=title
            on:click=move |_| chat.panels.dialogs.open(DialogKind::Provider)
        >
            {move || if is_in_page() {
                view! { <Icon picture=Picture::Chip/> }
            } else {
                view! { <Icon picture=Picture::Server/> }
            }}
            <span class="visually-hidden">{texts().answers}</span>
            <span class="name">{name}</span>
            <Icon picture=Picture::Chevron/>
        </button>
    }
}

#[component]
fn SendOrStop() -> impl IntoView {
    let chat = use_chat();
    let is_streaming = Memo::new(move |_| chat.is_streaming());
    let is_empty = Memo::new(move |_| chat.composer.is_empty());
    let tag = move || chat.consent.tag.get().filter(|_| !is_empty.get());
    let name = move || tag().map_or_else(|| texts().send.to_owned(), |tag| tag.name);
    let send = move |_| {
        chat.composer.submit(chat);
        // The button is disabled or disappears when the text has left.
        focus_composer();
    };
    let stop = move |_| {
        chat.stop();
        focus_composer();
    };
    view! {
        <Show when=move || !(is_streaming.get() && is_empty.get())>
            <button
                class="send"
                data-testid="send"
                aria-label=name
                title=texts().send_title
                disabled=is_empty
                aria-busy=move || chat.composer.is_leaving(chat.id()).to_string()
                on:click=send
            >
                {move || tag().map(|tag| view! { <span class="amount">{tag.short}</span> })}
                <Icon picture=Picture::Up/>
            </button>
        </Show>
        <Show when=move || is_streaming.get()>
            <button class="stop" data-testid="stop" aria-label=texts().stop title=texts().stop on:click=stop>
                <Icon picture=Picture::Square/>
            </button>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: FieldNow = FieldNow { has_suggestions: false, is_empty: true, is_command: false, is_emptied: false };
    const TEXT: FieldNow = FieldNow { is_empty: false, ..EMPTY };
    const HALF_A_COMMAND: FieldNow = FieldNow { has_suggestions: true, ..TEXT };
    const COMMAND: FieldNow = FieldNow { is_command: true, ..HALF_A_COMMAND };

    #[test]
    fn enter_sends_and_completes_a_command_only_while_it_is_not_whole() {
        let enter = |field: FieldNow| field.pressed("Enter", false, false);
        assert_eq!(enter(TEXT), Some(Pressed::Submit));
        assert_eq!(enter(HALF_A_COMMAND), Some(Pressed::Accept));
        assert_eq!(enter(COMMAND), Some(Pressed::Submit), "although longer commands begin with it");
        for field in [EMPTY, TEXT, HALF_A_COMMAND, COMMAND] {
            assert_eq!(field.pressed("Enter", true, false), None, "a line break");
        }
    }

    #[test]
    fn the_keys_of_the_suggestions_belong_to_the_browser_while_there_are_none() {
        for (key, pressed) in [
            ("Tab", Pressed::Accept),
            ("ArrowDown", Pressed::Choose(1)),
            ("ArrowUp", Pressed::Choose(-1)),
            ("Escape", Pressed::Dismiss),
        ] {
            assert_eq!(HALF_A_COMMAND.pressed(key, false, false), Some(pressed), "{key}");
            assert_eq!(TEXT.pressed(key, false, false), None, "{key}");
        }
        assert_eq!(HALF_A_COMMAND.pressed("Tab", true, false), None, "the focus goes back");
    }

    #[test]
    fn undo_takes_a_command_back_only_where_there_is_no_typing_to_undo() {
        assert_eq!(EMPTY.pressed("z", false, true), Some(Pressed::Undo));
        assert_eq!(TEXT.pressed("z", false, true), None);
        assert_eq!(FieldNow { is_emptied: true, ..EMPTY }.pressed("z", false, true), None, "the text comes back");
        assert_eq!(EMPTY.pressed("z", true, true), None, "redo");
        assert_eq!(EMPTY.pressed("z", false, false), None, "the letter");
    }

    #[test]
    fn the_up_arrow_edits_the_last_message_only_where_there_is_nothing_to_move_in() {
        assert_eq!(EMPTY.pressed("ArrowUp", false, false), Some(Pressed::EditLast));
        assert_eq!(TEXT.pressed("ArrowUp", false, false), None);
        assert_eq!(EMPTY.pressed("ArrowUp", true, false), None, "selects");
    }
}
