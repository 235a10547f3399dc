//! Tool calls of the model and their results, collapsed.

use super::{
    held_call::HeldCalls,
    icon::{Icon, Picture},
};
use crate::{chat::use_chat, state::Row, texts};
use leptos::prelude::*;
use ricordo_core::message::{Message, Part};

/// Tool call with its result, in readable form.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    name: String,
    /// Names and values; one value with an empty name if the arguments could not be parsed.
    arguments: Vec<(String, String)>,
    answer: String,
    is_error: bool,
}

/// Results of one round, with the calls from the preceding reply.
#[component]
pub fn ToolRound(row: Row, #[prop(into)] index: Signal<usize>) -> impl IntoView {
    let chat = use_chat();
    let held = row.clone();
    let asked = Memo::new(move |_| {
        let before = index.get().checked_sub(1);
        let reply = before.and_then(|at| chat.transcript.rows.with(|rows| rows.get(at).map(|row| row.message.clone())));
        let reply = reply.and_then(|reply| reply.get());
        row.message.with(|answers| answers.as_ref().map(|answers| asked(reply.as_deref(), answers)).unwrap_or_default())
    });
    let names = move || asked.with(|asked| asked.iter().map(|one| named(&one.name)).collect::<Vec<_>>().join(" · "));
    view! {
        <details class="tool-round" data-testid="tool-round">
            <summary><Icon picture=Picture::Tool/>{texts::message::message().asked}{names}</summary>
            {move || asked.get().into_iter().map(|asked| view! { <Call asked/> }).collect::<Vec<_>>()}
        </details>
        <HeldCalls row=held index/>
    }
}

#[component]
fn Call(asked: Asked) -> impl IntoView {
    let Asked { name, arguments, answer, is_error } = asked;
    let arguments = arguments.into_iter().map(|(name, value)| {
        view! { <dt>{name}</dt><dd dir="auto">{value}</dd> }
    });
    view! {
        <section class:failed=is_error>
            <h3 title=name.clone()>{named(&name)}</h3>
            <dl>{arguments.collect::<Vec<_>>()}</dl>
            <p class="answer" dir="auto">{answer}</p>
        </section>
    }
}

fn named(name: &str) -> String {
    if name.is_empty() { texts::message::message().a_tool.to_owned() } else { texts::tools::tool_name(name).to_owned() }
}

/// The results of a round with their calls, which are in the reply before it.
fn asked(reply: Option<&Message>, answers: &Message) -> Vec<Asked> {
    let asked = answers.parts.iter().enumerate().filter_map(|(at, part)| match part {
        Part::ToolResult { call, content, is_error, .. } => {
            let (name, arguments) = match reply.and_then(|reply| reply.call_answered(at, call)) {
                Some(Part::ToolCall { name, arguments, .. }) => (name.clone(), readable(arguments)),
                _ => (String::new(), Vec::new()),
            };
            Some(Asked { name, arguments, answer: content.clone(), is_error: *is_error })
        }
        _ => None,
    });
    asked.collect()
}

