//! Names of the models of servers as people know them, made of their ids and of nothing else.

use super::model_name::model_name;

/// Families of models whose ids are written in small letters, and how their makers write them.
const FAMILIES: [(&str, &str); 22] = [
    ("chatgpt", "ChatGPT"),
    ("claude", "Claude"),
    ("codestral", "Codestral"),
    ("command", "Command"),
    ("deepseek", "DeepSeek"),
    ("devstral", "Devstral"),
    ("gemini", "Gemini"),
    ("gemma", "Gemma"),
    ("glm", "GLM"),
    ("gpt", "GPT"),
    ("granite", "Granite"),
    ("grok", "Grok"),
    ("kimi", "Kimi"),
    ("llama", "Llama"),
    ("magistral", "Magistral"),
    ("ministral", "Ministral"),
    ("mistral", "Mistral"),
    ("mixtral", "Mixtral"),
    ("phi", "Phi"),
    ("pixtral", "Pixtral"),
    ("qwen", "Qwen"),
    ("smollm", "SmolLM"),
];

/// Name of a model for people, in every list of models: without the organisation and with spaces. Versions, sizes and dates
/// stay. An id of an unknown family without an organisation stays as it is: it may be the name that its owner chose.
pub fn shown_name(id: &str, is_in_page: bool) -> String {
    let named = model_name(id, is_in_page);
    if is_in_page || named != id {
        return named;
    }
    let last = id.rsplit('/').next().unwrap_or(id);
    let (base, tag) = last.split_once(':').map_or((last, None), |(base, tag)| (base, Some(tag)));
    let parts: Vec<&str> = base.split('-').filter(|part| !part.is_empty()).collect();
    let Some(first) = parts.first() else { return named };
    let family = FAMILIES.iter().find(|(known, _)| *known == letters(first).to_lowercase());
    if family.is_none() && last.len() == id.len() {
        return named;
    }
    let mut name = String::new();
    for (at, part) in parts.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| parts.get(before)).copied();
        name.push_str(before.map_or("", |before| between(before, part, at == 1)));
        match family {
            Some((_, written)) if at == 0 => {
                name.push_str(if letters(first).bytes().all(|one| one.is_ascii_lowercase()) {
                    written
                } else {
                    letters(first)
                });
                name.push_str(&part[letters(part).len()..]);
            }
            Some((known, _)) => name.push_str(&capital(part, !known.ends_with("gpt"))),
            None => name.push_str(part),
        }
    }
    if let Some(tag) = tag {
        name.push(' ');
        name.push_str(&capital(tag, false));
    }
    name
}

/// Whether the name leaves something out that the id has.
pub fn says_less(name: &str, id: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    plain(name) != plain(id)
}

/// The letters with which a part begins.
fn letters(part: &str) -> &str {
    &part[..part.bytes().take_while(u8::is_ascii_alphabetic).count()]
}

/// What stands between two parts: the dash of a date or of `GPT-5`, the full stop of a version, or a space. `is_first`: they
/// are the first two.
fn between(before: &str, part: &str, is_first: bool) -> &'static str {
    let is_number = |part: &str| part.bytes().all(|one| one.is_ascii_digit());
    let gpt = is_first && before.to_lowercase().ends_with("gpt") && part.starts_with(|one: char| one.is_ascii_digit());
    match (before.len(), part.len()) {
        _ if gpt => "-",
        _ if !is_number(before) || !is_number(part) => " ",
        (1, 1) => ".",
        (1, 2) if !part.starts_with('0') => ".",
        (4, 2) | (2, 2 | 4) => "-",
        _ => " ",
    }
}

/// A part as it is written in names: `70B`, `R1`, `Sonnet`. `has_capitals`: words begin with a capital letter.
fn capital(part: &str, has_capitals: bool) -> String {
    if is_size(part) {
        return part.to_ascii_uppercase().replace('X', "x");
    }
    let small = letters(part);
    let is_word = small.len() == part.len() && part.len() > 2;
    let is_version = small.len() == 1 && part.len() > 1 && part[1..].bytes().all(|one| one.is_ascii_digit());
    let mut rest = part.chars();
    match rest.next() {
        Some(first) if has_capitals && (is_word || is_version) => {
            format!("{}{}", first.to_ascii_uppercase(), rest.as_str())
        }
        _ => part.to_owned(),
    }
}

/// Whether a part is a number of parameters: `8b`, `0.5b`, `8x7b`, `a3b`, `135m`.
fn is_size(part: &str) -> bool {
    let number = part.strip_suffix(['b', 'B', 'm', 'M']).map(|number| number.strip_prefix('a').unwrap_or(number));
    number.is_some_and(|number| {
        number.starts_with(|one: char| one.is_ascii_digit())
            && number.bytes().all(|one| one.is_ascii_digit() || matches!(one, b'.' | b'x'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_has_the_name_that_people_know_and_keeps_its_version_size_and_date() {
        for (id, name) in [
            ("meta-llama/Llama-3.3-70B-Instruct-Turbo", "Llama 3.3 70B Instruct Turbo"),
            ("gpt-4o-2024-11-20", "GPT-4o 2024-11-20"),
            ("gpt-5-mini", "GPT-5 mini"),
            ("openai/gpt-oss-120b", "GPT oss 120B"),
            ("claude-sonnet-4-5-20250929", "Claude Sonnet 4.5 20250929"),
            ("anthropic/claude-3-5-haiku", "Claude 3.5 Haiku"),
            ("models/gemini-2.5-flash-preview-04-17", "Gemini 2.5 Flash Preview 04-17"),
            ("command-r-08-2024", "Command r 08-2024"),
            ("mistral-large-2411", "Mistral Large 2411"),
            ("mixtral-8x7b-32768", "Mixtral 8x7B 32768"),
            ("qwen/qwen3-30b-a3b:free", "Qwen3 30B A3B free"),
            ("deepseek/deepseek-r1-0528", "DeepSeek R1 0528"),
            ("llama3.2:latest", "Llama3.2 latest"),
            ("qwen2.5-coder:7b", "Qwen2.5 Coder 7B"),
            ("acme/own-model_v2", "own model_v2"),
            ("/models/Qwen3-8B-F16.gguf", "Qwen3 8B"),
        ] {
            assert_eq!(shown_name(id, false), name, "{id}");
        }
        assert_eq!(shown_name("SmolLM2-135M-Instruct.Q4_1", true), "SmolLM2 135M Instruct");
    }

    #[test]
    fn no_name_is_made_up_for_an_id_of_an_unknown_family() {
        for id in ["test-model", "o3-pro", "my-model:latest", "", "-", "модель-1", "gptq-model", "a/", "/"] {
            assert_eq!(shown_name(id, false), id);
        }
    }

    #[test]
    fn a_name_has_every_letter_of_the_last_part_of_its_id() {
        for id in ["gpt-4-0613", "claude-opus-4-10", "x/llama-3-8b-8192", "glm-4-5-air:free", "phi-é-4", "grok-é"] {
            let last = id.rsplit('/').next().unwrap();
            assert!(!says_less(&shown_name(id, false), last), "{id}: {}", shown_name(id, false));
        }
    }

    #[test]
    fn an_id_says_more_only_where_the_name_leaves_a_letter_out() {
        assert!(says_less("Llama 3.3", "meta-llama/Llama-3.3") && says_less("Qwen3 8B", "Qwen3-8B-F16.gguf"));
        assert!(!says_less("GPT-5 mini", "gpt-5-mini") && !says_less("", ""));
    }
}
