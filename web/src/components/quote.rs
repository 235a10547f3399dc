//! Quote of the message that a message replies to: its first words, with a link to it.

use super::icon::{Icon, Picture};
use crate::{chat::use_chat, markdown::in_words, texts::message::message as texts};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    id::MessageId,
    message::{Message, Part},
    store::Store,
};
use std::sync::Arc;

/// Length of a quote, in characters.
const LENGTH: usize = 120;

/// Quote of a message.
#[component]
pub fn Quote(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    let source = RwSignal::new(None::<Option<Arc<Message>>>);
    spawn_local(async move {
        let found = chat.storage.session().store().message(message).await.ok().flatten();
        let _ = source.try_set(Some(found.map(Arc::new)));
    });
    view! {
        {move || source.get().map(|source| match source {
            Some(source) => {
                let place = source.sequence;
                view! {
                    <button class="quote" data-testid="message-quote" title=texts().to_source on:click=move |_| chat.loader.go_to(message, place)>
                        <Icon picture=Picture::Reply/>
                        <span class="visually-hidden">{texts().to_source}": "</span>
                        <span dir="auto">{first_words(&source)}</span>
                    </button>
                }
                .into_any()
            }
            None => view! { <p class="quote gone"><Icon picture=Picture::Reply/>{texts().source_gone}</p> }.into_any(),
        })}
    }
}

fn first_words(message: &Message) -> String {
    let line = in_words(&message.text()).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() && message.parts.iter().any(|part| matches!(part, Part::Image { .. })) {
        return texts().image.to_owned();
    }
    let mut letters = line.chars();
    let head: String = letters.by_ref().take(LENGTH).collect();
    if letters.next().is_some() { format!("{}…", head.trim_end()) } else { head }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message;
    use ricordo_core::{id::BlobId, message::Role, time::Timestamp};

    fn quoted(text: &str) -> String {
        first_words(&message(1, Role::Assistant, text))
    }

    #[test]
    fn a_quote_is_one_line_without_marks_of_markdown() {
        assert_eq!(quoted("# Title\n\n* **one**\n* [two](https://example.org)"), "Title one two");
        assert_eq!(quoted("  a\u{a0}b \n\t c  "), "a b c");
        assert_eq!(quoted(""), "");
    }

    #[test]
    fn a_long_quote_is_cut_between_characters() {
        let long = quoted(&"🦔".repeat(LENGTH + 1));
        assert_eq!(long, format!("{}…", "🦔".repeat(LENGTH)));
        assert_eq!(quoted(&"я".repeat(LENGTH)), "я".repeat(LENGTH));
        let words = quoted(&"word ".repeat(100));
        assert!(words.ends_with("word…") && words.chars().count() <= LENGTH + 1, "{words}");
    }

    #[test]
    fn a_message_of_images_alone_is_quoted_as_an_image() {
        let blob = BlobId::new(Timestamp(0), [1; 10]);
        let image = Part::Image { blob, media_type: String::new(), width: None, height: None, alt: String::new() };
        let with = |text: &str| {
            let mut message = message(1, Role::User, text);
            message.parts.push(image.clone());
            first_words(&message)
        };
        assert_eq!(
            (with("").as_str(), with(" \n").as_str(), with("Look").as_str()),
            (texts().image, texts().image, "Look")
        );
    }
}
