//! Nothing is lost, nothing is too long, and cuts follow the structure.

use super::*;
use crate::formats::{code, csv, json, markdown, plain};
use proptest::prelude::*;
use ricordo_text::tokens::estimate;

type Chunks = Vec<(String, ChunkPlace)>;

fn chunks(source: &Source) -> Chunks {
    let mut found = Vec::new();
    cut(source, &Limits::default(), &mut found).unwrap();
    found
}

fn letters(text: &str) -> String {
    text.split_whitespace().collect()
}

fn joined(chunks: &Chunks) -> String {
    chunks.iter().map(|(text, _)| letters(text)).collect()
}

/// About `tokens` tokens of sentences.
fn prose(tokens: usize) -> String {
    "The quick brown fox jumps over the lazy dog again. ".repeat(tokens / 11)
}

fn sizes(chunks: &Chunks) -> Vec<u32> {
    chunks.iter().map(|(text, _)| estimate(text)).collect()
}

fn paths(chunks: &Chunks) -> Vec<String> {
    chunks.iter().map(|(_, place)| place.headings.join(" › ")).collect()
}

#[test]
fn a_section_that_fits_is_one_chunk_with_its_path() {
    let text = format!("# Book\n\n{}\n\n## One\n\n{}\n\n## Two\n\n{}\n", prose(110), prose(400), prose(100));
    let found = chunks(&markdown::read(&text));
    assert_eq!(paths(&found), ["Book", "Book › One", "Book › Two"]);
    assert!(found[1].0.starts_with("## One\n\nThe quick"), "{}", found[1].0);
    assert_eq!(found[1].1.lines, Some((5, 7)));
}

#[test]
fn small_sections_are_joined_with_the_next_one() {
    let text = format!("# Book\n## One\n{}\n## Two\n{}\n## Three\n{}\n", prose(30), prose(60), prose(100));
    let found = chunks(&markdown::read(&text));
    assert_eq!(paths(&found), ["Book › One", "Book › Three"]);
    assert!(found[0].0.starts_with("# Book\n## One\nThe") && found[0].0.contains("## Two"));
}

#[test]
fn the_small_end_of_a_chapter_stays_in_its_chapter() {
    let chapter = |name: &str| format!("# {name}\n\n{}\n\n## End\n\n{}\n\n", prose(200), prose(20));
    let found = chunks(&markdown::read(&(chapter("One") + &chapter("Two"))));
    assert_eq!(paths(&found), ["One", "Two"]);
    assert!(found.iter().all(|(text, _)| text.contains("## End")));
}

#[test]
fn a_long_section_is_cut_into_parts_of_about_the_same_size_at_blank_lines() {
    let paragraphs = (0..16).map(|_| prose(75)).collect::<Vec<_>>().join("\n\n");
    let found = chunks(&plain::read(&paragraphs));
    let sizes = sizes(&found);
    assert!(sizes.len() == 3 && sizes.iter().all(|size| (200..=440).contains(size)), "{sizes:?}");
    assert!(found.iter().all(|(text, _)| text.starts_with("The quick") && text.ends_with("again.")));
}

#[test]
fn a_long_paragraph_is_cut_at_sentences_and_a_long_sentence_at_words() {
    let found = chunks(&plain::read(&prose(2000)));
    assert!(found.iter().all(|(text, _)| text.ends_with("again.")) && found.len() >= 5);
    let found = chunks(&plain::read(&"word ".repeat(3000)));
    assert!(found.len() >= 7);
    assert!(found.iter().all(|(text, _)| text.split(' ').all(|word| word == "word")));
    assert!(sizes(&found).iter().all(|size| (80..=MOST).contains(size)), "{:?}", sizes(&found));
}

#[test]
fn a_heading_is_not_the_end_of_a_chunk() {
    let text = format!("# A\n\n{}\n\n# B\n\n{}\n\n# C\n\n{}", prose(70), prose(60), prose(700));
    for (text, _) in chunks(&markdown::read(&text)) {
        assert!(!text.lines().last().unwrap().starts_with('#'), "{text}");
    }
}

#[test]
fn each_chunk_of_a_table_has_its_header_once() {
    let rows: String = (0..600).map(|row| format!("{row},value number {row}\n")).collect();
    let found = chunks(&csv::read(&format!("id,name\n{rows}")));
    assert!(found.len() > 5);
    let mut all = String::new();
    for (text, place) in &found {
        let rest = text.strip_prefix("id,name\n").unwrap();
        assert!(!rest.contains("id,name"));
        let first: u32 = rest.split(',').next().unwrap().parse().unwrap();
        let begins_with_header = first == 0;
        assert_eq!(place.lines.unwrap().0, if begins_with_header { 1 } else { first + 2 });
        all += rest;
        all += "\n";
    }
    assert_eq!(all, rows);
}

#[test]
fn a_long_row_has_the_header_in_each_part_and_a_long_header_is_not_repeated() {
    let found = chunks(&csv::read(&format!("id,text\n1,{}\n", prose(1500))));
    assert!(found.len() > 2 && found.iter().all(|(text, _)| text.starts_with("id,text\n")));
    let header = (0..200).map(|column| format!("column_{column}")).collect::<Vec<_>>().join(",");
    let found = chunks(&csv::read(&format!("{header}\n{}", "1,2,3,4,5,6,7,8,9\n".repeat(200))));
    assert_eq!(found.iter().filter(|(text, _)| text.contains("column_0")).count(), 1);
}

