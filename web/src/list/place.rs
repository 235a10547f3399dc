//! Position at which the user left a conversation, as a line of text that the tab stores.

use ricordo_core::{branch::Sequence, id::MessageId};

/// A message and its distance from the top of the viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Message id.
    pub message: MessageId,
    /// Position on the branch.
    pub sequence: Sequence,
    /// Distance in pixels; negative if the beginning of the message is above the viewport.
    pub offset: f64,
}

impl Place {
    /// Formats the position as a line.
    pub fn to_line(self) -> String {
        #[allow(clippy::cast_possible_truncation, reason = "pixels, far below 2^31")]
        let offset = self.offset.round() as i32;
        format!("{} {} {offset}", self.message, self.sequence)
    }

    /// Parses a line; `None` if it is invalid.
    pub fn of_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (message, sequence, offset) = (words.next()?, words.next()?, words.next()?);
        let offset: i32 = offset.parse().ok()?;
        Some(Self { message: message.parse().ok()?, sequence: sequence.parse().ok()?, offset: f64::from(offset) })
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ricordo_core::time::Timestamp;

    proptest! {
        #[test]
        fn a_line_leads_back_to_its_place(seed: [u8; 10], sequence: u32, offset in -100_000i32..100_000) {
            let message = MessageId::new(Timestamp(1), seed);
            let place = Place { message, sequence, offset: f64::from(offset) };
            prop_assert_eq!(Place::of_line(&place.to_line()), Some(place));
        }

        #[test]
        fn any_other_line_is_no_place(line in "[a-z0-9 -]{0,40}") {
            prop_assert_eq!(Place::of_line(&line), None);
        }
    }
}
