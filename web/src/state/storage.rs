//! Where the conversations are kept: opened at the start, watched, and in memory when the browser does not keep them.

use super::{Notices, PageSession};
use crate::{
    browser, mount,
    texts::{errors::Localized, shell::shell},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{AnyStore, BrowserHost, IndexedDbStore, channel::Channel, storage};
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    memory_store::MemoryStore,
    record::Record,
    search::{Index, Searchable, SharedIndex},
    session::Session,
    store::Store,
    time::Now,
};

/// The stored conversations, and what is wrong with the storage.
#[derive(Clone, Copy)]
pub struct Storage {
    /// What the banner says; `None`: all is well.
    pub banner: RwSignal<Option<String>>,
    /// All conversations but temporary ones, last used first.
    pub conversations: RwSignal<Vec<Conversation>>,
    /// The database's name.
    pub name: StoredValue<String>,
    session: StoredValue<PageSession, LocalStorage>,
    /// What can be found, once somebody has searched.
    index: StoredValue<SharedIndex, LocalStorage>,
    channel: StoredValue<Channel, LocalStorage>,
    asked_to_persist: StoredValue<bool>,
    /// Whether the banner tells of one failed step, after which others may work again.
    is_passing: StoredValue<bool>,
    /// What just happened.
    pub notices: Notices,
}

impl Storage {
    /// In memory, until [`Storage::open`].
    pub fn new(notices: Notices) -> Self {
        let name = browser::database();
        let index = SharedIndex::default();
        Self {
            banner: RwSignal::new(None),
            conversations: RwSignal::new(Vec::new()),
            session: StoredValue::new_local(in_memory(&index)),
            index: StoredValue::new_local(index),
            channel: StoredValue::new_local(Channel::open(&name)),
            name: StoredValue::new(name),
            asked_to_persist: StoredValue::new(false),
            is_passing: StoredValue::new(false),
            notices,
        }
    }

    /// The session on the store in use.
    pub fn session(self) -> PageSession {
        self.session.get_value()
    }

    /// Asks the index of the search; `None`: nothing was read yet.
    pub fn with_index<T>(self, ask: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.index.with_value(|index| index.ask(ask))
    }

    /// The present moment.
    pub fn now(self) -> Now {
        BrowserHost.now()
    }

    /// The line to the other tabs.
    pub fn channel(self) -> Channel {
        self.channel.get_value()
    }

    /// Opens the database. Where there is none, the page goes on in memory and the banner says why. The store that is
    /// given has to be watched by [`IndexedDbStore::closed`].
    pub async fn open(self) -> Option<IndexedDbStore> {
        let name = self.name.get_value();
        if name.is_empty() {
            self.banner.set(Some(shell().only_memory.to_owned()));
            return None;
        }
        match IndexedDbStore::open(&name).await {
            Ok(store) => {
                let stored = Searchable::new(AnyStore::IndexedDb(store.clone()), self.index.get_value());
                self.session.set_value(Session::new(stored, BrowserHost));
                Some(store)
            }
            Err(error) => {
                self.banner.set(Some(in_memory_because(&error)));
                None
            }
        }
    }

    /// Goes on in memory with the records that are known, after the store was closed under us or did not take the first
    /// record. Nothing happens when this page is in memory already.
    pub async fn go_on_in_memory(self, known: Vec<Record>, reason: &StoreError) {
        if matches!(**self.session().store(), AnyStore::Memory(_)) {
            return;
        }
        // What is read of the other store cannot be gone to any more.
        let index = self.index.get_value();
        index.end();
        let session = in_memory(&index);
        // Memory refuses only what is there already, and nothing is.
        let _ = session.store().apply(known.into_iter().map(Change::Put).collect()).await;
        self.session.set_value(session);
        self.is_passing.set_value(false);
        self.banner.set(Some(in_memory_because(reason)));
        self.refresh_list().await;
    }

    /// Tells the user what went wrong: of the store in the banner, of anything else in a notice.
    pub fn report(self, error: &Error) {
        match error {
            Error::Store(StoreError::Conflict) => self.notices.trouble(StoreError::Conflict.localized()),
            Error::Store(error) => {
                self.is_passing.set_value(true);
                let sentence = error.localized();
                mount::tell("trouble", &["sentence", &sentence]);
                self.banner.set(Some(sentence));
            }
            other => self.notices.trouble(other.localized()),
        }
    }

    /// A turn was stored whole: what went wrong before has passed.
    pub fn works_again(self) {
        if self.is_passing.get_value() {
            self.is_passing.set_value(false);
            self.banner.set(None);
        }
    }

    /// Reads the list of conversations again.
    pub async fn refresh_list(self) {
        match self.session().conversations().await {
            Ok(mut conversations) => {
                conversations.retain(|conversation| !conversation.temporary);
                self.conversations.set(conversations);
            }
            Err(error) => self.report(&error),
        }
    }

    /// Tells the other tabs that a conversation changed, and reads the list again.
    pub fn changed(self, conversation: ConversationId) {
        self.announce_change(conversation);
        spawn_local(self.refresh_list());
    }

    /// Tells the other tabs that a conversation changed.
    pub fn announce_change(self, conversation: ConversationId) {
        self.channel.with_value(|channel| channel.send(conversation));
    }

    /// Asks the browser, once, to keep what is stored when room gets short.
    pub fn ask_to_persist(self) {
        if !self.asked_to_persist.get_value() {
            self.asked_to_persist.set_value(true);
            spawn_local(async {
                storage::persist().await;
            });
        }
    }
}

fn in_memory(index: &SharedIndex) -> PageSession {
    Session::new(Searchable::new(AnyStore::Memory(MemoryStore::default()), index.clone()), BrowserHost)
}

fn in_memory_because(error: &StoreError) -> String {
    match error {
        // It says so itself.
        StoreError::Unavailable { .. } => error.localized(),
        _ => format!("{} {}", error.localized(), shell().in_memory),
    }
}
