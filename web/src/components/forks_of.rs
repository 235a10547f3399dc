//! Which forks the switcher of a message is about.

use crate::state::Row;
use leptos::prelude::Get;
use ricordo_core::{branch::Sequence, message::Role};

/// A message on screen.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Role of its author.
    pub role: Role,
    /// Its sequence.
    pub sequence: Sequence,
    /// Index of its row.
    pub index: usize,
}

impl Shown {
    /// First and last sequence of the forks that the message stands for: those after the preceding message, up to this
    /// one. So a fork whose own message was erased appears at the next message, and the last message shows forks whose
    /// messages were erased after it. The last reply of a turn stands for the whole turn, which may have begun with
    /// tool calls; the earlier ones stand for none.
    pub fn forks(self, rows: &[Row], has_older: bool, has_newer: bool) -> Option<(Sequence, Sequence)> {
        let Self { role, sequence, index } = self;
        let is_user = |row: &&Row| row.role == Role::User;
        let behind = || rows.iter().skip(index + 1);
        let mut turn = behind().take_while(|row| !is_user(row));
        if role != Role::User && turn.any(|row| row.role == Role::Assistant) {
            return None;
        }
        let before = rows.iter().take(index).rfind(|row| role == Role::User || is_user(row));
        let first = if has_older { sequence } else { 0 };
        let from = before.map_or(first, |before| before.sequence.get() + 1);
        let is_last = match role {
            Role::User => behind().next().is_none(),
            _ => !behind().any(|row| is_user(&row)),
        };
        Some((from, if is_last && !has_newer { Sequence::MAX } else { sequence }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message;
    use Role::{Assistant, System, Tool, User};

    fn rows(messages: &[(Role, Sequence)]) -> Vec<Row> {
        let numbered = (0..).zip(messages);
        numbered.map(|(key, (role, sequence))| Row::of(key, message(*sequence, *role, "text"))).collect()
    }

    /// Forks of the message at an index, of a conversation that is loaded as a whole.
    fn forks(messages: &[(Role, Sequence)], index: usize) -> Option<(Sequence, Sequence)> {
        let (role, sequence) = messages[index];
        Shown { role, sequence, index }.forks(&rows(messages), false, false)
    }

    const END: Sequence = Sequence::MAX;

    #[test]
    fn a_message_stands_for_the_forks_since_the_one_before_it() {
        let rows = [(User, 0), (Assistant, 1), (User, 4), (Assistant, 5)];
        assert_eq!(forks(&rows, 0), Some((0, 0)));
        assert_eq!(forks(&rows, 1), Some((1, 1)));
        assert_eq!(forks(&rows, 2), Some((2, 4)), "2 and 3 were erased");
        assert_eq!(forks(&rows, 3), Some((5, END)), "and whatever was erased after the last one");
    }

    #[test]
    fn the_last_reply_stands_for_its_whole_turn() {
        let rows = [(User, 0), (Assistant, 1), (Tool, 2), (Assistant, 3), (System, 4), (User, 5)];
        assert_eq!(forks(&rows, 1), None);
        assert_eq!(forks(&rows, 3), Some((1, 3)));
        assert_eq!(forks(&rows, 5), Some((5, END)));
        let arriving = [(User, 0), (Assistant, 1), (Tool, 2)];
        assert_eq!(forks(&arriving, 1), Some((1, END)), "the reply after the tools is still to come");
    }

    #[test]
    fn forks_before_and_after_the_loaded_part_belong_to_messages_that_are_not_loaded() {
        let messages = [(User, 50), (Assistant, 51)];
        let of = |index: usize, has_older, has_newer| {
            let (role, sequence) = messages[index];
            Shown { role, sequence, index }.forks(&rows(&messages), has_older, has_newer)
        };
        assert_eq!(of(0, true, true), Some((50, 50)));
        assert_eq!(of(0, false, true), Some((0, 50)), "the first message of the conversation");
        assert_eq!(of(1, true, true), Some((51, 51)));
        assert_eq!(of(1, true, false), Some((51, END)));
    }

    #[test]
    fn a_reply_without_its_question_stands_for_itself_while_older_ones_are_not_loaded() {
        let rows = rows(&[(Assistant, 7), (User, 8)]);
        let reply = Shown { role: Assistant, sequence: 7, index: 0 };
        assert_eq!(reply.forks(&rows, true, false), Some((7, 7)));
        assert_eq!(reply.forks(&rows, false, false), Some((0, 7)), "its question was erased");
        // The row is gone already, and the switcher is about to go.
        assert_eq!(Shown { role: User, sequence: 9, index: 5 }.forks(&rows, false, false), Some((9, END)));
    }
}
