//! Fills placeholders in sentences.

/// Replaces each name in braces by its value. Values are not scanned for placeholders; a name without a value is left
/// unchanged.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        filled.push_str(before);
        let named = from.find('}').and_then(|end| {
            let (_, value) = values.iter().find(|(name, _)| *name == &from[1..end])?;
            Some((end, *value))
        });
        let (taken, shown) = named.map_or((1, "{"), |(end, value)| (end + 1, value));
        filled.push_str(shown);
        rest = &from[taken..];
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn values_take_their_places_and_are_not_read_again() {
        assert_eq!(fill("{a} of {b}, {c}", &[("a", "{b}"), ("b", "2")]), "{b} of 2, {c}");
        assert_eq!(fill("{ \"x\": {a}", &[("a", "1")]), "{ \"x\": 1");
    }
}
