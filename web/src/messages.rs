//! What draws messages, and what can be done with one: loaded with the first message that is shown, and not for an empty
//! page.

use crate::{
    browser,
    components::{Attachments, LightboxDialog, MessageMenu, Rows},
    loaded::{Boxed, NotLoaded, loaded_when_called, shown_when},
    markdown,
    scroll::Scroll,
    state::use_chat,
};
use leptos::prelude::*;

loaded_when_called! { messages:
    fn part(which: Part) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            Part::Rows(scroll) => {
                browser::note_sent();
                view! { <Rows scroll/> }.into_any()
            }
            Part::Attachments => view! { <Attachments/> }.into_any(),
            Part::Over => view! { <MessageMenu/> <LightboxDialog/> }.into_any(),
        })
    }

    /// The words of a text, without its marks.
    fn words_of(text: String) -> Result<String, NotLoaded> {
        Ok(markdown::in_words(&text))
    }

    /// Nothing: what is loaded with it is there then.
    fn nothing() -> Result<(), NotLoaded> {
        Ok(())
    }
}

/// A part of the page that has to do with messages.
#[allow(clippy::large_enum_variant, reason = "there are three in all, and a scroll is a handle that is copied")]
#[derive(Clone, Copy)]
pub enum Part {
    /// The messages of the open conversation.
    Rows(Scroll),
    /// What goes with the words that are typed.
    Attachments,
    /// What opens over the page: the menu of a message, and an image shown large.
    Over,
}

/// Loads it now, without a word: what needs it tries again, and says so where that fails.
pub async fn load() {
    let _ = nothing().await;
}

/// The words of a text, for who hears it; the text itself where what reads it cannot be loaded.
pub async fn in_words(text: &str) -> String {
    words_of(text.to_owned()).await.unwrap_or_else(|_| text.to_owned())
}

/// A part that is loaded when it is first needed.
#[component]
pub fn Messages(part_of: Part) -> impl IntoView {
    let chat = use_chat();
    let has_rows = move || chat.rows.with(|rows| !rows.is_empty());
    let wanted = move || match part_of {
        Part::Attachments => {
            chat.composer.reply_to.with(Option::is_some) || chat.composer.images.with(|images| !images.is_empty())
        }
        Part::Rows(_) | Part::Over => has_rows(),
    };
    let load = move || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(part(part_of)) };
    shown_when(wanted, load, || ())
}
