//! The line below the composer: where the next message is sent.

use crate::{
    address::host_of,
    chat::use_chat,
    state::is_here,
    texts::{composer::composer as texts, temporary::temporary},
};
use leptos::prelude::*;
use ricordo_core::provider::{Provider, ProviderKind};

/// Line that says where messages are sent.
#[component]
pub fn Privacy() -> impl IntoView {
    let chat = use_chat();
    // The notice above the field names them, and the line only who else receives messages.
    let goes_to_several = Memo::new(move |_| chat.several.chosen.with(|chosen| !chosen.is_empty()));
    let provider = Memo::new(move |_| match goes_to_several.get() {
        true => Provider::in_page(),
        false => chat.connection.provider(),
    });
    // Background work and recall by meaning also send messages to their own providers. Neither reads a temporary
    // conversation.
    let others = Memo::new(move |_| {
        if chat.is_temporary() {
            return Vec::new();
        }
        let background = chat.connection.background();
        let background = background.is_chosen.then_some(background.provider);
        provider.with(|now| further(now, background, chat.connection.embeds()))
    });
    // A temporary conversation has no vectors.
    let vectors = move || {
        let host = chat.connection.settings.with(|settings| {
            let store = &settings.vector_store;
            store.is_elsewhere().then(|| texts().vectors_at.replace("{host}", host_of(&store.base_url)))
        });
        host.filter(|_| !chat.is_temporary())
    };
    let is_offline = move |provider: &Provider| {
        provider.kind != ProviderKind::InPage && chat.is_offline.get() && !is_here(&provider.base_url)
    };
    let names_nobody = move || goes_to_several.get() && others.with(Vec::is_empty);
    view! {
        <p class="privacy" hidden=move || names_nobody() && vectors().is_none()>
            {move || provider.with(|provider| {
                if is_offline(provider) {
                    let words = texts().offline.replace("{provider}", &provider.name);
                    return view! { <span class="offline" data-testid="offline">{words}</span> }.into_any();
                }
                if names_nobody() {
                    return ().into_any();
                }
                others.with(|others| where_sent(provider, others, chat.is_temporary())).into_any()
            })}
            " "
            {vectors}
        </p>
    }
}

/// Names of the connections besides the answering one that receive messages: for background work, and for recall by meaning.
fn further(answers: &Provider, background: Option<Provider>, embeds: Option<Provider>) -> Vec<String> {
    let mut others: Vec<Provider> = background.into_iter().chain(embeds).collect();
    others.retain(|other| other.kind != ProviderKind::InPage && other.id != answers.id);
    others.dedup_by_key(|other| other.id);
    others.into_iter().map(|other| other.name).collect()
}

/// Says where messages are sent. `others` are the names of further connections that receive them.
fn where_sent(provider: &Provider, others: &[String], is_temporary: bool) -> String {
    let is_in_page = provider.kind == ProviderKind::InPage;
    let others = others.iter().map(String::as_str);
    let names: Vec<&str> = (!is_in_page).then_some(provider.name.as_str()).into_iter().chain(others).collect();
    let sentence = match (names.is_empty(), is_temporary) {
        (true, true) => temporary().stays_here,
        (true, false) => texts().stays_here,
        (false, true) => temporary().sent_to,
        (false, false) => texts().sent_to,
    };
    sentence.replace("{provider}", &names.join(texts().and))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn everyone_who_gets_messages_is_named_once_and_a_model_in_the_page_is_nobody() {
        let (one, two, three) = (server(1, "a"), server(2, "b"), server(3, "c"));
        let page = Provider::in_page();
        for (background, embeds, names) in [
            (None, None, &[][..]),
            (Some(&one), Some(&one), &[]),
            (Some(&two), None, &["Server 2"]),
            (None, Some(&two), &["Server 2"]),
            (Some(&two), Some(&two), &["Server 2"]),
            (Some(&two), Some(&three), &["Server 2", "Server 3"]),
            (Some(&page), Some(&three), &["Server 3"]),
        ] {
            assert_eq!(further(&one, background.cloned(), embeds.cloned()), names);
        }
    }

    #[test]
    fn the_line_below_names_everyone_who_gets_the_messages() {
        for language in UiLanguage::all() {
            speak(language);
            let (page, server) = (Provider::in_page(), server(1, "m"));
            assert_eq!(where_sent(&page, &[], false), texts().stays_here);
            assert_eq!(where_sent(&page, &[], true), temporary().stays_here);
            let far = ["Far".to_owned()];
            let background = where_sent(&page, &far, false);
            assert!(background.contains("Far") && !background.contains(&page.name), "{background}");
            let both = where_sent(&server, &far, false);
            assert!(both.contains("Server 1") && both.contains("Far"), "{both}");
            for is_temporary in [true, false] {
                let one = where_sent(&server, &[], is_temporary);
                assert!(one.contains("Server 1") && !one.contains("Far") && !one.contains('{'), "{one}");
            }
        }
    }
}
