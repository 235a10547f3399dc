//! Dialog that selects who speaks in the open conversation: the user, or another person named there.

use super::{
    dialog::Dialog,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::DialogKind,
    texts::people::{people, speaker},
};
use leptos::{ev::SubmitEvent, prelude::*};
use ricordo_core::message::{Author, is_same_person};

/// Speaker dialog.
#[component]
pub fn PeopleDialog() -> impl IntoView {
    let chat = use_chat();
    view! {
        <Dialog open=chat.panels.dialogs.of(DialogKind::People) title=people().title id="people-dialog" has_form=true>
            <div class="content people">
                <p class="quiet">{people().lead}</p>
                <List/>
                <Add/>
            </div>
        </Dialog>
    }
}

/// Sets who speaks from now on; `None` is the user.
fn choose(chat: Chat, speaker: Option<Author>, then: impl FnOnce() + 'static) {
    let name = speaker.as_ref().map(|speaker| speaker.name.clone());
    let notice = name.map_or_else(|| people().now_you.to_owned(), |name| people().now.replace("{name}", &name));
    let step =
        async move |session: crate::state::PageSession, id| session.set_speaker(id, speaker).await.map(|_| notice);
    chat.change_then(step, false, then);
}

#[component]
fn List() -> impl IntoView {
    let chat = use_chat();
    let all = Memo::new(move |_| {
        let named = chat.conversation.with(|open| open.as_ref().map(|open| open.people.clone()).unwrap_or_default());
        std::iter::once(None).chain(named.into_iter().map(Some)).collect::<Vec<_>>()
    });
    view! {
        <ul class="choices" data-testid="people">
            <For each=move || all.get() key=|person| person.as_ref().map(Author::key) let:person>
                <Person person/>
            </For>
        </ul>
    }
}

#[component]
fn Person(person: Option<Author>) -> impl IntoView {
    let chat = use_chat();
    let name = person.as_ref().map_or_else(|| speaker().you.to_owned(), |person| person.name.clone());
    let username = person.as_ref().and_then(|person| person.username.as_ref().map(|username| format!("@{username}")));
    let removed = person.clone().map(|person| {
        let label = people().remove.replace("{name}", &person.name);
        let remove = move |_| {
            let (person, notice) = (person.clone(), people().removed.replace("{name}", &person.name));
            let step = async move |session: crate::state::PageSession, id| {
                session.remove_person(id, &person).await.map(|_| notice)
            };
            chat.change_then(step, false, || browser::focus_next_frame("person-name"));
        };
        view! {
            <button class="icon-button" type="button" data-testid="person-remove" aria-label=label.clone() title=label on:click=remove>
                <Icon picture=Picture::Cross/>
            </button>
        }
    });
    let is_chosen = {
        let person = person.clone();
        move || {
            chat.conversation
                .with(|open| open.as_ref().is_some_and(|open| is_same_person(open.speaker.as_ref(), person.as_ref())))
        }
    };
    view! {
        <li>
            <label>
                <input type="radio" name="speaker" data-testid="person" prop:checked=is_chosen
                    on:change=move |_| choose(chat, person.clone(), || ())/>
                <span dir="auto">{name}</span>
                {username.map(|username| view! { <span class="quiet" dir="auto">{username}</span> })}
            </label>
            {removed}
        </li>
    }
}

#[component]
fn Add() -> impl IntoView {
    let chat = use_chat();
    let (name, username) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let person = username.with_untracked(|username| Author::new(&name.get_untracked(), Some(username), None));
        let Some(person) = person else { return };
        choose(chat, Some(person), move || {
            let _ = name.try_set(String::new());
            let _ = username.try_set(String::new());
        });
    };
    view! {
        <form class="numbers" on:submit=add>
            <div class="field">
                <label for="person-name">{people().name}</label>
                <input class="input" id="person-name" data-testid="person-name" autocomplete="off" dir="auto" maxlength="60"
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
            </div>
            <div class="field">
                <label for="person-username">{people().username}</label>
                <input class="input" id="person-username" data-testid="person-username" autocomplete="off" dir="auto" maxlength="60"
                    prop:value=move || username.get() on:input=move |event| username.set(event_target_value(&event))/>
            </div>
            <button class="button" type="submit" data-testid="person-add"
                disabled=move || name.with(|name| name.trim().is_empty())>{people().add}</button>
        </form>
    }
}
