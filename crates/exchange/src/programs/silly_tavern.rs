//! SillyTavern's files: chats with one message per line, characters, and World Info.
//!
//! The swipes of a reply become branches. A character becomes a template, with its picture if the file has one. A short entry of World Info is proposed as a memory
//! with its keys as key words; long ones, and those without keys, become a document, in which recall finds what a message is
//! about.

use crate::{
    conversation::{Exported, Image, Meaning, Names, Node, Piece, as_text},
    dates::{time, time_of},
    documents::{Text, document},
    facts::{is_key_word, propose_with, template},
    fields::{flag, full, list, reply, text, values, with_text},
    format::Out,
};
use ricordo_core::{
    exchange::Why,
    memory::MOST_KEY_WORDS,
    message::{Finish, Role},
    scope::Scope,
};
use serde_json::Value;
use std::collections::BTreeSet;

const PROGRAM: &str = "sillytavern";
/// Position of an entry that stands at a depth among the messages.
const AT_DEPTH: u64 = 4;
/// The placeholder for the user's name in system prompts. Other texts are sent as they are.
const USERNAME: &str = "{username}";
/// Maximum number of entries of a book that the report names.
const NAMED: usize = 6;
/// Fields with the instructions of a character, with their names on the first cards.
const PARTS: [&str; 9] = [
    "system_prompt",
    "description",
    "char_persona",
    "personality",
    "scenario",
    "world_scenario",
    "mes_example",
    "example_dialogue",
    "post_history_instructions",
];

/// Whether an element is a line of a chat: its head or a message.
pub(crate) fn is_chat_line(value: &Value) -> bool {
    (words(value).is_some() && value["is_user"].is_boolean())
        || (value["character_name"].is_string() && value["user_name"].is_string())
        || value["chat_metadata"].is_object()
}

/// Whether an element is a character.
pub(crate) fn is_character(value: &Value) -> bool {
    text(value, "spec").starts_with("chara_card")
        || ["name", "description", "first_mes"].iter().all(|field| value[*field].is_string())
        || ["char_name", "char_persona"].iter().all(|field| value[*field].is_string())
}

/// Whether an element is World Info.
pub(crate) fn is_world(value: &Value) -> bool {
    let entries = values(&value["entries"]);
    let is_entry =
        |entry: &&Value| entry["content"].is_string() && (entry["key"].is_array() || entry["keys"].is_array());
    entries.iter().any(is_entry)
}

/// Reads a chat.
pub(crate) fn chat(lines: Vec<Value>, path: &str, out: &mut Out) {
    let head = lines.iter().find(|line| words(line).is_none()).unwrap_or(&Value::Null);
    let messages: Vec<&Value> = lines.iter().filter(|line| words(line).is_some()).collect();
    let is_partner = |message: &&&Value| !flag(message, "is_user") && !flag(message, "is_system") && !is_note(message);
    let partner = messages.iter().find(is_partner);
    let partner = partner.or(messages.iter().find(|message| !flag(message, "is_user")));
    // Newer versions write placeholders into the head.
    let name = full(head, "character_name").filter(|name| name != "unused");
    let name = name.or_else(|| full(partner?, "name")).unwrap_or_default();
    let file = path.rsplit('/').next().and_then(|file| file.strip_suffix(".jsonl")).unwrap_or_default();
    let title = if file.is_empty() { name.trim() } else { file };
    let begin_of = |message: &&Value| as_text(&message["send_date"]) + words(message).unwrap_or_default();
    // A branch or a checkpoint begins like the chat it was taken from.
    let is_branch = full(&head["chat_metadata"], "main_chat").is_some();
    let begin: String = messages.iter().take(if is_branch { usize::MAX } else { 1 }).map(begin_of).collect();
    // What the user wrote for this chat alone.
    let own =
        ["system_prompt", "scenario", "note_prompt"].iter().filter_map(|field| full(&head["chat_metadata"], field));
    let exported = Exported {
        program: PROGRAM,
        system_prompt: filled(&own.collect::<Vec<_>>().join("\n\n"), Some(&name), USERNAME),
        id: Some(format!("{name}/{}/{begin}", text(head, "create_date"))),
        title: title.to_owned(),
        created_at: time_of(head, &["create_date"])
            .filter(|at| messages.iter().all(|one| time(&one["send_date"]).is_none_or(|sent| sent >= *at))),
        nodes: nodes(&messages),
        current: messages.len().checked_sub(1).map(|last| format!("#{last}")),
        ..Exported::default()
    };
    exported.write(if title.is_empty() { "#1" } else { title }, out);
}

