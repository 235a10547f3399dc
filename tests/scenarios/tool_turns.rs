//! Turns in which the model calls tools.

use crate::common::{Chat, killed, provider};
use ricordo_core::{
    change::Change,
    compile::{LayerKind, message_tokens, turns::active_messages_count},
    error::{ModelError, ModelErrorKind},
    inspect::Inspected,
    memory::MemoryState,
    memory_store::MemoryStore,
    message::{Finish, Part, Role},
    model::ChatEvent,
    provider::Provider,
    record::{Record, RecordKey},
    session::{ModelCall, Session, TurnEvent},
    settings::Settings,
    store::Store,
    testing::{ManualHost, Step},
    tools::ToolEvent,
};
use std::rc::Rc;

pub(crate) fn call(index: u32, name: &str, arguments: &str) -> Step {
    Step::Event(ChatEvent::ToolCall {
        index,
        id: Some(format!("call-{index}")),
        name: Some(name.to_owned()),
        arguments: arguments.to_owned(),
    })
}

pub(crate) fn asks() -> Step {
    Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls })
}

#[tokio::test]
async fn parallel_calls_are_answered_and_the_model_has_its_say() {
    let chat = Chat::open().await;
    chat.model.then(vec![
        Step::text("Let me see."),
        call(0, "save_user_fact", r#"{"fact": "The user lives in Kyiv"}"#),
        call(1, "add_task", r#"{"title": "Buy bread"}"#),
        asks(),
    ]);
    chat.model.then_say("Noted.");
    let outcome = chat.say("I live in Kyiv. Remind me of bread.").await;
    assert_eq!(outcome.reply.text(), "Noted.");

    let asked = chat.last_request();
    let [call_message, results] = &asked.messages[asked.messages.len() - 2..] else { panic!() };
    assert_eq!((call_message.role, results.role), (Role::Assistant, Role::Tool));
    assert_eq!(results.parts.len(), 2);
    assert!(results.parts.iter().all(|part| matches!(part, Part::ToolResult { is_error: false, .. })), "{results:?}");

    let stored = chat.session.open(chat.id, 100).await.unwrap();
    let roles: Vec<Role> = stored.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Tool, Role::Assistant, Role::System]);
    let names = ["save_user_fact", "add_task"].map(str::to_owned).to_vec();
    assert_eq!(stored.messages[4].parts, [Part::ToolsUsed { names }]);
    assert!(stored.reply_draft.is_none());
    assert_eq!(stored.memories[0].state, MemoryState::Proposed, "the user decides");
    let chips = chat.events.borrow().iter().filter(|event| matches!(event, TurnEvent::Tool(_))).count();
    assert_eq!(chips, 2);

    // The next turns send the calls with their results, and not the line.
    chat.say("Thanks").await;
    let sent = serde_json::to_string(&chat.last_request()).unwrap();
    assert!(sent.contains("call-0") && !sent.contains("Tools used"), "{sent}");
}

#[tokio::test]
async fn broken_arguments_are_told_to_the_model_and_fail_no_turn() {
    let chat = Chat::open().await;
    chat.model.then(vec![call(0, "add_task", "{\"title\": "), call(1, "no_such_tool", "{}"), asks()]);
    chat.model.then_say("Sorry.");
    assert_eq!(chat.say("Add a task").await.reply.finish, Some(Finish::Complete));
    let results = chat.last_request().messages.pop().unwrap();
    let errors = results.parts.iter().filter(|part| matches!(part, Part::ToolResult { is_error: true, .. })).count();
    assert_eq!(errors, 2, "{results:?}");
}

