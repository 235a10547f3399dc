//! One row of the transcript: a message with its chips, a round of tool calls, or a note.

use super::{chips::ChipList, message::MessageView, tool_round::ToolRound};
use crate::state::Row;
use leptos::prelude::*;
use ricordo_core::{
    compile::turns::is_tools_line,
    message::{Finish, Message, Role},
};

/// Row of the transcript.
#[component]
pub fn RowView(row: Row, #[prop(into)] index: Signal<usize>) -> impl IntoView {
    let message = row.message.clone();
    match row.role {
        Role::User => {
            let id = Memo::new(move |_| message.with(|message| message.as_ref().map(|message| message.id)));
            view! {
                <MessageView row index/>
                {move || id.get().map(|message| view! { <ChipList message/> })}
            }
            .into_any()
        }
        Role::Assistant => {
            let is_shown = Memo::new(move |_| {
                message.with(|message| message.as_ref().is_none_or(|message| !is_only_calls(message)))
            });
            view! {
                <Show when=move || is_shown.get()>
                    <MessageView row=row.clone() index/>
                </Show>
            }
            .into_any()
        }
        Role::Tool => view! { <ToolRound row index/> }.into_any(),
        Role::System => view! { <Note row/> }.into_any(),
    }
}

/// Whether a reply consists of tool calls only. Such a reply is not drawn; its calls appear with their results.
fn is_only_calls(message: &Message) -> bool {
    message.finish == Some(Finish::ToolCalls)
        && message.text().trim().is_empty()
        && !message.parts.iter().any(|part| matches!(part, ricordo_core::message::Part::Reasoning { .. }))
}

/// Note among the messages. The note that lists the tools of a turn is not drawn, because the tools appear above it.
#[component]
fn Note(row: Row) -> impl IntoView {
    move || {
        let message = row.message.get()?;
        let text = message.text();
        (!is_tools_line(&message)).then(|| view! { <p class="note" data-testid="note" dir="auto">{text}</p> })
    }
}
