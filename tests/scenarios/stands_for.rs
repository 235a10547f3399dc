//! What a summary stands for is sent one way or the other: in the summary, however short, or as messages.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    compile::LayerKind,
    mark::MarkKind,
    session::{MaintainControl, NotMade, Outcome},
    settings::{CompressionSettings, Settings},
    summary::OutputTarget,
};

fn periodic() -> Settings {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    Settings { compression, ..Settings::default() }
}

/// As many compressed summaries, one after the other, with these texts.
async fn compressed_as(settings: Settings, texts: &[String]) -> Chat {
    let chat = Chat::open_with(settings).await;
    for text in texts {
        chat.fill(20).await;
        chat.maintain().await;
        let newest = chat.in_force().await.into_iter().max_by_key(|summary| summary.coverage[0].from).unwrap();
        chat.session.edit_summary(chat.id, newest.id, text).await.unwrap();
    }
    assert_eq!(chat.in_force().await.len(), texts.len());
    chat
}

/// Each is longer than its share of the room, and begins with its name.
#[tokio::test]
async fn summaries_that_do_not_all_fit_are_shortened_and_none_is_left_out() {
    for target in [OutputTarget::Memory, OutputTarget::ReducedHistory] {
        let mut settings = Settings { context_max_tokens: 2_000, ..periodic() };
        settings.compression.output_target = target;
        let text = |name| format!("{name} is the beginning. {}", "They plan to move to Lviv in May. ".repeat(40));
        let names = ["One", "Two", "Three"];
        let request = compressed_as(settings, &names.map(text)).await.request().await;
        for name in names {
            assert!(request.contains(&format!("{name} is the beginning. They plan")), "{name} {target:?}: {request}");
        }
    }
}

#[tokio::test]
async fn facts_leave_room_for_the_summaries_beside_them() {
    let mut settings = Settings { context_max_tokens: 2_000, ..periodic() };
    settings.compression.output_target = OutputTarget::Memory;
    let text = format!("They met in Lviv. {}", "They plan to move there in May. ".repeat(40));
    let chat = compressed_as(settings, &[text]).await;
    for n in 0..60 {
        let fact = format!("The user likes place number {n}, which is far away from all the others");
        chat.session.add_memory(chat.id, &fact, None).await.unwrap();
    }
    let request = chat.request().await;
    assert!(request.contains("They met in Lviv. They plan") && request.contains("place number"), "{request}");
}

#[tokio::test]
async fn facts_leave_no_room_to_a_summary_that_could_not_use_it() {
    let mut settings = Settings { context_max_tokens: 2_000, ..periodic() };
    settings.compression.output_target = OutputTarget::Memory;
    for layer in settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Memories) {
        (layer.floor, layer.ceiling) = (5, 5);
    }
    let chat = compressed_as(settings, &["They plan to move to Lviv in May. ".repeat(40)]).await;
    for n in 0..5 {
        chat.session.add_memory(chat.id, &format!("The user likes the place {n} by the sea"), None).await.unwrap();
    }
    let request = chat.request().await;
    assert!((0..5).all(|n| request.contains(&format!("place {n} by"))), "{request}");
}

#[tokio::test]
async fn messages_whose_summary_has_no_room_are_sent_themselves() {
    for target in [OutputTarget::Memory, OutputTarget::ReducedHistory] {
        let mut settings = periodic();
        settings.compression.output_target = target;
        let chat = compressed_as(settings.clone(), &["They plan to move to Lviv in May.".to_owned()]).await;
        assert!(!chat.request().await.contains(&words(0)));
        settings.layers.retain(|layer| !matches!(layer.kind, LayerKind::Memories | LayerKind::Summaries));
        chat.session.save_settings(&settings).await.unwrap();
        let request = chat.request().await;
        assert!(request.contains(&words(0)) && !request.contains("They plan to move"), "{target:?}: {request}");
    }
}

#[tokio::test]
async fn a_summary_that_fits_beside_long_ones_is_sent_as_it_is() {
    let short = "They plan to move to Lviv, and to take the hedgehogs with them when the school has ended.".to_owned();
    let long = "It is a long way, and nobody knows the end of it. ".repeat(60);
    let settings = Settings { context_max_tokens: 2_000, ..periodic() };
    let request = compressed_as(settings, &[short.clone(), long]).await.request().await;
    assert!(request.contains(&short) && request.contains("It is a long way, and"), "{request}");
}

