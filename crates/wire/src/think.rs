//! Separates reasoning in `<think>…</think>` at the very start of a reply from the reply. A tag anywhere else is part
//! of the text.

use ricordo_record::request::ChatEvent;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";
/// Most white space in bytes that may precede the tag. A reply that begins with more has no tag.
const MAX_LEAD: usize = 64;

/// The splitter. It holds back only what may still become a tag.
#[derive(Debug, Default)]
pub(super) struct ThinkSplitter {
    place: Place,
    held: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Start,
    Thoughts,
    /// Between the closing tag and the reply: white space is dropped.
    Gap,
    Reply,
}

impl ThinkSplitter {
    /// Takes more content and adds the events that are certain.
    pub(super) fn push(&mut self, text: &str, events: &mut Vec<ChatEvent>) {
        if text.is_empty() {
            return;
        }
        if self.place == Place::Start {
            self.held.push_str(text);
            let held = std::mem::take(&mut self.held);
            self.start(held, events);
        } else {
            self.go_on(text, events);
        }
    }

    /// Whether text is held back.
    pub(super) fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }

    /// Ends the content: emits the text that was held back.
    pub(super) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        let held = std::mem::take(&mut self.held);
        match self.place {
            Place::Thoughts => reasoning(held, events),
            _ => words(held, events),
        }
        self.place = Place::Reply;
    }

    fn start(&mut self, held: String, events: &mut Vec<ChatEvent>) {
        let body = held.trim_start();
        if let Some(thoughts) = body.strip_prefix(OPEN) {
            self.place = Place::Thoughts;
            self.go_on(thoughts, events);
        } else if let Some(reply) = body.strip_prefix(CLOSE) {
            // The reasoning came in another field, or there was none.
            self.place = Place::Gap;
            self.go_on(reply, events);
        } else if (OPEN.starts_with(body) || CLOSE.starts_with(body)) && held.len() - body.len() <= MAX_LEAD {
            self.held = held;
        } else {
            self.place = Place::Reply;
            words(held, events);
        }
    }

    fn go_on(&mut self, text: &str, events: &mut Vec<ChatEvent>) {
        match self.place {
            Place::Thoughts => self.thoughts(text, events),
            Place::Gap => {
                let reply = text.trim_start();
                if !reply.is_empty() {
                    self.place = Place::Reply;
                    words(reply.to_owned(), events);
                }
            }
            Place::Start | Place::Reply => words(text.to_owned(), events),
        }
    }

    fn thoughts(&mut self, text: &str, events: &mut Vec<ChatEvent>) {
        let mut all = std::mem::take(&mut self.held);
        all.push_str(text);
        if let Some((thoughts, rest)) = all.split_once(CLOSE) {
            reasoning(thoughts.to_owned(), events);
            self.place = Place::Gap;
            self.go_on(rest, events);
            return;
        }
        let partial = (1..CLOSE.len()).rev().find(|length| all.ends_with(&CLOSE[..*length])).unwrap_or(0);
        self.held = all.split_off(all.len() - partial);
        reasoning(all, events);
    }
}

/// Splits a whole text with only a closing tag into reasoning and reply: some templates put the opening tag into the
/// prompt. `None` if there is no such tag, or the text only mentions it.
pub fn unopened_thoughts(text: &str) -> Option<(&str, &str)> {
    let (thoughts, reply) = text.split_once(CLOSE)?;
    let stands_alone = thoughts.ends_with('\n') || reply.is_empty() || reply.starts_with('\n');
    let is_quoted = thoughts.contains(OPEN) || thoughts.ends_with('`') || thoughts.matches("```").count() % 2 == 1;
    (stands_alone && !is_quoted).then(|| (thoughts.trim(), reply.trim_start()))
}

fn words(text: String, events: &mut Vec<ChatEvent>) {
    if !text.is_empty() {
        events.push(ChatEvent::Text { text });
    }
}

fn reasoning(text: String, events: &mut Vec<ChatEvent>) {
    if !text.is_empty() {
        events.push(ChatEvent::Reasoning { text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split<'a>(pieces: impl IntoIterator<Item = &'a str>) -> (String, String) {
        let mut splitter = ThinkSplitter::default();
        let mut events = Vec::new();
        pieces.into_iter().for_each(|piece| splitter.push(piece, &mut events));
        splitter.end(&mut events);
        let (mut thoughts, mut reply) = (String::new(), String::new());
        for event in events {
            match event {
                ChatEvent::Text { text } => reply.push_str(&text),
                ChatEvent::Reasoning { text } => thoughts.push_str(&text),
                other => panic!("{other:?}"),
            }
        }
        (thoughts, reply)
    }

    #[test]
    fn thoughts_are_told_apart_wherever_the_tags_are_cut() {
        let text = "\n<think>Ну, <b> є </thi й </think>\n\nВідповідь </think> <think>";
        for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            let expected = ("Ну, <b> є </thi й ".to_owned(), "Відповідь </think> <think>".to_owned());
            assert_eq!(split([&text[..cut], &text[cut..]]), expected, "cut at {cut}");
        }
        let letters: Vec<String> = text.chars().map(String::from).collect();
        assert_eq!(split(letters.iter().map(String::as_str)).1, "Відповідь </think> <think>");
    }

    #[test]
    fn a_reply_without_thoughts_stays_as_it_is() {
        for text in [
            "Hello <think>not this</think>",
            "<thin",
            "</thin",
            "Hello </think>",
            "<thinking>x</thinking>",
            "  \n",
            "<",
            "",
        ] {
            assert_eq!(split([text]), (String::new(), text.to_owned()));
        }
        let blank = " ".repeat(200);
        assert_eq!(split([blank.as_str(), "<think>x"]).1, format!("{blank}<think>x"));
    }

    #[test]
    fn an_end_of_thoughts_that_never_began_is_no_part_of_the_reply() {
        let text = "\n</think>\n\nSure.";
        for cut in 0..=text.len() {
            assert_eq!(split([&text[..cut], &text[cut..]]), (String::new(), "Sure.".to_owned()), "cut at {cut}");
        }
        assert_eq!(split(["</think>"]), (String::new(), String::new()));
    }

    #[test]
    fn thoughts_of_which_only_the_end_is_marked_are_found_in_the_whole_text() {
        assert_eq!(unopened_thoughts("Hm.\n</think>\n\nSure."), Some(("Hm.", "Sure.")));
        assert_eq!(unopened_thoughts("Hm.</think>\n\nSure."), Some(("Hm.", "Sure.")));
        assert_eq!(unopened_thoughts("Hm.</think>"), Some(("Hm.", "")));
        for text in [
            "Sure.",
            "It ends with `</think>`.",
            "Write </think> there.",
            "```\n<a>\n</think>\n```",
            "<think>\n</think>\n",
        ] {
            assert_eq!(unopened_thoughts(text), None, "{text}");
        }
    }

    #[test]
    fn thoughts_that_never_end_are_thoughts() {
        assert_eq!(split(["<think>hm", "m </"]), ("hmm </".to_owned(), String::new()));
    }
}
