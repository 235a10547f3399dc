//! "Reply to this": what the model is sent about the message that is replied to, checked in the requests.

use crate::common::{Chat, provider, texts};
use ricordo_core::{
    compile::Outgoing,
    id::MessageId,
    mark::MarkKind,
    preset,
    provider::Provider,
    session::{AskedFor, ModelCall},
    settings::{NowStyle, Settings, WindowStyle},
};

/// Replies to a message.
async fn reply(chat: &Chat, to: MessageId, words: &str, provider: &Provider) {
    let outgoing = Outgoing { reply_to: Some(to), ..Outgoing::text(words) };
    let call = ModelCall::new(&chat.model, provider);
    chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
}

/// The messages of the last request that contain `words`.
fn sent(chat: &Chat, words: &str) -> Vec<String> {
    texts(&chat.last_request()).into_iter().filter(|text| text.contains(words)).collect()
}

async fn set(chat: &Chat, change: impl FnOnce(&mut Settings)) {
    let mut settings = chat.session.settings().await.unwrap();
    change(&mut settings);
    chat.session.save_settings(&settings).await.unwrap();
}

#[tokio::test]
async fn every_style_and_preset_says_what_is_answered() {
    for style in [WindowStyle::Plain, WindowStyle::Group, WindowStyle::Auto] {
        for name in ["balanced", "forget", "layered", "journal", "compress", "hybrid"] {
            let chat = Chat::open().await;
            set(&chat, |settings| {
                *settings = preset::apply(name, settings).unwrap();
                settings.window_style = style;
            })
            .await;
            chat.say("Lisbon in March?").await;
            chat.say("Or Rome in May?").await;
            reply(&chat, chat.id_of("Lisbon").await, "How warm is it then?", &provider()).await;
            let asked = sent(&chat, "How warm is it then?");
            assert!(
                matches!(&asked[..], [one] if one.contains("reply to: \"Lisbon in March?\"")),
                "{style:?} {name}: {asked:?}"
            );
            // The next request contains the same text, so that the prefix can be reused.
            chat.say("And there?").await;
            assert_eq!(sent(&chat, "How warm is it then?"), asked, "{style:?} {name}");
        }
    }
}

#[tokio::test]
async fn what_is_in_the_window_is_named_and_what_is_not_is_quoted_in_full() {
    let chat = Chat::open().await;
    set(&chat, |settings| {
        settings.immediate_messages = Some(10);
        settings.trim_step_percent = 0;
        settings.now_style = NowStyle::Date;
    })
    .await;
    let long = "Take the coast road out of town, and turn left at the third lighthouse, where the cliff begins.";
    chat.say(long).await;
    reply(&chat, chat.id_of("coast").await, "Which way first?", &provider()).await;
    let named = "[reply to: \"Take the coast road out of town, and turn left at…\"] Which way first?";
    assert_eq!(sent(&chat, "Which way first?"), [named]);
    for n in 0..6 {
        chat.say(&format!("Something else {n}")).await;
    }
    assert_eq!(sent(&chat, "coast road"), [""; 0], "both have left the window");
    reply(&chat, chat.id_of("coast").await, "Which way then?", &provider()).await;
    assert_eq!(sent(&chat, "coast road"), [format!("[reply to: \"{long}\"] Which way then?")]);
}

#[tokio::test]
async fn what_is_forgotten_or_muted_is_not_quoted() {
    let chat = Chat::open().await;
    chat.say("The code is 4711").await;
    let (code, place) = (chat.id_of("4711").await, chat.id_of("The code").await);
    reply(&chat, code, "Is it?", &provider()).await;
    assert_eq!(sent(&chat, "4711").len(), 2);
    chat.session.mark(chat.id, place, Some(MarkKind::Muted)).await.unwrap();
    reply(&chat, code, "Is it still?", &provider()).await;
    assert_eq!(sent(&chat, "4711"), [""; 0], "neither quoted now nor in the past reply");
}

/// The message has priority over the quote: if they do not both fit, the quote is shortened or left out.
#[tokio::test]
async fn a_quote_gives_way_to_the_message() {
    let chat = Chat::open().await;
    set(&chat, |settings| settings.context_max_tokens = 2_000).await;
    chat.say("one thing and then another thing ".repeat(20).trim()).await;
    let to = chat.id_of("one thing").await;
    let mut lengths = Vec::new();
    for words in (500..2_500).step_by(3) {
        let text = "word ".repeat(words);
        let outgoing = Outgoing { reply_to: Some(to), ..Outgoing::text(text.trim()) };
        let Ok(compiled) = chat.session.preview_message(chat.id, outgoing, &provider(), AskedFor::Typing).await else {
            break;
        };
        assert!(compiled.tokens <= compiled.budget, "{words}");
        let last = texts(&compiled.request).pop().unwrap();
        lengths.push(last.split("word").next().unwrap().chars().count());
    }
    let shapes = |length: &usize| match length {
        0 => "none",
        ..100 => "short",
        _ => "long",
    };
    let mut shapes: Vec<&str> = lengths.iter().map(shapes).collect();
    shapes.dedup();
    assert!(shapes.ends_with(&["long", "short", "none"]), "as long as there is room: {shapes:?}");
}

#[tokio::test]
async fn what_was_sent_with_a_quote_is_shown_again_byte_for_byte() {
    let chat = Chat::open().await;
    chat.say("Lisbon in March?").await;
    reply(&chat, chat.id_of("Lisbon").await, "How warm is it then?", &provider()).await;
    chat.say("And there?").await;
    let messages = chat.session.open(chat.id, 100).await.unwrap().messages;
    let requests = chat.model.requests();
    let replies = messages.iter().filter(|message| message.model.is_some());
    for (reply, request) in replies.zip(&requests) {
        assert_eq!(chat.sent_for(reply.id).await.as_ref(), Ok(request));
    }
    assert_eq!(requests.len(), 3);
}
