//! Where the words of a question stand in a text.

use crate::ranked::{best_place, places};

fn found(words: &[&str], text: &str) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    places(&words, text).into_iter().map(|place| text[place].to_owned()).collect()
}

#[test]
fn a_word_is_found_in_whichever_form_it_stands() {
    assert_eq!(found(&["go", "child"], "She went there. The CHILDREN had gone."), ["went", "CHILDREN", "gone"]);
    assert_eq!(found(&["кіт"], "Ми шукали кота, а знайшли двох котів."), ["кота", "котів"]);
    assert_eq!(found(&["идти", "ёлка"], "Под ёлкой и с елками; идти."), ["ёлкой", "елками", "идти"]);
    // These share most letters, and no stem.
    assert_eq!(found(&["доставка"], "Доставити можемо завтра, а ставити ні."), ["Доставити"]);
    assert_eq!(found(&["підписка", "повернення"], "Підписатися легко, повернути ні."), ["Підписатися", "повернути"]);
    assert_eq!(found(&["the", "tea"], "The weather."), [""; 0]);
    assert_eq!(found(&[], "Tea."), [""; 0]);
}

#[test]
fn an_excerpt_begins_where_most_of_the_words_are() {
    let words = ["книга", "Оксана"].map(str::to_owned);
    let text = format!("Про книги. {} Оксані подарували книгу.", "Щось інше. ".repeat(30));
    assert_eq!(best_place(&words, &text), text.find("Оксані"));
    assert_eq!(best_place(&words, "Книги, книги."), Some(0));
    assert_eq!(best_place(&words, "Нічого."), None);
    assert_eq!(best_place(&["доставка".to_owned()], "Ми можемо доставити."), Some("Ми можемо ".len()));
}
