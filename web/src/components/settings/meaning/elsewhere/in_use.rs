//! The vector store in use: how much is where, what moves, and what can be done.

use super::{
    super::{super::super::field::FieldError, TryNow},
    key_field::KeyField,
};
use crate::{
    address::host_of,
    browser,
    chat::{Chat, use_chat},
    floats::decimals,
    texts::{errors::Localized, fill, meaning::meaning, vectors_elsewhere::vectors_elsewhere},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    session::{ElsewhereProgress, VectorProgress},
    settings::{EmbeddedBy, VectorPlace, VectorStoreSettings},
};

/// The store in use: how much is where, what moves, and what can be done.
#[component]
pub fn InUse() -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let settings = chat.connection.settings;
    let store = Memo::new(move |_| settings.with(|now| now.vector_store.clone()));
    let is_used = Memo::new(move |_| settings.with(|now| now.embeddings.by != EmbeddedBy::Nothing));
    let error = RwSignal::new(None::<String>);
    let back = move |returning| {
        spawn_local(async move {
            let failed = chat.bring_vectors_back(returning).await.err();
            let _ = error.try_set(failed.map(|error| error.localized()));
        });
    };
    let delete = move |_| spawn_local(chat.delete_vectors());
    let is_moving = Memo::new(move |_| chat.storage.embedding.elsewhere.moving.with(Option::is_some));
    let is_returning = Memo::new(move |_| store.with(|store| store.returning));
    view! {
        <div class="status" data-testid="vector-store-in-use">
            <div class="head">
                <span class="badge">{move || store.with(|store| name_of(store.place))}</span>
            </div>
            <div class="meaning-state" role="status" data-testid="vector-store-state">
                <p>{move || state(chat)}</p>
                <Show when=move || is_moving.get()><Bar/></Show>
                {move || trouble(chat).map(|why| view! { <p class="error" data-testid="vector-store-trouble">{why}</p> })}
            </div>
            <TryNow trouble=chat.storage.embedding.elsewhere.trouble id="vector-store-try-now"/>
            <p class="hint">{texts.erased}</p>
            <div class="actions">
                <Show when=move || is_used.get() fallback=move || view! {
                    <p class="hint">{texts.unused}</p>
                    <button class="button" type="button" data-testid="vector-store-delete" on:click=delete>{texts.delete_there}</button>
                }>
                    <button class="button" type="button" data-testid="vector-store-back"
                        on:click=move |_| back(!is_returning.get_untracked())>
                        {move || if is_returning.get() { texts.stay } else { texts.back }}
                    </button>
                </Show>
            </div>
            <Show when=move || has_trouble(chat)>
                <NewKey/>
                <GiveUp error/>
            </Show>
            <FieldError error id="vector-store-error"/>
        </div>
    }
}

/// Gives the store up, which may never answer again.
#[component]
fn GiveUp(
    /// Why that failed.
    error: RwSignal<Option<String>>,
) -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let what = move || {
        chat.connection.settings.with(|now| {
            let VectorStoreSettings { base_url, collection, .. } = &now.vector_store;
            fill(texts.leave_hint, &[("host", host_of(base_url)), ("collection", collection)])
        })
    };
    let leave = move |_| {
        spawn_local(async move {
            let failed = chat.leave_vectors().await.err();
            let _ = error.try_set(failed);
        });
    };
    view! {
        <p class="hint">{what}</p>
        <div class="actions">
            <button class="button" type="button" data-testid="vector-store-leave" on:click=leave>{texts.leave}</button>
        </div>
    }
}

/// How much of a move is done.
#[component]
fn Bar() -> impl IntoView {
    let moving = use_chat().storage.embedding.elsewhere.moving;
    let percent = Memo::new(move |_| moving.get().map_or(0, percent_of));
    view! {
        <div class="progress">
            <div class="track" role="progressbar" aria-label=vectors_elsewhere().progress aria-valuemin="0" aria-valuemax="100"
                aria-valuenow=move || percent.get().to_string()>
                <div class="fill" style:--share=move || share(percent.get())></div>
            </div>
        </div>
    }
}

fn percent_of(moving: ElsewhereProgress) -> usize {
    (moving.done * 100).checked_div(moving.total).unwrap_or(0)
}

