//! How an area writes its sentences down: one line for each, with the three languages side by side, so that a sentence
//! that is missing in one of them does not compile.

/// Makes a struct with a field for every sentence, a value of it for each language, and the function that gives the one of
/// the page's language. What is `counted` has the forms of a number: `[one, other]` in English, `[one, few, many]` in
/// Ukrainian and Russian.
macro_rules! texts {
    (
        $(#[$about:meta])*
        $name:ident: $type:ident {
            $($field:ident: $en:expr, $uk:expr, $ru:expr;)*
        }
        $(counted {
            $($counted:ident: [$one:expr, $other:expr],
                [$uk_one:expr, $uk_few:expr, $uk_many:expr], [$ru_one:expr, $ru_few:expr, $ru_many:expr];)*
        })?
    ) => {
        $(#[$about])*
        pub struct $type {
            $(#[doc = $en] pub $field: &'static str,)*
            $($(#[doc = $other] pub $counted: $crate::texts::Counted,)*)?
        }

        $(#[$about])*
        pub fn $name() -> &'static $type {
            use $crate::texts::{Pick, language};
            static EN: $type = $type {
                $($field: $en,)*
                $($($counted: $crate::texts::Counted { one: $one, few: "", many: "", other: $other },)*)?
            };
            static UK: $type = $type {
                $($field: $uk,)*
                $($($counted: $crate::texts::Counted { one: $uk_one, few: $uk_few, many: $uk_many, other: $uk_many },)*)?
            };
            static RU: $type = $type {
                $($field: $ru,)*
                $($($counted: $crate::texts::Counted { one: $ru_one, few: $ru_few, many: $ru_many, other: $ru_many },)*)?
            };
            language().pick(&EN, &UK, &RU)
        }
    };
}

pub(super) use texts;

/// A sentence with the values in the places of their names in braces. A value is not read again; a name without a value
/// stays as it is written.
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
