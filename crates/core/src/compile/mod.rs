//! Compile: history + settings + clock → the exact request. The only way a request is made.
//!
//! The same call feeds the network and the inspector, so what is shown cannot differ from what is sent. It reads no clock,
//! makes no ids and awaits nothing: same input, same bytes.
//!
//! Stable layers come first and volatile ones last, because providers reuse the part of a prompt that did not change since
//! the last request: one changed byte at the top costs the whole prompt again. `budget` shares the tokens, `system_prompt`,
//! `memories`, `summaries`, `window` (with `classes`, `start`, `turns` and `clock`), `current` and `now` make the layers,
//! `assembly` puts them together, and `record` keeps what was sent.

mod assembly;
mod budget;
mod classes;
mod clock;
mod costs;
mod current;
pub mod errand;
pub mod format;
pub mod limits;
mod memories;
mod next_cut;
mod now;
pub mod outgoing;
mod people;
pub mod quote;
pub mod record;
pub mod report;
mod start;
mod summaries;
mod system_prompt;
pub mod turns;
pub mod weight;
mod window;

pub use crate::layer::{LayerKind, Omitted, OmittedReason, WindowFormat};
pub use crate::tokens::{Counter, TOKENS_PER_MESSAGE, message_tokens};
pub use format::{Writer, format_of};
pub use limits::Limits;
pub use outgoing::{Outgoing, Recalled, Round};
pub use report::{Compiled, CutBy, EstimateError, Layer, NextCut, Origin, Warning};
pub use system_prompt::template_values;
pub use weight::Weight;

use crate::{
    error::{CannotSee, CompileError, OverBudget},
    message::{Part, text_of},
    model::{ChatRequest, RequestMessage},
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::Snapshot,
    time::Now,
};
use assembly::Assembly;
use budget::Demand;
use current::Current;

/// The room kept free for the message, the clock and what is recalled when the start of the window is chosen: a
/// forty-eighth of the budget. Only a message that needs more moves the start for its sake.
const RESERVE_DIVISOR: u32 = 48;

