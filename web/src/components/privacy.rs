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
    // Several, where the next message goes to several models.
    let answering = Memo::new(move |_| {
        let chosen =
            chat.several.chosen.with(|all| all.iter().map(|choice| choice.provider.clone()).collect::<Vec<_>>());
        if chosen.is_empty() { vec![chat.connection.provider()] } else { chosen }
    });
    // Background work and recall by meaning also send messages to their own providers. Neither reads a temporary
    // conversation.
    let others = Memo::new(move |_| {
        if chat.is_temporary() {
            return Vec::new();
        }
        let background = chat.connection.background();
        let background = background.is_chosen.then_some(background.provider);
        answering.with(|now| further(now, background, chat.connection.embeds()))
    });
    // A temporary conversation has no vectors.
    let vectors = move || {
        let host = chat.connection.settings.with(|settings| {
            let store = &settings.vector_store;
            store.is_elsewhere().then(|| texts().vectors_at.replace("{host}", host_of(&store.base_url)))
        });
        host.filter(|_| !chat.is_temporary())
    };
    let is_offline = move |provider: &&Provider| {
        provider.kind != ProviderKind::InPage && chat.is_offline.get() && !is_here(&provider.base_url)
    };
    view! {
        <p class="privacy">
            {move || answering.with(|answering| {
                if let Some(provider) = answering.iter().find(is_offline) {
                    let words = texts().offline.replace("{provider}", &provider.name);
                    return view! { <span class="offline" data-testid="offline">{words}</span> }.into_any();
                }
                others.with(|others| where_sent(answering, others, chat.is_temporary())).into_any()
            })}
            " "
            {vectors}
        </p>
    }
}

/// Names of the connections besides the answering ones that receive messages: for background work, and for recall by
/// meaning.
fn further(answering: &[Provider], background: Option<Provider>, embeds: Option<Provider>) -> Vec<String> {
    let mut others: Vec<Provider> = background.into_iter().chain(embeds).collect();
    others.retain(|other| other.kind != ProviderKind::InPage && answering.iter().all(|answers| answers.id != other.id));
    others.dedup_by_key(|other| other.id);
    others.into_iter().map(|other| other.name).collect()
}

/// Says where messages are sent. `others` are the names of further connections that receive them.
fn where_sent(answering: &[Provider], others: &[String], is_temporary: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    let elsewhere = answering.iter().filter(|provider| provider.kind != ProviderKind::InPage);
    for name in elsewhere.map(|provider| &provider.name).chain(others) {
        // Two models of one connection go to the same server.
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let sentence = match (names.is_empty(), is_temporary) {
        (true, true) => temporary().stays_here,
        (true, false) => texts().stays_here,
        (false, true) => temporary().sent_to,
        (false, false) => texts().sent_to,
    };
    sentence.replace("{provider}", &listed(&names))
}

/// Names in one sentence: `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., before, last] => [first, &[[*before, *last].join(texts().and).as_str()]].concat().join(", "),
        other => other.concat(),
    }
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
            assert_eq!(further(std::slice::from_ref(&one), background.cloned(), embeds.cloned()), names);
        }
    }

    #[test]
    fn the_line_below_names_everyone_who_gets_the_messages() {
        for language in UiLanguage::all() {
            speak(language);
            let (page, server) = (Provider::in_page(), server(1, "m"));
            let sent = |answering: &[&Provider], others: &[String], is_temporary| {
                let answering: Vec<Provider> = answering.iter().map(|provider| (*provider).clone()).collect();
                where_sent(&answering, others, is_temporary)
            };
            assert_eq!(sent(&[&page], &[], false), texts().stays_here);
            assert_eq!(sent(&[&page], &[], true), temporary().stays_here);
            let far = ["Far".to_owned()];
            let background = sent(&[&page], &far, false);
            assert!(background.contains("Far") && !background.contains(&page.name), "{background}");
            let both = sent(&[&server], &far, false);
            assert!(both.contains(&["Server 1", "Far"].join(texts().and)), "{both}");
            let several = sent(&[&server, &page, &crate::state::testing::server(2, "n"), &server], &far, false);
            assert!(several.contains(&["Server 1, Server 2", "Far"].join(texts().and)), "{several}");
            for is_temporary in [true, false] {
                let one = sent(&[&server], &[], is_temporary);
                assert!(one.contains("Server 1") && !one.contains("Far") && !one.contains('{'), "{one}");
            }
        }
    }
}
