//! What one turn stores, in which order, and what remains if it fails.

use crate::common::{Chat, killed, provider, texts};
use ricordo_core::{
    compile::Outgoing,
    draft::ComposerDraft,
    error::{Error, ModelError, ModelErrorKind, StoreError},
    memory_store::MemoryStore,
    message::{Finish, Part, Role},
    model::ChatEvent,
    record::{Record, RecordKey},
    session::{ModelCall, Session, TurnControl, TurnEvent},
    settings::Settings,
    store::Store,
    testing::{FailingStore, ManualHost, ScriptedModel, Step, sample},
};
use std::rc::Rc;

#[tokio::test]
async fn a_reload_shows_the_conversation() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    chat.model.then_say("Paris.");
    chat.say("What is the capital of France?").await;
    let again = Session::new(store, ManualHost::default()).open_latest(50).await.unwrap();
    let roles: Vec<_> = again.messages.iter().map(|message| (message.role, message.text())).collect();
    assert_eq!(
        roles,
        [(Role::User, "What is the capital of France?".to_owned()), (Role::Assistant, "Paris.".to_owned()),]
    );
    assert_eq!(again.conversation.title, "What is the capital of France?");
    assert_eq!(again.messages[1].finish, Some(Finish::Complete));
}

#[tokio::test]
async fn the_current_message_is_sent_once() {
    let chat = Chat::open().await;
    for _ in 0..3 {
        chat.say("The same words").await;
    }
    let requests = chat.model.requests();
    let counts = requests.iter().map(|request| texts(request).iter().filter(|text| *text == "The same words").count());
    assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 3]);
}

#[tokio::test]
async fn the_message_is_stored_before_the_request_leaves() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    let seen = Rc::new(std::cell::Cell::new(0));
    let (seen_inside, id) = (Rc::clone(&seen), chat.id);
    chat.model.then(vec![
        Step::Do(Rc::new(move || {
            let snapshot = at_once(store.snapshot(id, 10)).unwrap().unwrap();
            assert!(snapshot.reply_draft.is_some());
            seen_inside.set(snapshot.messages.len());
        })),
        Step::text("Yes."),
    ]);
    chat.say("Are you there?").await;
    assert_eq!(seen.get(), 1);
}

/// The memory store never waits, so one poll is enough.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("the memory store does not wait"),
    }
}

#[tokio::test]
async fn a_streaming_reply_is_stored_every_second_and_when_the_page_is_hidden() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    let saved = Rc::new(std::cell::RefCell::new(Vec::new()));
    let look = |saved: &Rc<std::cell::RefCell<Vec<String>>>| {
        let (saved, store, id) = (Rc::clone(saved), store.clone(), chat.id);
        Step::Do(Rc::new(move || {
            let draft = at_once(store.snapshot(id, 1)).unwrap().unwrap().reply_draft.unwrap();
            saved.borrow_mut().push(ricordo_core::message::text_of(&draft.parts));
        }))
    };
    let control = TurnControl::default();
    let hide = {
        let save = control.save.clone();
        Step::Do(Rc::new(move || save.raise()))
    };
    chat.model.then(vec![
        Step::text("One "),
        look(&saved),
        Step::Pause(1_000),
        Step::Pause(0),
        look(&saved),
        Step::text("two "),
        look(&saved),
        hide,
        Step::Pause(0),
        look(&saved),
        Step::text("three."),
    ]);
    let outcome = chat.try_say("Count.", &control).await.unwrap();
    assert_eq!(*saved.borrow(), ["", "One ", "One ", "One two "]);
    assert_eq!(outcome.reply.text(), "One two three.");
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().reply_draft, None);
}

#[tokio::test]
async fn a_killed_tab_loses_at_most_a_second_and_the_reply_says_so() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    chat.model.then(vec![Step::text("Half a th"), Step::Pause(1_000), Step::Pause(0), Step::Hang]);
    killed(chat.say("Think.")).await;

    let session = Session::new(store, ManualHost::default());
    let recovered = session.recover(chat.id).await.unwrap().unwrap();
    assert_eq!((recovered.text().as_str(), recovered.finish), ("Half a th", Some(Finish::Interrupted)));
    assert_eq!(session.recover(chat.id).await, Ok(None));
    let messages = session.open(chat.id, 10).await.unwrap().messages;
    assert_eq!(messages.iter().map(|m| m.sequence).collect::<Vec<_>>(), [0, 1]);
    let [day] = &session.statistics().await.unwrap()[..] else { panic!("what arrived was paid for") };
    assert_eq!((day.requests, day.messages, u64::from(recovered.tokens)), (1, 2, day.completion_tokens));
    assert!(day.prompt_tokens > 0, "{day:?}");
}

