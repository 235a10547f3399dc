//! A separate connection and model for background work: which conversations it may read, what stays on this computer,
//! and its usage.

use crate::common::{Chat, provider};
use ricordo_core::{
    consent::Asking,
    id::{ConversationId, ProviderId},
    message::Usage,
    model::ChatEvent,
    provider::{Instead, Provider, ProviderKind},
    record::Kind,
    session::{ImportProgress, MaintainControl, MaintainEvent, ModelCall, Outcome},
    settings::{Background, OwnSettings, Settings},
    store::Store,
    summary::Maker,
    testing::Step,
    time::Timestamp,
};

fn elsewhere(number: u8) -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(number.into()), [number; 10]),
        name: format!("Server {number}"),
        base_url: format!("https://server{number}.example/v1"),
        model: format!("model-{number}"),
        ..provider()
    }
}

fn background(provider: &Provider) -> Background {
    Background { provider: Some(provider.id), ..Background::default() }
}

fn on_limit() -> Settings {
    Settings { context_max_tokens: 2_000, immediate_messages: Some(10), model_titles: false, ..Settings::default() }
}

/// A chat in which `answers` replies and `settings` choose the background model. All connections are stored.
async fn chat_with(answers: &Provider, settings: Settings, others: &[&Provider]) -> Chat {
    let chat = Chat::open().await;
    for provider in others.iter().chain([&answers]) {
        chat.session.save_provider(provider).await.unwrap();
    }
    chat.session.save_settings(&Settings { provider: Some(answers.id), ..settings }).await.unwrap();
    chat
}

/// The models that a maintenance run requests.
async fn asked(chat: &Chat, provider: &Provider) -> Vec<String> {
    let before = chat.model.requests().len();
    chat.maintain_with(provider, &MaintainControl::default()).await;
    chat.model.requests().split_off(before).into_iter().map(|request| request.model).collect()
}

async fn own(chat: &Chat, id: ConversationId, background: Background) {
    let own = OwnSettings { background: Some(background), ..OwnSettings::default() };
    chat.session.choose_own(id, None, own).await.unwrap();
}

#[tokio::test]
async fn compression_asks_the_connection_and_the_model_that_were_chosen_and_no_other() {
    let (answers, small) = (elsewhere(2), elsewhere(3));
    let chosen = Background { model: Some("tiny".to_owned()), ..background(&small) };
    let chat = chat_with(&answers, Settings { background: chosen, ..on_limit() }, &[&small]).await;
    chat.fill(90).await;
    assert_eq!(asked(&chat, &answers).await, Vec::<String>::new(), "the one that answers reads nothing");
    assert_eq!(asked(&chat, &small).await, Vec::<String>::new(), "nor does another model of the connection");

    let found = chat.session.background_of(chat.id, &answers).await.unwrap();
    assert_eq!((found.provider.id, found.provider.model.as_str(), found.instead), (small.id, "tiny", None));
    let asked = asked(&chat, &found.provider).await;
    assert!(!asked.is_empty() && asked.iter().all(|model| model == "tiny"), "{asked:?}");
    assert_eq!(chat.in_force().await[0].maker, Maker::Model("tiny".to_owned()));
}

#[tokio::test]
async fn without_a_choice_the_one_that_answers_does_it_as_before() {
    let (answers, other) = (elsewhere(2), elsewhere(3));
    let chat = chat_with(&answers, on_limit(), &[&other]).await;
    chat.fill(90).await;
    assert_eq!(asked(&chat, &other).await, Vec::<String>::new());
    assert_eq!(chat.session.background_of(chat.id, &answers).await.unwrap().provider, answers);
    assert!(!asked(&chat, &answers).await.is_empty());
}

#[tokio::test]
async fn each_conversation_goes_to_the_connection_of_its_own() {
    let (answers, general, special) = (elsewhere(2), elsewhere(3), elsewhere(4));
    let settings = Settings { background: background(&general), ..on_limit() };
    let chat = chat_with(&answers, settings, &[&general, &special]).await;
    chat.fill(90).await;
    for (name, background) in [("private", background(&special)), ("plain", Background::default())] {
        let id = chat.session.new_conversation().await.unwrap().conversation.id;
        own(&chat, id, background).await;
        for n in 0..90 {
            chat.put(id, &format!("{name} {n:04}: Anna and Boris talk about Lviv, and about what that will cost."))
                .await;
        }
    }
    for (provider, words) in [(&general, "Message 0003"), (&special, "private 0003"), (&answers, "plain 0003")] {
        let before = chat.prompts().len();
        asked(&chat, provider).await;
        let prompts = chat.prompts().split_off(before).concat();
        for other in ["Message 0003", "private 0003", "plain 0003"] {
            assert_eq!(prompts.contains(other), other == words, "{} reads {other}", provider.name);
        }
    }
}

#[tokio::test]
async fn what_is_due_is_judged_by_the_window_of_the_one_that_answers() {
    let answers = Provider { context_tokens: Some(4_500), ..elsewhere(2) };
    let large = Provider { context_tokens: Some(200_000), ..elsewhere(3) };
    let settings = Settings { context_max_tokens: 100_000, background: background(&large), ..on_limit() };
    let settings = Settings { immediate_messages: None, ..settings };
    let chat = chat_with(&answers, settings, &[&large]).await;
    chat.fill(200).await;
    assert!(!asked(&chat, &large).await.is_empty(), "its own window has room for all of it");
}

