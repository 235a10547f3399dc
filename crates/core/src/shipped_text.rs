//! A macro that includes a text shipped in three languages: a file of the same name in each folder of
//! `crates/core/prompts`.

/// The text of a file in a [`Language`](ricordo_record::language::Language), without its final line break.
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
