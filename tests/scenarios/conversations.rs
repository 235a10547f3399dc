//! Whole conversations: renamed, deleted, cleared, and restored by undo.

use crate::common::Chat;
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    compile::LayerKind,
    document::Document,
    id::ConversationId,
    memory::{Memory, MemorySource},
    memory_store::MemoryStore,
    project::ProjectText,
    record::{Kind, Record},
    scope::Scope,
    session::{Gathered, Session},
    settings::OwnSettings,
    store::Store,
    testing::{CountingStore, ManualHost, conformance::dump, sample},
    undo::UndoneCommand,
    user_data::UserData,
};

#[tokio::test]
async fn deleting_renaming_and_clearing_can_be_undone_without_losing_what_came_since() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.clear(chat.id).await.unwrap();
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 10).await.unwrap().messages.len(), 2);

    chat.session.rename(chat.id, "  A new   name ").await.unwrap();
    chat.say("Two").await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().conversation.title, "A new name");
    chat.session.undo(chat.id).await.unwrap();
    let conversation = chat.session.open(chat.id, 10).await.unwrap();
    assert_eq!((conversation.conversation.title.as_str(), conversation.messages.len()), ("One", 4));

    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(chat.session.conversations().await.unwrap().len(), 1);
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Delete));
    assert_eq!(chat.session.conversations().await.unwrap().len(), 2);
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    chat.host.advance(31 * 86_400_000);
    assert_eq!(chat.session.sweep(&[other]).await.unwrap(), 1);
    assert!(chat.session.open(chat.id, 1).await.is_err(), "30 days later it is erased");
}

#[tokio::test]
async fn a_deleted_conversation_that_is_still_open_somewhere_comes_back_with_what_is_written_in_it() {
    let chat = Chat::open().await;
    chat.say("One").await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    chat.say("Two").await;
    let listed = chat.session.conversations().await.unwrap();
    assert!(listed.iter().any(|one| one.id == chat.id && one.deleted_at.is_none()));
    chat.host.advance(31 * 86_400_000);
    assert_eq!(chat.session.sweep(&[other]).await.unwrap(), 0);
    assert_eq!(chat.session.open(chat.id, 10).await.unwrap().messages.len(), 4);
}

/// A page shows a new conversation before it reads what else is stored.
#[tokio::test]
async fn a_conversation_that_was_begun_is_found_as_it_was_shown() {
    let session = Session::new(MemoryStore::default(), ManualHost::default());
    let begun = session.begin_conversation().await.unwrap();
    let id = begun.conversation.id;
    assert_eq!(session.latest().await.unwrap(), Some(id));
    assert_eq!(session.open(id, 10).await.unwrap(), begun);
    session.save_user_data(id, &UserData { name: "Mia".to_owned(), ..UserData::default() }).await.unwrap();
    let other = session.begin_conversation().await.unwrap();
    assert_eq!(other.user_data.name, "", "it has nothing else in it");
    assert_eq!(session.open(other.conversation.id, 10).await.unwrap().user_data.name, "Mia");
}

/// The last command is the one that was given last, even if the clock was set back.
#[tokio::test]
async fn undo_takes_the_last_command_back_when_the_clock_jumped() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(-86_400_000);
    let reopened = Session::new(chat.session.store().clone(), chat.host.clone());
    reopened.open(chat.id, 10).await.unwrap();
    reopened.rename(chat.id, "Later").await.unwrap();
    assert_eq!(reopened.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
    reopened.forget(chat.id, 0).await.unwrap();
    assert!(reopened.remember(chat.id).await.unwrap());
    assert_eq!(chat.compiled().await.layers.iter().filter(|layer| layer.kind == LayerKind::Window).count(), 0);
}

#[tokio::test]
async fn pins_tags_and_the_archive_can_be_undone_where_the_user_is() {
    let chat = Chat::open().await;
    chat.say("One").await;
    let here = chat.session.new_conversation().await.unwrap().conversation.id;
    let now = async || chat.session.open(chat.id, 1).await.unwrap().conversation;
    chat.session.pin_conversation(chat.id, true, here).await.unwrap();
    chat.session.tag(chat.id, vec!["work".to_owned()], here).await.unwrap();
    chat.session.archive(chat.id, true, here).await.unwrap();
    // The conversation continues in the meantime, and that is not undone.
    chat.say("Two").await;
    assert!(now().await.pinned && now().await.archived && now().await.tags == ["work"]);
    assert_eq!(chat.session.conversations().await.unwrap().len(), 2, "the archive is kept");

    let mut undone = Vec::new();
    while let Some(command) = chat.session.undo(here).await.unwrap() {
        undone.push(command);
    }
    assert_eq!(undone, [UndoneCommand::Archive, UndoneCommand::Tags, UndoneCommand::PinConversation]);
    let after = now().await;
    assert!(!after.pinned && !after.archived && after.tags.is_empty());
    assert_eq!(chat.session.open(chat.id, 9).await.unwrap().messages.len(), 4);
}

