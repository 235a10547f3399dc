//! Retry of a turn that failed after tools were called: it goes on from their results, where these may be sent.

use crate::{
    common::{Chat, provider},
    tool_turns::{asks, call},
};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    fork::forks,
    id::MessageId,
    mark::MarkKind,
    message::{Finish, Role},
    provider::Provider,
    session::{ModelCall, TurnEvent, TurnOutcome},
    settings::Settings,
    testing::Step,
    undo::UndoneCommand,
};

/// A turn whose second request fails, with what the server has sent of its reply.
async fn failed_after_a_round(sent: Vec<Step>) -> Chat {
    let chat = Chat::open().await;
    chat.model.then(vec![call(0, "add_task", r#"{"title": "Milk"}"#), asks()]);
    chat.model.then(sent.into_iter().chain([limited()]).collect());
    chat.say("Add a task: milk").await;
    assert_eq!(chat.session.tasks().await.unwrap().len(), 1);
    chat
}

fn limited() -> Step {
    Step::Fail(ModelError::new(ModelErrorKind::RateLimited, "Wait."))
}

async fn shown(chat: &Chat) -> Vec<(Role, String)> {
    let messages = chat.session.open(chat.id, 50).await.unwrap().messages;
    messages.iter().map(|message| (message.role, message.text())).collect()
}

#[tokio::test]
async fn a_retry_after_tools_were_called_sends_their_results_and_calls_none_again() {
    let chat = failed_after_a_round(Vec::new()).await;
    let failed = chat.last_request();
    assert_eq!(shown(&chat).await.len(), 5);
    let before = chat.model.requests().len();
    let outcome = chat.retry().await;
    assert_eq!(chat.model.requests().len(), before + 1);
    assert_eq!(chat.last_request(), failed, "the request that failed");
    assert_eq!(chat.session.tasks().await.unwrap().len(), 1);
    // The empty reply is replaced, with the line that names the tools.
    let roles: Vec<Role> = shown(&chat).await.into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Tool, Role::Assistant, Role::System]);
    assert_eq!((outcome.reply.sequence, outcome.repeats_tools), (3, false));
    let past = chat.session.past_request(outcome.reply.id).await.unwrap().unwrap();
    assert_eq!(past.request.unwrap(), failed);
    // A new answer is asked for from the beginning.
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.regenerate(&call, chat.id, outcome.reply.id).await.unwrap();
    assert!(!serde_json::to_string(&chat.last_request()).unwrap().contains("tool_call"));
}

#[tokio::test]
async fn a_part_of_a_reply_after_tools_stays_beside_the_one_that_a_retry_brings() {
    let chat = failed_after_a_round(vec![Step::text("I added")]).await;
    chat.retry().await;
    assert_eq!(chat.session.tasks().await.unwrap().len(), 1);
    let open = chat.session.open(chat.id, 50).await.unwrap();
    let forks = forks(&open.branches, open.conversation.active_branch);
    assert_eq!(forks.iter().map(|fork| (fork.sequence, fork.siblings.len())).collect::<Vec<_>>(), [(3, 2)]);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Regenerate));
    assert_eq!(shown(&chat).await[3].1, "I added");
}

