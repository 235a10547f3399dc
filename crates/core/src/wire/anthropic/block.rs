//! The blocks that a message of this protocol is made of.

use serde::Serialize;
use serde_json::Value;

/// One block.
#[derive(Serialize)]
pub(super) struct Block<'a> {
    #[serde(flatten)]
    pub(super) content: Content<'a>,
    /// Set where what came so far is to be kept for the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cache_control: Option<CacheControl>,
    /// Whether it is expected to stand in the same place in the next request.
    #[serde(skip)]
    pub(super) is_stable: bool,
}

/// What a block holds.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Content<'a> {
    /// Words. Never blank: the server refuses blank ones.
    Text {
        text: String,
    },
    Image {
        source: Source,
    },
    ToolUse {
        id: String,
        name: &'a str,
        input: Value,
    },
    ToolResult {
        tool_use_id: String,
        #[serde(skip_serializing_if = "str::is_empty")]
        content: &'a str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

/// The bytes of an image.
#[derive(Serialize)]
pub(super) struct Source {
    pub(super) r#type: &'static str,
    pub(super) media_type: String,
    pub(super) data: String,
}

/// The mark of what is to be kept.
#[derive(Clone, Copy, Serialize)]
pub(super) struct CacheControl {
    r#type: &'static str,
}

impl CacheControl {
    /// Kept for five minutes after its last use.
    pub(super) const EPHEMERAL: Self = Self { r#type: "ephemeral" };
}

impl<'a> Block<'a> {
    pub(super) fn new(content: Content<'a>, is_stable: bool) -> Self {
        Self { content, cache_control: None, is_stable }
    }

    /// A block of words, unless they are blank.
    pub(super) fn text(text: impl Into<String>, is_stable: bool) -> Option<Self> {
        let text = text.into();
        (!text.trim().is_empty()).then(|| Self::new(Content::Text { text }, is_stable))
    }

    pub(super) fn is_tool_result(&self) -> bool {
        matches!(self.content, Content::ToolResult { .. })
    }
}
