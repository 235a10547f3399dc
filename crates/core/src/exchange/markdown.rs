//! Exports a conversation as readable Markdown: author, time and text; images by name.
//!
//! The text of a message is Markdown itself and is written unchanged, so a heading in it is a heading here, too.
//! Messages are therefore separated by a rule and a line in bold, not by headings.

use crate::{
    conversation::Conversation,
    labels::tools_used_line,
    message::{Finish, Message, Part, Role},
    settings::Language,
    time::{Now, Timestamp},
};

/// The localized labels around the text.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Title of an untitled conversation.
    pub untitled: &'static str,
    /// Label of the user's messages.
    pub user: &'static str,
    /// Label of a reply whose model is not known.
    pub assistant: &'static str,
    /// Label of notes and of the list of tools used in a turn.
    pub system: &'static str,
    /// Label of a tool result.
    pub tool: &'static str,
    /// Label of the model's reasoning.
    pub thoughts: &'static str,
    /// Label of an image.
    pub image: &'static str,
    /// Label of a file.
    pub file: &'static str,
    /// Note on a reply that was stopped or interrupted.
    pub broken_off: &'static str,
    /// Label of the project.
    pub project: &'static str,
    /// Label of the persona.
    pub persona: &'static str,
}

/// Names of the project and the persona of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Its project.
    pub project: Option<String>,
    /// Its persona.
    pub persona: Option<String>,
}

impl Names {
    /// The names with their labels, in one line; `None` if the conversation has neither.
    pub fn line(&self, words: &Words) -> Option<String> {
        let labelled = [(words.project, &self.project), (words.persona, &self.persona)];
        let named = labelled.into_iter().filter_map(|(label, name)| Some((label, name.as_ref()?)));
        let named: Vec<_> = named.map(|(label, name)| format!("{label}: {}", one_line(name))).collect();
        (!named.is_empty()).then(|| named.join(" · "))
    }
}

/// The heading of a conversation.
pub fn title(conversation: &Conversation, names: &Names, words: &Words) -> String {
    let title = if conversation.title.is_empty() { words.untitled } else { &conversation.title };
    let named = names.line(words).map(|line| format!("{}\n\n", escaped(&line))).unwrap_or_default();
    format!("# {}\n\n{named}", one_line(title))
}

/// A message. `offset_minutes` is the reader's offset from UTC, used if the message does not have its own.
pub fn message(message: &Message, offset_minutes: i32, words: &Words) -> String {
    let who = match (message.role, &message.author, &message.model) {
        (Role::User, Some(author), _) => author.name.as_str(),
        (Role::User, None, _) => words.user,
        (Role::Assistant, _, Some(model)) => model,
        (Role::Assistant, _, None) => words.assistant,
        (Role::System, ..) => words.system,
        (Role::Tool, ..) => words.tool,
    };
    let when = moment(message.created_at, message.offset_minutes.unwrap_or(offset_minutes));
    let mut text = format!("---\n\n**{}** · {when}\n\n", escaped(&one_line(who)));
    for part in &message.parts {
        let part = written(part, words);
        if !part.is_empty() {
            text.push_str(&part);
            text.push_str("\n\n");
        }
    }
    if matches!(message.finish, Some(Finish::Stopped | Finish::Interrupted | Finish::Failed { .. })) {
        text.push_str(&format!("*({})*\n\n", words.broken_off));
    }
    text
}

fn written(part: &Part, words: &Words) -> String {
    match part {
        Part::Text { text } => text.trim_end().to_owned(),
        Part::Reasoning { text } => {
            let quoted: Vec<String> =
                text.trim_end().lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
            format!("> *{}*\n>\n{}", words.thoughts, quoted.join("\n"))
        }
        Part::Image { alt, media_type, width, height, .. } => {
            let size = width.zip(*height).map_or_else(String::new, |(width, height)| format!(", {width} × {height}"));
            let name = if alt.is_empty() { media_type } else { alt };
            format!("*[{}: {}{size}]*", words.image, escaped(&one_line(name)))
        }
        Part::File { name, .. } => format!("*[{}: {}]*", words.file, escaped(&one_line(name))),
        Part::ToolCall { name, arguments, .. } => fenced(name, arguments),
        Part::ToolResult { content, .. } => fenced("", content),
        Part::ToolsUsed { names } => tools_used_line(names, Language::En),
    }
}

