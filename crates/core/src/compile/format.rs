//! How stored messages are formatted for the model: plain or as a group, stamped or not.

use super::{clock, people, quote::Quote};
use crate::{
    conversation::ChatKind,
    labels::{Labels, labels},
    layer::WindowFormat,
    message::{Author, Message, Part, Role, SentBack},
    model::RequestMessage,
    settings::{Language, NowStyle, Settings, WindowStyle},
    snapshot::Snapshot,
    time::Now,
    tools::tools_used_line,
};

/// The format of the next request. `images` and `tool_messages` say what the model accepts; `author` writes the current
/// message.
pub fn format_of(
    snapshot: &Snapshot,
    settings: &Settings,
    now: &Now,
    author: Option<&Author>,
    images: bool,
    tool_messages: bool,
) -> WindowFormat {
    let group = match settings.window_style {
        WindowStyle::Plain => false,
        WindowStyle::Group => true,
        WindowStyle::Auto => {
            let kind = snapshot.conversation.chat.kind;
            matches!(kind, Some(ChatKind::Group | ChatKind::Supergroup)) || people::of(snapshot, author).len() > 1
        }
    };
    let data = snapshot.user_data();
    let given = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    let name = given(&data.name).unwrap_or_else(|| labels(settings.language).user.to_owned());
    WindowFormat {
        group,
        stamp: settings.stamp_messages,
        clock: settings.send_now && settings.now_style == NowStyle::InWindow && !settings.stamp_messages,
        language: settings.language,
        user: Author { name, username: given(&data.username), id: None },
        bot_name: settings.bot_name.clone(),
        images,
        tool_messages,
        offset_minutes: now.offset_minutes,
        notes_in_language: true,
        tells_made_images: true,
        sent_back_to: None,
    }
}

/// The name of the author of a message in a text that quotes several.
pub(super) fn name_of<'a>(role: Role, author: Option<&'a Author>, format: &'a WindowFormat) -> &'a str {
    match role {
        Role::User => &author.unwrap_or(&format.user).name,
        Role::Assistant | Role::Tool | Role::System => &format.bot_name,
    }
}

/// Formats stored messages.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a>(pub &'a WindowFormat);

