//! Translated descriptions of the tools and their arguments. Names are not translated, because they are what the model
//! calls.

use crate::model::ToolSpec;
use ricordo_record::language::Language;
use serde_json::Value;

/// One line each: `tool: description` or `tool.argument: description`.
const UK: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/uk/tools.txt"));
const RU: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/ru/tools.txt"));

/// Translates the descriptions; tools that are not in the table stay unchanged.
#[must_use]
pub fn in_language(mut specs: Vec<ToolSpec>, language: Language) -> Vec<ToolSpec> {
    let texts = match language {
        Language::En => return specs,
        Language::Uk => UK,
        Language::Ru => RU,
    };
    for (name, words) in texts.lines().filter_map(|line| line.split_once(": ")) {
        let (tool, argument) = name.split_once('.').map_or((name, None), |(tool, argument)| (tool, Some(argument)));
        let Some(spec) = specs.iter_mut().find(|spec| spec.name == tool) else { continue };
        match argument {
            None => words.clone_into(&mut spec.description),
            Some(argument) => {
                if let Some(described) = spec.parameters.pointer_mut(&format!("/properties/{argument}/description")) {
                    *described = Value::from(words);
                }
            }
        }
    }
    specs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        prompt::language_of,
        tools::{Tool, specs},
    };

    #[test]
    fn every_tool_and_argument_is_translated_and_nothing_else_is_changed() {
        let names: Vec<String> = Tool::all().map(|tool| tool.name().to_owned()).collect();
        let english = specs(&names);
        assert_eq!(in_language(english.clone(), Language::En), english);
        for (language, texts) in [(Language::Uk, UK), (Language::Ru, RU)] {
            let (mut translated, mut lines) = (in_language(english.clone(), language), 0);
            for (spec, old) in translated.iter_mut().zip(&english) {
                let mut words = vec![std::mem::replace(&mut spec.description, old.description.clone())];
                let arguments: Vec<String> =
                    old.parameters["properties"].as_object().unwrap().keys().cloned().collect();
                for argument in arguments {
                    let described = &mut spec.parameters["properties"][&argument]["description"];
                    words.push(described.as_str().unwrap().to_owned());
                    *described = old.parameters["properties"][&argument]["description"].clone();
                }
                lines += words.len();
                for words in words {
                    assert_ne!(language_of([words.as_str()]), Language::En, "{}: {words}", spec.name);
                }
            }
            assert_eq!(translated, english);
            assert_eq!(texts.lines().count(), lines, "a line for something that is not there");
        }
    }
}
