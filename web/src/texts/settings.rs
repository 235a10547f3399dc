//! Texts of the settings page: groups, units and choices.

use ricordo_core::settings::{Group, Unit};

include!(concat!(env!("OUT_DIR"), "/texts/settings.rs"));

/// Name of a group.
pub fn group(group: Group) -> &'static str {
    let texts = settings();
    match group {
        Group::General => texts.general,
        Group::Assistant => texts.assistant,
        Group::Context => texts.context,
        Group::Summaries => texts.summaries,
        Group::Compression => texts.compression,
        Group::Memories => texts.memories,
        Group::Recall => texts.recall,
        Group::Tools => texts.tools,
        Group::Model => texts.model,
    }
}

/// Name of a unit.
pub fn unit(unit: Unit) -> &'static str {
    let texts = settings();
    match unit {
        Unit::Tokens => texts.unit_tokens,
        Unit::Messages => texts.unit_messages,
        Unit::Days => texts.unit_days,
        Unit::Minutes => texts.unit_minutes,
        Unit::Megabytes => texts.unit_megabytes,
        Unit::Seconds => texts.unit_seconds,
        Unit::Percent => "%",
        Unit::Nothing => "",
    }
}

/// Name of a choice; `None` if the name is unknown.
pub fn choice(name: &str) -> Option<&'static str> {
    let texts = choices();
    Some(match name {
        "in_window" => texts.in_window,
        "date_and_time" => texts.date_and_time,
        "date" => texts.date,
        "auto" => texts.auto,
        "plain" => texts.plain,
        "group" => texts.group,
        "o200k" => texts.o200k,
        "cl100k" => texts.cl100k,
        "all" => texts.all,
        "conversation" => texts.conversation,
        "memory" => texts.memory,
        "reduced_history" => texts.reduced_history,
        "least_useful" => texts.least_useful,
        "oldest" => texts.oldest,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::settings::{Control, FIELDS};

    #[test]
    fn every_choice_has_a_name_of_its_own() {
        speak(UiLanguage::En);
        for field in &FIELDS {
            if let Control::Choice(names) | Control::OptionalChoice(names) = field.control {
                assert!(names.iter().all(|name| choice(name).is_some()), "{}", field.path);
            }
        }
    }
}