/// The text of a message or of a swipe, which is inside of another object in the files of Chub.
fn words(line: &Value) -> Option<&str> {
    let own = &line["mes"];
    own.as_str().or(own["message"].as_str())
}

/// The messages, each with its swipes beside it.
fn nodes(messages: &[&Value]) -> Vec<Node> {
    let is_spoken = |message: &Value| !flag(message, "is_user") && !is_note(message);
    let speaker = |message: &Value| Some(text(message, "name").to_owned()).filter(|_| is_spoken(message));
    let speakers: BTreeSet<String> =
        messages.iter().filter(|message| !flag(message, "is_system")).filter_map(|message| speaker(message)).collect();
    let named = |message: &Value, words: &str| match speaker(message) {
        // In a group, the text does not show who speaks.
        Some(name) if speakers.len() > 1 && !name.is_empty() && !words.trim().is_empty() => format!("{name}: {words}"),
        _ => words.to_owned(),
    };
    let mut nodes: Vec<Node> = Vec::new();
    let mut before: Option<String> = None;
    for (number, message) in messages.iter().enumerate() {
        let id = format!("#{number}");
        let shown = message["swipe_id"].as_u64().unwrap_or(0);
        let swipes: Vec<&Value> = list(message, "swipes").collect();
        let has_others = swipes.len() > 1;
        let infos: Vec<&Value> = list(message, "swipe_info").collect();
        for (swipe, other) in (0_u64..).zip(&swipes).filter(|(swipe, _)| has_others && *swipe != shown) {
            let info = usize::try_from(swipe).ok().and_then(|swipe| infos.get(swipe).copied()).unwrap_or(&Value::Null);
            nodes.push(Node {
                id: format!("{id}/{swipe}"),
                parent: before.clone(),
                children: Vec::new(),
                at: time_of(info, &["send_date"]).or_else(|| time(&message["send_date"])),
                meaning: meaning(
                    message,
                    &named(message, other.as_str().unwrap_or(text(other, "message"))),
                    &info["extra"],
                ),
            });
        }
        nodes.push(Node {
            id: id.clone(),
            parent: before.replace(id),
            children: Vec::new(),
            at: time(&message["send_date"]),
            meaning: meaning(message, &named(message, words(message).unwrap_or_default()), &message["extra"]),
        });
    }
    nodes
}

/// Whether a message has no author, such as those of a narrator, comments and help. A welcome is the character's.
fn is_note(message: &Value) -> bool {
    !matches!(text(&message["extra"], "type"), "" | "assistant_message")
}

fn meaning(message: &Value, words: &str, extra: &Value) -> Meaning {
    let role = match (flag(message, "is_user"), is_note(message)) {
        (true, _) => Role::User,
        (false, true) => Role::System,
        (false, false) => Role::Assistant,
    };
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, call) in list(extra, "tool_invocations").enumerate() {
        let id = full(call, "id").unwrap_or_else(|| format!("call_{number}"));
        pieces.push(Piece::Call {
            id: id.clone(),
            name: text(call, "name").to_owned(),
            arguments: as_text(&call["parameters"]),
        });
        pieces.push(Piece::Output { call: id, content: as_text(&call["result"]), is_error: false });
    }
    let is_call = !pieces.is_empty();
    pieces.extend(full(extra, "reasoning").map(Piece::Reasoning));
    // The text of a message with calls only repeats them.
    pieces.extend(Some(words).filter(|_| !is_call).into_iter().flat_map(reply));
    let images = ["image", "inline_image"].iter().filter_map(|field| full(extra, field));
    let images = images.chain(list(extra, "image_swipes").filter_map(Value::as_str).map(str::to_owned));
    let mut images: Vec<String> = images.chain(list(extra, "media").filter_map(|one| full(one, "url"))).collect();
    let mut known = BTreeSet::new();
    images.retain(|address| known.insert(address.clone()));
    pieces.extend(images.iter().map(|address| Piece::Image(Image::at(address, text(extra, "title")))));
    let files = Some(&extra["file"]).into_iter().chain(list(extra, "files"));
    pieces.extend(files.filter_map(|file| {
        let name = full(file, "name")?;
        Some(full(file, "text").map_or_else(|| Piece::File(name.clone()), |content| with_text(&name, &content)))
    }));
    let role = if is_call { Role::Assistant } else { role };
    // A text that the user wrote for the character has the model that was chosen then.
    let has_model = role == Role::Assistant && text(extra, "api") != "manual";
    Meaning::of(role, pieces, full(extra, "model").filter(|_| has_model), Finish::Complete)
}

