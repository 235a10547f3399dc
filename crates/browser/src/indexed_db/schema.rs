//! The database schema: its version, object stores and indexes. [`super::migrations`] upgrades older databases.

use indexed_db_futures::{Build, KeyPath, Result, object_store::ObjectStore, transaction::Transaction};
use ricordo_core::record::{Kind, RECORD_VERSION};

/// Version of the database, which is that of its records.
pub(super) const VERSION: u32 = RECORD_VERSION;

/// Unique index of the messages by id.
pub(super) const MESSAGES_BY_ID: &str = "by_id";

/// Index of the messages by conversation, on any branch: their only link.
pub(super) const MESSAGES_BY_CONVERSATION: &str = "by_conversation";

/// Index of the kinds in [`LINKED`] by their links.
pub(super) const BY_LINK: &str = "by_link";

/// Field of a row that holds its links.
pub(super) const LINKS: &str = "links";

/// Kinds that have [`BY_LINK`].
pub(super) const LINKED: [Kind; 4] = [Kind::Manifest, Kind::Fragment, Kind::Undo, Kind::Blob];

/// Object store of a kind. The keys ([`super::keys::Key`]) are not part of the rows.
pub(super) const fn store_name(kind: Kind) -> &'static str {
    kind.table()
}

/// Creates a new database of the newest version.
pub(super) fn create(transaction: &Transaction<'_>) -> Result<()> {
    for kind in Kind::ALL {
        let store = transaction.db().create_object_store(store_name(kind)).build()?;
        if kind == Kind::Message {
            store.create_index(MESSAGES_BY_CONVERSATION, KeyPath::from("conversation")).build()?;
            index_messages_by_id(&store)?;
        }
        if LINKED.contains(&kind) {
            index_links(&store, kind)?;
        }
    }
    Ok(())
}

/// Adds [`MESSAGES_BY_ID`].
pub(super) fn index_messages_by_id(messages: &ObjectStore<'_>) -> Result<()> {
    messages.create_index(MESSAGES_BY_ID, KeyPath::from("id")).with_unique(true).build()?;
    Ok(())
}

/// Adds [`BY_LINK`]. An image's only link is already a field of its row.
pub(super) fn index_links(store: &ObjectStore<'_>, kind: Kind) -> Result<()> {
    let path = if kind == Kind::Blob { "conversation" } else { LINKS };
    store.create_index(BY_LINK, KeyPath::from(path)).with_multi_entry(true).build()?;
    Ok(())
}

/// Name of the link index of a kind.
pub(super) const fn link_index(kind: Kind) -> &'static str {
    match kind {
        Kind::Message => MESSAGES_BY_CONVERSATION,
        _ => BY_LINK,
    }
}
