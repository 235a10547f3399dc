//! What follows from a page of messages that was read: which edges the loaded part has, and where the view goes.

use super::list::ScrollTarget;
use crate::list::FetchRequest;
use ricordo_core::{
    branch::Sequence,
    message::{Finish, Message, Role},
};

/// Number of messages read when a conversation is opened.
pub const PAGE: u32 = 50;
/// Number of messages read at an edge. A shorter page reached the end of the conversation in that direction.
pub const STEP: u32 = 20;

/// The loaded part before the read, and what is known of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// First loaded sequence, and the one after the last.
    pub span: (Sequence, Sequence),
    /// Whether there are messages before the loaded ones.
    pub has_older: bool,
    /// Whether there are messages after the loaded ones.
    pub has_newer: bool,
    /// First sequence of the conversation, as far as known.
    pub first: Sequence,
    /// Sequence after the last message of the conversation.
    pub end: Sequence,
}

/// The loaded part after the read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// First sequence of the conversation, if the read reached it.
    pub first: Option<Sequence>,
    /// Whether there are messages before the loaded ones.
    pub has_older: bool,
    /// Whether there are messages after the loaded ones.
    pub has_newer: bool,
    /// Where the view goes; `None` if it stays.
    pub target: Option<ScrollTarget>,
}

/// What follows from the messages of `page`, in their order. `evictable` is the number of rows that are unloaded at the
/// other end. `None` if nothing changes.
pub fn after(loaded: Loaded, fetch: FetchRequest, page: &[Message], evictable: usize) -> Option<After> {
    let Loaded { span, has_older, has_newer, first, end } = loaded;
    let is_short = page.len() < STEP as usize;
    let starts_at = page.first().map_or(span.0, |message| message.sequence);
    let ends_at = page.last().map_or(span.1, |message| message.sequence + 1);
    let after = After { first: None, has_older, has_newer, target: None };
    match fetch {
        FetchRequest::Nothing => None,
        FetchRequest::Older => Some(After {
            first: is_short.then_some(starts_at),
            has_older: !is_short && starts_at > first,
            has_newer: has_newer || evictable > 0,
            ..after
        }),
        FetchRequest::Newer => {
            Some(After { has_older: has_older || evictable > 0, has_newer: !is_short && ends_at < end, ..after })
        }
        FetchRequest::Seek(..) | FetchRequest::End if page.is_empty() => None,
        FetchRequest::Seek(sequence, offset) => {
            let is_start = offset == 0.0 && sequence <= first;
            let target = if is_start { ScrollTarget::Start } else { ScrollTarget::Dragged(sequence, offset) };
            Some(After { has_older: starts_at > first, has_newer: ends_at < end, target: Some(target), ..after })
        }
        FetchRequest::End => {
            Some(After { has_older: starts_at > first, has_newer: false, target: Some(ScrollTarget::End), ..after })
        }
    }
}

