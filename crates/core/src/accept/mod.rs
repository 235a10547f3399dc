//! Decides whether a model's reply can be used as a summary or a title. Pure: nothing is requested or stored here.
//!
//! Models answer a request for a summary with a tool call, with reasoning, with an apology, with the request itself, or
//! with one line repeated over and over. None of that may replace messages.

mod title;

pub use ricordo_record::refusal::{Refusal, title_fault};
pub use title::accept_title;

use crate::{
    message::{Finish, Part, text_of},
    tokens,
};
use ricordo_text::{clean, signs};

/// The parts of a model's reply that matter for acceptance.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// Why it ended.
    pub finish: &'a Finish,
    /// Its content.
    pub parts: &'a [Part],
}

/// The summary in the reply, without leading reasoning, a label such as `Summary:`, or surrounding quotes.
///
/// `source_tokens` is the size of the summarized source, `max_tokens` the limit of the summary, both by
/// [`tokens::estimate`]: an accepted text is smaller than the source and within the limit.
///
/// # Errors
///
/// The first [`Refusal`] that applies, in this order: how the reply ended, what it contains, its size.
pub fn accept_summary(reply: &Reply<'_>, source_tokens: u32, max_tokens: u32) -> Result<String, Refusal> {
    finished(reply.finish)?;
    if reply.parts.iter().any(|part| matches!(part, Part::ToolCall { .. } | Part::ToolResult { .. })) {
        return Err(Refusal::ToolCall);
    }
    let whole = text_of(reply.parts);
    let thought = reply.parts.iter().any(|part| matches!(part, Part::Reasoning { .. }));
    let Some(raw) = clean::without_reasoning(&whole) else { return Err(Refusal::Reasoning) };
    if raw.trim().is_empty() {
        let only_thoughts = thought || !whole.trim().is_empty();
        return Err(if only_thoughts { Refusal::Reasoning } else { Refusal::Empty });
    }
    let text = clean::summary(raw);
    if text.is_empty() {
        return Err(Refusal::Empty);
    }
    judge(raw, text)?;
    let size = tokens::estimate(text);
    if size >= source_tokens {
        return Err(Refusal::NotSmaller);
    }
    if size > max_tokens {
        return Err(Refusal::TooLong);
    }
    Ok(text.to_owned())
}

fn finished(finish: &Finish) -> Result<(), Refusal> {
    match finish {
        Finish::Complete => Ok(()),
        Finish::Length => Err(Refusal::Cut),
        Finish::ToolCalls => Err(Refusal::ToolCall),
        Finish::ContentFilter => Err(Refusal::Withheld),
        Finish::Stopped | Finish::Interrupted => Err(Refusal::Stopped),
        Finish::Failed { .. } => Err(Refusal::Failed),
    }
}

/// `raw` is the model's text, `text` the same without labels and quotes.
fn judge(raw: &str, text: &str) -> Result<(), Refusal> {
    if signs::has_tool_protocol(raw) {
        Err(Refusal::ToolProtocol)
    } else if signs::has_reasoning(raw) {
        Err(Refusal::Reasoning)
    } else if signs::is_echo(raw) || signs::is_echo(text) {
        Err(Refusal::Echo)
    } else if signs::is_declined(text) {
        Err(Refusal::Declined)
    } else if signs::is_junk(text) {
        Err(Refusal::Junk)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
