//! Which project the text after `/project` means. Pure.

/// What `/project` is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen<P> {
    /// Ask the user: nothing was typed.
    Ask,
    /// Take the conversation out of its project.
    Out,
    /// Move the conversation to this project.
    Project(P),
    /// Several projects match.
    Several(Vec<P>),
    /// No project matches.
    Unknown,
}

/// Finds the project that `typed` means. `none` holds the words that mean no project, in English and in the language of
/// the page; they win over a project of that name, which the dialog still reaches.
pub fn chosen<P: Copy>(typed: &str, projects: &[(P, &str)], none: &[&str]) -> Chosen<P> {
    let typed = plain(typed);
    if typed.is_empty() {
        return Chosen::Ask;
    }
    if none.iter().any(|none| plain(none) == typed) {
        return Chosen::Out;
    }
    // From the closest match to the widest: one exact name is meant even if longer names begin with it.
    let tests: [fn(&str, &str) -> bool; 3] =
        [|name, typed| name == typed, |name, typed| name.starts_with(typed), |name, typed| name.contains(typed)];
    for matches in tests {
        let found: Vec<P> =
            projects.iter().filter(|(_, name)| matches(&plain(name), &typed)).map(|(id, _)| *id).collect();
        match found[..] {
            [] => {}
            [one] => return Chosen::Project(one),
            _ => return Chosen::Several(found),
        }
    }
    Chosen::Unknown
}

/// Text in lower case, with single spaces.
fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROJECTS: [(u8, &str); 6] =
        [(1, "Rome"), (2, "Rome 2027"), (3, "Переїзд  до Києва"), (4, "رحلة إلى روما"), (5, "🦔"), (6, "None")];

    fn of(typed: &str) -> Chosen<u8> {
        chosen(typed, &PROJECTS, &["none", "жоден"])
    }

    #[test]
    fn an_exact_name_is_meant_before_a_longer_one() {
        assert_eq!(of("rome"), Chosen::Project(1));
        assert_eq!(of("ROME 2"), Chosen::Project(2));
        assert_eq!(of("2027"), Chosen::Project(2), "a part of the name is enough");
        assert_eq!(of("ro"), Chosen::Several(vec![1, 2]));
        assert_eq!(of("Paris"), Chosen::Unknown);
    }

    #[test]
    fn names_are_found_in_any_script_case_and_spacing() {
        assert_eq!(of("  переїзд до  києва "), Chosen::Project(3));
        assert_eq!(of("روما"), Chosen::Project(4));
        assert_eq!(of("🦔"), Chosen::Project(5));
    }

    #[test]
    fn the_word_for_none_takes_the_conversation_out_even_beside_a_project_of_that_name() {
        assert_eq!([of("none"), of("None"), of(" ЖОДЕН ")], [Chosen::Out, Chosen::Out, Chosen::Out]);
        assert_eq!(of(" \t"), Chosen::Ask);
    }

    #[test]
    fn equal_names_are_not_guessed() {
        assert_eq!(chosen("work", &[(1, "Work"), (2, "work"), (3, "Work at home")], &[]), Chosen::Several(vec![1, 2]));
        assert_eq!(chosen::<u8>("work", &[], &["none"]), Chosen::Unknown);
    }
}
