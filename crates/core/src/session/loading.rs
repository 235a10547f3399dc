//! Loads as many messages as the window may hold, a page at a time: O(window), however long the conversation.

use super::Session;
use crate::{
    branch::path,
    error::Error,
    host::Host,
    mark::MarkKind,
    message::{Message, Part},
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
};
use ricordo_text::small_sort;

/// Messages of the first page, and the fewest of any other.
const PAGE: u32 = 128;
/// The most messages of a page.
const LONGEST_PAGE: u32 = 1_024;
/// The most rows that are read for each message of a window that is limited by number.
const MOST_ROWS: u32 = 8;
/// Retry sends a turn again; it is loaded beside the window.
const TURN: u32 = 2;

/// Number of messages in the first read: the window where it is limited by number, a page where only tokens limit it.
pub(super) fn first_page(settings: &Settings) -> u32 {
    settings.window_messages().map_or(PAGE, |most| most + TURN)
}

impl<S: Store, H: Host> Session<S, H> {
    /// Adds earlier messages to a snapshot until it holds all that fit the window: as many as the settings allow, or as
    /// the token budget has room for. Forgotten messages are not read. `sends_tools`: calls and results take room, too.
    pub(super) async fn load_window(
        &self,
        snapshot: &mut Snapshot,
        settings: &Settings,
        sends_tools: bool,
    ) -> Result<(), Error> {
        let id = snapshot.conversation.id;
        let segments = path(&snapshot.branches, snapshot.conversation.active_branch);
        // Another tab may switch the branch between two pages.
        let is_on_path = |message: &Message| {
            segments
                .iter()
                .any(|part| part.branch == message.branch && (part.from..part.to).contains(&message.sequence))
        };
        let boundary = snapshot.boundary().unwrap_or(0);
        while let Some(first) = snapshot.messages.first().map(|first| first.sequence).filter(|first| *first > boundary)
        {
            let missing = missing(snapshot, settings, sends_tools);
            if missing == 0 {
                break;
            }
            let mut page = self.store.messages(id, first, missing).await?;
            page.retain(is_on_path);
            if page.is_empty() {
                break;
            }
            page.append(&mut snapshot.messages);
            snapshot.messages = page;
        }
        Ok(())
    }
}

/// How many more messages to read; 0: there are enough.
fn missing(snapshot: &Snapshot, settings: &Settings, sends_tools: bool) -> u32 {
    let muted =
        small_sort::set(snapshot.marks.iter().filter(|mark| mark.kind == MarkKind::Muted).map(|mark| mark.message));
    // Muted messages take no room.
    let sent = snapshot.messages.iter().filter(|message| muted.binary_search(&message.id).is_err());
    let (certain, count, tokens) = sent.fold((0_u32, 0_u32, 0_u64), |(certain, count, tokens), message| {
        let is_words = is_words(message);
        let takes = if is_words || sends_tools { snapshot.counter.stored(message) } else { 0 };
        (certain + u32::from(is_words), count + 1, tokens + u64::from(takes))
    });
    let needed = u64::from(settings.context_max_tokens);
    if tokens >= needed {
        return 0;
    }
    let mean = (tokens / u64::from(count.max(1))).max(1);
    let by_tokens = u32::try_from((needed - tokens) / mean + 1).unwrap_or(u32::MAX);
    match settings.window_messages() {
        // Rows of tools are sent to some models only, and only what is sent counts.
        Some(most) if count < most.saturating_mul(MOST_ROWS).min(LONGEST_PAGE.max(most)) => {
            let lacking = (most + TURN).saturating_sub(certain);
            // As many rows as have held that many so far.
            lacking.saturating_mul(count.max(1)).div_ceil(certain.max(1)).min(LONGEST_PAGE).max(lacking)
        }
        Some(most) => (most + TURN).saturating_sub(count),
        None => by_tokens.clamp(PAGE, LONGEST_PAGE),
    }
}

/// Whether every model is sent this message: it has text or a file, and does not only call or answer tools.
fn is_words(message: &Message) -> bool {
    message.parts.iter().any(|part| match part {
        Part::Text { text } => !text.trim().is_empty(),
        Part::Image { .. } | Part::File { .. } => true,
        Part::Reasoning { .. } | Part::ToolCall { .. } | Part::ToolResult { .. } | Part::ToolsUsed { .. } => false,
    })
}