/// Compiles the request that sends `outgoing` as the next message of `snapshot`.
///
/// # Errors
/// [`CompileError::OverBudget`] when the system prompt and the message alone do not fit, and by how many tokens;
/// [`CompileError::CannotSee`] when the message holds an image that the model cannot be shown.
pub fn compile(
    snapshot: &Snapshot,
    outgoing: &Outgoing,
    settings: &Settings,
    provider: &Provider,
    now: &Now,
) -> Result<Compiled, CompileError> {
    let sees = provider.sees && settings.vision && provider.kind != ProviderKind::InPage;
    if !sees && outgoing.parts.iter().any(is_image) {
        return Err(CannotSee { model: provider.model.clone(), switched_off: provider.sees }.into());
    }
    let limits = Limits::of(settings, provider);
    let counter = snapshot.counter;
    // The prompt may be longer by so much.
    let margin = counter.margin(limits.budget);
    let budget = limits.budget - margin;
    let author = outgoing.author.as_ref();
    let has_tools = provider.has_tools && provider.kind != ProviderKind::InPage;
    let format = format_of(snapshot, settings, now, author, sees, has_tools);
    let mut assembly = Assembly::new(counter, limits.layers.clone());

    let memories_ceiling = budget::ceiling(LayerKind::Memories, &limits.layers, limits.budget);
    let tools = if has_tools { outgoing.tools.as_slice() } else { &[] };
    let prompt = system_prompt::system_prompt(snapshot, settings, &limits, tools, author, now, memories_ceiling);
    let size = |message: &RequestMessage| counter.parts(&message.parts);
    let prompt_tokens = prompt.message.as_ref().map_or(0, size);
    let (current, message_tokens) =
        Current::fitting(snapshot, outgoing, &format, now, budget.saturating_sub(prompt_tokens));
    let required = prompt_tokens.saturating_add(message_tokens);
    if required > budget {
        return Err(OverBudget {
            budget,
            system_prompt: prompt_tokens,
            message: message_tokens,
            over_by: required - budget,
        }
        .into());
    }
    let room = budget - required;

    let mut omitted = Vec::new();
    let in_force = summaries::in_force(snapshot, settings, &mut omitted);
    let language = settings.language;
    let in_prompt = prompt.holds_memories.then_some(author);
    let wanted = memories::Wanted::of(snapshot, in_force.as_memories, author, in_prompt, settings);
    let now_layer = limits.send_now.then(|| now::now_layer(now, settings.now_style, language)).flatten();
    let recalled = assembly::recalled(&outgoing.recalled, language);
    let sum = |sizes: &mut dyn Iterator<Item = u32>| sizes.fold(0, u32::saturating_add);
    let demands = [
        (LayerKind::Tools, sum(&mut tools.iter().map(|tool| assembly::tool_tokens(tool, counter)))),
        (LayerKind::Memories, wanted.tokens(counter)),
        (LayerKind::Summaries, sum(&mut in_force.as_layer.iter().map(|one| summaries::tokens(one, language, counter)))),
        (LayerKind::Window, window::demand(snapshot)),
        (LayerKind::Recall, sum(&mut recalled.iter().map(|(message, _)| size(message)))),
        (LayerKind::Now, now_layer.as_ref().map_or(0, size)),
    ];
    let demands = demands.map(|(kind, tokens)| Demand { kind, tokens });
    let granted = budget::share(&demands, &limits.layers, limits.budget, room);
    let grant = |kind| demands.iter().zip(&granted).find(|(demand, _)| demand.kind == kind).map_or(0, |(_, one)| *one);

    assembly.tools(tools, grant(LayerKind::Tools), &mut omitted);
    assembly.items(LayerKind::Memories, wanted.fit(grant(LayerKind::Memories), counter, &mut omitted));
    let fitting = summaries::fit(
        &in_force.as_layer,
        LayerKind::Summaries,
        grant(LayerKind::Summaries),
        settings,
        counter,
        &mut omitted,
    );
    assembly.items(LayerKind::Summaries, fitting);
    assembly.fitting(LayerKind::Recall, recalled, grant(LayerKind::Recall), &mut omitted);
    let clock = now_layer.map(|message| (message, Vec::new()));
    assembly.fitting(LayerKind::Now, clock.into_iter().collect(), grant(LayerKind::Now), &mut omitted);

    // What the others leave is the window's, up to its ceiling.
    let stable = prompt_tokens.saturating_add(assembly.stable_tokens());
    let window_ceiling = budget::ceiling(LayerKind::Window, &limits.layers, limits.budget);
    let usual = budget.saturating_sub(stable).saturating_sub(limits.budget / RESERVE_DIVISOR);
    let most = room.saturating_sub(assembly.tokens()).min(window_ceiling);
    let room = window::Room { usual: usual.min(window_ceiling), most };
    let mut chosen = window::choose(snapshot, &format, &limits, &in_force.covered, &in_force.covered_tokens, room);
    let written = outgoing.written.as_ref().unwrap_or(now);
    let says_when = format.clock && chosen.clock.is_due(written.at, written.offset_minutes);
    let message = current.written(says_when, &chosen.messages);
    assembly.stored(LayerKind::Window, chosen.messages, chosen.written, chosen.tokens);
    if !prompt.dropped.is_empty() {
        omitted.push(assembly::dropped_facts(&prompt.dropped, counter));
    }
    if let Some(message) = prompt.message {
        assembly.items(LayerKind::SystemPrompt, vec![(message, prompt.sources)]);
    }
    assembly.message(message, says_when, outgoing);
    let assembled = assembly.finish(prompt.warnings);
    omitted.splice(0..0, chosen.omitted);
    let tokens: u32 = assembled.layers.iter().map(|layer| layer.tokens).sum();
    let estimated = tokens.saturating_sub(chosen.exact_tokens);
    let estimate = EstimateError::of(&counter, margin, estimated, &assembled.messages, &assembled.tools);
    Ok(Compiled {
        tokens,
        request: ChatRequest {
            model: provider.model.clone(),
            messages: assembled.messages,
            max_response_tokens: limits.max_response_tokens,
            sampling: limits.sampling,
            tools: assembled.tools,
            stable_messages: assembled.stable_messages,
            context_tokens: limits.context_tokens,
            attachments: Vec::new(),
        },
        layers: assembled.layers,
        origins: assembled.origins,
        omitted,
        warnings: assembled.warnings,
        next_cut: chosen.next_cut,
        format,
        budget: limits.budget,
        estimate,
        shares: limits.layers,
        provider: provider.kind,
    })
}

fn is_image(part: &Part) -> bool {
    matches!(part, Part::Image { .. })
}

/// Whether there is anything in a message that a model can be sent.
fn has_content(parts: &[Part]) -> bool {
    !text_of(parts).trim().is_empty()
        || parts.iter().any(|part| !matches!(part, Part::Text { .. } | Part::Reasoning { .. }))
}