/// Arguments as names and values. Text that is not a JSON object is shown verbatim.
fn readable(arguments: &str) -> Vec<(String, String)> {
    match serde_json::from_str(arguments) {
        Ok(serde_json::Value::Object(fields)) => fields
            .into_iter()
            .map(|(name, value)| match value {
                serde_json::Value::String(text) => (name, text),
                other => (name, other.to_string()),
            })
            .collect(),
        _ if arguments.trim().is_empty() => Vec::new(),
        _ => vec![(String::new(), arguments.to_owned())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{message, reply};
    use ricordo_core::message::{Finish, Role};

    fn call(id: &str, name: &str, arguments: &str) -> Part {
        Part::ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned(), back: None }
    }

    fn answer(call: &str, text: &str) -> Part {
        Part::ToolResult { call: call.to_owned(), content: text.to_owned(), is_error: false, held: false }
    }

    /// What is shown of a reply with these calls and of the answers to them.
    fn shown(calls: Vec<Part>, answers: Vec<Part>) -> Vec<Asked> {
        let reply = Message { parts: calls, ..reply(1, "", Finish::ToolCalls) };
        asked(Some(&reply), &Message { parts: answers, ..message(2, Role::Tool, "") })
    }

    #[test]
    fn each_answer_stands_with_its_call() {
        let calls = vec![call("1", "list_tasks", "{}"), call("2", "add_task", r#"{"title":"Buy milk","times":2}"#)];
        let shown = shown(calls, vec![answer("2", "Added."), answer("9", "?")]);
        assert_eq!(shown[0].name, "add_task");
        assert!(shown[0].arguments.contains(&("title".to_owned(), "Buy milk".to_owned())));
        assert!(shown[0].arguments.contains(&("times".to_owned(), "2".to_owned())));
        assert_eq!((shown[1].name.as_str(), shown[1].answer.as_str()), ("", "?"));
    }

    #[test]
    fn calls_that_share_an_id_each_keep_their_own_answer() {
        for id in ["", "call_0"] {
            let title = |title: &str| format!(r#"{{"title":"{title}"}}"#);
            let calls = vec![
                call(id, "add_task", &title("One")),
                call(id, "list_tasks", ""),
                call(id, "add_task", &title("Two")),
            ];
            let shown = shown(calls, vec![answer(id, "Added 1."), answer(id, "Nothing."), answer(id, "Added 2.")]);
            let rows: Vec<_> =
                shown.iter().map(|one| (one.name.as_str(), one.arguments.len(), one.answer.as_str())).collect();
            assert_eq!(rows, [("add_task", 1, "Added 1."), ("list_tasks", 0, "Nothing."), ("add_task", 1, "Added 2.")]);
            assert_eq!(shown[2].arguments[0].1, "Two", "not the arguments of the first call");
        }
    }

    #[test]
    fn answers_whose_calls_are_not_loaded_are_shown_all_the_same() {
        let answers =
            Message { parts: vec![answer("1", "Done."), answer("2", "Done, too.")], ..message(2, Role::Tool, "") };
        let shown = asked(None, &answers);
        assert_eq!(shown.iter().map(|one| one.answer.as_str()).collect::<Vec<_>>(), ["Done.", "Done, too."]);
        assert!(shown.iter().all(|one| one.name.is_empty() && one.arguments.is_empty()));
    }

    #[test]
    fn broken_arguments_are_shown_as_they_were_written() {
        assert_eq!(readable("{\"title\": "), [(String::new(), "{\"title\": ".to_owned())]);
        assert!(readable("").is_empty());
    }

    #[test]
    fn arguments_are_shown_as_names_and_values_whatever_the_model_wrote() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        for (written, shown) in [
            ("", vec![]),
            (" \n", vec![]),
            ("{}", vec![]),
            (r#"{"a":"x\ny"}"#, vec![pair("a", "x\ny")]),
            (r#"{"a":null}"#, vec![pair("a", "null")]),
            (r#"{"a":{"b":[1,"c"]}}"#, vec![pair("a", r#"{"b":[1,"c"]}"#)]),
            ("[1,2]", vec![pair("", "[1,2]")]),
            ("\"text\"", vec![pair("", "\"text\"")]),
            ("call(שלום)", vec![pair("", "call(שלום)")]),
        ] {
            assert_eq!(readable(written), shown, "{written}");
        }
    }

    #[test]
    fn a_failed_call_and_one_without_an_answer_are_told_apart() {
        let call = || vec![call("1", "add_task", "")];
        let failed = Part::ToolResult { call: "1".to_owned(), content: "No.".to_owned(), is_error: true, held: false };
        let rows = shown(call(), vec![failed]);
        assert!(rows[0].is_error && rows[0].arguments.is_empty());
        assert!(shown(call(), Vec::new()).is_empty(), "the turn was stopped before the tool answered");
        assert_ne!(named(""), "");
        assert_eq!(named("tool_of_tomorrow"), "tool_of_tomorrow");
    }
}
