//! How a long text is cut into blocks, so that adding to its end costs the same however long it has become. Pure.

/// From this length in bytes on, a block ends at its next line break.
pub const BLOCK: usize = 1_500;

/// A stretch of text for the last block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// What to add to it.
    pub text: &'a str,
    /// Whether the block ends here. The line break that ends it is not in `text`: the end of the block stands for it.
    pub closes: bool,
}

/// Cuts `text`, which follows `filled` bytes of a block that is open, into pieces.
pub fn pieces(filled: usize, text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut filled = filled;
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let from = BLOCK.saturating_sub(filled).min(rest.len());
        let end = rest.as_bytes()[from..].iter().position(|&byte| byte == b'\n').map(|at| from + at);
        let (piece, after) = match end {
            Some(end) => (Piece { text: &rest[..end], closes: true }, &rest[end + 1..]),
            None => (Piece { text: rest, closes: false }, ""),
        };
        rest = after;
        filled = 0;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in the page after these deltas: the blocks, the last one open.
    fn blocks(deltas: &[&str]) -> Vec<String> {
        let mut blocks = vec![String::new()];
        for delta in deltas {
            for piece in pieces(blocks[blocks.len() - 1].len(), delta) {
                let last = blocks.len() - 1;
                blocks[last].push_str(piece.text);
                if piece.closes {
                    blocks.push(String::new());
                }
            }
        }
        blocks
    }

    #[test]
    fn the_blocks_joined_by_line_breaks_are_the_text() {
        let text = "Довгий рядок тексту.\n\n".repeat(400);
        let deltas: Vec<String> =
            text.chars().collect::<Vec<_>>().chunks(4).map(|four| four.iter().collect()).collect();
        let deltas: Vec<&str> = deltas.iter().map(String::as_str).collect();
        let found = blocks(&deltas);
        assert!(found.len() > 3);
        assert_eq!(found.join("\n"), text);
        assert_eq!(found, blocks(&[&text]), "however it came");
    }

    #[test]
    fn no_block_grows_past_its_line() {
        let text = format!("{}\n{}\nend", "a".repeat(BLOCK * 2), "b".repeat(10));
        let found = blocks(&[&text]);
        assert_eq!(found.iter().map(String::len).collect::<Vec<_>>(), [BLOCK * 2, 14]);
    }

    #[test]
    fn a_text_of_line_breaks_alone_loses_none() {
        let text = "\n".repeat(BLOCK + 3);
        assert_eq!(blocks(&[&text]).join("\n"), text);
    }
}