impl Writer<'_> {
    /// The labels of the notes about images and tools.
    fn notes(&self) -> &'static Labels {
        labels(self.notes_language())
    }

    fn notes_language(&self) -> Language {
        if self.0.notes_in_language { self.0.language } else { Language::En }
    }

    /// Whether a message is sent exactly as it is stored, so that its stored size is its size in the prompt.
    pub fn sends_whole(&self, message: &Message) -> bool {
        let has_prefix = self.0.group || message.reply_to.is_some() || (self.0.stamp && message.role == Role::User);
        let changes = |part: &Part| match part {
            Part::Image { .. } => !self.0.images || self.tells_as_made(message.role),
            // Its size depends on the provider.
            Part::ToolCall { back: Some(_), .. } => true,
            Part::ToolCall { .. } | Part::ToolResult { .. } => !self.0.tool_messages,
            Part::ToolsUsed { .. } => self.notes_language() != Language::En,
            Part::Text { .. } | Part::Reasoning { .. } | Part::File { .. } => false,
        };
        !has_prefix && !message.parts.iter().any(changes)
    }

    /// Whether the images of a message are replaced by a note: the model made them, and no protocol accepts a model's
    /// own images back.
    fn tells_as_made(&self, role: Role) -> bool {
        self.0.tells_made_images && role == Role::Assistant
    }

    /// A stored message as the model sees it. `quote` is the message it replies to, if that may be quoted; with
    /// `says_when` it begins with the time it was written.
    pub fn as_sent(&self, message: &Message, quote: Option<Quote<'_>>, says_when: bool) -> RequestMessage {
        let at = self.moment(message);
        let mut parts = self.written(message.role, message.author.as_ref(), &message.parts, quote, at);
        if says_when {
            self.say_when(&mut parts, at);
        }
        RequestMessage { role: message.role, parts }
    }

    /// When a stored message was written, and its writer's offset from UTC in minutes.
    pub(super) fn moment(&self, message: &Message) -> Now {
        let offset_minutes = message.offset_minutes.unwrap_or(self.0.offset_minutes);
        Now { at: message.created_at, offset_minutes }
    }

    fn say_when(&self, parts: &mut Vec<Part>, at: Now) {
        let moment = clock::written(at, self.0.language);
        match parts.iter_mut().find_map(|part| if let Part::Text { text } = part { Some(text) } else { None }) {
            Some(text) => text.insert_str(0, &moment),
            None if moment.is_empty() => {}
            None => parts.insert(0, Part::Text { text: moment.trim_end().to_owned() }),
        }
    }

    /// The current message as the model sees it: exactly as it will look once it is stored.
    pub fn current(
        &self,
        parts: &[Part],
        author: Option<&Author>,
        quote: Option<Quote<'_>>,
        now: &Now,
        says_when: bool,
    ) -> RequestMessage {
        let mut parts = self.written(Role::User, author, parts, quote, *now);
        if says_when {
            self.say_when(&mut parts, *now);
        }
        RequestMessage { role: Role::User, parts }
    }

    /// The text before the content of a message: time stamp, author and quote.
    fn prefix(&self, role: Role, author: Option<&Author>, quote: Option<Quote<'_>>, at: Now) -> String {
        let mut prefix = String::new();
        if self.0.stamp
            && role == Role::User
            && let Some(wall) = at.wall_clock()
        {
            prefix = format!("[{}: {} {}] ", labels(self.0.language).current_time, wall.date(), wall.time());
        }
        let quoted = quote.and_then(|quote| quote.words(self.0.language));
        let quoted = quoted.map(|words| format!("{}: {words}", labels(self.0.language).reply_to));
        if !self.0.group {
            if let Some(quoted) = quoted {
                prefix.push_str(&format!("[{quoted}] "));
            }
            return prefix;
        }
        match role {
            Role::User => prefix.push_str(&format!("[{}]", written_author(author.unwrap_or(&self.0.user)))),
            Role::Assistant => prefix.push_str(&format!("[{}]", self.0.bot_name)),
            Role::Tool | Role::System => return prefix,
        }
        if let Some(quoted) = quoted {
            prefix.push_str(&format!(" ({quoted})"));
        }
        prefix.push_str(": ");
        prefix
    }

    /// The parts as they are sent: reasoning is left out unless its provider wants it back with its tool calls, and the
    /// first text gets the prefix.
    fn written(
        &self,
        role: Role,
        author: Option<&Author>,
        parts: &[Part],
        quote: Option<Quote<'_>>,
        at: Now,
    ) -> Vec<Part> {
        let mut prefix = self.prefix(role, author, quote, at);
        let mut sent: Vec<Part> = Vec::with_capacity(parts.len());
        let is_own = |back: &SentBack| self.0.tool_messages && self.0.sent_back_to.as_ref() == Some(&back.server);
        let has = |what: fn(&SentBack) -> bool| {
            parts
                .iter()
                .any(|part| matches!(part, Part::ToolCall { back: Some(back), .. } if is_own(back) && what(back)))
        };
        let is_thought_sent = has(|back| back.reasoning) && !has(|back| back.reasoning_details.is_some());
        for part in parts {
            match part {
                Part::Reasoning { .. } if !is_thought_sent => {}
                Part::Text { text } => {
                    sent.push(Part::Text { text: std::mem::take(&mut prefix) + text });
                }
                Part::Image { media_type, .. } if self.tells_as_made(role) => {
                    let text = format!("{}[{} ({media_type})]", std::mem::take(&mut prefix), self.notes().made_image);
                    sent.push(Part::Text { text });
                }
                Part::Image { media_type, .. } if !self.0.images => {
                    sent.push(Part::Text {
                        text: format!("{}[{}: {media_type}]", std::mem::take(&mut prefix), self.notes().image),
                    });
                }
                Part::ToolCall { .. } | Part::ToolResult { .. } if !self.0.tool_messages => {}
                Part::ToolCall { id, name, arguments, back: Some(back) } if !is_own(back) => {
                    let (id, name, arguments) = (id.clone(), name.clone(), arguments.clone());
                    sent.push(Part::ToolCall { id, name, arguments, back: None });
                }
                Part::ToolsUsed { names } => {
                    let text =
                        format!("{}{}", std::mem::take(&mut prefix), tools_used_line(names, self.notes_language()));
                    sent.push(Part::Text { text });
                }
                other => sent.push(other.clone()),
            }
        }
        if !prefix.is_empty() && sent.iter().any(|part| matches!(part, Part::Image { .. } | Part::File { .. })) {
            // An image without text still needs its author.
            sent.insert(0, Part::Text { text: prefix.trim_end().to_owned() });
        }
        sent
    }
}