#[tokio::test]
async fn stop_keeps_what_arrived() {
    let chat = Chat::open().await;
    let control = TurnControl::default();
    let stop = control.cancel.clone();
    chat.model.then(vec![Step::text("Once upon"), Step::Do(Rc::new(move || stop.cancel())), Step::text(" a time")]);
    let outcome = chat.try_say("Tell me a story.", &control).await.unwrap();
    assert_eq!((outcome.reply.text().as_str(), outcome.reply.finish), ("Once upon", Some(Finish::Stopped)));
    chat.say("Go on.").await;
    assert_eq!(chat.last_window(), ["Tell me a story.", "Once upon"]);
}

#[tokio::test]
async fn a_failed_reply_keeps_its_words_and_its_reason_and_retry_starts_a_branch() {
    let chat = Chat::open().await;
    let mut error = ModelError::new(ModelErrorKind::CutOff, "");
    error.status = Some(200);
    chat.model.then(vec![Step::text("Half"), Step::Fail(error.clone())]);
    let outcome = chat.say("Hello").await;
    let Some(Finish::Failed { failure }) = outcome.reply.finish else { panic!("it failed") };
    assert_eq!(failure.error, error);

    chat.model.then_say("Whole.");
    let retried = chat.retry().await;
    assert_eq!(retried.reply.sequence, 1);
    let snapshot = chat.session.open(chat.id, 10).await.unwrap();
    assert_eq!(snapshot.messages.iter().map(|m| m.text()).collect::<Vec<_>>(), ["Hello", "Whole."]);
    assert_eq!(snapshot.branches.len(), 2);
    assert_eq!(chat.session.store().message(outcome.reply.id).await.unwrap().unwrap().text(), "Half");
    let requests = chat.model.requests();
    assert_eq!(requests[0], requests[1], "the same question, asked again");
}

#[tokio::test]
async fn a_failed_reply_without_words_is_replaced_by_retry() {
    let chat = Chat::open().await;
    for kind in [ModelErrorKind::Unreachable, ModelErrorKind::Unauthorized] {
        chat.model.then(vec![Step::Fail(ModelError::new(kind, ""))]);
    }
    chat.say("Hello").await;
    chat.retry().await;
    chat.model.then_say("Here I am.");
    chat.retry().await;
    let snapshot = chat.session.open(chat.id, 10).await.unwrap();
    assert_eq!(snapshot.messages.iter().map(|m| m.text()).collect::<Vec<_>>(), ["Hello", "Here I am."]);
    assert_eq!(snapshot.branches.len(), 1);
}

#[tokio::test]
async fn an_empty_reply_is_a_failure() {
    let chat = Chat::open().await;
    chat.model.then(vec![Step::Event(ChatEvent::Reasoning { text: "Hm.".to_owned() })]);
    let Some(Finish::Failed { failure }) = chat.say("Hello").await.reply.finish else { panic!("it failed") };
    assert_eq!(failure.error.kind, ModelErrorKind::EmptyReply);
}

#[tokio::test]
async fn thoughts_of_which_only_the_end_is_marked_are_no_part_of_the_reply() {
    let chat = Chat::open().await;
    chat.model.then_say("They greet me.\n</think>\n\nHello!");
    let reply = chat.say("Hi").await.reply;
    let thoughts = Part::Reasoning { text: "They greet me.".to_owned() };
    assert_eq!(reply.parts, [thoughts, Part::Text { text: "Hello!".to_owned() }]);
    chat.model.then_say("Hm.</think>");
    let Some(Finish::Failed { failure }) = chat.say("And?").await.reply.finish else { panic!("it failed") };
    assert_eq!(failure.error.kind, ModelErrorKind::EmptyReply);
}

#[tokio::test]
async fn what_does_not_fit_is_not_sent_and_not_stored() {
    let chat = Chat::open().await;
    chat.session.save_settings(&Settings { context_max_tokens: 2_000, ..Settings::default() }).await.unwrap();
    let error = chat.try_say(&"слово ".repeat(5_000), &TurnControl::default()).await.unwrap_err();
    let Error::OverBudget(over) = &error else { panic!("{error}") };
    assert_eq!(over.over_by, over.system_prompt + over.message - over.budget);
    assert!(error.to_string().contains(&over.over_by.to_string()));
    assert!(chat.model.requests().is_empty());
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());
    assert_eq!(chat.try_say(" \n", &TurnControl::default()).await, Err(Error::EmptyMessage));
}

