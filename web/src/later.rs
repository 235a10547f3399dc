//! What is loaded when it is first used, and not before: the dialogs, the commands, the idle work, and
//! what walks a turn (that is fetched while the first message is typed).
//!
//! With the feature `split` (`cargo xtask dist`) these functions and everything that they alone call are a file of their
//! own beside the page's WebAssembly. Without it they are part of the page, and plain `trunk serve` needs no further tool.
//! What is loaded cannot fail to fit: both files are cut from one build.

use crate::{
    components::{
        ConnectDialog, EraseDialog, ForgetDialog, HelpDialog, InspectionPage, InspectorPanel, MemoriesDialog,
        ModelDialog, OwnDialog, PresetsDialog, ProviderDialog, SearchDialog, SettingsDialog, StatsDialog,
        StorageDialog, SummariesDialog, TasksDialog, TemplatesDialog,
    },
    state::{self, Ask, Chat, Notices, Storage, Work, use_chat},
    texts::shell::shell,
};
use leptos::{prelude::*, reactive::computed::ScopedFuture, task::spawn_local};
use ricordo_core::{command::Command, error::Error};
use std::{future::Future, pin::Pin};

/// The file could not be loaded.
#[derive(Debug)]
pub struct NotLoaded;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for NotLoaded {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// What cannot be awaited across files by itself.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T>>>;

/// Declares functions that are loaded when they are first called: each becomes `async`.
macro_rules! loaded_when_called {
    ($($(#[doc = $doc:literal])* $visible:vis fn $name:ident($($argument:ident: $type:ty),*) -> Result<$made:ty, NotLoaded> $body:block)*) => {$(
        $(#[doc = $doc])*
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split(later, fallible)]
        #[allow(unsafe_code, reason = "the split point is a symbol that is linked by its name")]
        $visible fn $name($($argument: $type),*) -> Result<$made, NotLoaded> $body

        $(#[doc = $doc])*
        #[cfg(not(feature = "split"))]
        #[allow(clippy::unused_async, reason = "it awaits its file where there is one")]
        $visible async fn $name($($argument: $type),*) -> Result<$made, NotLoaded> $body
    )*};
}

loaded_when_called! {
    fn dialog(which: Which) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            Which::Provider => view! { <ProviderDialog/> }.into_any(),
            Which::Connect => view! { <ConnectDialog/> }.into_any(),
            Which::Own => view! { <OwnDialog/> }.into_any(),
            Which::Models => view! { <ModelDialog/> }.into_any(),
            Which::Settings => view! { <SettingsDialog/> }.into_any(),
            Which::Help => view! { <HelpDialog/> }.into_any(),
            Which::Memories => view! { <MemoriesDialog/> }.into_any(),
            Which::Summaries => view! { <SummariesDialog/> }.into_any(),
            Which::Tasks => view! { <TasksDialog/> }.into_any(),
            Which::Stats => view! { <StatsDialog/> }.into_any(),
            Which::Presets => view! { <PresetsDialog/> }.into_any(),
            Which::Templates => view! { <TemplatesDialog/> }.into_any(),
            Which::Storage => view! { <StorageDialog/> }.into_any(),
            Which::Forget => view! { <ForgetDialog/> }.into_any(),
            Which::Search => view! { <SearchDialog/> }.into_any(),
            Which::Erase => view! { <EraseDialog/> }.into_any(),
            Which::Inspector => view! { <InspectorPanel/> }.into_any(),
            Which::Inspection => view! { <InspectionPage/> }.into_any(),
        })
    }

    fn command_later(chat: Chat, command: Command) -> Result<(), NotLoaded> {
        chat.run_command(command);
        Ok(())
    }

    fn turn_later(chat: Chat, ask: Ask) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.turn(ask)))
    }

    fn export_later(storage: Storage) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(storage.save_export()))
    }

    /// Nothing: what is loaded with it is there then.
    fn nothing_later() -> Result<(), NotLoaded> {
        Ok(())
    }

    /// The idle work of a page.
    pub fn upkeep(work: Work) -> Result<Boxed<Result<(), Error>>, NotLoaded> {
        Ok(Box::pin(state::work(work)))
    }
}

/// A dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The connection.
    Provider,
    /// The ways to a model.
    Connect,
    /// What the open conversation has of its own.
    Own,
    /// The models to pick from.
    Models,
    /// The settings.
    Settings,
    /// The help.
    Help,
    /// The memories.
    Memories,
    /// The summaries.
    Summaries,
    /// The tasks.
    Tasks,
    /// The statistics.
    Stats,
    /// The presets.
    Presets,
    /// The templates.
    Templates,
    /// The storage.
    Storage,
    /// What is found about a text, to forget it.
    Forget,
    /// What is found.
    Search,
    /// The question before something is erased.
    Erase,
    /// What the model sees, beside the chat.
    Inspector,
    /// What the model sees, on a page of its own.
    Inspection,
}

/// Loads everything now, without a word: the page is at rest, or the first letters are being typed.
pub fn prepare() {
    spawn_local(async {
        let _ = nothing_later().await;
    });
}

/// Sends a message, or asks for another reply to the last one.
pub fn turn(chat: Chat, ask: Ask) {
    spawn_local(async move {
        match turn_later(chat, ask).await {
            Ok(turn) => turn.await,
            Err(NotLoaded) => say_not_loaded(chat.notices),
        }
    });
}

/// Hands everything that is stored to the user as a file.
pub fn export(storage: Storage) {
    spawn_local(async move {
        match export_later(storage).await {
            Ok(saved) => saved.await,
            Err(NotLoaded) => say_not_loaded(storage.notices),
        }
    });
}

/// Runs a command.
pub fn command(chat: Chat, command: Command) {
    spawn_local(async move {
        if command_later(chat, command).await.is_err() {
            say_not_loaded(chat.notices);
        }
    });
}

/// A dialog that is loaded when it is first opened.
#[component]
pub fn Later(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// Which one it is.
    which: Which,
) -> impl IntoView {
    let chat = use_chat();
    let made = StoredValue::new_local(None::<AnyView>);
    let (is_wanted, is_made) = (RwSignal::new(false), RwSignal::new(false));
    // What the effect itself owned would end with its next run.
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |_| {
        if !open.get() || is_wanted.get_untracked() {
            return;
        }
        is_wanted.set(true);
        let load = async move {
            match dialog(which).await {
                Ok(view) => {
                    made.set_value(Some(view));
                    is_made.set(true);
                }
                Err(NotLoaded) => {
                    is_wanted.set(false);
                    open.set(false);
                    say_not_loaded(chat.notices);
                }
            }
        };
        spawn_local(owner.with(|| ScopedFuture::new_untracked(load)));
    });
    move || is_made.get().then(|| made.try_update_value(Option::take).flatten())
}

fn say_not_loaded(notices: Notices) {
    notices.trouble(shell().not_loaded);
}
