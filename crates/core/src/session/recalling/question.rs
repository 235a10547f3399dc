//! The question that recall answers: the message, the message that it replies to, and the results of the tools that ran for
//! it.

use super::{Asking, readers::Readers};
use crate::{
    manifest::SourceId,
    message::{Part, text_of},
};
use ricordo_recall::ranked::Question;
use ricordo_text::excerpt::beginning;

/// Weight of the message that is replied to. The message itself has 1.
const REPLIED_TO: f32 = 0.5;
/// Weight of the results of tools.
const TOOL_RESULT: f32 = 0.5;
/// Maximum number of tokens of a tool's result that count.
const MOST_OF_A_RESULT: u32 = 400;

/// A question, and who asks it.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) asking: Asking<'a>,
    pub(super) question: &'a Question,
    /// What the request holds.
    pub(super) held: &'a [SourceId],
    pub(super) readers: &'a Readers<'a>,
}

/// The question of a message. `held`: the sources that the request holds. A replied-to message counts only if the request
/// holds it.
pub(super) fn question(asking: Asking<'_>, held: &[SourceId]) -> Question {
    let Asking { snapshot, outgoing, now, .. } = asking;
    let mut question = Question::new(now).with(&text_of(&outgoing.parts), 1.0);
    let replied_to = outgoing.reply_to.filter(|id| held.contains(&SourceId::Message(*id)));
    let known = || snapshot.messages.iter().chain(&snapshot.earlier);
    if let Some(message) = replied_to.and_then(|id| known().find(|message| message.id == id)) {
        question = question.with(&message.text(), REPLIED_TO);
    }
    for part in outgoing.rounds.iter().flat_map(|round| &round.message.parts) {
        if let Part::ToolResult { content, is_error: false, held: false, .. } = part {
            question = question.with(beginning(content, MOST_OF_A_RESULT), TOOL_RESULT);
        }
    }
    question
}
