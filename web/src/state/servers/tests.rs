//! What is saved of a server, and which key is sent to it.

use super::*;
use crate::state::testing::server;

fn form(of: &Provider, listed: Option<ListedModel>) -> ServerForm {
    ServerForm {
        id: Some(of.id),
        kind: of.kind,
        base_url: of.base_url.clone(),
        model: of.model.clone(),
        key: String::new(),
        timeout: 60,
        supports_images: of.supports_images,
        listed,
    }
}

#[test]
fn what_is_known_of_a_model_stays_with_it_and_not_with_another_one() {
    let saved = Provider { context_tokens: Some(8_192), has_tools: false, ..server(1, "small") };
    let known = |form: &ServerForm, before: Option<&Provider>| {
        let provider = form.provider(saved.id, before);
        (provider.context_tokens, provider.has_tools)
    };
    let same = form(&saved, None);
    assert_eq!(known(&same, Some(&saved)), (Some(8_192), false));
    assert_eq!(known(&same, None), (None, true), "a new server: tools are tried until they are refused");
    let other_model = ServerForm { model: "large".to_owned(), ..same.clone() };
    assert_eq!(known(&other_model, Some(&saved)), (None, true));
    let other_address = ServerForm { base_url: "http://127.0.0.1:99/v1".to_owned(), ..same.clone() };
    assert_eq!(known(&other_address, Some(&saved)), (None, true));
}

#[test]
fn what_the_server_lists_now_counts_more_than_what_is_saved_if_it_is_about_this_model() {
    let saved = Provider { context_tokens: Some(8_192), has_tools: false, ..server(1, "small") };
    let listed = |id: &str| {
        let more = ListedModel { context_tokens: Some(4_096), has_tools: Some(true), ..ListedModel::named(id) };
        let provider = form(&saved, Some(more)).provider(saved.id, Some(&saved));
        (provider.context_tokens, provider.has_tools)
    };
    assert_eq!(listed("small"), (Some(4_096), true));
    assert_eq!(listed("large"), (Some(8_192), false), "it was listed before the user typed another name");
}

#[test]
fn a_server_that_is_found_again_is_not_saved_twice_and_a_stored_key_gives_way_to_no_other() {
    let saved = server(1, "a");
    let found = ServerForm::found(saved.kind, &saved.base_url, &ListedModel::named("c"), 60);
    let with_key = |key: &str| ServerForm { key: key.to_owned(), ..found.clone() };
    for (typed, stored, is_it) in [
        ("", None, true),
        ("", Some("sk-one"), true),
        ("sk-one", None, true),
        ("sk-one", Some("sk-one"), true),
        ("sk-two", Some("sk-one"), false),
    ] {
        assert_eq!(with_key(typed).is_about(&saved, stored), is_it, "{typed} {stored:?}");
    }
    let elsewhere = ServerForm { base_url: "http://127.0.0.1:9/v1".to_owned(), ..found.clone() };
    let other_protocol = ServerForm { kind: ProviderKind::Anthropic, ..found };
    assert!(!elsewhere.is_about(&saved, None) && !other_protocol.is_about(&saved, None));
}

#[test]
fn images_are_tried_where_the_protocol_has_them_and_the_server_says_nothing() {
    let takes_images = |kind, supports_images| {
        let model = ListedModel { supports_images, ..ListedModel::named("m") };
        ServerForm::found(kind, "http://127.0.0.1", &model, 60).supports_images
    };
    assert!(takes_images(ProviderKind::Anthropic, None) && !takes_images(ProviderKind::Anthropic, Some(false)));
    assert!(!takes_images(ProviderKind::Ollama, None) && takes_images(ProviderKind::Ollama, Some(true)));
}

#[test]
fn a_server_is_named_as_people_know_it_and_never_with_a_password() {
    assert_eq!(name_of("https://api.anthropic.com"), "Anthropic");
    assert_eq!(name_of("http://127.0.0.1:8090/v1"), "127.0.0.1:8090");
    assert_eq!(name_of("https://me:secret@example.org/v1"), "example.org");
}

#[test]
fn the_model_of_the_page_is_reached_by_no_protocol() {
    assert!(http(ProviderKind::InPage, String::new(), None, 1).is_none());
    assert!(http(ProviderKind::Ollama, "http://127.0.0.1".to_owned(), None, 1).is_some());
}

#[test]
fn a_stored_key_is_sent_to_no_other_server_than_the_one_that_it_was_typed_for() {
    let saved = Provider { base_url: "https://api.example.org/v1".to_owned(), ..server(1, "m") };
    let key = |address: &str, typed: &str, saved: Option<&Provider>| {
        let form = ServerForm { base_url: address.to_owned(), key: typed.to_owned(), ..form(&server(1, "m"), None) };
        key_for(&form, saved)
    };
    for address in ["https://api.example.org/v1", "https://api.example.org/other"] {
        assert_eq!(key(address, "", Some(&saved)), KeyFor::Stored(saved.id), "{address}");
    }
    for address in [
        "https://example.org/v1",
        "https://api.example.org.evil.example/v1",
        "http://api.example.org/v1",
        "https://api.example.org:8443/v1",
    ] {
        assert_eq!(key(address, "", Some(&saved)), KeyFor::None, "{address}");
        assert_eq!(key(address, "new", Some(&saved)), KeyFor::Typed, "{address}");
    }
    assert_eq!(key("https://api.example.org/v1", "", None), KeyFor::None, "a new connection");
}

#[test]
fn only_a_server_that_refuses_the_page_is_there_although_it_says_nothing() {
    use ModelErrorKind::{NotFound, OriginRefused, TimedOut, Unauthorized, Unreachable};
    let failed = |kind| Finding::of(Err(ModelError::new(kind, "")));
    assert_eq!(failed(OriginRefused), Finding::Refuses, "the user can permit the page");
    for kind in [Unreachable, TimedOut, NotFound, Unauthorized] {
        assert_eq!(failed(kind), Finding::Nothing, "{kind:?}");
    }
    assert_eq!(Finding::of(Ok(Vec::new())), Finding::Found(Vec::new()), "a server without a model is one");
}
