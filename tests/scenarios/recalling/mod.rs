//! Recall: what was said long ago, or elsewhere, is sent with a message that it answers; what the user took back is not.

mod derived;
mod derived_properties;
mod derived_vectors;
mod erased;
mod found;
mod history;
mod index;
mod kept_out;
mod meaning;
mod models;
mod pauses;
mod properties;
mod query;
mod read_again;
mod summaries;
mod to_embed;
mod vector_store;
mod without_embedder;

use crate::common::{Chat, provider};
use ricordo_core::{
    change::Change,
    compile::{Compiled, LayerKind, Warning},
    conversation::Conversation,
    error::{ModelError, ModelErrorKind},
    id::{ConversationId, MessageId},
    index_part::IndexPart,
    inspect::Inspected,
    manifest::SourceId,
    mark::MarkKind,
    memory_store::MemoryStore,
    message::{Finish, Message, Role, text_of},
    model::ChatEvent,
    provider::Provider,
    recalled::{RecallKind, RecallLevel},
    record::{Kind, Record, RecordKey},
    search::{Searchable, SharedIndex},
    session::{AskedFor, MaintainControl, ModelCall, NewMessage, Session},
    settings::RecallSettings,
    store::Store,
    testing::{CountingStore, conformance::dump, counting_store::RowRead, scripted_model::Step},
    undo::UndoneCommand,
};
use std::cell::RefCell;

pub(crate) type Counted = CountingStore<MemoryStore>;
pub(crate) type Recalling = Chat<Searchable<Counted>>;

pub(crate) const DAY: i64 = 24 * 60 * 60 * 1_000;
/// Said once, and nowhere else.
pub(crate) const FACT: &str = "My sister Oksana keeps seven hedgehogs in her garden.";
pub(crate) const QUESTION: &str = "How many hedgehogs does Oksana keep?";

pub(crate) async fn open() -> Recalling {
    let chat = Chat::open_on(Searchable::new(Counted::default(), SharedIndex::default())).await;
    Chat { session: chat.session.clone().with_recall(), ..chat }
}

/// Another page on the same data, with nothing in memory.
pub(crate) fn page_on(chat: &Recalling) -> Recalling {
    let store = Searchable::new((**chat.session.store()).clone(), SharedIndex::default());
    let (host, model) = (chat.host.clone(), chat.model.clone());
    Chat {
        session: Session::new(store, host.clone()).with_recall(),
        model,
        host,
        id: chat.id,
        events: RefCell::default(),
    }
}

pub(crate) async fn set(chat: &Recalling, change: impl FnOnce(&mut RecallSettings)) {
    let mut settings = chat.session.settings().await.unwrap();
    change(&mut settings.recall);
    chat.session.save_settings(&settings).await.unwrap();
}

/// Adds messages, alternately of the user and the model, and lets a minute pass.
pub(crate) async fn put(chat: &Recalling, id: ConversationId, texts: &[&str]) -> Vec<Message> {
    let roles = [Role::User, Role::Assistant].into_iter().cycle();
    let new: Vec<NewMessage> = roles.zip(texts).map(|(role, text)| NewMessage::text(role, *text)).collect();
    chat.host.advance(60_000);
    chat.session.append(id, &new, Vec::new()).await.unwrap()
}

/// So many messages about nothing that anybody asks for.
pub(crate) async fn chatter(chat: &Recalling, id: ConversationId, messages: usize) {
    let texts: Vec<String> =
        (0..messages).map(|n| format!("Message {n}: the weather in Lviv stays as it was.")).collect();
    put(chat, id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
}

pub(crate) async fn new(chat: &Recalling) -> ConversationId {
    let id = chat.session.new_conversation().await.unwrap().conversation.id;
    put(chat, id, &["Hello there.", "Good morning."]).await;
    id
}

pub(crate) async fn preview_with(chat: &Recalling, id: ConversationId, text: &str, provider: &Provider) -> Compiled {
    chat.session.preview(id, text, provider).await.unwrap()
}

pub(crate) async fn preview(chat: &Recalling, id: ConversationId, text: &str) -> Compiled {
    preview_with(chat, id, text, &provider()).await
}

/// The text of the recall layer.
pub(crate) fn recalled(compiled: &Compiled) -> String {
    let layer = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Recall);
    let messages = layer.map_or(&[][..], |layer| &compiled.request.messages[layer.from..layer.to]);
    messages.iter().map(|message| text_of(&message.parts)).collect::<Vec<_>>().join("\n")
}

pub(crate) async fn maintain(chat: &Recalling) {
    chat.session.maintain(&chat.model, &provider(), &MaintainControl::default(), &|_| ()).await.unwrap();
}

pub(crate) fn messages_read(read: &[RowRead]) -> usize {
    read.iter().filter(|(kind, _)| *kind == Kind::Message).count()
}

pub(crate) async fn choose(chat: &Recalling, id: ConversationId, provider: &Provider) {
    let conversation = chat.session.open(id, 1).await.unwrap().conversation;
    let conversation = Conversation { provider: Some(provider.id), ..conversation };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();
}

pub(crate) async fn parts(chat: &Recalling) -> Vec<IndexPart> {
    let records = chat.session.store().records(Kind::IndexPart).await.unwrap().into_iter();
    records.map(|record| if let Record::IndexPart(part) = record { part } else { panic!("{record:?}") }).collect()
}

/// Whether a word stands anywhere in what is stored, as a text or among the terms of the index.
pub(crate) async fn is_anywhere(chat: &Recalling, word: &str) -> bool {
    let bytes: Vec<u8> = parts(chat).await.into_iter().flat_map(|part| part.bytes).collect();
    let term = word.to_lowercase();
    dump(chat.session.store()).await.contains(word) || bytes.windows(term.len()).any(|bytes| bytes == term.as_bytes())
}
