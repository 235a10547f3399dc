//! Details of a memory: when it was made, how often it was used, and its source.

use crate::{chat::use_chat, texts::memories::memories};
use leptos::prelude::*;
use ricordo_core::{memory::Memory, time::Timestamp};

/// Line under a memory.
#[component]
pub fn MemoryFacts(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let words = move || memory.with(|memory| facts(memory, |at| chat.date_time(at)));
    view! { <span class="about-it" data-testid="memory-facts">{words}</span> }
}

fn facts(memory: &Memory, written: impl Fn(Timestamp) -> String) -> String {
    let texts = memories();
    let mut words = vec![texts.made.replace("{when}", &written(memory.created_at))];
    if memory.source.is_none() {
        words.push(texts.by_you.to_owned());
    }
    match memory.last_used_at {
        None => words.push(texts.unused.to_owned()),
        Some(at) => {
            words.push(texts.used.say(memory.uses.into()));
            words.push(texts.last_used.replace("{when}", &written(at)));
        }
    }
    words.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, memory, message_id},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::memory::{MemorySource, MemoryState};

    #[test]
    fn a_memory_says_when_it_was_made_by_whom_and_how_often_it_was_of_use() {
        speak(UiLanguage::En);
        let written = |at: Timestamp| format!("day {}", at.0);
        let typed = Memory { created_at: Timestamp(3), ..memory(1, "Likes tea", MemoryState::Kept) };
        let source = Some(MemorySource { conversation: conversation_id(1), message: message_id(1) });
        let used = |uses| Memory { uses, last_used_at: Some(Timestamp(9)), source, ..typed.clone() };
        for (memory, words) in [
            (typed.clone(), "added day 3 · added by you · never looked up"),
            (Memory { source, ..typed.clone() }, "added day 3 · never looked up"),
            (used(1), "added day 3 · used once · last used day 9"),
            (used(1_200), "added day 3 · used 1,200 times · last used day 9"),
        ] {
            assert_eq!(facts(&memory, written), words);
        }
    }
}
