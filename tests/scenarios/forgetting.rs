//! `/forget` as its document specifies it, and what it must never do.

use crate::{
    common::{Chat, texts},
    tool_turns::{asks, call},
};
use ricordo_core::{
    compile::turns::active_messages_count,
    error::{ModelError, ModelErrorKind},
    session::TurnControl,
    settings::Settings,
    testing::Step,
    undo::UndoneCommand,
};

async fn counter(chat: &Chat) -> Option<u32> {
    active_messages_count(&chat.session.open(chat.id, 500).await.unwrap())
}

/// The second example of the document of `/forget`: the counter is 0, 2, 4, 6, and the window follows it.
#[tokio::test]
async fn talking_on_after_forget() {
    let chat = Chat::open().await;
    for text in ["Alpha", "Beta", "Gamma"] {
        chat.say(text).await;
    }
    assert_eq!(counter(&chat).await, None);
    chat.session.forget(chat.id, 0).await.unwrap();
    assert_eq!(counter(&chat).await, Some(0));

    chat.model.then_say("Answer 1");
    chat.say("Hello").await;
    assert_eq!(chat.last_window(), [""; 0]);
    assert_eq!(counter(&chat).await, Some(2));

    chat.model.then_say("Answer 2");
    chat.say("How are you?").await;
    assert_eq!(chat.last_window(), ["Hello", "Answer 1"]);
    assert_eq!(counter(&chat).await, Some(4));

    chat.say("Fine!").await;
    assert_eq!(chat.last_window(), ["Hello", "Answer 1", "How are you?", "Answer 2"]);
    assert_eq!(counter(&chat).await, Some(6));

    let stored = chat.session.open(chat.id, 100).await.unwrap().messages;
    assert_eq!(stored.len(), 12, "forgetting deletes nothing");
}

#[tokio::test]
async fn max_context_limits_the_window_with_and_without_forget() {
    let chat = Chat::open().await;
    let settings = Settings { max_context: Some(4), trim_step_percent: 0, ..Settings::default() };
    chat.session.save_settings(&settings).await.unwrap();
    for number in 0..5 {
        chat.say(&format!("Question {number}")).await;
    }
    assert_eq!(chat.last_window(), ["Question 2", "Reply 3.", "Question 3", "Reply 4."]);
    chat.session.forget(chat.id, 0).await.unwrap();
    for number in 5..9 {
        chat.say(&format!("Question {number}")).await;
    }
    assert_eq!(chat.last_window(), ["Question 6", "Reply 7.", "Question 7", "Reply 8."]);
}

#[tokio::test]
async fn a_failed_or_stopped_turn_does_not_count() {
    let chat = Chat::open().await;
    chat.say("Before").await;
    chat.session.forget(chat.id, 0).await.unwrap();

    chat.model.then(vec![Step::text("Half"), Step::Fail(ModelError::new(ModelErrorKind::CutOff, ""))]);
    chat.say("This fails").await;
    let control = TurnControl::default();
    let stop = control.cancel.clone();
    chat.model.then(vec![
        Step::text("Half"),
        Step::Do(std::rc::Rc::new(move || stop.cancel())),
        Step::text("not this"),
    ]);
    chat.try_say("This is stopped", &control).await.unwrap();
    assert_eq!(counter(&chat).await, Some(0));

    chat.say("Hello").await;
    assert_eq!(chat.last_window(), [""; 0], "nothing but the system prompt and the message");
    assert_eq!(counter(&chat).await, Some(2));
}

/// Forget, ten messages, undo: the next request is byte for byte the same as without the forget.
#[tokio::test]
async fn undo_after_ten_messages_is_as_if_never_forgotten() {
    let mut last_requests = Vec::new();
    for forgets in [true, false] {
        let chat = Chat::open().await;
        for number in 0..4 {
            chat.say(&format!("Question {number}")).await;
        }
        if forgets {
            chat.session.forget(chat.id, 0).await.unwrap();
        }
        for number in 4..9 {
            chat.say(&format!("Question {number}")).await;
        }
        if forgets {
            assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Forget));
        }
        chat.say("And now?").await;
        last_requests.push(serde_json::to_vec(&chat.last_request()).unwrap());
    }
    assert_eq!(last_requests[0], last_requests[1]);
}

#[tokio::test]
async fn remember_takes_the_last_forget_back_and_undo_takes_remember_back() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.say("Two").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    assert_eq!(counter(&chat).await, Some(0));
    assert_eq!(chat.session.remember(chat.id).await, Ok(true));
    assert_eq!(counter(&chat).await, Some(2));
    assert_eq!(chat.session.remember(chat.id).await, Ok(true));
    assert_eq!(counter(&chat).await, None);
    assert_eq!(chat.session.remember(chat.id).await, Ok(false));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Remember));
    assert_eq!(counter(&chat).await, Some(2));
}

#[tokio::test]
async fn forget_can_keep_the_last_messages() {
    let chat = Chat::open().await;
    for number in 0..4 {
        chat.say(&format!("Question {number}")).await;
    }
    chat.session.forget(chat.id, 2).await.unwrap();
    assert_eq!(counter(&chat).await, Some(2));
    chat.say("And now?").await;
    assert_eq!(chat.last_window(), ["Question 3", "Reply 4."]);
    assert_eq!(counter(&chat).await, Some(4));
}

/// Tool calls, their results and the lines that name the tools are messages of their own, and none of them counts.
#[tokio::test]
async fn forget_keeps_the_last_messages_of_turns_that_called_tools() {
    let chat = Chat::open().await;
    let settings = Settings { immediate_messages: Some(10), ..chat.session.settings().await.unwrap() };
    chat.session.save_settings(&settings).await.unwrap();
    for number in 0..8 {
        chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
        chat.model.then_say(&format!("Answer {number}"));
        chat.say(&format!("Question {number}")).await;
    }
    chat.session.forget(chat.id, 6).await.unwrap();
    assert_eq!(counter(&chat).await, Some(6));
    chat.session.remember(chat.id).await.unwrap();
    chat.session.forget(chat.id, 60).await.unwrap();
    assert_eq!(counter(&chat).await, Some(16), "there are no more");
}

#[tokio::test]
async fn undo_with_nothing_to_take_back_says_so() {
    let chat = Chat::open().await;
    assert_eq!(chat.session.undo(chat.id).await, Ok(None));
}

/// A turn that is retried before the boundary continues on the new branch: messages shared with the forgotten branch
/// stay forgotten, new ones do not.
#[tokio::test]
async fn a_branch_below_the_boundary_is_not_forgotten_at_birth() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.say("Two").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.retry().await;
    assert_eq!(chat.last_window(), [""; 0], "the turn before the fork is still forgotten");
    chat.say("Three").await;
    assert_eq!(texts(&chat.last_request()).last().unwrap(), "Three");
}
