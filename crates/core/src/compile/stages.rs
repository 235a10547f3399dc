//! The four stages of a compile: measure what each layer wants, share the budget, fit each layer into its share,
//! assemble.

use super::{
    Compiled, Counter, EstimateError, LayerKind, Limits, Omitted, Outgoing, RecallState, Warning, WindowFormat,
    assembly::{self, Assembly},
    budget::{self, Demand, Grants},
    current::Current,
    format_of, is_image,
    item::Item,
    key_words::with_key_words,
    memories::Wanted,
    now::now_layer,
    recall::{FittedRecall, Pieces},
    summaries::{self, InForce},
    system_prompt::{SystemPrompt, ValueSources, system_prompt},
    window::{self, Chosen},
};
use crate::{
    error::{CompileError, ImagesUnsupported, OverBudget},
    manifest::SourceId,
    message::Role,
    model::{ChatRequest, RequestMessage, ToolSpec},
    project::Project,
    provider::{Provider, ProviderKind},
    recalled::RecalledPiece,
    settings::{LayerLimits, Settings},
    snapshot::Snapshot,
    time::Now,
};

/// The part of the budget that is reserved for the message and the clock when the start of the window is chosen: 1/48.
/// Only a message that needs more moves the start.
const RESERVE_DIVISOR: u32 = 48;
/// The largest part of what the stable layers leave that is reserved for recalled texts when the start of the window is
/// chosen: a sixth, which is what usually is recalled. The reserve does not depend on what was recalled, so that the start
/// does not move with it.
const RECALL_DIVISOR: u32 = 6;
/// The ceiling of recall for what the user asked for where the settings give it none, in percent.
const ASKED_FOR: u32 = 15;

/// The inputs of all stages: the arguments of [`super::compile`] and values derived from them.
pub(super) struct Inputs<'a> {
    snapshot: &'a Snapshot,
    outgoing: &'a Outgoing,
    settings: &'a Settings,
    provider: &'a Provider,
    now: &'a Now,
    /// The tools that the model may be offered.
    tools: &'a [ToolSpec],
    counter: Counter,
    limits: Limits,
    format: WindowFormat,
    /// Tokens of the budget that stay free, because the estimate may be too low.
    margin: u32,
}

impl<'a> Inputs<'a> {
    /// # Errors
    /// [`CompileError::ImagesUnsupported`] when the message contains an image and the model does not support images.
    pub(super) fn new(
        snapshot: &'a Snapshot,
        outgoing: &'a Outgoing,
        settings: &'a Settings,
        provider: &'a Provider,
        now: &'a Now,
    ) -> Result<Self, CompileError> {
        let in_page = provider.kind == ProviderKind::InPage;
        let images = provider.supports_images && settings.vision && !in_page;
        if !images && outgoing.parts.iter().any(is_image) {
            return Err(
                ImagesUnsupported { model: provider.model.clone(), switched_off: provider.supports_images }.into()
            );
        }
        let has_tools = provider.has_tools && !in_page;
        let limits = Limits::of(settings, provider);
        let format = format_of(snapshot, settings, now, outgoing.author.as_ref(), images, has_tools);
        // The other protocols have no field for it.
        let has_field = has_tools && provider.kind == ProviderKind::OpenAiCompatible;
        Ok(Self {
            snapshot,
            outgoing,
            settings,
            provider,
            now,
            tools: if has_tools { outgoing.tools.as_slice() } else { &[] },
            counter: snapshot.counter,
            format: WindowFormat { sent_back_to: has_field.then(|| provider.base_url.clone()), ..format },
            margin: snapshot.counter.margin(limits.budget),
            limits,
        })
    }

    /// The most tokens that the estimate of the prompt may reach.
    fn budget(&self) -> u32 {
        self.limits.budget - self.margin
    }

    /// The room of the window in a usual turn beside the stable layers, in tokens. `whole`: the size of the short documents,
    /// which are the same in every turn.
    fn usual_room(&self, stable: u32, whole: u32) -> u32 {
        let left = self.budget().saturating_sub(stable).saturating_sub(self.limits.budget / RESERVE_DIVISOR);
        let left = left.saturating_sub(whole);
        let for_recall = match self.outgoing.recall {
            RecallState::Off => 0,
            RecallState::Ready | RecallState::ReadyByWords | RecallState::Late => {
                self.ceiling(LayerKind::Recall).min(left / RECALL_DIVISOR)
            }
        };
        left - for_recall
    }

    /// The ceiling of a layer, in tokens.
    fn ceiling(&self, kind: LayerKind) -> u32 {
        budget::ceiling(kind, &self.limits.layers, self.limits.budget)
    }

    fn tokens_of(&self, message: &RequestMessage) -> u32 {
        self.counter.parts(&message.parts)
    }
}

/// What the layers would send with unlimited room.
pub(super) struct Measured<'a> {
    prompt: SystemPrompt<'a>,
    /// The instructions of the project.
    instructions: Option<Item>,
    /// The size of the system prompt and the instructions.
    prompt_tokens: u32,
    current: Current<'a>,
    /// The tokens that the required parts leave to the other layers.
    room: u32,
    memories: Wanted<'a>,
    summaries: InForce<'a>,
    recalled: Pieces<'a>,
    /// The size of the short documents among them.
    whole_tokens: u32,
    now: Option<RequestMessage>,
    demands: [Demand; 6],
    omitted: Vec<Omitted>,
}

