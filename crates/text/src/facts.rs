//! Parses the facts from a model's reply. Which of them become memories is decided elsewhere.
//!
//! Parsing never fails: a reply that is not a list has no facts.

use super::{
    clean::{without_fence, without_reasoning},
    normal::normalise,
    secrets::{SecretKind, find_secret},
    sentences::marker_length,
    similar::Fingerprint,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Most facts accepted from one reply. A turn contains few; more means that the model makes them up.
pub const MOST_FACTS: usize = 10;

/// Longest accepted fact, in characters.
pub const LONGEST_FACT: usize = 300;

/// Phrases by which a model says that there are no facts, in normal form.
const NOTHING: &[&str] = &[
    "none",
    "nothing",
    "null",
    "n a",
    "no facts",
    "no new facts",
    "empty",
    "немає",
    "нема",
    "немає фактів",
    "нічого",
    "ні",
    "нет",
    "нет фактов",
    "ничего",
    "нет новых фактов",
    "немає нових фактів",
];

/// The facts of one reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// At most [`MOST_FACTS`], in the order of the reply; one line each, without near-duplicates.
    pub kept: Vec<String>,
    /// Refused facts with the reason. They may contain secrets: show them at most, never store them.
    pub refused: Vec<(String, FactRefusal)>,
}

/// Why a fact is refused. `Display` gives a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactRefusal {
    /// It looks like it holds a secret.
    Secret(SecretKind),
    /// It has more than [`LONGEST_FACT`] characters.
    TooLong,
    /// [`MOST_FACTS`] were already accepted.
    TooMany,
}

impl fmt::Display for FactRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret(kind) => write!(formatter, "It looks like {kind}, and secrets are not kept."),
            Self::TooLong => write!(formatter, "It is longer than {LONGEST_FACT} characters."),
            Self::TooMany => write!(formatter, "More than {MOST_FACTS} facts came at once."),
        }
    }
}

/// The facts in a reply: lines such as `- fact`, or a JSON array of strings, possibly after reasoning or in a fence.
/// `NONE` and its equivalents in three languages mean no facts.
/// ```
/// let facts = ricordo_text::facts::parse("- User lives in Kyiv\n- The user lives in Kyiv.\n- Likes tea");
/// assert_eq!(facts.kept, ["User lives in Kyiv", "Likes tea"]);
/// ```
pub fn parse(reply: &str) -> Facts {
    let Some(output) = without_reasoning(reply) else { return Facts::default() };
    let output = without_fence(output.trim());
    let found = from_json(output).unwrap_or_else(|| from_lines(output));
    let mut facts = Facts::default();
    let mut seen: Vec<Fingerprint> = Vec::new();
    for fact in found.iter().map(|fact| one_line(fact)) {
        let normal = normalise(&fact);
        if normal.is_empty() || NOTHING.contains(&normal.as_str()) {
            continue;
        }
        if let Some(reason) = refusal(&fact) {
            facts.refused.push((fact, reason));
            continue;
        }
        let fingerprint = Fingerprint::of(&fact);
        if seen.iter().any(|other| other.is_near_duplicate(&fingerprint)) {
            continue;
        }
        if seen.len() == MOST_FACTS {
            facts.refused.push((fact, FactRefusal::TooMany));
            continue;
        }
        seen.push(fingerprint);
        facts.kept.push(fact);
    }
    facts
}

/// Why the fact is refused, regardless of the other facts.
fn refusal(fact: &str) -> Option<FactRefusal> {
    let secret = find_secret(fact).map(FactRefusal::Secret);
    secret.or_else(|| fact.chars().nth(LONGEST_FACT).map(|_| FactRefusal::TooLong))
}

/// The strings of the JSON array in the reply. `None` if there is none.
fn from_json(output: &str) -> Option<Vec<String>> {
    let whole = serde_json::from_str::<Value>(output).ok();
    let part = || {
        let (start, end) = (output.find('[')?, output.rfind(']')?);
        serde_json::from_str::<Value>(output.get(start..=end)?).ok()
    };
    let value = whole.or_else(part)?;
    let items = match &value {
        Value::Array(items) => items,
        Value::Object(fields) => fields.get("facts")?.as_array()?,
        _ => return None,
    };
    let text = |item: &Value| {
        let text = item.as_str().or_else(|| item.get("fact")?.as_str()).or_else(|| item.get("text")?.as_str());
        text.map(str::to_owned)
    };
    let found: Vec<String> = items.iter().filter_map(text).collect();
    // `[1]` in a list of lines is a marker, not a list of facts.
    (!found.is_empty() || items.is_empty()).then_some(found)
}