/// `Name (@username, id:123)`, with the parts that are known.
fn written_author(author: &Author) -> String {
    let username = author.username.as_ref().map(|username| format!("@{username}"));
    let id = author.id.as_ref().map(|id| format!("id:{id}"));
    let more: Vec<String> = username.into_iter().chain(id).collect();
    if more.is_empty() { author.name.clone() } else { format!("{} ({})", author.name, more.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{message::text_of, testing::sample, time::Timestamp};

    fn group() -> WindowFormat {
        WindowFormat {
            group: true,
            stamp: false,
            clock: false,
            language: Language::En,
            user: Author { name: "User".to_owned(), username: None, id: None },
            bot_name: "Ricordo".to_owned(),
            images: true,
            tool_messages: true,
            offset_minutes: 0,
            notes_in_language: true,
            tells_made_images: true,
            sent_back_to: None,
        }
    }

    fn olena(text: &str, sequence: u32) -> Message {
        let author =
            Author { name: "Olena".to_owned(), username: Some("olena".to_owned()), id: Some("123".to_owned()) };
        Message { author: Some(author), ..sample::message(1, sequence, text) }
    }

    fn text(message: &RequestMessage) -> String {
        text_of(&message.parts)
    }

    #[test]
    fn a_group_is_written_with_names_and_replies() {
        let (hello, answer) = (olena("Hello, \"world\"!", 0), sample::message(1, 1, "Hi."));
        assert_eq!(text(&Writer(&group()).as_sent(&hello, None, false)), "[Olena (@olena, id:123)]: Hello, \"world\"!");
        assert_eq!(
            text(&Writer(&group()).as_sent(&answer, Some(Quote::of(&hello, true)), false)),
            "[Ricordo] (reply to: \"Hello, 'world'!\"): Hi."
        );
        assert_eq!(text(&Writer(&group()).as_sent(&sample::message(1, 2, "Me?"), None, false)), "[User]: Me?");
    }

    #[test]
    fn a_long_parent_is_quoted_by_its_first_words() {
        let parent = olena(&"слово ".repeat(40), 0);
        let reply = sample::message(1, 2, "Yes");
        let sent = |is_sent| text(&Writer(&group()).as_sent(&reply, Some(Quote::of(&parent, is_sent)), false));
        assert!(sent(true).contains("слово слово…\")") && sent(true).chars().count() < 100, "{}", sent(true));
        // A parent that the model does not see elsewhere is quoted in full.
        assert_eq!(sent(false), format!("[User] (reply to: \"{}\"): Yes", "слово ".repeat(40).trim_end()));
    }

    #[test]
    fn a_reply_says_what_it_answers_in_the_plain_style_too() {
        let format = WindowFormat { group: false, language: Language::Uk, ..group() };
        let (parent, reply) = (olena("Чай чи кава?", 0), sample::message(1, 2, "Чай"));
        let sent = |parent: &Message| text(&Writer(&format).as_sent(&reply, Some(Quote::of(parent, true)), false));
        assert_eq!(sent(&parent), "[відповідь на: \"Чай чи кава?\"] Чай");
        let blob = crate::id::BlobId::new(Timestamp(1), [1; 10]);
        let image =
            Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() };
        assert_eq!(sent(&Message { parts: vec![image], ..parent.clone() }), "[відповідь на: зображення] Чай");
        assert_eq!(sent(&Message { parts: Vec::new(), ..parent }), "Чай", "there is nothing to quote");
        let answers = Message { reply_to: Some(sample::message(1, 0, "").id), ..reply.clone() };
        assert!(
            Writer(&format).sends_whole(&reply) && !Writer(&format).sends_whole(&answers),
            "its size is not the stored one"
        );
    }

    #[test]
    fn a_stamp_shows_the_clock_of_its_own_time_and_place() {
        let format = WindowFormat { group: false, stamp: true, language: Language::Ru, ..group() };
        let mut message = sample::message(1, 0, "Привет");
        message.created_at = Timestamp(1_763_769_600_000);
        message.offset_minutes = Some(180);
        assert_eq!(text(&Writer(&format).as_sent(&message, None, false)), "[Текущее время: 2025-11-22 03:00] Привет");
        let now = Now { at: message.created_at, offset_minutes: 180 };
        assert_eq!(
            Writer(&format).current(&message.parts, None, None, &now, false),
            Writer(&format).as_sent(&message, None, false)
        );
        assert_eq!(text(&Writer(&format).as_sent(&sample::message(1, 1, "Reply"), None, false)), "Reply");
    }

    #[test]
    fn notes_are_in_the_language_and_those_of_older_requests_stay_as_they_were_sent() {
        let format = WindowFormat { group: false, images: false, language: Language::Uk, ..group() };
        let mut old = serde_json::to_value(&format).unwrap();
        old.as_object_mut().unwrap().remove("notes_in_language");
        let old: WindowFormat = serde_json::from_value(old).unwrap();
        let blob = crate::id::BlobId::new(Timestamp(1), [1; 10]);
        let image =
            Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() };
        let image = Message { parts: vec![image], ..sample::message(1, 0, "") };
        let names = ["add_task", "list_tasks"].map(str::to_owned).to_vec();
        let tools = vec![Part::ToolsUsed { names }];
        let tools = Message { role: Role::System, parts: tools, ..sample::message(1, 1, "") };
        let sent = |format: &WindowFormat, message| text(&Writer(format).as_sent(message, None, false));
        assert_eq!(sent(&format, &image), "[зображення: image/png]");
        assert_eq!(sent(&format, &tools), "Використані інструменти: add_task, list_tasks");
        assert!(!Writer(&format).sends_whole(&tools) && Writer(&old).sends_whole(&tools));
        assert_eq!(sent(&old, &image), "[image: image/png]");
        assert_eq!(sent(&old, &tools), "Tools used: add_task, list_tasks");
        let note = Message { role: Role::System, ..sample::message(1, 1, "Tools used: a hammer") };
        assert_eq!(sent(&format, &note), "Tools used: a hammer", "a note of another origin");
        assert!(Writer(&format).sends_whole(&note));
    }

    #[test]
    fn two_authors_make_a_group() {
        let branch = sample::branch(1);
        let mut snapshot = Snapshot::empty(sample::conversation(1), vec![branch]);
        let settings = Settings::default();
        let is_group = |snapshot: &Snapshot, author: Option<&Author>| {
            format_of(snapshot, &settings, &Now::default(), author, true, true).group
        };
        let olena = olena("Hi", 0);
        assert!(!is_group(&snapshot, olena.author.as_ref()));
        snapshot.messages = vec![olena.clone()];
        assert!(!is_group(&snapshot, olena.author.as_ref()));
        assert!(is_group(&snapshot, None));
        let renamed = Author { name: "Olena K.".to_owned(), ..olena.author.clone().unwrap() };
        assert!(!is_group(&snapshot, Some(&renamed)), "the id says who it is");
        snapshot.conversation.chat.kind = Some(ChatKind::Supergroup);
        assert!(is_group(&snapshot, olena.author.as_ref()), "the program said so");
    }
}