/// Stage 1: makes the required parts, and measures what each optional layer would take.
///
/// # Errors
/// [`CompileError::OverBudget`] when the system prompt, the instructions of the project and the message alone do not
/// fit, with the excess in tokens.
pub(super) fn measure<'a>(inputs: &'a Inputs<'a>) -> Result<Measured<'a>, CompileError> {
    let Inputs { snapshot, outgoing, settings, now, counter, .. } = *inputs;
    let limits = &inputs.limits;
    let author = outgoing.author.as_ref();
    let sources = ValueSources { snapshot, settings, tools: inputs.tools, author, now };
    let prompt = system_prompt(&limits.system_prompt, sources, inputs.ceiling(LayerKind::Memories));
    let instructions = snapshot.project.as_ref().and_then(instructions);
    let before = prompt.message.iter().chain(instructions.as_ref().map(|item| &item.message));
    let prompt_tokens = before.map(|message| inputs.tokens_of(message)).fold(0, u32::saturating_add);
    let (current, message_tokens) =
        Current::fitting(snapshot, outgoing, &inputs.format, now, inputs.budget().saturating_sub(prompt_tokens));
    let room = room_beside(inputs.budget(), prompt_tokens, message_tokens)?;

    let mut omitted = Vec::new();
    let language = settings.language;
    let mut in_force = summaries::in_force(snapshot, &outgoing.kept_here, settings, &mut omitted);
    let as_memories = std::mem::take(&mut in_force.as_memories);
    let in_prompt = prompt.holds_memories.then_some(author);
    let memories = Wanted::of(snapshot, as_memories, author, in_prompt, settings);
    let now = limits.send_now.then(|| now_layer(now, settings.now_style, language)).flatten();
    let recalled = Pieces::new(with_key_words(snapshot, outgoing, inputs.now), &inputs.format);
    let sum = |sizes: &mut dyn Iterator<Item = u32>| sizes.fold(0, u32::saturating_add);
    let demands = [
        (LayerKind::Tools, sum(&mut inputs.tools.iter().map(|tool| assembly::tool_tokens(tool, counter)))),
        (LayerKind::Memories, memories.tokens(counter)),
        (LayerKind::Summaries, sum(&mut in_force.as_layer.iter().map(|one| summaries::tokens(one, language, counter)))),
        (LayerKind::Window, window::demand(snapshot)),
        (LayerKind::Recall, recalled.tokens(counter)),
        (LayerKind::Now, now.as_ref().map_or(0, |message| inputs.tokens_of(message))),
    ];
    let demands = demands.map(|(kind, tokens)| Demand { kind, tokens });
    Ok(Measured {
        prompt,
        instructions,
        prompt_tokens,
        current,
        room,
        memories,
        summaries: in_force,
        whole_tokens: recalled.whole_tokens(counter),
        recalled,
        now,
        demands,
        omitted,
    })
}

/// The instructions of a project; `None`: it has none.
fn instructions(project: &Project) -> Option<Item> {
    let text = project.instructions.trim();
    let message = || RequestMessage::text(Role::System, text.to_owned());
    (!text.is_empty()).then(|| Item { message: message(), sources: vec![SourceId::Project(project.id)] })
}

/// The tokens of the budget that the required parts leave.
fn room_beside(budget: u32, system_prompt: u32, message: u32) -> Result<u32, OverBudget> {
    let required = system_prompt.saturating_add(message);
    let over_by = required.saturating_sub(budget);
    if over_by > 0 { Err(OverBudget { budget, system_prompt, message, over_by }) } else { Ok(budget - required) }
}

/// Stage 2: shares the room between the optional layers, floors first. Short documents are not found but sent in any case,
/// so the ceiling of recall is raised by their size, and where the settings give recall no room, documents and memories with
/// key words have some: the user added them to be used. The floors of the other layers stay, that of the window above all.
/// Also returns the limits that this makes.
pub(super) fn share(inputs: &Inputs<'_>, measured: &Measured<'_>) -> (Grants, Vec<LayerLimits>) {
    let budget = inputs.limits.budget;
    let mut layers = inputs.limits.layers.clone();
    let whole = u64::from(measured.whole_tokens) * 100;
    let more = u32::try_from(whole.div_ceil(u64::from(budget.max(1)))).unwrap_or(100);
    let kind = LayerKind::Recall;
    if layers.iter().all(|layer| layer.kind != kind) {
        layers.push(LayerLimits { kind, floor: 0, ceiling: 0, priority: u32::MAX });
    }
    for layer in layers.iter_mut().filter(|layer| layer.kind == kind) {
        if layer.ceiling == 0 && measured.recalled.is_asked_for() {
            layer.ceiling = ASKED_FOR;
        }
        if layer.ceiling > 0 {
            layer.ceiling = layer.ceiling.saturating_add(more).min(100);
        }
    }
    let grants = Grants::share(&measured.demands, &layers, budget, measured.room);
    layers.retain(|layer| layer.ceiling > 0 || inputs.limits.layers.contains(layer));
    (grants, layers)
}

