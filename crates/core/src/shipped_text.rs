//! Including a text that ships in three languages: a file of one name in each folder of `crates/core/prompts`.

/// The text of a file in a [`Language`](ricordo_record::language::Language), without the line end that closes it.
macro_rules! shipped_text {
    ($file:literal, $language:expr) => {
        match $language {
            ricordo_record::language::Language::En => {
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/en/", $file))
            }
            ricordo_record::language::Language::Uk => {
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/uk/", $file))
            }
            ricordo_record::language::Language::Ru => {
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/ru/", $file))
            }
        }
        .trim_end()
    };
}

pub(crate) use shipped_text;
