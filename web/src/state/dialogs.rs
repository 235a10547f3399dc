//! The dialogs and pages over the chat, and which of them are open.

use leptos::prelude::*;

/// Writes [`DialogKind`] from its variants.
macro_rules! dialog_kinds {
    ($($(#[$meta:meta])* $kind:ident,)+) => {
        /// A dialog, or a page over the whole app. `components/lazy.rs` has its component.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DialogKind {
            $($(#[$meta])* $kind,)+
        }

        impl DialogKind {
            /// All dialogs.
            pub const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];
        }
    };
}

dialog_kinds! {
    /// The connection to a model.
    Provider,
    /// The first connection: a model on this computer, or one with a key.
    Connect,
    /// The open conversation's own settings.
    Own,
    /// The people in the open conversation.
    People,
    /// The model picker.
    Models,
    /// The models that the next message goes to.
    Several,
    /// The answers to one message side by side.
    Answers,
    /// The settings.
    Settings,
    /// The help.
    Help,
    /// The memories and the user data.
    Memories,
    /// The summaries.
    Summaries,
    /// The documents.
    Documents,
    /// The text of a document.
    Document,
    /// The tasks.
    Tasks,
    /// A project: a new one, or one that exists.
    Project,
    /// The choice of the project that a conversation moves to.
    MoveToProject,
    /// The statistics.
    Statistics,
    /// The presets.
    Presets,
    /// The templates.
    Templates,
    /// The storage.
    Storage,
    /// Who turns speech into text, and who reads replies aloud.
    Voice,
    /// Restoring a backup.
    Restore,
    /// `/forget` about a text, to choose what is forgotten.
    Forget,
    /// The search and command palette.
    Search,
    /// The confirmation before something is erased.
    Erase,
    /// The inspector as a full page.
    Inspection,
}

/// Dialogs that do something in the open conversation, or show something of it. The own settings are none of them: what was
/// typed there would be gone.
const OF_THE_OPEN_ONE: [DialogKind; 4] =
    [DialogKind::Erase, DialogKind::People, DialogKind::Answers, DialogKind::Forget];

/// Which dialogs are open. Several may be: the model picker lies over the conversation's settings, the memories over the
/// inspector.
#[derive(Clone, Copy)]
pub struct Dialogs([RwSignal<bool>; DialogKind::ALL.len()]);

impl Dialogs {
    /// All closed.
    pub fn new() -> Self {
        Self(DialogKind::ALL.map(|_| RwSignal::new(false)))
    }

    /// Whether a dialog is open.
    pub fn of(self, kind: DialogKind) -> RwSignal<bool> {
        self.0[kind as usize]
    }

    /// Whether any dialog is open.
    pub fn is_any_open(self) -> bool {
        self.0.iter().any(RwSignal::get)
    }

    /// Opens a dialog.
    pub fn open(self, kind: DialogKind) {
        self.of(kind).set(true);
    }

    /// Closes a dialog.
    pub fn close(self, kind: DialogKind) {
        self.of(kind).set(false);
    }

    /// Closes those that are about the open conversation, because another one is opened: "Erase" would be about that one.
    pub fn leave_conversation(self) {
        OF_THE_OPEN_ONE.into_iter().for_each(|kind| self.close(kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dialog_opens_and_closes_for_itself() {
        let dialogs = Dialogs::new();
        let open = || DialogKind::ALL.into_iter().filter(|kind| dialogs.of(*kind).get_untracked()).collect::<Vec<_>>();
        for kind in DialogKind::ALL {
            dialogs.open(kind);
            assert_eq!(open(), [kind]);
            dialogs.close(kind);
        }
        dialogs.open(DialogKind::Own);
        dialogs.open(DialogKind::Models);
        dialogs.close(DialogKind::Own);
        assert_eq!(open(), [DialogKind::Models], "the one that lay over it");
        [DialogKind::Erase, DialogKind::Own, DialogKind::Forget].into_iter().for_each(|kind| dialogs.open(kind));
        dialogs.leave_conversation();
        assert_eq!(open(), [DialogKind::Own, DialogKind::Models]);
    }
}
