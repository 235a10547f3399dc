//! Whatever happens, nothing is recalled that was taken back.

use super::*;
use proptest::prelude::*;

/// What happens in one step of a random history.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The fact is told in one of the conversations, with a word of its own.
    Tell(usize),
    Forget(usize),
    Mute(usize),
    NotAgain(usize),
    Clear(usize),
    Delete(usize),
    Erase(usize),
    Undo(usize),
    Idle,
}

fn act() -> impl Strategy<Value = Act> {
    let of = |act: fn(usize) -> Act| (0_usize..3).prop_map(act);
    prop_oneof![
        4 => of(Act::Tell),
        1 => of(Act::Forget),
        1 => of(Act::Mute),
        1 => of(Act::NotAgain),
        1 => of(Act::Clear),
        1 => of(Act::Delete),
        1 => of(Act::Erase),
        2 => of(Act::Undo),
        1 => Just(Act::Idle),
    ]
}

/// The first message of a conversation that the user sees.
async fn first_of(chat: &Recalling, id: ConversationId) -> Option<Message> {
    let snapshot = chat.session.open(id, 100).await.ok()?;
    snapshot.messages.into_iter().find(|message| message.role == Role::User)
}

async fn perform(chat: &Recalling, all: &[ConversationId; 3], act: Act, number: usize) {
    let session = &chat.session;
    // What is not possible any more does nothing.
    match act {
        Act::Tell(of) => {
            if session.open(all[of], 1).await.is_ok() {
                put(chat, all[of], &[&format!("Oksana keeps hedgehog {number}."), "I see."]).await;
            }
        }
        Act::Forget(of) => drop(session.forget(all[of], 0).await),
        Act::Mute(of) | Act::NotAgain(of) => {
            let kind = if matches!(act, Act::Mute(_)) { MarkKind::Muted } else { MarkKind::NotRecalled };
            if let Some(first) = first_of(chat, all[of]).await {
                session.mark(all[of], first.id, Some(kind)).await.unwrap();
            }
        }
        Act::Clear(of) => drop(session.clear(all[of]).await),
        Act::Delete(of) => drop(session.delete_conversation(all[of], chat.id).await),
        Act::Erase(of) => {
            if let Some(first) = first_of(chat, all[of]).await {
                session.erase_message(first.id).await.unwrap();
            }
        }
        Act::Undo(of) => drop(session.undo(all[of]).await),
        Act::Idle => maintain(chat).await,
    }
}

/// The messages that may be recalled in a conversation that says nothing itself, by reading everything that is stored.
async fn allowed(chat: &Recalling) -> Vec<Message> {
    let mut allowed = Vec::new();
    for conversation in chat.session.conversations().await.unwrap() {
        let snapshot = chat.session.open(conversation.id, 1_000).await.unwrap();
        let is_there = snapshot.conversation.deleted_at.is_none() && !snapshot.conversation.temporary;
        let boundary = snapshot.boundary().unwrap_or(0);
        let shown = snapshot.messages.iter().filter(|message| {
            let is_hidden = snapshot.mark(message.id) == Some(MarkKind::Muted) || snapshot.is_not_recalled(message.id);
            is_there && message.sequence >= boundary && !is_hidden
        });
        allowed.extend(shown.cloned());
    }
    allowed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_nothing_is_recalled_that_was_taken_back(actions in prop::collection::vec(act(), 1..14)) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let chat = open().await;
            put(&chat, chat.id, &["Hello there.", "Good morning."]).await;
            let all = [new(&chat).await, new(&chat).await, new(&chat).await];
            for (number, act) in actions.into_iter().enumerate() {
                perform(&chat, &all, act, number).await;
                let compiled = preview(&chat, chat.id, "Which hedgehog does Oksana keep?").await;
                let allowed = allowed(&chat).await;
                for source in compiled.recalled.iter().flat_map(|piece| &piece.sources) {
                    let SourceId::Message(id) = source else { panic!("{source:?}") };
                    assert!(allowed.iter().any(|message| message.id == *id), "{act:?}: {}", recalled(&compiled));
                }
                let is_known = allowed.iter().any(|message| message.text().contains("hedgehog"));
                assert_eq!(!compiled.recalled.is_empty(), is_known, "{act:?}");
                // The tool reaches as far.
                let found = history::search(&chat, chat.id, "hedgehog Oksana").await;
                for line in found.lines().filter(|line| line.contains("hedgehog")) {
                    let is_allowed = allowed.iter().any(|message| line.ends_with(&message.text()));
                    assert!(is_allowed, "{act:?}: {line}");
                }
                assert_eq!(found.contains("hedgehog"), is_known, "{act:?}");
                // The index in memory agrees with one that is read anew.
                let page = page_on(&chat);
                assert_eq!(recalled(&preview(&page, chat.id, "Which hedgehog does Oksana keep?").await), recalled(&compiled));
            }
        });
    }
}
