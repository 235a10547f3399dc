//! Exports a conversation as one web page: a file without scripts that loads nothing, with the images in it.

use super::markdown::{Names, Words};
use crate::{
    conversation::Conversation,
    labels::tools_used_line,
    message::{Finish, Message, Part, Role},
    record::Blob,
    settings::Language,
    time::Now,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// Images of these types are shown; they cannot contain anything but an image.
const IMAGES: [&str; 5] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

const STYLE: &str = include_str!("web_page.css");

/// How text becomes HTML. The page that exports knows Markdown, the core does not.
#[derive(Clone, Copy, Debug)]
pub struct Markup {
    /// HTML of a Markdown text, with everything in it escaped.
    pub html: fn(&str) -> String,
    /// HTML of a Markdown text that a person typed: its line breaks are kept.
    pub typed: fn(&str) -> String,
    /// A text as HTML that shows it, also within a quoted attribute.
    pub escaped: fn(&str) -> String,
}

/// What the file says around the messages.
#[derive(Clone, Copy, Debug)]
pub struct PageWords {
    /// Labels.
    pub words: Words,
    /// BCP 47 tag of their language.
    pub tag: &'static str,
}

/// The start of the file.
pub fn head(conversation: &Conversation, names: &Names, words: &PageWords, markup: Markup) -> String {
    let title = if conversation.title.is_empty() { words.words.untitled } else { &conversation.title };
    let title = (markup.escaped)(title);
    let named = names.line(&words.words);
    let named = named.map(|line| format!("<p class=\"quiet\" dir=\"auto\">{}</p>\n", (markup.escaped)(&line)));
    let named = named.unwrap_or_default();
    let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1 dir=\"auto\">{title}</h1>\n{named}",
        words.tag
    )
}

/// The end of the file.
pub const FOOT: &str = "</main>\n</body>\n</html>\n";

/// A message with its images. `offset_minutes` is the reader's offset from UTC, used if the message does not have its own.
pub fn message(message: &Message, images: &[Blob], offset_minutes: i32, words: &Words, markup: Markup) -> String {
    let (class, who) = match (message.role, &message.author, &message.model) {
        (Role::User, Some(author), _) => ("user", author.name.as_str()),
        (Role::User, None, _) => ("user", words.user),
        (Role::Assistant, _, Some(model)) => ("reply", model.as_str()),
        (Role::Assistant, _, None) => ("reply", words.assistant),
        (Role::System, ..) => ("note", words.system),
        (Role::Tool, ..) => ("note", words.tool),
    };
    let written = Now { at: message.created_at, offset_minutes: message.offset_minutes.unwrap_or(offset_minutes) };
    let when = written.wall_clock().map(|wall| format!("{} {}", wall.date(), wall.time())).unwrap_or_default();
    let who = (markup.escaped)(who);
    let mut html = format!("<article class=\"{class}\">\n<h2 dir=\"auto\">{who} <time>{when}</time></h2>\n");
    for part in &message.parts {
        html.push_str(&match part {
            Part::Text { text } if message.role == Role::User => text_block(&(markup.typed)(text)),
            _ => self::part(part, images, words, markup),
        });
    }
    if matches!(message.finish, Some(Finish::Stopped | Finish::Interrupted | Finish::Failed { .. })) {
        html.push_str(&format!("<p class=\"quiet\">({})</p>\n", (markup.escaped)(words.broken_off)));
    }
    html.push_str("</article>\n");
    html
}

fn text_block(html: &str) -> String {
    format!("<div dir=\"auto\">{html}</div>\n")
}

