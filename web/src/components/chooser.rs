//! The conversation list with check boxes, in which several conversations are selected. Above it stands how many are
//! selected, below it what can be done with them.

use super::{
    chooser_actions::Actions,
    chooser_input::{CHOOSER, key, listen},
    conversation_groups::{MANY, Of, Shared, group_of, heading, ids_of},
    conversation_item::titled,
    icon::{Icon, Picture},
    keyed_list::KeyedList,
    project_group::{ProjectHeading, content_of},
};
use crate::{
    chat::{Choosing, box_of, use_chat},
    texts::{choosing::choosing as choosing_texts, conversations::conversations},
};
use leptos::{ev::PointerEvent, prelude::*};
use ricordo_core::id::ConversationId;
use std::collections::BTreeSet;

/// Selecting several conversations: the button that begins it, and the list while it lasts.
#[component]
pub fn Chooser(shared: Shared, choosing: Choosing) -> impl IntoView {
    let chat = use_chat();
    let is_on = choosing.is_on;
    listen(chat, choosing);
    let is_offered = move || !is_on.get() && chat.storage.conversations.with(Vec::len) >= MANY;
    view! {
        <Show when=is_offered>
            <button
                class="icon-button choose"
                data-testid="select-several"
                aria-label=choosing_texts().begin
                title=choosing_texts().begin
                on:click=move |_| choosing.begin(chat, Vec::new())
            >
                <Icon picture=Picture::Selection/>
            </button>
        </Show>
        <Show when=move || is_on.get()>
            <div
                id=CHOOSER
                class="chooser"
                data-testid="chooser"
                role="group"
                aria-label=choosing_texts().list
                on:keydown=move |event| key(choosing, &event)
            >
                <Head choosing/>
                <KeyedList each=move || shared.groups.with(|(groups, _)| groups.iter().map(Of::group).collect::<Vec<_>>())
                    key=|of| *of children=move |of| view! { <Section of shared choosing/> }/>
                <Actions choosing/>
            </div>
        </Show>
    }
}

/// How many are selected, and the buttons that select all and end it.
#[component]
fn Head(choosing: Choosing) -> impl IntoView {
    let texts = choosing_texts();
    let all = move || if choosing.has_all() { texts.none } else { texts.all };
    view! {
        <div class="head">
            <p role="status" data-testid="select-count">
                {move || texts.count.say(choosing.chosen.with(BTreeSet::len) as u64)}
            </p>
            <button
                class="icon-button"
                data-testid="select-end"
                aria-label=texts.end
                title=texts.end
                on:click=move |_| choosing.end()
            >
                <Icon picture=Picture::Cross/>
            </button>
            <button class="link-button" data-testid="select-all" on:click=move |_| choosing.toggle_all()>{all}</button>
        </div>
    }
}

/// Group of the list.
#[component]
fn Section(of: Of, shared: Shared, choosing: Choosing) -> impl IntoView {
    let Shared { groups, folds, project_menu, .. } = shared;
    let ids = move || groups.with(|(groups, _)| ids_of(groups, of));
    let (project, heading) = match of {
        Of::Span(span) => (None, view! { <h2>{heading(span, use_chat().storage.now())}</h2> }.into_any()),
        Of::Project(id) => {
            let group = Signal::derive(move || groups.with(|(groups, _)| group_of(groups, id).cloned()));
            (Some(id), view! { <ProjectHeading id group folds menu=project_menu/> }.into_any())
        }
    };
    view! {
        <section>
            {heading}
            <ul id=project.map(content_of)>
                <KeyedList each=ids key=|id| *id children=move |id| view! { <Row id choosing/> }/>
            </ul>
        </section>
    }
}

/// Conversation with its check box.
#[component]
fn Row(id: ConversationId, choosing: Choosing) -> impl IntoView {
    let listed = use_chat().storage.conversations;
    let title = Memo::new(move |_| {
        listed.with(|all| all.iter().find(|other| other.id == id).map(|own| own.title.clone())).unwrap_or_default()
    });
    let is_chosen = Memo::new(move |_| choosing.has(id));
    // The event of a check box does not say whether Shift was held.
    let has_shift = StoredValue::new(false);
    let shown = move || match title.get() {
        title if title.is_empty() => titled(conversations().untitled),
        title => titled(&title),
    };
    view! {
        <li class="conversation" class:active=is_chosen>
            <label class="open" title=title on:pointerdown=move |event: PointerEvent| has_shift.set_value(event.shift_key())>
                <input
                    type="checkbox"
                    id=box_of(id)
                    data-testid="select-box"
                    prop:checked=is_chosen
                    on:change=move |event| choosing.set(id, event_target_checked(&event), has_shift.get_value())
                    on:keydown=move |_| has_shift.set_value(false)
                />
                <span class="title" dir="auto">{shown}</span>
            </label>
        </li>
    }
}
