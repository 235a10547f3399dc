//! The system prompt: the template of the settings with its variables filled in.

use super::{Warning, memories, people};
use crate::{
    conversation::{Chat, ChatKind},
    labels::labels,
    manifest::SourceId,
    memory::Memory,
    message::{Author, Role},
    model::{RequestMessage, ToolSpec},
    settings::Settings,
    snapshot::Snapshot,
    template::{Variables, substitute},
    time::Now,
};

/// The system prompt of one request.
#[derive(Debug, Default)]
pub(super) struct SystemPrompt<'a> {
    /// The message to send; `None`: there is none.
    pub(super) message: Option<RequestMessage>,
    /// The memories in it.
    pub(super) sources: Vec<SourceId>,
    /// Whether the template contains the facts, so that the memories layer need not repeat them.
    pub(super) holds_memories: bool,
    /// The facts that did not fit.
    pub(super) dropped: Vec<&'a Memory>,
    /// Warnings for the user.
    pub(super) warnings: Vec<Warning>,
}

/// What the values of the template's variables are made from.
#[derive(Clone, Copy)]
pub(super) struct ValueSources<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) settings: &'a Settings,
    pub(super) tools: &'a [ToolSpec],
    /// The author of the message being sent.
    pub(super) author: Option<&'a Author>,
    pub(super) now: &'a Now,
}

/// Makes the system prompt. `most` is the limit for the facts in it, in tokens.
pub(super) fn system_prompt<'a>(template: &str, sources: ValueSources<'a>, most: u32) -> SystemPrompt<'a> {
    let ValueSources { snapshot, author, .. } = sources;
    if template.trim().is_empty() {
        return SystemPrompt::default();
    }
    let (facts, dropped) = memories::fitting(memories::kept(snapshot, author), most, |facts| {
        snapshot.counter.text(&memories::bullets(facts))
    });
    let values = variables(sources, memories::bullets(&facts));
    let substituted = substitute(template, &values);
    let volatile = substituted.volatile.iter().map(|name| Warning::VolatileVariable((*name).to_owned()));
    let warnings = substituted.unknown.into_iter().map(Warning::UnknownVariable).chain(volatile).collect();
    let holds_memories = substituted.holds_memories;
    SystemPrompt {
        message: Some(RequestMessage::text(Role::System, substituted.text)),
        sources: if holds_memories { facts.iter().map(|fact| SourceId::Memory(fact.id)).collect() } else { Vec::new() },
        holds_memories,
        dropped: if holds_memories { dropped } else { Vec::new() },
        warnings,
    }
}

/// The current values of the template variables, with all facts: a preview has room for them.
pub fn template_values(snapshot: &Snapshot, settings: &Settings, tools: &[ToolSpec], now: &Now) -> Variables {
    let facts = memories::bullets(&memories::kept(snapshot, None));
    variables(ValueSources { snapshot, settings, tools, author: None, now }, facts)
}

fn variables(sources: ValueSources<'_>, user_memories: String) -> Variables {
    let ValueSources { snapshot, settings, tools, author, now } = sources;
    let with_at = |name: &str| if name.trim().is_empty() { String::new() } else { format!("@{}", name.trim()) };
    let data = snapshot.user_data();
    let (date, time) = now.wall_clock().map_or_else(Default::default, |wall| (wall.date(), wall.time()));
    let humans = people::of(snapshot, author).len();
    let Chat { name, kind } = &snapshot.conversation.chat;
    let title = name.as_deref().unwrap_or(&snapshot.conversation.title).trim();
    let kind = kind.unwrap_or(if humans > 1 { ChatKind::Group } else { ChatKind::Private });
    Variables {
        chatname: if title.is_empty() { labels(settings.language).private_chat.to_owned() } else { title.to_owned() },
        chatid: snapshot.conversation.id.to_string(),
        chattype: kind.name().to_owned(),
        username: author.and_then(|author| author.username.as_deref()).map_or_else(|| with_at(&data.username), with_at),
        userfullname: author.map_or_else(|| data.name.clone(), |author| author.name.clone()),
        userid: author.and_then(|author| author.id.clone()).unwrap_or_default(),
        timestamp: format!("{date} {time}"),
        date,
        time,
        botname: settings.bot_name.clone(),
        botusername: with_at(&settings.bot_username),
        // The people who wrote, plus the assistant.
        membercount: (humans + 1).to_string(),
        tools: tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", "),
        user_memories,
        user_pronouns: if author.is_none() { data.pronouns.clone() } else { String::new() },
    }
}