#[tokio::test]
async fn full_storage_before_the_request_sends_nothing_and_after_it_loses_nothing() {
    let store = FailingStore::new(MemoryStore::default());
    let chat = Chat::open_on(store.clone()).await;
    store.fail_with(Some(StoreError::Full));
    assert_eq!(chat.try_say("Hello", &TurnControl::default()).await, Err(Error::Store(StoreError::Full)));
    assert!(chat.model.requests().is_empty());

    store.fail_with(None);
    let full = store.clone();
    chat.model.then(vec![
        Step::text("Long "),
        Step::Do(Rc::new(move || full.fail_with(Some(StoreError::Full)))),
        Step::Pause(1_000),
        Step::Pause(0),
        Step::text("answer."),
    ]);
    let outcome = chat.say("Hello").await;
    assert_eq!(
        (outcome.reply.text().as_str(), outcome.not_saved),
        ("Long answer.", Some(Error::Store(StoreError::Full)))
    );
    assert!(chat.events.borrow().contains(&TurnEvent::NotSaved(Error::Store(StoreError::Full))));
}

#[tokio::test]
async fn two_tabs_that_send_at_once_both_keep_their_message() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    let other = Session::new(store.second_handle(), chat.host.clone());
    let (other_model, id) = (ScriptedModel::new(&chat.host), chat.id);
    let provider = provider();
    let call = ModelCall::new(&other_model, &provider);
    let (one, two) = tokio::join!(chat.say("From one tab"), other.send(&call, id, "From the other"));
    assert_eq!((one.not_saved, two.unwrap().not_saved), (None, None));
    let messages = chat.session.open(id, 10).await.unwrap().messages;
    let texts: Vec<_> = messages.iter().map(|message| message.text()).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(["From one tab", "From the other"].iter().all(|text| texts.iter().any(|found| found == text)));
}

#[tokio::test]
async fn an_empty_conversation_is_not_started_twice() {
    let chat = Chat::open().await;
    assert_eq!(chat.session.new_conversation().await.unwrap().conversation.id, chat.id);
    chat.say("Hello").await;
    chat.host.advance(1);
    let next = chat.session.new_conversation().await.unwrap().conversation.id;
    assert_ne!(next, chat.id);
    let listed: Vec<_> = chat.session.conversations().await.unwrap().iter().map(|found| found.id).collect();
    assert_eq!(listed, [next, chat.id]);
}

#[tokio::test]
async fn a_setting_out_of_range_is_refused_with_its_range() {
    let chat = Chat::open().await;
    let wrong = Settings { context_max_tokens: 1_999, ..Settings::default() };
    let error = chat.session.save_settings(&wrong).await.unwrap_err();
    assert!(error.to_string().contains("context_max_tokens must be between 2000 and 1000000"), "{error}");
    assert_eq!(chat.session.settings().await.unwrap(), Settings::default());
}

#[tokio::test]
async fn what_was_typed_is_kept_until_it_is_sent() {
    let chat = Chat::open().await;
    chat.session.save_composer(chat.id, "Half a th").await.unwrap();
    let draft = chat.session.open(chat.id, 1).await.unwrap().composer_draft.unwrap();
    assert_eq!(draft.text, "Half a th");
    chat.say("Half a thought").await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().composer_draft, None);
}

#[tokio::test]
async fn a_message_that_was_not_typed_leaves_the_draft_as_it_is() {
    let chat = Chat::open().await;
    chat.say("Tell me a story").await;
    let asked = chat.session.open(chat.id, 9).await.unwrap().messages[0].id;
    let blob = ricordo_core::record::Blob { conversation: chat.id, ..sample::blob(7) };
    let (media_type, alt) = (blob.media_type.clone(), "A dot".to_owned());
    let image = Part::Image { blob: blob.id, media_type, width: Some(16), height: Some(16), alt };
    let draft =
        ComposerDraft { images: vec![image], reply_to: Some(asked), ..ComposerDraft::text(chat.id, "Half a thought") };
    chat.session.save_draft(draft.clone(), vec![blob], &[]).await.unwrap();
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    let outgoing = Outgoing { keeps_draft: true, ..Outgoing::text("Continue") };
    chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().composer_draft, Some(draft));
}

