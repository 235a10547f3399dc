//! Quote of the message that a message replies to: its first words, with a link to it.

use super::icon::{Icon, Picture};
use crate::{markdown::in_words, state::use_chat, texts::message::message as texts};
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
                    <button class="quote" data-testid="message-quote" title=texts().to_source on:click=move |_| chat.go_to(message, place)>
                        <Icon picture=Picture::Reply/>
                        <span class="only-heard">{texts().to_source}": "</span>
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
