//! The limit on stored messages frees what it promises: deleted messages are kept apart for some days, can be restored,
//! and are then gone.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    change::Change,
    compile::Outgoing,
    conversation::Conversation,
    host::Host,
    id::{BlobId, MessageId},
    mark::MarkKind,
    memory_store::MemoryStore,
    message::{Message, Part},
    record::{Blob, Kind, Record},
    session::{MaintainControl, ModelCall, maintain::Standing},
    settings::{CompressionSettings, Settings},
    store::Store,
    summary::Stale,
    testing::CountingStore,
    undo::{Undo, UndoneCommand},
};

const DAY: i64 = 86_400_000;

fn bounded(most: u32) -> Settings {
    Settings { max_storage: Some(most), compression: CompressionSettings::default(), ..Settings::default() }
}

fn without_compression(mut settings: Settings) -> Settings {
    settings.compression.enable_on_limit = false;
    settings.compression.enable_periodic = false;
    settings
}

impl Chat {
    async fn enforce(&self) -> u32 {
        let settings = self.session.settings().await.unwrap();
        self.session.enforce_storage(self.id, &settings).await.unwrap()
    }

    /// Maintenance of an idle page without requests to a model.
    async fn idle(&self) {
        self.maintain_with(&provider(), &MaintainControl { max_requests: 0, ..MaintainControl::default() }).await;
    }

    async fn messages(&self) -> Vec<Message> {
        self.session.open(self.id, 100_000).await.unwrap().messages
    }

    async fn sequences(&self) -> Vec<u32> {
        self.messages().await.iter().map(|message| message.sequence).collect()
    }

    async fn count(&self, kind: Kind) -> u64 {
        self.session.store().count(kind).await.unwrap()
    }

    async fn say_with_image(&self, text: &str, bytes: usize) {
        let blob = BlobId::new(self.host.now().at, self.host.random());
        let image =
            Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() };
        let parts = vec![Part::Text { text: text.to_owned() }, image];
        let outgoing = Outgoing { parts, ..Outgoing::default() };
        let media_type = "image/png".to_owned();
        let blobs = vec![Blob { id: blob, conversation: self.id, media_type, bytes: vec![7; bytes] }];
        let seeing = ricordo_core::provider::Provider { supports_images: true, ..provider() };
        let call = ModelCall::new(&self.model, &seeing);
        self.session.send_message(&call, self.id, outgoing, blobs).await.unwrap();
    }

    async fn undo_entries(&self) -> Vec<Undo> {
        self.session.store().records(Kind::Undo).await.unwrap().into_iter().filter_map(Undo::of).collect()
    }

    /// Bytes of all rows by kind: their JSON, and the raw bytes of images.
    async fn bytes(&self) -> Vec<(Kind, usize)> {
        let mut bytes = Vec::new();
        for kind in Kind::ALL {
            let mut sum = 0;
            for mut record in self.session.store().records(kind).await.unwrap() {
                sum += record.bytes_mut().into_iter().map(|bytes| std::mem::take(bytes).len()).sum::<usize>();
                sum += serde_json::to_string(&record).unwrap().len();
            }
            bytes.push((kind, sum));
        }
        bytes
    }
}

#[tokio::test]
async fn undo_takes_back_what_the_user_did_whatever_maintenance_deleted_since() {
    let chat = Chat::open_with(without_compression(bounded(10))).await;
    chat.fill(40).await;
    chat.session.forget(chat.id, 4).await.unwrap();
    assert_eq!(chat.enforce().await, 30);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Forget));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None, "what was deleted is no command");
    assert_eq!(chat.sequences().await, (30..40).collect::<Vec<_>>());
}

#[tokio::test]
async fn undo_keeps_as_many_steps_as_the_settings_say_and_drops_the_oldest() {
    let chat = Chat::open_with(Settings { undo_steps: 5, ..Settings::default() }).await;
    for n in 0..12 {
        chat.session.rename(chat.id, &format!("Title {n}")).await.unwrap();
        assert!(chat.undo_entries().await.len() <= 5);
    }
    for n in (6..11).rev() {
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
        let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
        assert_eq!(conversation.title, format!("Title {n}"));
    }
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
}

