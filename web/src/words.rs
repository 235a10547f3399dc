//! The page's words: numbers, times and states as people read them. Pure; no markup.

use ricordo_core::{
    compile::{LayerKind, OmittedReason, Warning},
    message::{Finish, Usage},
    summary::standing::Stale,
    time::Now,
    undo::UndoneCommand,
};

/// A number with its thousands set apart: `1,043`.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 token`, `1,043 tokens`.
pub fn tokens(count: u64) -> String {
    counted(count, "token")
}

/// `1 message`, `12 messages`.
pub fn messages(count: u64) -> String {
    counted(count, "message")
}

/// `1 thing`, `12 things`.
pub fn things(count: u64) -> String {
    counted(count, "thing")
}

/// `1 tool`, `8 tools`.
pub fn tools(count: u64) -> String {
    counted(count, "tool")
}

/// `1 setting`, `12 settings`.
pub fn settings(count: u64) -> String {
    counted(count, "setting")
}

fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", number(count), if count == 1 { "" } else { "s" })
}

/// How far a download is: `12.3 of 93.8 MB`. A megabyte is 1,048,576 bytes, as file managers count.
pub fn megabytes(done: u64, total: u64) -> String {
    let tenths = |bytes: u64| (bytes * 10 + (1 << 19)) >> 20;
    let shown = |bytes: u64| format!("{}.{}", tenths(bytes) / 10, tenths(bytes) % 10);
    if total == 0 { format!("{} MB", shown(done)) } else { format!("{} of {} MB", shown(done), shown(total)) }
}

/// A part of a whole in percent. Something is never 0 %.
pub fn percent(part: u64, whole: u64) -> String {
    match (part * 100 + whole / 2).checked_div(whole) {
        Some(0) if part > 0 => "<1 %".to_owned(),
        Some(share) => format!("{share} %"),
        None => String::new(),
    }
}

/// What a layer is called.
pub fn layer(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::SystemPrompt => "System prompt",
        LayerKind::Tools => "Tools",
        LayerKind::Memories => "Memories",
        LayerKind::Summaries => "Summaries",
        LayerKind::Window => "Window",
        LayerKind::Recall => "Recall",
        LayerKind::Now => "Date and time",
        LayerKind::Message => "Message",
    }
}

/// A layer's name for style sheets and tests, as in the records.
pub fn layer_key(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::SystemPrompt => "system_prompt",
        LayerKind::Tools => "tools",
        LayerKind::Memories => "memories",
        LayerKind::Summaries => "summaries",
        LayerKind::Window => "window",
        LayerKind::Recall => "recall",
        LayerKind::Now => "now",
        LayerKind::Message => "message",
    }
}

/// Why something was left out.
pub fn omitted(reason: OmittedReason) -> &'static str {
    match reason {
        OmittedReason::Forgotten => "Forgotten: before the divider",
        OmittedReason::Unanswered => "No whole reply: the first turn after the divider did not complete",
        OmittedReason::Muted => "Muted by you",
        OmittedReason::Empty => "No words: the reply failed or was stopped before the first one",
        OmittedReason::Compressed => "A summary stands for it",
        OmittedReason::OtherForm => "Sent in another form",
        OmittedReason::Unpaired => "A tool call without its result, or the other way round",
        OmittedReason::MessageLimit => "Older than the window holds messages",
        OmittedReason::Budget => "Older than the budget holds tokens",
        OmittedReason::Ceiling => "More than its layer may take",
        OmittedReason::Stale(Stale::Forgotten) => "It covers what was forgotten since, until it is made again",
        OmittedReason::Stale(Stale::Muted) => "It covers what was muted since, until it is made again",
        OmittedReason::Stale(Stale::BranchedAway) => "It covers another branch, until it is made again",
        OmittedReason::Stale(Stale::Within) => "Another summary covers all of it",
        OmittedReason::NotSupported => "The model does not take it",
    }
}

/// What the user may want to know of a request.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnknownVariable(name) => {
            format!("There is no variable {{{name}}}: the system prompt is sent with it as it is written.")
        }
        Warning::VolatileVariable(name) => format!(
            "{{{name}}} in the system prompt changes with every request, so the provider has to read all of it again each time."
        ),
        Warning::VolatileLayer(kind) => format!(
            "{} changes often and stands before the window, so the provider has to read the window again each time.",
            layer(*kind)
        ),
    }
}

