//! Bad input: each case has an error kind and a sentence, and nothing is lost.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    compile::{Outgoing, Warning},
    error::{Error, ImagesUnsupported},
    id::BlobId,
    message::Part,
    provider::Provider,
    record::Blob,
    session::{AskedFor, ModelCall, TurnControl},
    settings::Settings,
    store::Store,
    time::Timestamp,
};

#[tokio::test]
async fn a_message_of_five_megabytes_is_refused_with_its_size_and_nothing_is_stored() {
    let chat = Chat::open().await;
    let text = "слово ".repeat(450_000);
    let error = chat.try_say(&text, &TurnControl::default()).await.unwrap_err();
    let Error::OverBudget(over) = &error else { panic!("{error}") };
    assert!(over.over_by > 400_000, "{error}");
    assert!(error.to_string().contains("raise the context budget"), "{error}");
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());
}

#[tokio::test]
async fn a_history_of_messages_that_are_all_longer_than_the_budget_still_answers() {
    let chat = Chat::open().await;
    for _ in 0..6 {
        chat.put(chat.id, &words(1).repeat(200)).await;
    }
    chat.session.save_settings(&Settings { context_max_tokens: 2_000, ..Settings::default() }).await.unwrap();
    let compiled = chat.compiled().await;
    assert!(compiled.tokens <= 2_000);
    let left_out: u32 = compiled.omitted.iter().map(|omitted| omitted.messages).sum();
    assert_eq!(left_out, 6, "all of them are named");
    chat.say("Hello").await;
}

#[tokio::test]
async fn a_variable_that_does_not_exist_is_sent_as_written_and_reported() {
    let chat = Chat::open().await;
    let system_prompt = "Hello {username}, {nobody} knows {date}.".into();
    chat.session.save_settings(&Settings { system_prompt, ..Settings::default() }).await.unwrap();
    let compiled = chat.compiled().await;
    assert!(compiled.warnings.contains(&Warning::UnknownVariable("nobody".to_owned())), "{:?}", compiled.warnings);
    assert!(compiled.warnings.contains(&Warning::VolatileVariable("date".to_owned())));
    assert!(serde_json::to_string(&compiled.request).unwrap().contains("{nobody} knows 2026-11-21."));
}

#[tokio::test]
async fn a_system_prompt_that_is_too_long_for_the_model_in_the_page_is_reported() {
    let chat = Chat::open().await;
    let system_prompt = "Answer as a pirate would, in rhymes. ".repeat(20).as_str().into();
    chat.session.save_settings(&Settings { system_prompt, ..Settings::default() }).await.unwrap();
    let compiled = chat.session.preview(chat.id, "Who are you?", &Provider::in_page()).await.unwrap();
    assert!(compiled.warnings.contains(&Warning::PromptTooLong), "{:?}", compiled.warnings);
    assert!(!serde_json::to_string(&compiled.request).unwrap().contains("pirate"));
    let compiled = chat.session.preview(chat.id, "Who are you?", &provider()).await.unwrap();
    assert!(!compiled.warnings.contains(&Warning::PromptTooLong), "{:?}", compiled.warnings);
}

fn image() -> (Outgoing, Blob) {
    let id = BlobId::new(Timestamp(1), [9; 10]);
    let part = Part::Image {
        blob: id,
        media_type: "image/png".to_owned(),
        width: Some(10),
        height: Some(10),
        alt: String::new(),
    };
    let parts = vec![Part::Text { text: "What is this?".to_owned() }, part];
    let blob = Blob {
        id,
        conversation: ricordo_core::testing::sample::conversation_id(1),
        media_type: "image/png".to_owned(),
        bytes: vec![1, 2, 3],
    };
    (Outgoing { parts, ..Outgoing::default() }, blob)
}

#[tokio::test]
async fn an_image_for_a_model_that_does_not_see_is_refused_before_anything_is_stored() {
    let chat = Chat::open().await;
    let (outgoing, blob) = image();
    let send = |provider: Provider, outgoing: Outgoing, blob: Blob| {
        let chat = &chat;
        async move {
            let blobs = vec![Blob { conversation: chat.id, ..blob }];
            let call = ModelCall::new(&chat.model, &provider);
            chat.session.send_message(&call, chat.id, outgoing, blobs).await
        }
    };
    let error = send(provider(), outgoing.clone(), blob.clone()).await.unwrap_err();
    assert_eq!(
        error,
        Error::ImagesUnsupported(ImagesUnsupported { model: "gpt-4o-scripted".to_owned(), switched_off: false })
    );
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());

    let seeing = Provider { supports_images: true, ..provider() };
    send(seeing.clone(), outgoing.clone(), blob.clone()).await.unwrap();
    let request = chat.last_request();
    assert_eq!(request.attachments.len(), 1, "its bytes go along");
    assert_eq!(request.attachments[0].bytes, [1, 2, 3]);
    // A model without image support gets a note about the image.
    chat.say("And now?").await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains("[image: image/png]"));

    chat.session.save_settings(&Settings { vision: false, ..Settings::default() }).await.unwrap();
    let (outgoing, _) = image();
    let error = chat.session.preview_message(chat.id, outgoing, &seeing, AskedFor::Typing).await.unwrap_err();
    assert!(error.to_string().contains("turned off"), "{error}");
}

#[tokio::test]
async fn a_preset_of_a_newer_version_changes_nothing() {
    let current = Settings::default();
    let newer = r#"{"ricordo_preset": 99, "name": "x", "settings": {"max_context": 5}}"#;
    let error = ricordo_core::preset::apply(newer, &current).unwrap_err();
    assert!(error.to_string().contains("99"), "{error}");
    let chat = Chat::open().await;
    assert!(chat.session.store().conversations().await.is_ok());
}
