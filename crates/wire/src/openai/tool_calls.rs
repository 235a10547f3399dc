//! Assembles tool calls from deltas: assigns each delta to its call. Does not interpret the calls.

use ricordo_record::request::ChatEvent;
use serde_json::Value;

#[derive(Debug, Default)]
pub(super) struct ToolCalls {
    calls: Vec<Call>,
}

#[derive(Debug, Default)]
struct Call {
    /// The index the server gives the call. Some servers give none, some give every call the same.
    index: Option<u64>,
    id: Option<String>,
    name: Option<String>,
    /// The arguments received as text.
    arguments: String,
    /// The arguments received as an object. Text that comes later takes precedence.
    object: Option<Value>,
}

impl ToolCalls {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Takes one delta, `{index, id, function: {name, arguments}, extra_content}`, any field of which may be missing.
    pub(super) fn push(&mut self, piece: &Value, events: &mut Vec<ChatEvent>) {
        let id = non_empty(piece.get("id"));
        let function = piece.get("function").unwrap_or(piece);
        let name = non_empty(function.get("name"));
        let given = function.get("arguments").filter(|given| !given.is_null());
        let arguments = given.and_then(Value::as_str).unwrap_or_default();
        let object = given.filter(|given| !given.is_string());
        let extra = piece.get("extra_content").filter(|extra| extra.is_object());
        if id.is_none() && name.is_none() && arguments.is_empty() && object.is_none() && extra.is_none() {
            return;
        }
        let at =
            self.find(piece.get("index").and_then(Value::as_u64), id, name, !arguments.is_empty() || object.is_some());
        let is_taken = |id: &str| self.calls.iter().any(|call| call.id.as_deref() == Some(id));
        let new_id = id.filter(|_| self.calls[at].id.is_none());
        // Tool results are matched by id, so ids must be unique.
        let new_id = new_id.map(|id| if is_taken(id) { format!("{id}_{at}") } else { id.to_owned() });
        let call = &mut self.calls[at];
        if new_id.is_some() {
            call.id = id.map(str::to_owned);
        }
        let new_name = name.filter(|_| call.name.is_none()).map(str::to_owned);
        call.name = call.name.take().or_else(|| new_name.clone());
        call.arguments.push_str(arguments);
        call.object = object.cloned().or_else(|| call.object.take());
        events.push(piece_of(at, new_id, new_name, arguments.to_owned()));
        let index = u32::try_from(at).unwrap_or(u32::MAX);
        events.extend(extra.map(|extra| ChatEvent::SentBack {
            index,
            reasoning: false,
            extra_content: Some(extra.to_string()),
            reasoning_details: None,
        }));
    }

    /// Ends the reply: emits the arguments of the calls that received them only as an object.
    pub(super) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        for (at, call) in self.calls.iter_mut().enumerate() {
            if let Some(object) = call.object.take().filter(|_| call.arguments.is_empty()) {
                call.arguments = object.to_string();
                events.push(piece_of(at, None, None, call.arguments.clone()));
            }
        }
    }

    /// The position of the call that the delta belongs to; a new position if it starts a call.
    fn find(&mut self, index: Option<u64>, id: Option<&str>, name: Option<&str>, has_arguments: bool) -> usize {
        let of_index = |call: &Call| index.is_none() || call.index.is_none() || call.index == index;
        let by_id =
            id.and_then(|id| self.calls.iter().rposition(|call| call.id.as_deref() == Some(id) && of_index(call)));
        let known = by_id.or_else(|| match index {
            Some(_) => self.calls.iter().rposition(|call| call.index == index),
            None => self.calls.len().checked_sub(1),
        });
        let same = known.filter(|at| {
            let call = &self.calls[*at];
            let other = |known: &Option<String>, new_id: Option<&str>| {
                known.as_deref().zip(new_id).is_some_and(|(known, new_id)| known != new_id)
            };
            let named_again = by_id != Some(*at) && name.is_some() && call.name.is_some();
            let begins_another = named_again && (index.is_none() || (has_arguments && call.is_whole()));
            !other(&call.id, id) && !other(&call.name, name) && !begins_another
        });
        same.unwrap_or_else(|| {
            self.calls.push(Call { index, ..Call::default() });
            self.calls.len() - 1
        })
    }
}

impl Call {
    /// Whether the arguments are complete.
    fn is_whole(&self) -> bool {
        self.object.is_some() || serde_json::from_str::<Value>(&self.arguments).is_ok()
    }
}

fn piece_of(at: usize, id: Option<String>, name: Option<String>, arguments: String) -> ChatEvent {
    ChatEvent::ToolCall { index: u32::try_from(at).unwrap_or(u32::MAX), id, name, arguments }
}

