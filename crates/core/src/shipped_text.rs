//! Including a text that ships in three languages: a file of one name in each folder of `crates/core/prompts`.

/// The text of a file in a [`Language`](crate::settings::Language), without the line end that closes it.
macro_rules! shipped_text {
    ($file:literal, $language:expr) => {
        match $language {
            $crate::settings::Language::En => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/en/", $file)),
            $crate::settings::Language::Uk => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/uk/", $file)),
            $crate::settings::Language::Ru => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/ru/", $file)),
        }
        .trim_end()
    };
}

pub(crate) use shipped_text;
