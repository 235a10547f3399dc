//! Reasoning and tool calls that are written into the text of a reply, as `<details type="…">` with escaped attributes.

use crate::{
    conversation::Piece,
    fields::{fenced, reply},
};
use serde_json::Value;

const START: &str = "<details type=\"";
const END: &str = "</details>";

/// The pieces of a reply, in order.
pub(super) fn pieces(content: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut searched) = (0, 0);
    while let Some(start) = content[searched..].find(START).map(|at| searched + at) {
        // A block that was taken may have a fence without its end.
        let is_quoted = content[from..start].matches("```").count() % 2 == 1;
        let Some(length) = content[start..].find(END).filter(|_| !is_quoted) else {
            searched = start + START.len();
            continue;
        };
        pieces.extend(text_of(&content[from..start]));
        let end = start + length;
        pieces.extend(block(&content[start..end], pieces.len()));
        from = end + END.len();
        searched = from;
    }
    pieces.extend(text_of(&content[from..]));
    pieces
}

fn text_of(text: &str) -> Vec<Piece> {
    let text = text.trim();
    if text.is_empty() { Vec::new() } else { reply(text) }
}

/// The pieces of a block, whose number makes up for a missing id.
fn block(block: &str, number: usize) -> Vec<Piece> {
    let (tag, body) = block.split_once('>').unwrap_or((block, ""));
    let body = body.split_once("</summary>").map_or(body, |(_, body)| body).trim();
    let attribute = |name: &str| {
        let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(unescaped(tag[from..].split('"').next()?))
    };
    let kind = attribute("type").unwrap_or_default();
    if kind == "reasoning" {
        let lines = unescaped(body);
        let lines = lines
            .lines()
            .map(|line| line.strip_prefix('>').map_or(line, |line| line.strip_prefix(' ').unwrap_or(line)));
        return vec![Piece::Reasoning(lines.collect::<Vec<_>>().join("\n"))];
    }
    if kind != "tool_calls" {
        // The output of code.
        let printed = attribute("output").map(|output| Piece::Text(fenced("", &inner(&output))));
        return std::iter::once(Piece::Text(unescaped(body))).chain(printed).collect();
    }
    let id = attribute("id").filter(|id| !id.is_empty()).unwrap_or_else(|| format!("call_{number}"));
    let content = attribute("result").map_or_else(|| unescaped(body), |result| inner(&result));
    let name = attribute("name").unwrap_or_default();
    let arguments = inner(&attribute("arguments").unwrap_or_default());
    vec![Piece::Call { id: id.clone(), name, arguments }, Piece::Output { call: id, content, is_error: false }]
}

/// The text in a JSON string: values were made JSON twice.
fn inner(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::String(inner)) => inner,
        _ => text.to_owned(),
    }
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#x27;", "'");
    text.replace("&#39;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(content: &str) -> Vec<String> {
        let shown = |piece: &Piece| match piece {
            Piece::Text(text) => format!("text {text}"),
            Piece::Reasoning(text) => format!("reasoning {text}"),
            Piece::Call { id, name, arguments } => format!("call {id} {name} {arguments}"),
            Piece::Output { call, content, .. } => format!("output {call} {content}"),
            other => format!("{other:?}"),
        };
        pieces(content).iter().map(shown).collect()
    }

    #[test]
    fn reasoning_and_calls_are_taken_out_of_the_text() {
        let content = "<details type=\"reasoning\" done=\"true\" duration=\"3\">\n<summary>Thought for 3 seconds</summary>\n&gt; One\n&gt; Two\n</details>\nFirst\n<details type=\"tool_calls\" done=\"true\" id=\"c1\" name=\"look_up\" arguments=\"&quot;{\\&quot;a\\&quot;: 1}&quot;\" result=\"&quot;it&#x27;s &amp;lt; 3&quot;\">\n<summary>Tool Executed</summary>\n</details>\nThen";
        assert_eq!(
            shown(content),
            ["reasoning One\nTwo", "text First", "call c1 look_up {\"a\": 1}", "output c1 it's &lt; 3", "text Then"]
        );
    }

    #[test]
    fn a_fence_in_a_block_does_not_quote_the_block_after_it() {
        let call = |body: &str| format!("<details type=\"tool_calls\" id=\"c\" name=\"x\">\n{body}\n</details>");
        let content = format!("{}\nThen\n{}", call("```rust\nlet a"), call("b"));
        assert_eq!(shown(&content), ["call c x ", "output c ```rust\nlet a", "text Then", "call c x ", "output c b"]);
    }

    #[test]
    fn what_is_quoted_or_never_ends_stays_text() {
        for content in
            ["```html\n<details type=\"tool_calls\" name=\"x\">\n</details>\n```", "<details type=\"reasoning\""]
        {
            assert_eq!(shown(content), [format!("text {content}")]);
        }
    }
}