#[tokio::test]
async fn a_command_reads_a_handful_of_undo_entries_however_many_there_are() {
    let chat = Chat::open_on(CountingStore::new(MemoryStore::default())).await;
    let read = |chat: &Chat<CountingStore<MemoryStore>>| {
        chat.session.store().take_read().iter().filter(|(kind, _)| *kind == Kind::Undo).count()
    };
    for n in 0..300 {
        read(&chat);
        chat.session.rename(chat.id, &format!("Title {n}")).await.unwrap();
        // The newest, the oldest, and once the limit is reached the one after it.
        assert!(read(&chat) <= 3, "{n}");
    }
    assert_eq!(chat.session.store().inner.count(Kind::Undo).await.unwrap(), 200);
}

#[tokio::test]
async fn undo_keeps_as_many_bytes_as_the_settings_say_and_the_last_step_whatever_its_size() {
    let chat = Chat::open_with(Settings { undo_megabytes: 1, ..Settings::default() }).await;
    let long = |n: u32| format!("{n}{}", "x".repeat(300_000));
    let template = chat.session.save_template(chat.id, None, "T", &long(0)).await.unwrap().id;
    for n in 1..20 {
        chat.session.save_template(chat.id, Some(template), "T", &long(n)).await.unwrap();
        let bytes: u64 = chat.undo_entries().await.iter().map(Undo::size).sum();
        assert!(bytes < 1_400_000, "{bytes}");
    }
    assert_eq!(chat.undo_entries().await.len(), 4);
    // One step larger than the whole undo history may be.
    chat.session.save_template(chat.id, Some(template), "T", &"y".repeat(3_000_000)).await.unwrap();
    chat.session.save_template(chat.id, Some(template), "T", "short").await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Template));
    let text = chat.session.templates().await.unwrap().remove(0).text;
    assert_eq!(text.len(), 3_000_000);
}

#[tokio::test]
async fn what_was_deleted_is_listed_and_comes_back_whole() {
    let chat = Chat::open_with(without_compression(bounded(10))).await;
    for n in 0..8 {
        chat.say(&format!("Message {n}")).await;
    }
    chat.say_with_image("Look at this", 5_000).await;
    let first = chat.messages().await.remove(0).id;
    chat.session.mark(chat.id, first, Some(MarkKind::Muted)).await.unwrap();
    let before = chat.bytes().await;
    let manifests = chat.count(Kind::Manifest).await;
    for n in 9..15 {
        chat.say(&format!("Message {n}")).await;
    }
    assert_eq!(chat.enforce().await, 20);
    assert_eq!((chat.count(Kind::Manifest).await, chat.count(Kind::Blob).await), (5, 0));

    let [deleted] = &chat.session.deleted_messages().await.unwrap()[..] else { panic!("one conversation") };
    assert_eq!((deleted.conversation, deleted.title.as_str()), (chat.id, "Message 0"));
    assert_eq!(
        deleted.messages.iter().map(|message| message.sequence).collect::<Vec<_>>(),
        (0..20).collect::<Vec<_>>()
    );
    let at = deleted.deleted.0;
    assert_eq!(deleted.gone_at.0, at.0 + 7 * DAY);

    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 20);
    assert_eq!(chat.sequences().await, (0..30).collect::<Vec<_>>());
    assert_eq!(chat.count(Kind::Manifest).await, manifests + 6);
    for (kind, bytes) in before.into_iter().filter(|(kind, _)| matches!(kind, Kind::Blob | Kind::Mark)) {
        assert!(chat.bytes().await.contains(&(kind, bytes)), "{kind:?}");
    }
    for message in chat.messages().await.iter().filter(|message| message.sequence % 2 == 1) {
        let past = chat.session.past_request(message.id).await.unwrap();
        assert!(past.is_some_and(|past| past.request.is_ok()), "{}", message.sequence);
    }
    assert!(chat.session.deleted_messages().await.unwrap().is_empty());
    assert_eq!(chat.enforce().await, 0, "what was taken back is not deleted at once again");
    chat.host.advance(7 * DAY + 1);
    assert_eq!(chat.enforce().await, 20);
}

