//! The commands that can be undone.

use serde::{Deserialize, Serialize};

/// The command that an undo entry reverts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoneCommand {
    /// `/forget`
    Forget,
    /// `/remember`
    Remember,
    /// Muting one or more messages.
    Mute,
    /// Unmuting a message.
    Unmute,
    /// Pinning a message.
    Pin,
    /// Unpinning a message.
    Unpin,
    /// Rating a message, or removing its rating.
    Rate,
    /// Never recalling a message again.
    NotRecall,
    /// Allowing that a message is recalled again.
    RecallAgain,
    /// `/clear`
    Clear,
    /// Deleting a conversation.
    Delete,
    /// Renaming a conversation.
    Rename,
    /// Pinning a conversation to the top of the list, or unpinning it.
    PinConversation,
    /// Archiving a conversation, or restoring it.
    Archive,
    /// Changing the tags of a conversation.
    Tags,
    /// Moving a conversation to a project, or out of one.
    MoveConversation,
    /// Creating a project or changing its name, instructions or settings.
    EditProject,
    /// Deleting a project.
    DeleteProject,
    /// Adding a document.
    AddDocument,
    /// Adding several documents at once.
    AddDocuments,
    /// Changing where a document may be found.
    MoveDocument,
    /// Removing a document.
    RemoveDocument,
    /// Changing where a memory is used.
    MemoryScope,
    /// Changing where the model sees a task.
    TaskScope,
    /// `/compress`
    Compress,
    /// `/uncompress`
    Uncompress,
    /// A change to the memories or to the user data.
    Memory,
    /// Editing, deleting or remaking a summary by hand.
    Summary,
    /// A change to the tasks.
    Task,
    /// Switching reminders on or off.
    Reminders,
    /// A change to the templates.
    Template,
    /// A change to the settings, by a preset or by hand.
    Settings,
    /// Editing a message, which starts another branch before it.
    Edit,
    /// Regenerating a reply, which starts another branch before it.
    Regenerate,
    /// Editing a message in the queue.
    EditQueue,
    /// Removing a message from the queue.
    DropQueued,
    /// Deleting a provider.
    Provider,
    /// Changing the settings of a conversation.
    OwnSettings,
    /// Deleting the oldest messages beyond `max_storage`.
    Storage,
}
