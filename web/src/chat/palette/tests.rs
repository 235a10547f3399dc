//! What the search dialog lists, in which order, and what is marked.

use super::*;
use crate::{
    state::testing::{conversation, conversation_id, message_id, server},
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
    let mut hit = Hit { target, conversation: Some(conversation_id(1)), at: Timestamp(0), excerpt: Default::default() };
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
        let about = |role| described(&hit(message(role, Standing::Active), "text"), Some("Rome".to_owned()), now).about;
        assert_eq!(about(Role::User), format!("{} · 00:00 · Rome", texts.you));
        assert_eq!(about(Role::Assistant), format!("{} · 00:00 · Rome", texts.reply));
        let untitled = described(&hit(Target::Conversation { is_archived: false }, ""), None, now);
        assert_eq!((untitled.text.as_str(), untitled.about.as_str()), (texts.untitled, "00:00"));
    }
}

const MIDNIGHT: Now = Now { at: Timestamp(0), offset_minutes: 0 };

#[test]
fn other_conversations_are_offered_as_many_as_fit_and_never_the_open_one() {
    let titled = |number, title: &str| conversation(number, title, Timestamp(0));
    let mut all: Vec<_> = (1..=12).map(|number| titled(number, &format!("Trip {number}"))).collect();
    all[2].archived = true;
    all.insert(0, titled(20, ""));
    let offered = |open: Option<u8>, words: &str| others(&all, open.map(conversation_id), &Query::new(words), MIDNIGHT);
    let texts = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.text).collect::<Vec<_>>();
    let first = (1..=8).map(|number| format!("Trip {number}")).collect::<Vec<_>>();
    assert_eq!(texts(offered(None, "")), first, "the first ones of the list, without one that has no title");
    assert_eq!(texts(offered(Some(1), ""))[0], "Trip 2");
    assert_eq!(texts(offered(Some(1), "trip 12")), ["Trip 12"], "it would not have been among the first");
    assert!(offered(None, "rome").is_empty());
    let found = offered(None, "trip 3").remove(0);
    assert_eq!((found.mark, found.found), (Some(texts::finding::finding().archived), vec![0..4, 5..6]));
    assert_eq!(found.action, Action::Go(Target::Conversation { is_archived: true }, Some(conversation_id(3))));
}

#[test]
fn only_the_model_that_answers_is_marked_not_one_of_its_name_elsewhere() {
    let (here, elsewhere) = (server(1, "qwen"), server(2, "qwen"));
    let mark = |of: &Provider, answers: &Provider| model(Choice::saved(of), answers).mark;
    let texts = texts::finding::finding();
    assert_eq!(mark(&here, &here), Some(texts.answers_now));
    assert_eq!(mark(&elsewhere, &here), None);
    assert_eq!(mark(&here, &Provider { model: "other".to_owned(), ..here.clone() }), None);
    let entry = model(Choice::saved(&here), &elsewhere);
    assert_eq!((entry.text.as_str(), entry.about.as_str()), ("qwen", here.name.as_str()));
}

#[test]
fn hits_are_counted_where_not_all_are_listed_and_the_open_conversation_is_no_hit() {
    let title = |number| {
        let target = Target::Conversation { is_archived: false };
        Hit { conversation: Some(conversation_id(number)), ..hit(target, &format!("Title {number}")) }
    };
    let section = |hits: Vec<Hit>, total, open: Option<u8>| {
        let entry = |hit: &Hit| described(hit, None, MIDNIGHT);
        found_section("Conversations", &Group { hits, total }, open.map(conversation_id), entry)
    };
    let texts = |section: &Section| section.entries.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>();
    let two = || vec![title(1), title(2)];
    assert_eq!(texts(&section(two(), 2, Some(1))), ["Title 2"]);
    assert_eq!(section(two(), 2, None).count(), None, "all are listed");
    let without_open = |total| (section(two(), total, Some(1)).total, section(two(), total, Some(1)).count());
    assert_eq!(without_open(2), (1, None), "what is not listed is not counted");
    assert!(without_open(9).1.is_some_and(|count| count.contains('1') && count.contains('8')));
    let in_open = vec![hit(message(Role::User, Standing::Active), "Words")];
    assert_eq!(texts(&section(in_open, 1, Some(1))), ["Words"], "its messages are hits");
    for language in UiLanguage::all() {
        speak(language);
        let best = section(two(), 1_043, None).count().unwrap();
        assert!(best.contains('2') && best.contains("1,043") && !best.contains('{'), "{best}");
    }
}