/// Five conversations, of which the last is open.
async fn five() -> (Chat, Vec<ConversationId>) {
    let mut chat = Chat::open().await;
    let mut ids = Vec::new();
    for word in ["Cats", "Dogs", "Birds", "Fish", "Here"] {
        chat.id = chat.session.new_conversation().await.unwrap().conversation.id;
        chat.say(word).await;
        ids.push(chat.id);
    }
    (chat, ids)
}

#[tokio::test]
async fn what_is_done_with_several_conversations_at_once_is_undone_at_once() {
    let (chat, ids) = five().await;
    let (here, chosen) = (chat.id, [ids[0], ids[1], ids[2]]);
    let rome = ProjectText { name: "Rome".to_owned(), ..ProjectText::default() };
    let rome = chat.session.create_project(rome).await.unwrap().id;
    let untagged = chat.session.conversations().await.unwrap();
    chat.session.tag(ids[0], vec!["pets".to_owned(), "old".to_owned()], here).await.unwrap();
    let session = &chat.session;

    let (added, removed) = (["pets".to_owned(), "home".to_owned()], ["old".to_owned()]);
    assert_eq!(session.tag_conversations(&chosen, (&added, &removed), here).await.unwrap(), 3);
    assert_eq!(session.tag_conversations(&chosen, (&added, &removed), here).await.unwrap(), 0, "nothing to undo");
    assert_eq!(session.move_conversations(&chosen, Some(rome), here).await.unwrap(), 3);
    assert_eq!(session.archive_conversations(&chosen, true, here).await.unwrap(), 3);
    assert_eq!(session.archive_conversations(&chosen[1..], false, here).await.unwrap(), 2);
    assert_eq!(session.delete_conversations(&chosen, here).await.unwrap(), 3);
    assert_eq!(session.conversations().await.unwrap().len(), untagged.len() - 3);
    assert_eq!(session.delete_conversations(&chosen[..1], here).await.unwrap(), 0, "it is gone");

    let mut undone = Vec::new();
    while let Some(command) = session.undo(here).await.unwrap() {
        undone.push(command);
        if command == UndoneCommand::Archive && undone.len() == 3 {
            let moved = session.open(ids[1], 1).await.unwrap().conversation;
            assert_eq!((moved.project, moved.archived), (Some(rome), false));
            assert_eq!(moved.tags, added, "tags are added once");
            assert_eq!(session.open(ids[0], 1).await.unwrap().conversation.tags, added, "and others removed");
        }
    }
    use UndoneCommand::{Archive, Delete, MoveConversation, Tags};
    assert_eq!(undone, [Delete, Archive, Archive, MoveConversation, Tags, Tags]);
    let mut after = session.conversations().await.unwrap();
    for one in &mut after {
        one.moved_at = None;
    }
    assert_eq!(after, untagged);
}

#[tokio::test]
async fn several_conversations_are_exported_into_one_file_without_the_others() {
    let (chat, ids) = five().await;
    let rome = ProjectText { name: "Rome".to_owned(), ..ProjectText::default() };
    let rome = chat.session.create_project(rome).await.unwrap().id;
    let chosen = [ids[0], ids[2], ids[3]];
    chat.session.move_conversations(&chosen[..2], Some(rome), chat.id).await.unwrap();
    chat.session.delete_conversations(&ids[3..4], chat.id).await.unwrap();
    let (mut records, mut last) = (Vec::new(), (0, 0));
    let take = |gathered: Gathered| {
        last = (gathered.done, gathered.of);
        records.extend(gathered.records);
    };
    chat.session.export_several(&chosen, &Cancel::default(), take).await.unwrap();
    let text = serde_json::to_string(&records).unwrap();
    let words = ["Cats", "Dogs", "Birds", "Fish", "Here"].map(|word| text.contains(word));
    assert_eq!((words, last.1), ([true, false, true, false, false], 2));
    assert_eq!(records.iter().filter(|record| matches!(record, Record::Project(_))).count(), 1, "a project once");
}

/// Commands that are undone one after another.
const COMMANDS: [UndoneCommand; 4] =
    [UndoneCommand::Archive, UndoneCommand::Tags, UndoneCommand::MoveConversation, UndoneCommand::Delete];

