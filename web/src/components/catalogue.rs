//! Catalogue of larger models for this browser: download, use and delete weights by URL.

use super::{
    field::FieldError,
    icon::{Icon, Picture},
};
use crate::{
    address::trouble_with,
    chat::{Chat, size, use_chat},
    texts::{fill, in_page::in_page},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{HeldWeights, ModelProgress};
use ricordo_core::{
    in_page::{CATALOGUE, CatalogueModel, name_of},
    provider::{Provider, ProviderKind},
};

/// What the rows share.
#[derive(Clone, Copy)]
struct Shared {
    error: RwSignal<Option<String>>,
    /// Rows that are not read yet. Reading may add a line to a row, so that there is nothing to press before all are read.
    unread: RwSignal<usize>,
}

/// Models of the catalogue, models that the user added by URL, and a field for another URL.
#[component]
pub fn Catalogue() -> impl IntoView {
    let connection = use_chat().connection;
    let texts = in_page();
    let error = RwSignal::new(None::<String>);
    let unread = RwSignal::new(CATALOGUE.len());
    let shared = Shared { error, unread };
    let others = move || {
        connection.providers.with(|all| {
            let taken = all.iter().filter(|one| one.kind == ProviderKind::InPage);
            let taken = taken.map(|one| one.base_url.clone());
            taken.filter(|url| CATALOGUE.iter().all(|known| known.url != url)).collect::<Vec<_>>()
        })
    };
    let known = CATALOGUE.iter().map(|model| {
        let needs = needs_of(model);
        view! { <Weights url=model.url.to_owned() needs sha256=model.sha256 shared/> }
    });
    unread.update(|unread| *unread += untrack(others).len());
    let visibility = move || if unread.get() == 0 { "visible" } else { "hidden" };
    view! {
        <section class="saved catalogue" aria-label=texts.better>
            <h3>{texts.better}</h3>
            <p class="quiet">{texts.better_hint}</p>
            <ul style:visibility=visibility>
                <Shipped/>
                {known.collect::<Vec<_>>()}
                <For each=others key=String::clone children=move |url| view! { <Weights url needs=String::new() sha256=None shared/> }/>
            </ul>
            <FieldError error id="weights-error"/>
            <OwnAddress error/>
        </section>
    }
}

/// Model that ships with the app.
#[component]
fn Shipped() -> impl IntoView {
    let chat = use_chat();
    let texts = in_page();
    let shipped = Provider::in_page();
    let id = shipped.id;
    let answers = Memo::new(move |_| chat.connection.provider().id == id);
    let choose = move |_| {
        let open = chat.id();
        spawn_local(async move {
            let chosen = async {
                chat.connection.choose_in_page().await?;
                chat.answer_as_everywhere(open).await
            };
            match chosen.await {
                Ok(()) => drop(chat.say_if_project_answers()),
                Err(error) => chat.storage.report(&error),
            }
        });
    };
    view! {
        <li>
            <div class="about"><span class="name">{words::model_name(&shipped.model, true)}</span></div>
            <Show when=move || answers.get()
                fallback=move || view! { <button class="button" type="button" data-testid="weights-shipped" on:click=choose>{texts.use_it}</button> }>
                <span class="badge">{texts.answers}</span>
            </Show>
        </li>
    }
}

/// Weights at a URL: how much of them is stored, and what can be done with them.
#[component]
fn Weights(url: String, needs: String, sha256: Option<&'static str>, shared: Shared) -> impl IntoView {
    let chat = use_chat();
    let Shared { error, unread } = shared;
    let texts = in_page();
    let (name, file) = names(&url);
    let url = StoredValue::new(url);
    let held = RwSignal::new(None::<HeldWeights>);
    let is_unread = StoredValue::new(true);
    let look = move || spawn_local(look_at(chat, url, held, is_unread, unread));
    // What is stored changes when any download ends, even one that another part of the page started.
    let is_busy = Memo::new(move |_| {
        matches!(chat.connection.progress.get(), ModelProgress::Downloading { .. } | ModelProgress::Loading)
    });
    Effect::new(move |_| {
        is_busy.track();
        look();
    });
    let answers = Memo::new(move |_| {
        let now = chat.connection.provider();
        now.kind == ProviderKind::InPage && url.with_value(|url| now.base_url == *url)
    });
    let take = move |_| {
        error.set(None);
        spawn_local(async move {
            show(chat, error, chat.use_weights(url.get_value(), sha256.map(str::to_owned)).await);
            look();
        });
    };
    let delete = move |_| {
        spawn_local(async move {
            chat.delete_weights(url.get_value()).await;
            look();
        });
    };
    let delete_label = texts.delete_named.replace("{name}", &name);
    view! {
        <li data-testid="weights" data-url=url.get_value()>
            <div class="about">
                <span class="name">{name}</span>
                <span class="what">{needs}</span>
                {file.map(|file| view! { <span class="file-name">{file}</span> })}
                {move || checksum(held.get()).map(|line| view! { <span class="what checksum" data-testid="weights-checksum">{line}</span> })}
            </div>
            <Show when=move || answers.get()><span class="badge">{texts.answers}</span></Show>
            <Show when=move || !answers.get()>
                <button class="button" type="button" data-testid="weights-take" disabled=is_busy on:click=take>{move || take_label(held.get())}</button>
            </Show>
            <Show when=move || held.with(Option::is_some)>
                <button class="icon-button" type="button" data-testid="weights-delete" disabled=is_busy
                    aria-label=delete_label.clone() on:click=delete>
                    <Icon picture=Picture::Bin/>
                </button>
            </Show>
        </li>
    }
}

/// Shows why weights are not in use. The dialog may have been closed during a download.
fn show(chat: Chat, error: RwSignal<Option<String>>, taken: Result<(), String>) {
    if let Some(Some(why)) = error.try_set(taken.err()) {
        chat.notices.trouble(why);
    }
}

/// Reads how much of the weights at a URL is stored, and counts the row as read the first time. The dialog may have been closed
/// during a download.
async fn look_at(
    chat: Chat,
    url: StoredValue<String>,
    held: RwSignal<Option<HeldWeights>>,
    is_unread: StoredValue<bool>,
    unread: RwSignal<usize>,
) {
    let Some(url) = url.try_get_value() else { return };
    let found = chat.connection.held(&url).await;
    let _ = held.try_set(found);
    if is_unread.try_update_value(std::mem::take) == Some(true) {
        let _ = unread.try_update(|unread| *unread = unread.saturating_sub(1));
    }
}

/// What weights need, in the units of the storage page.
fn needs_of(model: &CatalogueModel) -> String {
    let bytes = |megabytes: u32| size(u64::from(megabytes) << 20);
    let (download, memory) = (bytes(model.megabytes), bytes(model.memory_megabytes));
    fill(in_page().needs, &[("size", &download), ("memory", &memory), ("licence", model.licence)])
}

/// Name of the weights at an address for people, and that of their file if it says more.
fn names(url: &str) -> (String, Option<String>) {
    let file = name_of(url);
    let name = words::model_name(&file, true);
    let says_more = file.replace('-', " ") != name;
    (name, says_more.then_some(file))
}

/// Label of the button: download, resume a download, or use the stored weights.
fn take_label(held: Option<HeldWeights>) -> String {
    let texts = in_page();
    match held {
        None => texts.download.to_owned(),
        Some(HeldWeights { whole: true, .. }) => texts.use_it.to_owned(),
        Some(HeldWeights { loaded, total, .. }) => texts.resume.replace("{share}", &words::percent(loaded, total)),
    }
}

/// Checksum of stored weights that were verified.
fn checksum(held: Option<HeldWeights>) -> Option<String> {
    let sha256 = held.map(|held| held.sha256).filter(|found| !found.is_empty())?;
    Some(in_page().checksum.replace("{sha256}", &sha256))
}

/// Form for a GGUF file at any URL.
#[component]
fn OwnAddress(error: RwSignal<Option<String>>) -> impl IntoView {
    let chat = use_chat();
    let texts = in_page();
    let (url, sha256) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let take = move |_| {
        let (url, sha256) = match url.with_untracked(|url| sha256.with_untracked(|sha256| own_weights(url, sha256))) {
            Ok(typed) => typed,
            Err(wrong) => return error.set(Some(wrong.to_owned())),
        };
        error.set(None);
        spawn_local(async move {
            show(chat, error, chat.use_weights(url, sha256).await);
        });
    };
    let field = move |id: &'static str, label: &'static str, value: RwSignal<String>| {
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <input class="input" id=id data-testid=id autocomplete="off" spellcheck="false" autocapitalize="off"
                    prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
            </div>
        }
    };
    view! {
        <details class="own-weights">
            <summary data-testid="weights-own">{texts.own_address}</summary>
            <p class="quiet">{texts.own_hint}</p>
            {field("weights-url", crate::texts::connect::connect().address, url)}
            {field("weights-sha256", texts.own_checksum, sha256)}
            <button class="button" type="button" data-testid="weights-go" on:click=take>{texts.download}</button>
        </details>
    }
}