#[tokio::test]
async fn an_image_that_another_tab_has_sent_stays_when_it_is_removed_here_and_is_copied_when_it_is_sent_here() {
    let chat = Chat::open().await;
    let blob = ricordo_core::record::Blob { conversation: chat.id, ..sample::blob(7) };
    let (media_type, alt) = (blob.media_type.clone(), "A dot".to_owned());
    let image = Part::Image { blob: blob.id, media_type, width: Some(16), height: Some(16), alt };
    let draft = ComposerDraft { images: vec![image.clone()], ..ComposerDraft::text(chat.id, "What is it?") };
    chat.session.save_draft(draft.clone(), vec![blob.clone()], &[]).await.unwrap();
    let provider = ricordo_core::provider::Provider { supports_images: true, ..provider() };
    let send = async || {
        let call = ModelCall::new(&chat.model, &provider);
        let parts = vec![Part::Text { text: "What is it?".to_owned() }, image.clone()];
        let outgoing = Outgoing { parts, ..Outgoing::text("") };
        chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
    };
    let image_of = async |at: usize| match &chat.session.open(chat.id, 9).await.unwrap().messages[at].parts[..] {
        [_, Part::Image { blob, .. }] => *blob,
        other => panic!("{other:?}"),
    };
    let bytes = async |id| match chat.session.store().record(RecordKey::Blob(id)).await.unwrap() {
        Some(Record::Blob(found)) => Some(found.bytes),
        _ => None,
    };
    send().await;
    assert_eq!(image_of(0).await, blob.id, "the draft's image becomes that of the message");
    send().await;
    let copy = image_of(2).await;
    assert!(copy != blob.id && bytes(copy).await.as_ref() == Some(&blob.bytes));
    let waiting = chat.session.enqueue(draft, None).await.unwrap();
    let [Part::Image { blob: third, .. }] = &waiting.draft.images[..] else { panic!("{waiting:?}") };
    assert!(![blob.id, copy].contains(third) && bytes(*third).await.is_some());
    let drop_image = async |held| {
        chat.session.save_draft(ComposerDraft::text(chat.id, ""), Vec::new(), &[held]).await.unwrap();
        assert!(bytes(held).await.is_some(), "it belongs to a message");
    };
    for held in [blob.id, copy, *third] {
        drop_image(held).await;
    }
    // The messages are not on the branch any more.
    chat.session.clear(chat.id).await.unwrap();
    for held in [blob.id, copy] {
        drop_image(held).await;
    }
    let again = ricordo_core::record::Blob { conversation: chat.id, ..sample::blob(8) };
    let Part::Image { media_type, width, height, alt, .. } = image.clone() else { unreachable!() };
    let unsent = Part::Image { blob: again.id, media_type, width, height, alt };
    let draft = ComposerDraft { images: vec![unsent], ..ComposerDraft::text(chat.id, "") };
    chat.session.save_draft(draft, vec![again.clone()], &[]).await.unwrap();
    chat.session.save_draft(ComposerDraft::text(chat.id, ""), Vec::new(), &[again.id]).await.unwrap();
    assert_eq!(bytes(again.id).await, None, "an unsent one is deleted");
}

#[tokio::test]
async fn a_reply_keeps_how_long_it_took_from_when_its_request_was_sent_last() {
    let chat = Chat::open().await;
    let wait = |milliseconds| Step::Pause(milliseconds);
    let times = |reply: &ricordo_core::message::Message| (reply.first_word_ms, reply.total_ms);
    let thinks = Step::Event(ChatEvent::Reasoning { text: "Hm.".to_owned() });
    chat.model.then(vec![wait(300), thinks, wait(400), Step::text("Par"), wait(200), Step::text("is."), wait(50)]);
    let reply = chat.say("Which city?").await.reply;
    assert_eq!(times(&reply), (Some(700), Some(950)), "reasoning is not a word of the reply");
    let stored = chat.session.open(chat.id, 1).await.unwrap().messages.remove(0);
    assert_eq!(times(&stored), times(&reply));
    let text = chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(text.contains(r#""first_word_ms":700,"total_ms":950"#), "{text}");

    // The wait before a request is sent again is none of the model.
    let again = Step::Event(ChatEvent::SentAgain);
    chat.model.then(vec![wait(5_000), again, wait(100), Step::text("Rome."), wait(20)]);
    assert_eq!(times(&chat.say("And now?").await.reply), (Some(100), Some(120)));
    // A clock that is set back measures nothing below zero.
    chat.model.then(vec![wait(-60_000), Step::text("Oslo.")]);
    assert_eq!(times(&chat.say("And then?").await.reply), (Some(0), Some(0)));
    let failure = ModelError::new(ModelErrorKind::ServerError, "");
    chat.model.then(vec![wait(30), Step::Fail(failure)]);
    assert_eq!(times(&chat.say("And last?").await.reply), (None, Some(30)));
    let asked = chat.session.open(chat.id, 2).await.unwrap().messages.remove(0);
    assert_eq!((asked.role, times(&asked)), (Role::User, (None, None)));
}
