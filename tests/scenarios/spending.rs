//! A request above the limits of the settings is refused before anything is stored, where the call asks first.

use crate::common::{Chat, provider};
use ricordo_core::{
    draft::ComposerDraft,
    error::Error,
    message::Role,
    provider::{Provider, ProviderKind},
    session::{ModelCall, NewMessage, TurnOutcome},
    settings::Settings,
    spending::Spending,
    statistics::Price,
    testing::conformance::dump,
};

fn priced(limit: f32) -> Settings {
    let price =
        Price { model: "gpt-4o-script".to_owned(), prompt: 2_000_000, cached: 0, completion: 8_000_000, exact: false };
    Settings { prices: vec![price], confirm_above_cost: Some(limit), max_response_tokens: 1_000, ..Settings::default() }
}

async fn send(chat: &Chat, text: &str, asks_first: bool) -> Result<TurnOutcome, Error> {
    let provider = provider();
    let call = ModelCall { asks_first, ..ModelCall::new(&chat.model, &provider) };
    chat.session.send(&call, chat.id, text).await
}

/// What the user is asked to agree to.
fn spending(refused: Result<TurnOutcome, Error>) -> Spending {
    match refused {
        Err(Error::NeedsConsent(spending)) => spending,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_message_above_the_limit_is_neither_stored_nor_sent_and_an_agreed_one_is() {
    let chat = Chat::open_with(priced(0.008)).await;
    chat.say("Short.").await;
    chat.session.save_draft(ComposerDraft::text(chat.id, "Typed."), Vec::new(), &[]).await.unwrap();
    let before = dump(chat.session.store()).await;
    let asked = spending(send(&chat, "Typed.", true).await);
    assert_eq!(asked.most, asked.prompt.map(|prompt| prompt + 8_000), "the longest reply is 1,000 tokens");
    assert_eq!(asked.prompt, Some(u64::from(asked.tokens) * 2), "{asked:?}");
    assert_eq!(dump(chat.session.store()).await, before, "the draft is still there");
    assert_eq!(chat.model.requests().len(), 1);

    send(&chat, "Typed.", false).await.unwrap();
    assert_eq!(chat.model.requests().len(), 2);
}

#[tokio::test]
async fn a_request_that_has_grown_since_the_user_agreed_is_asked_about_again() {
    let chat = Chat::open_with(priced(0.008)).await;
    chat.say("Short.").await;
    let provider = provider();
    let send = async |agreed| {
        let call = ModelCall::new(&chat.model, &provider).agreed(agreed);
        chat.session.send(&call, chat.id, "Typed.").await
    };
    let asked = spending(send(None).await);
    // Another tab makes the request longer.
    let text = "What came meanwhile, at some length. ".repeat(20);
    chat.session.append(chat.id, &[NewMessage::text(Role::User, text)], Vec::new()).await.unwrap();
    let before = dump(chat.session.store()).await;
    let more = spending(send(Some(asked)).await);
    assert!(more.tokens > asked.tokens && more.most > asked.most, "{more:?}");
    assert_eq!(dump(chat.session.store()).await, before);
    send(Some(more)).await.unwrap();
    assert_eq!(chat.model.requests().len(), 2, "it is sent when the user agrees to that");
}

#[tokio::test]
async fn retry_regenerate_and_edit_ask_like_a_new_message() {
    let chat = Chat::open_with(priced(0.0)).await;
    let reply = chat.say("First.").await.reply;
    let user = chat.session.open(chat.id, 2).await.unwrap().messages[0].id;
    let before = dump(chat.session.store()).await;
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider).asking_first();
    let retried = spending(chat.session.retry(&call, chat.id).await);
    let again = spending(chat.session.regenerate(&call, chat.id, reply.id).await);
    spending(chat.session.edit(&call, chat.id, user, "Second.").await);
    assert_eq!(retried, again, "the same request");
    assert_eq!(dump(chat.session.store()).await, before, "no branch, no entry to undo");
    assert_eq!(chat.model.requests().len(), 1);
    let agreed = ModelCall::new(&chat.model, &provider);
    chat.session.edit(&agreed, chat.id, user, "Second.").await.unwrap();
}

#[tokio::test]
async fn what_is_asked_for_is_the_size_of_the_request_that_is_sent() {
    let settings = Settings { confirm_above_tokens: Some(100), ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    let text = "A message about the trip to Lviv in May. ".repeat(20);
    let asked = spending(send(&chat, &text, true).await);
    assert!(asked.tokens > 100 && asked.prompt.is_none(), "{asked:?}");
    let compiled = chat.session.preview(chat.id, &text, &provider()).await.unwrap();
    assert_eq!(asked.tokens, compiled.tokens);
}

#[tokio::test]
async fn the_model_in_the_page_never_asks() {
    let chat = Chat::open_with(Settings { confirm_above_tokens: Some(100), ..priced(0.0) }).await;
    let here = Provider { kind: ProviderKind::InPage, ..provider() };
    let call = ModelCall::new(&chat.model, &here).asking_first();
    chat.session.send(&call, chat.id, &"Hello there. ".repeat(100)).await.unwrap();
}