#[tokio::test]
async fn a_model_that_asks_again_and_again_is_stopped_after_the_rounds_of_the_settings() {
    let chat = Chat::open().await;
    chat.session.save_settings(&Settings { tool_rounds: 3, ..Settings::default() }).await.unwrap();
    for _ in 0..10 {
        chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    }
    let outcome = chat.say("Loop").await;
    assert!(matches!(outcome.reply.finish, Some(Finish::Failed { .. })), "{:?}", outcome.reply.finish);
    assert_eq!(chat.model.requests().len(), 4);
    assert!(chat.last_request().tools.is_empty(), "the last round has to answer");
    // The history is complete: the next turn works.
    chat.model.then_say("unused");
    let stored = chat.session.open(chat.id, 100).await.unwrap();
    assert!(stored.reply_draft.is_none());
}

#[tokio::test]
async fn a_turn_with_tools_counts_as_one_pair_for_forget() {
    let chat = Chat::open().await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    chat.model.then_say("None.");
    chat.say("What is to be done?").await;
    assert_eq!(active_messages_count(&chat.session.open(chat.id, 100).await.unwrap()), Some(2));
}

#[tokio::test]
async fn a_forget_during_the_rounds_covers_the_whole_turn() {
    let chat = Rc::new(Chat::open().await);
    let (session, id) = (chat.session.clone(), chat.id);
    let forget = Rc::new(move || {
        let forget = std::pin::pin!(session.forget(id, 0));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(forget.poll(&mut context).is_ready());
    });
    chat.model.then(vec![call(0, "list_tasks", "{}"), Step::Do(forget.clone()), asks()]);
    chat.model.then_say("A word that is forgotten.");
    chat.say("What is to be done?").await;
    chat.say("Next").await;
    assert_eq!(chat.last_window(), [""; 0]);
    // Another round follows, and one more.
    chat.model.then(vec![call(0, "list_tasks", "{}"), Step::Do(forget), asks()]);
    for _ in 0..2 {
        chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    }
    chat.model.then_say("Another one.");
    chat.say("And tomorrow?").await;
    chat.say("Next").await;
    assert_eq!(chat.last_window(), [""; 0]);
    chat.say("Is this sent?").await;
    assert_eq!(chat.last_window().first().map(String::as_str), Some("Next"), "what comes after is not forgotten");
}

#[tokio::test]
async fn a_server_that_takes_no_tools_is_asked_again_without_them_and_remembered() {
    let flag = ModelError::new(ModelErrorKind::ServerError, "tools param requires --jinja flag");
    let none = ModelError::new(ModelErrorKind::NotFound, "No endpoints found that support tool use.");
    refuses_tools(ModelError { status: Some(500), ..flag }).await;
    refuses_tools(ModelError { status: Some(404), ..none }).await;
    let chat = Chat::open().await;
    let missing = ModelError::new(ModelErrorKind::NotFound, "There is no model tool-llama.");
    chat.model.then(vec![Step::Fail(missing)]);
    assert!(matches!(chat.say("Hi").await.reply.finish, Some(Finish::Failed { .. })), "that is another error");
}