/// Changes this many conversations with each of [`COMMANDS`], and undoes them. A memory of a project came from each.
/// Returns the number of reads of each undo, the last command first.
async fn reads_of_undo(count: u32) -> Vec<u32> {
    let session = Session::new(CountingStore::new(MemoryStore::default()), ManualHost::default());
    let here = session.new_conversation().await.unwrap().conversation.id;
    let [rome, oslo] = [1, 2].map(sample::project);
    let mut rows = vec![Change::Put(Record::Project(rome.clone())), Change::Put(Record::Project(oslo.clone()))];
    let mut ids = Vec::new();
    for seed in 1..=count {
        let conversation = sample::conversation(seed);
        ids.push(conversation.id);
        let source = MemorySource { conversation: conversation.id, message: sample::message(seed, 0, "").id };
        let memory = Memory { source: Some(source), scope: Scope::Project(rome.id), ..sample::memory(seed) };
        rows.push(Change::Put(Record::Conversation(ricordo_core::conversation::Conversation {
            project: Some(rome.id),
            ..conversation
        })));
        rows.push(Change::Put(Record::Memory(memory)));
    }
    session.store().apply(rows).await.unwrap();
    let before = dump(session.store()).await;
    let tags = ["trip".to_owned()];
    let all = usize::try_from(count).unwrap();
    assert_eq!(session.archive_conversations(&ids, true, here).await.unwrap(), all);
    assert_eq!(session.tag_conversations(&ids, (&tags, &[]), here).await.unwrap(), all);
    assert_eq!(session.move_conversations(&ids, Some(oslo.id), here).await.unwrap(), all);
    assert_eq!(session.delete_conversations(&ids, here).await.unwrap(), all);
    let mut reads = Vec::new();
    for command in COMMANDS.into_iter().rev() {
        session.store().take_reads();
        assert_eq!(session.undo(here).await.unwrap(), Some(command));
        reads.push(session.store().take_reads());
    }
    // A move leaves its time, because what came from a conversation later must follow it.
    let rows = session.store().records(Kind::Conversation).await.unwrap().into_iter().map(|record| match record {
        Record::Conversation(one) => {
            Change::Put(Record::Conversation(ricordo_core::conversation::Conversation { moved_at: None, ..one }))
        }
        other => panic!("{other:?}"),
    });
    session.store().apply(rows.collect()).await.unwrap();
    assert_eq!(dump(session.store()).await, before);
    reads
}

#[tokio::test]
async fn undo_of_a_change_to_many_conversations_does_not_read_them_one_by_one() {
    assert_eq!(reads_of_undo(30).await, reads_of_undo(90).await);
    let few = reads_of_undo(2).await;
    assert!(few.iter().all(|reads| *reads < 30), "{few:?}");
}

async fn new(chat: &Chat) -> ConversationId {
    chat.host.advance(1);
    chat.session.new_conversation().await.unwrap().conversation.id
}

#[tokio::test]
async fn an_empty_conversation_in_the_archive_or_with_something_of_its_own_is_not_the_new_one() {
    let mut chat = Chat::open().await;
    for step in 0..6 {
        let id = new(&chat).await;
        assert_eq!(new(&chat).await, id, "before step {step} it has nothing of its own");
        let own = OwnSettings { temperature: Some(0.5), ..OwnSettings::default() };
        match step {
            0 => chat.session.archive(id, true, id).await.unwrap(),
            1 => chat.session.rename(id, "Rome").await.unwrap(),
            2 => chat.session.choose_own(id, None, own).await.unwrap(),
            3 => {
                let persona = sample::template(1);
                chat.session.store().apply(vec![Change::Add(Record::Template(persona.clone()))]).await.unwrap();
                assert!(chat.session.choose_persona(id, Some(persona.id)).await.unwrap().is_some());
            }
            4 => {
                let document = Document { scope: Scope::Conversation(id), ..sample::document(1) };
                chat.session.store().apply(vec![Change::Add(Record::Document(document))]).await.unwrap();
            }
            _ => {
                chat.id = id;
                chat.say("Hello").await;
                chat.session.clear(id).await.unwrap();
            }
        }
        assert_ne!(new(&chat).await, id, "after step {step}");
    }
}

#[tokio::test]
async fn a_conversation_in_the_archive_is_the_latest_only_if_all_are_there() {
    let chat = Chat::open().await;
    chat.say("One").await;
    let other = new(&chat).await;
    assert_eq!(chat.session.latest().await.unwrap(), Some(other));
    for (archived, wanted) in [(other, chat.id), (chat.id, other)] {
        chat.session.archive(archived, true, chat.id).await.unwrap();
        assert_eq!(chat.session.latest().await.unwrap(), Some(wanted));
        let opened = chat.session.open_readable(1).await.unwrap().unwrap();
        assert_eq!(opened.conversation.id, wanted, "also where a record is damaged");
    }
}