fn share(percent: usize) -> String {
    decimals(f64::from(u32::try_from(percent).unwrap_or(0)) / 100.0)
}

/// Replaces the key, which may be the reason why the store does not work.
#[component]
fn NewKey() -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let key = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let change = move |_| {
        let typed = key.with_untracked(|key| key.trim().to_owned());
        if typed.is_empty() {
            return browser::focus_next_frame("vector-store-new-key");
        }
        spawn_local(async move {
            let failed = chat.change_store_key(&typed).await.err();
            let _ = error.try_set(failed);
        });
    };
    view! {
        <KeyField label=texts.new_key id="vector-store-new-key" key/>
        <FieldError error id="vector-store-key-error"/>
        <div class="actions">
            <button class="button" type="button" data-testid="vector-store-change-key" on:click=change>{texts.change_key}</button>
        </div>
    }
}

fn name_of(place: VectorPlace) -> &'static str {
    match place {
        VectorPlace::Browser => vectors_elsewhere().browser,
        VectorPlace::Qdrant => "Qdrant",
        VectorPlace::Chroma => "Chroma",
    }
}

fn has_trouble(chat: Chat) -> bool {
    chat.storage.embedding.elsewhere.trouble.with(Option::is_some)
}

/// What moves, or how much is where.
fn state(chat: Chat) -> Option<String> {
    let embedding = chat.storage.embedding;
    let (moving, progress) = (embedding.elsewhere.moving.get(), embedding.progress.get());
    chat.connection.settings.with(|now| sentence(&now.vector_store, moving, progress))
}

fn sentence(
    store: &VectorStoreSettings,
    moving: Option<ElsewhereProgress>,
    progress: Option<VectorProgress>,
) -> Option<String> {
    let texts = vectors_elsewhere();
    if let Some(moving) = moving {
        let [done, total] = [moving.done, moving.total].map(|count| words::number(count as u64));
        return Some(match store.returning {
            true => fill(texts.coming, &[("left", &done)]),
            false => fill(texts.moving, &[("done", &done), ("total", &total)]),
        });
    }
    let progress = progress?;
    let there = words::number(progress.elsewhere as u64);
    let here = words::number(progress.done.saturating_sub(progress.elsewhere) as u64);
    Some(fill(texts.place, &[("host", host_of(&store.base_url)), ("there", &there), ("here", &here)]))
}

fn trouble(chat: Chat) -> Option<String> {
    let trouble = chat.storage.embedding.elsewhere.trouble.get()?;
    Some(fill(meaning().waits, &[("why", &trouble.why), ("when", &chat.date_time(trouble.again_at))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn it_is_shown_how_many_vectors_are_where_and_which_way_they_go() {
        for language in UiLanguage::all() {
            speak(language);
            let store = |returning| VectorStoreSettings {
                base_url: "http://vectors.example:6333".to_owned(),
                returning,
                ..VectorStoreSettings::default()
            };
            let moving = Some(ElsewhereProgress { done: 1_234, total: 5_678 });
            let progress = Some(VectorProgress { done: 100, total: 200, elsewhere: 70, ..VectorProgress::default() });
            let going = sentence(&store(false), moving, progress).unwrap();
            assert!(going.contains(&words::number(1_234)) && going.contains(&words::number(5_678)), "{going}");
            let coming = sentence(&store(true), moving, progress).unwrap();
            assert!(coming != going && coming.contains(&words::number(1_234)), "{coming}");
            let rest = sentence(&store(false), None, progress).unwrap();
            assert!(rest.contains("vectors.example") && rest.contains("70") && rest.contains("30"), "{rest}");
            for sentence in [going, coming, rest] {
                assert!(!sentence.contains('{'), "{sentence}");
            }
            assert_eq!(sentence(&store(false), None, None), None, "nothing was counted yet");
        }
    }

    #[test]
    fn the_bar_is_full_when_all_is_moved_and_empty_when_there_is_nothing() {
        let percent = |done, total| percent_of(ElsewhereProgress { done, total });
        assert_eq!([percent(0, 0), percent(0, 3), percent(1, 3), percent(3, 3)], [0, 0, 33, 100]);
    }
}
