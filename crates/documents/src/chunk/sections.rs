//! Sections: a heading with the text below it, and groups of sections that are too small to be chunks.

use super::{LEAST, MOST};
use crate::source::{BlockKind, Source};
use ricordo_text::tokens::estimate;
use std::ops::Range;

/// A heading with the text up to the next heading.
#[derive(Debug)]
pub(super) struct Section {
    /// Its blocks.
    pub(super) blocks: Range<usize>,
    /// The headings above its text, outermost first, with its own.
    pub(super) path: Vec<String>,
    /// Level of its heading; 0 for text before the first one.
    level: u8,
    tokens: u32,
}

/// Consecutive sections that are cut into chunks together: one, or several if all but the last are small.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) sections: Range<usize>,
    pub(super) tokens: u32,
    level: u8,
}

/// The tokens of a block with the white space behind it.
pub(super) fn tokens(source: &Source, block: usize) -> u32 {
    let end = source.blocks.get(block + 1).map_or(source.blocks[block].range.end, |next| next.range.start);
    estimate(&source.text[source.blocks[block].range.start..end])
}

/// The sections of a text.
pub(super) fn sections(source: &Source) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut path: Vec<(u8, String)> = Vec::new();
    for (number, block) in source.blocks.iter().enumerate() {
        let tokens = tokens(source, number);
        if let BlockKind::Heading { level, title } = &block.kind {
            path.retain(|(above, _)| above < level);
            path.push((*level, title.clone()));
            let path = path.iter().map(|(_, title)| title.clone()).collect();
            found.push(Section { blocks: number..number + 1, path, level: *level, tokens });
        } else if let Some(open) = found.last_mut() {
            open.blocks.end = number + 1;
            open.tokens = open.tokens.saturating_add(tokens);
        } else {
            found.push(Section { blocks: number..number + 1, path: Vec::new(), level: 0, tokens });
        }
    }
    found
}

/// Joins small sections with what follows, or at the end of a chapter with what precedes.
pub(super) fn groups(sections: &[Section]) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut open: Option<Group> = None;
    for (number, section) in sections.iter().enumerate() {
        let own = Group { sections: number..number + 1, tokens: section.tokens, level: section.level };
        open = Some(match open {
            None => own,
            Some(group) if group.tokens >= LEAST => {
                found.push(group);
                own
            }
            Some(group) if section.level < group.level && joins(found.last(), &group) => {
                join(&mut found, group);
                own
            }
            Some(group) => Group {
                sections: group.sections.start..number + 1,
                tokens: group.tokens.saturating_add(section.tokens),
                ..group
            },
        });
    }
    match open {
        Some(group) if group.tokens < LEAST && joins(found.last(), &group) => join(&mut found, group),
        Some(group) => found.push(group),
        None => {}
    }
    found
}

/// Whether a small group may follow another one in the same chunk: it belongs to the same chapter, and both fit.
fn joins(before: Option<&Group>, small: &Group) -> bool {
    before.is_some_and(|before| small.level >= before.level && before.tokens.saturating_add(small.tokens) <= MOST)
}

fn join(found: &mut [Group], small: Group) {
    if let Some(before) = found.last_mut() {
        before.sections.end = small.sections.end;
        before.tokens = before.tokens.saturating_add(small.tokens);
    }
}