/// The list items with their continuation lines. Other lines are text around the list.
fn from_lines(output: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in output.lines() {
        let marker = marker_length(line);
        if marker > 0 {
            found.push(line[marker..].to_owned());
        } else if let Some(fact) = found.last_mut().filter(|_| inside && line.starts_with([' ', '\t'])) {
            fact.push(' ');
            fact.push_str(line);
        }
        inside = (marker > 0 || inside) && !line.trim().is_empty();
    }
    found
}

/// The fact on one line, without surrounding quotes and emphasis.
fn one_line(fact: &str) -> String {
    let words: Vec<&str> = fact.split_whitespace().collect();
    let line = words.join(" ");
    let pairs = [("**", "**"), ("\"", "\""), ("«", "»"), ("“", "”"), ("`", "`")];
    let inside = pairs.iter().find_map(|(open, close)| {
        let inside = line.strip_prefix(open)?.strip_suffix(close)?;
        (!inside.contains(open) && !inside.contains(close)).then_some(inside)
    });
    inside.unwrap_or(&line).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{FactRefusal, LONGEST_FACT, MOST_FACTS, parse};
    use crate::secrets::SecretKind;
    use proptest::prelude::*;

    #[test]
    fn lists_are_read_in_every_dress() {
        let expected = ["Lives in Kyiv", "Likes tea"];
        for reply in [
            "- Lives in Kyiv\n- Likes tea",
            "Here are the facts:\n\n* Lives in Kyiv\n* **Likes tea**\n\nAnything else?",
            "1. Lives in\n   Kyiv\n2) \"Likes tea\"",
            "[\"Lives in Kyiv\", \"Likes tea\"]",
            "```json\n[\"Lives in Kyiv\",\n \"Likes tea\"]\n```",
            "Facts: [\"Lives in Kyiv\", \"Likes tea\"] as asked.",
            "{\"facts\": [{\"fact\": \"Lives in Kyiv\"}, \"Likes tea\"]}",
            "<think>- Hates tea</think>\n- Lives in Kyiv\n• Likes tea",
        ] {
            let facts = parse(reply);
            assert_eq!(facts.kept, expected, "{reply}");
            assert!(facts.refused.is_empty());
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for reply in [
            "",
            "NONE",
            "None.",
            "- NONE",
            "немає",
            "Нет",
            "[]",
            "[1, 2]",
            "\"NONE\"",
            "There are no facts.",
            "<think>- a b",
        ] {
            assert_eq!(parse(reply), super::Facts::default(), "{reply}");
        }
    }

    #[test]
    fn secrets_are_refused_with_their_kind() {
        let facts = parse("- Likes tea\n- The password is hunter2\n- Картка 4111 1111 1111 1111");
        assert_eq!(facts.kept, ["Likes tea"]);
        let reasons: Vec<_> = facts.refused.iter().map(|(_, reason)| *reason).collect();
        assert_eq!(reasons, [FactRefusal::Secret(SecretKind::Password), FactRefusal::Secret(SecretKind::CardNumber)]);
        assert_eq!(reasons[0].to_string(), "It looks like a password, and secrets are not kept.");
    }

    #[test]
    fn facts_beyond_the_limits_are_refused() {
        let mut lines: Vec<_> = (0..=MOST_FACTS).map(|number| format!("- Owns house number {number}")).collect();
        lines.push("- The user owns house number 3.".into());
        let facts = parse(&lines.join("\n"));
        assert_eq!(facts.kept.len(), MOST_FACTS);
        assert_eq!(facts.refused, [("Owns house number 10".to_owned(), FactRefusal::TooMany)]);
        let long = format!("- {}", "їжа ".repeat(LONGEST_FACT / 4 + 1));
        assert_eq!(parse(&long).refused[0].1, FactRefusal::TooLong);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_answer_is_read_and_the_limits_hold(reply in "(- |\\* |1\\. |\n|\\[|\\]|\"|,|```|[a-cїЖ ]{1,9}|[0-9]{1,5}|<think>){0,60}") {
            let facts = parse(&reply);
            prop_assert!(facts.kept.len() <= MOST_FACTS);
            for fact in &facts.kept {
                prop_assert!(fact.chars().count() <= LONGEST_FACT && !fact.contains('\n') && !fact.trim().is_empty());
            }
        }
    }
}
