//! One question for several models: it is stored once, and each answer is a sibling branch.

use crate::{
    common::{Chat, branches::joined, killed, provider, texts},
    tool_turns::{asks, call},
};
use futures_util::future::join_all;
use ricordo_core::{
    compile::Outgoing,
    error::{Error, ModelError, ModelErrorKind},
    id::MessageId,
    message::{Finish, Message, Part, Role},
    provider::{Provider, ProviderKind},
    record::{Kind, Record, RecordKey},
    session::{Awaited, ModelCall, TurnControl, TurnOutcome},
    settings::Settings,
    spending::Spending,
    statistics::Price,
    store::Store,
    testing::{ScriptedModel, Step, conformance::dump},
    undo::UndoneCommand,
};
use std::rc::Rc;

/// A connection to a model with this name, as another model of the same server.
fn model(name: &str) -> Provider {
    Provider { model: name.to_owned(), ..provider() }
}

struct Asked {
    models: Vec<ScriptedModel>,
    providers: Vec<Provider>,
}

impl Asked {
    fn new(chat: &Chat, names: &[&str]) -> Self {
        let models = names.iter().map(|_| ScriptedModel::new(&chat.host)).collect();
        Self { models, providers: names.iter().map(|name| model(name)).collect() }
    }

    fn calls(&self) -> Vec<ModelCall<'_, ScriptedModel>> {
        self.models.iter().zip(&self.providers).map(|(model, provider)| ModelCall::new(model, provider)).collect()
    }

    async fn begin(&self, chat: &Chat, text: &str) -> Vec<Awaited> {
        chat.session.ask_several(&self.calls(), chat.id, Outgoing::text(text)).await.unwrap()
    }

    async fn ask(&self, chat: &Chat, text: &str) -> Vec<TurnOutcome> {
        let awaited = self.begin(chat, text).await;
        let calls = self.calls();
        let received = calls.iter().zip(awaited).map(|(call, awaited)| chat.session.receive(call, awaited));
        join_all(received).await.into_iter().map(Result::unwrap).collect()
    }
}

async fn messages(chat: &Chat) -> Vec<Message> {
    let records = chat.session.store().records(Kind::Message).await.unwrap();
    records
        .into_iter()
        .filter_map(|record| if let Record::Message(message) = record { Some(*message) } else { None })
        .collect()
}

/// The answers at a fork: their texts, and how they ended.
async fn answers(chat: &Chat, sequence: u32) -> Vec<(String, Option<Finish>)> {
    let answers = chat.session.answers_at(chat.id, sequence).await.unwrap();
    answers
        .iter()
        .map(|(_, messages)| messages.last().unwrap())
        .map(|last| (last.text(), last.finish.clone()))
        .collect()
}

/// The last message of an answer at a fork, counted from 0.
async fn answer(chat: &Chat, sequence: u32, at: usize) -> MessageId {
    chat.session.answers_at(chat.id, sequence).await.unwrap()[at].1.last().unwrap().id
}

#[tokio::test]
async fn the_question_is_stored_once_and_each_answer_is_a_sibling() {
    let chat = Chat::with_turns(1).await;
    let asked = Asked::new(&chat, &["one", "two", "three"]);
    for (model, text) in asked.models.iter().zip(["First.", "Second.", "Third."]) {
        model.then_say(text);
    }
    let outcomes = asked.ask(&chat, "Which?").await;
    assert!(outcomes.iter().all(|outcome| outcome.not_saved.is_none()));
    let stored = messages(&chat).await;
    assert_eq!(stored.iter().filter(|message| message.text() == "Which?").count(), 1);
    let names: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.reply.model.as_deref()).collect();
    assert_eq!(names, ["one", "two", "three"]);
    assert_eq!(joined(&chat.texts().await), "Question 0|Reply 1.|Which?|First.", "the first is shown");
    assert_eq!(chat.shown().await, [(3, 1, 3)]);
    assert_eq!(
        answers(&chat, 3).await.into_iter().map(|(text, _)| text).collect::<Vec<_>>(),
        ["First.", "Second.", "Third."]
    );
    // Each got the same request, for its own model.
    let requests: Vec<_> = asked.models.iter().map(|model| model.requests().remove(0)).collect();
    assert_eq!(texts(&requests[0]), texts(&requests[2]));
    assert_eq!(requests[2].model, "three");
    assert!(chat.session.open(chat.id, 1).await.unwrap().reply_draft.is_none());

    // The next message goes under the answer that is kept, and the others stay.
    chat.switch(3, 2).await;
    chat.say("Go on").await;
    assert_eq!(chat.last_window(), ["Question 0", "Reply 1.", "Which?", "Third."]);
    chat.switch(3, 1).await;
    assert_eq!(chat.texts().await.last().unwrap(), "Second.");
    for name in ["one", "two", "three"] {
        let past = outcomes.iter().find(|outcome| outcome.reply.model.as_deref() == Some(name)).unwrap();
        let manifest = chat.session.store().record(RecordKey::Manifest(chat.id, past.reply.id)).await.unwrap();
        assert!(matches!(manifest, Some(Record::Manifest(manifest)) if manifest.model == name));
    }
}

