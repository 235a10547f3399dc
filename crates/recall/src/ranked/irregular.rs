//! Irregular forms of English words, which no stemmer maps to their base form.

/// Forms with the words they belong to, in the order of their bytes.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("ate", "eat"), ("became", "become"), ("began", "begin"), ("begun", "begin"), ("bitten", "bite"),
    ("blew", "blow"), ("bought", "buy"), ("broke", "break"), ("broken", "break"), ("brought", "bring"),
    ("built", "build"), ("came", "come"), ("caught", "catch"), ("children", "child"), ("chose", "choose"),
    ("chosen", "choose"), ("drank", "drink"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"),
    ("drove", "drive"), ("drunk", "drink"), ("eaten", "eat"), ("fallen", "fall"), ("fed", "feed"), ("feet", "foot"),
    ("fell", "fall"), ("felt", "feel"), ("flew", "fly"), ("flown", "fly"), ("forgot", "forget"),
    ("forgotten", "forget"), ("fought", "fight"), ("found", "find"), ("gave", "give"), ("given", "give"),
    ("gone", "go"), ("got", "get"), ("gotten", "get"), ("grew", "grow"), ("grown", "grow"), ("heard", "hear"),
    ("held", "hold"), ("hid", "hide"), ("hidden", "hide"), ("kept", "keep"), ("knew", "know"), ("known", "know"),
    ("laid", "lay"), ("led", "lead"), ("left", "leave"), ("lent", "lend"), ("lit", "light"), ("lost", "lose"),
    ("made", "make"), ("meant", "mean"), ("men", "man"), ("met", "meet"), ("mice", "mouse"), ("paid", "pay"),
    ("people", "person"), ("ran", "run"), ("rang", "ring"), ("ridden", "ride"), ("rode", "ride"), ("rose", "rise"),
    ("sang", "sing"), ("sat", "sit"), ("saw", "see"), ("seen", "see"), ("sent", "send"), ("shot", "shoot"),
    ("shown", "show"), ("slept", "sleep"), ("sold", "sell"), ("spent", "spend"), ("spoke", "speak"),
    ("spoken", "speak"), ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("stuck", "stick"),
    ("sung", "sing"), ("swam", "swim"), ("swum", "swim"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"),
    ("thought", "think"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"),
    ("tore", "tear"), ("torn", "tear"), ("understood", "understand"), ("went", "go"), ("wives", "wife"),
    ("woke", "wake"), ("woken", "wake"), ("women", "woman"), ("won", "win"), ("wore", "wear"), ("worn", "wear"),
    ("written", "write"), ("wrote", "write"),
];

/// The word that a form belongs to; the form itself if it is regular.
pub(super) fn regular(form: &str) -> &str {
    FORMS.binary_search_by(|(other, _)| (*other).cmp(form)).map_or(form, |at| FORMS[at].1)
}

#[cfg(test)]
mod tests {
    use super::{FORMS, regular};

    #[test]
    fn irregular_forms_are_sorted_and_belong_to_regular_ones() {
        assert!(FORMS.is_sorted());
        assert!(FORMS.iter().all(|(_, word)| regular(word) == *word));
        assert_eq!((regular("bought"), regular("children"), regular("kite")), ("buy", "child", "kite"));
    }
}
