//! Compile: history + settings + clock → the exact request. The only way a request is made.
//!
//! The same call feeds the network and the inspector, so what is shown cannot differ from what is sent. It reads no clock,
//! makes no ids and awaits nothing: same input, same bytes.
//!
//! Stable layers come first and volatile ones last, because providers reuse the part of a prompt that did not change since
//! the last request: one changed byte at the top costs the whole prompt again.

pub mod counter;
pub mod errand;
pub mod format;
pub mod limits;
pub mod report;
pub mod window;

pub use counter::{Counter, TOKENS_PER_MESSAGE, message_tokens};
pub use format::WindowFormat;
pub use limits::Limits;
pub use report::{Compiled, Layer, LayerKind, Omitted, OmittedReason};

use crate::{
    error::OverBudget,
    id::MessageId,
    message::{Part, Role, text_of},
    model::{ChatRequest, RequestMessage},
    provider::Provider,
    settings::Settings,
    snapshot::Snapshot,
    time::Now,
};

/// Compiles the request that sends `message` as the next message of `snapshot`.
///
/// `message` is not part of the snapshot, so it cannot be sent twice.
///
/// # Errors
/// [`OverBudget`] when the system prompt and the message alone do not fit; it says by how many tokens.
pub fn compile(
    snapshot: &Snapshot,
    message: &[Part],
    settings: &Settings,
    provider: &Provider,
    now: &Now,
) -> Result<Compiled, OverBudget> {
    let limits = Limits::of(settings, provider);
    let system_prompt = (!limits.system_prompt.trim().is_empty())
        .then(|| RequestMessage::text(Role::System, limits.system_prompt.as_str()));
    let message = RequestMessage { role: Role::User, parts: message.to_vec() };
    let system_prompt_tokens = system_prompt.as_ref().map_or(0, |prompt| message_tokens(&prompt.parts));
    let required = system_prompt_tokens.saturating_add(message_tokens(&message.parts));
    if required > limits.budget {
        return Err(OverBudget {
            budget: limits.budget,
            system_prompt: system_prompt_tokens,
            message: required - system_prompt_tokens,
            over_by: required - limits.budget,
        });
    }
    let mut room = limits.budget - required;
    let mut clock = limits.send_now.then(|| now_layer(now)).flatten();
    let clock_tokens = clock.as_ref().map_or(0, |clock| message_tokens(&clock.parts));
    let clock_fits = clock_tokens <= room;
    if clock_fits {
        room -= clock_tokens;
    } else {
        clock = None;
    }
    let mut chosen = window::choose(snapshot, &limits, system_prompt_tokens, room);
    if !clock_fits {
        chosen.omitted.push(Omitted {
            layer: LayerKind::Now,
            reason: OmittedReason::Budget,
            messages: 0,
            tokens: clock_tokens.into(),
            sources: Vec::new(),
        });
    }

    let mut assembly = Assembly::default();
    assembly.layer(LayerKind::SystemPrompt, system_prompt, []);
    let sources: Vec<MessageId> = chosen.messages.iter().map(|message| message.id).collect();
    assembly.layer(
        LayerKind::Window,
        chosen.messages.iter().map(|message| as_sent(message.role, &message.parts)),
        sources,
    );
    assembly.layer(LayerKind::Now, clock, []);
    assembly.layer(LayerKind::Message, [message], []);
    Ok(Compiled {
        request: ChatRequest {
            model: provider.model.clone(),
            messages: assembly.messages,
            max_response_tokens: limits.max_response_tokens,
            sampling: limits.sampling,
            tools: Vec::new(),
            stable_messages: 0,
            context_tokens: provider.context_tokens,
            attachments: Vec::new(),
        },
        tokens: assembly.layers.iter().map(|layer| layer.tokens).sum(),
        layers: assembly.layers,
        omitted: chosen.omitted,
        budget: limits.budget,
    })
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The clock as the model reads it; a moment that no calendar holds is left out rather than told wrong.
fn now_layer(now: &Now) -> Option<RequestMessage> {
    let wall = now.wall_clock()?;
    let weekday = WEEKDAYS[usize::from(wall.weekday)];
    let text = format!("Current date and time: {weekday}, {} {} (UTC{})", wall.date(), wall.time(), now.offset());
    Some(RequestMessage::text(Role::System, text))
}

/// A stored message as the model sees it: its thoughts stay here.
fn as_sent(role: Role, parts: &[Part]) -> RequestMessage {
    let parts = parts.iter().filter(|part| !matches!(part, Part::Reasoning { .. })).cloned().collect();
    RequestMessage { role, parts }
}

/// Whether there is anything in a message that a model can be sent.
fn has_content(parts: &[Part]) -> bool {
    !text_of(parts).trim().is_empty()
        || parts.iter().any(|part| !matches!(part, Part::Text { .. } | Part::Reasoning { .. }))
}

#[derive(Default)]
struct Assembly {
    messages: Vec<RequestMessage>,
    layers: Vec<Layer>,
}

impl Assembly {
    fn layer(
        &mut self,
        kind: LayerKind,
        messages: impl IntoIterator<Item = RequestMessage>,
        sources: impl IntoIterator<Item = MessageId>,
    ) {
        let from = self.messages.len();
        self.messages.extend(messages);
        let tokens = self.messages[from..].iter().map(|message| message_tokens(&message.parts)).sum();
        if from < self.messages.len() {
            self.layers.push(Layer {
                kind,
                from,
                to: self.messages.len(),
                tokens,
                sources: sources.into_iter().collect(),
            });
        }
    }
}
