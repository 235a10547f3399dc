//! Operations in one conversation only read rows of that conversation, whatever else is stored.

use crate::common::{Chat, provider};
use ricordo_core::{
    draft::ComposerDraft,
    id::ConversationId,
    mark::MarkKind,
    memory::MemorySource,
    memory_store::MemoryStore,
    record::Kind,
    search::{Searchable, SharedIndex},
    session::{MaintainControl, ModelCall},
    settings::Settings,
    store::Store as _,
    testing::{CountingStore, counting_store::RowRead},
};

type Inner = CountingStore<MemoryStore>;
type Counted = Chat<Searchable<Inner>>;

/// Kinds of other conversations that a message may need, to find what answers it.
const FOR_RECALL: [Kind; 6] =
    [Kind::Conversation, Kind::Branch, Kind::Forget, Kind::Mark, Kind::Message, Kind::Summary];
/// Actions that recall.
const RECALLING: [&str; 3] = ["send", "send a queued message", "preview"];

/// A conversation with something of every kind that belongs to one.
async fn lived_in(chat: &Counted, name: &str) -> ConversationId {
    let id = chat.session.new_conversation().await.unwrap().conversation.id;
    for n in 0..3 {
        say(chat, id, &format!("Message {n} of {name}: Anna and Boris talk about moving to Lviv in May.")).await;
    }
    let messages = chat.session.open(id, 100).await.unwrap().messages;
    chat.session.mark(id, messages[0].id, Some(MarkKind::Muted)).await.unwrap();
    chat.session.mark(id, messages[2].id, Some(MarkKind::Pinned)).await.unwrap();
    chat.session.forget(id, 4).await.unwrap();
    chat.session.rename(id, name).await.unwrap();
    chat.session.enqueue(ComposerDraft::text(id, "Waits"), None).await.unwrap();
    chat.session.save_composer(id, "Not sent yet").await.unwrap();
    // From another conversation, so its undo entry contains this one.
    chat.session.pin_conversation(id, true, chat.id).await.unwrap();
    id
}

async fn say(chat: &Counted, id: ConversationId, text: &str) {
    chat.session.send(&ModelCall::new(&chat.model, &provider()), id, text).await.unwrap();
}

/// What undo could bring back of an erased message is in the undo entries of any conversation.
const FOR_ERASING: [Kind; 2] = [Kind::Conversation, Kind::Undo];
/// Actions that erase messages.
const ERASING: [&str; 2] = ["erase a message", "erase the conversation"];

/// The rows that each operation reads, with this many other conversations stored.
async fn rows_read(others: u32, recall: bool) -> Vec<(&'static str, Vec<RowRead>)> {
    let store = Searchable::new(CountingStore::new(MemoryStore::default()), SharedIndex::default());
    let chat = Chat::open_on(store).await;
    let chat = Chat { session: chat.session.clone().with_recall(), ..chat };
    let mut settings = Settings { immediate_messages: Some(10), ..Settings::default() };
    settings.recall.enabled = recall;
    chat.session.save_settings(&settings).await.unwrap();
    for n in 0..others {
        lived_in(&chat, &format!("Other {n}")).await;
    }
    let id = lived_in(&chat, "This one").await;
    let first = chat.session.open(id, 100).await.unwrap().messages.remove(0).id;
    let source = Some(MemorySource { conversation: id, message: first });
    let memory = chat.session.add_memory(id, "The user moves to Lviv", source).await.unwrap().memory.id;
    say(&chat, chat.id, "What do you know of me?").await;
    let store = chat.session.store();
    let mut actions = Vec::new();
    macro_rules! act {
        ($name:literal, $act:expr) => {{
            store.take_read();
            $act.await.unwrap();
            let read = store.take_read();
            assert!(!read.is_empty());
            let is_allowed = |kind: &Kind| {
                let recalls = recall && RECALLING.contains(&$name) && FOR_RECALL.contains(kind);
                recalls || ERASING.contains(&$name) && FOR_ERASING.contains(kind)
            };
            let elsewhere = read.iter().filter(|(kind, of)| of.is_some_and(|of| of != id) && !is_allowed(kind));
            assert_eq!(elsewhere.collect::<Vec<_>>(), [&(Kind::Undo, None); 0], "{}", $name);
            actions.push(($name, read));
        }};
    }
    act!("open", chat.session.open(id, 10));
    act!("send", async {
        say(&chat, id, "And now?").await;
        Ok::<_, ()>(())
    });
    act!("list the queue", chat.session.queue(id));
    let queued = chat.session.queue(id).await.unwrap()[0].message;
    let call = provider();
    act!("send a queued message", chat.session.send_queued(&ModelCall::new(&chat.model, &call), id, queued));
    act!("preview", chat.session.preview(id, "Next", &provider()));
    act!("forget", chat.session.forget(id, 2));
    act!("remember", chat.session.remember(id));
    act!("undo", chat.session.undo(id));
    act!("undo the forget", chat.session.undo(id));
    act!("mute", chat.session.mark(id, first, None));
    act!("list the summaries", chat.session.summaries(id));
    act!("compress", chat.session.compress(&chat.model, &provider(), id, &MaintainControl::default(), &|_| ()));
    let last = chat.session.open(id, 1).await.unwrap().messages.remove(0).id;
    act!("erase a message", chat.session.erase_message(last));
    act!("erase a memory", chat.session.erase_memory(memory));
    act!("erase the conversation", chat.session.erase_conversation(id));
    let left = store.inner.records(Kind::Undo).await.unwrap();
    let left = serde_json::to_string(&left).unwrap();
    assert!(!left.contains(&id.to_string()), "an undo entry of another conversation held it: {left}");
    actions
}

/// The number of rows that an action reads, without those that may be of any conversation.
fn rows(act: &str, read: &[RowRead]) -> usize {
    read.iter().filter(|(kind, _)| !ERASING.contains(&act) || !FOR_ERASING.contains(kind)).count()
}

#[tokio::test]
async fn rows_of_other_conversations_are_not_read_however_many_there_are() {
    let (few, many) = (rows_read(2, false).await, rows_read(40, false).await);
    for ((act, few), (_, many)) in few.iter().zip(&many) {
        assert_eq!(rows(act, few), rows(act, many), "{act}");
    }
    assert_eq!(few.len(), 15);
}

/// The only exception: a message reads the index of what may be recalled for it, and the few messages found there.
#[tokio::test]
async fn recall_reads_what_it_needs_of_others_and_nothing_else_does() {
    let (few, many) = (rows_read(2, true).await, rows_read(40, true).await);
    for ((act, few), (_, many)) in few.iter().zip(&many) {
        let messages = |read: &[RowRead]| read.iter().filter(|(kind, _)| *kind == Kind::Message).count();
        match RECALLING.contains(act) {
            // What is in memory is not read again, so only what was found is.
            true if *act == "preview" => assert!(messages(many) < 300, "{}", messages(many)),
            true => {}
            false => assert_eq!(rows(act, few), rows(act, many), "{act}"),
        }
    }
}
