//! Formats numbers, times and states in the language of the page, as plain text.

use crate::{
    dates,
    texts::{
        common::common,
        fill,
        words::{undone as undone_texts, words},
    },
};
use ricordo_core::{
    compile::{LayerKind, OmittedReason, Warning, limits::IN_PAGE_SYSTEM_PROMPT_TOKENS},
    message::{Finish, Usage},
    summary::Stale,
    time::{DAY_MS, MINUTE_MS, Now, Timestamp},
    undo::UndoneCommand,
};

mod model_name;
mod shown_name;

pub use crate::texts::{fraction, number, tenths};
pub use model_name::model_name;
pub use shown_name::{says_less, shown_name};

/// `1 token`, `1,043 tokens`.
pub fn tokens(count: u64) -> String {
    common().tokens.say(count)
}

/// `1 message`, `12 messages`.
pub fn messages(count: u64) -> String {
    common().messages.say(count)
}

/// `1 tool`, `8 tools`.
pub fn tools(count: u64) -> String {
    words().tool_count.say(count)
}

/// Progress of a download: `12.3 of 93.8 MB`. A megabyte is 1,048,576 bytes, as in file managers.
pub fn megabytes(done: u64, total: u64) -> String {
    let shown = |bytes: u64| tenths((bytes * 10 + (1 << 19)) >> 20);
    let sentence = if total == 0 { words().megabytes } else { words().of_megabytes };
    fill(sentence, &[("done", &shown(done)), ("total", &shown(total))])
}

/// Shortens the name of weights for display: `SmolLM2-135M-Instruct.Q4_1` gives `SmolLM2-135M`.
pub fn short(weights: &str) -> &str {
    // The quantization follows the last full stop, unless that is within a number, as in `Qwen2.5-0.5B`.
    let is_number = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
    let name = match weights.rsplit_once('.') {
        Some((name, rest)) if !name.is_empty() && !is_number(rest) => name,
        _ => weights,
    };
    name.strip_suffix("Instruct").map_or(name, |name| name.trim_end_matches(['-', ' ']))
}

/// A time in milliseconds as seconds with one decimal: `3.2`.
pub fn seconds(ms: u32) -> String {
    tenths(u64::from(ms).saturating_add(50) / 100)
}

/// Decimal separator.
pub fn decimal() -> String {
    tenths(0).trim_matches('0').to_owned()
}

/// Amount of money, given in millionths, with this many decimals: at most six. The currency is that of the prices.
pub fn money(millionths: u64, decimals: u32) -> String {
    let digits = decimals.min(6);
    let step = 10_u64.pow(6 - digits);
    fraction(millionths.saturating_add(step / 2) / step, digits)
}

/// Percentage. Anything above zero is never shown as 0%.
pub fn percent(part: u64, whole: u64) -> String {
    match (part * 100 + whole / 2).checked_div(whole) {
        Some(0) if part > 0 => in_percent("<1"),
        Some(share) => in_percent(&share.to_string()),
        None => String::new(),
    }
}

/// A number or a range with the sign of percent, as the language writes it.
pub fn in_percent(share: &str) -> String {
    fill(words().percent, &[("share", share)])
}

/// Name of a layer.
pub fn layer(kind: LayerKind) -> &'static str {
    let words = words();
    match kind {
        LayerKind::SystemPrompt => words.system_prompt,
        LayerKind::Project => words.project,
        LayerKind::Tools => words.tools,
        LayerKind::Memories => words.memories,
        LayerKind::Summaries => words.summaries,
        LayerKind::Window => words.window,
        LayerKind::Recall => words.recall,
        LayerKind::Now => words.now,
        LayerKind::Message => words.message,
    }
}

/// Why something was left out.
pub fn omitted(reason: OmittedReason) -> &'static str {
    let words = words();
    match reason {
        OmittedReason::Forgotten => words.forgotten,
        OmittedReason::Unanswered => words.unanswered,
        OmittedReason::Muted => words.muted,
        OmittedReason::Empty => words.empty,
        OmittedReason::Compressed => words.compressed,
        OmittedReason::OtherForm => words.other_form,
        OmittedReason::Unpaired => words.unpaired,
        OmittedReason::MessageLimit => words.message_limit,
        OmittedReason::Budget => words.budget,
        OmittedReason::Ceiling => words.ceiling,
        OmittedReason::Stale(Stale::Forgotten) => words.stale_forgotten,
        OmittedReason::Stale(Stale::Muted) => words.stale_muted,
        OmittedReason::Stale(Stale::BranchedAway) => words.stale_branch,
        OmittedReason::Stale(Stale::Moved) => words.stale_moved,
        OmittedReason::Stale(Stale::Within) => words.stale_within,
        OmittedReason::NotSupported => words.not_supported,
        OmittedReason::StaysHere => words.stays_here,
    }
}

/// Text of a warning about a request.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnknownVariable(name) => fill(words().unknown_variable, &[("name", name)]),
        Warning::VolatileVariable(name) => fill(words().volatile_variable, &[("name", name)]),
        Warning::VolatileLayer(kind) => fill(words().volatile_layer, &[("layer", layer(*kind))]),
        Warning::RecallNotReady => words().recall_not_ready.to_owned(),
        Warning::RecalledByWords => words().recalled_by_words.to_owned(),
        Warning::PromptTooLong => fill(words().prompt_too_long, &[("n", &number(IN_PAGE_SYSTEM_PROMPT_TOKENS.into()))]),
    }
}

