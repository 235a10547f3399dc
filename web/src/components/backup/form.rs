//! Form of how backups are made: how many are kept, whether they are sealed, and whether they have the API keys.

use super::super::field::{FieldError, NumberField};
use crate::{
    chat::{BackupForm, backups},
    texts::backup::backup as texts,
};
use leptos::{ev::SubmitEvent, prelude::*};
use ricordo_core::backup::{BackupPlan, KEPT};

/// Id of the button.
pub(super) const SUBMIT: &str = "backup-submit";
/// Fewest characters of a passphrase.
const SHORTEST: usize = 8;

/// What is typed.
#[derive(Clone, Debug, Default)]
struct Typed {
    keep: String,
    is_sealed: bool,
    passphrase: String,
    again: String,
    has_keys: bool,
}

/// An error in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Keep,
    TooShort,
    NotTheSame,
}

impl Typed {
    /// Checks what is typed. `is_set`: a passphrase is set already, which an empty field keeps.
    fn checked(&self, is_set: bool) -> Result<BackupForm, Wrong> {
        let keep = self.keep.trim().parse().ok().filter(|keep| (KEPT.0..=KEPT.1).contains(keep)).ok_or(Wrong::Keep)?;
        let keeps_old = is_set && self.passphrase.is_empty() && self.again.is_empty();
        let is_new = self.is_sealed && !keeps_old;
        if is_new && self.passphrase.chars().count() < SHORTEST {
            return Err(Wrong::TooShort);
        }
        if is_new && self.passphrase != self.again {
            return Err(Wrong::NotTheSame);
        }
        let passphrase = is_new.then(|| self.passphrase.clone());
        Ok(BackupForm { keep, is_sealed: self.is_sealed, passphrase, has_keys: self.is_sealed && self.has_keys })
    }
}

/// The form, filled in from the plan.
#[component]
pub(super) fn Form(
    /// Plan to begin with.
    plan: BackupPlan,
    /// Name of the button.
    #[prop(into)]
    submit: Signal<&'static str>,
    /// Whether it is being done.
    is_busy: RwSignal<bool>,
    /// Called with what is valid.
    on_submit: Callback<BackupForm>,
) -> impl IntoView {
    let is_set = plan.is_on && plan.is_sealed;
    let keep = RwSignal::new(plan.keep.to_string());
    let (is_sealed, has_keys) = (RwSignal::new(plan.is_sealed), RwSignal::new(plan.has_keys));
    let (passphrase, again) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let wrong = RwSignal::new(None::<Wrong>);
    let of = move |is: fn(Wrong) -> bool, words: &'static str| {
        Signal::derive(move || wrong.get().filter(|wrong| is(*wrong)).map(|_| words.to_owned()))
    };
    let done = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = Typed {
            keep: keep.get_untracked(),
            is_sealed: is_sealed.get_untracked(),
            passphrase: passphrase.get_untracked(),
            again: again.get_untracked(),
            has_keys: has_keys.get_untracked(),
        };
        match typed.checked(is_set) {
            Ok(form) => {
                wrong.set(None);
                on_submit.run(form);
            }
            Err(error) => wrong.set(Some(error)),
        }
    };
    let keep_error = of(|wrong| wrong == Wrong::Keep, texts().wrong_keep);
    view! {
        <form class="backup-form" on:submit=done novalidate>
            // A file that the browser saves replaces none.
            <Show when=move || backups().can_choose.get()>
                <NumberField label=texts().keep id="backup-keep" value=keep unit="" hint=texts().keep_hint.to_owned() error=keep_error/>
            </Show>
            <Check id="backup-sealed" value=is_sealed name=texts().seal/>
            <Show when=move || is_sealed.get()>
                <p class="hint" id="backup-sealed-hint">{texts().seal_hint}</p>
                <Passphrase passphrase again is_set/>
                <div class="field">
                    <FieldError error=of(|wrong| wrong == Wrong::TooShort, texts().too_short)/>
                    <FieldError error=of(|wrong| wrong == Wrong::NotTheSame, texts().not_the_same)/>
                </div>
                <Check id="backup-with-secrets" value=has_keys name=texts().with_keys/>
                <p class="hint" id="backup-with-secrets-hint">{texts().with_keys_hint}</p>
            </Show>
            <button class="button primary" type="submit" id=SUBMIT data-testid=SUBMIT aria-disabled=move || is_busy.get().to_string()>{submit}</button>
        </form>
    }
}

/// A box to tick. What it does is explained in the element with its id and `-hint`, if there is one.
#[component]
fn Check(id: &'static str, value: RwSignal<bool>, name: &'static str) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" data-testid=id aria-describedby=format!("{id}-hint")
                prop:checked=move || value.get() on:change=move |event| value.set(event_target_checked(&event))/>
            <span>{name}</span>
        </label>
    }
}

/// A new passphrase, typed twice.
#[component]
fn Passphrase(passphrase: RwSignal<String>, again: RwSignal<String>, is_set: bool) -> impl IntoView {
    let field = move |id: &'static str, label: &'static str, value: RwSignal<String>| {
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <input class="input" id=id data-testid=id type="password" autocomplete="new-password"
                    prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
            </div>
        }
    };
    view! {
        {is_set.then(|| view! { <p class="hint">{texts().is_set}</p> })}
        {field("backup-passphrase", texts().passphrase, passphrase)}
        {field("backup-passphrase-again", texts().again, again)}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keep: &str, passphrase: &str, again: &str) -> Typed {
        let (keep, passphrase, again) = (keep.to_owned(), passphrase.to_owned(), again.to_owned());
        Typed { keep, is_sealed: true, passphrase, again, has_keys: true }
    }

    #[test]
    fn a_passphrase_is_typed_twice_and_an_empty_one_keeps_the_old_one() {
        let phrase = "correct horse";
        assert_eq!(typed("7", phrase, phrase).checked(false).unwrap().passphrase.as_deref(), Some(phrase));
        assert_eq!(typed("7", phrase, "correct hose").checked(true), Err(Wrong::NotTheSame));
        assert_eq!(typed("7", "short", "short").checked(true), Err(Wrong::TooShort));
        assert_eq!(typed("7", "", "").checked(false), Err(Wrong::TooShort));
        let kept = typed("7", "", "").checked(true).unwrap();
        assert_eq!((kept.passphrase, kept.is_sealed, kept.has_keys), (None, true, true));
    }

    #[test]
    fn an_unsealed_backup_never_has_the_keys_whatever_was_ticked_before() {
        let form = Typed { is_sealed: false, ..typed("7", "correct horse", "") }.checked(false).unwrap();
        assert_eq!(form, BackupForm { keep: 7, is_sealed: false, passphrase: None, has_keys: false });
    }

    #[test]
    fn the_number_of_backups_is_whole_and_in_its_range() {
        for keep in ["", "0", "-1", "1.5", "101", "many", "99999999999"] {
            assert_eq!(Typed { keep: keep.to_owned(), ..Typed::default() }.checked(false), Err(Wrong::Keep), "{keep}");
        }
        for keep in ["1", " 7 ", "100"] {
            assert!(Typed { keep: keep.to_owned(), ..Typed::default() }.checked(false).is_ok(), "{keep}");
        }
    }
}
