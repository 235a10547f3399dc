//! How typed text is parsed, and that the table is complete.

use super::*;
use proptest::prelude::*;

fn command(text: &str) -> Command {
    match parse(text) {
        Input::Command(command) => command,
        other => panic!("{text} is read as {other:?}"),
    }
}

#[test]
fn commands_are_read_with_their_arguments() {
    assert_eq!(command("/forget"), Command::Forget { keep: 0 });
    assert_eq!(command("/Forget  4 "), Command::Forget { keep: 4 });
    assert_eq!(command("/remember"), Command::Remember);
    assert_eq!(command("/new"), Command::New { erase: false });
    assert_eq!(command("/new --erase"), Command::New { erase: true });
    assert_eq!(command("/preset"), Command::Preset { name: None });
    assert_eq!(command("/preset Hybrid"), Command::Preset { name: Some("hybrid".to_owned()) });
    assert_eq!(command("/undo\n"), Command::Undo);
}

#[test]
fn mute_only_switches_off_and_mute_off_only_switches_on() {
    assert_eq!(command("/mute"), Command::Mute { silent: true });
    assert_eq!(command("/mute off"), Command::Mute { silent: false });
    assert_eq!(command("/MUTE  Off "), Command::Mute { silent: false });
}

#[test]
fn text_arguments_keep_their_words_as_they_were_typed() {
    let about = |text: &str| Command::ForgetAbout { text: text.to_owned() };
    assert_eq!(command("/forget  My  old\njob "), about("My  old\njob"));
    for text in ["all", "2024-05-01", "3 cats", "--erase", "+380 (44) 1", "мою роботу"] {
        assert_eq!(command(&format!("/forget {text}")), about(text));
    }
    assert_eq!(command("/project  Trip  to Kyiv "), Command::Project { name: "Trip  to Kyiv".to_owned() });
    assert_eq!(command("/project"), Command::Project { name: String::new() });
    assert_eq!(command("/search\tKyiv  Trip"), Command::Search { text: "Kyiv  Trip".to_owned() });
}

#[test]
fn the_table_has_every_command_and_each_can_be_typed() {
    let expected = "forget remember new clear erase compress uncompress summarize memories documents tasks search stats \
                mute context export import preset project compare persona settings start help undo";
    assert_eq!(COMMANDS.map(|spec| spec.name).join(" "), expected);
    for spec in COMMANDS {
        let needs = !spec.arguments.is_empty() && !spec.arguments.starts_with('[');
        let typed = if needs { format!("/{} {}", spec.name, spec.arguments) } else { format!("/{}", spec.name) };
        assert!(matches!(parse(&typed), Input::Command(_)), "{typed}");
        assert!(spec.help.ends_with('.') && spec.help.len() < 200, "{}", spec.name);
    }
}

#[test]
fn what_only_looks_like_a_command_is_text() {
    for text in ["forget", "", " /forget", "/usr/bin/env", "/", "/ forget", "//", "/1", "a /forget"] {
        assert_eq!(parse(text), Input::Text, "{text:?}");
    }
}

#[test]
fn an_unknown_command_gets_the_nearest_one() {
    assert_eq!(parse("/froget"), Input::Unknown { suggestion: Some("forget") });
    assert_eq!(parse("/hepl"), Input::Unknown { suggestion: Some("help") });
    assert_eq!(parse("/summarise"), Input::Unknown { suggestion: Some("summarize") });
    assert_eq!(parse("/xylophone"), Input::Unknown { suggestion: None });
}

#[test]
fn bad_arguments_get_the_usage() {
    for text in [
        "/forget -1",
        "/forget 1 2",
        "/new now",
        "/forget 99999999999",
        "/search",
        "/search  ",
        "/preset a b",
        "/erase all",
        "/mute me",
    ] {
        assert!(matches!(parse(text), Input::BadArguments { usage } if text[1..].starts_with(usage.name)), "{text}");
    }
}

#[test]
fn completion_follows_what_is_typed() {
    let names = |text| complete(text).iter().map(|spec| spec.name).collect::<Vec<_>>();
    assert_eq!(names("/"), COMMANDS.map(|spec| spec.name));
    assert_eq!(names("/re"), ["remember"]);
    assert_eq!(names("/S"), ["summarize", "search", "stats", "settings", "start"]);
    assert!(names("/forget 3").is_empty() && names("x").is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_is_read(text in "/?\\PC{0,40}") {
        let is_text = parse(&text) == Input::Text;
        prop_assert!(is_text || text.starts_with('/'));
    }
}
