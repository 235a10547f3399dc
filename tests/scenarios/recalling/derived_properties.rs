//! Whatever happens to memories and summaries, there is never a vector of what they do not say, and none is found that may
//! not be sent.

use super::{
    derived::{MEMORY, finds, open_by_meaning, summarized},
    meaning::{OTHER_WORDS, make, rows, with},
    *,
};
use proptest::prelude::*;
use ricordo_core::{
    id::BranchId,
    memory::{Memory, MemoryState},
    scope::Scope,
};

const TEXTS: [&str; 4] = [MEMORY, "The user feeds a hedgehog", "The user owns a car", "The user likes supper"];

/// What happens in one step of a random history. A number chooses one of what is stored.
#[derive(Clone, Copy, Debug)]
enum Act {
    Add(usize),
    Edit(usize),
    Delete(usize),
    Archive(usize),
    Restore(usize),
    Move(usize),
    Erase(usize),
    Summarize(usize),
    Forget,
    EraseMessage,
    Undo,
    Make,
    Idle,
}

fn act() -> impl Strategy<Value = Act> {
    let of = |act: fn(usize) -> Act| (0_usize..4).prop_map(act);
    prop_oneof![
        4 => of(Act::Add),
        2 => of(Act::Edit),
        1 => of(Act::Delete),
        1 => of(Act::Archive),
        1 => of(Act::Restore),
        1 => of(Act::Move),
        1 => of(Act::Erase),
        2 => of(Act::Summarize),
        1 => Just(Act::Forget),
        1 => Just(Act::EraseMessage),
        2 => Just(Act::Undo),
        5 => Just(Act::Make),
        1 => Just(Act::Idle),
    ]
}

async fn memories(chat: &Recalling) -> Vec<Memory> {
    let records = chat.session.store().records(Kind::Memory).await.unwrap().into_iter();
    records.filter_map(|record| if let Record::Memory(memory) = record { Some(memory) } else { None }).collect()
}

async fn perform(chat: &Recalling, other: ConversationId, act: Act) {
    let session = &chat.session;
    let all = memories(chat).await;
    let one = |number: usize| all.get(number % all.len().max(1)).map(|memory| memory.id);
    chat.host.advance(1_000);
    // What is not possible any more does nothing.
    match act {
        Act::Add(number) => drop(session.add_memory(chat.id, TEXTS[number], None).await),
        Act::Summarize(number) => {
            // The id of a summary is made of its messages and its text.
            let is_new = texts(chat).await.iter().all(|(_, text)| text != TEXTS[number]);
            if is_new && session.store().messages(chat.id, 8, 1).await.unwrap().len() == 1 {
                summarized(chat, TEXTS[number]).await;
            }
        }
        Act::Forget => drop(session.forget(chat.id, 40).await),
        Act::EraseMessage => {
            if let Some(message) = session.store().messages(chat.id, 3, 1).await.unwrap().pop() {
                session.erase_message(message.id).await.unwrap();
            }
        }
        Act::Undo => drop(session.undo(chat.id).await),
        Act::Idle => maintain(chat).await,
        Act::Make => {}
        Act::Edit(number)
        | Act::Delete(number)
        | Act::Archive(number)
        | Act::Restore(number)
        | Act::Move(number)
        | Act::Erase(number) => {
            let Some(id) = one(number) else { return };
            match act {
                Act::Edit(number) => drop(session.update_memory(chat.id, id, TEXTS[(number + 1) % 4]).await),
                Act::Delete(_) => drop(session.delete_memory(chat.id, id).await),
                Act::Archive(_) => drop(session.archive_memory(chat.id, id).await),
                Act::Restore(_) => drop(session.restore_memory(chat.id, id).await),
                Act::Move(number) => {
                    let scope = if number < 2 { Scope::Everywhere } else { Scope::Conversation(other) };
                    drop(session.set_memory_scope(chat.id, id, scope).await);
                }
                _ => drop(session.erase_memory(id).await),
            }
        }
    }
}

/// The branches that stand for what is stored, each with its text.
async fn texts(chat: &Recalling) -> Vec<(BranchId, String)> {
    let kept = memories(chat).await.into_iter().filter(|memory| memory.state == MemoryState::Kept);
    let mut texts: Vec<_> = kept.map(|memory| (memory.id.branch(), memory.text)).collect();
    for record in chat.session.store().records(Kind::Summary).await.unwrap() {
        let Record::Summary(summary) = record else { panic!("{record:?}") };
        texts.push((summary.id.branch(), summary.text));
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_a_vector_is_of_what_is_stored_and_nothing_else_is_found(
        actions in prop::collection::vec(act(), 1..16)
    ) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let (chat, embedder, other) = open_by_meaning().await;
            make(&chat, &embedder).await.unwrap();
            for act in actions {
                perform(&chat, other, act).await;
                if matches!(act, Act::Make) {
                    make(&chat, &embedder).await.unwrap();
                }
                let texts = texts(&chat).await;
                for row in rows(&chat).await.into_iter().filter(|row| row.branch.is_derived()) {
                    let (_, text) = texts.iter().find(|(branch, _)| *branch == row.branch).expect("it is gone");
                    let id = row.branch.text_id(text).0;
                    assert!(row.bytes.windows(16).any(|bytes| bytes == id.as_bytes()), "{act:?}: another text");
                }
                let compiled = preview(&chat, chat.id, OTHER_WORDS).await;
                let memories = memories(&chat).await;
                for piece in &compiled.recalled {
                    if let [SourceId::Memory(id)] = piece.matched[..] {
                        let memory = memories.iter().find(|memory| memory.id == id).expect("it is gone");
                        assert!(memory.state == MemoryState::Kept && memory.scope == Scope::Everywhere, "{act:?}");
                    }
                }
                // What is in memory agrees with what is stored.
                let page = with(page_on(&chat), &embedder);
                assert_eq!(preview(&page, chat.id, OTHER_WORDS).await.recalled, compiled.recalled, "{act:?}");
                let is_kept = |memory: &Memory| memory.text == MEMORY && memory.state == MemoryState::Kept;
                let is_everywhere = |memory: &Memory| memory.scope == Scope::Everywhere;
                if matches!(act, Act::Make) && memories.iter().any(|one| is_kept(one) && is_everywhere(one)) {
                    assert!(finds(&chat, chat.id, MEMORY).await, "{}", recalled(&compiled));
                }
            }
        });
    }
}
