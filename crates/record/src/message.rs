//! A message: its author, content, outcome and cost.

pub use crate::author::{Author, is_same_person};
use crate::{
    branch::Sequence,
    error::Failure,
    id::{BlobId, BranchId, ConversationId, MessageId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Role of the author, in the terms of the model's protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
    /// Instructions, notes, and the tools that were used for a reply.
    System,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// The model's reasoning before the reply. Shown collapsed, and sent back only for [`SentBack::reasoning`].
    Reasoning {
        /// The reasoning.
        text: String,
    },
    /// An image, stored as a blob.
    Image {
        /// The blob with its bytes.
        blob: BlobId,
        /// Such as `image/png`.
        media_type: String,
        /// Width in pixels, if known.
        #[serde(default)]
        width: Option<u32>,
        /// Height in pixels, if known.
        #[serde(default)]
        height: Option<u32>,
        /// Alternative text: the file name, if it has one. Not sent.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        alt: String,
    },
    /// A file, stored as a blob.
    File {
        /// The blob with its bytes.
        blob: BlobId,
        /// Such as `text/plain`.
        media_type: String,
        /// The file's name.
        name: String,
    },
    /// The model calls a tool.
    ToolCall {
        /// The provider's id of the call.
        id: String,
        /// Name of the tool.
        name: String,
        /// JSON as the model wrote it, which may be invalid.
        arguments: String,
        /// What the server wants back together with the call. Absent in older records, and for most servers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<Box<SentBack>>,
    },
    /// The result of a tool call.
    ToolResult {
        /// The id of the call.
        call: String,
        /// The result.
        content: String,
        /// Whether the tool failed.
        is_error: bool,
        /// Whether the call was not made, because the user has to agree first. Absent in older records.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
    /// The tools called for a reply. Sent as text to a provider without tool messages.
    ToolsUsed {
        /// The names of the tools, each once, in the order of first use.
        names: Vec<String>,
    },
}

/// What a server wants back together with a tool call: it refuses the call without it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentBack {
    /// Address of the server that made the call, as its connection has it. Others may refuse these fields, so they never get
    /// them, also where a connection gets another address. Empty: not known, so nobody gets them.
    #[serde(default)]
    pub server: String,
    /// Whether the reasoning of the reply goes back, too, because the server sent it as `reasoning_content`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reasoning: bool,
    /// The `extra_content` of the call as JSON, where Gemini puts the signature of its thoughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_content: Option<String>,
    /// The `reasoning_details` of the reply as JSON, where OpenRouter puts the signatures of its thoughts. They replace the
    /// reasoning and are kept with the first call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_details: Option<String>,
}

/// Why a reply ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model was done.
    Complete,
    /// The limit on the length of a reply was reached.
    Length,
    /// The model waits for tool results.
    ToolCalls,
    /// The provider withheld the rest.
    ContentFilter,
    /// The user pressed Stop.
    Stopped,
    /// The page was closed, reloaded or killed meanwhile.
    Interrupted,
    /// It failed.
    Failed {
        /// What happened and what to do.
        failure: Failure,
    },
}

impl Finish {
    /// Whether the turn counts as completed: only those add to the window counter.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Complete | Self::Length | Self::ToolCalls | Self::ContentFilter)
    }

    /// Name in the embedding API.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Length => "length",
            Self::ToolCalls => "toolCalls",
            Self::ContentFilter => "contentFilter",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Failed { .. } => "failed",
        }
    }
}

/// Usage of one request as reported by the provider, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, including cached ones.
    pub prompt_tokens: u32,
    /// Tokens of the reply.
    pub completion_tokens: u32,
    /// Prompt tokens served from the provider's cache. `None` if not reported.
    pub cached_tokens: Option<u32>,
    /// Prompt tokens that the provider put into its cache for a surcharge. `None` if there are none or it does not report
    /// them, and in rows of builds before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_tokens: Option<u32>,
}

/// The exact size of a message in a model's vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactTokens {
    /// The vocabulary.
    pub tokenizer: Tokenizer,
    /// Size in tokens, including the overhead of a message.
    pub tokens: u32,
}

/// A vocabulary for exact counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tokenizer {
    /// `o200k_base`: GPT-4o and later, gpt-oss.
    O200k,
    /// `cl100k_base`: GPT-4 and GPT-3.5.
    Cl100k,
}

/// A stored message. It is immutable: edits start a branch, and the user's state of it is a [`crate::mark::Mark`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Unique id.
    pub id: MessageId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The branch it was written on.
    pub branch: BranchId,
    /// Position on the branch.
    pub sequence: Sequence,
    /// Role of the author.
    pub role: Role,
    /// The human author, if known.
    pub author: Option<Author>,
    /// Content, in order.
    pub parts: Vec<Part>,
    /// The message it replies to.
    pub reply_to: Option<MessageId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The author's offset from UTC at that time, in minutes, used for timestamps in the prompt even if the user
    /// travels. `None` in older records.
    #[serde(default)]
    pub offset_minutes: Option<i32>,
    /// The model that wrote it; `None` for people.
    pub model: Option<String>,
    /// Why it ended; `None` for people.
    pub finish: Option<Finish>,
    /// Usage reported by the provider.
    pub usage: Option<Usage>,
    /// Estimated size in tokens, computed once when it was stored.
    pub tokens: u32,
    /// The sum of `tokens` of all messages before it on its branch.
    pub tokens_before: u64,
    /// Exact size, if it was counted. Never counted again.
    #[serde(default)]
    pub exact: Option<ExactTokens>,
    /// Time from the request to the first word of the reply, in milliseconds. Absent in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_word_ms: Option<u32>,
    /// Time from the request to the end of the reply, in milliseconds; `None` if its tab was closed before. Absent in older
    /// records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<u32>,
}