fn part(part: &Part, images: &[Blob], words: &Words, markup: Markup) -> String {
    let escaped = markup.escaped;
    match part {
        Part::Text { text } => text_block(&(markup.html)(text)),
        Part::Reasoning { text } => format!(
            "<details><summary>{}</summary>\n<div dir=\"auto\">{}</div></details>\n",
            escaped(words.thoughts),
            (markup.html)(text)
        ),
        Part::Image { blob, media_type, alt, .. } => {
            let bytes = images.iter().find(|image| image.id == *blob).map(|image| &image.bytes);
            match bytes.filter(|_| IMAGES.contains(&media_type.as_str())) {
                Some(bytes) => {
                    let data = STANDARD.encode(bytes);
                    format!("<p><img alt=\"{}\" src=\"data:{media_type};base64,{data}\"></p>\n", escaped(alt))
                }
                None => format!("<p class=\"quiet\">[{}: {}]</p>\n", escaped(words.image), escaped(alt)),
            }
        }
        Part::File { name, .. } => format!("<p class=\"quiet\">[{}: {}]</p>\n", escaped(words.file), escaped(name)),
        Part::ToolCall { name, arguments, .. } => {
            format!("<p class=\"quiet\">{}</p>\n<pre dir=\"ltr\">{}</pre>\n", escaped(name), escaped(arguments))
        }
        Part::ToolResult { content, .. } => format!("<pre dir=\"auto\">{}</pre>\n", escaped(content)),
        Part::ToolsUsed { names } => {
            format!("<p class=\"quiet\">{}</p>\n", escaped(&tools_used_line(names, Language::En)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::BlobId, testing::sample, time::Timestamp};

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
    const ATTACK: &str = "\"><script>alert(1)</script>";

    fn escaped(text: &str) -> String {
        text.replace('<', "&lt;").replace('"', "&quot;")
    }

    const MARKUP: Markup = Markup { html: escaped, typed: escaped, escaped };

    #[test]
    fn it_says_who_and_when_and_what() {
        let mut question = sample::message(1, 0, "Where to?");
        question.created_at = Timestamp(1_763_769_600_000);
        let html = message(&question, &[], 120, &WORDS, MARKUP);
        let expected = "<article class=\"user\">\n<h2 dir=\"auto\">You <time>2025-11-22 02:00</time></h2>\n\
                        <div dir=\"auto\">Where to?</div>\n</article>\n";
        assert_eq!(html, expected);
        let reply =
            Message { model: Some("a model".to_owned()), finish: Some(Finish::Stopped), ..sample::message(1, 1, "By") };
        let html = message(&reply, &[], 0, &WORDS, MARKUP);
        assert!(
            html.contains("class=\"reply\"") && html.contains("a model") && html.contains("(broken off)"),
            "{html}"
        );
    }

    #[test]
    fn only_what_a_person_typed_keeps_its_line_breaks() {
        let markup = Markup { typed: |text| text.replace('\n', "<br>"), ..MARKUP };
        let question = message(&sample::message(1, 0, "one\ntwo"), &[], 0, &WORDS, markup);
        assert!(question.contains("<div dir=\"auto\">one<br>two</div>"), "{question}");
        let reply = message(&sample::message(1, 1, "one\ntwo"), &[], 0, &WORDS, markup);
        assert!(reply.contains("<div dir=\"auto\">one\ntwo</div>"), "{reply}");
    }

    #[test]
    fn an_image_is_in_the_file_unless_it_is_of_another_type_or_gone() {
        let blob = BlobId::new(Timestamp(1), [1; 10]);
        let conversation = sample::conversation(1).id;
        let image = |media_type: &str| Part::Image {
            blob,
            media_type: media_type.to_owned(),
            width: None,
            height: None,
            alt: "a \"cat\"".to_owned(),
        };
        let stored = [Blob { id: blob, conversation, media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] }];
        let shown = "<p><img alt=\"a &quot;cat&quot;\" src=\"data:image/png;base64,AQID\"></p>\n";
        assert_eq!(part(&image("image/png"), &stored, &WORDS, MARKUP), shown);
        let made_by_a_model = part(&image("image/avif"), &stored, &WORDS, MARKUP);
        assert_eq!(made_by_a_model, shown.replace("image/png", "image/avif"));
        let named = "<p class=\"quiet\">[image: a &quot;cat&quot;]</p>\n";
        assert_eq!(part(&image("image/png"), &[], &WORDS, MARKUP), named);
        assert_eq!(part(&image("text/html\" onload=\"x"), &stored, &WORDS, MARKUP), named);
    }

    #[test]
    fn names_titles_and_tools_are_no_markup() {
        let mut conversation = sample::conversation(1);
        conversation.title = ATTACK.to_owned();
        let words = PageWords { words: WORDS, tag: "en" };
        let names = Names { project: Some(ATTACK.to_owned()), persona: Some(ATTACK.to_owned()) };
        let mut all = head(&conversation, &names, &words, MARKUP);
        let mut hostile = sample::message(1, 1, ATTACK);
        hostile.model = Some(ATTACK.to_owned());
        hostile.parts.extend([
            Part::Reasoning { text: ATTACK.to_owned() },
            Part::ToolCall { id: String::new(), name: ATTACK.to_owned(), arguments: ATTACK.to_owned(), back: None },
            Part::ToolResult { call: String::new(), content: ATTACK.to_owned(), is_error: false, held: false },
            Part::ToolsUsed { names: vec![ATTACK.to_owned()] },
        ]);
        all.push_str(&message(&hostile, &[], 0, &WORDS, MARKUP));
        assert!(!all.contains("<script") && all.matches("&lt;script").count() == 11, "{all}");
        conversation.title.clear();
        let untitled = head(&conversation, &Names::default(), &words, MARKUP);
        assert!(untitled.contains("<title>Untitled</title>") && !untitled.contains("class=\"quiet\""), "{untitled}");
    }
}