/// Notice after a command was undone.
pub fn undone(command: UndoneCommand) -> &'static str {
    let undone = undone_texts();
    match command {
        UndoneCommand::Forget => undone.forget,
        UndoneCommand::Remember => undone.remember,
        UndoneCommand::Mute => undone.mute,
        UndoneCommand::Unmute => undone.unmute,
        UndoneCommand::Pin => undone.pin,
        UndoneCommand::Unpin => undone.unpin,
        UndoneCommand::Rate => undone.rate,
        UndoneCommand::NotRecall => undone.not_recall,
        UndoneCommand::RecallAgain => undone.recall_again,
        UndoneCommand::Clear => undone.clear,
        UndoneCommand::Delete => undone.delete,
        UndoneCommand::PinConversation => undone.pin_conversation,
        UndoneCommand::Archive => undone.archive,
        UndoneCommand::Tags => undone.tags,
        UndoneCommand::MoveConversation => undone.move_conversation,
        UndoneCommand::EditProject => undone.edit_project,
        UndoneCommand::DeleteProject => undone.delete_project,
        UndoneCommand::AddDocument => undone.add_document,
        UndoneCommand::AddDocuments => undone.add_documents,
        UndoneCommand::MoveDocument => undone.move_document,
        UndoneCommand::RemoveDocument => undone.remove_document,
        UndoneCommand::MemoryScope => undone.memory_scope,
        UndoneCommand::TaskScope => undone.task_scope,
        UndoneCommand::Compress => undone.compress,
        UndoneCommand::Uncompress => undone.uncompress,
        UndoneCommand::Memory => undone.memory,
        UndoneCommand::Task => undone.task,
        UndoneCommand::Reminders => undone.reminders,
        UndoneCommand::Template => undone.template,
        UndoneCommand::Rename => undone.rename,
        UndoneCommand::Summary => undone.summary,
        UndoneCommand::Edit => undone.edit,
        UndoneCommand::Regenerate => undone.regenerate,
        UndoneCommand::EditQueue => undone.edit_queue,
        UndoneCommand::DropQueued => undone.drop_queued,
        UndoneCommand::Provider => undone.provider,
        UndoneCommand::OwnSettings => undone.own_settings,
        UndoneCommand::Storage => undone.storage,
        UndoneCommand::Settings => undone.settings,
    }
}

/// How a reply ended, for style sheets and tests.
pub fn finish_key(finish: &Finish) -> &'static str {
    match finish {
        Finish::Complete | Finish::ToolCalls => "complete",
        Finish::Length => "length",
        Finish::ContentFilter => "filtered",
        Finish::Stopped => "stopped",
        Finish::Interrupted => "interrupted",
        Finish::Failed { .. } => "failed",
    }
}

/// Why a reply ended early; `None` if it ended normally or failed.
pub fn ended(finish: &Finish) -> Option<&'static str> {
    match finish {
        Finish::Complete | Finish::ToolCalls | Finish::Failed { .. } => None,
        Finish::Length => Some(words().cut_off),
        Finish::ContentFilter => Some(words().withheld),
        Finish::Stopped => Some(words().stopped),
        Finish::Interrupted => Some(words().interrupted),
    }
}

/// Number of prompt tokens that the provider took from its cache; `None` if it does not report it.
pub fn cache(usage: &Usage) -> Option<String> {
    let cached = usage.cached_tokens?;
    let (cached, all) = (number(cached.into()), number(usage.prompt_tokens.into()));
    Some(fill(words().cache, &[("cached", &cached), ("all", &all)]))
}

/// Milliseconds of the wall clock, as if it were in UTC.
fn wall_milliseconds(moment: Now) -> i64 {
    moment.at.0 + i64::from(moment.offset_minutes) * MINUTE_MS
}

/// How much of a date is shown before a time.
#[derive(Debug, PartialEq)]
enum DatePart {
    None,
    Day,
    DayAndYear,
}

fn date_part(written: Now, now: Now) -> DatePart {
    let day = |moment| wall_milliseconds(moment).div_euclid(DAY_MS);
    let year = |moment: Now| moment.wall_clock().map(|wall| wall.year);
    match day(now) - day(written) {
        ..=0 => DatePart::None,
        _ if year(written) == year(now) => DatePart::Day,
        _ => DatePart::DayAndYear,
    }
}

/// When a message was written: only the time if today, otherwise with the date, and with the year if it was another
/// year.
pub fn when(written: Now, now: Now) -> String {
    let Some(wall) = written.wall_clock() else { return String::new() };
    match date_part(written, now) {
        DatePart::None => wall.time(),
        part => dates::moment(Timestamp(wall_milliseconds(written)), part == DatePart::DayAndYear),
    }
}

/// Indents JSON without changing anything else: fields stay in the order in which they are sent.
pub fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    let mut letters = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(letter) = letters.next() {
        if in_text {
            out.push(letter);
            in_text = is_escaped || letter != '"';
            is_escaped = letter == '\\' && !is_escaped;
            continue;
        }
        match letter {
            '{' | '[' if letters.peek().is_some_and(|next| matches!(next, '}' | ']')) => out.push(letter),
            '{' | '[' => {
                depth += 1;
                out.push(letter);
                line(&mut out, depth);
            }
            '}' | ']' if out.ends_with(['{', '[']) => out.push(letter),
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                in_text = letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
