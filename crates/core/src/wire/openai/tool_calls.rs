//! Tool calls that come in pieces: which piece belongs to which call. What a call does is not known here.

use crate::model::ChatEvent;
use serde_json::Value;

/// The calls of one reply so far.
#[derive(Debug, Default)]
pub(super) struct ToolCalls {
    calls: Vec<Call>,
}

#[derive(Debug, Default)]
struct Call {
    /// The number the server gives it. Some give none, some give every call the same.
    index: Option<u64>,
    id: Option<String>,
    named: bool,
}

impl ToolCalls {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Takes one piece, `{index, id, function: {name, arguments}}`, any of which may be missing.
    pub(super) fn push(&mut self, piece: &Value, events: &mut Vec<ChatEvent>) {
        let id = non_empty(piece.get("id"));
        let function = piece.get("function").unwrap_or(piece);
        let name = non_empty(function.get("name"));
        let arguments = match function.get("arguments") {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(object) => object.to_string(),
        };
        if id.is_none() && name.is_none() && arguments.is_empty() {
            return;
        }
        let at = self.find(piece.get("index").and_then(Value::as_u64), id, name.is_some());
        let call = &mut self.calls[at];
        let new_id = id.filter(|_| call.id.is_none());
        if let Some(id) = new_id {
            call.id = Some(id.to_owned());
        }
        let new_name = name.filter(|_| !call.named);
        call.named |= new_name.is_some();
        events.push(ChatEvent::ToolCall {
            index: u32::try_from(at).unwrap_or(u32::MAX),
            id: new_id.map(str::to_owned),
            name: new_name.map(str::to_owned),
            arguments,
        });
    }

    /// The place of the call that the piece belongs to; a new place if it begins one.
    fn find(&mut self, index: Option<u64>, id: Option<&str>, named: bool) -> usize {
        let by_id = id.and_then(|id| self.calls.iter().rposition(|call| call.id.as_deref() == Some(id)));
        let known = by_id.or_else(|| match index {
            Some(index) => self.calls.iter().rposition(|call| call.index == Some(index)),
            None => self.calls.len().checked_sub(1),
        });
        let same = known.filter(|at| {
            let call = &self.calls[*at];
            let other_id = id.is_some_and(|id| call.id.as_deref().is_some_and(|known| known != id));
            let begins_another = index.is_none() && id.is_none() && named && call.named;
            let other_index = by_id.is_some() && index.is_some() && call.index.is_some() && call.index != index;
            !other_id && !begins_another && !other_index
        });
        same.unwrap_or_else(|| {
            self.calls.push(Call { index, id: None, named: false });
            self.calls.len() - 1
        })
    }
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
    fn arguments_may_be_an_object_and_a_piece_may_be_nothing() {
        let pieces =
            json!([{"index": 0, "id": "a", "function": {"name": "f", "arguments": {"x": [1]}}}, {"index": 0}, null, 7]);
        assert_eq!(calls(pieces), [call("a", "f", "{\"x\":[1]}")]);
    }
}
