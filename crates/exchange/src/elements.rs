//! Finds the conversations in a JSON text that arrives in chunks: one list element after another, however long the list
//! is. Only the end of an element is detected; its content is not parsed.

/// Position of the elements in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The text is a list; the elements are its items.
    Items,
    /// The text is an object; the elements are the items of the field with this name. Its other fields are reported,
    /// too.
    ItemsOf(&'static str),
    /// The text is one element, or several after each other, such as one per line.
    Values,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A field beside the list, as JSON.
    Field(String, Vec<u8>),
    /// An element, as JSON.
    Element(Vec<u8>),
    /// An element that exceeds the size limit.
    TooLong,
}

/// The text is not JSON from here on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    List,
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Key,
    Field,
    Element,
}

/// A value that is being read.
#[derive(Debug)]
struct Value {
    what: What,
    bytes: Vec<u8>,
    is_too_long: bool,
    depth: u32,
    in_string: bool,
    is_escaped: bool,
    /// A number, `true`, `false` or `null`, which ends before the next delimiter.
    is_bare: bool,
}

/// Incremental parser that finds the elements.
#[derive(Debug)]
pub(crate) struct Elements {
    shape: Shape,
    longest: usize,
    around: Vec<Around>,
    value: Option<Value>,
    key: Option<String>,
    is_begun: bool,
}

const LONGEST_FIELD: usize = 1 << 16;

impl Elements {
    /// `longest` is the size limit of an element, in bytes.
    pub(crate) fn new(shape: Shape, longest: usize) -> Self {
        Self { shape, longest, around: Vec::new(), value: None, key: None, is_begun: false }
    }

    /// Whether the text is complete.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_begun && self.around.is_empty() && self.value.is_none()
    }

    /// Parses more bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], found: &mut Vec<Piece>) -> Result<(), Broken> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = match &mut self.value {
                Some(value) => {
                    let (taken, is_done) = value.take(rest, self.longest);
                    if is_done {
                        self.done(found)?;
                    }
                    taken
                }
                None => {
                    let first = rest[0];
                    // A value includes its first byte.
                    usize::from(!self.between(first)?)
                }
            };
            rest = &rest[taken..];
        }
        Ok(())
    }

    /// Handles a byte outside of a value; returns whether a value begins with it.
    fn between(&mut self, byte: u8) -> Result<bool, Broken> {
        if byte.is_ascii_whitespace() {
            return Ok(false);
        }
        match (self.around.last(), byte) {
            (None, b'{' | b'[') if self.shape == Shape::Values => return Ok(self.begin(What::Element, byte)),
            (None, _) if self.is_begun => return Err(Broken),
            (None, b'[') if self.shape == Shape::Items => self.enter(Around::List),
            (None, b'{') if matches!(self.shape, Shape::ItemsOf(_)) => self.enter(Around::Object),
            (Some(Around::List), b']') | (Some(Around::Object), b'}') => drop(self.around.pop()),
            (Some(_), b',') => {}
            (_, b',' | b']' | b'}') => return Err(Broken),
            (Some(Around::List), _) => return Ok(self.begin(What::Element, byte)),
            (Some(Around::Object), b':') if self.key.is_some() => {}
            (Some(Around::Object), b'"') if self.key.is_none() => return Ok(self.begin(What::Key, byte)),
            (Some(Around::Object), b'[') if self.is_list() => {
                self.key = None;
                self.enter(Around::List);
            }
            (Some(Around::Object), _) if self.key.is_some() => return Ok(self.begin(What::Field, byte)),
            _ => return Err(Broken),
        }
        Ok(false)
    }

    fn is_list(&self) -> bool {
        matches!((self.shape, &self.key), (Shape::ItemsOf(name), Some(key)) if key == name)
    }

    fn enter(&mut self, around: Around) {
        self.is_begun = true;
        self.around.push(around);
    }

    fn begin(&mut self, what: What, byte: u8) -> bool {
        self.is_begun = true;
        let is_bare = !matches!(byte, b'{' | b'[' | b'"');
        let bytes = Vec::new();
        self.value =
            Some(Value { what, bytes, is_too_long: false, depth: 0, in_string: false, is_escaped: false, is_bare });
        true
    }

    fn done(&mut self, found: &mut Vec<Piece>) -> Result<(), Broken> {
        let Some(value) = self.value.take() else { return Ok(()) };
        match value.what {
            What::Key => self.key = Some(serde_json::from_slice(&value.bytes).map_err(|_| Broken)?),
            What::Field => {
                let key = self.key.take().unwrap_or_default();
                if !value.is_too_long {
                    found.push(Piece::Field(key, value.bytes));
                }
            }
            What::Element if value.is_too_long => found.push(Piece::TooLong),
            What::Element => found.push(Piece::Element(value.bytes)),
        }
        Ok(())
    }
}

impl Value {
    /// Takes the bytes that belong to the value; returns their number and whether the value is complete.
    fn take(&mut self, bytes: &[u8], longest: usize) -> (usize, bool) {
        let (length, is_done) = self.measure(bytes);
        let longest = if self.what == What::Element { longest } else { LONGEST_FIELD };
        if self.bytes.len() + length > longest {
            self.is_too_long = true;
            self.bytes = Vec::new();
        }
        if !self.is_too_long {
            self.bytes.extend_from_slice(&bytes[..length]);
        }
        (length, is_done)
    }

