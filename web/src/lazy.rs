//! What is loaded when it is first used, and not before: the dialogs, the commands, the idle work, what a press of a
//! button changes, and what walks a turn (that is fetched while the first message is typed).

use crate::{
    components::{
        ConnectDialog, ConsentNotice, ConversationMenu, EraseDialog, ForgetDialog, HelpDialog, InspectionPage,
        InspectorPanel, MemoriesDialog, ModelDialog, NewerBanner, OfRow, OwnDialog, PeopleDialog, PresetsDialog,
        ProviderDialog, SearchDialog, SettingsDialog, StatsDialog, StorageDialog, Suggestions, SummariesDialog,
        TasksDialog, TemplatesDialog,
    },
    loaded::{Boxed, NotLoaded, loaded_when_called, say_not_loaded, shown_when},
    mount::Given,
    state::{self, Ask, Chat, Shape, Step, Storage, Work, use_chat},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{command::Command, error::Error, session::Scope};

loaded_when_called! { lazy:
    fn dialog(which: Dialog) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            Dialog::Provider => view! { <ProviderDialog/> }.into_any(),
            Dialog::Connect => view! { <ConnectDialog/> }.into_any(),
            Dialog::Own => view! { <OwnDialog/> }.into_any(),
            Dialog::People => view! { <PeopleDialog/> }.into_any(),
            Dialog::Models => view! { <ModelDialog/> }.into_any(),
            Dialog::Settings => view! { <SettingsDialog/> }.into_any(),
            Dialog::Help => view! { <HelpDialog/> }.into_any(),
            Dialog::Memories => view! { <MemoriesDialog/> }.into_any(),
            Dialog::Summaries => view! { <SummariesDialog/> }.into_any(),
            Dialog::Tasks => view! { <TasksDialog/> }.into_any(),
            Dialog::Stats => view! { <StatsDialog/> }.into_any(),
            Dialog::Presets => view! { <PresetsDialog/> }.into_any(),
            Dialog::Templates => view! { <TemplatesDialog/> }.into_any(),
            Dialog::Storage => view! { <StorageDialog/> }.into_any(),
            Dialog::Forget => view! { <ForgetDialog/> }.into_any(),
            Dialog::Search => view! { <SearchDialog/> }.into_any(),
            Dialog::Erase => view! { <EraseDialog/> }.into_any(),
            Dialog::Inspector => view! { <InspectorPanel/> }.into_any(),
            Dialog::Inspection => view! { <InspectionPage/> }.into_any(),
            Dialog::Suggestions => view! { <Suggestions/> }.into_any(),
            Dialog::Newer => view! { <NewerBanner/> }.into_any(),
            Dialog::Consent => view! { <ConsentNotice/> }.into_any(),
        })
    }

    fn deferred_command(chat: Chat, command: Command) -> Result<(), NotLoaded> {
        chat.run_command(command);
        Ok(())
    }

    fn deferred_step(chat: Chat, step: Step) -> Result<(), NotLoaded> {
        chat.take_step(step);
        Ok(())
    }

    /// Compiles what would be sent now.
    pub fn preview(chat: Chat) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(state::compile(chat)))
    }

    fn conversation_menu(of: RwSignal<Option<OfRow>>) -> Result<AnyView, NotLoaded> {
        Ok(view! { <ConversationMenu of/> }.into_any())
    }

    fn deferred_turn(chat: Chat, ask: Ask) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.turn(ask)))
    }

    fn deferred_export(storage: Storage, scope: Scope, shape: Shape) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(storage.save_export(scope, shape)))
    }

    fn deferred_import(chat: Chat, files: Vec<web_sys::File>) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.take_in(files)))
    }

    /// Lets the server answer that the page around the element names.
    pub fn given(chat: Chat, given: Given) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.use_given(given)))
    }

    /// The idle work of a page.
    pub fn maintenance(work: Work) -> Result<Boxed<Result<(), Error>>, NotLoaded> {
        Ok(Box::pin(state::work(work)))
    }
}

/// A dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The connection.
    Provider,
    /// The ways to a model.
    Connect,
    /// What the open conversation has of its own.
    Own,
    /// Who speaks in the open conversation.
    People,
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
    /// The commands that what is typed may become: no dialog, but the composer needs it only after a `/`.
    Suggestions,
    /// That a newer build of the page is here.
    Newer,
    /// What idle work asks.
    Consent,
}

/// Takes a step that the user asked for.
pub fn step(chat: Chat, step: Step) {
    spawn_local(async move {
        if deferred_step(chat, step).await.is_err() {
            say_not_loaded(chat.notices);
        }
    });
}

/// Sends a message, or asks for another reply to the last one.
pub fn turn(chat: Chat, ask: Ask) {
    spawn_local(async move {
        match deferred_turn(chat, ask).await {
            Ok(turn) => turn.await,
            Err(NotLoaded) => say_not_loaded(chat.notices),
        }
    });
}

/// Hands what is stored to the user as a file.
pub fn export(storage: Storage, scope: Scope, shape: Shape) {
    spawn_local(async move {
        match deferred_export(storage, scope, shape).await {
            Ok(saved) => saved.await,
            Err(NotLoaded) => say_not_loaded(storage.notices),
        }
    });
}

/// Takes files in.
pub fn import(chat: Chat, files: Vec<web_sys::File>) {
    spawn_local(async move {
        match deferred_import(chat, files).await {
            Ok(taken) => taken.await,
            Err(NotLoaded) => say_not_loaded(chat.notices),
        }
    });
}

/// Runs a command.
pub fn command(chat: Chat, command: Command) {
    spawn_local(async move {
        if deferred_command(chat, command).await.is_err() {
            say_not_loaded(chat.notices);
        }
    });
}

/// A dialog that is loaded when it is first opened.
#[component]
pub fn Lazy(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// Which one it is.
    which: Dialog,
) -> impl IntoView {
    shown_when(move || open.get(), move || Box::pin(dialog(which)), move || open.set(false))
}

/// The commands that what is typed may become, loaded when they are first needed.
#[component]
pub fn LazySuggestions() -> impl IntoView {
    let composer = use_chat().composer;
    let load = || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(dialog(Dialog::Suggestions)) };
    shown_when(move || composer.text.with(|text| text.starts_with('/')), load, || ())
}

/// What idle work asks, loaded when it asks first.
#[component]
pub fn LazyConsent() -> impl IntoView {
    let question = use_chat().maintenance.question;
    let load = || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(dialog(Dialog::Consent)) };
    shown_when(move || question.with(Option::is_some), load, || ())
}

/// What can be done with a conversation of the list, loaded when it is first asked for.
#[component]
pub fn LazyConversationMenu(
    /// The row whose menu is open.
    of: RwSignal<Option<OfRow>>,
) -> impl IntoView {
    let load = move || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(conversation_menu(of)) };
    shown_when(move || of.with(Option::is_some), load, move || of.set(None))
}
