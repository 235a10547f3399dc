//! The bytes of a part.

use super::index_of;
use crate::ranked::{Damaged, Part, PartKey};
use proptest::prelude::*;
use ricordo_record::{
    author::Author,
    message::{MessageText, Role},
    testing::sample,
    time::Timestamp,
};

fn part(texts: &[String], first: u32) -> Part {
    let messages: Vec<MessageText> = (first..).zip(texts).map(|(at, text)| message(at, text)).collect();
    Part::build(&messages)
}

fn message(sequence: u32, text: &str) -> MessageText {
    let mut message = MessageText::from(&sample::message(0, sequence, text));
    // Before 1970, too, and unevenly far apart.
    message.created_at = Timestamp(i64::from(sequence).pow(3) - 1_000_000);
    message.author = Author::new(&format!("Person {}", sequence % 3), None, None);
    message.role = if sequence.is_multiple_of(2) { Role::User } else { Role::Assistant };
    message
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_part_comes_back_from_its_bytes(
        texts in prop::collection::vec("[a-dа-гіїє' 0-9.]{0,40}|\\PC{0,300}", 0..64),
        first: u16,
    ) {
        let part = part(&texts, first.into());
        prop_assert_eq!(Part::from_bytes(&part.to_bytes()), Ok(part));
    }

    #[test]
    fn damaged_bytes_are_an_error_or_a_part_that_holds_together(
        texts in prop::collection::vec("[a-d ]{0,20}", 1..8),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = part(&texts, 0).to_bytes();
        prop_assert!(Part::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
        for (at, value) in damages {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        use_all_of(&bytes);
    }

    #[test]
    fn any_bytes_can_be_decoded(mut bytes: Vec<u8>) {
        use_all_of(&bytes);
        if let Some(version) = bytes.first_mut() {
            *version = 1;
        }
        use_all_of(&bytes);
    }
}

/// Decodes and asks: a part that is accepted can be searched.
fn use_all_of(bytes: &[u8]) {
    if let Ok(part) = Part::from_bytes(bytes) {
        assert_eq!(Part::from_bytes(&part.to_bytes()).as_ref(), Ok(&part));
        let mut recall = index_of(&["a b", "c"]);
        recall.put_part(PartKey::of(sample::branch_id(7), 0), part);
        super::ask(&recall, "a b ab c d");
    }
}

#[test]
fn another_version_is_not_read() {
    let mut bytes = part(&["text".to_owned()], 0).to_bytes();
    bytes[0] += 1;
    assert_eq!(Part::from_bytes(&bytes), Err(Damaged));
    assert_eq!(Part::from_bytes(&[]), Err(Damaged));
}

#[test]
fn a_part_keeps_only_what_was_written_by_someone_and_has_words() {
    let mut messages = vec![message(0, "one"), message(1, "…"), message(2, "two"), message(3, "three")];
    messages[2].role = Role::Tool;
    assert_eq!(Part::build(&messages).messages(), 2);
}
