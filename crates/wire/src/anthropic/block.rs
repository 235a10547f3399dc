//! Content blocks of an Anthropic message.

use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
pub(super) struct Block<'a> {
    #[serde(flatten)]
    pub(super) content: Content<'a>,
    /// Set on the last block of a prefix that the server caches for the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cache_control: Option<CacheControl>,
    /// Whether the block is expected at the same position in the next request.
    #[serde(skip)]
    pub(super) is_stable: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Content<'a> {
    /// Never blank: the server refuses blank text.
    Text {
        text: String,
    },
    Image {
        source: Source,
    },
    ToolUse {
        id: String,
        name: String,
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

#[derive(Serialize)]
pub(super) struct Source {
    pub(super) r#type: &'static str,
    pub(super) media_type: String,
    pub(super) data: String,
}

/// A cache breakpoint.
#[derive(Clone, Copy, Serialize)]
pub(super) struct CacheControl {
    r#type: &'static str,
}

impl CacheControl {
    /// Cached for five minutes after the last use.
    pub(super) const EPHEMERAL: Self = Self { r#type: "ephemeral" };
}

impl<'a> Block<'a> {
    pub(super) fn new(content: Content<'a>, is_stable: bool) -> Self {
        Self { content, cache_control: None, is_stable }
    }

    /// A text block; `None` for blank text.
    pub(super) fn text(text: impl Into<String>, is_stable: bool) -> Option<Self> {
        let text = text.into();
        (!text.trim().is_empty()).then(|| Self::new(Content::Text { text }, is_stable))
    }

    pub(super) fn is_tool_use(&self) -> bool {
        matches!(self.content, Content::ToolUse { .. })
    }

    pub(super) fn is_tool_result(&self) -> bool {
        matches!(self.content, Content::ToolResult { .. })
    }
}
