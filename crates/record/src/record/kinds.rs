//! The macro that writes everything that follows from the table of kinds in [`super`]: the enums of records, kinds and
//! keys, and what names, sorts and stores them.

/// Takes one row for each kind of record, in the order in which an export lists them:
///
/// ```text
/// /// What it is.
/// Kind(Content) in "table", by content => (first: FirstPart = content.first, second: SecondPart = content.second);
/// ```
///
/// The parts are those of the key, which sort records of the kind. A kind without `by` has a single record. A kind whose
/// key begins with a conversation and has more parts can be read for one conversation ([`RecordKey::owned`]).
///
/// [`RecordKey::owned`]: super::RecordKey::owned
macro_rules! kinds {
    ($(
        $(#[$meta:meta])*
        $kind:ident($content:ty) in $table:literal $(, by $record:ident => ($($name:ident: $part:ty = $value:expr),+))?;
    )+) => {
        /// Any stored record.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Record {
            $($(#[$meta])* $kind($content),)+
        }

        /// A kind of record. Each has its own table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind {
            $($(#[$meta])* $kind,)+
        }

        /// The key of a record. Keys of one kind sort in the order in which the core reads them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum RecordKey {
            $($(#[$meta])* $kind $(($($part),+))?,)+
        }

        impl Kind {
            /// Whether it is made from the messages: such records are in no file and in no undo entry.
            pub const fn is_index(self) -> bool {
                matches!(self, Self::IndexPart | Self::VectorPart)
            }

            /// All kinds, in the order in which an export lists them.
            pub const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];

            /// Name of the table in a database.
            pub const fn table(self) -> &'static str {
                match self {
                    $(Self::$kind => $table,)+
                }
            }
        }

        impl Record {
            /// Its key.
            #[allow(clippy::redundant_pattern, reason = "a kind without `by` has no name for its record")]
            pub fn key(&self) -> RecordKey {
                match self {
                    $(Self::$kind($($record @)? _) => RecordKey::$kind $(($($value),+))?,)+
                }
            }
        }

        impl RecordKey {
            /// The kind of the record.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Self::$kind { .. } => Kind::$kind,)+
                }
            }

            /// Gives what a store writes for its parts, in order. The key of a single record is the name of its table.
            pub fn store(self, to: &mut dyn FnMut(StoredPart)) {
                match self {
                    $(Self::$kind $(($($name),+))? => {
                        $crate::record::kinds::kinds!(@store $table, to, $($($name),+)?);
                    })+
                }
            }

            /// A key that sorts before all records of a kind, and after those of the kinds before it.
            pub fn first_of(kind: Kind) -> Self {
                match kind {
                    $(Kind::$kind => Self::$kind $(($(<$part as KeyPart>::FIRST),+))?,)+
                }
            }

            /// The last possible key of a kind.
            pub fn last_of(kind: Kind) -> Self {
                match kind {
                    $(Kind::$kind => Self::$kind $(($(<$part as KeyPart>::LAST),+))?,)+
                }
            }

            /// The first and last possible key of a kind within a conversation; `None` as the conversation means all.
            /// Kinds that do not sort by conversation have no such range.
            pub fn owned(kind: Kind, of: Option<ConversationId>) -> Option<(Self, Self)> {
                match kind {
                    $(Kind::$kind => $crate::record::kinds::kinds!(@owned $kind of $($($part),+)?),)+
                }
            }
        }
    };
    (@store $table:literal, $to:ident, $($name:ident),+) => { $($name.store($to);)+ };
    (@store $table:literal, $to:ident,) => { $to(StoredPart::Text($table.to_owned())) };
    (@owned $kind:ident $of:ident $first:ty, $($rest:ty),+) => {
        <$first as KeyPart>::within($of).map(|first| (
            Self::$kind(first, $(<$rest as KeyPart>::FIRST),+),
            Self::$kind(first, $(<$rest as KeyPart>::LAST),+),
        ))
    };
    (@owned $kind:ident $of:ident $($only:ty)?) => { None };
}

pub(super) use kinds;