#[tokio::test]
async fn what_was_deleted_is_gone_after_the_days_of_the_settings_with_all_that_came_with_it() {
    let chat = Chat::open_with(without_compression(Settings { deleted_days: 3, ..bounded(10) })).await;
    chat.say_with_image("The code word is xylophone", 5_000).await;
    for n in 1..15 {
        chat.say(&format!("Message {n}")).await;
    }
    chat.idle().await;
    chat.host.advance(3 * DAY - 1);
    chat.idle().await;
    assert_eq!(chat.session.deleted_messages().await.unwrap().len(), 1);
    chat.host.advance(2);
    chat.idle().await;
    assert!(chat.session.deleted_messages().await.unwrap().is_empty());
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 0);
    assert_eq!(
        (chat.count(Kind::Manifest).await, chat.count(Kind::Blob).await, chat.count(Kind::Undo).await),
        (5, 0, 0)
    );
    let stored = ricordo_core::testing::conformance::dump(chat.session.store()).await;
    assert_eq!(stored.matches("is xylophone").count(), 1, "the title alone");

    let settings = without_compression(Settings { deleted_days: 0, ..bounded(10) });
    chat.session.save_settings(&settings).await.unwrap();
    chat.say("One more").await;
    assert_eq!(chat.enforce().await, 2);
    assert_eq!(chat.count(Kind::Undo).await, 0, "at once");
}

#[tokio::test]
async fn what_was_deleted_replaces_no_message_that_was_written_in_its_place_since() {
    let chat = Chat::open_with(without_compression(bounded(10))).await;
    for n in 0..7 {
        chat.say(&format!("Message {n}")).await;
    }
    assert_eq!(chat.enforce().await, 4);
    for message in chat.messages().await {
        chat.session.erase_message(message.id).await.unwrap();
    }
    chat.say("Written since").await;
    let written = chat.messages().await;
    assert_eq!(written[0].sequence, 0, "no message is left to count from");
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 2);
    let texts: Vec<String> = chat.messages().await.iter().map(Message::text).collect();
    assert_eq!((&texts[0], &texts[2], texts.len()), (&"Written since".to_owned(), &"Message 1".to_owned(), 4));
    assert_eq!(chat.messages().await[..2], written[..]);
    let left = chat.session.deleted_messages().await.unwrap().remove(0).messages;
    assert_eq!(left.iter().map(|message| message.sequence).collect::<Vec<_>>(), [0, 1], "they can still be read");
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 0);
    chat.session.discard_deleted(chat.id).await.unwrap();
    assert_eq!((chat.count(Kind::Undo).await, chat.messages().await.len()), (0, 4));
}

#[tokio::test]
async fn discarding_deletes_for_good_before_the_days_are_over() {
    let chat = Chat::open_with(without_compression(bounded(10))).await;
    chat.fill(40).await;
    chat.session.rename(chat.id, "Mine").await.unwrap();
    chat.enforce().await;
    chat.session.discard_deleted(chat.id).await.unwrap();
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 0);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename), "commands stay");
}

#[tokio::test]
async fn a_summary_made_from_a_muted_message_stays_out_when_the_message_is_deleted() {
    let mut settings = Settings { immediate_messages: Some(10), ..bounded(10) };
    settings.compression.enable_on_limit = true;
    let chat = Chat::open_with(settings).await;
    chat.fill(40).await;
    chat.model.then_say("They talk about moving to Lviv.");
    chat.session.compress(&chat.model, &provider(), chat.id, &MaintainControl::default(), &|_| ()).await.unwrap();
    let muted = chat.messages().await[4].id;
    chat.session.mark(chat.id, muted, Some(MarkKind::Muted)).await.unwrap();
    let stale = || chat.with_standing(|standing| standing == Standing::Stale(Stale::Muted));
    assert_eq!(stale().await.len(), 1);
    chat.session.forget(chat.id, 10).await.unwrap();
    assert!(chat.enforce().await > 0);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(stale().await.len(), 1, "deleting changes nothing about it");
    chat.session.discard_deleted(chat.id).await.unwrap();
    assert_eq!(stale().await.len(), 1, "nor does discarding");
}

#[tokio::test]
async fn what_was_deleted_goes_with_its_conversation_and_keeps_the_prompts_it_names() {
    let chat = Chat::open_with(without_compression(bounded(10))).await;
    for n in 0..10 {
        chat.say(&format!("Message {n}")).await;
    }
    chat.enforce().await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.send(&ModelCall::new(&chat.model, &provider()), other, "Elsewhere").await.unwrap();
    for message in chat.messages().await {
        chat.session.erase_message(message.id).await.unwrap();
    }
    chat.session.erase_conversation(other).await.unwrap();
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 10);
    for message in chat.messages().await.iter().filter(|message| message.sequence % 2 == 1) {
        let past = chat.session.past_request(message.id).await.unwrap();
        assert!(past.is_some_and(|past| past.request.is_ok()), "{}", message.sequence);
    }
    chat.host.advance(8 * DAY);
    chat.say("And one more").await;
    chat.enforce().await;
    chat.session.erase_conversation(chat.id).await.unwrap();
    for kind in [Kind::Undo, Kind::Fragment, Kind::Manifest, Kind::Message] {
        assert_eq!(chat.count(kind).await, 0, "{kind:?}");
    }
}

