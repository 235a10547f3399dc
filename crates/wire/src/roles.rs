//! Rearranges messages for models that accept a system message only at the beginning, or none.

use crate::options::SystemMessages;
use ricordo_record::{
    message::{Part, Role},
    request::{ChatRequest, RequestMessage},
};
use std::borrow::Cow;

/// Inserted before a window that begins with a reply, where the first message must be the user's.
pub(super) const OPENING: &str = "(Earlier messages are left out.)";

/// Inserted after tool results that no reply follows, where the user's message may not follow them.
const INTERRUPTED: &str = "(The reply was interrupted.)";

/// The messages of a request, as the model accepts them.
///
/// Unless system messages may be anywhere, those that may not stay are sent as the user's, in the same position, and
/// neighbours of the same role are joined with a blank line, because such models also demand that roles alternate.
/// Messages with tool calls or their results stay as they are, and a reply stands between results and the user's message.
pub(super) fn arranged(request: &ChatRequest, system: SystemMessages) -> Cow<'_, [RequestMessage]> {
    if system == SystemMessages::Anywhere {
        return Cow::Borrowed(&request.messages);
    }
    let mut out: Vec<RequestMessage> = Vec::with_capacity(request.messages.len());
    for message in &request.messages {
        let is_leading = out.iter().all(|before| before.role == Role::System);
        let has_results = message.parts.iter().any(|part| matches!(part, Part::ToolResult { .. }));
        let role = match message.role {
            Role::Assistant => Role::Assistant,
            Role::Tool if has_results => Role::Tool,
            Role::System | Role::Tool if is_leading && system == SystemMessages::First => Role::System,
            Role::User | Role::System | Role::Tool => Role::User,
        };
        let before = out.last_mut().filter(|before| before.role == role && role != Role::Tool && !calls(before));
        if let Some(before) = before {
            join(&mut before.parts, &message.parts);
            continue;
        }
        if is_leading && role == Role::Assistant {
            out.push(RequestMessage::text(Role::User, OPENING));
        }
        if role == Role::User && out.last().is_some_and(|before| before.role == Role::Tool) {
            out.push(RequestMessage::text(Role::Assistant, INTERRUPTED));
        }
        out.push(RequestMessage { role, parts: message.parts.clone() });
    }
    Cow::Owned(out)
}

fn calls(message: &RequestMessage) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }))
}

