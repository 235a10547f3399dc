//! The `reasoning_details` of a reply, which OpenRouter wants back with its tool calls.

use ricordo_record::request::ChatEvent;
use serde_json::{Map, Value};

/// Longest JSON that is kept, in bytes. Without it a server may refuse the next round, but no conversation grows without
/// a limit.
const LONGEST: usize = 1024 * 1024;

/// The entries so far.
#[derive(Debug, Default)]
pub(super) struct ReasoningDetails {
    entries: Vec<Map<String, Value>>,
    /// Whether something arrived since [`ReasoningDetails::sent_back`].
    is_new: bool,
}

impl ReasoningDetails {
    /// Takes the field of a delta. Entries with an index continue the one with the same index, type and id.
    pub(super) fn push(&mut self, pieces: Option<&Value>) {
        for piece in pieces.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
            self.is_new = true;
            match self.entries.iter_mut().rfind(|entry| continues(entry, piece)) {
                Some(entry) => join(entry, piece),
                None => self.entries.push(piece.clone()),
            }
        }
    }

    /// The event that keeps the entries with the first tool call, if there are new ones.
    pub(super) fn sent_back(&mut self) -> Option<ChatEvent> {
        if !std::mem::take(&mut self.is_new) {
            return None;
        }
        let json = serde_json::to_string(&self.entries).ok().filter(|json| json.len() <= LONGEST)?;
        let reasoning_details = Some(json);
        Some(ChatEvent::SentBack { index: 0, reasoning: false, extra_content: None, reasoning_details })
    }
}

fn continues(entry: &Map<String, Value>, piece: &Map<String, Value>) -> bool {
    let given = |of: &'static str| (entry.get(of).unwrap_or(&Value::Null), piece.get(of).unwrap_or(&Value::Null));
    let (known, index) = given("index");
    // The text and the encrypted thoughts of a model may share an index, and so may those of two calls.
    let may_be_same = |of| {
        let (known, new) = given(of);
        known == new || known.is_null() || new.is_null()
    };
    index.is_number() && known == index && may_be_same("type") && may_be_same("id")
}

fn join(entry: &mut Map<String, Value>, piece: &Map<String, Value>) {
    for (name, value) in piece.iter().filter(|(_, value)| !value.is_null()) {
        match (entry.entry(name.as_str()).or_insert(Value::Null), value) {
            (known @ Value::Null, value) => *known = value.clone(),
            (Value::String(known), Value::String(more)) => match name.as_str() {
                "text" | "summary" => known.push_str(more),
                // Some servers repeat them with every piece.
                "data" | "signature" if known != more => known.push_str(more),
                _ => {}
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kept(pieces: &[Value]) -> Option<Value> {
        let mut details = ReasoningDetails::default();
        pieces.iter().for_each(|piece| details.push(Some(piece)));
        let event = details.sent_back();
        assert_eq!(details.sent_back(), None, "it is told once");
        match event? {
            ChatEvent::SentBack { index: 0, reasoning: false, extra_content: None, reasoning_details } => {
                serde_json::from_str(&reasoning_details?).ok()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pieces_with_one_index_are_one_entry() {
        let claude = "anthropic-claude-v1";
        let pieces = [
            json!([{"type": "reasoning.text", "text": "", "signature": "", "format": claude, "index": 0}]),
            json!([{"type": "reasoning.text", "text": "The ", "format": claude, "index": 0}]),
            json!([{"type": "reasoning.text", "text": "tasks.", "format": null, "index": 0}]),
            json!([{"type": "reasoning.text", "signature": "c2ln", "format": claude, "index": 0}]),
        ];
        let whole = json!([{"type": "reasoning.text", "text": "The tasks.", "signature": "c2ln", "format": claude, "index": 0}]);
        assert_eq!(kept(&pieces), Some(whole));
    }

    #[test]
    fn entries_of_another_kind_call_or_without_an_index_stay_apart() {
        let text = json!({"type": "reasoning.text", "text": "Hm.", "index": 0});
        let secret = |id: &str| json!({"type": "reasoning.encrypted", "data": "c2ln", "id": id, "index": 0});
        let summary = json!({"type": "reasoning.summary", "summary": "Counted."});
        let pieces = [json!([text]), json!([secret("a"), secret("b")]), json!([secret("b"), summary, summary])];
        assert_eq!(kept(&pieces), Some(json!([text, secret("a"), secret("b"), summary, summary])));
    }

    #[test]
    fn nothing_nonsense_and_too_much_are_not_kept() {
        for piece in [json!(null), json!([]), json!("Hm."), json!([7, null])] {
            assert_eq!(kept(&[piece]), None);
        }
        assert_eq!(kept(&[json!([{"data": "x".repeat(LONGEST)}])]), None);
    }
}
