//! Entries of the search dialog: hits, or after `>` and `/` commands, pages, conversations and models, each with its
//! action.

use super::{Chat, Choice, DialogKind, Panels, Searching};
use crate::{
    browser, mount,
    texts::{self, number},
};
use leptos::prelude::*;
use ricordo_core::{
    command::{COMMANDS, Input, parse},
    id::ConversationId,
    message::Role,
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
    /// Total count, if not all entries are listed.
    pub count: Option<String>,
    /// Entries.
    pub entries: Vec<Entry>,
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
        // A hit on the open conversation's title would lead nowhere.
        let leads = |hit: &&Hit| !(matches!(hit.target, Target::Conversation { .. }) && hit.conversation == open);
        self.found.with(|found| {
            let of = |title: &'static str, group: &Group| {
                let shown = group.hits.len();
                let best = || texts.best.say(group.total as u64).replace("{shown}", &number(shown as u64));
                let entries = group.hits.iter().filter(leads).map(|hit| entry(chat, hit, now)).collect();
                Section { title, count: (group.total > shown).then(best), entries }
            };
            // Last, because passages come later: nothing above them moves.
            let mut documents = of(texts.documents, &found.documents);
            self.passages.with(|passages| {
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
        chat.panels.dialogs.close(DialogKind::Search);
        match action {
            Action::Go(target, conversation) => self.go(chat, target, conversation),
            Action::Run(text) => match parse(&text) {
                Input::Command(command) => chat.command(command, text),
                // The command needs arguments: the user types them in the composer.
                _ => {
                    chat.composer.typed(chat, format!("{text} "));
                    browser::focus_next_frame("composer");
                }
            },
            Action::Page(page) => open_page(chat, page),
            Action::Answer(choice) => chat.pick(*choice, false),
        }
    }
}

fn section(title: &'static str, entries: Vec<Entry>) -> Section {
    Section { title, count: None, entries }
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
        let has_arguments = spec.name == name && typed.len() > name.len();
        let rank = match () {
            () if has_arguments => 0,
            () if spec.name.starts_with(&name) => 1,
            () if query.matches(&format!("{} {} {}", spec.name, spec.help, texts::commands::help(&spec))) => 2,
            () => continue,
        };
        let run = if has_arguments { format!("/{typed}") } else { format!("/{}", spec.name) };
        let text =
            if has_arguments { run.clone() } else { format!("/{} {}", spec.name, texts::commands::arguments(&spec)) };
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
    let now = chat.storage.now();
    let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
    chat.storage.conversations.with(|all| {
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
    })
}

fn models(chat: Chat, typed: &str) -> Vec<Entry> {
    let now = chat.connection.provider();
    let choices = chat.connection.choices(typed, MODELS).into_iter().map(|choice| {
        let is_now = choice.provider.id == now.id && choice.model.id == now.model;
        Entry {
            text: choice.model.id.clone(),
            found: Vec::new(),
            about: choice.provider.name.clone(),
            mark: is_now.then_some(texts::finding::finding().answers_now),
            action: Action::Answer(Box::new(choice)),
        }
    });
    choices.collect()
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
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, message_id},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::time::Timestamp;

    fn listed(typed: &str) -> Vec<Entry> {
        commands(typed, &Query::new(typed))
    }

    fn runs(typed: &str) -> Vec<String> {
        let run = |entry: Entry| match entry.action {
            Action::Run(text) => text,
            other => panic!("{other:?}"),
        };
        listed(typed).into_iter().map(run).collect()
    }

    #[test]
    fn without_words_all_commands_are_listed_once() {
        let all = runs("");
        assert_eq!(all.len(), COMMANDS.len());
        assert!(COMMANDS.iter().all(|spec| all.contains(&format!("/{}", spec.name))));
    }

    #[test]
    fn a_command_typed_with_arguments_comes_first_and_runs_with_them() {
        assert_eq!(runs("forget my old address")[0], "/forget my old address");
        assert_eq!(runs("search  Rome")[0], "/search  Rome");
        assert_eq!(listed("forget me")[0].text, "/forget me");
    }

    #[test]
    fn names_come_before_explanations_in_every_language() {
        for language in UiLanguage::all() {
            speak(language);
            let found = runs("UN");
            assert_eq!(found[..2], ["/uncompress", "/undo"], "{found:?}");
            let is_name = |word: &str| COMMANDS.iter().any(|spec| spec.name == word.to_lowercase());
            for spec in COMMANDS {
                // The English help finds a command in any language. After a name, the rest are its arguments.
                for help in [spec.help, texts::commands::help(&spec)] {
                    let is_found = runs(help).contains(&format!("/{}", spec.name));
                    assert!(is_found || help.split(' ').next().is_some_and(is_name), "{help}");
                }
            }
        }
        assert!(runs("no such command at all").is_empty());
    }

    fn hit(target: Target, text: &str) -> Hit {
        let mut hit =
            Hit { target, conversation: Some(conversation_id(1)), at: Timestamp(0), excerpt: Default::default() };
        hit.excerpt.text = text.to_owned();
        hit
    }

    fn message(role: Role, standing: Standing) -> Target {
        Target::Message { id: message_id(1), sequence: 1, role, standing }
    }

    #[test]
    fn a_hit_says_what_has_become_of_it() {
        let texts = texts::finding::finding();
        let now = Now { at: Timestamp(0), offset_minutes: 0 };
        for (target, mark) in [
            (Target::Conversation { is_archived: false }, None),
            (Target::Conversation { is_archived: true }, Some(texts.archived)),
            (message(Role::User, Standing::Active), None),
            (message(Role::User, Standing::Forgotten), Some(texts.forgotten)),
            (message(Role::Assistant, Standing::Muted), Some(texts.muted)),
        ] {
            assert_eq!(described(&hit(target, "text"), None, now).mark, mark, "{target:?}");
        }
    }

    #[test]
    fn a_message_is_found_with_its_author_time_and_conversation() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = texts::finding::finding();
            let now = Now { at: Timestamp(60_000), offset_minutes: 0 };
            let about =
                |role| described(&hit(message(role, Standing::Active), "text"), Some("Rome".to_owned()), now).about;
            assert_eq!(about(Role::User), format!("{} · 00:00 · Rome", texts.you));
            assert_eq!(about(Role::Assistant), format!("{} · 00:00 · Rome", texts.reply));
            let untitled = described(&hit(Target::Conversation { is_archived: false }, ""), None, now);
            assert_eq!((untitled.text.as_str(), untitled.about.as_str()), (texts.untitled, "00:00"));
        }
    }
}