/// Appends the parts of a message. Its first text is separated by a blank line from text before it.
fn join(parts: &mut Vec<Part>, more: &[Part]) {
    let is_text = |part: &Part| matches!(part, Part::Text { text } if !text.is_empty());
    let mut is_apart = !parts.iter().any(is_text);
    for part in more {
        match part {
            Part::Text { text } if !is_apart && !text.is_empty() => {
                is_apart = true;
                parts.push(Part::Text { text: format!("\n\n{text}") });
            }
            other => parts.push(other.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_record::message::text_of;

    fn request(messages: &[(Role, &str)]) -> ChatRequest {
        let messages = messages.iter().map(|(role, text)| RequestMessage::text(*role, *text)).collect();
        ChatRequest { messages, ..ChatRequest::default() }
    }

    fn sent(request: &ChatRequest, system: SystemMessages) -> Vec<(Role, String)> {
        let arranged = arranged(request, system);
        arranged.iter().map(|message| (message.role, text_of(&message.parts))).collect()
    }

    fn texts(rows: &[(Role, &str)]) -> Vec<(Role, String)> {
        rows.iter().map(|(role, text)| (*role, (*text).to_owned())).collect()
    }

    const USUAL: [(Role, &str); 7] = [
        (Role::System, "Be brief."),
        (Role::System, "Facts."),
        (Role::User, "Hello"),
        (Role::Assistant, "Hi."),
        (Role::User, "Tea?"),
        (Role::System, "It is noon."),
        (Role::User, "And coffee?"),
    ];

    #[test]
    fn a_model_that_accepts_them_gets_system_messages_where_they_are() {
        let request = request(&USUAL);
        assert!(matches!(arranged(&request, SystemMessages::Anywhere), Cow::Borrowed(_)));
        assert_eq!(sent(&request, SystemMessages::Anywhere), texts(&USUAL));
    }

    #[test]
    fn one_system_message_begins_and_later_ones_are_the_users() {
        let expected = texts(&[
            (Role::System, "Be brief.\n\nFacts."),
            (Role::User, "Hello"),
            (Role::Assistant, "Hi."),
            (Role::User, "Tea?\n\nIt is noon.\n\nAnd coffee?"),
        ]);
        assert_eq!(sent(&request(&USUAL), SystemMessages::First), expected);
    }

    #[test]
    fn without_system_messages_all_of_them_are_the_users() {
        let expected = texts(&[
            (Role::User, "Be brief.\n\nFacts.\n\nHello"),
            (Role::Assistant, "Hi."),
            (Role::User, "Tea?\n\nIt is noon.\n\nAnd coffee?"),
        ]);
        assert_eq!(sent(&request(&USUAL), SystemMessages::Never), expected);
    }

    #[test]
    fn a_window_that_begins_with_a_reply_gets_an_opening() {
        let request = request(&[
            (Role::System, "Be brief."),
            (Role::Assistant, "Hi."),
            (Role::Assistant, "Are you there?"),
            (Role::User, "Yes"),
        ]);
        let answered = [(Role::Assistant, "Hi.\n\nAre you there?"), (Role::User, "Yes")];
        let first = [&[(Role::System, "Be brief."), (Role::User, OPENING)][..], &answered].concat();
        assert_eq!(sent(&request, SystemMessages::First), texts(&first));
        let never = [&[(Role::User, "Be brief.")][..], &answered].concat();
        assert_eq!(sent(&request, SystemMessages::Never), texts(&never));
    }

    fn call(id: &str) -> RequestMessage {
        let call = Part::ToolCall { id: id.into(), name: "f".into(), arguments: "{}".into(), back: None };
        RequestMessage { role: Role::Assistant, parts: vec![call] }
    }

    fn result(id: &str) -> RequestMessage {
        let result = Part::ToolResult { call: id.into(), content: "none".into(), is_error: false, held: false };
        RequestMessage { role: Role::Tool, parts: vec![result] }
    }

    #[test]
    fn calls_and_results_stay_apart_and_so_does_what_follows_them() {
        let messages = vec![
            RequestMessage::text(Role::User, "Tea?"),
            call("a"),
            result("a"),
            call("b"),
            result("b"),
            RequestMessage::text(Role::Assistant, "No."),
            RequestMessage::text(Role::Tool, "Tools used: f"),
            RequestMessage::text(Role::User, "Why?"),
        ];
        let request = ChatRequest { messages, ..ChatRequest::default() };
        let roles: Vec<Role> = arranged(&request, SystemMessages::First).iter().map(|message| message.role).collect();
        let round = [Role::Assistant, Role::Tool];
        assert_eq!(roles, [&[Role::User][..], &round, &round, &[Role::Assistant, Role::User]].concat());
        assert_eq!(sent(&request, SystemMessages::First).last().unwrap().1, "Tools used: f\n\nWhy?");
    }

    #[test]
    fn a_reply_stands_between_results_and_what_the_user_says() {
        let messages = vec![
            RequestMessage::text(Role::User, "Tea?"),
            call("a"),
            result("a"),
            RequestMessage::text(Role::System, "It is noon."),
            RequestMessage::text(Role::User, "And coffee?"),
        ];
        let request = ChatRequest { messages, ..ChatRequest::default() };
        for system in [SystemMessages::First, SystemMessages::Never] {
            let expected = texts(&[
                (Role::User, "Tea?"),
                (Role::Assistant, ""),
                (Role::Tool, ""),
                (Role::Assistant, INTERRUPTED),
                (Role::User, "It is noon.\n\nAnd coffee?"),
            ]);
            assert_eq!(sent(&request, system), expected);
        }
    }

    #[test]
    fn what_is_no_text_stays_in_joined_messages() {
        let line = Part::ToolsUsed { names: vec!["find".into()] };
        let words = |text: &str| Part::Text { text: text.into() };
        let messages = vec![
            RequestMessage { role: Role::User, parts: vec![line.clone()] },
            RequestMessage { role: Role::User, parts: vec![words("See"), words(" this"), line.clone()] },
            RequestMessage { role: Role::System, parts: vec![words("It is noon.")] },
        ];
        let request = ChatRequest { messages, ..ChatRequest::default() };
        let joined = vec![line.clone(), words("See"), words(" this"), line, words("\n\nIt is noon.")];
        assert_eq!(arranged(&request, SystemMessages::First)[..], [RequestMessage { role: Role::User, parts: joined }]);
    }
}
