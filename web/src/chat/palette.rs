//! Entries of the search dialog: hits, or after `>` and `/` commands, pages, conversations and models, each with its
//! action.

use super::Chat;
use crate::{
    browser, mount,
    state::{Choice, DialogKind, Panels, Searching},
    texts::{self, number},
};
use leptos::prelude::*;
use ricordo_core::{
    command::{COMMANDS, Input, parse},
    conversation::Conversation,
    id::ConversationId,
    message::Role,
    provider::Provider,
    search::{Group, Hit, Query, Standing, Target},
    session::Passage,
    task::TaskState,
    text::small_sort,
    time::Now,
};
use std::ops::Range;

/// Maximum number of conversations in the palette.
const CONVERSATIONS: usize = 8;
/// Maximum number of models in the palette.
const MODELS: usize = 6;

/// Action of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Opens a hit.
    Go(Target, Option<ConversationId>),
    /// Runs a command, given as its typed text.
    Run(String),
    /// Opens a page.
    Page(RwSignal<bool>),
    /// Switches to another model.
    Answer(Box<Choice>),
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Text of the entry.
    pub text: String,
    /// Matches in the text, as byte ranges.
    pub found: Vec<Range<usize>>,
    /// Where and when it was found, or what it is for.
    pub about: String,
    /// Label of its state, such as archived or forgotten.
    pub mark: Option<&'static str>,
    /// Action that runs when it is chosen.
    pub action: Action,
}

/// Entries under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Heading.
    pub title: &'static str,
    /// Number of entries with those that are not listed.
    pub total: usize,
    /// Entries.
    pub entries: Vec<Entry>,
}

impl Section {
    /// How many there are, if not all are listed.
    pub fn count(&self) -> Option<String> {
        let (shown, total) = (self.entries.len(), self.total);
        let best = || texts::finding::finding().best.say(total as u64).replace("{shown}", &number(shown as u64));
        (total > shown).then(best)
    }
}

impl Searching {
    /// Sections to show; empty ones are left out.
    pub fn sections(self, chat: Chat) -> Vec<Section> {
        let sections = match self.text.with(|text| text.strip_prefix(['>', '/']).map(str::to_owned)) {
            Some(typed) => palette(chat, typed.trim_start()),
            None => self.hits(chat),
        };
        sections.into_iter().filter(|section| !section.entries.is_empty()).collect()
    }

    fn hits(self, chat: Chat) -> Vec<Section> {
        let texts = texts::finding::finding();
        if self.text.with(|text| text.trim().is_empty()) && !self.is_filtered() {
            return vec![section(texts.conversations, conversations(chat, &Query::new("")))];
        }
        let now = chat.storage.now();
        let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
        self.found.with(|found| {
            let of = |title, group: &Group| found_section(title, group, open, |hit| entry(chat, hit, now));
            // Last, because passages come later: nothing above them moves.
            let mut documents = of(texts.documents, &found.documents);
            self.passages.with(|passages| {
                documents.total += passages.len();
                documents.entries.extend(passages.iter().map(|Passage { hit, name, place }| {
                    described(hit, Some(texts::documents::source(name, place)), now)
                }));
            });
            vec![
                of(texts.conversations, &found.conversations),
                of(texts.messages, &found.messages),
                of(texts.memories, &found.memories),
                of(texts.summaries, &found.summaries),
                of(texts.tasks, &found.tasks),
                documents,
            ]
        })
    }

    /// Runs the action of an entry.
    pub fn run(self, chat: Chat, action: Action) {
        if let Action::Run(text) = &action
            && !matches!(parse(text), Input::Command(_))
        {
            // It needs arguments, which are typed here: in the composer they would take the place of a message.
            self.typed(chat, format!("{} ", text.trim_end()));
            return browser::focus_next_frame("search-field");
        }
        chat.panels.dialogs.close(DialogKind::Search);
        match action {
            Action::Go(target, conversation) => self.go(chat, target, conversation),
            Action::Run(text) => chat.command(text, None),
            Action::Page(page) => open_page(chat, page),
            Action::Answer(choice) => chat.pick(*choice, false),
        }
    }
}

fn section(title: &'static str, entries: Vec<Entry>) -> Section {
    Section { title, total: entries.len(), entries }
}

/// Hits of one kind, with their number.
fn found_section(
    title: &'static str,
    group: &Group,
    open: Option<ConversationId>,
    entry: impl Fn(&Hit) -> Entry,
) -> Section {
    // A hit on the open conversation's title would lead nowhere.
    let leads = |hit: &&Hit| !(matches!(hit.target, Target::Conversation { .. }) && hit.conversation == open);
    let entries: Vec<_> = group.hits.iter().filter(leads).map(entry).collect();
    let left_out = group.hits.len() - entries.len();
    Section { title, total: group.total.saturating_sub(left_out), entries }
}

fn entry(chat: Chat, hit: &Hit, now: Now) -> Entry {
    let title = match hit.target {
        Target::Message { .. } => hit.conversation.map(|id| title_of(chat, id)),
        _ => None,
    };
    described(hit, title, now)
}

