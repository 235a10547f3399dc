//! The syntax tree. It holds no presentation.

use crate::Address;

/// A block or an inline span, with its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Kind of the node.
    pub kind: Kind,
    /// Children, in order.
    pub children: Vec<Node>,
}

/// Kind of a node: blocks first, then inline spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading of level 1 to 6.
    Heading(u8),
    /// A quotation.
    Quote,
    /// A list; an ordered one has its first number.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// A table of rows; the first is its header.
    Table,
    /// A row of cells.
    Row,
    /// A cell; `is_head` in the first row.
    Cell {
        /// Whether this is a column heading.
        is_head: bool,
        /// Alignment of the text.
        align: Align,
    },
    /// A thematic break.
    Rule,
    /// A block of code.
    Code {
        /// The first word after the fence; empty if there is none.
        language: String,
        /// The code, with the line break at its end.
        text: String,
    },
    /// A footnote definition.
    Footnote {
        /// Label of the footnote in the text.
        label: String,
        /// Number of the footnote, if it is referenced.
        number: Option<usize>,
    },
    /// Preformatted text: raw HTML, and text beyond a limit.
    Plain(String),

    /// Plain text. A line break in it is shown as a space.
    Text(String),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Strikethrough.
    Strikethrough,
    /// Inline code.
    CodeSpan(String),
    /// A link.
    Link {
        /// Target of the link.
        address: Address,
        /// Title; empty if there is none.
        title: String,
    },
    /// An image, to be loaded only at the reader's request.
    Image {
        /// Address of the image.
        address: Address,
        /// Alternative text.
        alt: String,
        /// Title; empty if there is none.
        title: String,
    },
    /// Mathematics in TeX.
    Math {
        /// The TeX source, without its delimiters.
        tex: String,
        /// Whether it is display math rather than inline.
        is_display: bool,
    },
    /// A hard line break.
    Break,
    /// A task list checkbox, checked or not.
    Task(bool),
    /// A reference to a footnote.
    FootnoteMark {
        /// Label of the footnote.
        label: String,
        /// Number of the footnote, from 1.
        number: usize,
    },
}

impl Kind {
    /// Whether it is a block that looks for its direction in its own text. `is_in_item` and `is_in_quote`: it is directly in one. A
    /// list or a quote has the direction of its first letter, and a browser looks for that only in what has no `dir`. So most
    /// blocks directly in them have none.
    pub fn has_own_direction(&self, is_in_item: bool, is_in_quote: bool) -> bool {
        match self {
            Self::Paragraph | Self::Heading(_) => !is_in_item && !is_in_quote,
            // In an item, a nested list follows the words of the item.
            Self::List(_) | Self::Quote => !is_in_quote,
            Self::Table | Self::Plain(_) => true,
            _ => false,
        }
    }
}

/// Alignment of a table column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// At the start of the line in the reading direction.
    #[default]
    Start,
    /// On the left.
    Left,
    /// In the middle.
    Center,
    /// On the right.
    Right,
}

impl Node {
    /// A node without children.
    pub fn new(kind: Kind) -> Self {
        Self { kind, children: Vec::new() }
    }

    /// A text node.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Kind::Text(text.into()))
    }

    /// The text in a node, without markup.
    pub fn words(&self) -> String {
        match &self.kind {
            Kind::Text(text) | Kind::CodeSpan(text) => text.clone(),
            _ => self.children.iter().map(Self::words).collect(),
        }
    }

    /// The last node on the deepest level.
    pub fn last_leaf(&self) -> &Self {
        let mut node = self;
        while let Some(last) = node.children.last() {
            node = last;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn the_first_letter_of_a_list_or_a_quote_can_be_found_by_it_wherever_it_stands() {
        for (is_in_item, is_in_quote) in [(true, false), (false, true)] {
            let own = |block: Kind| block.has_own_direction(is_in_item, is_in_quote);
            assert!(!own(Kind::Paragraph) && !own(Kind::Heading(2)), "in an item: {is_in_item}");
            assert!(own(Kind::Table), "a table in another language has its columns in its own order");
        }
        let in_quote = |block: Kind| block.has_own_direction(false, true);
        assert!(!in_quote(Kind::List(None)) && !in_quote(Kind::Quote), "a quote may begin with them");
        assert!(Kind::List(Some(1)).has_own_direction(true, false) && Kind::Quote.has_own_direction(true, false));
        for block in [Kind::Paragraph, Kind::Heading(1), Kind::List(None), Kind::Plain(String::new())] {
            assert!(block.has_own_direction(false, false), "{block:?}");
        }
        for other in [Kind::Item, Kind::Row, Kind::Rule, Kind::Emphasis] {
            assert!(!other.has_own_direction(false, false), "{other:?}");
        }
    }
}