#[tokio::test]
async fn a_message_that_was_muted_while_it_was_compressed_is_sent_once_it_is_not_muted() {
    let chat = Chat::open_with(periodic()).await;
    chat.fill(20).await;
    let message = chat.session.open(chat.id, 20).await.unwrap().messages.remove(3).id;
    chat.session.mark(chat.id, message, Some(MarkKind::Muted)).await.unwrap();
    chat.maintain().await;
    let made = chat.in_force().await;
    assert!(!chat.request().await.contains(&words(3)));
    chat.session.mark(chat.id, message, None).await.unwrap();
    assert!(chat.request().await.contains(&words(3)), "there is room for its messages");
    // Taking that back brings the summary back.
    chat.session.undo(chat.id).await.unwrap().unwrap();
    assert_eq!(chat.in_force().await, made);
    assert!(!chat.request().await.contains(&words(3)));
    // A message that its summary knows changes nothing.
    let other = chat.session.open(chat.id, 20).await.unwrap().messages.remove(4).id;
    chat.session.mark(chat.id, other, Some(MarkKind::Muted)).await.unwrap();
    chat.session.mark(chat.id, other, None).await.unwrap();
    assert_eq!(chat.in_force().await, made);
}

#[tokio::test]
async fn a_summary_of_deleted_messages_is_not_made_again_without_them() {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    let settings = Settings { immediate_messages: Some(10), max_storage: Some(25), compression, ..Settings::default() };
    let chat = Chat::open_with(settings.clone()).await;
    chat.fill(40).await;
    chat.model.then_say("They talk about moving to Lviv.");
    chat.session.compress(&chat.model, &provider(), chat.id, &MaintainControl::default(), &|_| ()).await.unwrap();
    let made = chat.in_force().await;
    assert!(chat.session.enforce_storage(chat.id, &settings).await.unwrap() > 0);
    let (place, control) = ((chat.id, made[0].id), MaintainControl::default());
    let asked = chat.model.requests().len();
    let again = chat.session.rebuild_summary(&chat.model, &provider(), place, &control, &|_| ()).await.unwrap();
    assert_eq!(again, Outcome::NotMade(NotMade::MessagesGone));
    assert_eq!(chat.session.rebuild_without_model(place).await.unwrap(), Outcome::NotMade(NotMade::MessagesGone));
    assert_eq!((chat.in_force().await, chat.model.requests().len()), (made, asked));
    chat.session.restore_deleted(chat.id).await.unwrap();
    let again = chat.session.rebuild_summary(&chat.model, &provider(), place, &control, &|_| ()).await.unwrap();
    assert!(matches!(again, Outcome::Made(_)), "{again:?}");
}

#[tokio::test]
async fn a_long_thread_of_replies_leaves_the_last_messages_in_the_request() {
    use ricordo_core::{
        message::Role,
        session::{ModelCall, NewMessage},
        settings::WindowStyle,
    };
    let settings = Settings { context_max_tokens: 2_000, window_style: WindowStyle::Group, ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    let pinned = chat.session.append(chat.id, &[NewMessage::text(Role::User, "The pinned one")], Vec::new()).await;
    chat.session.mark(chat.id, pinned.unwrap()[0].id, Some(MarkKind::Pinned)).await.unwrap();
    let mut reply_to = None;
    for n in 0..200 {
        let text = format!("Message {n}. {}", "It was said before, and it is said again. ".repeat(4));
        let new = NewMessage { reply_to, ..NewMessage::text(Role::User, &text) };
        reply_to = Some(chat.session.append(chat.id, &[new], Vec::new()).await.unwrap()[0].id);
    }
    chat.session.send(&ModelCall::new(&chat.model, &provider()), chat.id, "And now?").await.unwrap();
    let request = serde_json::to_string(&chat.last_request()).unwrap();
    assert!(request.contains("Message 199.") && request.contains("Message 195."), "{request}");
    assert!(request.contains("The pinned one"));
}
