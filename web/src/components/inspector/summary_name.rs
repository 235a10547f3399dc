//! Which conversation a recalled summary is of.

use crate::{
    chat::{Chat, use_chat},
    texts::{fill, inspection::inspection},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    id::{ConversationId, SummaryId},
    manifest::SourceId,
    session::Source,
};

/// What a summary is of. Empty if it is not stored any more.
#[component]
pub fn SummaryName(id: SummaryId) -> impl IntoView {
    let chat = use_chat();
    let name = RwSignal::new(String::new());
    spawn_local(async move {
        match chat.storage.session().source(SourceId::Summary(id)).await {
            Ok(Some(Source::Summary(summary))) => {
                let _ = name.try_set(name_of(chat, summary.conversation));
            }
            Ok(_) => {}
            Err(error) => chat.storage.report(&error),
        }
    });
    view! { <span dir="auto" data-testid="recalled-summary">{name}</span> }
}

fn name_of(chat: Chat, conversation: Option<ConversationId>) -> String {
    let title = |of: ConversationId| {
        chat.storage
            .conversations
            .with_untracked(|all| all.iter().find(|one| one.id == of).map(|one| one.title.clone()))
    };
    let is_open = conversation.is_some() && conversation == untrack(|| chat.id());
    words(conversation.map(|of| title(of).unwrap_or_default()), is_open)
}

/// `title`: of the conversation; `None` if the summary is of several.
fn words(title: Option<String>, is_open: bool) -> String {
    let texts = inspection();
    match title {
        None => texts.recalled_summary_several.to_owned(),
        Some(_) if is_open => texts.recalled_summary_here.to_owned(),
        Some(title) if title.is_empty() => texts.recalled_summary_untitled.to_owned(),
        Some(title) => fill(texts.recalled_summary, &[("title", &title)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_summary_is_named_after_its_conversation() {
        for language in UiLanguage::all() {
            speak(language);
            let rome = || Some("Rome".to_owned());
            assert!(words(rome(), false).contains("Rome"));
            let others = [words(rome(), true), words(Some(String::new()), false), words(None, false)];
            assert!(others.iter().all(|text| !text.is_empty() && !text.contains("Rome") && !text.contains('{')));
            assert!(others[0] != others[1] && others[1] != others[2] && others[0] != others[2], "{others:?}");
        }
    }
}