#[tokio::test]
async fn the_question_names_the_connection_of_the_background_although_the_text_was_said_to_another() {
    let (answers, small) = (provider(), elsewhere(3));
    let settings = Settings { background: Background { leaves_computer: true, ..background(&small) }, ..on_limit() };
    let chat = chat_with(&answers, settings, &[&small]).await;
    for n in 0..40 {
        chat.say(&format!("Turn {n}: Anna and Boris talk about moving to Lviv in May, and about what it costs.")).await;
    }
    let before = chat.model.requests().len();
    let asking = Asking { active: Some(vec![chat.id]), open: Some(chat.id) };
    let control = MaintainControl { asking: Some(asking), ..MaintainControl::default() };
    let (_, events) = chat.maintain_with(&small, &control).await;
    let questions: Vec<_> = events
        .into_iter()
        .filter_map(|event| if let MaintainEvent::Asks(question) = event { Some(*question) } else { None })
        .collect();
    let [question] = &questions[..] else { panic!("{questions:?}") };
    assert_eq!((question.name.as_str(), &question.address), ("Server 3", &small.base_url));
    assert!(question.is_new_there);
    assert_eq!(chat.model.requests().len(), before, "nothing is sent before the answer");
}

#[tokio::test]
async fn what_stays_on_this_computer_is_sent_elsewhere_only_when_that_was_said() {
    for answers in [Provider::in_page(), provider()] {
        let far = elsewhere(3);
        let chat = chat_with(&answers, Settings { background: background(&far), ..on_limit() }, &[&far]).await;
        chat.fill(90).await;
        let found = chat.session.background_of(chat.id, &answers).await.unwrap();
        assert_eq!((found.provider.id, found.instead), (answers.id, Some(Instead::StaysHere)));
        assert_eq!(asked(&chat, &far).await, Vec::<String>::new(), "{}", answers.name);

        own(&chat, chat.id, Background { leaves_computer: true, ..background(&far) }).await;
        assert_eq!(chat.session.background_of(chat.id, &answers).await.unwrap().provider, far);
        assert!(!asked(&chat, &far).await.is_empty(), "{}", answers.name);
    }
}

#[tokio::test]
async fn a_deleted_connection_is_replaced_by_the_one_that_answers_and_that_is_known() {
    let (answers, small) = (elsewhere(2), elsewhere(3));
    let chat = chat_with(&answers, Settings { background: background(&small), ..on_limit() }, &[&small]).await;
    chat.fill(90).await;
    chat.session.delete_provider(small.id, chat.id).await.unwrap();
    let found = chat.session.background_of(chat.id, &answers).await.unwrap();
    assert_eq!((found.provider.id, found.instead), (answers.id, Some(Instead::Gone)));
    assert!(!asked(&chat, &answers).await.is_empty());
    chat.session.undo(chat.id).await.unwrap();
    let found = chat.session.background_of(chat.id, &answers).await.unwrap();
    assert_eq!((found.provider.id, found.instead), (small.id, None));
}

#[tokio::test]
async fn the_extracts_of_the_model_in_the_page_are_replaced_by_a_connection_on_this_computer() {
    let (answers, near) = (Provider::in_page(), provider());
    let chat = chat_with(&answers, Settings { background: background(&near), ..on_limit() }, &[&near]).await;
    chat.fill(90).await;
    chat.session.maintain_without_model(&MaintainControl::default(), &|_| ()).await.unwrap();
    let extracts = chat.in_force().await;
    assert!(!extracts.is_empty() && extracts.iter().all(|summary| summary.maker == Maker::Extractive));
    asked(&chat, &near).await;
    let better = chat.in_force().await;
    assert!(better.iter().all(|summary| summary.maker == Maker::Model("gpt-4o-scripted".to_owned())), "{better:?}");
}

#[tokio::test]
async fn facts_are_looked_for_where_the_model_that_answers_has_no_tools() {
    let mut settings = Settings { model_titles: false, ..Settings::default() };
    settings.memories.extract = true;
    settings.compression.enable_on_limit = false;
    let small = elsewhere(3);
    settings.background = background(&small);
    for (has_tools, small_has) in [(true, false), (false, true)] {
        let answers = Provider { has_tools, ..elsewhere(2) };
        let small = Provider { has_tools: small_has, ..small.clone() };
        let chat = chat_with(&answers, settings.clone(), &[&small]).await;
        chat.fill(20).await;
        assert_eq!(asked(&chat, &small).await.is_empty(), has_tools);
    }
}

#[tokio::test]
async fn a_program_names_who_answers_where_the_settings_know_of_neither() {
    let (answers, small) = (elsewhere(2), elsewhere(3));
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(90).await;
    let control = MaintainControl { replying: Some(answers), ..MaintainControl::default() };
    chat.maintain_with(&small, &control).await;
    assert!(chat.session.background_of(chat.id, &provider()).await.unwrap().instead.is_none());
    assert_eq!(chat.in_force().await[0].maker, Maker::Model("model-3".to_owned()));
}

