//! Recalled pieces as messages for the model: at most three, one with memories and summaries, one with messages of
//! conversations, one with texts of documents.

use super::{
    WindowFormat,
    format::name_of,
    item::Item,
    outgoing::{Recalled, RecalledContent, RecalledMessage},
    quoted::quoted,
};
use crate::{
    labels::labels,
    message::Role,
    model::RequestMessage,
    recalled::RecallKind,
    time::{Now, Timestamp},
};

/// The order of the messages.
pub(super) const ORDER: [RecallKind; 3] = [RecallKind::Memory, RecallKind::Conversation, RecallKind::Document];

/// The pieces as messages for the model. `pieces`: best first.
pub(super) fn written(pieces: &[&Recalled], format: &WindowFormat) -> Vec<Item> {
    let labels = labels(format.language);
    let mut items = Vec::new();
    for kind in ORDER {
        let own: Vec<&Recalled> = pieces.iter().copied().filter(|piece| piece.kind() == kind).collect();
        if own.is_empty() {
            continue;
        }
        let sources = own.iter().flat_map(|piece| piece.sources()).collect();
        let (heading, text) = match kind {
            RecallKind::Memory => (labels.recalled_memory, memories(&own)),
            RecallKind::Conversation => (labels.recalled_conversation, conversations(own, format)),
            RecallKind::Document => (labels.recalled_documents, documents(&own, format)),
        };
        items.push(Item { message: RequestMessage::text(Role::System, format!("{heading}\n{text}")), sources });
    }
    items
}