/// The fitted layers, before they are put in order.
pub(super) struct Fitted<'a> {
    prompt: SystemPrompt<'a>,
    instructions: Option<Item>,
    current: Current<'a>,
    assembly: Assembly,
    window: Chosen,
    recalled: Vec<RecalledPiece>,
    omitted: Vec<Omitted>,
}

/// Stage 3: fits each layer into its share. The window gets what the others leave, up to its ceiling, and recall what the
/// window leaves.
pub(super) fn fit<'a>(inputs: &Inputs<'_>, measured: Measured<'a>, grants: &Grants) -> Fitted<'a> {
    let Measured { prompt, instructions, prompt_tokens, current, room, memories, mut summaries, recalled, .. } =
        measured;
    let whole = measured.whole_tokens;
    let (now, mut omitted) = (measured.now, measured.omitted);
    let Inputs { settings, counter, .. } = *inputs;
    let mut assembly = Assembly::new(counter, inputs.limits.layers.clone());
    assembly.tools(inputs.tools, grants.of(LayerKind::Tools), &mut omitted);
    assembly.items(LayerKind::Memories, memories.fit(grants.of(LayerKind::Memories), counter, &mut omitted));
    let (layer, most) = (LayerKind::Summaries, grants.of(LayerKind::Summaries));
    let fitting = summaries::fit(&summaries.as_layer, layer, most, settings, counter, &mut omitted);
    assembly.items(layer, fitting);
    // A summary without any room stands for nothing: its messages are in the window again.
    summaries.covered.retain(|covered| assembly.sources().any(|source| source == SourceId::Summary(covered.by)));
    let clock = now.map(|message| Item { message, sources: Vec::new() });
    assembly.fitting(LayerKind::Now, clock.into_iter().collect(), grants.of(LayerKind::Now), &mut omitted);

    let stable = prompt_tokens.saturating_add(assembly.stable_tokens());
    let for_recall = grants.of(LayerKind::Recall);
    let ceiling = inputs.ceiling(LayerKind::Window);
    let left = room.saturating_sub(assembly.tokens());
    let for_window = window::Room {
        usual: inputs.usual_room(stable, whole).min(ceiling),
        most: left.saturating_sub(for_recall).min(ceiling),
    };
    let window = window::choose(inputs.snapshot, &inputs.format, &inputs.limits, &summaries, for_window);
    let in_window = window.messages.iter().flat_map(|item| item.sources.iter().copied());
    let held: Vec<SourceId> = in_window.chain(assembly.sources()).chain(prompt.sources.iter().copied()).collect();
    let most = grants.with_what_is_left(LayerKind::Recall, left.saturating_sub(window.tokens));
    let FittedRecall { items, pieces } = recalled.fit(&held, most, counter, &mut omitted);
    assembly.items(LayerKind::Recall, items);
    if !prompt.dropped.is_empty() {
        omitted.push(assembly::dropped_facts(&prompt.dropped, counter));
    }
    Fitted { prompt, instructions, current, assembly, window, recalled: pieces, omitted }
}

/// Stage 4: puts the layers in order and makes the request.
pub(super) fn assemble(inputs: &Inputs<'_>, fitted: Fitted<'_>, shares: Vec<LayerLimits>) -> Compiled {
    let Fitted { prompt, instructions, current, mut assembly, mut window, recalled, mut omitted } = fitted;
    let written = inputs.outgoing.written.unwrap_or(*inputs.now);
    let says_when = inputs.format.clock && window.clock.is_due(written);
    let message = current.written(says_when, &window.messages);
    assembly.stored(LayerKind::Window, window.messages, window.written, window.tokens);
    if let Some(message) = prompt.message {
        assembly.items(LayerKind::SystemPrompt, vec![Item { message, sources: prompt.sources }]);
    }
    assembly.items(LayerKind::Project, instructions.into_iter().collect());
    assembly.message(message, says_when, inputs.outgoing);
    let recall = match inputs.outgoing.recall {
        RecallState::Late => Some(Warning::RecallNotReady),
        RecallState::ReadyByWords => Some(Warning::RecalledByWords),
        RecallState::Off | RecallState::Ready => None,
    };
    let too_long = inputs.limits.prompt_is_too_long.then_some(Warning::PromptTooLong);
    let assembled = assembly.finish(prompt.warnings.into_iter().chain(too_long).chain(recall).collect());
    omitted.splice(0..0, window.omitted);
    let tokens: u32 = assembled.layers.iter().map(|layer| layer.tokens).sum();
    let estimated = tokens.saturating_sub(window.exact_tokens);
    let estimate = EstimateError::of(&inputs.counter, inputs.margin, estimated, &assembled.messages, &assembled.tools);
    let Inputs { provider, limits, format, .. } = inputs;
    Compiled {
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
        recalled,
        warnings: assembled.warnings,
        next_cut: window.next_cut,
        format: format.clone(),
        budget: limits.budget,
        estimate,
        shares,
        provider: provider.kind,
    }
}