#[tokio::test]
async fn what_it_used_is_counted_apart_as_the_provider_reports_it_or_by_our_estimate() {
    let (answers, small) = (provider(), elsewhere(3));
    let settings = Settings { background: Background { leaves_computer: true, ..background(&small) }, ..on_limit() };
    let chat = chat_with(&answers, settings, &[&small]).await;
    chat.say("How much is the rent in Lviv?").await;
    let turns = chat.session.statistics().await.unwrap();
    assert_eq!(turns.iter().map(|row| (row.background, row.requests)).collect::<Vec<_>>(), [(false, 1)]);

    chat.fill(88).await;
    let usage = Usage { prompt_tokens: 7_000, completion_tokens: 70, cached_tokens: Some(700), written_tokens: None };
    chat.model.then(vec![Step::Event(ChatEvent::Usage { usage }), Step::text("They move to Lviv in May.")]);
    let requests = chat.model.requests().len();
    let outcome = chat.session.compress(&chat.model, &small, chat.id, &MaintainControl::default(), &|_| ()).await;
    assert!(matches!(outcome.unwrap(), Outcome::Made(_)));
    let sent = u32::try_from(chat.model.requests().len() - requests).unwrap();
    let rows = chat.session.statistics().await.unwrap();
    assert_eq!(rows[0], turns[0], "the turns are counted as before");
    let row = &rows[1];
    assert_eq!((rows.len(), row.background, row.model.as_str(), row.messages), (2, true, "model-3", 0));
    assert_eq!((row.requests, row.conversation), (sent, chat.id));
    assert!(row.prompt_tokens >= 7_000 && row.completion_tokens >= 70 && row.cached_tokens == 700, "{row:?}");

    // A provider that reports nothing.
    chat.fill(60).await;
    let sent = chat.model.requests().len();
    asked(&chat, &small).await;
    let estimated = chat.session.statistics().await.unwrap();
    let more = chat.model.requests().len() - sent;
    assert_eq!(estimated[1].requests - row.requests, u32::try_from(more).unwrap());
    assert!(more > 0 && estimated[1].prompt_tokens > row.prompt_tokens + 500, "{estimated:?}");
    assert!(estimated[1].completion_tokens > row.completion_tokens);
}

#[tokio::test]
async fn a_failed_request_is_not_counted_and_nothing_is_counted_in_an_erased_conversation() {
    let answers = elsewhere(2);
    let chat = chat_with(&answers, on_limit(), &[]).await;
    chat.fill(90).await;
    let failed = ricordo_core::error::ModelError::new(ricordo_core::error::ModelErrorKind::Unreachable, "");
    chat.model.then(vec![Step::Fail(failed)]);
    asked(&chat, &answers).await;
    assert_eq!(chat.session.statistics().await.unwrap(), []);
}

#[tokio::test]
async fn no_import_allows_what_runs_on_this_computer_to_be_sent_elsewhere() {
    let far = elsewhere(3);
    let allowed = Background { leaves_computer: true, ..background(&far) };
    let from = chat_with(&provider(), Settings { background: allowed.clone(), ..on_limit() }, &[&far]).await;
    from.fill(4).await;
    own(&from, from.id, allowed).await;
    let mut records = Vec::new();
    for kind in [Kind::Settings, Kind::Provider, Kind::Conversation, Kind::Branch, Kind::Message] {
        records.extend(from.session.store().records(kind).await.unwrap());
    }
    let to = Chat::open().await;
    let mut import_progress = ImportProgress::default();
    to.session.import_records(&mut import_progress, records).await;
    to.session.finish_import(&mut import_progress, true).await;
    let found = to.session.background_of(from.id, &provider()).await.unwrap();
    assert_eq!((found.provider.id, found.instead), (provider().id, Some(Instead::StaysHere)));
    assert!(!to.session.settings().await.unwrap().background.leaves_computer);
}

/// Ollama loads a model again for another context, and a context that is too short refuses what was cut for a longer one.
#[tokio::test]
async fn ollama_is_asked_for_the_same_context_as_in_the_chat() {
    let ollama = Provider { kind: ProviderKind::Ollama, base_url: "http://127.0.0.1:11434".to_owned(), ..provider() };
    for context_tokens in [None, Some(131_072)] {
        let ollama = Provider { context_tokens, ..ollama.clone() };
        let chat = chat_with(&ollama, on_limit(), &[]).await;
        chat.fill(30).await;
        asked(&chat, &ollama).await;
        chat.session.send(&ModelCall::new(&chat.model, &ollama), chat.id, "Hello").await.unwrap();
        let asked_for: Vec<_> = chat.model.requests().into_iter().map(|request| request.context_tokens).collect();
        assert!(asked_for.len() > 1 && asked_for.iter().all(|asked| *asked == asked_for[0]), "{asked_for:?}");
        assert!(asked_for[0].is_some_and(|tokens| tokens < 10_000), "no more than what is sent and answered");
    }
}