fn memories(pieces: &[&Recalled]) -> String {
    let texts = pieces.iter().filter_map(|piece| match &piece.content {
        RecalledContent::Memory { text, .. } => Some(format!("- {text}")),
        RecalledContent::Conversation(_) | RecalledContent::Document(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Numbered sources.
fn documents(pieces: &[&Recalled], format: &WindowFormat) -> String {
    let mut texts: Vec<String> = Vec::new();
    for piece in pieces {
        if let RecalledContent::Document(document) = &piece.content {
            texts.extend(quoted(document, texts.len() + 1, labels(format.language)));
        }
    }
    texts.join("\n\n")
}

/// The pieces of one day together, in the order of time, because the day is then written once. The day of the best piece
/// comes first.
fn conversations(mut pieces: Vec<&Recalled>, format: &WindowFormat) -> String {
    let days: Vec<Option<String>> = pieces.iter().map(|piece| Some(day_and_time(first(piece)?)?.0)).collect();
    let best_of_day = |day: &Option<String>| days.iter().position(|other| other == day);
    let mut order: Vec<(Option<usize>, Timestamp, usize)> = Vec::new();
    for (rank, piece) in pieces.iter().enumerate() {
        order.push((best_of_day(&days[rank]), first(piece).map_or(Timestamp(0), |written| written.at), rank));
    }
    ricordo_text::small_sort::by_key(&mut order, |place| *place);
    pieces = order.into_iter().map(|(.., rank)| pieces[rank]).collect();
    let mut before: Stamp = None;
    let texts = pieces.into_iter().map(|piece| conversation(piece, &mut before, format));
    texts.collect::<Vec<_>>().join("\n\n")
}

/// When the first message of a piece of a conversation was written.
fn first(piece: &Recalled) -> Option<&Now> {
    match &piece.content {
        RecalledContent::Conversation(messages) => messages.first().map(|message| &message.written),
        RecalledContent::Memory { .. } | RecalledContent::Document(_) => None,
    }
}

/// How long the time of day is written of what was recalled, in days: of old messages only the day matters, and each time costs
/// as much as three words.
const DAYS_WITH_TIME: u32 = 7;

/// The last day and time that were written.
type Stamp = Option<(String, String)>;

/// A piece of a conversation.
fn conversation(piece: &Recalled, before: &mut Stamp, format: &WindowFormat) -> String {
    let RecalledContent::Conversation(messages) = &piece.content else { return String::new() };
    let has_time = piece.reason.days_ago <= DAYS_WITH_TIME;
    let mut lines: Vec<String> = Vec::new();
    for message in messages {
        let RecalledMessage { role, author, written, text, .. } = message;
        let name = name_of(*role, author.as_ref(), format);
        lines.push(format!("{}{name}: {text}", stamp(written, has_time, lines.is_empty(), before)));
    }
    lines.join("\n")
}

/// The time stamp of a message. The day is written if it is another one than before; the time with the day, and at the
/// beginning of a piece if it is another one than before.
fn stamp(written: &Now, has_time: bool, begins_piece: bool, before: &mut Stamp) -> String {
    let Some((day, time)) = day_and_time(written) else { return String::new() };
    let stamp = match before {
        Some((last_day, last_time)) if *last_day == day => match has_time && begins_piece && *last_time != time {
            true => format!("[{time}] "),
            false => return String::new(),
        },
        _ if has_time => format!("[{day} {time}] "),
        _ => format!("[{day}] "),
    };
    *before = Some((day, time));
    stamp
}

/// `None`: the moment is outside the calendar.
fn day_and_time(written: &Now) -> Option<(String, String)> {
    written.wall_clock().map(|wall| (wall.date(), wall.time()))
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::{
        id::MessageId,
        manifest::SourceId,
        message::Author,
        recalled::{RecallLevel, RecallReason},
    };
    use ricordo_record::language::Language;

    pub(in crate::compile) const DAY: i64 = 24 * 60 * 60 * 1_000;

    /// The form of the window.
    pub(in crate::compile) fn format() -> WindowFormat {
        WindowFormat {
            group: false,
            stamp: false,
            clock: false,
            language: Language::En,
            user: Author { name: "User".to_owned(), username: None, id: None },
            bot_name: "Ricordo".to_owned(),
            images: false,
            tool_messages: false,
            offset_minutes: 0,
            notes_in_language: true,
            tells_made_images: true,
            sent_back_to: None,
        }
    }

    /// The message with a number, a minute after the one before it.
    pub(in crate::compile) fn message(number: u8) -> SourceId {
        SourceId::Message(MessageId::new(Timestamp(1), [number; 10]))
    }

    /// A piece of messages with these numbers and texts, found for the texts with `!`. `ranks`: of those.
    pub(in crate::compile) fn piece(days_ago: u32, messages: &[(u8, &str)], ranks: &[u32]) -> Recalled {
        let sent = messages.iter().map(|(number, text)| RecalledMessage {
            id: MessageId::new(Timestamp(1), [*number; 10]),
            role: Role::User,
            author: None,
            written: Now {
                at: Timestamp(1_000 * DAY - i64::from(days_ago) * DAY + i64::from(*number) * 60_000),
                offset_minutes: 0,
            },
            text: (*text).to_owned(),
        });
        let matched = messages.iter().filter(|(_, text)| text.contains('!')).map(|(number, _)| message(*number));
        Recalled {
            content: RecalledContent::Conversation(sent.collect()),
            matched: matched.collect(),
            ranks: ranks.to_vec(),
            reason: RecallReason {
                words: Vec::new(),
                level: RecallLevel::Short,
                share: 100,
                nearer_than: None,
                days_ago,
                by_key_word: false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::piece, *};
    use crate::message::text_of;

    fn text(pieces: &[Recalled]) -> String {
        let written = written(&pieces.iter().collect::<Vec<_>>(), &testing::format());
        let [item] = &written[..] else { panic!("one message: {written:?}") };
        text_of(&item.message.parts)
    }

    #[test]
    fn a_day_is_written_once_and_the_pieces_of_a_day_are_in_the_order_of_time() {
        let pieces = [
            piece(2, &[(7, "seven!"), (8, "eight")], &[]),
            piece(5, &[(3, "three!")], &[]),
            piece(2, &[(1, "one!"), (2, "two")], &[]),
        ];
        let text = text(&pieces);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "[1972-09-25 00:01] User: one!",
                "User: two",
                "",
                "[00:07] User: seven!",
                "User: eight",
                "",
                "[1972-09-22 00:03] User: three!",
            ]
        );
    }

    #[test]
    fn the_time_of_day_is_written_of_the_last_week() {
        let pieces = [piece(8, &[(1, "one!")], &[]), piece(8, &[(5, "five!")], &[]), piece(7, &[(1, "near!")], &[])];
        let text = text(&pieces);
        let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["[1972-09-19] User: one!", "User: five!", "[1972-09-20 00:01] User: near!"]);
    }
}