/// Groq and Ollama say so of a call that cannot be read. The next answer to the same request may be right.
#[tokio::test]
async fn a_call_that_the_model_made_wrongly_fails_the_reply_alone() {
    for (kind, text) in [
        (ModelErrorKind::BadRequest, "tool call validation failed: parameters for tool add_task did not match schema"),
        (ModelErrorKind::BadRequest, "attempted to call tool 'x' which was not in request.tools"),
        (ModelErrorKind::ServerError, "error parsing tool call: raw='{\"title\":', err=unexpected end of JSON input"),
        (ModelErrorKind::BadRequest, "Tool call id was call_abc but must be a-z, A-Z, 0-9, with a length of 9."),
    ] {
        let (chat, has_tools) = refused(ModelError::new(kind, text)).await;
        assert!(has_tools, "{text}");
        assert_eq!(chat.model.requests().len(), 1, "{text}");
        assert_eq!(chat.retry().await.reply.text(), "Hello.", "{text}");
        assert!(!chat.last_request().tools.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn an_unknown_error_about_tools_goes_without_them_in_this_turn_only() {
    let error = ModelError::new(ModelErrorKind::BadRequest, "Invalid schema for tool add_task");
    let (chat, has_tools) = refused(error).await;
    assert!(has_tools, "nothing is stored");
    assert!(!chat.events.borrow().contains(&TurnEvent::ToolsRefused), "it says that later messages go without, too");
    assert_eq!(chat.model.requests().len(), 2);
    assert!(chat.last_request().tools.is_empty());
    chat.model.then_say("Yes.");
    chat.say("And now?").await;
    assert!(!chat.last_request().tools.is_empty());
}

/// A turn whose first request is refused, and whether the connection keeps its tools.
async fn refused(error: ModelError) -> (Chat, bool) {
    let chat = Chat::open().await;
    chat.session.save_provider(&provider()).await.unwrap();
    chat.model.then(vec![Step::Fail(error)]);
    chat.model.then_say("Hello.");
    chat.say("Hi").await;
    let known = chat.session.store().record(RecordKey::Provider(provider().id)).await.unwrap();
    let has_tools = matches!(known, Some(Record::Provider(known)) if known.has_tools);
    (chat, has_tools)
}

async fn refuses_tools(refusal: ModelError) {
    let chat = Chat::open().await;
    chat.session.save_provider(&provider()).await.unwrap();
    chat.model.then(vec![Step::Fail(refusal)]);
    chat.model.then_say("Hello.");
    let outcome = chat.say("Hi").await;
    assert_eq!(outcome.reply.text(), "Hello.");
    assert!(chat.events.borrow().contains(&TurnEvent::ToolsRefused));
    let asked = chat.model.requests();
    assert!(!asked[0].tools.is_empty() && asked[1].tools.is_empty());
    let Some(Record::Provider(known)) = chat.session.store().record(RecordKey::Provider(provider().id)).await.unwrap()
    else {
        panic!("the provider is stored")
    };
    assert!(!known.has_tools);
    assert_eq!(chat.session.past_request(outcome.reply.id).await.unwrap().unwrap().request.unwrap(), asked[1]);
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_cut_until_it_fits() {
    let chat = Chat::open().await;
    chat.session.save_settings(&Settings { context_max_tokens: 2_000, ..Settings::default() }).await.unwrap();
    let task = |number| ricordo_core::task::TaskText {
        title: format!("Task {number} {}", "very long ".repeat(20)),
        due: None,
    };
    for number in 0..80 {
        chat.session.add_task(chat.id, &task(number), None).await.unwrap();
    }
    chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    chat.model.then_say("Many.");
    assert_eq!(chat.say("What is to be done?").await.reply.text(), "Many.");
    assert!(chat.compiled().await.tokens <= 2_000);
}

#[tokio::test]
async fn memory_events_reach_the_page() {
    let chat = Chat::open().await;
    chat.model.then(vec![call(0, "save_user_fact", r#"{"fact": "My card is 4111 1111 1111 1111"}"#), asks()]);
    chat.model.then_say("I will not keep that.");
    chat.say("Keep my card number").await;
    let events = chat.events.borrow();
    let refused = events
        .iter()
        .any(|event| matches!(event, TurnEvent::Tool(event) if matches!(**event, ToolEvent::MemoryRefused(_))));
    assert!(refused, "{events:?}");
}

/// Reviewed like facts: proposed first, and sent as user data with every request once accepted.
#[tokio::test]
async fn a_field_of_the_user_data_waits_for_the_user_and_is_sent_once_it_is_kept() {
    let chat = Chat::open().await;
    let sent = || serde_json::to_string(&chat.last_request()).unwrap();
    chat.model.then(vec![call(0, "save_user_data", r#"{"field": "City", "value": "Lviv"}"#), asks()]);
    chat.model.then_say("Noted.");
    chat.say("I moved to Lviv").await;
    assert!(!sent().contains("City: Lviv"), "the user decides");
    let proposed = chat.session.open(chat.id, 100).await.unwrap().memories.remove(0);
    assert_eq!((proposed.state, proposed.words().as_str()), (MemoryState::Proposed, "City: Lviv"));
    assert!(proposed.source.is_some());

    chat.session.keep_memory(chat.id, proposed.id).await.unwrap();
    let kept = chat.session.user_data().await.unwrap();
    assert_eq!(kept.fields, [("City".to_owned(), "Lviv".to_owned())]);
    chat.say("Where do I live?").await;
    assert!(sent().contains("User data:\\n- City: Lviv"), "{}", sent());
    assert!(chat.session.open(chat.id, 1).await.unwrap().memories.is_empty(), "it is stored once");

    chat.session.undo(chat.id).await.unwrap();
    chat.say("And now?").await;
    assert!(!sent().contains("City: Lviv"));
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().memories, [proposed]);
}

#[tokio::test]
async fn a_suggestion_that_twenty_newer_ones_push_out_was_never_saved() {
    let chat = Chat::open().await;
    chat.model.then(vec![call(0, "save_user_data", r#"{"field": "City", "value": "Lviv"}"#), asks()]);
    chat.model.then_say("Noted.");
    chat.say("I moved to Lviv").await;
    chat.host.advance(1_000);
    let fact = |letter: char| format!(r#"{{"fact": "Likes {}"}}"#, letter.to_string().repeat(5));
    let calls = (0..).zip('a'..='t').map(|(at, letter)| call(at, "save_user_fact", &fact(letter)));
    chat.model.then(calls.chain([asks()]).collect());
    chat.model.then_say("Noted, too.");
    chat.say("I like many things").await;
    let events = chat.events.borrow();
    let tools =
        events.iter().filter_map(|event| if let TurnEvent::Tool(event) = event { Some(&**event) } else { None });
    let gone: Vec<&ToolEvent> = tools.filter(|event| !matches!(event, ToolEvent::MemoryProposed(_))).collect();
    assert!(matches!(gone[..], [ToolEvent::MemoryExpired(city)] if city.words() == "City: Lviv"), "{gone:?}");
}

#[tokio::test]
async fn what_a_server_wants_back_with_a_call_goes_to_it_alone_and_is_shown_and_counted() {
    let chat = Chat::open().await;
    let extra = r#"{"google":{"thought_signature":"c2lnbmF0dXJl"}}"#.to_owned();
    let (thought, details) = ("The tasks first.", r#"[{"type":"reasoning.encrypted","data":"ZGV0YWls"}]"#);
    let back = |reasoning, extra_content, reasoning_details| {
        Step::Event(ChatEvent::SentBack { index: 0, reasoning, extra_content, reasoning_details })
    };
    chat.model.then(vec![
        Step::Event(ChatEvent::Reasoning { text: thought.to_owned() }),
        call(0, "list_tasks", "{}"),
        back(true, None, None),
        back(false, Some(extra.clone()), None),
        asks(),
    ]);
    chat.model.then(vec![Step::Event(ChatEvent::Reasoning { text: "None, then.".to_owned() }), Step::text("None.")]);
    chat.say("What is to be done?").await;
    let sent = || serde_json::to_string(&chat.last_request()).unwrap();
    assert!(sent().contains(thought) && sent().contains("c2lnbmF0dXJl"), "{}", sent());

    // In the next turns, too: DeepSeek refuses the calls without it for as long as they are sent.
    let outcome = chat.say("Thanks").await;
    assert!(sent().contains(thought) && !sent().contains("None, then."), "{}", sent());
    assert_eq!(
        chat.session.past_request(outcome.reply.id).await.unwrap().unwrap().request.unwrap(),
        chat.last_request()
    );
    let compiled = chat.compiled().await;
    let shown = Inspected::of(&compiled).text();
    assert!(shown.contains(thought) && shown.contains("c2lnbmF0dXJl"), "{shown}");

    // The same connection, with the address of another server.
    let another = Provider { base_url: "https://api.groq.com/openai/v1".to_owned(), ..provider() };
    let to_another = ModelCall::new(&chat.model, &another);
    chat.session.send(&to_another, chat.id, "And now?").await.unwrap();
    assert!(sent().contains("call-0") && !sent().contains(thought) && !sent().contains("c2lnbmF0dXJl"), "{}", sent());
    let tokens = chat.session.preview(chat.id, "Next", &another).await.unwrap().tokens;
    assert!(chat.compiled().await.tokens > tokens + 10, "{tokens}");

    // OpenRouter wants its own form of the reasoning, which replaces the reasoning.
    let thinking = || Step::Event(ChatEvent::Reasoning { text: "Again.".to_owned() });
    let details_back = back(true, None, Some(details.to_owned()));
    chat.model.then(vec![thinking(), call(0, "list_tasks", "{}"), details_back, asks()]);
    chat.model.then_say("None.");
    chat.say("And tomorrow?").await;
    assert!(sent().contains("ZGV0YWls") && !sent().contains("Again."), "{}", sent());
    let compiled = chat.compiled().await;
    assert!(Inspected::of(&compiled).text().contains("ZGV0YWls"));
    chat.session.send(&to_another, chat.id, "And then?").await.unwrap();
    assert!(!sent().contains("ZGV0YWls") && !sent().contains("Again."), "{}", sent());
}

#[tokio::test]
async fn a_reply_that_ends_within_a_tool_call_is_sent_with_its_text_alone() {
    let cut = [
        Step::Event(ChatEvent::Finish { finish: Finish::Length }),
        Step::Fail(ModelError::new(ModelErrorKind::CutOff, "")),
    ];
    for end in cut {
        let chat = Chat::open().await;
        chat.model.then(vec![Step::text("I add that."), call(0, "add_task", "{\"title\": "), end]);
        let reply = chat.say("Add milk").await.reply;
        assert_eq!(reply.parts, [Part::Text { text: "I add that.".to_owned() }], "{:?}", reply.finish);
        chat.say("Did you?").await;
        assert!(chat.last_window().contains(&"I add that.".to_owned()), "{:?}", chat.last_window());
    }
}

#[tokio::test]
async fn a_call_in_the_draft_of_a_closed_tab_is_not_kept() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    let parts =
        vec![Step::text("I add that."), call(0, "add_task", "{"), Step::Pause(1_000), Step::Pause(0), Step::Hang];
    chat.model.then(parts);
    killed(chat.say("Add milk")).await;
    let recovered = Session::new(store, ManualHost::default()).recover(chat.id).await.unwrap().unwrap();
    assert_eq!(recovered.parts, [Part::Text { text: "I add that.".to_owned() }]);
}

/// Earlier versions stored such calls.
#[tokio::test]
async fn the_text_of_a_stored_reply_is_sent_without_the_calls_that_have_no_results() {
    let chat = Chat::open().await;
    let mut reply = chat.say("Add milk").await.reply;
    let call = |id: &str| Part::ToolCall {
        id: id.to_owned(),
        name: "add_task".to_owned(),
        arguments: "{\"title\": ".repeat(20),
        back: None,
    };
    let text = Part::Text { text: "I add that.".to_owned() };
    (reply.parts, reply.finish) = (vec![text, call("1")], Some(Finish::Stopped));
    reply.tokens = message_tokens(&reply.parts);
    chat.session.store().apply(vec![Change::Put(Record::Message(Box::new(reply)))]).await.unwrap();

    let outcome = chat.say("Did you?").await;
    assert!(chat.last_window().contains(&"I add that.".to_owned()), "{:?}", chat.last_window());
    let sent = serde_json::to_string(&chat.last_request()).unwrap();
    assert!(!sent.contains("tool_call"), "{sent}");
    let shown = chat.session.past_request(outcome.reply.id).await.unwrap().unwrap();
    assert_eq!(shown.request.unwrap(), chat.last_request());
    let compiled = chat.compiled().await;
    let window = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window).unwrap();
    assert!(window.tokens < 60, "the call is not counted: {}", window.tokens);
}
