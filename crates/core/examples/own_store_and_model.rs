//! A Rust program with its own store and its own model: `cargo run -p ricordo-core --example own_store_and_model`.
//!
//! The store keeps everything in a journal, one line of JSON for each transaction, and reads it again at the start: run the
//! program twice, and the conversation goes on. The model answers from a table. The core does no I/O: both are ours.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use ricordo_core::{
    cancel::Cancel,
    change::Change,
    error::{ModelError, StoreError},
    host::Host,
    id::ProviderId,
    memory_store::MemoryStore,
    message::{Role, text_of},
    model::ToolSpec,
    model::{ChatEvent, ChatModel, ChatRequest},
    preset,
    provider::{Provider, ProviderKind},
    session::{ModelCall, Session, TurnEvent},
    settings::{Language, Settings},
    store::Store,
    time::{Now, Timestamp},
    tools,
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

macro_rules! in_memory {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.memory;
        $call.await
    }};
}

/// Reads go to memory.
impl Store for JournalStore {
    ricordo_core::forward_to_store!(in_memory);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        // In memory first: it refuses a conflict before anything is in the file.
        let inverse = self.memory.apply(changes.clone()).await?;
        self.write(&changes).map_err(|error| StoreError::Failed { detail: error.to_string() })?;
        Ok(inverse)
    }
}

/// A model that counts what it was sent.
struct CountingModel;

impl ChatModel for CountingModel {
    async fn stream(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent), _: &Cancel) -> Result<(), ModelError> {
        let from_user = request.messages.iter().filter(|message| message.role == Role::User);
        let last = from_user.clone().next_back().map(|message| text_of(&message.parts)).unwrap_or_default();
        for text in [format!("You have said {} things. ", from_user.count()), format!("The last was “{last}”.")] {
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
    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, ricordo_core::error::Error> {
        Ok(preset::under(name, settings))
    }
    async fn tools_in(
        &self,
        language: Language,
        tools: Vec<ToolSpec>,
    ) -> Result<Vec<ToolSpec>, ricordo_core::error::Error> {
        Ok(tools::in_language(tools, language))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).map_or_else(|| env::temp_dir().join("ricordo-example.jsonl"), PathBuf::from);
    converse(path).await?;
    Ok(())
}

/// Says something, and gives how many messages there were before.
async fn converse(path: PathBuf) -> Result<usize, Box<dyn Error>> {
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
        supports_images: false,
        has_tools: false,
    };
    let observer = |event: TurnEvent| {
        if let TurnEvent::Text(text) = event {
            print!("{text}");
        }
    };
    let id = conversation.conversation.id;
    let call = ModelCall::new(&CountingModel, &provider).with_observer(&observer);
    session.send(&call, id, "Hello from Rust").await?;
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
        assert_eq!(converse(path.clone()).await.unwrap(), 0);
        assert_eq!(converse(path.clone()).await.unwrap(), 2);
        fs::remove_file(path).unwrap();
    }
}
