//! Exact counts through the worker: the lazy files, both vocabularies, and a missing file.
//!
//! `cargo xtask test` copies the files next to these tests. The expected counts are those of npm `tiktoken` 1.0.22.

use ricordo_browser::ExactCounter;
use ricordo_core::tokens::counter::{TokenCounter, Tokenizer};
use wasm_bindgen_test::wasm_bindgen_test;

const CASES: &str = include_str!("../../../../crates/tokenizer/fixtures/counts.json");

#[wasm_bindgen_test]
async fn both_vocabularies_count_exactly() {
    let cases = js_sys::JSON::parse(CASES).expect("the fixture is JSON");
    let cases: Vec<_> = js_sys::Array::from(&cases).iter().collect();
    let field = |case: &wasm_bindgen::JsValue, name: &str| js_sys::Reflect::get(case, &name.into()).unwrap();
    let texts: Vec<String> = cases.iter().map(|case| field(case, "text").as_string().unwrap()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(texts.len() > 10);
    for (tokenizer, name) in [(Tokenizer::O200k, "o200k"), (Tokenizer::Cl100k, "cl100k")] {
        let expected: Vec<u32> = cases.iter().map(|case| field(case, name).as_f64().unwrap() as u32).collect();
        assert_eq!(ExactCounter.count(tokenizer, &texts).await, Ok(expected), "{name}");
    }
}

#[wasm_bindgen_test]
async fn questions_asked_at_once_are_answered_each_with_its_own_counts() {
    let ask = |text: &'static str| async move { ExactCounter.count(Tokenizer::O200k, &[text]).await };
    let (one, two, three) = futures_util::future::join3(ask("Hello, world!"), ask(""), ask("1234567")).await;
    assert_eq!((one, two, three), (Ok(vec![4]), Ok(vec![0]), Ok(vec![3])));
    assert_eq!(ExactCounter.count(Tokenizer::O200k, &[]).await, Ok(Vec::new()));
}
