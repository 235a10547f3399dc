//! Undo: the changes that take a command back, stored in the same transaction as the command.

use crate::{
    id::{ConversationId, UndoId},
    record::{Record, change::Change},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// What an undo entry takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoneCommand {
    /// `/forget`
    Forget,
    /// `/remember`
    Remember,
    /// Muting a message, or several.
    Mute,
    /// Unmuting a message.
    Unmute,
    /// Pinning a message.
    Pin,
    /// Unpinning a message.
    Unpin,
    /// `/clear`
    Clear,
    /// Deleting a conversation.
    Delete,
    /// Renaming a conversation.
    Rename,
    /// Keeping a conversation at the top of the list, or not.
    PinConversation,
    /// Moving a conversation to the archive, or back.
    Archive,
    /// Other tags of a conversation.
    Tags,
    /// `/compress`
    Compress,
    /// `/uncompress`
    Uncompress,
    /// A change to the memories or to the user data.
    Memory,
    /// A summary was changed, deleted or made again by hand.
    Summary,
    /// A change to the tasks.
    Task,
    /// Reminders were switched on or off.
    Reminders,
    /// A change to the templates.
    Template,
    /// A change to the settings, by a preset or by hand.
    Settings,
    /// A message was edited: another branch began before it.
    Edit,
    /// A reply was made again: another branch began before it.
    Regenerate,
    /// A provider was deleted.
    Provider,
    /// A conversation got settings of its own.
    OwnSettings,
    /// The oldest messages beyond `max_storage` were deleted.
    Storage,
}

/// One step that can be taken back. Applying `changes` does it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    /// Its name; later ones sort later.
    pub id: UndoId,
    /// The conversation the command was given in.
    pub conversation: ConversationId,
    /// What it takes back.
    pub command: UndoneCommand,
    /// When the command was given.
    pub at: Timestamp,
    /// The inverse of the command's changes, in the order to apply them.
    pub changes: Vec<Change>,
    /// Which entry of its conversation it is, counted from 1; what maintenance deleted is counted apart. 0: an earlier
    /// build stored it.
    #[serde(default)]
    pub number: u32,
    /// The size of all entries before it, in bytes, as [`Undo::size`] counts them. So the size of any range of entries
    /// is known from its first and its last one.
    #[serde(default)]
    pub bytes_before: u64,
}

impl Undo {
    /// The undo entry in a record, if it is one.
    pub fn of(record: Record) -> Option<Self> {
        if let Record::Undo(undo) = record { Some(undo) } else { None }
    }

    /// About how many bytes it takes.
    pub fn size(&self) -> u64 {
        self.changes.iter().map(Change::size).fold(ENTRY, u64::saturating_add)
    }

    /// Whether it holds what maintenance deleted: no command of the user.
    pub fn is_deletion(&self) -> bool {
        self.command == UndoneCommand::Storage
    }
}

/// About how many bytes an entry takes without its changes.
const ENTRY: u64 = 200;