/// Deletions that a build of version 4 stored among the commands, above a `/forget` of the user.
const VERSION_4: &str = include_str!("stored/deleted_by_version_4.jsonl");

async fn of_version_4() -> Chat {
    let chat = Chat::open().await;
    let records: Vec<Record> = VERSION_4.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let Some(Record::Conversation(Conversation { id, .. })) = records.first().cloned() else {
        panic!("it is the first")
    };
    chat.session.store().apply(records.into_iter().map(Change::Put).collect()).await.unwrap();
    chat.session.save_settings(&without_compression(bounded(10))).await.unwrap();
    chat.host.advance(60_000);
    Chat { id, ..chat }
}

#[tokio::test]
async fn deletions_of_version_4_are_no_commands_any_more() {
    let chat = of_version_4().await;
    let undone: Vec<_> = [chat.session.undo(chat.id).await.unwrap(), chat.session.undo(chat.id).await.unwrap()].into();
    assert_eq!(undone, [Some(UndoneCommand::Forget), Some(UndoneCommand::Mute)]);
    assert_eq!(chat.session.deleted_messages().await.unwrap()[0].messages.len(), 6);
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 6);
    assert_eq!(chat.sequences().await, (0..16).collect::<Vec<_>>());
}

#[tokio::test]
async fn deletions_of_version_4_are_sorted_out_by_a_command_and_by_maintenance() {
    for by_command in [true, false] {
        let chat = of_version_4().await;
        if by_command {
            chat.session.rename(chat.id, "Again").await.unwrap();
        } else {
            chat.idle().await;
        }
        let muted: MessageId = chat.session.deleted_messages().await.unwrap()[0].messages[1].id;
        let marks = chat.session.open(chat.id, 1).await.unwrap().marks;
        assert_eq!(marks.iter().map(|mark| mark.message).collect::<Vec<_>>(), [muted], "its mark is back");
        let numbers: Vec<u32> = chat.undo_entries().await.iter().map(|undo| undo.number).collect();
        assert_eq!(numbers, if by_command { vec![1, 2, 3, 4, 1] } else { vec![1, 2, 3, 1] });
        chat.host.advance(400 * DAY);
        chat.idle().await;
        assert!(chat.session.deleted_messages().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_conversation_bounded_to_100_messages_stays_bounded_over_10_000() {
    let chat = Chat::open_with(without_compression(Settings {
        undo_megabytes: 1,
        immediate_messages: Some(20),
        ..bounded(100)
    }))
    .await;
    let mut measured = Vec::new();
    for n in 0..5_000 {
        match n % 100 {
            0 => chat.say_with_image(&words(n), 20_000).await,
            _ => drop(chat.say(&words(n)).await),
        }
        if n % 50 == 49 {
            chat.idle().await;
        }
        if n % 1_000 == 999 {
            measured.push(chat.bytes().await);
        }
    }
    let sum = |bytes: &[(Kind, usize)]| bytes.iter().map(|(_, bytes)| bytes).sum::<usize>();
    let sums: Vec<usize> = measured.iter().map(|bytes| sum(bytes)).collect();
    assert_eq!(chat.messages().await.len(), 100);
    assert!(sums[4] < sums[1] + sums[1] / 10, "{sums:?}");
    // Within one day, deleted messages are only bounded by their bytes: up to a megabyte plus the last step.
    let deleted = measured[4].iter().find(|(kind, _)| *kind == Kind::Undo).unwrap().1;
    assert!(deleted < 2_000_000, "{deleted}");
    assert!(sums[4] - deleted < 1_000_000, "{:?}", measured[4]);
    chat.host.advance(8 * DAY);
    chat.idle().await;
    let left = chat.bytes().await;
    assert!(sum(&left) < 1_000_000, "{left:?}");
    println!("bytes after 2,000, 4,000, … 10,000 messages: {sums:?}; 8 days later {}", sum(&left));
}
