//! Which rows stay on screen when a turn leaves the shown branch.

use super::rows::Row;
use leptos::prelude::*;
use ricordo_core::branch::Sequence;

/// Number of rows that stay: those before the place where the turn begins. `None`: all that are loaded.
pub fn kept_rows(rows: &[Row], begins: Sequence) -> Option<usize> {
    rows.iter().position(|row| row.sequence.get_untracked() >= begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message;
    use ricordo_core::message::Role;

    #[test]
    fn rows_stay_up_to_where_the_turn_begins_and_one_that_is_arriving_does_not() {
        // The first messages are not loaded.
        let mut rows: Vec<Row> = (3..6).map(|at| Row::of(at.into(), message(at, Role::User, "text"))).collect();
        for (begins, kept) in [(0, Some(0)), (3, Some(0)), (4, Some(1)), (5, Some(2)), (6, None), (60, None)] {
            assert_eq!(kept_rows(&rows, begins), kept, "{begins}");
        }
        rows.push(Row::coming(9, 6));
        assert_eq!(kept_rows(&rows, 6), Some(3));
        assert_eq!(kept_rows(&[], 0), None);
    }
}
