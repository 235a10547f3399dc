//! Parses the facts from a model's reply. Which of them become memories is decided elsewhere.
//!
//! Parsing never fails: a reply that is not a list has no facts.

use super::{
    clean::{without_fence, without_reasoning},
    normal::normalise,
    secrets::find_secret,
    sentences::marker_length,
    similar::Fingerprint,
};
use serde_json::Value;

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
    "empty",
    "no facts",
    "no facts found",
    "no new facts",
    "no new facts found",
    "no new information",
    "no new facts about the user",
    "no information",
    "none found",
    "nothing found",
    "nothing new",
    "nothing to add",
    "nothing to remember",
    "nothing new to add",
    "nothing new to remember",
    "nothing new about the user",
    "nothing worth remembering",
    "there are no facts",
    "there are no new facts",
    "there is nothing new",
    "ні",
    "немає",
    "нема",
    "нічого",
    "нічого нового",
    "нового нічого немає",
    "нового немає",
    "нового нема",
    "нічого нового немає",
    "немає нічого нового",
    "немає фактів",
    "нема фактів",
    "фактів немає",
    "фактів не знайдено",
    "жодних фактів",
    "жодних нових фактів",
    "немає нових фактів",
    "нема нових фактів",
    "нових фактів немає",
    "нових фактів нема",
    "нових фактів не знайдено",
    "нових фактів про користувача немає",
    "немає нової інформації",
    "нової інформації немає",
    "нет",
    "ничего",
    "ничего нового",
    "нового ничего нет",
    "нового нет",
    "ничего нового нет",
    "нет ничего нового",
    "нет фактов",
    "фактов нет",
    "фактов не найдено",
    "никаких фактов",
    "никаких новых фактов",
    "нет новых фактов",
    "новых фактов нет",
    "новых фактов не найдено",
    "новых фактов о пользователе нет",
    "нет новой информации",
    "новой информации нет",
];

/// The facts in a reply: lines such as `- fact`, or a JSON array of strings, possibly after reasoning or in a fence.
/// `NONE` and its equivalents in three languages mean no facts. At most [`MOST_FACTS`], in the order of the reply; one line
/// each, without near-duplicates and without what is too long or may hold a secret.
/// ```
/// let facts = ricordo_text::facts::parse("- User lives in Kyiv\n- The user lives in Kyiv.\n- Likes tea");
/// assert_eq!(facts, ["User lives in Kyiv", "Likes tea"]);
/// ```
pub fn parse(reply: &str) -> Vec<String> {
    let Some(output) = without_reasoning(reply) else { return Vec::new() };
    let output = without_fence(output.trim());
    let found = from_json(output).unwrap_or_else(|| from_lines(output));
    let mut facts = Vec::new();
    let mut seen: Vec<Fingerprint> = Vec::new();
    for fact in found.iter().map(|fact| one_line(fact)) {
        let normal = normalise(&fact);
        if normal.is_empty() || NOTHING.contains(&normal.as_str()) || is_refused(&fact) {
            continue;
        }
        let fingerprint = Fingerprint::of(&fact);
        if seen.iter().any(|other| other.is_near_duplicate(&fingerprint)) {
            continue;
        }
        if seen.len() == MOST_FACTS {
            break;
        }
        seen.push(fingerprint);
        facts.push(fact);
    }
    facts
}

/// Whether the fact may hold a secret or is too long.
fn is_refused(fact: &str) -> bool {
    find_secret(fact).is_some() || fact.chars().nth(LONGEST_FACT).is_some()
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
    use super::{LONGEST_FACT, MOST_FACTS, parse};
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
            assert_eq!(parse(reply), expected, "{reply}");
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for reply in [
            "",
            "NONE",
            "None.",
            "- NONE",
            "- Nothing new",
            "- No new information.",
            "* (Nothing new to remember)",
            "- **No new facts found.**",
            "- Нічого нового.",
            "1. Нових фактів немає",
            "- Ничего нового",
            "- Новых фактов не найдено.",
            "немає",
            "Нет",
            "[]",
            "[1, 2]",
            "\"NONE\"",
            "There are no facts.",
            "<think>- a b",
        ] {
            assert!(parse(reply).is_empty(), "{reply}");
        }
    }

    #[test]
    fn a_fact_that_begins_like_nothing_is_one() {
        for fact in ["Nothing new scares Anna", "No new facts interest Boris", "Нічого нового не купує"]
        {
            assert_eq!(parse(&format!("- {fact}")), [fact]);
        }
    }

    #[test]
    fn secrets_are_refused() {
        let facts = parse("- Likes tea\n- The password is hunter2\n- Картка 4111 1111 1111 1111");
        assert_eq!(facts, ["Likes tea"]);
    }

    #[test]
    fn facts_beyond_the_limits_are_refused() {
        let mut lines: Vec<_> = (0..=MOST_FACTS).map(|number| format!("- Owns house number {number}")).collect();
        lines.push("- The user owns house number 3.".into());
        let facts = parse(&lines.join("\n"));
        assert_eq!(facts.len(), MOST_FACTS);
        assert!(facts.iter().all(|fact| !fact.contains("10")), "{facts:?}");
        let longest = format!("{}їжак", "їжа ".repeat(LONGEST_FACT / 4 - 1));
        assert_eq!(parse(&format!("- {longest}и")), [""; 0]);
        assert_eq!(parse(&format!("- {longest}")), [longest]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_answer_is_read_and_the_limits_hold(reply in "(- |\\* |1\\. |\n|\\[|\\]|\"|,|```|[a-cїЖ ]{1,9}|[0-9]{1,5}|<think>){0,60}") {
            let facts = parse(&reply);
            prop_assert!(facts.len() <= MOST_FACTS);
            for fact in &facts {
                prop_assert!(fact.chars().count() <= LONGEST_FACT && !fact.contains('\n') && !fact.trim().is_empty());
            }
        }
    }
}
