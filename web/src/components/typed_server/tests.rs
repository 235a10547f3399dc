//! The form of a server while the user types, changes the kind and checks the connection.

use super::*;
use crate::state::testing::server;
use ProviderKind::{Anthropic, Ollama, OpenAiCompatible};
use ricordo_core::doctor::Listing;

/// Form that shows a saved server, or a new one.
fn form(server: Option<&Provider>) -> Typed {
    let typed = Typed::new(60);
    typed.show(server);
    typed
}

fn address(typed: Typed) -> String {
    typed.address.get_untracked()
}

/// Observations of a server that lists these models, where `chosen` was typed.
fn seen(models: &[ListedModel], chosen: &str) -> Observations {
    let mut seen = Observations::new(OpenAiCompatible, "http://127.0.0.1/v1", chosen);
    seen.listing = Some(Listing::Models(models.to_vec()));
    seen
}

#[test]
fn a_time_out_of_range_is_refused() {
    assert_eq!((seconds("5"), seconds("3600")), (Some(5), Some(3_600)));
    for bad in ["", "4", "3601", "-1", "1.5", "soon", "99999999999"] {
        assert_eq!(seconds(bad), None, "{bad}");
    }
}

#[test]
fn another_kind_brings_its_usual_address_and_none_of_the_model_before() {
    let typed = form(Some(&server(1, "small")));
    typed.is_picked.set(true);
    typed.fill(Some(&server(1, "small")), Ollama);
    assert_eq!((address(typed).as_str(), typed.model.get_untracked().as_str()), ("http://localhost:11434", ""));
    typed.fill(Some(&server(1, "small")), Anthropic);
    assert_eq!(address(typed), "https://api.anthropic.com");
    assert!(typed.supports_images.get_untracked());
    // Back to the kind of the saved server: everything of it is there again.
    typed.fill(Some(&server(1, "small")), OpenAiCompatible);
    assert_eq!((address(typed), typed.model.get_untracked()), (server(1, "").base_url, "small".to_owned()));
    assert!(!typed.supports_images.get_untracked());
}

#[test]
fn an_address_that_the_user_typed_stays_whatever_kind_is_chosen() {
    let typed = form(None);
    typed.address.set(" http://192.168.0.7:8080/v1 ".to_owned());
    typed.model.set("mine".to_owned());
    typed.fill(None, Ollama);
    assert_eq!((address(typed).trim(), typed.model.get_untracked().as_str()), ("http://192.168.0.7:8080/v1", "mine"));
    typed.address.set(KNOWN[0].base_url.to_owned());
    typed.fill(None, Ollama);
    assert_eq!(address(typed), "http://localhost:11434", "one that was picked from the list");
}

#[test]
fn another_address_begins_with_none_of_the_server_in_use_and_keeps_what_was_typed() {
    let used = server(1, "small");
    let typed = form(Some(&used));
    typed.is_picked.set(true);
    assert!(typed.begin_after(Some(&used)));
    assert_eq!((address(typed), typed.model.get_untracked(), typed.is_picked.get_untracked()), Default::default());
    assert_eq!(typed.editing.get_untracked(), Some(used.id), "its key is offered again for its own address");
    typed.fill(Some(&used), Ollama);
    typed.fill(Some(&used), OpenAiCompatible);
    assert_eq!(address(typed), "", "it was not picked");
    typed.address.set("http://192.168.0.7:8080/v1".to_owned());
    assert!(!typed.begin_after(Some(&used)));
    assert_eq!(address(typed), "http://192.168.0.7:8080/v1");
}

#[test]
fn a_shown_server_leaves_nothing_of_the_one_before() {
    let typed = form(None);
    typed.key.set("secret".to_owned());
    typed.learn(&seen(&[ListedModel::named("a"), ListedModel::named("b")], ""));
    typed.show(Some(&server(2, "large")));
    assert!(typed.key.with_untracked(String::is_empty) && typed.offered.with_untracked(Vec::is_empty));
    let form = typed.address_and_key(OpenAiCompatible).unwrap();
    assert_eq!((form.id, form.model.as_str(), form.listed), (Some(server(2, "").id), "large", None));
    typed.show(None);
    assert_eq!((address(typed), typed.editing.get_untracked()), (String::new(), None));
}

#[test]
fn a_key_is_never_stored_for_a_kind_that_has_none() {
    let typed = form(Some(&server(1, "small")));
    typed.key.set(" secret \n".to_owned());
    let key = |kind| typed.address_and_key(kind).unwrap().key;
    assert_eq!(
        (key(OpenAiCompatible).as_str(), key(Anthropic).as_str(), key(Ollama).as_str()),
        ("secret", "secret", "")
    );
}

#[test]
fn what_a_check_found_about_the_typed_model_is_stored_with_it() {
    let typed = form(Some(&server(1, "small")));
    let small = ListedModel { context_tokens: Some(4_096), supports_images: Some(true), ..ListedModel::named("small") };
    typed.learn(&seen(&[small.clone(), ListedModel::named("large")], "small"));
    assert!(typed.supports_images.get_untracked());
    let listed = |model: &str| {
        typed.model.set(model.to_owned());
        typed.checked(OpenAiCompatible).unwrap().listed
    };
    assert_eq!(listed(" small "), Some(small));
    assert_eq!(listed("large"), Some(ListedModel::named("large")));
    assert_eq!(listed("other"), None);
}

#[test]
fn the_only_model_is_chosen_unless_the_user_typed_one() {
    let only = [ListedModel { supports_images: Some(true), ..ListedModel::named("only") }];
    let typed = form(None);
    typed.learn(&seen(&only, ""));
    assert_eq!((typed.model.get_untracked().as_str(), typed.supports_images.get_untracked()), ("only", true));
    let typed = form(None);
    typed.model.set("mine".to_owned());
    typed.learn(&seen(&only, "mine"));
    assert_eq!((typed.model.get_untracked().as_str(), typed.supports_images.get_untracked()), ("mine", false));
    let typed = form(None);
    typed.learn(&seen(&[only[0].clone(), ListedModel::named("second")], ""));
    assert_eq!(typed.model.get_untracked(), "", "the user has to choose");
}