/// Reads a character: its instructions become a template.
pub(crate) fn character(value: &Value, unnamed: &str, out: &mut Out) {
    let data = if value["data"].is_object() { &value["data"] } else { value };
    let name = full(data, "name").or_else(|| full(data, "char_name")).unwrap_or_default();
    let called = if name.is_empty() { unnamed } else { name.trim() };
    let parts = PARTS.iter().filter_map(|field| full(data, field));
    // The note that SillyTavern puts among the last messages.
    let note = full(&data["extensions"]["depth_prompt"], "prompt");
    let parts = parts.chain(note).map(|part| part.replace("<START>", "").trim().to_owned());
    let prompt = filled(&parts.collect::<Vec<_>>().join("\n\n"), Some(called), USERNAME);
    template(called, &prompt, &Names::of(PROGRAM, called), out);
    let first = full(data, "first_mes").or_else(|| full(data, "char_greeting"));
    let greetings = first.is_some() || list(data, "alternate_greetings").next().is_some();
    if greetings {
        out.skip(&format!("{called}: first_mes"), Why::NoPlace);
    }
    entries(&data["character_book"], called, Some(called), out);
}

/// Reads World Info.
pub(crate) fn world(value: &Value, unnamed: &str, out: &mut Out) {
    let file = out.path.rsplit('/').next().and_then(|file| file.strip_suffix(".json")).map(str::to_owned);
    let name = full(value, "name").or(file).unwrap_or_else(|| format!("World Info {unnamed}"));
    entries(value, &name, None, out);
}

/// Proposes the entries as memories with key words. The other entries become a document.
fn entries(book: &Value, called: &str, character: Option<&str>, out: &mut Out) {
    let all = values(&book["entries"]);
    let id: String = all.iter().map(|entry| heading(entry)).collect();
    let names = Names::of(PROGRAM, &id);
    let (on, off): (Vec<&Value>, Vec<&Value>) = all.into_iter().partition(|entry| is_on(entry));
    let mut parts: Vec<(String, String)> = Vec::new();
    for entry in &on {
        let content = filled(text(entry, "content"), character, "the user");
        // An entry that is always sent does not depend on its keys.
        let key_words = if flag(entry, "constant") { Vec::new() } else { keys(entry).map(str::to_owned).collect() };
        let has_key_words = key_words.iter().any(|word| is_key_word(word));
        if !propose_with(&content, key_words, called, &names, out) {
            if has_key_words {
                out.skip(&format!("{called}: {}", heading(entry)), Why::InDocument);
            }
            parts.push((heading(entry), content));
        }
    }
    if !parts.is_empty() {
        let name = full(book, "name").unwrap_or_else(|| called.to_owned());
        let text = Text { name: name.trim(), called, parts, scope: Scope::Everywhere, added_at: None };
        document(text, &names, out);
    }
    let lost = lost(&on);
    if !lost.is_empty() {
        out.skip(&format!("{called}: {}", lost.join(", ")), Why::NoPlace);
    }
    if !off.is_empty() {
        let named: Vec<String> = off.iter().take(NAMED).map(|entry| heading(entry)).collect();
        let more = if off.len() > NAMED { ", …" } else { "" };
        out.skip(&format!("{called}: {}{more}", named.join(", ")), Why::SwitchedOff);
    }
}

