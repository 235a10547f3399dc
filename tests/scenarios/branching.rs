//! Editing, regenerating replies, switching between branches, and what erasing leaves of them.

use crate::common::{Chat, branches::joined, provider, texts};
use proptest::prelude::*;
use ricordo_core::{
    error::{Error, ModelError, ModelErrorKind},
    fork::forks,
    mark::MarkKind,
    message::{Finish, Role},
    settings::Settings,
    store::Store,
    testing::Step,
    undo::UndoneCommand,
};

#[tokio::test]
async fn an_edit_goes_another_way_and_the_old_one_is_as_it_was() {
    let chat = Chat::with_turns(3).await;
    let before = chat.request().await;
    chat.model.then_say("Another answer.");
    chat.edit("Question 1", "Question 1, put better").await;
    assert_eq!(joined(&chat.texts().await), "Question 0|Reply 1.|Question 1, put better|Another answer.");
    assert_eq!(chat.last_window(), ["Question 0", "Reply 1."]);
    assert_eq!(chat.shown().await, [(2, 2, 2)]);

    chat.switch(2, 0).await;
    assert_eq!(chat.texts().await.len(), 6);
    assert_eq!(chat.shown().await, [(2, 1, 2)]);
    assert_eq!(chat.request().await, before, "byte for byte");
}

#[tokio::test]
async fn the_first_message_can_be_edited() {
    let chat = Chat::with_turns(2).await;
    chat.edit("Question 0", "Begin otherwise").await;
    assert_eq!(joined(&chat.texts().await), "Begin otherwise|Reply 3.");
    assert_eq!(chat.shown().await, [(0, 2, 2)]);
    chat.say("And on").await;
    assert_eq!(chat.last_window(), ["Begin otherwise", "Reply 3."]);
    chat.switch(0, 0).await;
    assert_eq!(chat.texts().await.len(), 4);
}

#[tokio::test]
async fn a_reply_is_made_again_beside_the_old_one() {
    let chat = Chat::with_turns(2).await;
    chat.model.then_say("A second answer.");
    chat.regenerate("Reply 2.").await;
    let requests = chat.model.requests();
    assert_eq!(requests[1], requests[2], "the same question, asked again");
    chat.model.then_say("A third answer.");
    chat.regenerate("A second answer.").await;
    assert_eq!(chat.shown().await, [(3, 3, 3)]);
    chat.switch(3, 0).await;
    assert_eq!(chat.texts().await.last().unwrap(), "Reply 2.");
    chat.switch(3, 1).await;
    assert_eq!(chat.texts().await.last().unwrap(), "A second answer.");
}

#[tokio::test]
async fn an_early_reply_is_made_again_and_what_followed_stays_on_its_branch() {
    let chat = Chat::with_turns(3).await;
    chat.model.then_say("A new beginning.");
    chat.regenerate("Reply 1.").await;
    assert_eq!(joined(&chat.texts().await), "Question 0|A new beginning.");
    assert_eq!(chat.last_window(), [""; 0]);
    chat.switch(1, 0).await;
    assert_eq!(chat.texts().await.len(), 6);
}

#[tokio::test]
async fn a_reply_that_fails_when_it_is_made_again_leaves_the_old_one() {
    let chat = Chat::with_turns(2).await;
    for _ in 0..2 {
        chat.model.then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, ""))]);
    }
    let outcome = chat.regenerate("Reply 2.").await;
    assert!(matches!(outcome.reply.finish, Some(Finish::Failed { .. })));
    assert_eq!(chat.shown().await, [(3, 2, 2)]);
    // Again: a reply without text creates no third branch.
    chat.retry().await;
    assert_eq!(chat.shown().await, [(3, 2, 2)]);
    chat.switch(3, 0).await;
    assert_eq!(chat.texts().await.last().unwrap(), "Reply 2.");
}

#[tokio::test]
async fn the_way_back_leads_to_where_one_was() {
    let chat = Chat::with_turns(3).await;
    chat.regenerate("Reply 3.").await;
    chat.switch(5, 0).await;
    let before = chat.request().await;
    // From the older of two endings to another beginning and back: returns to the older ending.
    chat.edit("Question 0", "Otherwise").await;
    chat.switch(0, 0).await;
    assert_eq!(chat.request().await, before);
    assert_eq!(chat.texts().await.last().unwrap(), "Reply 3.");
}