#[test]
fn a_json_text_is_cut_between_its_items() {
    let items: Vec<String> = (0..60).map(|number| format!(r#"{{"id":{number},"name":"Item {number}"}}"#)).collect();
    let found = chunks(&json::read(&format!("[{}]", items.join(","))));
    assert!(found.len() > 2);
    assert!(found[1..].iter().all(|(text, place)| text.starts_with("  {") && place.lines.is_none()));
}

#[test]
fn there_is_a_limit_of_chunks() {
    let limits = Limits { chunks: 3, ..Limits::default() };
    let error = cut(&plain::read(&prose(4000)), &limits, &mut Vec::new());
    assert_eq!(error, Err(ReadError::TooManyChunks { limit: 3 }));
}

/// Pieces of which texts are made: structure, words, and what is hard to cut.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (1_usize..120).prop_map(|words| "words and more, ".repeat(words)),
        4 => (1_usize..40).prop_map(|times| "Речення українською. Ещё одно! ".repeat(times)),
        2 => Just("\n\n".to_owned()),
        2 => Just("\n".to_owned()),
        2 => (1_usize..4, "[a-z ]{0,20}").prop_map(|(level, text)| format!("\n{} {text}\n", "#".repeat(level))),
        1 => Just("\n```\ncode {\n\n# no heading\n```\n".to_owned()),
        1 => Just("\n| a | b |\n|---|---|\n| 1 | 2 |\n".to_owned()),
        1 => (1_usize..900).prop_map(|times| "漢字".repeat(times)),
        1 => (1_usize..900).prop_map(|times| "x9Q/".repeat(times)),
        1 => (1_usize..300).prop_map(|times| "😀👩‍👩‍👧".repeat(times)),
        1 => (1_usize..40).prop_map(|times| "fn f() {\n    a();\n}\n\n".repeat(times)),
        1 => (1_usize..900).prop_map(|times| "- item\n".repeat(times)),
        1 => ".{0,60}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..14)
        .prop_map(|pieces| crate::decode::text(pieces.concat().replace('\0', "").as_bytes()).unwrap().into_owned())
        .prop_map(|text| crate::characters::visible(&text).into_owned())
}

/// The lines of the text that a place names.
fn lines_of(text: &str, place: &ChunkPlace) -> String {
    let (first, last) = place.lines.unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    lines[first as usize - 1..last as usize].join("\n")
}

proptest! {
    #[test]
    fn nothing_is_lost_and_no_chunk_is_too_long(text in text()) {
        for source in [plain::read(&text), markdown::read(&text), code::read(&text)] {
            let found = chunks(&source);
            let repeated = source.blocks.iter().any(|block| matches!(block.kind, crate::source::BlockKind::Row { .. }));
            if !repeated {
                prop_assert_eq!(joined(&found), letters(&text));
            }
            for (chunk, place) in &found {
                prop_assert!(estimate(chunk) <= MOST, "{} tokens: {}", estimate(chunk), chunk);
                prop_assert!(repeated || lines_of(&text, place).contains(chunk.as_str()), "{:?} {}", place.lines, chunk);
            }
            prop_assert_eq!(&chunks(&source), &found);
        }
    }

    #[test]
    fn only_small_sections_are_joined(text in text()) {
        let source = markdown::read(&text);
        for (chunk, _) in chunks(&source) {
            let levels: Vec<usize> = markdown::read(&chunk).blocks.iter().filter_map(|block| match block.kind {
                crate::source::BlockKind::Heading { level, .. } => Some((block.range.start, usize::from(level))),
                _ => None,
            }).skip_while(|(at, _)| *at == 0).filter(|(at, level)| {
                let first = chunk.len() - chunk.trim_start_matches('#').len();
                first > 0 && *level < first && estimate(&chunk[..*at]) >= LEAST + 8
            }).map(|(_, level)| level).collect();
            prop_assert!(levels.is_empty(), "{chunk}");
        }
    }

    #[test]
    fn tables_and_json_are_cut_without_panics(text in text()) {
        for source in [csv::read(&text), json::read(&text)] {
            for (chunk, _) in chunks(&source) {
                prop_assert!(estimate(&chunk) <= MOST, "{chunk}");
            }
        }
    }
}

/// The estimate of a text is higher than the sum of those of its parts.
#[test]
fn letters_that_change_the_estimate_of_the_text_around_them_make_no_chunk_too_long() {
    let rare = "0\u{3347a}0Ѐ\u{e000}\u{12544}\u{3347a}\u{3347a}\u{18cd6}ɐAa\nAaA!A \u{3347a}Ѐ\u{e000}{a\u{14647}\u{3347a}A[ AЀ\u{3347a}\u{1df5}0 ɐ ɐ\u{e000}0À";
    let text = format!(
        "{}{rare}{}\n\n\u{2ee5e}\t00\u{3347a}!A[Ā 0 \u{1df5}Aa0 A¡\u{1a75}¼:Ā\u{b}\u{e000}\n# a\n",
        "words and more, ".repeat(8),
        "漢字".repeat(399),
    );
    for (chunk, _) in chunks(&plain::read(&text)).iter().chain(&chunks(&markdown::read(&text))) {
        assert!(estimate(chunk) <= MOST, "{} tokens: {chunk}", estimate(chunk));
    }
}
