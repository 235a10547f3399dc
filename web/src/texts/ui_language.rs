//! The languages of the page: one for each folder of `locales`.

use ricordo_core::settings::Language;

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// What the `language.toml` of a folder says.
struct About {
    language: UiLanguage,
    tag: &'static str,
    name: &'static str,
    dates: &'static str,
    prompts: Language,
}

impl UiLanguage {
    /// Number of languages.
    pub const COUNT: usize = ABOUT.len();

    /// Every language; English is the first.
    pub fn all() -> impl Iterator<Item = Self> {
        ABOUT.iter().map(|about| about.language)
    }

    /// BCP 47 tag. It is what local storage and the attribute `lang` have.
    pub fn tag(self) -> &'static str {
        self.about().tag
    }

    /// BCP 47 tag for dates: their order can differ between regions of one language.
    pub fn tag_of_dates(self) -> &'static str {
        self.about().dates
    }

    /// Name in the language itself.
    pub fn own_name(self) -> &'static str {
        self.about().name
    }

    /// Language of the prompts that ship, which the model reads. They exist in fewer languages than the page.
    pub fn prompts(self) -> Language {
        self.about().prompts
    }

    /// Language for a BCP 47 tag: the one with this tag, or else the first with its primary language.
    pub fn for_tag(tag: &str) -> Option<Self> {
        position(ABOUT.iter().map(|about| about.tag), tag).map(|at| ABOUT[at].language)
    }

    fn about(self) -> &'static About {
        ABOUT.get(self as usize).unwrap_or(&ABOUT[0])
    }
}

fn position<'a>(mut tags: impl Iterator<Item = &'a str> + Clone, wanted: &str) -> Option<usize> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let exact = tags.clone().position(|tag| tag.eq_ignore_ascii_case(wanted));
    exact.or_else(|| tags.position(|tag| primary(tag) == primary(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_found_by_its_tag_and_english_is_the_first() {
        assert_eq!(UiLanguage::all().next(), Some(UiLanguage::default()));
        for (at, language) in UiLanguage::all().enumerate() {
            assert_eq!(language as usize, at);
            assert_eq!(UiLanguage::for_tag(language.tag()), Some(language));
        }
    }

    #[test]
    fn a_region_matters_only_where_the_page_knows_it() {
        assert_eq!(UiLanguage::for_tag("uk-UA"), Some(UiLanguage::Uk));
        assert_eq!(UiLanguage::for_tag("ru"), Some(UiLanguage::Ru));
        assert_eq!(UiLanguage::for_tag("en-GB"), Some(UiLanguage::En));
        assert_eq!(UiLanguage::for_tag("tlh"), None);
        let tags = ["en", "pt", "pt-BR"];
        assert_eq!(position(tags.into_iter(), "pt-br"), Some(2));
        assert_eq!(position(tags.into_iter(), "pt-AO"), Some(1));
        assert_eq!(position(["en", "pt-BR"].into_iter(), "pt"), Some(1));
    }

    #[test]
    fn the_prompts_are_in_the_language_of_the_page_where_they_exist() {
        let prompts = [UiLanguage::En, UiLanguage::Uk, UiLanguage::Ru].map(UiLanguage::prompts);
        assert_eq!(prompts, [Language::En, Language::Uk, Language::Ru]);
    }
}
