//! The tree: what a text says, without a word about how it looks.

use crate::Address;

/// A block or a span, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What is in it, in order.
    pub children: Vec<Node>,
}

/// What a node is. First the blocks, then the spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading of level 1 to 6.
    Heading(u8),
    /// A quotation.
    Quote,
    /// A list of items. With a number it is ordered and begins there.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// A table of rows; the first is its head.
    Table,
    /// A row of cells.
    Row,
    /// A cell; `is_head` in the first row.
    Cell {
        /// Whether it names its column.
        is_head: bool,
        /// Where its words stand.
        align: Align,
    },
    /// A line across.
    Rule,
    /// A block of code.
    Code {
        /// The first word after the fence; empty where there is none.
        language: String,
        /// The code, with the line break at its end.
        text: String,
    },
    /// What a footnote says.
    Footnote {
        /// What it is called in the text.
        label: String,
        /// The number under which it is referred to, if it is.
        number: Option<usize>,
    },
    /// Text as it was written, with its line breaks: raw HTML, and what is beyond a bound.
    Plain(String),

    /// Words. A line break in them is a space.
    Text(String),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck out.
    Strikethrough,
    /// Code among words.
    CodeSpan(String),
    /// A link.
    Link {
        /// Where it leads.
        address: Address,
        /// Its title; empty where there is none.
        title: String,
    },
    /// An image that may be loaded, when the reader wants it.
    Image {
        /// Where it lies.
        address: Address,
        /// What it shows, in words.
        alt: String,
        /// Its title; empty where there is none.
        title: String,
    },
    /// Mathematics in TeX.
    Math {
        /// The TeX, without what was around it.
        tex: String,
        /// Whether it stands by itself.
        is_display: bool,
    },
    /// The line ends here.
    Break,
    /// The box of a task, ticked or not.
    Task(bool),
    /// A reference to a footnote.
    FootnoteMark {
        /// What the footnote is called.
        label: String,
        /// Its number, from 1.
        number: usize,
    },
}

/// Where the words of a column stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Where the language begins.
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
    /// A node with nothing in it.
    pub fn new(kind: Kind) -> Self {
        Self { kind, children: Vec::new() }
    }

    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Kind::Text(text.into()))
    }

    /// The deepest node at the end.
    pub fn last_leaf(&self) -> &Self {
        let mut node = self;
        while let Some(last) = node.children.last() {
            node = last;
        }
        node
    }
}
