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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::reply;
    use ricordo_core::message::Part;

    #[test]
    fn a_reply_of_calls_alone_is_not_drawn_and_one_with_anything_to_read_is() {
        let call = || Part::ToolCall {
            id: "1".to_owned(),
            name: "list_tasks".to_owned(),
            arguments: "{}".to_owned(),
            back: None,
        };
        let is_hidden = |text: &str, finish: Finish, more: Vec<Part>| {
            let mut message = reply(1, text, finish);
            message.parts.extend(more);
            is_only_calls(&message)
        };
        assert!(is_hidden("", Finish::ToolCalls, vec![call()]));
        assert!(is_hidden(" \n", Finish::ToolCalls, vec![call(), call()]));
        assert!(!is_hidden("Let me look.", Finish::ToolCalls, vec![call()]));
        let thought = Part::Reasoning { text: "Hm".to_owned() };
        assert!(!is_hidden("", Finish::ToolCalls, vec![thought, call()]));
        // An empty reply that ended otherwise has a reason to show.
        assert!(!is_hidden("", Finish::Stopped, vec![call()]));
    }
}
