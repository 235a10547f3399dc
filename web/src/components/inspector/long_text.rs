//! Shows a text of any length without freezing the page: its beginning at first, and the rest over several frames.

use crate::texts::{fill, inspection::inspection, number};
use leptos::prelude::*;
use ricordo_core::text::floor;

/// Size of a block, in bytes. Each block is laid out on its own, and one out of view costs nothing.
const BLOCK: usize = 16 * 1024;
/// Blocks added per frame.
const BLOCKS_PER_FRAME: usize = 4;

/// Verbatim text. The element contains the text and nothing else.
#[component]
pub fn LongText(
    /// Text to show.
    text: String,
    /// Bytes shown at first.
    first: usize,
    /// Value of `data-testid`.
    id: &'static str,
) -> impl IntoView {
    let size = inspection().kilobytes.replace("{n}", &number(text.len().div_ceil(1024) as u64));
    let blocks = blocks(&text, first);
    let count = blocks.len();
    let shown = RwSignal::new(1_usize);
    let blocks = StoredValue::new(blocks);
    let block = move |index: usize| blocks.with_value(|blocks| blocks.get(index).cloned().unwrap_or_default());
    view! {
        <pre class="request" data-testid=id>
            <For each=move || 0..shown.get() key=|index| *index children=move |index| view! { <span>{block(index)}</span> }/>
        </pre>
        <Show when=move || shown.get() < count>
            <button class="link-button" data-testid="show-all" on:click=move |_| grow(shown, count)>
                {fill(inspection().show_all, &[("size", &size)])}
            </button>
        </Show>
    }
}

/// Shows more in each frame until everything is shown or the text has left the page.
fn grow(shown: RwSignal<usize>, count: usize) {
    let Some(now) = shown.try_get_untracked() else { return };
    shown.set((now + BLOCKS_PER_FRAME).min(count));
    if now + BLOCKS_PER_FRAME < count {
        request_animation_frame(move || grow(shown, count));
    }
}

/// Splits the text into blocks: the first of at most `first` bytes, the others of at most [`BLOCK`]. It splits at line
/// ends where possible, so that the seams are not visible.
fn blocks(text: &str, first: usize) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut rest = text;
    let mut most = first;
    while rest.len() > most {
        let (block, more) = rest.split_at(cut(rest, most));
        blocks.push(block.to_owned());
        rest = more;
        most = BLOCK;
    }
    blocks.push(rest.to_owned());
    blocks
}

/// Where to split: after the last line end, or else after the last space, in the second half of the first `most` bytes.
/// Without either, at the last character boundary up to `most`. Never 0 for a text that is not empty.
fn cut(text: &str, most: usize) -> usize {
    let end = floor(text, most);
    if end == 0 {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    let head = &text[..end];
    let after = |letter: char| head.rfind(letter).map(|at| at + 1).filter(|&at| at > end / 2);
    after('\n').or_else(|| after(' ')).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_are_the_text() {
        for text in ["", "a", &"Слово. ".repeat(20_000), &"x".repeat(100_000), &"line\n".repeat(10_000), "🦔🦔🦔"]
        {
            for first in [1, 10, 4096] {
                let blocks = blocks(text, first);
                assert_eq!(blocks.concat(), text);
                assert!(blocks.iter().skip(1).all(|block| block.len() <= BLOCK));
            }
        }
    }

    #[test]
    fn cuts_are_at_the_ends_of_lines() {
        let blocks = blocks(&"line\n".repeat(10_000), 1_000);
        assert!(blocks.len() > 3 && blocks.iter().all(|block| block.ends_with('\n')));
    }

    #[test]
    fn a_cut_is_after_a_line_or_a_word_in_the_second_half_and_inside_a_word_only_where_there_is_neither() {
        for (text, most, head) in [
            ("a\nlong line of words", 14, "a\nlong line "),
            ("one two\nthree four", 10, "one two\n"),
            ("a b cccccccccc", 10, "a b cccccc"),
            ("unbreakable", 5, "unbre"),
            ("\n\n\n\n", 3, "\n\n\n"),
            ("שלום עולם", 13, "שלום "),
            ("🦔🦔", 5, "🦔"),
            ("🦔", 1, "🦔"),
            ("", 0, ""),
        ] {
            assert_eq!(&text[..cut(text, most)], head, "{text:?} at {most}");
        }
    }
}