#[tokio::test]
async fn an_error_of_one_leaves_the_others_and_is_asked_again_on_its_own_branch() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two"]);
    asked.models[0].then_say("First.");
    asked.models[1].then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, ""))]);
    asked.ask(&chat, "Which?").await;
    let found = answers(&chat, 1).await;
    assert_eq!(found[0], ("First.".to_owned(), Some(Finish::Complete)));
    assert!(matches!(found[1].1, Some(Finish::Failed { .. })));
    let failed = answer(&chat, 1, 1).await;
    asked.models[1].then_say("Second.");
    chat.session.retry_answer(&asked.calls()[1], chat.id, 1, failed).await.unwrap();
    assert_eq!(chat.shown().await, [(1, 2, 2)], "an empty answer is replaced");
    assert_eq!(joined(&chat.texts().await), "Which?|Second.");
    let gone = chat.session.retry_answer(&asked.calls()[1], chat.id, 1, failed).await;
    assert_eq!(gone.unwrap_err(), Error::NoMessage);
}

#[tokio::test]
async fn an_answer_is_asked_for_again_without_what_followed_any_of_them() {
    for continued in [0, 1] {
        let chat = Chat::open().await;
        let asked = Asked::new(&chat, &["one", "two"]);
        asked.models[0].then_say("First.");
        asked.models[1].then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, ""))]);
        asked.ask(&chat, "Which?").await;
        let failed = answer(&chat, 1, 1).await;
        chat.switch(1, continued).await;
        chat.say("A secret for the first alone").await;
        chat.switch(1, 0).await;
        asked.models[1].then_say("Second.");
        chat.session.retry_answer(&asked.calls()[1], chat.id, 1, failed).await.unwrap();
        let request = asked.models[1].requests().pop().unwrap();
        assert!(texts(&request).last().unwrap().contains("Which?"), "{:?}", texts(&request));
        assert_eq!(joined(&chat.texts().await), "Which?|Second.");
        // What followed the failed answer keeps it.
        assert_eq!(chat.shown().await, [if continued == 0 { (1, 2, 2) } else { (1, 3, 3) }]);
        chat.switch(1, continued).await;
        assert_eq!(chat.texts().await[2], "A secret for the first alone");
    }
}

#[tokio::test]
async fn an_answer_that_was_cut_gets_another_beside_it_and_undo_shows_what_was_shown() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two"]);
    asked.models[0].then_say("First.");
    asked.models[1].then(vec![Step::text("Sec"), Step::Fail(ModelError::new(ModelErrorKind::Unreachable, ""))]);
    asked.ask(&chat, "Which?").await;
    let cut = answer(&chat, 1, 1).await;
    asked.models[1].then_say("Second.");
    chat.session.retry_answer(&asked.calls()[1], chat.id, 1, cut).await.unwrap();
    assert_eq!(chat.shown().await, [(1, 3, 3)]);
    assert_eq!(answers(&chat, 1).await[1].0, "Sec");
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Regenerate));
    assert_eq!(joined(&chat.texts().await), "Which?|First.");
}

