//! Details of a memory: when it was made, how often it was used, and its source.

use crate::{state::use_chat, texts::memories::memories};
use leptos::prelude::*;
use ricordo_core::memory::Memory;

/// Line under a memory.
#[component]
pub fn MemoryFacts(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let words = move || {
        let texts = memories();
        memory.with(|memory| {
            let mut words = vec![texts.made.replace("{when}", &chat.date_time(memory.created_at))];
            if memory.source.is_none() {
                words.push(texts.by_you.to_owned());
            }
            match memory.last_used_at {
                None => words.push(texts.unused.to_owned()),
                Some(at) => {
                    words.push(texts.used.say(memory.uses.into()));
                    words.push(texts.last_used.replace("{when}", &chat.date_time(at)));
                }
            }
            words.join(" · ")
        })
    };
    view! { <span class="about-it" data-testid="memory-facts">{words}</span> }
}
