//! Stop words in three languages: words that say nothing about the topic of a sentence.

/// In normal form, sorted by their bytes.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "but", "by", "can", "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her",
    "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "like", "me", "more", "my", "no",
    "not", "now", "of", "on", "or", "our", "out", "she", "so", "some", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "to", "too", "up", "us", "very", "was", "we", "were", "what", "when", "where",
    "which", "who", "why", "will", "with", "would", "you", "your", "або", "адже", "але", "без", "би", "бо", "був",
    "була", "були", "було", "бути", "бы", "был", "была", "были", "было", "быть", "в", "вам", "вас", "весь", "вже",
    "ви", "во", "вона", "вони", "воно", "вот", "все", "всего", "всі", "вы", "від", "він", "где", "да", "даже", "для",
    "до", "его", "ее", "если", "есть", "еще", "ж", "же", "з", "за", "зі", "и", "из", "или", "им", "их", "й", "його",
    "йому", "к", "как", "какая", "какой", "ко", "когда", "коли", "которая", "которые", "который", "кто", "ли", "лише",
    "мене", "мені", "ми", "мне", "мой", "моя", "мы", "мій", "на", "навіть", "нам", "нас", "не", "нет", "ни", "но",
    "ну", "ні", "о", "об", "он", "она", "они", "оно", "ось", "от", "по", "под", "при", "про", "під", "с", "та", "так",
    "также", "такий", "також", "такой", "там", "те", "тебе", "теж", "ти", "то", "тобі", "тоже", "только", "тут", "ты",
    "у", "уже", "хто", "це", "цей", "ця", "чи", "что", "чтобы", "ще", "що", "щоб", "эта", "эти", "это", "этот", "я",
    "як", "яка", "який", "які", "є", "і", "із", "їм", "їх", "її",
];

/// Whether the word, in normal form, is a stop word.
pub fn is_stop_word(normal: &str) -> bool {
    STOP_WORDS.binary_search(&normal).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{STOP_WORDS, is_stop_word};

    #[test]
    fn stop_words_are_sorted_and_in_normal_form() {
        assert!(STOP_WORDS.is_sorted());
        assert!(STOP_WORDS.iter().all(|word| crate::normal::normalise(word) == *word));
        assert!(is_stop_word("що") && is_stop_word("the") && is_stop_word("еще") && !is_stop_word("kyiv"));
    }
}
