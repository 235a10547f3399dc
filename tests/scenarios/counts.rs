//! Token counts: calibration from a provider's counts, detection of a truncated prompt, exact counts, statistics.

use crate::common::{Chat, branches::asks, idle::now, meddling::Meddling, provider};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    id::MessageId,
    memory_store::MemoryStore,
    message::{ExactTokens, Tokenizer, Usage},
    model::ChatEvent,
    provider::Provider,
    record::{Record, RecordKey},
    session::{ModelCall, NotCounted, Session, TurnEvent, TurnOutcome},
    settings::Settings,
    store::Store,
    testing::{ManualHost, Step},
    tokens::counter::{CountError, NoCounter, TokenCounter},
};

async fn say_to(chat: &Chat, provider: &Provider, text: &str) -> TurnOutcome {
    let observer = |event| chat.events.borrow_mut().push(event);
    let call = ModelCall::new(&chat.model, provider).with_observer(&observer);
    chat.session.send(&call, chat.id, text).await.unwrap()
}

fn counted(prompt_tokens: u32) -> Step {
    let usage = Usage { prompt_tokens, completion_tokens: 5, cached_tokens: Some(0), written_tokens: None };
    Step::Event(ChatEvent::Usage { usage })
}

#[tokio::test]
async fn the_estimate_learns_from_what_the_provider_counts() {
    let chat = Chat::open().await;
    let before = chat.compiled().await.tokens;
    for _ in 0..12 {
        let estimate = chat.compiled().await;
        let raw = u64::from(estimate.tokens) * 1_000 / u64::from(per_mille(&chat).await);
        chat.model.then(vec![Step::text("Yes."), counted((raw * 3 / 2) as u32)]);
        chat.say("Next").await;
    }
    let learned = per_mille(&chat).await;
    assert!((1_400..=1_600).contains(&learned), "{learned}");
    assert!(chat.compiled().await.tokens > before * 14 / 10);
    // Another model has no calibration.
    let other = Provider { model: "another".to_owned(), ..provider() };
    let preview = chat.session.preview(chat.id, "Next", &other).await.unwrap();
    assert!(preview.tokens < chat.compiled().await.tokens);
}

async fn per_mille(chat: &Chat) -> u32 {
    match chat.session.store().record(RecordKey::Calibration(provider().id)).await.unwrap() {
        Some(Record::Calibration(known)) => known.calibration.per_mille(),
        _ => 1_000,
    }
}

#[tokio::test]
async fn a_server_that_drops_a_part_of_the_prompt_is_found_out() {
    let chat = Chat::open().await;
    chat.model.then(vec![Step::text("What?"), counted(300)]);
    let outcome = say_to(&chat, &provider(), &"a long story ".repeat(800)).await;
    let truncation = outcome.truncation.expect("it is found out");
    assert_eq!(truncation.read, 300);
    let found = chat.events.borrow().iter().find_map(|event| match event {
        TurnEvent::Truncated(found, kind) => Some(found.sentence(*kind)),
        _ => None,
    });
    assert!(found.as_deref().is_some_and(|found| found.contains("--ctx-size")), "{found:?}");
    assert_eq!(per_mille(&chat).await, 1_000, "a cut prompt teaches nothing");
}

#[tokio::test]
async fn every_request_is_counted_by_day_and_model() {
    let chat = Chat::open().await;
    chat.model.then(vec![Step::text("Yes."), counted(100)]);
    chat.say("One").await;
    chat.host.advance(86_400_000);
    chat.model.then(vec![Step::text("Yes."), counted(200)]);
    chat.say("Two").await;
    chat.model.then(vec![Step::text("Yes."), counted(50)]);
    chat.say("Three").await;
    let days = chat.session.statistics().await.unwrap();
    let found: Vec<_> = days.iter().map(|day| (day.requests, day.messages, day.prompt_tokens)).collect();
    assert_eq!(found, [(2, 4, 250), (1, 2, 100)]);
}

#[tokio::test]
async fn a_prompt_that_the_server_does_not_count_is_counted_as_it_was_sent() {
    let chat = Chat::open().await;
    chat.model.then(asks("get_user_facts"));
    chat.model.then_say("You like tea.");
    chat.say("What do I like?").await;
    let size = |event: &TurnEvent| match event {
        TurnEvent::Compiled(compiled) => Some(u64::from(compiled.tokens)),
        _ => None,
    };
    let sizes: Vec<u64> = chat.events.borrow().iter().filter_map(size).collect();
    let day = chat.session.statistics().await.unwrap().remove(0);
    assert_eq!((day.requests, sizes.len(), day.prompt_tokens), (2, 2, sizes.iter().sum()), "{sizes:?}");
}

