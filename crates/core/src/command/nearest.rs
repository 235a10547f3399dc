//! Suggests the command that was probably meant.

use super::COMMANDS;

/// Largest edit distance of a suggestion.
const FARTHEST: usize = 2;

/// The command most similar to an unknown name, if one is similar enough.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let near = COMMANDS.iter().map(|spec| (distance(name, spec.name), spec.name));
    near.min().filter(|&(distance, found)| distance <= FARTHEST && distance < found.len()).map(|(_, found)| found)
}

/// The Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = diagonal + usize::from(a != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn the_distance_counts_letters_not_bytes() {
        let found = [("", "abc"), ("forget", "froget"), ("help", "help"), ("їжак", "жак")].map(|(a, b)| distance(a, b));
        assert_eq!(found, [3, 2, 0, 1]);
    }
}
