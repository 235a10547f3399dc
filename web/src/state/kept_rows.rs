//! Which rows stay on screen when a turn leaves the shown branch.

use super::{AskKind, rows::Row};
use ricordo_core::{id::MessageId, message::Role};

/// Number of rows that stay: all up to the message that is answered again, or all before the edited message. `None` if
/// no row is on another branch, or if the message is not loaded.
pub fn kept_rows(rows: &[Row], ask: &AskKind, has_newer: bool) -> Option<usize> {
    let index = |message: MessageId| rows.iter().position(|row| row.id() == Some(message));
    let asked = |before: usize| rows.iter().take(before).rposition(|row| row.role == Role::User).map(|at| at + 1);
    match ask {
        AskKind::New(_) | AskKind::GoOn(_) | AskKind::Queued(_) => None,
        AskKind::Retry | AskKind::RetryUnasked(_) | AskKind::RetryBy(_) if has_newer => None,
        AskKind::Retry | AskKind::RetryUnasked(_) | AskKind::RetryBy(_) => asked(rows.len()),
        AskKind::Again(message) => index(*message).and_then(|at| asked(at + 1)),
        AskKind::Edit(message, _) => index(*message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{message, message_id};
    use Role::{Assistant, System, Tool, User};

    /// Rows with the ids 0, 1, 2 and so on.
    fn rows(roles: &[Role]) -> Vec<Row> {
        let numbered = (0..).zip(roles);
        numbered.map(|(at, role)| Row::of(at.into(), message(at, *role, "text"))).collect()
    }

    fn kept(roles: &[Role], ask: &AskKind) -> Option<usize> {
        kept_rows(&rows(roles), ask, false)
    }

    #[test]
    fn a_new_message_leaves_all_rows() {
        assert_eq!(kept(&[User, Assistant], &AskKind::New(Box::default())), None);
    }

    #[test]
    fn a_retry_drops_everything_after_the_last_message_of_the_user() {
        for (roles, left) in [
            (&[User, Assistant][..], Some(1)),
            (&[User, Assistant, User], Some(3)),
            (&[User, Assistant, Tool, Assistant, System], Some(1)),
            (&[Assistant, Tool], None),
            (&[], None),
        ] {
            assert_eq!(kept(roles, &AskKind::Retry), left, "{roles:?}");
            assert_eq!(kept(roles, &AskKind::RetryUnasked(None)), left, "{roles:?}");
        }
        // The last messages are not loaded: none of the loaded ones is behind them.
        assert_eq!(kept_rows(&rows(&[User, Assistant]), &AskKind::Retry, true), None);
    }

    #[test]
    fn answering_again_keeps_the_message_that_is_answered() {
        let roles = [User, Assistant, User, Assistant, Tool, Assistant, User];
        for (again, left) in [(0, Some(1)), (1, Some(1)), (2, Some(3)), (3, Some(3)), (5, Some(3)), (6, Some(7))] {
            assert_eq!(kept(&roles, &AskKind::Again(message_id(again))), left, "{again}");
        }
        assert_eq!(kept(&roles, &AskKind::Again(message_id(99))), None, "a message that is not loaded");
        assert_eq!(kept(&[Assistant, User], &AskKind::Again(message_id(0))), None, "its question is not loaded");
    }

    #[test]
    fn an_edit_drops_the_edited_message_too() {
        let roles = [User, Assistant, User, Assistant];
        let edit = |of: u32| AskKind::Edit(message_id(of), "other".to_owned());
        assert_eq!(kept(&roles, &edit(0)), Some(0));
        assert_eq!(kept(&roles, &edit(2)), Some(2));
        assert_eq!(kept(&roles, &edit(99)), None);
    }

    #[test]
    fn a_reply_that_is_arriving_has_no_id_and_is_dropped_with_the_others() {
        let mut rows = rows(&[User]);
        rows.push(Row::coming(9, 1));
        assert_eq!(kept_rows(&rows, &AskKind::Retry, false), Some(1));
        assert_eq!(kept_rows(&rows, &AskKind::Edit(message_id(0), String::new()), false), Some(0));
    }
}