impl Message {
    /// The text parts, concatenated.
    pub fn text(&self) -> String {
        text_of(&self.parts)
    }

    /// The call of this reply that a result answers. `at`: the position of the result in its message, because results are in
    /// the order of the calls; `id`: the id that it names, which several calls may have.
    pub fn call_answered(&self, at: usize, id: &str) -> Option<&Part> {
        let calls = || self.parts.iter().filter(|part| matches!(part, Part::ToolCall { .. }));
        let is_it = |part: &&Part| matches!(part, Part::ToolCall { id: of, .. } if of == id);
        calls().nth(at).filter(is_it).or_else(|| calls().find(is_it))
    }
}

/// The content of a message for search, without metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageText {
    /// Unique id.
    pub id: MessageId,
    /// The branch it was written on.
    pub branch: BranchId,
    /// Position on the branch.
    pub sequence: Sequence,
    /// Role of the author.
    pub role: Role,
    /// The human author, if known.
    #[serde(default)]
    pub author: Option<Author>,
    /// Content, in order.
    pub parts: Vec<Part>,
    /// When it was created.
    pub created_at: Timestamp,
}

impl From<&Message> for MessageText {
    fn from(message: &Message) -> Self {
        let Message { id, branch, sequence, role, author, parts, created_at, .. } = message.clone();
        Self { id, branch, sequence, role, author, parts, created_at }
    }
}

/// The text parts, concatenated. Reasoning and tool calls are not part of the text.
pub fn text_of(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Whether the reasoning among these parts is sent back with a tool call.
pub fn sends_reasoning(parts: &[Part]) -> bool {
    let has = |what: fn(&SentBack) -> bool| {
        parts.iter().any(|part| matches!(part, Part::ToolCall { back: Some(back), .. } if what(back)))
    };
    has(|back| back.reasoning) && !has(|back| back.reasoning_details.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_result_answers_the_call_at_its_position_or_else_the_one_with_its_id() {
        let call = |id: &str, name: &str| Part::ToolCall {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: String::new(),
            back: None,
        };
        let text = Part::Text { text: "Let me see.".to_owned() };
        let parts = vec![text, call("1", "first"), call("1", "second"), call("2", "third")];
        let reply = Message { parts: parts.clone(), ..sample::message(1, 0, "") };
        assert_eq!(reply.call_answered(0, "1"), Some(&parts[1]));
        assert_eq!(reply.call_answered(1, "1"), Some(&parts[2]), "equal ids");
        assert_eq!(reply.call_answered(0, "2"), Some(&parts[3]), "another order");
        assert_eq!(reply.call_answered(0, "3"), None);
    }

    #[test]
    fn a_result_without_the_flag_reads_as_not_held_and_is_written_as_before() {
        let stored = r#"{"tool_result":{"call":"1","content":"Added.","is_error":false}}"#;
        let read: Part = serde_json::from_str(stored).unwrap();
        let expected =
            Part::ToolResult { call: "1".to_owned(), content: "Added.".to_owned(), is_error: false, held: false };
        assert_eq!(read, expected);
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        let held = stored.replace("false}}", r#"false,"held":true}}"#);
        let read: Part = serde_json::from_str(&held).unwrap();
        assert!(matches!(read, Part::ToolResult { held: true, .. }));
        assert_eq!(serde_json::to_string(&read).unwrap(), held);
    }

    #[test]
    fn a_call_with_nothing_to_send_back_is_written_as_before() {
        let stored = r#"{"tool_call":{"id":"1","name":"find","arguments":"{}"}}"#;
        let read: Part = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        let back = r#","back":{"server":"https://api.deepseek.com","reasoning":true,"extra_content":"{}"}}}"#;
        let with = stored[..stored.len() - 2].to_owned() + back;
        let read: Part = serde_json::from_str(&with).unwrap();
        assert!(sends_reasoning(std::slice::from_ref(&read)));
        assert_eq!(serde_json::to_string(&read).unwrap(), with);
        let without = with.replace(r#""server":"https://api.deepseek.com","#, "");
        let Part::ToolCall { back: Some(back), .. } = serde_json::from_str(&without).unwrap() else {
            panic!("{without}")
        };
        assert_eq!((back.server.as_str(), back.reasoning), ("", true));
        let details = with.replace(r#""{}"}}}"#, r#""{}","reasoning_details":"[]"}}}"#);
        let read: Part = serde_json::from_str(&details).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), details);
        assert!(!sends_reasoning(std::slice::from_ref(&read)), "they replace it");
    }

    #[test]
    fn a_reply_without_times_reads_as_not_measured_and_is_written_as_before() {
        let stored = concat!(
            r#"{"id":"019ab2c0-0000-7000-8000-000000000001","conversation":"019ab2c0-0000-7000-8000-000000000002","#,
            r#""branch":"019ab2c0-0000-7000-8000-000000000003","sequence":1,"role":"assistant","author":null,"#,
            r#""parts":[{"text":{"text":"Lisbon."}}],"reply_to":null,"created_at":1763769600000,"#,
            r#""offset_minutes":null,"model":"m","finish":"complete","usage":null,"tokens":6,"tokens_before":4,"#,
            r#""exact":null}"#
        );
        let read: Message = serde_json::from_str(stored).unwrap();
        assert_eq!((read.first_word_ms, read.total_ms), (None, None));
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        let measured = Message { first_word_ms: Some(40), total_ms: Some(900), ..read };
        let written = serde_json::to_string(&measured).unwrap();
        assert!(written.ends_with(r#""exact":null,"first_word_ms":40,"total_ms":900}"#), "{written}");
        assert_eq!(serde_json::from_str::<Message>(&written).unwrap(), measured);
    }
}
