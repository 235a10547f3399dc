//! Why each recalled piece was recalled, what it costs, where it is from, and a button to never recall it again.

use super::{scopes::ProjectOf, source_name::SourceName, summary_name::SummaryName};
use crate::{
    chat::use_chat,
    texts::{fill, inspection::inspection},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    manifest::SourceId,
    recalled::{RecallKind, RecallLevel, RecallReason, RecalledPiece},
};

/// List of the recalled pieces, in the order of the request.
#[component]
pub fn RecalledPieces(pieces: Vec<RecalledPiece>) -> impl IntoView {
    let rows = pieces.into_iter().map(|piece| view! { <Recalled piece/> });
    view! { <ul class="pieces">{rows.collect::<Vec<_>>()}</ul> }
}

#[component]
fn Recalled(piece: RecalledPiece) -> impl IntoView {
    let chat = use_chat();
    let texts = inspection();
    let RecalledPiece { kind, matched, reason, tokens, whole, .. } = piece;
    let link = move |name: &'static str, id: &'static str, go: Box<dyn Fn()>| {
        view! { <button class="link-button" data-testid=id on:click=move |_| go()>{name}</button> }
    };
    let project = matched.first().map(|source| view! { <ProjectOf source=*source/> });
    let mut links = Vec::new();
    if let Some(source) = matched.first().copied() {
        let name = match source {
            SourceId::Message(_) => Ok(texts.go_to_message),
            SourceId::Summary(_) => Ok(texts.go_to_summary),
            SourceId::Project(_) => Ok(texts.go_to_project),
            SourceId::Memory(_) => Ok(texts.go_to_memories),
            SourceId::Chunk(document, number) => Err((document, number)),
        };
        match name {
            Ok(name) => {
                links.push(link(name, "recalled-source", Box::new(move || chat.open_source(source))).into_any())
            }
            Err((document, number)) => {
                links.push(view! { <SourceName document number is_whole=whole test_id="recalled-source"/> }.into_any());
            }
        }
    }
    let unwanted: Vec<SourceId> = matched.iter().copied().filter(|source| can_be_kept_out(*source, whole)).collect();
    if !unwanted.is_empty() {
        let act = move || chat.do_not_recall(&unwanted);
        links.push(link(texts.not_again, "recalled-not-again", Box::new(act)).into_any());
    }
    let what = what_it_is(kind, whole, matched.first());
    view! {
        <li class="piece" data-testid="recalled-piece">
            <div class="by">
                {what}
                <span>{why(&reason)}</span>
                <span class="detail">{words::tokens(tokens.into())}</span>
                {project}
                {links}
            </div>
        </li>
    }
}

/// Whether a source can be kept out of recall from now on. A document that is there as a whole is removed on its own page.
fn can_be_kept_out(source: SourceId, whole: bool) -> bool {
    match source {
        SourceId::Message(_) | SourceId::Memory(_) | SourceId::Summary(_) => true,
        SourceId::Chunk(..) => !whole,
        SourceId::Project(_) => false,
    }
}

/// Which conversation a summary is of, and whether a document is there as a whole.
fn what_it_is(kind: RecallKind, whole: bool, first: Option<&SourceId>) -> Option<AnyView> {
    let texts = inspection();
    let text = match (kind, first) {
        (RecallKind::Document, _) if whole => texts.recalled_whole,
        (RecallKind::Document, _) => texts.recalled_part,
        (RecallKind::Memory, Some(SourceId::Summary(id))) => return Some(view! { <SummaryName id=*id/> }.into_any()),
        (RecallKind::Memory | RecallKind::Conversation, _) => return None,
    };
    Some(view! { <span>{text}</span> }.into_any())
}

/// Which words matched and how much of the question that is, how near it is in meaning, when it was, and how far it is.
fn why(reason: &RecallReason) -> String {
    let texts = inspection();
    if reason.by_key_word {
        return fill(texts.recalled_key_word, &[("words", &reason.words.join(", "))]);
    }
    let mut parts = Vec::new();
    if !reason.words.is_empty() {
        parts.push(fill(texts.recalled_words, &[("words", &reason.words.join(", "))]));
        parts.push(words::percent(reason.share.into(), 100));
    }
    if let Some(nearer_than) = reason.nearer_than {
        parts.push(fill(texts.recalled_meaning, &[("share", &words::percent(nearer_than.into(), 100))]));
    }
    let when = match reason.days_ago {
        0 => texts.recalled_today.to_owned(),
        days => texts.days_ago.say(days.into()),
    };
    parts.push(when);
    let level = match reason.level {
        RecallLevel::Short => texts.recalled_short,
        RecallLevel::Medium => texts.recalled_medium,
        RecallLevel::Long => texts.recalled_long,
    };
    parts.push(level.to_owned());
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::message_id,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{
        id::{DocumentId, MemoryId, SummaryId},
        time::Timestamp,
    };

    #[test]
    fn the_reason_names_the_words_the_time_and_the_level() {
        for language in UiLanguage::all() {
            speak(language);
            let reason = |days_ago| RecallReason {
                words: vec!["Oksana".to_owned(), "hedgehogs".to_owned()],
                level: RecallLevel::Long,
                share: 60,
                nearer_than: None,
                days_ago,
                by_key_word: false,
            };
            let text = why(&reason(12));
            assert!(["Oksana, hedgehogs", "60", "12"].iter().all(|one| text.contains(one)), "{text}");
            assert!(text.contains(inspection().recalled_long) && !text.contains('{'), "{text}");
            assert!(why(&reason(0)).contains(inspection().recalled_today));
            let by_both = why(&RecallReason { nearer_than: Some(98), ..reason(12) });
            assert!(
                ["Oksana, hedgehogs", "60", &words::percent(98, 100)].iter().all(|one| by_both.contains(one)),
                "{by_both}"
            );
            let by_meaning = why(&RecallReason { words: Vec::new(), share: 0, nearer_than: Some(98), ..reason(12) });
            let by_key_word = why(&RecallReason { by_key_word: true, ..reason(12) });
            assert!(by_key_word.contains("Oksana, hedgehogs") && !by_key_word.contains("60"), "{by_key_word}");
            assert!(
                by_meaning.contains(&words::percent(98, 100)) && !by_meaning.contains('0') && !by_meaning.contains('{'),
                "{by_meaning}"
            );
        }
    }

    #[test]
    fn everything_but_whole_documents_can_be_kept_out_of_recall() {
        let message = SourceId::Message(message_id(1));
        let passage = SourceId::Chunk(DocumentId::new(Timestamp(0), [1; 10]), 4);
        let memory = SourceId::Memory(MemoryId::new(Timestamp(0), [1; 10]));
        let summary = SourceId::Summary(SummaryId::new(Timestamp(0), [1; 10]));
        for (source, of_part, of_whole) in
            [(message, true, true), (passage, true, false), (memory, true, true), (summary, true, true)]
        {
            assert_eq!(
                (can_be_kept_out(source, false), can_be_kept_out(source, true)),
                (of_part, of_whole),
                "{source:?}"
            );
        }
    }
}