#[tokio::test]
async fn an_answer_that_may_not_be_asked_for_again_leaves_everything_as_it_was() {
    let price = Price { model: "two".to_owned(), prompt: 9_000_000, cached: 0, completion: 9_000_000, exact: false };
    let settings = Settings { prices: vec![price], confirm_above_cost: Some(0.000_1), ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    let asked = Asked::new(&chat, &["one", "two"]);
    asked.models[1].then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, ""))]);
    asked.ask(&chat, "Which?").await;
    let failed = answer(&chat, 1, 1).await;
    chat.say("And now?").await;
    let before = dump(chat.session.store()).await;
    let call = ModelCall::new(&asked.models[1], &asked.providers[1]).asking_first();
    let refused = chat.session.retry_answer(&call, chat.id, 1, failed).await;
    assert!(matches!(refused, Err(Error::NeedsConsent(_))));
    for (sequence, message) in [(1, chat.id_of("And now?").await), (3, failed)] {
        let wrong = chat.session.retry_answer(&asked.calls()[1], chat.id, sequence, message).await;
        assert_eq!(wrong.unwrap_err(), Error::NoMessage, "{sequence}");
    }
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn a_request_that_does_not_fit_a_model_is_a_failed_answer() {
    let chat = Chat::open().await;
    let mut asked = Asked::new(&chat, &["one", "tiny"]);
    asked.providers[1].context_tokens = Some(1_200);
    let outcomes = asked.ask(&chat, &"A long question. ".repeat(500)).await;
    assert_eq!(outcomes[0].reply.finish, Some(Finish::Complete));
    let Some(Finish::Failed { failure }) = &outcomes[1].reply.finish else { panic!("{:?}", outcomes[1]) };
    assert_eq!(failure.error.kind, ModelErrorKind::OverBudget);
    assert!(failure.error.detail.parse::<u32>().unwrap() > 0, "by how many tokens");
    assert!(asked.models[1].requests().is_empty());
    assert_eq!(chat.shown().await, [(1, 1, 2)]);
    // Where the first does not fit, nothing is stored, as for a single model.
    asked.providers.swap(0, 1);
    let before = dump(chat.session.store()).await;
    let refused = chat.session.ask_several(&asked.calls(), chat.id, Outgoing::text("Long. ".repeat(2_000))).await;
    assert!(matches!(refused, Err(Error::OverBudget(_))));
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn stop_ends_all_and_keeps_what_came() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two"]);
    let control = TurnControl::default();
    let stop = control.clone();
    asked.models[0].then(vec![Step::text("Fir"), Step::Hang]);
    asked.models[1].then(vec![Step::text("Sec"), Step::Do(Rc::new(move || stop.cancel.cancel())), Step::Hang]);
    let calls: Vec<_> = asked
        .calls()
        .into_iter()
        .map(|call| call.with_control(&TurnControl { cancel: control.cancel.clone(), ..TurnControl::default() }))
        .collect();
    let awaited = chat.session.ask_several(&calls, chat.id, Outgoing::text("Which?")).await.unwrap();
    join_all(calls.iter().zip(awaited).map(|(call, awaited)| chat.session.receive(call, awaited))).await;
    let stopped = |text: &str| (text.to_owned(), Some(Finish::Stopped));
    assert_eq!(answers(&chat, 1).await, [stopped("Fir"), stopped("Sec")]);
}

#[tokio::test]
async fn what_came_is_kept_when_the_tab_is_killed() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two", "three"]);
    for (model, text) in asked.models.iter().zip(["Fir", "Sec"]) {
        model.then(vec![Step::text(text), Step::Pause(2_000), Step::Hang]);
    }
    asked.models[2].then(vec![Step::Hang]);
    let awaited = asked.begin(&chat, "Which?").await;
    let calls = asked.calls();
    let received = calls.iter().zip(awaited).map(|(call, awaited)| chat.session.receive(call, awaited));
    killed(join_all(received)).await;
    chat.session.recover(chat.id).await.unwrap();
    let interrupted = |text: &str| (text.to_owned(), Some(Finish::Interrupted));
    assert_eq!(answers(&chat, 1).await, [interrupted("Fir"), interrupted("Sec"), interrupted("")]);
    assert!(messages(&chat).await.iter().all(|message| message.role != Role::User || message.text() == "Which?"));
}

