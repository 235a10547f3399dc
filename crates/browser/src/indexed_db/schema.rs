//! The database schema: its version, object stores and indexes. [`super::migrations`] upgrades older databases.

use ricordo_core::record::{Kind, RECORD_VERSION};
use wasm_bindgen::JsValue;
use web_sys::{IdbDatabase, IdbIndexParameters, IdbObjectStore};

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

/// Creates the stores of a new database of the newest version.
pub(super) fn create(database: &IdbDatabase) -> Result<(), JsValue> {
    for kind in Kind::ALL {
        let store = database.create_object_store(store_name(kind))?;
        if kind == Kind::Message {
            store.create_index_with_str(MESSAGES_BY_CONVERSATION, "conversation")?;
            index_messages_by_id(&store)?;
        }
        if LINKED.contains(&kind) {
            index_links(&store, kind)?;
        }
    }
    Ok(())
}

/// Adds [`MESSAGES_BY_ID`].
pub(super) fn index_messages_by_id(messages: &IdbObjectStore) -> Result<(), JsValue> {
    let options = IdbIndexParameters::new();
    options.set_unique(true);
    messages.create_index_with_str_and_optional_parameters(MESSAGES_BY_ID, "id", &options)?;
    Ok(())
}

/// Adds [`BY_LINK`]. An image's only link is already a field of its row.
pub(super) fn index_links(store: &IdbObjectStore, kind: Kind) -> Result<(), JsValue> {
    let path = if kind == Kind::Blob { "conversation" } else { LINKS };
    let options = IdbIndexParameters::new();
    options.set_multi_entry(true);
    store.create_index_with_str_and_optional_parameters(BY_LINK, path, &options)?;
    Ok(())
}

/// Name of the link index of a kind.
pub(super) const fn link_index(kind: Kind) -> &'static str {
    match kind {
        Kind::Message => MESSAGES_BY_CONVERSATION,
        _ => BY_LINK,
    }
}