/// Entry of a hit. `title` is that of the conversation of a message.
fn described(hit: &Hit, title: Option<String>, now: Now) -> Entry {
    let texts = texts::finding::finding();
    let when = crate::words::when(Now { at: hit.at, ..now }, now);
    let (who, mark) = match hit.target {
        Target::Conversation { is_archived } => (None, is_archived.then_some(texts.archived)),
        Target::Message { role, standing, .. } => (
            Some(if role == Role::User { texts.you } else { texts.reply }),
            match standing {
                Standing::Active => None,
                Standing::Forgotten => Some(texts.forgotten),
                Standing::Muted => Some(texts.muted),
            },
        ),
        Target::Memory { is_archived, .. } => (None, is_archived.then_some(texts.archived)),
        Target::Task { state, .. } => (None, (state == TaskState::Done).then_some(texts.done)),
        Target::Summary(_) | Target::Document { .. } => (None, None),
    };
    let about = [who.map(str::to_owned), Some(when), title].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let text = if hit.excerpt.text.is_empty() { texts.untitled.to_owned() } else { hit.excerpt.text.clone() };
    Entry { text, found: hit.excerpt.found.clone(), about, mark, action: Action::Go(hit.target, hit.conversation) }
}

fn title_of(chat: Chat, id: ConversationId) -> String {
    let title = chat.storage.conversations.with(|all| {
        all.iter().find(|conversation| conversation.id == id).map(|found| found.title.clone()).unwrap_or_default()
    });
    if title.is_empty() { texts::finding::finding().untitled.to_owned() } else { title }
}

fn palette(chat: Chat, typed: &str) -> Vec<Section> {
    let texts = texts::finding::finding();
    let query = Query::new(typed);
    let pages = pages(chat.panels).into_iter().filter(|(_, name)| query.matches(name));
    let pages = pages.map(|(page, name)| Entry {
        text: name.to_owned(),
        found: query.places(name),
        about: String::new(),
        mark: None,
        action: Action::Page(page),
    });
    vec![
        section(texts.commands, commands(typed, &query)),
        section(texts.pages, pages.collect()),
        section(texts.conversations, conversations(chat, &query)),
        section(texts.models, models(chat, typed)),
    ]
}

/// Lists the commands: first one typed with arguments, then those whose name starts with the text, then those whose
/// help contains it.
fn commands(typed: &str, query: &Query) -> Vec<Entry> {
    let name = typed.split_whitespace().next().unwrap_or_default().to_lowercase();
    let mut entries: Vec<(u8, Entry)> = Vec::new();
    for spec in COMMANDS {
        let has_arguments = spec.name == name && typed.trim_end().len() > name.len();
        let rank = match () {
            () if has_arguments => 0,
            () if spec.name.starts_with(&name) => 1,
            () if query.matches(&format!("{} {} {}", spec.name, spec.help, texts::commands::help(&spec))) => 2,
            () => continue,
        };
        let run = if has_arguments { format!("/{typed}") } else { format!("/{}", spec.name) };
        let is_command = has_arguments && matches!(parse(&run), Input::Command(_));
        let text =
            if is_command { run.clone() } else { format!("/{} {}", spec.name, texts::commands::arguments(&spec)) };
        entries.push((
            rank,
            Entry {
                text,
                found: Vec::new(),
                about: texts::commands::help(&spec).to_owned(),
                mark: None,
                action: Action::Run(run),
            },
        ));
    }
    small_sort::by_key(&mut entries, |(rank, _)| *rank);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn conversations(chat: Chat, query: &Query) -> Vec<Entry> {
    let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
    chat.storage.conversations.with(|all| others(all, open, query, chat.storage.now()))
}

/// The conversations to go to, last used first: those with a title that contains the words, without the open one.
fn others(all: &[Conversation], open: Option<ConversationId>, query: &Query, now: Now) -> Vec<Entry> {
    let others = all.iter().filter(|one| Some(one.id) != open && !one.title.is_empty());
    let found = others.filter(|one| query.matches(&one.title)).take(CONVERSATIONS);
    let entries = found.map(|one| Entry {
        text: one.title.clone(),
        found: query.places(&one.title),
        about: crate::words::when(Now { at: one.updated_at, ..now }, now),
        mark: one.archived.then_some(texts::finding::finding().archived),
        action: Action::Go(Target::Conversation { is_archived: one.archived }, Some(one.id)),
    });
    entries.collect()
}

fn models(chat: Chat, typed: &str) -> Vec<Entry> {
    let now = chat.connection.provider();
    chat.connection.choices(typed, MODELS).into_iter().map(|choice| model(choice, &now)).collect()
}

/// A model to switch to. `now`: the one that answers.
fn model(choice: Choice, now: &Provider) -> Entry {
    let is_now = choice.provider.id == now.id && choice.model.id == now.model;
    Entry {
        text: choice.model.id.clone(),
        found: Vec::new(),
        about: choice.provider.name.clone(),
        mark: is_now.then_some(texts::finding::finding().answers_now),
        action: Action::Answer(Box::new(choice)),
    }
}

/// Pages that the palette opens: the signal that opens each, and its name.
fn pages(panels: Panels) -> [(RwSignal<bool>, &'static str); 12] {
    let names = &texts::finding::finding().page_names;
    [
        (panels.dialogs.of(DialogKind::Settings), names.settings),
        (panels.dialogs.of(DialogKind::Provider), names.connection),
        (panels.dialogs.of(DialogKind::Memories), names.memories),
        (panels.dialogs.of(DialogKind::Documents), names.documents),
        (panels.dialogs.of(DialogKind::Tasks), names.tasks),
        (panels.dialogs.of(DialogKind::Statistics), names.statistics),
        (panels.dialogs.of(DialogKind::Presets), names.presets),
        (panels.dialogs.of(DialogKind::Voice), names.voice),
        (panels.inspector, names.inspector),
        (panels.outline, names.outline),
        (panels.dialogs.of(DialogKind::Help), names.help),
        (panels.archive, names.archive),
    ]
}

fn open_page(chat: Chat, page: RwSignal<bool>) {
    let panels = chat.panels;
    page.set(true);
    if page == panels.archive {
        panels.list.set(mount::is_narrow());
    }
}

#[cfg(test)]
mod tests;
