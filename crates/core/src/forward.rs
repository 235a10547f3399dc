//! A macro that writes the methods of a [`Store`](crate::store::Store) over another store, or over one of several: all
//! except `apply` forward the call.

/// Writes every method of a [`Store`](crate::store::Store) except `apply`. `$pass` is a macro that chooses the target:
/// `$pass!(self, store => call)` binds `store` to the underlying store and awaits `call`. See the example
/// `own_store_and_model`.
#[macro_export]
macro_rules! forward_to_store {
    ($pass:ident) => {
        $crate::forward_to_store! { $pass:
            conversations() -> Vec<$crate::conversation::Conversation>;
            snapshot(conversation: $crate::id::ConversationId, limit: u32) -> Option<$crate::snapshot::Snapshot>;
            messages(
                conversation: $crate::id::ConversationId,
                before: $crate::branch::Sequence,
                limit: u32
            ) -> Vec<$crate::message::Message>;
            messages_from(
                conversation: $crate::id::ConversationId,
                from: $crate::branch::Sequence,
                limit: u32
            ) -> Vec<$crate::message::Message>;
            message(id: $crate::id::MessageId) -> Option<$crate::message::Message>;
            texts(
                from: ($crate::id::BranchId, $crate::branch::Sequence),
                limit: u32
            ) -> Vec<$crate::message::MessageText>;
            record(key: $crate::record::RecordKey) -> Option<$crate::record::Record>;
            records(kind: $crate::record::Kind) -> Vec<$crate::record::Record>;
            records_between(
                from: $crate::record::RecordKey,
                to: $crate::record::RecordKey,
                limit: u32
            ) -> Vec<$crate::record::Record>;
            readable_between(
                from: $crate::record::RecordKey,
                to: $crate::record::RecordKey,
                limit: u32
            ) -> Vec<Option<$crate::record::Record>>;
            several_between(
                ranges: Vec<($crate::record::RecordKey, $crate::record::RecordKey)>
            ) -> Vec<Vec<$crate::record::Record>>;
            linked(links: Vec<$crate::record::Link>, limit: u32) -> Vec<Vec<$crate::record::RecordKey>>;
            count(kind: $crate::record::Kind) -> u64;
            last_between(
                from: $crate::record::RecordKey,
                to: $crate::record::RecordKey
            ) -> Option<$crate::record::Record>;
        }

        async fn close(&self) {
            $pass!(self, store => store.close())
        }
    };
    ($pass:ident: $($name:ident($($argument:ident: $type:ty),*) -> $found:ty;)*) => {$(
        async fn $name(&self, $($argument: $type),*) -> Result<$found, $crate::error::StoreError> {
            $pass!(self, store => store.$name($($argument),*))
        }
    )*};
}
