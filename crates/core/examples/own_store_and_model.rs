//! A Rust program with its own store and its own model: `cargo run -p ricordo-core --example own_store_and_model`.
//!
//! The store keeps everything in a journal, one line of JSON for each transaction, and reads it again at the start: run the
//! program twice, and the conversation goes on. The model answers from a table. The core does no I/O: both are ours.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use ricordo_core::{
    branch::Sequence,
    cancel::Cancel,
    change::Change,
    conversation::Conversation,
    error::{ModelError, StoreError},
    host::Host,
    id::{BranchId, ConversationId, MessageId, ProviderId},
    memory_store::MemoryStore,
    message::{Message, MessageText, Role, text_of},
    model::{ChatEvent, ChatModel, ChatRequest},
    provider::{Provider, ProviderKind},
    record::{Kind, Record, RecordKey},
    session::{Session, TurnControl, TurnEvent},
    snapshot::Snapshot,
    store::Store,
    time::{Now, Timestamp},
    undo::Undo,
};
use std::{
    collections::hash_map::RandomState,
    env,
    error::Error,
    fs::{self, OpenOptions},
    hash::{BuildHasher, Hasher},
    io::Write,
    path::PathBuf,
    time::{Duration, SystemTime},
};

/// A store in a file: what is read comes from memory, what is written goes to the file first.
struct JournalStore {
    path: PathBuf,
    memory: MemoryStore,
}

impl JournalStore {
    async fn open(path: PathBuf) -> Result<Self, Box<dyn Error>> {
        let memory = MemoryStore::default();
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            memory.apply(serde_json::from_str(line)?).await?;
        }
        Ok(Self { path, memory })
    }

    fn write(&self, changes: &[Change]) -> Result<(), Box<dyn Error>> {
        let line = serde_json::to_string(changes)? + "\n";
        OpenOptions::new().create(true).append(true).open(&self.path)?.write_all(line.as_bytes())?;
        Ok(())
    }
}

impl Store for JournalStore {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        self.memory.conversations().await
    }
    async fn snapshot(&self, id: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        self.memory.snapshot(id, limit).await
    }
    async fn messages(&self, id: ConversationId, to: Sequence, limit: u32) -> Result<Vec<Message>, StoreError> {
        self.memory.messages(id, to, limit).await
    }
    async fn messages_from(&self, id: ConversationId, from: Sequence, limit: u32) -> Result<Vec<Message>, StoreError> {
        self.memory.messages_from(id, from, limit).await
    }
    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        self.memory.message(id).await
    }
    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError> {
        self.memory.texts(from, limit).await
    }
    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        self.memory.record(key).await
    }
    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        self.memory.records(kind).await
    }
    async fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.memory.count(kind).await
    }
    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        self.memory.last_undo(conversation).await
    }
    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        // In memory first: it refuses a conflict before anything is in the file.
        let inverse = self.memory.apply(changes.clone()).await?;
        self.write(&changes).map_err(|error| StoreError::Failed { detail: error.to_string() })?;
        Ok(inverse)
    }
    async fn close(&self) {
        self.memory.close().await;
    }
}

/// A model that counts what it was sent.
struct CountingModel;

impl ChatModel for CountingModel {
    async fn stream(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent), _: &Cancel) -> Result<(), ModelError> {
        let said = request.messages.iter().filter(|message| message.role == Role::User);
        let last = said.clone().next_back().map(|message| text_of(&message.parts)).unwrap_or_default();
        for text in [format!("You have said {} things. ", said.count()), format!("The last was “{last}”.")] {
            on_event(ChatEvent::Text { text });
        }
        Ok(())
    }
}

/// The clock of the system, in UTC, and what chance it has.
struct SystemHost;

impl Host for SystemHost {
    fn now(&self) -> Now {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Now { at: Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)), offset_minutes: 0 }
    }
    fn offset_minutes(&self, _: &str, _: Timestamp) -> Option<i32> {
        Some(0)
    }
    fn random(&self) -> [u8; 10] {
        let draw = || RandomState::new().build_hasher().finish().to_le_bytes();
        let (one, two) = (draw(), draw());
        std::array::from_fn(|index| if index < 8 { one[index] } else { two[index - 8] })
    }
    async fn sleep(&self, milliseconds: u32) {
        tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).map_or_else(|| env::temp_dir().join("ricordo-example.jsonl"), PathBuf::from);
    talk(path).await?;
    Ok(())
}

/// Says something, and gives how many messages there were before.
async fn talk(path: PathBuf) -> Result<usize, Box<dyn Error>> {
    let session = Session::new(JournalStore::open(path.clone()).await?, SystemHost);
    let conversation = session.open_latest(30).await?;
    println!("{} holds {} messages.", path.display(), conversation.messages.len());
    let provider = Provider {
        id: ProviderId::new(Timestamp(0), [1; 10]),
        name: "counting".to_owned(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: String::new(),
        model: "counting".to_owned(),
        context_tokens: Some(4_000),
        sees: false,
        has_tools: false,
    };
    let observer = |event: TurnEvent| {
        if let TurnEvent::Text(text) = event {
            print!("{text}");
        }
    };
    let id = conversation.conversation.id;
    session.send(&CountingModel, &provider, id, "Hello from Rust", &TurnControl::default(), &observer).await?;
    println!();
    let compiled = session.preview(id, "And then?", &provider).await?;
    println!("The next prompt has {} of {} tokens.", compiled.tokens, compiled.budget);
    Ok(conversation.messages.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_run_goes_on_where_the_first_ended() {
        let random = SystemHost.random().map(|byte| format!("{byte:02x}")).concat();
        let path = env::temp_dir().join(format!("ricordo-example-{random}.jsonl"));
        assert_eq!(talk(path.clone()).await.unwrap(), 0);
        assert_eq!(talk(path.clone()).await.unwrap(), 2);
        fs::remove_file(path).unwrap();
    }
}
