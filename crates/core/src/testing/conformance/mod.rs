//! The conformance suite that every store must pass: plain functions, one behaviour each.
//!
//! [`crate::store_conformance`] only lists them. `open` returns a new handle of the named database, which is empty if
//! the name is new.

mod kinds;
mod reads;
mod writes;

pub use kinds::*;
pub use reads::*;
pub use writes::*;

use crate::{
    record::{Kind, Record},
    store::Store,
};

/// All stored records as JSON, in a fixed order: two stores are equal if their dumps are.
pub async fn dump<S: Store>(store: &S) -> String {
    let mut records: Vec<Record> = Vec::new();
    for kind in Kind::ALL {
        records.extend(store.records(kind).await.expect("records can be read"));
    }
    serde_json::to_string(&records).expect("records are JSON")
}

/// Turns every function of the suite into a test: `store_conformance!(tokio::test, open)`, where `open` is an `async
/// fn(&str) -> impl Store`.
#[macro_export]
macro_rules! store_conformance {
    ($test:path, $open:path) => {
        $crate::store_conformance!($test, $open;
            an_empty_store_has_nothing, what_was_stored_survives_a_reopen, unicode_comes_back_exactly,
            a_message_of_a_megabyte_comes_back_exactly, the_last_messages_come_in_order,
            a_branch_reads_its_parent_below_the_fork, gaps_do_not_stop_a_read, older_messages_come_before_a_place,
            the_texts_of_all_conversations_come_in_batches,
            newer_messages_come_from_a_place_on,
            conversations_do_not_mix, the_last_used_conversation_comes_first, a_message_is_found_by_id,
            records_come_in_the_order_of_keys, records_come_between_two_keys, several_ranges_are_read_at_once, links_lead_to_what_names_them, a_blob_keeps_its_bytes,
            every_kind_comes_back_under_its_key, keys_of_every_kind_sort_as_the_core_reads_them,
            a_snapshot_holds_what_spans_conversations, inverse_changes_restore_every_kind,
            a_failed_list_of_changes_leaves_nothing, adding_twice_is_a_conflict, one_place_takes_one_message,
            two_handles_see_each_other, a_closed_handle_says_so, inverse_changes_restore_the_exact_bytes,
            an_undo_entry_holds_the_inverse, deletions_lie_apart_from_commands, removing_what_is_not_there_is_nothing, many_changes_are_one_transaction
        );
    };
    ($test:path, $open:path; $($name:ident),*) => {$(
        #[$test]
        async fn $name() {
            $crate::testing::conformance::$name(async |handle| $open(&format!("{}-{handle}", stringify!($name))).await).await;
        }
    )*};
}
