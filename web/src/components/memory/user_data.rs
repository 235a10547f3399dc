//! Form about the user: name, pronouns, language, and custom fields. Sent with the memories.

use crate::{
    chat::use_chat,
    components::icon::{Icon, Picture},
    texts::{common::common, user_data::user_data},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::user_data::UserData;

/// Form about the user.
#[component]
pub fn UserDataForm() -> impl IntoView {
    let chat = use_chat();
    // Holds the whole record, so that saving preserves the parts this form does not show.
    let stored = RwSignal::new(UserData::default());
    // The record as it was shown: what differs from it was typed.
    let read = StoredValue::new(UserData::default());
    // The form is hidden until the record is read. Saving earlier would overwrite it with an empty one.
    let is_read = RwSignal::new(false);
    // Set while there is unsaved input, which a reload must not overwrite.
    let is_typed = StoredValue::new(false);
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().user_data().await {
                Ok(_) if is_typed.try_get_value().unwrap_or(true) => {}
                Ok(found) => {
                    let _ = read.try_set_value(found.clone());
                    stored.try_set(found);
                    is_read.try_set(true);
                }
                Err(error) => chat.storage.report(&error),
            }
        });
    });
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let (read, typed) = (read.get_value(), without_empty(stored.get_untracked()));
        chat.change_then(
            async move |session, id| {
                session.change_user_data(id, &read, typed).await.map(|()| user_data().saved.to_owned())
            },
            true,
            move || is_typed.try_update_value(|typed| *typed = false).unwrap_or_default(),
        );
    };
    let texts = user_data();
    let form = move || {
        view! {
            <form class="numbers" on:submit=save on:input=move |_| is_typed.set_value(true)>
                <p class="quiet whole-row">{texts.about_hint}</p>
                <Field id="user-name" label=texts.name stored part=|data| &mut data.name/>
                <Field id="user-pronouns" label=texts.pronouns stored part=|data| &mut data.pronouns/>
                <Field id="user-language" label=texts.language stored part=|data| &mut data.language/>
                <FreeFields stored is_typed/>
                <button class="button" type="submit" data-testid="user-save">{common().save}</button>
            </form>
        }
    };
    move || is_read.get().then(form)
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

/// Custom fields. Rows are keyed by index, so that a row survives while the user types in it.
#[component]
fn FreeFields(stored: RwSignal<UserData>, is_typed: StoredValue<bool>) -> impl IntoView {
    let texts = user_data();
    let places = Memo::new(move |_| stored.with(|data| data.fields.len()));
    let row = move |at: usize| {
        let value = move |second: bool| {
            move || {
                stored.with(|data| {
                    data.fields.get(at).map(|field| if second { field.1.clone() } else { field.0.clone() })
                })
            }
        };
        let write = move |second: bool| {
            move |event| {
                let typed = event_target_value(&event);
                stored.update(|data| {
                    if let Some(field) = data.fields.get_mut(at) {
                        *(if second { &mut field.1 } else { &mut field.0 }) = typed;
                    }
                });
            }
        };
        let remove = move |_| {
            is_typed.set_value(true);
            stored.update(|data| {
                if at < data.fields.len() {
                    data.fields.remove(at);
                }
            });
        };
        let label = move || format!("{}: {}", common().delete, value(false)().unwrap_or_default());
        view! {
            <div class="line">
                <input class="input" aria-label=texts.field_name placeholder=texts.field_name autocomplete="off" dir="auto"
                    prop:value=value(false) on:input=write(false)/>
                <input class="input" aria-label=texts.field_value placeholder=texts.field_value autocomplete="off" dir="auto"
                    prop:value=value(true) on:input=write(true)/>
                <button class="icon-button" type="button" aria-label=label title=common().delete on:click=remove>
                    <Icon picture=Picture::Bin/>
                </button>
            </div>
        }
    };
    let add = move |_| {
        is_typed.set_value(true);
        stored.update(|data| data.fields.push((String::new(), String::new())));
    };
    view! {
        <fieldset class="whole-row free-fields">
            <legend>{texts.more}</legend>
            <For each=move || 0..places.get() key=|at| *at children=row/>
            <button class="button" type="button" data-testid="user-add-field" on:click=add>{texts.add_field}</button>
        </fieldset>
    }
}

/// Without the custom fields that have neither a name nor a value.
fn without_empty(mut data: UserData) -> UserData {
    data.fields.retain(|(name, value)| !name.trim().is_empty() || !value.trim().is_empty());
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_is_half_filled_in_is_not_lost() {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let data = UserData {
            name: "Ada".to_owned(),
            fields: vec![field("", ""), field("City", ""), field(" ", "\t"), field("", "Lviv"), field("Pet", "🦔")],
            ..UserData::default()
        };
        let kept = without_empty(data);
        assert_eq!(kept.fields, [field("City", ""), field("", "Lviv"), field("Pet", "🦔")]);
        assert_eq!(kept.name, "Ada");
    }
}