#[tokio::test]
async fn choosing_what_is_shown_already_changes_nothing_of_what_follows() {
    let chat = Chat::with_turns(2).await;
    chat.regenerate("Reply 2.").await;
    chat.regenerate("Reply 3.").await;
    chat.edit("Question 0", "Otherwise").await;
    // The youngest ending was left later than the one that is shown.
    chat.switch(0, 0).await;
    chat.switch(3, 0).await;
    let (before, stored) = (chat.request().await, chat.stored().await);
    chat.switch(0, 0).await;
    chat.switch(3, 0).await;
    assert_eq!((chat.request().await, chat.stored().await), (before, stored));
    assert_eq!(chat.shown().await, [(0, 1, 2), (3, 1, 3)]);
}

#[tokio::test]
async fn undo_goes_back_to_the_old_branch_and_keeps_the_new_one() {
    let chat = Chat::with_turns(2).await;
    let before = chat.request().await;
    chat.edit("Question 1", "Changed").await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Edit));
    assert_eq!(chat.request().await, before);
    assert_eq!(chat.shown().await, [(2, 1, 2)]);
    chat.regenerate("Reply 2.").await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Regenerate));
    assert_eq!(chat.request().await, before);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
}

#[tokio::test]
async fn marks_and_forgets_hold_for_what_the_branches_share() {
    let chat = Chat::with_turns(3).await;
    chat.session.mark(chat.id, chat.id_of("Question 0").await, Some(MarkKind::Muted)).await.unwrap();
    chat.session.mark(chat.id, chat.id_of("Question 2").await, Some(MarkKind::Pinned)).await.unwrap();
    chat.edit("Question 1", "Changed").await;
    assert_eq!(chat.last_window(), ["Reply 1."], "muted here, too; what is pinned there is not on this branch");
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.say("Afresh").await;
    assert_eq!(chat.last_window(), [""; 0]);
    chat.switch(2, 0).await;
    chat.say("On the old branch").await;
    // The forget covers the messages that both branches share, and none that only this branch has.
    assert_eq!(chat.last_window(), ["Question 1", "Reply 2.", "Question 2", "Reply 3."]);
}

#[tokio::test]
async fn what_cannot_be_edited_or_answered_says_so_and_changes_nothing() {
    let chat = Chat::with_turns(2).await;
    let left = chat.id_of("Question 1").await;
    let reply = chat.id_of("Reply 1.").await;
    chat.edit("Question 1", "Changed").await;
    let before = chat.stored().await;
    assert_eq!(chat.try_edit(left, "Again").await, Err(Error::NoMessage), "it is on the branch that was left");
    assert_eq!(chat.try_edit(reply, "Mine").await, Err(Error::NoMessage));
    assert_eq!(chat.try_edit(chat.id_of("Changed").await, " \n").await, Err(Error::EmptyMessage));
    let long = "word ".repeat(20_000);
    let refused = chat.try_edit(chat.id_of("Changed").await, &long).await;
    assert!(matches!(refused, Err(Error::OverBudget(_))));
    assert_eq!(chat.stored().await, before);
}

#[tokio::test]
async fn a_message_far_up_is_edited_with_what_stood_before_it() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(400).await;
    let early = chat.session.older(chat.id, 41, 1).await.unwrap().remove(0);
    chat.try_edit(early.id, "Changed").await.unwrap();
    let window = chat.last_window();
    assert!(window.len() <= 10 && window.last().unwrap().contains("Message 0039"), "{window:?}");
    assert_eq!(chat.session.open(chat.id, 100).await.unwrap().messages.len(), 42);
}

#[tokio::test]
async fn a_way_on_which_nothing_is_left_goes_with_its_last_message() {
    let chat = Chat::with_turns(2).await;
    chat.model.then_say("Second.");
    chat.regenerate("Reply 2.").await;
    chat.session.erase_message(chat.id_of("Second.").await).await.unwrap();
    assert_eq!(chat.texts().await.last().unwrap(), "Reply 2.");
    assert_eq!(chat.shown().await, []);
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().branches.len(), 1);
    chat.say("On").await;
    assert_eq!(chat.last_window().last().unwrap(), "Reply 2.");
}

#[tokio::test]
async fn what_was_forgotten_on_a_branch_stays_forgotten_when_the_branch_goes() {
    let chat = Chat::with_turns(2).await;
    chat.model.then_say("Second.");
    chat.regenerate("Reply 2.").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.session.erase_message(chat.id_of("Second.").await).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().branches.len(), 1);
    chat.say("On").await;
    // The reply that is shown again was not on the branch of the forget.
    assert_eq!(chat.last_window(), ["Reply 2."]);
    // Undoing it works as before.
    chat.session.undo(chat.id).await.unwrap();
    chat.say("And on").await;
    assert_eq!(chat.last_window()[0], "Question 0");
}