#[tokio::test]
async fn a_retry_counts_the_rounds_that_were_made() {
    let chat = Chat::open().await;
    let settings = Settings { tool_rounds: 1, ..chat.session.settings().await.unwrap() };
    chat.session.save_settings(&settings).await.unwrap();
    chat.model.then(vec![call(0, "add_task", r#"{"title": "Milk"}"#), asks()]);
    chat.model.then(vec![limited()]);
    chat.say("Add a task: milk").await;
    chat.retry().await;
    assert!(chat.last_request().tools.is_empty());
}

#[tokio::test]
async fn a_round_that_does_not_fit_even_with_short_results_fails_with_an_error_of_its_own() {
    let chat = Chat::open().await;
    chat.session.save_settings(&Settings { context_max_tokens: 2_000, ..Settings::default() }).await.unwrap();
    chat.model.then(vec![Step::text(&"Many words. ".repeat(5_000)), call(0, "list_tasks", "{}"), asks()]);
    let outcome = chat.say("What is to be done?").await;
    let Some(Finish::Failed { failure }) = &outcome.reply.finish else { panic!("{:?}", outcome.reply.finish) };
    assert_eq!((failure.error.kind, failure.error.detail.as_str()), (ModelErrorKind::ToolResultsTooLong, ""));
    assert!(outcome.repeats_tools, "neither the call nor its result could be kept");
    assert_eq!(chat.model.requests().len(), 1);
}

#[tokio::test]
async fn a_retry_says_where_the_reply_will_be() {
    let begins = |chat: &Chat| {
        let events = chat.events.borrow();
        events.iter().filter_map(|event| if let TurnEvent::Begins(at) = event { Some(*at) } else { None }).collect()
    };
    let chat = failed_after_a_round(Vec::new()).await;
    chat.retry().await;
    let all: Vec<u32> = begins(&chat);
    assert_eq!(all, [0, 3], "the message, then the reply behind the results");
}

async fn retry_by(chat: &Chat, provider: &Provider) -> TurnOutcome {
    chat.session.retry(&ModelCall::new(&chat.model, provider), chat.id).await.unwrap()
}

fn has_calls(chat: &Chat) -> bool {
    serde_json::to_string(&chat.last_request()).unwrap().contains("tool_call")
}

#[tokio::test]
async fn another_model_is_asked_from_the_beginning() {
    let without_tools = Provider { has_tools: false, ..provider() };
    let elsewhere = Provider { base_url: "https://other.example/v1".to_owned(), ..provider() };
    let another = Provider { model: "another".to_owned(), ..provider() };
    for other in [without_tools, elsewhere, another] {
        let chat = failed_after_a_round(Vec::new()).await;
        let outcome = retry_by(&chat, &other).await;
        assert!(!has_calls(&chat), "{other:?}");
        assert_eq!(outcome.reply.sequence, 1);
        assert!(chat.last_request().messages.iter().all(|message| !message.parts.is_empty()));
    }
}

#[tokio::test]
async fn results_that_were_forgotten_or_muted_since_are_not_sent() {
    let chat = failed_after_a_round(Vec::new()).await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.retry().await;
    assert!(!has_calls(&chat));
    let chat = failed_after_a_round(Vec::new()).await;
    let results = id_at(&chat, 2).await;
    chat.session.mark(chat.id, results, Some(MarkKind::Muted)).await.unwrap();
    chat.retry().await;
    assert!(!has_calls(&chat));
}

async fn id_at(chat: &Chat, at: usize) -> MessageId {
    chat.session.open(chat.id, 50).await.unwrap().messages[at].id
}

#[tokio::test]
async fn results_that_do_not_fit_a_smaller_context_are_asked_for_again() {
    let chat = Chat::open().await;
    for n in 0..40 {
        let text = format!("A thing that has to be done, number {n}, {}", "with all that belongs to it ".repeat(8));
        let task = ricordo_core::task::TaskText { title: text, due: None };
        chat.session.add_task(chat.id, &task, None).await.unwrap();
    }
    chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    chat.model.then(vec![limited()]);
    chat.say("What is to be done?").await;
    let small = Provider { context_tokens: Some(3_000), ..provider() };
    retry_by(&chat, &small).await;
    assert!(!has_calls(&chat), "the tools answer for the smaller context");
}

#[tokio::test]
async fn erasing_one_answer_leaves_the_results_that_it_shares_with_another() {
    let roles = async |chat: &Chat| shown(chat).await.into_iter().map(|(role, _)| role).collect::<Vec<_>>();
    for erases_the_first in [true, false] {
        let chat = failed_after_a_round(vec![Step::text("I added")]).await;
        let first = id_at(&chat, 3).await;
        let second = chat.retry().await.reply.id;
        if erases_the_first {
            let open = chat.session.open(chat.id, 50).await.unwrap();
            let sibling = forks(&open.branches, open.conversation.active_branch)[0].siblings[0];
            chat.session.switch_branch(chat.id, sibling, 3).await.unwrap();
        }
        chat.session.erase_message(if erases_the_first { first } else { second }).await.unwrap();
        let left = id_at(&chat, 3).await;
        assert_eq!(left, if erases_the_first { second } else { first });
        assert_eq!(roles(&chat).await, [Role::User, Role::Assistant, Role::Tool, Role::Assistant, Role::System]);
        // The last answer goes with what was only for it.
        chat.session.erase_message(left).await.unwrap();
        assert_eq!(roles(&chat).await, [Role::User], "{erases_the_first}");
    }
}

#[tokio::test]
async fn of_answers_that_stand_beside_each_other_one_is_asked_from_the_beginning() {
    let chat = failed_after_a_round(vec![Step::text("I added")]).await;
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    let failed = id_at(&chat, 3).await;
    chat.session.regenerate(&call, chat.id, failed).await.unwrap();
    let open = chat.session.open(chat.id, 50).await.unwrap();
    let first = forks(&open.branches, open.conversation.active_branch)[0].siblings[0];
    chat.session.switch_branch(chat.id, first, 1).await.unwrap();
    assert_eq!(chat.retry().await.reply.sequence, 1, "a third answer beside the two");
    assert!(!has_calls(&chat));
}

#[tokio::test]
async fn erasing_leaves_what_an_answer_further_up_shares() {
    let chat = failed_after_a_round(vec![Step::text("I added")]).await;
    chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
    chat.model.then(vec![Step::text("There is"), limited()]);
    chat.retry().await;
    let third = chat.retry().await.reply;
    assert_eq!(third.sequence, 5);
    let open = chat.session.open(chat.id, 50).await.unwrap();
    let second = forks(&open.branches, open.conversation.active_branch)[1].siblings[0];
    chat.session.switch_branch(chat.id, second, 5).await.unwrap();
    chat.session.erase_message(id_at(&chat, 5).await).await.unwrap();
    chat.session.erase_message(third.id).await.unwrap();
    let open = chat.session.open(chat.id, 50).await.unwrap();
    assert_eq!(
        forks(&open.branches, open.conversation.active_branch),
        [],
        "no empty branch is left beside the first answer"
    );
    let left: Vec<Role> = shown(&chat).await.into_iter().map(|(role, _)| role).collect();
    let whole = [Role::User, Role::Assistant, Role::Tool, Role::Assistant, Role::System];
    assert_eq!(left, whole, "the first answer");
}