fn non_empty(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Each call as (id, name, arguments).
    fn calls(pieces: Value) -> Vec<(String, String, String)> {
        let mut calls = ToolCalls::default();
        let mut events = Vec::new();
        pieces.as_array().unwrap().iter().for_each(|piece| calls.push(piece, &mut events));
        calls.end(&mut events);
        let mut out: Vec<(String, String, String)> = Vec::new();
        for event in events {
            let ChatEvent::ToolCall { index, id, name, arguments } = event else { panic!("{event:?}") };
            let at = index as usize;
            assert!(at <= out.len(), "calls begin in order");
            if at == out.len() {
                out.push(Default::default());
            }
            out[at].0.push_str(&id.unwrap_or_default());
            out[at].1.push_str(&name.unwrap_or_default());
            out[at].2.push_str(&arguments);
        }
        out
    }

    fn call(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.into(), name.into(), arguments.into())
    }

    #[test]
    fn pieces_are_put_together_by_index() {
        let pieces = json!([
            {"index": 0, "id": "a", "type": "function", "function": {"name": "f", "arguments": ""}},
            {"index": 1, "id": "b", "function": {"name": "g", "arguments": "{"}},
            {"index": 0, "function": {"arguments": "{\"x\""}},
            {"index": 1, "function": {"arguments": "}"}},
            {"index": 0, "function": {"arguments": ":1}"}},
        ]);
        assert_eq!(calls(pieces), [call("a", "f", "{\"x\":1}"), call("b", "g", "{}")]);
    }

    #[test]
    fn an_id_and_a_name_that_are_repeated_are_told_once() {
        let pieces = json!([
            {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{"}},
            {"index": 0, "id": "a", "function": {"name": "f", "arguments": "}"}},
        ]);
        assert_eq!(calls(pieces), [call("a", "f", "{}")]);
    }

    #[test]
    fn without_an_index_the_id_or_a_new_name_tells() {
        let pieces = json!([
            {"id": "a", "function": {"name": "f", "arguments": "{"}},
            {"function": {"arguments": "}"}},
            {"id": "b", "function": {"name": "g", "arguments": "{}"}},
            {"id": "a", "function": {"arguments": " "}},
        ]);
        assert_eq!(calls(pieces), [call("a", "f", "{} "), call("b", "g", "{}")]);
        let nameless =
            json!([{"function": {"name": "f", "arguments": "{}"}}, {"function": {"name": "f", "arguments": "{}"}}]);
        assert_eq!(calls(nameless), [call("", "f", "{}"), call("", "f", "{}")]);
    }

    #[test]
    fn one_index_for_every_call_is_seen_through_by_the_ids() {
        let pieces = json!([
            {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}},
            {"index": 0, "id": "b", "function": {"name": "f", "arguments": "[]"}},
        ]);
        assert_eq!(calls(pieces), [call("a", "f", "{}"), call("b", "f", "[]")]);
    }

    #[test]
    fn one_index_for_every_call_is_seen_through_by_another_name_or_whole_arguments() {
        let pieces = json!([
            {"index": 0, "function": {"name": "f", "arguments": "{\"x\""}},
            {"index": 0, "function": {"name": "f", "arguments": ":1}"}},
            {"index": 0, "function": {"name": "f", "arguments": "{}"}},
            {"index": 0, "function": {"name": "g", "arguments": ""}},
            {"index": 0, "function": {"arguments": "{}"}},
        ]);
        assert_eq!(calls(pieces), [call("", "f", "{\"x\":1}"), call("", "f", "{}"), call("", "g", "{}")]);
    }

    #[test]
    fn calls_with_one_id_stay_apart_and_get_ids_of_their_own() {
        let by_index = json!([
            {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{"}},
            {"index": 1, "id": "a", "function": {"name": "f", "arguments": "["}},
            {"index": 0, "id": "a", "function": {"arguments": "}"}},
            {"index": 1, "id": "a", "function": {"arguments": "]"}},
        ]);
        assert_eq!(calls(by_index), [call("a", "f", "{}"), call("a_1", "f", "[]")]);
        let by_name = json!([
            {"id": "a", "function": {"name": "f", "arguments": "{}"}},
            {"id": "a", "function": {"name": "g", "arguments": "{}"}},
        ]);
        assert_eq!(calls(by_name), [call("a", "f", "{}"), call("a_1", "g", "{}")]);
    }

    #[test]
    fn arguments_that_begin_as_an_object_and_come_as_text_are_the_text() {
        let pieces = json!([
            {"index": 0, "id": "a", "function": {"name": "f", "arguments": {}}},
            {"index": 0, "function": {"arguments": "{\"x\""}},
            {"index": 0, "function": {"arguments": ":1}"}},
            {"index": 1, "id": "b", "function": {"name": "g", "arguments": ""}},
            {"index": 1, "function": {"arguments": {"y": 2}}},
        ]);
        assert_eq!(calls(pieces), [call("a", "f", "{\"x\":1}"), call("b", "g", "{\"y\":2}")]);
    }

    #[test]
    fn the_extra_content_of_a_call_goes_back_with_it() {
        let mut events = Vec::new();
        let mut calls = ToolCalls::default();
        let extra = json!({"google": {"thought_signature": "c2ln"}});
        calls.push(&json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}), &mut events);
        let second = json!({"index": 1, "id": "b", "function": {"name": "g"}, "extra_content": extra});
        calls.push(&second, &mut events);
        calls.push(&json!({"index": 0, "extra_content": null}), &mut events);
        let extra_content = Some(extra.to_string());
        let back = ChatEvent::SentBack { index: 1, reasoning: false, extra_content, reasoning_details: None };
        assert_eq!((events.len(), events.last()), (3, Some(&back)));
    }

    #[test]
    fn arguments_may_be_an_object_and_a_piece_may_be_nothing() {
        let pieces =
            json!([{"index": 0, "id": "a", "function": {"name": "f", "arguments": {"x": [1]}}}, {"index": 0}, null, 7]);
        assert_eq!(calls(pieces), [call("a", "f", "{\"x\":[1]}")]);
    }
}
