//! Dialogs, panels, menus and banners whose code is loaded when they are first shown. See [`crate::parts`].

use super::{
    answers_dialog::AnswersDialog,
    backup::{BackupBanner, RestoreDialog},
    connect_dialog::ConnectDialog,
    consent_notice::ConsentNotice,
    documents::{DocumentDialog, DocumentsDialog},
    erase_dialog::EraseDialog,
    help_dialog::HelpDialog,
    inspector::{InspectionPage, InspectorPanel},
    memory::{ForgetDialog, MemoriesDialog, StatsDialog, SummariesDialog, TasksDialog},
    model_dialog::ModelDialog,
    move_dialog::MoveDialog,
    newer_banner::NewerBanner,
    outline::{OutlineButton, OutlinePanel},
    own_dialog::OwnDialog,
    people_dialog::PeopleDialog,
    persona::{PersonaButton, PersonaChoices},
    presets_dialog::PresetsDialog,
    project_dialog::ProjectDialog,
    provider_dialog::ProviderDialog,
    queue::QueueList,
    search_dialog::SearchDialog,
    settings::SettingsDialog,
    several_dialog::{SeveralDialog, SeveralNotice},
    shown_when::{shown_when, styled},
    spending_notice::SpendingNotice,
    storage_dialog::StorageDialog,
    suggestions::Suggestions,
    templates_dialog::TemplatesDialog,
    voice::{VoiceControls, VoiceDialog},
};
use crate::{
    chat::use_chat,
    loaded::{Boxed, NotLoaded},
    parts::loaded_when_called,
    state::DialogKind,
};
use leptos::prelude::*;

loaded_when_called! { lazy:
    /// Parts that are shown at rest, and questions and the queue beside a turn.
    fn part_at_rest(which: LazyPart) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            LazyPart::OutlineButton => view! { <PersonaButton/><OutlineButton/> }.into_any(),
            LazyPart::Personas => view! { <PersonaChoices/> }.into_any(),
            LazyPart::Banners => view! { <NewerBanner/><BackupBanner/> }.into_any(),
            LazyPart::Consent => view! { <ConsentNotice/> }.into_any(),
            LazyPart::Spending => view! { <SpendingNotice/> }.into_any(),
            LazyPart::Queue => view! { <QueueList/><SeveralNotice/> }.into_any(),
            LazyPart::Voice => view! { <VoiceControls/> }.into_any(),
            LazyPart::Dialog(_) | LazyPart::Inspector | LazyPart::Outline | LazyPart::Suggestions => ().into_any(),
        })
    }
}

loaded_when_called! { dialogs:
    /// Parts that the user opens.
    fn opened_part(which: LazyPart) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            LazyPart::Dialog(kind) => dialog(kind),
            LazyPart::Inspector => view! { <InspectorPanel/> }.into_any(),
            LazyPart::Outline => view! { <OutlinePanel/> }.into_any(),
            LazyPart::Suggestions => view! { <Suggestions/> }.into_any(),
            _ => ().into_any(),
        })
    }
}

fn dialog(kind: DialogKind) -> AnyView {
    match kind {
        DialogKind::Provider => view! { <ProviderDialog/> }.into_any(),
        DialogKind::Connect => view! { <ConnectDialog/> }.into_any(),
        DialogKind::Own => view! { <OwnDialog/> }.into_any(),
        DialogKind::People => view! { <PeopleDialog/> }.into_any(),
        DialogKind::Models => view! { <ModelDialog/> }.into_any(),
        DialogKind::Several => view! { <SeveralDialog/> }.into_any(),
        DialogKind::Answers => view! { <AnswersDialog/> }.into_any(),
        DialogKind::Settings => view! { <SettingsDialog/> }.into_any(),
        DialogKind::Help => view! { <HelpDialog/> }.into_any(),
        DialogKind::Memories => view! { <MemoriesDialog/> }.into_any(),
        DialogKind::Summaries => view! { <SummariesDialog/> }.into_any(),
        DialogKind::Documents => view! { <DocumentsDialog/> }.into_any(),
        DialogKind::Document => view! { <DocumentDialog/> }.into_any(),
        DialogKind::Tasks => view! { <TasksDialog/> }.into_any(),
        DialogKind::Project => view! { <ProjectDialog/> }.into_any(),
        DialogKind::MoveToProject => view! { <MoveDialog/> }.into_any(),
        DialogKind::Statistics => view! { <StatsDialog/> }.into_any(),
        DialogKind::Presets => view! { <PresetsDialog/> }.into_any(),
        DialogKind::Templates => view! { <TemplatesDialog/> }.into_any(),
        DialogKind::Storage => view! { <StorageDialog/> }.into_any(),
        DialogKind::Voice => view! { <VoiceDialog/> }.into_any(),
        DialogKind::Restore => view! { <RestoreDialog/> }.into_any(),
        DialogKind::Forget => view! { <ForgetDialog/> }.into_any(),
        DialogKind::Search => view! { <SearchDialog/> }.into_any(),
        DialogKind::Erase => view! { <EraseDialog/> }.into_any(),
        DialogKind::Inspection => view! { <InspectionPage/> }.into_any(),
    }
}

