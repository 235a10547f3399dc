//! The page's storage: opened at the start, watched, and replaced by memory if the browser cannot store data.

use super::{Embedding, Notices, PageSession, Unread, deferred, recalling::LazyRecall};
use crate::{
    browser, mount,
    texts::{errors::Localized, shell::shell, translated},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{
    AnyStore, BrowserHost, IndexedDbStore,
    channel::{Channel, News},
    keys, storage,
};
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
use std::rc::Rc;

/// State of the storage.
#[derive(Clone, Copy)]
pub struct Storage {
    /// Text of the storage banner; `None` if there is no problem.
    pub banner: RwSignal<Option<String>>,
    /// All conversations except temporary ones, last used first.
    pub conversations: RwSignal<Vec<Conversation>>,
    /// Whether data is stored: the page is not in memory.
    pub is_stored: RwSignal<bool>,
    /// Name of the database.
    pub name: StoredValue<String>,
    session: StoredValue<PageSession, LocalStorage>,
    /// Search index; filled at the first search.
    index: StoredValue<SharedIndex, LocalStorage>,
    channel: StoredValue<Channel, LocalStorage>,
    asked_to_persist: StoredValue<bool>,
    /// Whether the banner is about a single failed operation, after which others may succeed.
    is_passing: StoredValue<bool>,
    /// Recall by meaning.
    pub embedding: Embedding,
    /// Notices to the user.
    pub notices: Notices,
}

impl Storage {
    /// Creates storage in memory, until [`Storage::open`].
    pub fn new(notices: Notices) -> Self {
        let name = browser::database();
        let channel = StoredValue::new_local(Channel::open(&name));
        let name = StoredValue::new(name);
        let index = SharedIndex::default();
        let embedding = Embedding::new(name);
        Self {
            banner: RwSignal::new(None),
            conversations: RwSignal::new(Vec::new()),
            is_stored: RwSignal::new(false),
            session: StoredValue::new_local(in_memory(&index, embedding)),
            index: StoredValue::new_local(index),
            channel,
            name,
            embedding,
            asked_to_persist: StoredValue::new(false),
            is_passing: StoredValue::new(false),
            notices,
        }
    }

    /// Session on the store in use.
    pub fn session(self) -> PageSession {
        self.session.get_value()
    }

    /// Queries the search index; `None` if nothing was indexed yet.
    pub fn with_index<T>(self, ask: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.index.with_value(|index| index.ask(ask))
    }

    /// Current time.
    pub fn now(self) -> Now {
        BrowserHost.now()
    }

    /// Channel to the other tabs.
    pub fn channel(self) -> Channel {
        self.channel.get_value()
    }

    /// Opens the database. If that fails, the page continues in memory and the banner says why. The caller must watch
    /// the returned store with [`IndexedDbStore::closed`].
    pub async fn open(self) -> Option<IndexedDbStore> {
        let name = self.name.get_value();
        if name.is_empty() {
            self.banner.set(Some(shell().only_memory.to_owned()));
            return None;
        }
        let opened = match IndexedDbStore::open_current(&name).await {
            Ok(Some(store)) => Ok(store),
            // Data of an older version of the page.
            Ok(None) => deferred::upgrade(&name).await,
            Err(error) => Err(error.into()),
        };
        match opened {
            Ok(store) => {
                let session = session_on(AnyStore::IndexedDb(store.clone()), &self.index.get_value(), self.embedding);
                self.session.set_value(session);
                self.is_stored.set(true);
                Some(store)
            }
            Err(unread) => {
                keys::only_read();
                // Its sentence is not among the texts of the first load.
                translated::load_later().await;
                self.banner.set(Some(in_memory_because(unread.of_storage())));
                None
            }
        }
    }

    /// Switches to memory with the known records, after the store was closed unexpectedly or did not accept the first
    /// record. `reason`: `None` if the code that reads it could not be loaded. Does nothing if the page is in memory already.
    pub async fn go_on_in_memory(self, known: Vec<Record>, reason: Option<&StoreError>) {
        if !self.is_stored.get_untracked() {
            return;
        }
        // The old index refers to conversations that can no longer be opened.
        let index = self.index.get_value();
        index.end();
        let session = in_memory(&index, self.embedding);
        // The memory store rejects only records that exist, and it is empty.
        let _ = session.store().apply(known.into_iter().map(Change::Put).collect()).await;
        self.session.set_value(session);
        self.is_stored.set(false);
        keys::only_read();
        self.is_passing.set_value(false);
        self.refresh_list().await;
        translated::load_later().await;
        self.banner.set(Some(in_memory_because(reason)));
    }

    /// Reports an error to the user: storage errors in the banner, others in a notice.
    pub fn report(self, error: &Error) {
        match shown_in(error) {
            ShownIn::Notice(error) => self.notices.trouble(error.localized()),
            ShownIn::Banner(error) => {
                self.is_passing.set_value(true);
                let sentence = error.localized();
                mount::tell("trouble", &["sentence", &sentence]);
                self.banner.set(Some(sentence));
            }
            ShownIn::LaterNotice(error) => deferred::trouble(self.notices, error.clone()),
        }
    }

    /// Reports why stored data could not be read.
    pub fn report_unread(self, unread: &Unread) {
        match unread {
            Unread::NotLoaded => self.notices.not_loaded(),
            Unread::Failed(error) => self.report(error),
        }
    }

    /// Clears a passing storage error after a turn was stored completely.
    pub fn works_again(self) {
        if self.is_passing.get_value() {
            self.is_passing.set_value(false);
            self.banner.set(None);
        }
    }

    /// Reloads the list of conversations.
    pub async fn refresh_list(self) {
        match self.session().conversations().await {
            Ok(mut conversations) => {
                conversations.retain(|conversation| !conversation.temporary);
                self.conversations.set(conversations);
            }
            Err(error) => {
                self.report(&error);
                self.list_readable(&error).await;
            }
        }
    }

    /// Lists the other conversations where one cannot be read.
    async fn list_readable(self, error: &Error) {
        if let Error::Store(StoreError::Damaged { .. }) = error
            && let Ok(mut readable) = deferred::readable(self.session(), false).await
        {
            readable.listed.retain(|conversation| !conversation.temporary);
            self.conversations.set(readable.listed);
        }
    }

    /// Tells the other tabs that a conversation changed, and reloads the list.
    pub fn changed(self, conversation: ConversationId) {
        self.announce_change(conversation);
        spawn_local(self.refresh_list());
    }

    /// Tells the other tabs that a conversation changed.
    pub fn announce_change(self, conversation: ConversationId) {
        self.announce(News::Conversation(conversation));
    }

    /// Tells the other tabs that vectors of messages were made or deleted.
    pub fn announce_vectors(self) {
        self.announce(News::Vectors);
    }

    /// Tells the other tabs what changed.
    pub fn announce(self, news: News) {
        self.channel.with_value(|channel| channel.send(news));
    }

    /// Asks the browser, once, to protect the data from eviction.
    pub fn ask_to_persist(self) {
        if !self.asked_to_persist.get_value() {
            self.asked_to_persist.set_value(true);
            spawn_local(async {
                storage::persist().await;
            });
        }
    }
}

fn in_memory(index: &SharedIndex, embedding: Embedding) -> PageSession {
    session_on(AnyStore::Memory(MemoryStore::default()), index, embedding)
}

fn session_on(store: AnyStore, index: &SharedIndex, embedding: Embedding) -> PageSession {
    let session = Session::new(Searchable::new(store, index.clone()), BrowserHost);
    session.clone().with_recaller(Rc::new(LazyRecall { session, embedding }))
}

/// Where an error is shown.
#[derive(Debug, PartialEq)]
enum ShownIn<'a> {
    /// In a notice: nothing is wrong with the storage.
    Notice(&'a StoreError),
    /// In the banner, until storing works again.
    Banner(&'a StoreError),
    /// In a notice whose sentences are not part of the first load.
    LaterNotice(&'a Error),
}

fn shown_in(error: &Error) -> ShownIn<'_> {
    match error {
        Error::Store(conflict @ StoreError::Conflict) => ShownIn::Notice(conflict),
        Error::Store(error) => ShownIn::Banner(error),
        other => ShownIn::LaterNotice(other),
    }
}

/// `reason`: `None` if the code that reads what is stored could not be loaded.
fn in_memory_because(reason: Option<&StoreError>) -> String {
    let reason = match reason {
        // Its sentence already says that the page is in memory.
        Some(unavailable @ StoreError::Unavailable { .. }) => return unavailable.localized(),
        Some(error) => error.localized(),
        None => shell().not_opened.to_owned(),
    };
    format!("{reason} {}", shell().in_memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn the_banner_is_about_the_storage_alone() {
        for (error, is_banner) in [
            (Error::Store(StoreError::Closed), true),
            (Error::Store(StoreError::Unavailable { detail: "denied".to_owned() }), true),
            (Error::Store(StoreError::Conflict), false),
            (Error::NoConversation, false),
            (Error::NothingToRetry, false),
        ] {
            assert_eq!(matches!(shown_in(&error), ShownIn::Banner(_)), is_banner, "{error:?}");
        }
        assert_eq!(shown_in(&Error::NoConversation), ShownIn::LaterNotice(&Error::NoConversation));
    }

    #[test]
    fn a_page_in_memory_says_so_once() {
        for language in UiLanguage::all() {
            speak(language);
            for reason in [Some(&StoreError::Closed), None] {
                let sentence = in_memory_because(reason);
                assert!(
                    sentence.ends_with(shell().in_memory) && sentence.len() > shell().in_memory.len(),
                    "{sentence}"
                );
            }
            let unavailable = StoreError::Unavailable { detail: "denied".to_owned() };
            assert_eq!(in_memory_because(Some(&unavailable)), unavailable.localized());
        }
    }
}