/// What the user is told when a command was taken back.
pub fn undone(command: UndoneCommand) -> &'static str {
    match command {
        UndoneCommand::Forget => "Remembered: the model sees again what was forgotten.",
        UndoneCommand::Remember => "Forgotten again.",
        UndoneCommand::Mute => "No longer muted.",
        UndoneCommand::Unmute => "Muted again.",
        UndoneCommand::Pin => "No longer pinned.",
        UndoneCommand::Unpin => "Pinned again.",
        UndoneCommand::Clear => "The messages are back.",
        UndoneCommand::Delete => "The conversation is back.",
        UndoneCommand::Compress => "The compressed messages are back in the window.",
        UndoneCommand::Uncompress => "Compressed again.",
        UndoneCommand::Memory => "The memories are as they were.",
        UndoneCommand::Task => "The tasks are as they were.",
        UndoneCommand::Summary => "The summaries are as they were.",
        UndoneCommand::Reminders => "Reminders are as they were.",
        UndoneCommand::Template => "The templates are as they were.",
        UndoneCommand::Rename => "The conversation has its old name.",
        UndoneCommand::Edit => "The message is as it was before the edit. The edited one is on its own branch.",
        UndoneCommand::Regenerate => "The reply before is back. The new one is on its own branch.",
        UndoneCommand::Storage => "The oldest messages are back.",
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

/// Why a reply ended, where that is worth a word.
pub fn ended(finish: &Finish) -> Option<&'static str> {
    match finish {
        Finish::Complete | Finish::ToolCalls | Finish::Failed { .. } => None,
        Finish::Length => Some("Cut off: the reply reached its longest length"),
        Finish::ContentFilter => Some("The provider withheld the rest"),
        Finish::Stopped => Some("Stopped by you"),
        Finish::Interrupted => Some("Interrupted: the page was closed"),
    }
}

/// What the provider had not to read again; `None` where it does not say.
pub fn cache(usage: &Usage) -> Option<String> {
    let cached = usage.cached_tokens?;
    let (cached, all) = (number(cached.into()), number(usage.prompt_tokens.into()));
    Some(format!("{cached} of {all} prompt tokens were not read again"))
}

/// The group of the list a conversation stands in, by the day it was last used.
pub fn day(used: Now, now: Now) -> &'static str {
    let day = |moment: Now| (moment.at.0 + i64::from(moment.offset_minutes) * 60_000).div_euclid(86_400_000);
    match day(now) - day(used) {
        ..=0 => "Today",
        1 => "Yesterday",
        2..=6 => "This week",
        _ => "Earlier",
    }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// When a message was written: the time alone today, with the date before.
pub fn when(written: Now, now: Now) -> String {
    let Some(wall) = written.wall_clock() else { return String::new() };
    if day(written, now) == "Today" {
        return wall.time();
    }
    format!("{} {}, {}", wall.day, MONTHS[usize::from(wall.month - 1)], wall.time())
}

/// JSON with line breaks and indents, and not another byte changed: the order of its fields is the order in which they are
/// sent.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 7, 999, 1_000, 1_043, 100_000, 1_234_567].map(number);
        assert_eq!(shown, ["0", "7", "999", "1,000", "1,043", "100,000", "1,234,567"]);
        assert_eq!(tokens(1), "1 token");
    }

    #[test]
    fn a_download_is_told_in_megabytes() {
        assert_eq!(megabytes(12_897_485, 98_362_432), "12.3 of 93.8 MB");
        assert_eq!(megabytes(12_897_485, 0), "12.3 MB");
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        assert_eq!(percent(0, 100), "0 %");
        assert_eq!(percent(1, 1_000), "<1 %");
        assert_eq!(percent(1, 3), "33 %");
        assert_eq!(percent(1, 0), "");
    }

    #[test]
    fn days_are_those_of_the_wall_clock() {
        let at = |hours: i64| Now { at: Timestamp(hours * 3_600_000), offset_minutes: 120 };
        assert_eq!(day(at(21), at(22)), "Yesterday", "midnight in the zone lies between");
        assert_eq!(day(at(22), at(23)), "Today");
        assert_eq!(day(at(0), at(24 * 30)), "Earlier");
        assert_eq!(when(at(21), at(22)), "1 Jan, 23:00");
        assert_eq!(when(at(22), at(23)), "00:00");
    }

    #[test]
    fn the_cache_is_told_only_where_the_provider_tells() {
        let usage = Usage { prompt_tokens: 1_080, completion_tokens: 5, cached_tokens: Some(1_043) };
        assert_eq!(cache(&usage).as_deref(), Some("1,043 of 1,080 prompt tokens were not read again"));
        assert_eq!(cache(&Usage { cached_tokens: None, ..usage }), None);
    }

    #[test]
    fn an_indented_request_keeps_its_order_and_its_texts() {
        let json = r#"{"b":"a \"{,:}\" \\","a":[1,{"x":[]}],"c":{}}"#;
        let shown = indented(json);
        assert_eq!(
            shown,
            "{\n  \"b\": \"a \\\"{,:}\\\" \\\\\",\n  \"a\": [\n    1,\n    {\n      \"x\": []\n    }\n  ],\n  \"c\": {}\n}"
        );
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(value(&shown), value(json));
    }
}
