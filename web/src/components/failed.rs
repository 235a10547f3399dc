//! Error of a missing or incomplete reply, with the actions that may fix it.

use super::icon::{Icon, Picture};
use crate::{
    chat::{Chat, use_chat},
    state::{Step, is_here},
    texts::{common::common, errors::Localized, failed::failed as texts, number},
};
use leptos::prelude::*;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    id::MessageId,
    wire::context_overflow::named_context,
};

/// Error as a sentence, with its actions if this is the last message.
#[component]
pub fn Failed<L: Fn() -> bool + Copy + Send + Sync + 'static>(
    /// Id of the reply.
    id: MessageId,
    error: ModelError,
    is_last: L,
) -> impl IntoView {
    let chat = use_chat();
    let limit = named_context(&error);
    let is_here = is_here(&error.detail);
    let sentence = move || sentence(&error, is_here, chat.is_offline.get());
    view! {
        <div class="failure">
            <Icon picture=Picture::Warning/>
            <p data-testid="message-error">{sentence}</p>
            <Show when=is_last>
                <span class="actions">
                    <Countdown chat id/>
                    {limit.map(|limit| view! { <UseLimit chat limit/> })}
                    <button class="button" data-testid="retry" on:click=move |_| chat.retry()>
                        <Icon picture=Picture::Again/>
                        {common().retry}
                    </button>
                </span>
            </Show>
        </div>
    }
}

/// What happened. Without a network it is not the server that does not answer, unless it is on this computer (`is_here`).
fn sentence(error: &ModelError, is_here: bool, is_offline: bool) -> String {
    let is_cut_off = error.kind == ModelErrorKind::Unreachable && !is_here && is_offline;
    if is_cut_off { texts().offline.to_owned() } else { error.localized() }
}

/// Countdown to the automatic retry, with a button that cancels it.
#[component]
fn Countdown(chat: Chat, id: MessageId) -> impl IntoView {
    let seconds = Memo::new(move |_| chat.turns.again.seconds(id));
    view! {
        <Show when=move || seconds.get().is_some()>
            <span class="countdown" data-testid="retry-countdown">
                {move || texts().again_in.replace("{n}", &number(seconds.get().unwrap_or_default()))}
            </span>
            <button class="button" data-testid="retry-stop" on:click=move |_| chat.turns.again.give_up()>{common().cancel}</button>
        </Show>
    }
}

/// Button that stores the context size named by the server in the connection, and retries.
#[component]
fn UseLimit(chat: Chat, limit: u32) -> impl IntoView {
    let name = texts().use_limit.replace("{n}", &number(limit.into()));
    view! {
        <button class="button" data-testid="use-limit" title=texts().use_limit_about on:click=move |_| chat.step(Step::UseContext(limit))>
            {name}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn without_a_network_a_server_elsewhere_is_not_said_to_be_down() {
        for language in UiLanguage::all() {
            speak(language);
            for (kind, is_here, says_offline) in [
                (ModelErrorKind::Unreachable, false, true),
                (ModelErrorKind::Unreachable, true, false),
                // It answered, so there was a network.
                (ModelErrorKind::Unauthorized, false, false),
                (ModelErrorKind::TimedOut, false, false),
            ] {
                let error = ModelError::new(kind, "https://api.example.org/v1");
                let offline = sentence(&error, is_here, true);
                assert_eq!(offline == texts().offline, says_offline, "{kind:?}: {offline}");
                assert_eq!(sentence(&error, is_here, false), error.localized());
            }
        }
    }
}
