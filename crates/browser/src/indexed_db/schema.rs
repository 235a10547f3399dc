//! What the database looks like: its version, its object stores and their indexes. How older ones get there is in
//! [`super::migrations`].

use indexed_db_futures::{Build, KeyPath, Result, object_store::ObjectStore, transaction::Transaction};
use ricordo_core::record::{Kind, RECORD_VERSION};

/// The version of the database: that of the records in it.
pub(super) const VERSION: u32 = RECORD_VERSION;

/// The unique index of the messages by their id.
pub(super) const MESSAGES_BY_ID: &str = "by_id";

/// The index of the messages by their conversation, whatever the branch: their only link.
pub(super) const MESSAGES_BY_CONVERSATION: &str = "by_conversation";

/// The index of the kinds in [`LINKED`] by their links.
pub(super) const BY_LINK: &str = "by_link";

/// The field of a row that holds its links.
pub(super) const LINKS: &str = "links";

/// The kinds that have [`BY_LINK`].
pub(super) const LINKED: [Kind; 4] = [Kind::Manifest, Kind::Fragment, Kind::Undo, Kind::Blob];

/// The object store of a kind. Rows lie under [`super::keys::Key`]s, which are not part of the row.
pub(super) const fn store_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Conversation => "conversations",
        Kind::Branch => "branches",
        Kind::Message => "messages",
        Kind::Forget => "forgets",
        Kind::Mark => "marks",
        Kind::Summary => "summaries",
        Kind::ReplacedSummary => "replaced_summaries",
        Kind::Memory => "memories",
        Kind::UserData => "user_data",
        Kind::Task => "tasks",
        Kind::Template => "templates",
        Kind::Manifest => "manifests",
        Kind::Fragment => "fragments",
        Kind::ReplyDraft => "reply_drafts",
        Kind::ComposerDraft => "composer_drafts",
        Kind::Undo => "undo",
        Kind::Settings => "settings",
        Kind::Provider => "providers",
        Kind::Calibration => "calibrations",
        Kind::DayUsage => "day_usage",
        Kind::Maintenance => "upkeep",
        Kind::Blob => "blobs",
    }
}

/// Makes a new database of the newest version.
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

/// Adds [`BY_LINK`]. The one link of an image is a field of its row already.
pub(super) fn index_links(store: &ObjectStore<'_>, kind: Kind) -> Result<()> {
    let path = if kind == Kind::Blob { "conversation" } else { LINKS };
    store.create_index(BY_LINK, KeyPath::from(path)).with_multi_entry(true).build()?;
    Ok(())
}

/// The index by the links of a kind.
pub(super) const fn link_index(kind: Kind) -> &'static str {
    match kind {
        Kind::Message => MESSAGES_BY_CONVERSATION,
        _ => BY_LINK,
    }
}
