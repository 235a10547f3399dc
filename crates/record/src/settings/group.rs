//! The groups of settings, in the order of the page.

/// A group of settings on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Language, time zone, reminders, the behaviour of `/new`.
    General,
    /// The assistant's identity and prompt.
    Assistant,
    /// How much is sent, and which layers.
    Context,
    /// Daily summaries.
    Summaries,
    /// Replacing old messages by a summary.
    Compression,
    /// Facts about the user.
    Memories,
    /// What is found in earlier messages and sent with a new one.
    Recall,
    /// Tools the model may call.
    Tools,
    /// Sampling and timeout of the model.
    Model,
}

impl Group {
    /// All groups, in the order of the page.
    pub const ALL: [Self; 9] = [
        Self::General,
        Self::Assistant,
        Self::Context,
        Self::Summaries,
        Self::Compression,
        Self::Memories,
        Self::Recall,
        Self::Tools,
        Self::Model,
    ];
}
