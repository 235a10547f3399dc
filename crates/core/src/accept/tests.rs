//! Which replies become a summary, and how the others are refused.

use super::{Refusal, Reply, accept_summary};
use crate::{
    message::{Finish, Part},
    tokens::estimate,
};
use proptest::prelude::*;

const GOOD: &str = "Anna moved to Lviv in May. She works as a nurse and looks for a flat near the park.";

fn text(text: &str) -> Part {
    Part::Text { text: text.to_owned() }
}

fn judge(parts: &[Part]) -> Result<String, Refusal> {
    accept_summary(&Reply { finish: &Finish::Complete, parts }, 1000, 500)
}

#[test]
fn a_plain_summary_is_accepted_as_it_is() {
    assert_eq!(judge(&[text(GOOD)]), Ok(GOOD.to_owned()));
    assert_eq!(judge(&[Part::Reasoning { text: "Hm.".into() }, text(GOOD)]), Ok(GOOD.to_owned()));
    for good in [
        "Анна переїхала до Львова в травні. Вона шукає квартиру біля парку.",
        "Анна переехала во Львов в мае. Она ищет квартиру у парка.",
        "- Anna moved to Lviv.\n- Anna works as a nurse.\n- Anna looks for a flat.\n- Boris helps.",
        "The user asked what `<tool_call>` and `<|im_end|>` mean, and how `<think>` blocks are cut.",
        "I cannot eat nuts, said Anna, and Boris wrote it down.",
    ] {
        assert_eq!(judge(&[text(good)]), Ok(good.to_owned()));
    }
}

#[test]
fn labels_quotes_and_leading_thoughts_are_taken_off() {
    let raw = format!("<think>What matters?</think>\nSummary: \"{GOOD}\"");
    assert_eq!(judge(&[text(&raw)]), Ok(GOOD.to_owned()));
}

#[test]
fn a_reply_that_did_not_end_well_is_refused() {
    let refused = |finish: Finish| accept_summary(&Reply { finish: &finish, parts: &[text(GOOD)] }, 1000, 500);
    assert_eq!(refused(Finish::Length), Err(Refusal::Cut));
    assert_eq!(refused(Finish::ToolCalls), Err(Refusal::ToolCall));
    assert_eq!(refused(Finish::ContentFilter), Err(Refusal::Withheld));
    assert_eq!(refused(Finish::Stopped), Err(Refusal::Stopped));
    assert_eq!(refused(Finish::Interrupted), Err(Refusal::Stopped));
}

#[test]
fn tools_are_refused_as_calls_and_as_text() {
    let call = Part::ToolCall { id: "1".into(), name: "a".into(), arguments: "{}".into(), back: None };
    assert_eq!(judge(&[text(GOOD), call]), Err(Refusal::ToolCall));
    for raw in [
        "<tool_call>{\"name\": \"save\"}</tool_call>",
        "Anna moved. <|tool_calls_section_begin|>",
        "Anna moved.<|im_end|>",
        "<｜tool▁calls▁begin｜>save",
        "```tool\nsave()\n```",
        "```tool_code\nsave()\n```",
        "{\"name\": \"save\", \"arguments\": {\"fact\": \"x\"}}",
        "```json\n[{\"name\": \"save\", \"parameters\": {}}]\n```",
    ] {
        assert_eq!(judge(&[text(raw)]), Err(Refusal::ToolProtocol), "{raw}");
    }
}

#[test]
fn thoughts_that_are_all_or_have_no_end_are_refused() {
    assert_eq!(judge(&[Part::Reasoning { text: GOOD.into() }]), Err(Refusal::Reasoning));
    assert_eq!(judge(&[text("<think>Anna moved to Lviv.")]), Err(Refusal::Reasoning));
    assert_eq!(judge(&[text("<think>Anna moved.</think>\n")]), Err(Refusal::Reasoning));
    assert_eq!(judge(&[text("Anna moved. <think>Or not?")]), Err(Refusal::Reasoning));
}

#[test]
fn nothing_is_refused() {
    for raw in ["", " \n", "Summary:", "\"\"", "**Summary:**\n"] {
        assert_eq!(judge(&[text(raw)]), Err(Refusal::Empty), "{raw:?}");
    }
    assert_eq!(judge(&[]), Err(Refusal::Empty));
}

#[test]
fn apologies_are_refused_in_three_languages() {
    for raw in [
        "As an AI language model, I have no memory of it.",
        "I'm sorry, but I can’t help with that.",
        "I cannot summarize this conversation.",
        "Please provide the conversation you would like me to sum up.",
        "Вибачте, але я не можу допомогти.",
        "Як мовна модель, я не маю доступу до розмови.",
        "К сожалению, я не могу обобщить этот текст.",
    ] {
        assert_eq!(judge(&[text(raw)]), Err(Refusal::Declined), "{raw}");
    }
}

#[test]
fn the_request_repeated_is_refused() {
    for raw in [
        "Here is the history:\nAnna: hi\nBot: hello",
        "<HISTORY>\nAnna: hi\n</HISTORY>",
        "Summarize the following conversation in a few sentences.",
        "Вот история: Анна переехала.",
        "Ось історія розмови. Анна переїхала.",
    ] {
        assert_eq!(judge(&[text(raw)]), Err(Refusal::Echo), "{raw}");
    }
}

#[test]
fn the_same_over_and_over_is_refused() {
    for raw in [
        "the ".repeat(20),
        "Anna moved to Lviv in May.\n".repeat(5),
        "Anna moved to Lviv in May. ".repeat(5),
        "I think so and ".repeat(20),
        "a".repeat(100),
        "… --- !!!".into(),
    ] {
        assert_eq!(judge(&[text(&raw)]), Err(Refusal::Junk), "{raw}");
    }
}

#[test]
fn a_summary_has_to_be_smaller_than_its_source_and_its_limit() {
    let size = estimate(GOOD);
    let parts = [text(GOOD)];
    let sized = |source, max| accept_summary(&Reply { finish: &Finish::Complete, parts: &parts }, source, max);
    assert_eq!(sized(size, 500), Err(Refusal::NotSmaller));
    assert_eq!(sized(size + 1, size - 1), Err(Refusal::TooLong));
    assert_eq!(sized(size + 1, size), Ok(GOOD.to_owned()));
}

#[test]
fn every_refusal_says_why_what_stays_and_what_will_happen() {
    for refusal in Refusal::ALL {
        let sentence = refusal.to_string();
        assert!(sentence.ends_with("The messages stay as they are. Another attempt will be made later."));
        let stored = serde_json::to_string(&refusal).unwrap();
        assert_eq!(serde_json::from_str::<Refusal>(&stored).unwrap(), refusal);
    }
    assert_eq!(serde_json::to_string(&Refusal::NotSmaller).unwrap(), "\"not_smaller\"");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_is_part_of_the_reply_and_within_the_limits(raw in any::<String>(), source in 0_u32..60, max in 0_u32..60) {
        let reply = Reply { finish: &Finish::Complete, parts: &[text(&raw)] };
        if let Ok(summary) = accept_summary(&reply, source, max) {
            prop_assert!(raw.contains(&summary) && !summary.is_empty());
            prop_assert!(estimate(&summary) < source && estimate(&summary) <= max);
        }
    }
}