    fn measure(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (at, byte) in bytes.iter().enumerate() {
            if self.is_bare {
                if matches!(byte, b',' | b']' | b'}') || byte.is_ascii_whitespace() {
                    return (at, true);
                }
                continue;
            }
            if self.in_string {
                match byte {
                    _ if self.is_escaped => self.is_escaped = false,
                    b'\\' => self.is_escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
            } else {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
            }
            if self.depth == 0 && !self.in_string {
                return (at + 1, true);
            }
        }
        (bytes.len(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(shape: Shape, text: &str, cut: usize) -> (Vec<Piece>, Result<(), Broken>, bool) {
        let mut elements = Elements::new(shape, 100);
        let mut found = Vec::new();
        let mut outcome = Ok(());
        for bytes in text.as_bytes().chunks(cut.max(1)) {
            outcome = elements.push(bytes, &mut found);
            if outcome.is_err() {
                break;
            }
        }
        (found, outcome, elements.is_whole())
    }

    fn element(text: &str) -> Piece {
        Piece::Element(text.as_bytes().to_vec())
    }

    #[test]
    fn items_of_a_list_are_found_wherever_the_text_is_cut() {
        let text = r#" [ {"a": "]}\"\\"}, [1,[2]], "x,y" ,12,null , {} ] "#;
        for cut in 1..text.len() {
            let (found, outcome, is_whole) = pieces(Shape::Items, text, cut);
            let expected = [r#"{"a": "]}\"\\"}"#, "[1,[2]]", r#""x,y""#, "12", "null", "{}"].map(element);
            assert_eq!((found.as_slice(), outcome, is_whole), (expected.as_slice(), Ok(()), true), "{cut}");
        }
    }

    #[test]
    fn fields_come_beside_the_items() {
        let text = r#"{"ricordo":3, "non\u0065" : {"records":[1]},"records": [{"b":1},2],"count":2}"#;
        for cut in 1..text.len() {
            let (found, outcome, is_whole) = pieces(Shape::ItemsOf("records"), text, cut);
            let field = |name: &str, value: &str| Piece::Field(name.to_owned(), value.as_bytes().to_vec());
            let expected = vec![
                field("ricordo", "3"),
                field("none", r#"{"records":[1]}"#),
                element(r#"{"b":1}"#),
                element("2"),
                field("count", "2"),
            ];
            assert_eq!((found, outcome, is_whole), (expected, Ok(()), true), "{cut}");
        }
    }

    #[test]
    fn values_follow_each_other_with_and_without_line_ends() {
        let text = "{\"a\":1}\n{\"b\":\"}{\"} {}\r\n\n[1]";
        for cut in 1..text.len() {
            let (found, outcome, is_whole) = pieces(Shape::Values, text, cut);
            let expected = [r#"{"a":1}"#, r#"{"b":"}{"}"#, "{}", "[1]"].map(element);
            assert_eq!((found.as_slice(), outcome, is_whole), (expected.as_slice(), Ok(()), true), "{cut}");
        }
        assert_eq!(pieces(Shape::Values, "{} oh", 9).1, Err(Broken));
        assert!(!pieces(Shape::Values, "{}\n{\"a\"", 9).2);
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        let text = format!(r#"[1,{{"a":"{}"}},2]"#, "x".repeat(200));
        let (found, outcome, is_whole) = pieces(Shape::Items, &text, 7);
        assert_eq!((found, outcome, is_whole), (vec![element("1"), Piece::TooLong, element("2")], Ok(()), true));
    }

    #[test]
    fn what_is_no_json_ends_it() {
        assert_eq!(pieces(Shape::Items, "[1,}", 9).1, Err(Broken));
        assert_eq!(pieces(Shape::ItemsOf("a"), r#"{"b":]"#, 9).1, Err(Broken));
        assert_eq!(pieces(Shape::Items, "[nonsense]", 9).1, Ok(()), "whoever reads an item refuses it");
        assert_eq!(pieces(Shape::Items, "{}", 9).1, Err(Broken));
        assert_eq!(pieces(Shape::Items, "[] []", 9).1, Err(Broken));
        assert_eq!(pieces(Shape::ItemsOf("a"), "{1:2}", 9).1, Err(Broken));
        assert_eq!(pieces(Shape::Values, r#"{"a":[1,"b"]} "#, 3).0, [element(r#"{"a":[1,"b"]}"#)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// No text causes a panic, and the output is never longer than the input.
        #[test]
        fn any_text_can_be_read(text in "[\\[\\]{}\",:\\\\a1 ]{0,60}", cut in 1usize..9) {
            for shape in [Shape::Items, Shape::ItemsOf("a"), Shape::Values] {
                let (found, _, _) = pieces(shape, &text, cut);
                let size: usize = found.iter().map(|piece| match piece {
                    Piece::Field(_, value) | Piece::Element(value) => value.len(),
                    Piece::TooLong => 0,
                }).sum();
                prop_assert!(size <= text.len());
            }
        }
    }
}
