//! The plural categories of CLDR, by which a language chooses the form of a sentence with a number.

/// A plural category of CLDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Arabic 0.
    Zero,
    /// 1 message; 1 повідомлення, 21 повідомлення.
    One,
    /// Arabic 2.
    Two,
    /// 2 повідомлення.
    Few,
    /// 5 повідомлень.
    Many,
    /// 2 messages.
    Other,
}