/// Address and checksum of weights as they are typed, or what is wrong with them.
fn own_weights(url: &str, sha256: &str) -> Result<(String, Option<String>), &'static str> {
    let (url, sha256) = (url.trim().to_owned(), sha256.trim().to_lowercase());
    match trouble_with(&url) {
        Some(_) => Err(in_page().own_wrong),
        None if sha256.is_empty() => Ok((url, None)),
        None if is_sha256(&sha256) => Ok((url, Some(sha256))),
        None => Err(in_page().checksum_wrong),
    }
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn nothing_is_downloaded_from_a_wrong_address_or_with_a_checksum_that_cannot_be_one() {
        let (url, hash) = ("https://example.org/model.gguf", "0F".repeat(32));
        assert_eq!(own_weights(&format!(" {url} "), " "), Ok((url.to_owned(), None)));
        assert_eq!(own_weights(url, &format!("{hash}\n")), Ok((url.to_owned(), Some(hash.to_lowercase()))));
        for wrong in ["", "model.gguf", "ftp://example.org/model.gguf"] {
            assert_eq!(own_weights(wrong, &hash), Err(in_page().own_wrong), "{wrong}");
        }
        assert_eq!(own_weights(url, "0f"), Err(in_page().checksum_wrong));
    }

    #[test]
    fn the_size_of_weights_is_written_as_in_the_model_picker() {
        for language in UiLanguage::all() {
            speak(language);
            for model in CATALOGUE {
                let (needs, download) = (needs_of(model), size(u64::from(model.megabytes) << 20));
                assert!(needs.contains(&download) && needs.contains(model.licence) && !needs.contains('{'), "{needs}");
            }
        }
    }

    #[test]
    fn a_checksum_has_64_digits() {
        assert!(is_sha256(&"0f".repeat(32)));
        for bad in ["", "0f", &"0g".repeat(32), &"0".repeat(65)] {
            assert!(!is_sha256(bad), "{bad}");
        }
    }

    #[test]
    fn the_button_says_whether_there_is_something_to_download() {
        for language in UiLanguage::all() {
            speak(language);
            let held = |whole, loaded, total| HeldWeights { whole, loaded, total, sha256: String::new() };
            assert_eq!(take_label(None), in_page().download);
            assert_eq!(take_label(Some(held(true, 5, 5))), in_page().use_it);
            let resume = take_label(Some(held(false, 1, 4)));
            assert!(resume.contains(&words::percent(25, 100)) && !resume.contains('{'), "{resume}");
            assert!(!take_label(Some(held(false, 0, 0))).contains('{'), "the size is not known yet");
        }
    }

    #[test]
    fn only_verified_weights_show_their_checksum() {
        let held = |sha256: &str| HeldWeights { whole: true, loaded: 1, total: 1, sha256: sha256.to_owned() };
        assert_eq!((checksum(None), checksum(Some(held("")))), (None, None));
        assert!(checksum(Some(held("0f0f"))).unwrap().contains("0f0f"));
    }

    #[test]
    fn a_file_is_named_below_its_model_only_where_it_says_more() {
        for (url, name, file) in [
            ("https://example.org/SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct", true),
            ("https://example.org/Qwen3-8B.gguf", "Qwen3 8B", false),
        ] {
            let (shown, below) = names(url);
            assert_eq!((shown.as_str(), below.is_some()), (name, file), "{url}: {below:?}");
        }
        for known in CATALOGUE {
            assert!(!names(known.url).0.is_empty(), "{}", known.url);
        }
    }
}