#[tokio::test]
async fn a_request_that_nobody_answered_is_not_counted() {
    let chat = Chat::open().await;
    for _ in 0..3 {
        chat.model.then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, "no network"))]);
        chat.say("Hello").await;
    }
    assert_eq!(chat.session.statistics().await.unwrap(), []);
    chat.model.then(vec![Step::text("It is"), Step::Fail(ModelError::new(ModelErrorKind::CutOff, "gone"))]);
    chat.say("Hello").await;
    let days = chat.session.statistics().await.unwrap();
    assert_eq!(days.iter().map(|day| day.requests).sum::<u32>(), 1, "a part of a reply is one");
}

#[tokio::test]
async fn what_came_before_a_reply_broke_off_is_counted_though_the_server_has_not() {
    let chat = Chat::open().await;
    let usage = Usage { prompt_tokens: 100, completion_tokens: 1, cached_tokens: Some(0), written_tokens: None };
    let reasoning = ChatEvent::Reasoning { text: "Let me think about it. ".repeat(100) };
    let words = Step::text(&"It is a long way to Lviv. ".repeat(100));
    let broken = Step::Fail(ModelError::new(ModelErrorKind::CutOff, "gone"));
    chat.model.then(vec![Step::Event(ChatEvent::Usage { usage }), Step::Event(reasoning), words, broken]);
    let reply = chat.say("How far is it?").await.reply;
    let counted = reply.usage.unwrap();
    assert_eq!(counted.prompt_tokens, 100);
    assert!(counted.completion_tokens > 1_000, "{counted:?}");
    let day = chat.session.statistics().await.unwrap().remove(0);
    assert_eq!(day.completion_tokens, u64::from(counted.completion_tokens));
}

/// A counter that counts characters.
struct Characters;

impl TokenCounter for Characters {
    async fn count(&self, _: Tokenizer, texts: &[&str]) -> Result<Vec<u32>, CountError> {
        Ok(texts.iter().map(|text| text.chars().count() as u32).collect())
    }
}

#[tokio::test]
async fn exact_counts_are_stored_once_and_used() {
    let chat = Chat::open().await;
    chat.say("Twelve chars").await;
    assert_eq!(chat.session.count_exactly(&Characters, chat.id).await, Ok(0), "nobody asked for them");
    let settings = Settings { exact_counts: Some(Tokenizer::O200k), ..Settings::default() };
    chat.session.save_settings(&settings).await.unwrap();
    let nobody = chat.session.count_exactly(&NoCounter, chat.id).await;
    assert!(matches!(nobody, Err(NotCounted::Counter(_))), "the estimates stand");
    let before = chat.compiled().await.tokens;
    assert_eq!(chat.session.count_exactly(&Characters, chat.id).await, Ok(2));
    let first = &chat.session.open(chat.id, 10).await.unwrap().messages[0];
    assert_eq!(first.exact, Some(ExactTokens { tokenizer: Tokenizer::O200k, tokens: 16 }));
    assert!(chat.compiled().await.tokens > before);
    assert_eq!(chat.session.count_exactly(&Characters, chat.id).await, Ok(0), "never counted again");
}

/// A counter that takes its time: meanwhile, another tab erases a message.
struct Erases {
    tab: Session<MemoryStore, ManualHost>,
    message: MessageId,
}

impl TokenCounter for Erases {
    async fn count(&self, tokenizer: Tokenizer, texts: &[&str]) -> Result<Vec<u32>, CountError> {
        self.tab.erase_message(self.message).await.unwrap();
        Characters.count(tokenizer, texts).await
    }
}

fn exactly() -> Settings {
    Settings { exact_counts: Some(Tokenizer::O200k), ..Settings::default() }
}

#[tokio::test]
async fn a_message_that_is_erased_while_it_is_counted_stays_erased() {
    let chat = Chat::open().await;
    chat.session.save_settings(&exactly()).await.unwrap();
    let reply = chat.say("I have a secret").await.reply;
    let message = chat.id_of("secret").await;
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    assert_eq!(chat.session.count_exactly(&Erases { tab, message }, chat.id).await, Ok(1));
    assert_eq!(chat.session.store().message(message).await, Ok(None));
    let other = chat.session.store().message(reply.id).await.unwrap().unwrap();
    assert!(other.exact.is_some(), "what stays is counted");
}

/// As above, but between the last look at what is stored and the write.
#[tokio::test]
async fn a_message_that_is_erased_just_before_its_count_is_stored_stays_erased() {
    let store = Meddling::new(MemoryStore::default());
    let chat = Chat::open_on(store.clone()).await;
    chat.session.save_settings(&exactly()).await.unwrap();
    let reply = chat.say("I have a secret").await.reply;
    let messages = chat.session.open(chat.id, 9).await.unwrap().messages;
    let (message, tab) = (messages[0].id, Session::new(store.inner.second_handle(), chat.host.clone()));
    store.before_write(0, move || now(tab.erase_message(message)).unwrap());
    assert_eq!(chat.session.count_exactly(&Characters, chat.id).await, Ok(1));
    assert_eq!(store.message(message).await, Ok(None));
    assert!(store.message(reply.id).await.unwrap().unwrap().exact.is_some());
}
