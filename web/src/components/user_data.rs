//! Who the user is: name, pronouns, language. Sent with the memories.

use crate::state::use_chat;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::user_data::UserData;

/// The form.
#[component]
pub fn UserDataForm() -> impl IntoView {
    let chat = use_chat();
    // What is not shown here stays as it is.
    let stored = RwSignal::new(UserData::default());
    // What is typed and not saved is not written over.
    let is_typed = StoredValue::new(false);
    Effect::new(move |_| {
        chat.version.track();
        spawn_local(async move {
            match chat.storage.session().user_data().await {
                Ok(_) if is_typed.try_get_value().unwrap_or(true) => {}
                Ok(found) => drop(stored.try_set(found)),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = stored.get_untracked();
        chat.change_then(
            async move |session, id| session.save_user_data(id, &typed).await.map(|()| "Saved.".to_owned()),
            true,
            move || is_typed.try_update_value(|typed| *typed = false).unwrap_or_default(),
        );
    };
    view! {
        <form class="numbers" on:submit=save on:input=move |_| is_typed.set_value(true)>
            <Field id="user-name" label="Name" stored part=|data| &mut data.name/>
            <Field id="user-pronouns" label="Pronouns" stored part=|data| &mut data.pronouns/>
            <Field id="user-language" label="Language of the replies" stored part=|data| &mut data.language/>
            <button class="button" type="submit" data-testid="user-save">"Save"</button>
        </form>
    }
}

#[component]
fn Field(
    id: &'static str,
    label: &'static str,
    stored: RwSignal<UserData>,
    part: fn(&mut UserData) -> &mut String,
) -> impl IntoView {
    let value = move || stored.with(|data| part(&mut data.clone()).clone());
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input class="input" id=id data-testid=id autocomplete="off" dir="auto" prop:value=value
                on:input=move |event| {
                    let typed = event_target_value(&event);
                    stored.update(|data| *part(data) = typed);
                }/>
        </div>
    }
}