#[tokio::test]
async fn a_message_goes_to_its_branch_also_where_all_before_it_was_erased() {
    let chat = Chat::with_turns(2).await;
    chat.model.then_say("Second.");
    chat.edit("Question 1", "Changed").await;
    for text in ["Changed", "Question 0", "Reply 1."] {
        chat.session.erase_message(chat.id_of(text).await).await.unwrap();
    }
    assert_eq!(joined(&chat.texts().await), "Second.");
    chat.say("Still here").await;
    assert_eq!(joined(&chat.texts().await), "Second.|Still here|Reply 4.");
}

#[tokio::test]
async fn a_temporary_conversation_has_branches_and_leaves_none() {
    let chat = Chat::open().await;
    let temporary = Chat { id: chat.session.new_temporary().await.unwrap().conversation.id, ..chat };
    temporary.say("Question").await;
    temporary.edit("Question", "Another").await;
    temporary.session.close_temporary(temporary.id).await.unwrap();
    assert!(!temporary.stored().await.contains("Another"));
}

/// Actions of a user in a conversation.
#[derive(Clone, Copy, Debug)]
enum UserStep {
    Say,
    Edit(usize),
    Again(usize),
    Switch(usize, usize),
    Undo,
}

fn step() -> impl Strategy<Value = UserStep> {
    let place = 0usize..20;
    prop_oneof![
        2 => Just(UserStep::Say),
        2 => place.clone().prop_map(UserStep::Edit),
        2 => place.clone().prop_map(UserStep::Again),
        2 => (place.clone(), place).prop_map(|(fork, sibling)| UserStep::Switch(fork, sibling)),
        1 => Just(UserStep::Undo),
    ]
}

async fn take(chat: &Chat, step: UserStep) {
    let messages = chat.session.open(chat.id, 1_000).await.unwrap().messages;
    let nth = |role: Role, n: usize| {
        let found: Vec<_> = messages.iter().filter(|message| message.role == role).collect();
        (!found.is_empty()).then(|| found[n % found.len()].id)
    };
    match step {
        UserStep::Say => drop(chat.say("More").await),
        UserStep::Edit(n) => {
            if let Some(id) = nth(Role::User, n) {
                chat.try_edit(id, &format!("Changed {n}")).await.unwrap();
            }
        }
        UserStep::Again(n) => {
            if let Some(id) = nth(Role::Assistant, n) {
                chat.again(id).await;
            }
        }
        UserStep::Switch(fork, sibling) => {
            let shown = chat.shown().await;
            if !shown.is_empty() {
                let (sequence, _, of) = shown[fork % shown.len()];
                chat.switch(sequence, sibling % of).await;
            }
        }
        UserStep::Undo => drop(chat.session.undo(chat.id).await.unwrap()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    /// After any steps, switching away and back gives the same request, byte for byte, and the same messages; no
    /// message is ever lost.
    #[test]
    fn there_and_back_is_as_if_one_had_stayed(steps in proptest::collection::vec(step(), 1..12)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let chat = Chat::with_turns(2).await;
            let mut stored = 0;
            for step in steps {
                take(&chat, step).await;
                let now = chat.session.store().records(ricordo_core::record::Kind::Message).await.unwrap().len();
                prop_assert!(now >= stored);
                stored = now;
            }
            let snapshot = chat.session.open(chat.id, 1_000).await.unwrap();
            for fork in forks(&snapshot.branches, snapshot.conversation.active_branch) {
                let before = (chat.request().await, chat.texts().await);
                let from = fork.siblings[fork.shown];
                for sibling in fork.siblings {
                    chat.session.switch_branch(chat.id, sibling, fork.sequence).await.unwrap();
                    chat.session.switch_branch(chat.id, from, fork.sequence).await.unwrap();
                    prop_assert_eq!((chat.request().await, chat.texts().await), before.clone());
                }
            }
            Ok(())
        })?;
    }
}

#[tokio::test]
async fn a_reply_with_tools_is_made_again_and_erased_as_one() {
    let chat = Chat::open().await;
    chat.model.then(crate::common::branches::asks("list_tasks"));
    chat.model.then_say("There are none.");
    chat.say("What is to do?").await;
    chat.model.then_say("Nothing at all.");
    chat.regenerate("There are none.").await;
    assert_eq!(joined(&chat.texts().await), "What is to do?|Nothing at all.");
    chat.switch(1, 0).await;
    let whole = chat.session.open(chat.id, 10).await.unwrap().messages;
    assert_eq!(
        whole.iter().map(|message| message.role).collect::<Vec<_>>(),
        [Role::User, Role::Assistant, Role::Tool, Role::Assistant, Role::System]
    );
    chat.session.erase_message(whole[3].id).await.unwrap();
    assert_eq!(joined(&chat.texts().await), "What is to do?|Nothing at all.", "the way beside it is shown");
    assert!(!texts(&chat.session.preview(chat.id, "x", &provider()).await.unwrap().request).concat().contains("tasks"));
}