/// Whether an entry is used. World Info says `disable`, the book of a character `enabled`.
fn is_on(entry: &Value) -> bool {
    !flag(entry, "disable") && entry["enabled"] != Value::Bool(false)
}

/// Settings of entries that Ricordo does not support, by their names in the file.
fn lost(entries: &[&Value]) -> Vec<&'static str> {
    let order = |entry: &Value| entry["order"].as_i64().or(entry["insertion_order"].as_i64());
    let is_any = |test: &dyn Fn(&Value) -> bool| entries.iter().any(|entry| test(entry));
    let found = [
        ("key", is_any(&has_lost_keys)),
        ("keysecondary", is_any(&has_more_keys)),
        ("constant", is_any(&|entry| flag(entry, "constant"))),
        // It matters only between entries.
        ("order", entries.iter().any(|entry| order(entry) != order(entries[0]))),
        ("depth", is_any(&|entry| setting(entry, "position").as_u64() == Some(AT_DEPTH))),
        ("probability", is_any(&is_random)),
    ];
    found.into_iter().filter(|(_, is_lost)| *is_lost).map(|(name, _)| name).collect()
}

/// Whether an entry has patterns as keys, or more keys than a memory has.
fn has_lost_keys(entry: &Value) -> bool {
    !flag(entry, "constant")
        && (keys(entry).count() > MOST_KEY_WORDS || keys(entry).any(|key| !key.trim().is_empty() && !is_key_word(key)))
}

/// Whether an entry has keys that matter only together with the first ones.
fn has_more_keys(entry: &Value) -> bool {
    let more = list(entry, "keysecondary").chain(list(entry, "secondary_keys"));
    entry["selective"] != Value::Bool(false) && more.filter_map(Value::as_str).any(|key| !key.trim().is_empty())
}

/// Whether chance decides about an entry.
fn is_random(entry: &Value) -> bool {
    *setting(entry, "useProbability") != Value::Bool(false)
        && setting(entry, "probability").as_u64().is_some_and(|percent| percent < 100)
}

/// A setting of an entry. The book of a character has the settings of SillyTavern among its extensions.
fn setting<'a>(entry: &'a Value, field: &str) -> &'a Value {
    let extended = &entry["extensions"][field];
    if extended.is_null() { &entry[field] } else { extended }
}

fn keys(entry: &Value) -> impl Iterator<Item = &str> {
    list(entry, "key").chain(list(entry, "keys")).filter_map(Value::as_str)
}

/// The name of an entry with its keys, which are words that recall finds the text by.
fn heading(entry: &Value) -> String {
    let keys = keys(entry).collect::<Vec<_>>().join(", ");
    let name = full(entry, "comment").or_else(|| full(entry, "name")).filter(|name| *name != keys);
    name.into_iter().chain(Some(keys)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// A text with the names that SillyTavern fills in. A book may belong to no character.
fn filled(text: &str, character: Option<&str>, user: &str) -> String {
    let character = character.map(str::trim).filter(|name| !name.is_empty()).unwrap_or("the character");
    let macros = [
        ("{{char}}", character),
        ("{{user}}", user),
        ("<char>", character),
        ("<bot>", character),
        ("<user>", user),
        ("{{original}}", ""),
    ];
    let (mut filled, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '<']) {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let begins = |name: &str| rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
        let (length, value) = match macros.iter().find(|(name, _)| begins(name)) {
            Some((name, value)) => (name.len(), *value),
            None => (1, &rest[..1]),
        };
        filled.push_str(value);
        rest = &rest[length..];
    }
    filled.push_str(rest);
    filled.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_whatever_the_letters_and_also_without_a_character() {
        let text = "{{Char}}, {{CHAR}}, <BOT> and <char> like {{User}} and <USER>. {{original}}{x} <b> 5 < 6 {{Ї";
        assert_eq!(
            filled(text, Some("Zoe"), USERNAME),
            "Zoe, Zoe, Zoe and Zoe like {username} and {username}. {x} <b> 5 < 6 {{Ї"
        );
        assert_eq!(filled("{{user}} met {{char}}", None, "the user"), "the user met the character");
    }
}