/// Lazily loaded part that takes no arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LazyPart {
    /// Dialog.
    Dialog(DialogKind),
    /// Inspector panel beside the chat.
    Inspector,
    /// Outline of the conversation beside the chat.
    Outline,
    /// Button that names the persona of the conversation, and button that opens the outline.
    OutlineButton,
    /// Personas to start an empty conversation with.
    Personas,
    /// Command suggestions for the typed text.
    Suggestions,
    /// Banners about a newer build of the page and about backups.
    Banners,
    /// Question that background work asks before it sends something.
    Consent,
    /// Question before a request above a limit of the settings.
    Spending,
    /// Messages that wait for the end of a reply, and the models that the next message goes to.
    Queue,
    /// Microphone button, and what is being recorded or read aloud.
    Voice,
}

async fn part(which: LazyPart) -> Result<AnyView, NotLoaded> {
    match which {
        LazyPart::Dialog(_) | LazyPart::Inspector | LazyPart::Outline | LazyPart::Suggestions => {
            opened_part(which).await
        }
        _ => part_at_rest(which).await,
    }
}

/// Loads a part, together with the style sheets that it is drawn with.
fn load(which: LazyPart) -> Boxed<Result<AnyView, NotLoaded>> {
    match which {
        // Shown without being asked for: they load the sheets if they need them.
        LazyPart::OutlineButton | LazyPart::Personas | LazyPart::Voice => Box::pin(part(which)),
        _ => styled(part(which)),
    }
}

/// Part that is loaded when it is first opened.
#[component]
pub fn Lazy(
    /// Whether the part is open. Set to false if loading fails.
    open: RwSignal<bool>,
    /// Part to load.
    which: LazyPart,
) -> impl IntoView {
    shown_when(move || open.get(), move || load(which), move || open.set(false))
}

/// Dialogs, each loaded when it is first opened.
#[component]
pub fn LazyDialogs() -> impl IntoView {
    let dialogs = use_chat().panels.dialogs;
    DialogKind::ALL
        .map(|kind| view! { <Lazy open=dialogs.of(kind) which=LazyPart::Dialog(kind)/> })
        .into_iter()
        .collect_view()
}

/// Command suggestions, loaded when the user first types a leading `/`.
#[component]
pub fn LazySuggestions() -> impl IntoView {
    let composer = use_chat().composer;
    let is_command = move || composer.text.with(|text| text.starts_with('/'));
    shown_when(is_command, || load(LazyPart::Suggestions), || ())
}

/// Question of background work, loaded when the first one is asked.
#[component]
pub fn LazyConsent() -> impl IntoView {
    let question = use_chat().maintenance.question;
    shown_when(move || question.with(Option::is_some), || load(LazyPart::Consent), || ())
}

/// Question before an expensive request, loaded when the first one is asked.
#[component]
pub fn LazySpending() -> impl IntoView {
    let waiting = use_chat().consent.waiting;
    shown_when(move || waiting.with(Option::is_some), || load(LazyPart::Spending), || ())
}

/// Messages that wait, and the models that the next one goes to. Loaded when there are any.
#[component]
pub fn LazyQueue() -> impl IntoView {
    let chat = use_chat();
    let wanted = move || chat.has_queue.get() || chat.several.chosen.with(|chosen| !chosen.is_empty());
    shown_when(wanted, || load(LazyPart::Queue), || ())
}