/// A code block with a fence longer than any in its text.
fn fenced(name: &str, text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{}\n{}\n{fence}", one_line(name).replace('`', ""), text.trim_end())
}

fn moment(at: Timestamp, offset_minutes: i32) -> String {
    let now = Now { at, offset_minutes };
    now.wall_clock()
        .map_or_else(|| at.0.to_string(), |wall| format!("{} {} ({})", wall.date(), wall.time(), now.offset()))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes Markdown in a name.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\`*_[]<>".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    const WORDS: Words = Words {
        untitled: "Untitled",
        user: "You",
        assistant: "Assistant",
        system: "Note",
        tool: "Tool",
        thoughts: "Thoughts",
        image: "image",
        file: "file",
        broken_off: "broken off",
        project: "Project",
        persona: "Persona",
    };

    #[test]
    fn it_says_who_and_when_and_leaves_the_words_as_they_are() {
        let mut question = sample::message(1, 0, "# Not a title\n\n```rust\nfn main() {}\n```\n");
        question.created_at = Timestamp(1_763_769_600_000);
        let text = message(&question, 120, &WORDS);
        assert_eq!(
            text,
            "---\n\n**You** · 2025-11-22 02:00 (+02:00)\n\n# Not a title\n\n```rust\nfn main() {}\n```\n\n"
        );
        let mut reply = sample::message(1, 1, "Half an ans");
        reply.created_at = question.created_at;
        reply.model = Some("a_model".to_owned());
        reply.finish = Some(Finish::Stopped);
        assert_eq!(
            message(&reply, 0, &WORDS),
            "---\n\n**a\\_model** · 2025-11-22 00:00 (+00:00)\n\nHalf an ans\n\n*(broken off)*\n\n"
        );
    }

    #[test]
    fn images_are_named_and_thoughts_are_quoted() {
        let blob = crate::id::BlobId::new(Timestamp(1), [1; 10]);
        let image = |alt: &str| Part::Image {
            blob,
            media_type: "image/png".to_owned(),
            width: Some(8),
            height: Some(6),
            alt: alt.to_owned(),
        };
        assert_eq!(written(&image("my [cat].png"), &WORDS), "*[image: my \\[cat\\].png, 8 × 6]*");
        assert_eq!(written(&image(""), &WORDS), "*[image: image/png, 8 × 6]*");
        let thought = Part::Reasoning { text: "First.\n\nThen.\n".to_owned() };
        assert_eq!(written(&thought, &WORDS), "> *Thoughts*\n>\n> First.\n>\n> Then.");
    }

    #[test]
    fn a_tool_call_cannot_end_its_block() {
        assert_eq!(fenced("search", "a ```` b"), "`````search\na ```` b\n`````");
        assert_eq!(fenced("", "plain"), "```\nplain\n```");
    }

    #[test]
    fn a_title_is_one_line() {
        let mut conversation = sample::conversation(1);
        conversation.title = "Two\nlines".to_owned();
        let none = Names::default();
        assert_eq!(title(&conversation, &none, &WORDS), "# Two lines\n\n");
        conversation.title.clear();
        assert_eq!(title(&conversation, &none, &WORDS), "# Untitled\n\n");
    }

    #[test]
    fn the_project_and_the_persona_are_named_under_the_title() {
        let mut conversation = sample::conversation(1);
        conversation.title = "Trip".to_owned();
        let names = |project: Option<&str>, persona: Option<&str>| Names {
            project: project.map(str::to_owned),
            persona: persona.map(str::to_owned),
        };
        let both = title(&conversation, &names(Some("Rome"), Some("Marcus\n*Aurelius*")), &WORDS);
        assert_eq!(both, "# Trip\n\nProject: Rome · Persona: Marcus \\*Aurelius\\*\n\n");
        let one = title(&conversation, &names(None, Some("Cook")), &WORDS);
        assert_eq!(one, "# Trip\n\nPersona: Cook\n\n");
    }
}
