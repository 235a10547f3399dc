//! What is about a text, with check boxes: `/forget <text>` leaves out what the user confirms.

use super::dialog::Dialog;
use crate::state::{Found, use_chat};
use leptos::prelude::*;
use ricordo_core::{
    excerpt::around,
    id::{MemoryId, MessageId, SummaryId},
    message::Role,
    search::Query,
    session::Confirmed,
};

/// How much of each is shown, in characters.
const SHOWN: usize = 160;

/// One thing that may be left out.
#[derive(Clone, Copy)]
enum Target {
    Message(MessageId),
    Memory(MemoryId),
    Summary(SummaryId),
}

#[derive(Clone)]
struct Choice {
    target: Target,
    what: &'static str,
    text: String,
    is_chosen: RwSignal<bool>,
}

/// The dialog.
#[component]
pub fn ForgetDialog() -> impl IntoView {
    let open = use_chat().panels.forget;
    view! {
        <Dialog open title="Leave out" id="forget-dialog">
            <Choices/>
        </Dialog>
    }
}

#[component]
fn Choices() -> impl IntoView {
    let chat = use_chat();
    let found = chat.panels.found.get_untracked();
    let all = choices(&found);
    let intro = if all.is_empty() {
        format!("Nothing is stored about “{}” that the model may see.", found.text)
    } else {
        format!("About “{}” there is this. What is ticked is left out of all prompts; it stays stored.", found.text)
    };
    let chosen = StoredValue::new(all.clone());
    let is_none = move || chosen.with_value(|all| !all.iter().any(|choice| choice.is_chosen.get()));
    let forget = move |_| {
        chat.panels.forget.set(false);
        chat.forget_about(chosen.with_value(|all| confirmed(all)));
    };
    view! {
        <div class="content">
            <p class="quiet">{intro}</p>
            <ul class="entries">{all.into_iter().map(|choice| view! { <ChoiceView choice/> }).collect::<Vec<_>>()}</ul>
        </div>
        <footer>
            <button class="button" type="button" on:click=move |_| chat.panels.forget.set(false)>"Cancel"</button>
            <button class="button primary" type="button" data-testid="forget-confirm" disabled=is_none on:click=forget>
                "Leave out"
            </button>
        </footer>
    }
}

#[component]
fn ChoiceView(choice: Choice) -> impl IntoView {
    let Choice { what, text, is_chosen, .. } = choice;
    view! {
        <li>
            <label class="check">
                <input type="checkbox" data-testid="forget-choice" prop:checked=move || is_chosen.get()
                    on:change=move |event| is_chosen.set(event_target_checked(&event))/>
                <span dir="auto"><span class="kind">{what}</span>{text}</span>
            </label>
        </li>
    }
}

fn choices(found: &Found) -> Vec<Choice> {
    let query = Query::new(&found.text);
    let choice = |target, what, text: &str| {
        let text = around(text, query.find(text).unwrap_or(0), SHOWN);
        Choice { target, what, text, is_chosen: RwSignal::new(true) }
    };
    let about = &found.about;
    let messages = about.messages.iter().map(|message| {
        let what = if message.role == Role::User { "You" } else { "Reply" };
        choice(Target::Message(message.id), what, &message.text())
    });
    let memories = about.memories.iter().map(|memory| choice(Target::Memory(memory.id), "Memory", &memory.text));
    let summaries = about.summaries.iter().map(|summary| choice(Target::Summary(summary.id), "Summary", &summary.text));
    memories.chain(summaries).chain(messages).collect()
}

fn confirmed(choices: &[Choice]) -> Confirmed {
    let mut confirmed = Confirmed::default();
    for choice in choices.iter().filter(|choice| choice.is_chosen.get_untracked()) {
        match choice.target {
            Target::Message(id) => confirmed.messages.push(id),
            Target::Memory(id) => confirmed.memories.push(id),
            Target::Summary(id) => confirmed.summaries.push(id),
        }
    }
    confirmed
}