/// Number of messages from `end` on that count as unread: those of people, and the replies that end a turn.
pub fn unread(messages: &[Message], end: Sequence) -> u64 {
    let is_new = |message: &&Message| {
        message.sequence >= end
            && matches!(message.role, Role::User | Role::Assistant)
            && message.finish != Some(Finish::ToolCalls)
    };
    messages.iter().filter(is_new).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{message, reply};
    use std::ops::Range;

    fn page(sequences: Range<Sequence>) -> Vec<Message> {
        sequences.map(|sequence| message(sequence, Role::User, "text")).collect()
    }

    /// Messages 100 to 149 of a conversation with the messages 5 to 299.
    const MIDDLE: Loaded = Loaded { span: (100, 150), has_older: true, has_newer: true, first: 5, end: 300 };

    fn edges(after: Option<After>) -> Option<(bool, bool)> {
        after.map(|after| (after.has_older, after.has_newer))
    }

    #[test]
    fn older_messages_leave_the_lower_edge_and_a_short_page_is_the_beginning() {
        let older = |page: &[Message], evictable| after(MIDDLE, FetchRequest::Older, page, evictable);
        assert_eq!(edges(older(&page(80..100), 0)), Some((true, true)));
        assert_eq!(older(&page(80..100), 0).unwrap().first, None);
        let short = older(&page(90..100), 0).unwrap();
        assert_eq!((short.has_older, short.first, short.target), (false, Some(90), None));
        // The first messages were erased meanwhile: the loaded ones are the first.
        let empty = older(&[], 0).unwrap();
        assert_eq!((empty.has_older, empty.first), (false, Some(100)));
        assert_eq!(edges(older(&page(5..25), 0)), Some((false, true)), "a whole page up to the first");
    }

    #[test]
    fn rows_that_are_unloaded_make_an_edge_at_their_end() {
        let whole = Loaded { has_older: false, has_newer: false, ..MIDDLE };
        let of = |fetch, page: &[Message], evictable| edges(after(whole, fetch, page, evictable)).unwrap();
        assert!(!of(FetchRequest::Older, &page(80..100), 0).1);
        assert!(of(FetchRequest::Older, &page(80..100), 1).1);
        assert!(!of(FetchRequest::Newer, &page(150..170), 0).0);
        assert!(of(FetchRequest::Newer, &page(150..170), 3).0);
    }

    #[test]
    fn newer_messages_end_where_the_conversation_does() {
        let newer = |page: &[Message]| edges(after(MIDDLE, FetchRequest::Newer, page, 0)).unwrap().1;
        assert!(newer(&page(150..170)));
        assert!(!newer(&page(280..300)), "a whole page up to the last");
        assert!(!newer(&page(150..160)), "a short page, although more were expected");
        assert!(!newer(&[]));
    }

    #[test]
    fn a_jump_brings_the_view_along() {
        let seek = |sequence, offset| after(MIDDLE, FetchRequest::Seek(sequence, offset), &page(5..45), 0).unwrap();
        assert_eq!(seek(30, -12.5).target, Some(ScrollTarget::Dragged(30, -12.5)));
        assert_eq!(seek(30, 0.0).target, Some(ScrollTarget::Dragged(30, 0.0)));
        // The scrollbar is at its top: the text above the first message is shown, too.
        assert_eq!(seek(5, 0.0).target, Some(ScrollTarget::Start));
        assert_eq!(seek(0, 0.0).target, Some(ScrollTarget::Start), "before the first one");
        assert_eq!(seek(5, -1.0).target, Some(ScrollTarget::Dragged(5, -1.0)));
        assert_eq!(edges(Some(seek(30, 0.0))), Some((false, true)));
        let end = after(MIDDLE, FetchRequest::End, &page(250..300), 0).unwrap();
        assert_eq!((end.has_older, end.has_newer, end.target), (true, false, Some(ScrollTarget::End)));
        // A message arrived between the read and its result: the end is still the end.
        assert_eq!(edges(after(MIDDLE, FetchRequest::End, &page(250..290), 0)), Some((true, false)));
    }

    #[test]
    fn a_jump_that_finds_nothing_changes_nothing() {
        for fetch in [FetchRequest::Nothing, FetchRequest::End, FetchRequest::Seek(30, 0.0)] {
            assert_eq!(after(MIDDLE, fetch, &[], 7), None, "{fetch:?}");
        }
        assert_eq!(after(MIDDLE, FetchRequest::Nothing, &page(0..20), 7), None);
    }

    #[test]
    fn only_what_a_person_would_read_is_unread() {
        let messages = [
            message(8, Role::User, "old"),
            message(9, Role::User, "new"),
            reply(10, "", Finish::ToolCalls),
            message(11, Role::Tool, "result"),
            reply(12, "new", Finish::Complete),
            message(13, Role::System, "note"),
            reply(14, "new", Finish::Interrupted),
        ];
        assert_eq!(unread(&messages, 9), 3);
        assert_eq!(unread(&messages, 13), 1);
        assert_eq!((unread(&messages, 99), unread(&[], 0)), (0, 0));
    }
}
