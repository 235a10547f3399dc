//! A chunk as the indexes see it: as a message on the branch of its document.

use crate::{
    document::{Chunk, ChunkPlace, Document},
    message::{MessageText, Part, Role},
};

/// Separator between the name of a document and the headings of a chunk.
const BELOW: &str = " › ";

/// Where a chunk is: the name of its document, its file if it has one, and the headings above it, as one line.
pub fn title(document: &str, place: &ChunkPlace) -> String {
    let names = [document].into_iter().chain(place.path.as_deref()).chain(place.headings.iter().map(String::as_str));
    // A name is part of a line, whatever it contains.
    let names = names.map(|name| name.split(char::is_control).collect::<Vec<_>>().join(" "));
    names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(BELOW)
}

/// A chunk as a message, with its title before its text.
pub fn chunk_text(document: &Document, chunk: &Chunk) -> MessageText {
    MessageText {
        id: document.id.chunk(chunk.number),
        branch: document.id.branch(),
        sequence: chunk.number,
        role: Role::User,
        author: None,
        parts: vec![Part::Text { text: format!("{}\n{}", title(&document.name, &chunk.place), chunk.text) }],
        created_at: document.added_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_title_is_one_line_whatever_the_names_contain() {
        let place = ChunkPlace {
            headings: vec!["Care\nof".into(), " ".into()],
            path: Some("a/b.md".into()),
            ..ChunkPlace::default()
        };
        assert_eq!(title("Hedgehogs\u{0}", &place), "Hedgehogs › a/b.md › Care of");
    }

    #[test]
    fn a_chunk_stands_on_the_branch_of_its_document() {
        let (document, chunk) = (sample::document(1), sample::chunk(1, 3));
        let text = chunk_text(&document, &chunk);
        assert_eq!((text.branch, text.sequence, text.created_at), (document.id.branch(), 3, document.added_at));
        assert_eq!(
            crate::message::text_of(&text.parts),
            format!("{} › docs/їжаки.md › Їжаки › Догляд\n{}", document.name, chunk.text)
        );
    }
}