#[tokio::test]
async fn all_requests_together_are_what_the_user_is_asked_about() {
    let price =
        |name: &str, prompt| Price { model: name.to_owned(), prompt, cached: 0, completion: 4 * prompt, exact: false };
    let prices = vec![price("one", 2_000_000), price("two", 1_000_000)];
    let settings = Settings {
        prices,
        confirm_above_cost: Some(0.02),
        max_response_tokens: 1_000,
        tools: vec![],
        ..Settings::default()
    };
    let chat = Chat::open_with(settings).await;
    let asked = Asked::new(&chat, &["one", "two"]);
    let mut calls: Vec<_> = asked.calls().into_iter().map(ModelCall::asking_first).collect();
    let question = || Outgoing::text("A question. ".repeat(1_000));
    let before = dump(chat.session.store()).await;
    let refused = |result: Result<Vec<Awaited>, Error>| -> Spending {
        match result {
            Err(Error::NeedsConsent(spending)) => spending,
            other => panic!("{:?}", other.map(|all| all.len())),
        }
    };
    let all = refused(chat.session.ask_several(&calls, chat.id, question()).await);
    assert_eq!(dump(chat.session.store()).await, before, "nothing is stored");
    let text = "A question. ".repeat(1_000);
    let settings = chat.session.settings().await.unwrap();
    let tokens = chat.session.preview(chat.id, &text, &asked.providers[0]).await.unwrap().tokens;
    let each = ["one", "two"]
        .map(|name| settings.spending(name, ProviderKind::OpenAiCompatible.at_most(tokens.into(), 1_000)));
    assert!(each.iter().all(|one| !settings.needs_consent(one)), "each alone may be sent without asking: {each:?}");
    assert_eq!(all, each[0].with(each[1]));
    // Nor is it sent if the user agreed to less.
    let less = asked.calls().into_iter().map(|call| call.agreed(Some(each[0]))).collect::<Vec<_>>();
    assert_eq!(refused(chat.session.ask_several(&less, chat.id, question()).await), all);
    // A model in the page costs nothing, so it adds nothing.
    let here = Provider { kind: ProviderKind::InPage, ..model("two") };
    calls[1].provider = &here;
    assert_eq!(chat.session.ask_several(&calls, chat.id, question()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn tools_that_only_read_are_offered_and_answered_on_each_branch() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two"]);
    asked.models[0].then_say("First.");
    asked.models[1].then(vec![call(0, "get_user_facts", "{}"), call(1, "save_user_fact", r#"{"fact": "No"}"#), asks()]);
    asked.models[1].then_say("Second.");
    asked.ask(&chat, "What do you know about me?").await;
    let requests = asked.models[0].requests();
    let offered: Vec<&str> = requests[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert!(offered.contains(&"get_user_facts"), "{offered:?}");
    assert!(!offered.contains(&"save_user_fact") && !offered.contains(&"add_task"), "{offered:?}");
    let found = chat.session.answers_at(chat.id, 1).await.unwrap();
    let roles: Vec<Role> = found[1].1.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::Assistant, Role::Tool, Role::Assistant, Role::System]);
    assert_eq!(found[1].1[0].finish, Some(Finish::ToolCalls));
    let [Part::ToolResult { is_error: false, .. }, Part::ToolResult { is_error: true, .. }] = &found[1].1[1].parts[..]
    else {
        panic!("{:?}", found[1].1[1])
    };
    assert!(chat.session.open(chat.id, 1).await.unwrap().memories.is_empty(), "nothing was changed");
    assert_eq!(joined(&chat.texts().await), "What do you know about me?|First.");
}

#[tokio::test]
async fn the_statistics_count_the_question_once() {
    let chat = Chat::open().await;
    let asked = Asked::new(&chat, &["one", "two", "three"]);
    asked.ask(&chat, "Which?").await;
    let usage = chat.session.store().records(Kind::DayUsage).await.unwrap();
    let messages: u32 = usage.iter().map(|day| if let Record::DayUsage(day) = day { day.messages } else { 0 }).sum();
    assert_eq!((usage.len(), messages), (3, 4), "a row for each model, a question and three answers");
}
